"""Detection of the Raspberry Pi model and its core clock."""

from pathlib import Path

import pytest

from pegboard.devices import raspberry_pi
from pegboard.devices.raspberry_pi import divided_clock
from tests.support.machine_files import MODELS, create_machine


@pytest.mark.parametrize("pi", [pi for pi in MODELS if pi != "6"])
def test_kind_recognises_model(tmp_path: Path, pi: str) -> None:
    kind = raspberry_pi.kind(create_machine(tmp_path, pi))
    assert kind is not None and kind.name == pi
    assert raspberry_pi.model(tmp_path) == MODELS[pi]


@pytest.mark.parametrize(
    ("model", "kind"),
    [
        ("Raspberry Pi 400 Rev 1.0", "4"),
        ("Raspberry Pi Compute Module 4 Rev 1.0", "4"),
        ("Raspberry Pi 500 Rev 1.0", "5"),
        ("Raspberry Pi Compute Module 3 Plus Rev 1.0", "3"),
        ("Raspberry Pi Compute Module Rev 1.0", "1"),
    ],
)
def test_kind_recognises_model_variants(tmp_path: Path, model: str, kind: str) -> None:
    path = create_machine(tmp_path, "4") / raspberry_pi.MODEL
    path.write_text(model)
    found = raspberry_pi.kind(tmp_path)
    assert found is not None and found.name == kind


def test_kind_is_none_for_pc_and_unknown_pi(tmp_path: Path) -> None:
    assert raspberry_pi.kind(create_machine(tmp_path / "pc")) is None
    assert raspberry_pi.core_clock(tmp_path / "pc") is None
    new = create_machine(tmp_path / "6", "6")
    assert raspberry_pi.model(new) == MODELS["6"] and raspberry_pi.kind(new) is None
    root = create_machine(tmp_path / "other", "4")
    (root / raspberry_pi.MODEL).write_text("Radxa ROCK Pi 4B")
    assert raspberry_pi.model(root) is None


@pytest.mark.parametrize(
    ("pi", "config", "core_MHz", "steady"),
    [
        ("1", "", 250, True),
        ("2", "", 250, True),
        ("Zero", "", 400, False),
        ("Zero W", "enable_uart=1", 250, True),
        ("Zero", "enable_uart=1", 400, False),  # its full UART is free anyway
        ("Zero 2 W", "", 400, False),
        ("3", "", 400, False),
        ("3", "core_freq=250", 250, True),
        ("3", "core_freq=300\ncore_freq_min=300", 300, True),
        ("3", "core_freq_min=400", 400, True),
        ("3", "core_freq=300", 300, False),
        ("3", "enable_uart=1", 250, True),
        ("3", "enable_uart=1\ndtoverlay=miniuart-bt", 400, False),
        ("3", "force_turbo=1", 400, True),
        ("3", "# core_freq=250", 400, False),
        ("3", "[pi4]\ncore_freq=250", 400, False),
        ("3", "[pi4]\ncore_freq=500\n[all]\ncore_freq=250", 250, True),
        ("3", "core_freq=fast", 400, False),
        ("4", "", 500, False),
        ("4", "core_freq_min=500", 500, True),
        ("4", "[pi4]\ncore_freq_min = 500  # for the LEDs", 500, True),
        ("4", "core_freq=250", 250, False),
        ("5", "", 200, True),
        ("5", "core_freq=400", 200, True),
    ],
)
def test_core_clock_of_each_model(
    tmp_path: Path, pi: str, config: str, core_MHz: int, steady: bool
) -> None:
    clock = raspberry_pi.core_clock(create_machine(tmp_path, pi, config=config, steady=False))
    assert clock is not None
    assert (clock.hz, clock.steady) == (core_MHz * 1_000_000, steady)


@pytest.mark.parametrize("pi", ["Zero", "Zero W", "Zero 2 W", "3", "4"])
def test_suggested_line_fixes_core_clock(tmp_path: Path, pi: str) -> None:
    free = raspberry_pi.core_clock(create_machine(tmp_path / "free", pi, steady=False))
    assert free is not None and not free.steady
    fixed = raspberry_pi.core_clock(
        create_machine(tmp_path / "fixed", pi, steady=False, config=free.line)
    )
    assert fixed is not None and fixed.steady


def test_config_path_before_bookworm(tmp_path: Path) -> None:
    root = create_machine(tmp_path, "3", config="core_freq=250")
    (root / "boot/firmware/config.txt").rename(root / "boot/config.txt")
    clock = raspberry_pi.core_clock(root)
    assert clock is not None and clock.steady
    assert raspberry_pi.shown(raspberry_pi.config_path(root), root) == "/boot/config.txt"
    (root / "boot/config.txt").unlink()
    assert raspberry_pi.settings(root) == []


@pytest.mark.parametrize(
    ("source_hz", "requested_hz", "hz"),
    [
        (250_000_000, 2_400_000, 2_358_490),
        (400_000_000, 3_200_000, 3_174_603),
        (500_000_000, 3_200_000, 3_164_556),
        (200_000_000, 3_200_000, 3_125_000),
        (250_000_000, 125_000_000, 125_000_000),
        (250_000_000, 500_000_000, 125_000_000),
    ],
)
def test_divided_clock_matches_driver(source_hz: int, requested_hz: int, hz: int) -> None:
    assert divided_clock(source_hz, requested_hz) == hz
