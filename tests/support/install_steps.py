"""Runs single steps of the installer on a machine simulated in a folder."""

import os
import subprocess
from pathlib import Path

from tests.support.paths import ROOT

SCRIPT = (ROOT / "systemd" / "install.sh").read_text()
STEPS = SCRIPT.partition('\nif [ -n "$stage" ]; then')[0]
"""The script up to where it begins to do something."""
OWN_CONFIG = 'host = "0.0.0.0"  # mine\n'
SYSTEMCTL = """#!/bin/sh
echo "$*" >> {machine}/systemctl.log
case $1 in is-enabled) grep -q "enable.*/$2$" {machine}/systemctl.log && echo enabled ;; esac
[ ! -e {machine}/fails ] || ! grep -qx "$1" {machine}/fails
"""


def create_machine(folder: Path) -> Path:
    """Creates a machine with a configuration and stubbed system programs."""
    for name in ("etc", "state", "opt", "units", "bin"):
        (folder / name).mkdir()
    (folder / "etc/config.toml").write_text(OWN_CONFIG)
    for name in ("getent", "userdel", "groupdel", "chown", "chgrp", "apt-mark"):
        program = folder / "bin" / name
        program.write_text("#!/bin/sh\nexit 1\n" if name == "getent" else "#!/bin/sh\n")
        program.chmod(0o755)
    (folder / "bin/systemctl").write_text(SYSTEMCTL.format(machine=folder))
    (folder / "bin/systemctl").chmod(0o755)
    return folder


def systemctl_calls(machine: Path) -> list[str]:
    """Returns the arguments of all systemctl calls."""
    log = machine / "systemctl.log"
    return log.read_text().splitlines() if log.exists() else []


def run_steps(machine: Path, what: str, code: int = 0) -> str:
    """Runs steps of the script; returns its output."""
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
    assert done.returncode == code, done.stderr
    return done.stdout + done.stderr
