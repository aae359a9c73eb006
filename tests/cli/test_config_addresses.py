"""`pegboard config check` refuses addresses at which no machine has a device."""

from pathlib import Path

import pytest

from pegboard.cli.app import run_line


@pytest.mark.parametrize(
    ("section", "key", "address", "says"),
    [
        ("board", "strip", "spi:/dev/spidev10.0", "the EEPROM that a Raspberry Pi 5 starts from"),
        ("board", "strip", "spi:/dev/spidev10.1,hz=2400000", "use spi: (data on GPIO 10)"),
        ("board", "strip", "spi:,chip=apa102", "chip must be one of ws2812b-v5, "),
        ("board", "strip", "spi:mock,idles=high", "unknown option 'idles=high'"),
    ],
)
def test_an_address_is_refused(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    section: str,
    key: str,
    address: str,
    says: str,
) -> None:
    file = tmp_path / "pegboard.toml"
    file.write_text(f'[{section}]\n{key} = "{address}"\n')
    assert run_line(["config", "check", str(file)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(f"pegboard: {file}: {section}.{key}: ") and says in told.err
    assert told.err.count("\n") == 1


@pytest.mark.parametrize(
    ("section", "key", "address"),
    [
        ("board", "strip", "spi:"),
        ("board", "strip", "spi:/dev/spidev1.0,chip=sk6812"),
        ("board", "strip", "spi:mock,idle=high"),
    ],
)
def test_an_address_is_accepted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], section: str, key: str, address: str
) -> None:
    file = tmp_path / "pegboard.toml"
    file.write_text(f'[{section}]\n{key} = "{address}"\n')
    assert run_line(["config", "check", str(file)]) == 0
    assert capsys.readouterr().err == ""
