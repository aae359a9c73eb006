"""What `auto` chooses, and that it says why."""

from pathlib import Path

import pytest

from pegboard import machine
from pegboard.config import ButtonsConfig, Config


def test_a_machine_without_pins_is_simulated_and_told_so(tmp_path: Path) -> None:
    config, reasons = machine.choose(Config(), tmp_path)
    assert (config.board.strip, config.buttons.source, config.camera.source) == (
        "memory:",
        "gpio:mock",
        "files:",
    )
    assert any("because there is no /dev/gpiochip" in reason for reason in reasons)
    assert len(reasons) == 3


@pytest.mark.parametrize(("installed", "source"), [(True, "gpio:"), (False, "gpio:mock")])
def test_pins_are_used_where_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, installed: bool, source: str
) -> None:
    (tmp_path / "dev").mkdir()
    (tmp_path / "dev" / "gpiochip0").touch()
    monkeypatch.setattr(machine, "find_spec", lambda name: object() if installed else None)
    config, reasons = machine.choose(Config(), tmp_path)
    assert config.buttons.source == source
    assert any("lgpio is not installed" in reason for reason in reasons) is not installed


def test_what_is_configured_is_left_alone(tmp_path: Path) -> None:
    chosen = Config(buttons=ButtonsConfig(source="gpio:"))
    config, reasons = machine.choose(chosen, tmp_path)
    assert config.buttons.source == "gpio:"
    assert not any("Buttons" in reason for reason in reasons)
