"""The installer works as root in a folder that is the service's own: it follows no link there."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.support.paths import ROOT

SCRIPT = (ROOT / "systemd" / "install.sh").read_text()
STEPS = SCRIPT.partition('\nif [ -n "$stage" ]; then')[0]
"""The script up to where it begins to do something."""
OWN = 'host = "0.0.0.0"  # mine\n'


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """A machine with a configuration, and programs that change no users and no units."""
    for folder in ("etc", "state", "opt", "units", "bin"):
        (tmp_path / folder).mkdir()
    (tmp_path / "etc/config.toml").write_text(OWN)
    for name in ("getent", "systemctl", "userdel", "groupdel", "chown", "chgrp", "apt-mark"):
        program = tmp_path / "bin" / name
        program.write_text("#!/bin/sh\nexit 1\n" if name == "getent" else "#!/bin/sh\n")
        program.chmod(0o755)
    return tmp_path


def does(machine: Path, what: str) -> None:
    """Runs steps of the script there."""
    places = f"opt={machine}/opt etc={machine}/etc state={machine}/state"
    steps = STEPS.replace("opt=/opt/pegboard etc=/etc/pegboard state=/var/lib/pegboard", places)
    steps = steps.replace("units=/etc/systemd/system", f"units={machine}/units")
    for path in (
        "/etc/udev",
        "/etc/avahi",
        "/usr/local/bin",
        "/run/pegboard",
        "/var/lib/pegboard-",
    ):
        steps = steps.replace(path, f"{machine}/other{path}")
    (machine / "steps.sh").write_text(f"{steps}\n{what}\n")
    path = f"{machine}/bin:{os.environ['PATH']}"
    done = subprocess.run(
        ["sh", str(machine / "steps.sh")], env={"PATH": path}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("folder", [True, False])
def test_the_uninstaller_writes_into_its_own_file(machine: Path, folder: bool) -> None:
    elsewhere = machine / "elsewhere"
    elsewhere.mkdir() if folder else elsewhere.write_text("of the system")
    (machine / "state/config.kept.toml").symlink_to(elsewhere)
    does(machine, "take_away")
    kept = machine / "state/config.kept.toml"
    assert not kept.is_symlink() and kept.read_text() == OWN
    if folder:
        assert list(elsewhere.iterdir()) == []
    else:
        assert elsewhere.read_text() == "of the system"


def test_the_installer_takes_no_configuration_from_elsewhere(machine: Path) -> None:
    (machine / "etc/config.toml").unlink()
    (machine / "secret").write_text("only for root")
    kept = machine / "state/config.kept.toml"
    kept.symlink_to(machine / "secret")
    (machine / "usual").mkdir()
    (machine / "usual/config.toml").write_text("# usual\n")
    does(machine, f"settings {machine}/usual")
    assert (machine / "etc/config.toml").read_text() == "# usual\n"
    (machine / "etc/config.toml").unlink()
    kept.unlink()
    kept.write_text(OWN)
    does(machine, f"settings {machine}/usual")
    assert (machine / "etc/config.toml").read_text() == OWN and not kept.exists()


def test_a_password_in_the_configuration_is_for_the_board_alone(machine: Path) -> None:
    config = machine / "etc/config.toml"
    config.chmod(0o644)
    does(machine, f"settings {machine}/usual")
    assert config.stat().st_mode & 0o777 == 0o644
    config.write_text('[camera]\nsource = "files:http://ann:secret@10.0.0.5/"\n')
    does(machine, f"settings {machine}/usual")
    assert config.stat().st_mode & 0o777 == 0o640
