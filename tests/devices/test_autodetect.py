"""Resolution of `auto` on different machines, with reasons."""

from pathlib import Path
from typing import Any

import pytest

from pegboard.config import BoardConfig, ButtonsConfig, Config
from pegboard.devices import autodetect, raspberry_pi
from tests.support.machine_files import create_machine as make

LIBRARIES = frozenset({"lgpio", "spidev", "rpi_ws281x"})
BY_ID = "dev/serial/by-id/usb-pegboard_Pegboard_E66118604B-if00"


def choose(
    monkeypatch: pytest.MonkeyPatch,
    root: Path,
    *,
    installed: frozenset[str] = LIBRARIES,
    forbidden: tuple[str, ...] = (),
    config: Config | None = None,
) -> tuple[str, str, list[str]]:
    """Returns the addresses chosen for LEDs and buttons, and the reasons."""
    monkeypatch.setattr(autodetect, "find_spec", lambda name: name if name in installed else None)
    monkeypatch.setattr(
        autodetect, "_is_accessible", lambda path: path.exists() and path.name not in forbidden
    )
    chosen, reasons = autodetect.choose(config or Config(), root)
    texts = [str(choice) for choice in reasons if choice.device in ("LEDs", "Buttons")]
    return chosen.board.strip, chosen.buttons.source, texts


def test_auto_simulates_devices_on_a_pc_and_gives_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    strip, buttons, (leds, pins) = choose(monkeypatch, make(tmp_path))
    assert (strip, buttons) == ("memory:", "gpio:mock")
    assert "no pegboard is connected by USB and this is not a Raspberry Pi" in leds
    assert "because there is no /dev/gpiochip" in pins


def test_auto_simulates_devices_on_a_machine_without_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    strip, buttons, _ = choose(monkeypatch, tmp_path)
    assert (strip, buttons) == ("memory:", "gpio:mock")


@pytest.mark.parametrize("pi", [None, "Zero 2 W", "4", "5"])
def test_auto_prefers_usb_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pi: str | None
) -> None:
    root = make(tmp_path, pi, spi=True)
    (root / BY_ID).parent.mkdir(parents=True)
    (root / BY_ID).write_text("")
    strip, buttons, reasons = choose(monkeypatch, root)
    assert (strip, buttons) == ("serial:", "serial:")
    assert all(f"/{BY_ID} is there" in reason for reason in reasons)


def test_auto_ignores_board_with_foreign_firmware(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make(tmp_path)
    path = root / "dev/serial/by-id/usb-Prusa_Research_MK3-if00"
    path.parent.mkdir(parents=True)
    path.write_text("")
    assert choose(monkeypatch, root)[0] == "memory:"


@pytest.mark.parametrize("pi", ["1", "2", "Zero W", "Zero 2 W", "3", "4", "5"])
def test_auto_chooses_spi_on_every_pi(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pi: str
) -> None:
    strip, buttons, (leds, pins) = choose(monkeypatch, make(tmp_path, pi, spi=True))
    assert (strip, buttons) == ("spi:", "gpio:")
    assert leds.startswith("LEDs: SPI (spi:, data on GPIO 10), Raspberry Pi ")
    assert leds.endswith("has /dev/spidev0.0.") and "the real pins" in pins


@pytest.mark.parametrize(
    ("pi", "files", "options", "strip", "message"),
    [
        # without SPI, root uses the PWM of models that have one
        ("Zero 2 W", {}, {}, "ws281x:", "SPI is off; run `sudo raspi-config"),
        ("3", {}, {}, "ws281x:", "as root; for SPI: "),
        ("4", {"spi": True, "steady": False}, {}, "ws281x:", "the line core_freq_min=500"),
        # ... and everyone else gets the cure
        ("4", {}, {"forbidden": ("mem",)}, "memory:", "SPI is off; run `sudo raspi-config"),
        ("5", {}, {}, "memory:", "to use real ones on Raspberry Pi 5 Model B Rev 1.0: /dev/"),
        ("6", {"spi": True}, {}, "spi:", "Raspberry Pi 6"),
        ("5", {"spi": True}, {"forbidden": ("spidev0.0",)}, "memory:", "usermod -aG spi"),
        ("5", {"spi": True}, {"installed": frozenset()}, "memory:", "spidev library is missing"),
        (
            "4",
            {"spi": True, "bufsiz": 2048, "config": "dtparam=audio=on"},
            {},
            "memory:",
            "spidev.bufsiz=4096 to the end",
        ),
    ],
)
def test_auto_reports_missing_prerequisite(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    pi: str,
    files: dict[str, Any],
    options: dict[str, Any],
    strip: str,
    message: str,
) -> None:
    chosen, _, (leds, _) = choose(monkeypatch, make(tmp_path, pi, **files), **options)
    assert chosen == strip
    assert message in leds


@pytest.mark.parametrize(
    ("model", "chips", "buttons", "message"),
    [
        (None, ("gpiochip0",), "gpio:mock", "because this is not a Raspberry Pi"),
        (None, ("gpiochip0", "gpiochip1"), "gpio:mock", 'set source = "gpio:" under [buttons]'),
        ("Radxa ROCK Pi 4B", ("gpiochip0",), "gpio:mock", "because this is not a Raspberry Pi"),
        ("FriendlyElec NanoPi R4S", ("gpiochip4",), "gpio:mock", "not a Raspberry Pi"),
        ("Raspberry Pi 4 Model B Rev 1.4", ("gpiochip0",), "gpio:", "the real pins"),
        ("Raspberry Pi 5 Model B Rev 1.0", ("gpiochip10", "gpiochip4"), "gpio:", "the real pins"),
        ("Raspberry Pi 6 Model B Rev 1.0", ("gpiochip0",), "gpio:", "the real pins"),
        ("Raspberry Pi 4 Model B Rev 1.4", (), "gpio:mock", "there is no /dev/gpiochip*"),
    ],
)
def test_auto_uses_gpio_only_on_a_pi(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    model: str | None,
    chips: tuple[str, ...],
    buttons: str,
    message: str,
) -> None:
    root = make(tmp_path)
    if model is not None:
        (root / raspberry_pi.MODEL).parent.mkdir(parents=True)
        (root / raspberry_pi.MODEL).write_text(f"{model}\0")
    for chip in chips:
        (root / "dev" / chip).touch()
    _, chosen, (_, pins) = choose(monkeypatch, root)
    assert chosen == buttons and message in pins
    named = Config(buttons=ButtonsConfig(source="gpio:"))
    assert choose(monkeypatch, root, config=named)[1] == "gpio:", "a person knows better"


def test_auto_reports_missing_gpio_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _, buttons, (_, pins) = choose(monkeypatch, make(tmp_path, "4"), installed=frozenset())
    assert buttons == "gpio:mock"
    assert "neither gpiod nor lgpio is installed" in pins


def test_auto_keeps_configured_addresses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = Config(board=BoardConfig(strip="terminal:"), buttons=ButtonsConfig(source="gpio:"))
    strip, buttons, reasons = choose(monkeypatch, make(tmp_path, "5", spi=True), config=config)
    assert (strip, buttons, reasons) == ("terminal:", "gpio:", [])


def test_auto_survives_unreadable_layout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = Config(board=BoardConfig(layout="none.toml"))
    assert choose(monkeypatch, make(tmp_path, "5", spi=True), config=config)[0] == "spi:"
