"""The installer with --hall: with and without a board, repeat, update, revert, uninstall."""

import hashlib
import sys
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pegboard.hall.service.config import load_hall
from pegboard.ops.update.signature import ENDING, KEYS, PublicKey, sign_file
from tests.support.install_steps import SCRIPT, create_machine, run_steps, systemctl_calls
from tests.support.paths import ROOT

UNITS = ROOT / "systemd"
ALONE, BESIDE = "hall=1 no_board=1", "hall=1"
BOARD_UNITS = {"pegboard.service", "pegboard-camera.socket", "pegboard-update.path"}


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    found = create_machine(tmp_path)
    (found / "etc/config.toml").unlink()
    return found


def installed(machine: Path, how: str) -> str:
    return run_steps(machine, f"{how}; settings {UNITS}; machine {UNITS}; echo $changes changes")


def links(machine: Path) -> dict[str, str]:
    return {path.name: str(path.readlink()) for path in (machine / "units").iterdir()}


@pytest.mark.parametrize("how", [ALONE, BESIDE])
def test_hall_installation_is_idempotent(machine: Path, how: str) -> None:
    installed(machine, how)
    assert load_hall(machine / "etc/hall.toml").web.host == "0.0.0.0"
    target = f"{machine}/opt/current/units/pegboard-hall.service"
    assert links(machine)["pegboard-hall.service"] == target
    enabled = {
        line.rpartition("/")[2] for line in systemctl_calls(machine) if " enable " in f" {line} "
    }
    assert "pegboard-hall.service" in enabled
    assert (enabled >= BOARD_UNITS) == (how == BESIDE) == ("pegboard.service" in links(machine))
    assert (machine / "etc/config.toml").exists() == (how == BESIDE)
    assert (machine / "other/etc/udev").exists() == (how == BESIDE)
    assert installed(machine, how).endswith("0 changes\n")


def test_board_installation_has_no_hall_files(machine: Path) -> None:
    installed(machine, "true")
    assert "pegboard-hall.service" not in links(machine)
    assert not (machine / "etc/hall.toml").exists()
    installed(machine, BESIDE)
    refreshed = f"refresh=1; machine {UNITS}; echo $changes changes"
    assert run_steps(machine, refreshed).endswith("0 changes\n"), "an update leaves it as it is"
    assert "pegboard-hall.service" in links(machine)


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ("no_board=1", "say --hall too"),
        ("no_board=1 hall=1 kiosk=1", "there is no board for --kiosk"),
        (f"{ALONE}; ln -s x $units/pegboard.service", "there is a board on this machine"),
    ],
)
def test_installer_refuses_incompatible_options(machine: Path, how: str, message: str) -> None:
    assert message in run_steps(machine, f"{how}; dry=1; checks", 2)


def version(machine: Path, name: str) -> None:
    program = machine / "opt/versions" / name / "bin/pegboard"
    program.parent.mkdir(parents=True)
    program.write_text(f'#!/bin/sh\necho {name} "$@" >> {machine}/pegboard.log\n')
    program.chmod(0o755)


def exchanged(machine: Path, to: str, code: int = 0, how: str = ALONE) -> str:
    steps = f"systemd_runs() {{ true; }}; {how}; version={to}; staged=$opt/versions/{to}"
    return run_steps(machine, f"{steps}; use_version", code)


def test_hall_update_backs_up_and_reverts_on_failure(machine: Path) -> None:
    """Expects the old version back if the new hall does not start."""
    version(machine, "1")
    version(machine, "2")
    exchanged(machine, "1")
    assert systemctl_calls(machine) == [], "there was none to be started again"
    hall = machine / "other/var/lib/pegboard-hall"
    hall.mkdir(parents=True)
    (hall / "hall.key").touch()
    exchanged(machine, "2")
    assert (machine / "opt/current").readlink() == Path("versions/2")
    file = machine / "other/var/lib/pegboard-hall-backups/before-2.backup"
    log = (machine / "pegboard.log").read_text()
    assert log == f"1 hall backup {file} --config {machine}/etc/hall.toml\n"
    assert systemctl_calls(machine) == ["daemon-reload", "try-restart pegboard-hall.service"]
    version(machine, "3")
    (machine / "fails").write_text("try-restart\n")
    assert "3 does not start the hall, and 2 is back" in exchanged(machine, "3", 2)
    assert (machine / "opt/current").readlink() == Path("versions/2")


def test_hall_uninstall_removes_everything(machine: Path) -> None:
    installed(machine, ALONE)
    hall = machine / "other/var/lib/pegboard-hall"
    hall.mkdir(parents=True)
    (hall / "hall.key").write_text("key")
    (machine / "etc/hall.toml").write_text('name = "Mine"\n')
    run_steps(machine, "take_away")
    assert links(machine) == {} and not (machine / "etc").exists()
    assert {path.name for path in hall.iterdir()} == {"hall.key", "hall.kept.toml"}
    (machine / "systemctl.log").unlink()
    installed(machine, ALONE)
    assert load_hall(machine / "etc/hall.toml").name == "Mine"
    assert not (hall / "hall.kept.toml").exists()
    run_steps(machine, "purge=1; take_away")
    assert not hall.exists() and not (machine / "etc").exists()


def test_hall_downgrade_needs_option(machine: Path) -> None:
    installed(machine, ALONE)
    for name in ("1.9.0", "1.10.0"):
        version(machine, name)
        python = machine / "opt/versions" / name / "bin/python"
        python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
        python.chmod(0o755)
    exchanged(machine, "1.9.0")
    exchanged(machine, "1.10.0")
    output = exchanged(machine, "1.9.0", 2)
    assert "1.9.0 is older than 1.10.0, which is running" in output
    assert (machine / "opt/current").readlink() == Path("versions/1.10.0")
    exchanged(machine, "1.9.0", how=f"{ALONE} older=--allow-older")
    assert (machine / "opt/current").readlink() == Path("versions/1.9.0")


@pytest.mark.parametrize("how", [ALONE, BESIDE])
def test_download_is_verified_before_execution(machine: Path, how: str) -> None:
    key, number = Ed25519PrivateKey.generate(), b"12345678"
    wheel = machine / "pegboard-99.0.0-py3-none-any.whl"
    wheel.write_bytes(b"a wheel")
    check = f"{how}; from=/somewhere; wheel={wheel}; version=99.0.0; check_signed"
    run_steps(machine, check)  # the first version: there is no key yet
    version(machine, "1.0.0")
    running = machine / "opt/versions/1.0.0"
    (machine / "opt/current").symlink_to("versions/1.0.0")
    (running / "bin/python").write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    (running / "bin/python").chmod(0o755)
    (running / "units").mkdir()
    (running / "units" / KEYS).write_text(f"{PublicKey(number, key.public_key())}\n")
    assert f"{wheel.name} must be signed" in run_steps(machine, check, 2)
    signature = wheel.with_name(wheel.name + ENDING)
    signature.write_text(sign_file(wheel, Ed25519PrivateKey.generate(), number, "timestamp:1"))
    assert "was altered" in run_steps(machine, check, 2)
    signature.write_text(sign_file(wheel, key, number, "timestamp:1"))
    run_steps(machine, check)
    signature.unlink()
    (running / ".complete").write_text(f"{hashlib.sha256(b'a wheel').hexdigest()} runtime.lock\n")
    run_steps(machine, check)  # the running version
    called = SCRIPT.partition('\nif [ -n "$stage" ]; then')[2]
    assert called.index("\ncheck_signed\n") < called.index('\nstage_version "$opt"\n')
