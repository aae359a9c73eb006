"""The installer's changes to a Pi's boot files: made once, with backups."""

import subprocess
import sys
from pathlib import Path

import pytest

from pegboard.devices.raspberry_pi import core_clock
from tests.support.paths import ROOT

SCRIPT = (ROOT / "systemd" / "install.sh").read_text()
STEPS = SCRIPT.partition('\nif [ -n "$stage" ]; then')[0]
"""The script up to where it begins to do something."""
USUAL = "# For more options see the documentation\ndtparam=audio=on\n[all]\n"
LINE = "console=tty1 root=PARTUUID=1234-02 rootfstype=ext4 fsck.repair=yes rootwait\n"


@pytest.fixture(params=["boot/firmware", "boot"])
def boot(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Returns the folder of a Pi's boot files, as in Debian 12 and as in older versions."""
    folder: Path = tmp_path / request.param
    folder.mkdir(parents=True)
    (folder / "config.txt").write_text(USUAL)
    (folder / "cmdline.txt").write_text(LINE)
    (tmp_path / "model").write_text("Raspberry Pi 4 Model B Rev 1.4\0")
    return folder


def settled(tmp_path: Path, *options: str) -> str:
    script = tmp_path / "steps.sh"
    steps = STEPS.replace("/proc/device-tree/model", f"{tmp_path}/model")
    steps = steps.replace("=/boot", f"={tmp_path}/boot").replace("=/opt", f"={tmp_path}/opt")
    steps = steps.replace('Path("/")', f'Path("{tmp_path}")')
    script.write_text(f"{steps}\nspi_settings\n")
    done = subprocess.run(["sh", str(script), *options], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_spi_is_only_suggested_without_option(boot: Path, tmp_path: Path) -> None:
    output = settled(tmp_path)
    assert "--spi" in output and "config.txt" in output and "cmdline.txt" in output
    assert (boot / "config.txt").read_text() == USUAL and (boot / "cmdline.txt").read_text() == LINE


def test_spi_option_enables_spi_once(boot: Path, tmp_path: Path) -> None:
    assert "sudo reboot" in settled(tmp_path, "--spi")
    config, line = (boot / "config.txt").read_text(), (boot / "cmdline.txt").read_text()
    assert config.startswith(USUAL) and "dtparam=spi=on" in config.splitlines()
    assert line == LINE.replace("rootwait\n", "rootwait spidev.bufsiz=32768\n")
    assert (boot / "config.txt.before-pegboard").read_text() == USUAL
    assert (boot / "cmdline.txt.before-pegboard").read_text() == LINE
    assert settled(tmp_path, "--spi") == "", "there is nothing left to do"
    assert (boot / "config.txt").read_text() == config
    assert (boot / "cmdline.txt").read_text() == line


def test_small_spi_buffer_is_enlarged_once(boot: Path, tmp_path: Path) -> None:
    (boot / "cmdline.txt").write_text("quiet spidev.bufsiz=8192 rootwait\n")
    settled(tmp_path, "--spi")
    assert (boot / "cmdline.txt").read_text() == "quiet rootwait spidev.bufsiz=32768\n"


def test_dry_run_changes_nothing(boot: Path, tmp_path: Path) -> None:
    assert "turn SPI on" in settled(tmp_path, "--spi", "--dry-run")
    assert sorted(path.name for path in boot.iterdir()) == ["cmdline.txt", "config.txt"]
    assert (boot / "config.txt").read_text() == USUAL


@pytest.mark.parametrize(
    ("model", "line"),
    [
        ("Raspberry Pi 3 Model B Rev 1.2", "core_freq=250"),
        ("Raspberry Pi Zero 2 W Rev 1.0", "core_freq=250"),
        ("Raspberry Pi 4 Model B Rev 1.4", "core_freq_min=500"),
        ("Raspberry Pi 5 Model B Rev 1.0", ""),
    ],
)
def test_core_clock_is_fixed_with_spi(boot: Path, tmp_path: Path, model: str, line: str) -> None:
    installed(tmp_path, model)
    assert "config.txt" in settled(tmp_path)
    settled(tmp_path, "--spi")
    lines = (boot / "config.txt").read_text().splitlines()
    assert [each for each in lines if each.startswith("core_freq")] == ([line] if line else [])
    assert not line or lines[lines.index(line) - 1] == "[all]"
    assert (boot / "config.txt.before-pegboard").read_text() == USUAL
    clock = core_clock(tmp_path)
    assert clock is not None and clock.steady, "one start is enough"
    assert settled(tmp_path, "--spi") == ""


def test_unfixed_clock_alone_does_not_suggest_spi(boot: Path, tmp_path: Path) -> None:
    installed(tmp_path, "Raspberry Pi 4 Model B Rev 1.4")
    (boot / "config.txt").write_text("dtparam=spi=on\n")
    (boot / "cmdline.txt").write_text("spidev.bufsiz=65536 quiet\n")
    assert settled(tmp_path) == ""
    assert "core_freq_min=500" in settled(tmp_path, "--spi")


def installed(tmp_path: Path, model: str) -> None:
    """Simulates an installation on a given model of Pi."""
    program = tmp_path / "opt/pegboard/current/bin/python"
    program.parent.mkdir(parents=True)
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    program.chmod(0o755)
    tree = tmp_path / "proc/device-tree"
    tree.mkdir(parents=True)
    for path in (tree / "model", tmp_path / "model"):
        path.write_text(f"{model}\0")


def test_configured_pi_is_not_changed(boot: Path, tmp_path: Path) -> None:
    (boot / "config.txt").write_text("dtparam=i2c_arm=on,spi=on\n")
    (boot / "cmdline.txt").write_text("spidev.bufsiz=65536 quiet\n")
    assert settled(tmp_path) == ""


def test_spi_step_is_skipped_on_other_machines(boot: Path, tmp_path: Path) -> None:
    (tmp_path / "model").write_text("Another computer")
    assert settled(tmp_path, "--spi") == ""


def test_unknown_option_is_named() -> None:
    script = str(ROOT / "systemd" / "install.sh")
    done = subprocess.run(["sh", script, "--kisok"], capture_output=True, text=True)
    assert done.returncode == 2 and "--kisok: there is no such option" in done.stderr
    done = subprocess.run(["sh", script, "--wheel"], capture_output=True, text=True)
    assert done.returncode == 2 and "--wheel wants a value" in done.stderr


def test_help_is_the_header_of_the_script() -> None:
    script = str(ROOT / "systemd" / "install.sh")
    output = subprocess.run(["sh", script, "--help"], capture_output=True, text=True, check=True)
    assert "--uninstall [--purge]" in output.stdout and "set -eu" not in output.stdout
    assert "#" not in output.stdout
