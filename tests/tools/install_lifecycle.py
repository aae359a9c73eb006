"""A board's life in a clean Debian: install, use, update, roll back, remove.

Told once for both: `ops/test_install.py` (this machine's kind, in every run of the tests) and
`python -m tests.tools.arm64` (the Pi's, emulated). Where systemd does not run, a stand-in for
`systemctl` starts and stops the board as the unit would, as the same user with the same folders.
"""

import hashlib
import json
import re
import shutil
import socket
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any
from uuid import uuid4

from tests.support import wheels
from tests.support.paths import ROOT
from tests.support.waiting import wait_until
from tests.tools.debian_roots import Clock, Root
from tests.tools.memory_group import memory_group

WAIT_S = 300.0
NEXT = "99.0.0"
STAND_IN = r"""#!/bin/sh
# Starts and stops what systemd would, where it does not run.
start() { # NAME USER COMMAND...
    name=$1 user=$2; shift 2
    install -d -m 755 -o pegboard -g pegboard /run/pegboard
    install -d -m 755 -o pegboard-camera -g pegboard-camera /run/pegboard-camera
    cd /run/pegboard || exit 1
    setpriv --reuid $user --regid $user --init-groups env HOME=/var/lib/pegboard \
        STATE_DIRECTORY=/var/lib/pegboard LG_WD=/run/pegboard OPENBLAS_NUM_THREADS=1 \
        PEGBOARD_CAMERA_SOCKET=/run/pegboard-camera/camera.sock \
        "$@" </dev/null >"/run/$name.log" 2>&1 &
    echo $! >"/run/$name.pid"
}
stop() { # NAME
    [ -e "/run/$1.pid" ] || return 0
    kill "$(cat "/run/$1.pid")" 2>/dev/null
    while kill -0 "$(cat "/run/$1.pid")" 2>/dev/null; do sleep 0.1; done
    rm -f "/run/$1.pid"
}
runs() { [ -e "/run/$1.pid" ] && kill -0 "$(cat "/run/$1.pid")" 2>/dev/null; }
case "$1" in
    start)
        bin=/opt/pegboard/current/bin socket=/run/pegboard-camera/camera.sock
        if ! runs camera; then
            rm -f $socket
            start camera pegboard-camera $bin/python -m pegboard.camera.unit $socket
            while runs camera && [ ! -S $socket ]; do sleep 0.1; done
            chown pegboard $socket
        fi
        start board pegboard $bin/pegboard run --config /etc/pegboard/config.toml
        while runs board && ! grep -q 'pegboard is at' /run/board.log; do sleep 0.1; done
        runs board || { cat /run/board.log >&2; exit 1; } ;;
    stop) stop board; stop camera ;;
    is-active) if runs board; then echo active; else echo inactive; exit 3; fi ;;
    daemon-reload | reset-failed) ;;
    *) exec /usr/bin/systemctl "$@" ;;
esac
"""
CONFIG = Path("/etc/pegboard/hall.toml")
PLACES = ("boot", "etc", "home", "opt", "run", "usr/local", "usr/lib/systemd", "var")
"""Folders in which an installer could leave files, which would carry our name."""


class Lifecycle:
    """The life of one board, from first installation to removal."""

    def __init__(self, root: Root, clock: Clock, wheel: Path, packages: Path) -> None:
        self.root, self.clock = root, clock
        self.home = root.path("home/installer")
        shutil.rmtree(self.home, ignore_errors=True)
        shutil.copytree(ROOT / "systemd", self.home / "systemd")
        shutil.copytree(packages, self.home / "packages")
        (self.home / "dist").mkdir()
        shutil.copy(wheel, self.home / "dist" / wheel.name)
        self.port = free_port()

    def run_board(self, *, briefly: bool = False) -> None:
        """Runs the whole life, or briefly without the update and reinstallation.

        Briefly, it runs with the memory of the smallest Pi, and follows a film as well.
        """
        before = self.installed_files()
        self.clock.stage("a dry run")
        output = self.install("--dry-run")
        assert "nothing was touched" in output and self.installed_files() == before
        self.clock.stage("the installation")
        output = self.install()
        assert f"http://{socket.gethostname()}.local:8121/" in output and "doctor" in output
        assert "█" in output, "the address is not shown as a QR code"
        self.check_ownership()
        self.clock.stage("the second run")
        self.check_reinstall()
        self.clock.stage("units looked at by systemd")
        self.check_units()
        self.set_port()
        with memory_group() if briefly else nullcontext() as group, self.running():
            self.clock.stage("the page, a game and a picture counted")
            self.check_use()
            if group is not None:
                self.clock.stage("a film followed")
                self.check_watching()
                print(f"with 512 MB: {group.peak_mib:.0f} MiB at most, emulator and files included")
                assert group.killed == 0, "the kernel ended a process for want of memory"
            else:
                self.clock.stage("an update, and back")
                self.check_update()
        self.clock.stage("taken away")
        self.check_removal(before, for_good=briefly)
        self.clock.end()

    def run_hall(self) -> None:
        """Installs and removes a machine that is only a hall."""
        before = self.installed_files()
        self.clock.stage("the installation of a hall")
        output = self.install("--hall", "--no-board")
        assert (
            f"http://{socket.gethostname()}.local:8131/" in output and "key of the hall" in output
        )
        assert self.installed_files()["the users"] == before["the users"]
        assert "Nothing had to be changed." in self.install("--hall", "--no-board")
        self.root.output_of("/opt/pegboard/current/bin/python", "-c", "import psycopg")
        assert (
            self.root.output_of("systemctl", "is-enabled", "pegboard-hall.service") == "enabled\n"
        )
        assert self.root.run("systemctl", "is-enabled", "pegboard.service").returncode
        assert self.root.output_of("systemd-analyze", "verify", "pegboard-hall.service") == ""
        self.clock.stage("the hall in use")
        self.check_hall()
        self.clock.stage("taken away")
        self.install("--uninstall", "--purge")
        assert self.installed_files() == before
        self.clock.end()

    def check_hall(self) -> None:
        """Runs the hall as an unprivileged user, examines it, backs it up and restores it."""
        config = self.root.path("etc/pegboard/hall.toml")
        wheels.replace_once(config, "port = 8131", f"port = {self.port}")
        wheels.replace_once(config, 'host = "0.0.0.0"', 'host = "127.0.0.1"')
        folder = "/var/lib/pegboard-hall"
        self.root.output_of("install", "-d", "-m", "700", "-o", "nobody", "-g", "nogroup", folder)
        start = "exec setpriv --reuid nobody --regid nogroup --clear-groups pegboard hall run"
        start = f"{start} --config /etc/pegboard/hall.toml --folder {folder} >/run/hall.log 2>&1 &"
        self.root.output_of("sh", "-c", f"{start} echo $! >/run/hall.pid")
        try:
            log = self.root.path("run/hall.log")
            wait_until(
                self._hall_answers, lambda: f"the hall ({log.read_text()})", WAIT_S, every_s=0.2
            )
            assert b"<html" in self.get("").lower()
            doctor = self.root.run("pegboard", "hall", "doctor", "--config", str(CONFIG), "--json")
            found = {each["about"]: each for each in json.loads(doctor.stdout)["findings"]}
            assert found["hall-key"]["state"] == found["hall-store"]["state"] == "ok", found
            file = "/home/installer/hall.backup"
            self.root.output_of("pegboard", "hall", "backup", file, "--config", str(CONFIG))
        finally:
            self.root.output_of("sh", "-c", "kill $(cat /run/hall.pid); rm -f /run/hall.pid")
        self.root.output_of("pegboard", "hall", "restore", file, "--folder", "/home/installer/hall")

    def _hall_answers(self) -> bool:
        with suppress(OSError):
            assert self.get("healthz") == b"ok\n"
            return True
        return False

    # --- what the installer does

    def install(self, *options: str) -> str:
        """Runs the installer."""
        script, packages = "/home/installer/systemd/install.sh", "/home/installer/packages"
        return self.root.output_of("sh", script, "--packages", packages, *options)

    def check_reinstall(self) -> None:
        """Checks that reinstalling changes nothing, and reports so."""
        before = self.installed_files()
        assert "Nothing had to be changed." in self.install()
        assert self.installed_files() == before

    def check_ownership(self) -> None:
        """Checks that root owns the program and the board's user owns the games."""
        for path in self.root.path("opt/pegboard").rglob("*"):
            status = path.lstat()
            assert status.st_uid == 0, path
            assert path.is_symlink() or not status.st_mode & 0o022, path
        state = self.root.path("var/lib/pegboard").stat()
        user = self.root.output_of("id", "-u", "pegboard").strip()
        assert (str(state.st_uid), state.st_mode & 0o777) == (user, 0o750)
        groups = self.root.output_of("id", "-nG", "pegboard").split()
        assert {"video", "audio", "dialout"} <= set(groups)
        assert self.root.output_of("getent", "passwd", "pegboard").strip().endswith("nologin")

    def check_units(self) -> None:
        """Checks that systemd accepts the installed units and enables them."""
        names = ["pegboard.service", "pegboard-camera.socket", "pegboard-update.path"]
        assert self.root.output_of("systemctl", "is-enabled", *names).split() == ["enabled"] * 3
        all_units = [*names, "pegboard-camera.service", "pegboard-update.service"]
        assert self.root.output_of("systemd-analyze", "verify", *all_units) == ""

    def set_port(self) -> None:
        """Sets another port: the network is shared with this machine."""
        config = self.root.path("etc/pegboard/config.toml")
        wheels.replace_once(config, "port = 8121", f"port = {self.port}")
        wheels.replace_once(config, 'host = "0.0.0.0"', 'host = "127.0.0.1"')
        # Emulated on a busy machine, a picture takes longer than on any Pi.
        config.write_text(f"{config.read_text()}\n[camera]\ntimeout_s = 250.0\n")

    # --- the board in use

    @contextmanager
    def running(self) -> Iterator[None]:
        """Runs the board as its unit would."""
        stand_in = self.root.path("usr/local/sbin/systemctl")
        stand_in.write_text(STAND_IN)
        stand_in.chmod(0o755)
        try:
            self.clock.stage("the start")
            self.root.output_of("systemctl", "start", "pegboard.service")
            yield
        finally:
            self.root.run("systemctl", "stop", "pegboard.service")
            stand_in.unlink()

    def get(self, path: str) -> bytes:
        """Fetches a page of the board."""
        address = f"http://127.0.0.1:{self.port}/{path}"
        with urllib.request.urlopen(address, timeout=WAIT_S) as reply:
            content: bytes = reply.read()
            return content

    def state(self) -> dict[str, Any]:
        """Returns the board's state."""
        found: dict[str, Any] = json.loads(self.get("api/state"))
        return found

    def command(self, **what: Any) -> dict[str, Any]:
        """Sends a command; returns its acknowledgement."""
        body = json.dumps({"id": uuid4().hex, **what}).encode()
        address = f"http://127.0.0.1:{self.port}/api/command"
        request = urllib.request.Request(address, body, {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=WAIT_S) as reply:
                answer: dict[str, Any] = json.load(reply)
        except urllib.error.HTTPError as error:
            answer = json.loads(error.read())
        return answer

    def check_use(self) -> None:
        """Fetches a page, pegs points, and counts a picture with the camera's unit."""
        assert b"<html" in self.get("").lower()
        assert self.command(new={"mode": "score", "names": ["Ann", "Ben"]})["ok"]
        assert self.command(action="peg 0 5")["ok"] and self.state()["scores"] == [5, 0]
        assert self.command(count=True)["ok"]
        offer = self.until(lambda state: state["offer"])
        assert len(offer["cards"]) >= 4 and not self.faults()
        assert self.command(dismiss=True)["ok"]
        samples = "lib/python3*/site-packages/pegboard/devices/cameras/samples/hand-1.jpg"
        (sample,) = self.root.path("opt/pegboard/current").resolve().glob(samples)
        inside = f"/{sample.relative_to(self.root.folder)}"
        result = json.loads(self.root.output_of("pegboard", "count", "--json", inside))
        assert result["points"] == 29 and len(result["cards"]) == 5
        game = json.loads(
            self.root.output_of("pegboard", "demo", "--headless", "--speed", "0", "--json").split(
                "\n"
            )[0]
        )
        assert max(game["scores"]) == 121

    def check_watching(self) -> None:
        """Follows the film of the sample deal with the camera's unit."""
        assert self.command(sample=True)["ok"]
        self.until(lambda state: state["watch"]["view"] == "ok" and state["watch"]["picture"] >= 5)
        assert not self.faults()
        assert self.command(new={"mode": "score"})["ok"]

    def faults(self) -> list[dict[str, Any]]:
        """Returns the devices with faults."""
        return [device for device in self.state()["devices"] if not device["ok"]]

    def until(self, wanted: Any) -> Any:
        """Polls the state; returns the wanted part once it is true."""
        return wait_until(
            lambda: wanted(self.state()),
            lambda: f"another state than {self.state()}",
            WAIT_S,
            every_s=0.2,
        )

    def check_update(self) -> None:
        """Checks that updating is refused mid-game, updates, and rolls back with all games."""
        newer = wheels.build(self.home / "dist", NEXT)
        dist, packages = "/home/installer/dist", "/home/installer/packages"
        ask = ["--wheel", f"{dist}/{newer.name}", "--packages", packages]
        refused = self.root.run("pegboard", "update", *ask)
        assert refused.returncode == 2 and "--unsigned" in refused.stdout, refused.stdout
        ask.append("--unsigned")
        refused = self.root.run("pegboard", "update", *ask)
        assert refused.returncode == 1 and "are playing, 5 to 0" in refused.stdout, refused.stdout
        assert self.command(action="correct 0 121")["ok"]
        game = self.state()["game"]
        assert f"{NEXT} runs" in self.root.output_of("pegboard", "update", *ask)
        assert self.running_version() == NEXT and self.state()["game"] == game
        assert f"{self.installed_version} is running again." in self.root.output_of(
            "pegboard", "rollback"
        )
        assert self.running_version() == self.installed_version and self.state()["game"] == game
        # The page's way: a wish of the board's own user, done by root.
        wish = "echo rollback > /var/lib/pegboard/update-wanted"
        self.root.output_of("runuser", "-u", "pegboard", "--", "sh", "-c", wish)
        assert f"{NEXT} is running again" in self.root.output_of("pegboard", "update", "--wanted")
        result = json.loads(self.root.path("var/lib/pegboard-update/last.json").read_text())
        assert result["ok"] and result["runs"] == NEXT == self.running_version()
        newer.unlink()

    @property
    def installed_version(self) -> str:
        """Returns the installed version."""
        return wheels.present_version()

    def running_version(self) -> str:
        """Returns the version of the running process."""
        pid = self.root.path("run/board.pid").read_text().strip()
        found = re.search(r"/opt/pegboard/versions/([^/]+)/", command_line(pid))
        assert found, command_line(pid)
        return found[1]

    # --- away

    def check_removal(self, before: dict[str, str], *, for_good: bool) -> None:
        """Uninstalls, checks that only the games remain, reinstalls, and purges."""
        journal = self.root.path("var/lib/pegboard/journal.db").read_bytes()
        assert "with your games in it" in self.install("--uninstall")
        left = {path for path in self.installed_files() if path not in before}
        assert all(path.startswith("var/lib/pegboard") for path in left), left
        assert "var/lib/pegboard/journal.db" in left
        assert self.root.run("id", "pegboard").returncode != 0
        assert "nothing to take away" in self.install("--uninstall")
        if not for_good:
            self.install()
            assert self.root.path("var/lib/pegboard/journal.db").read_bytes() == journal
            assert f"port = {self.port}" in self.root.path("etc/pegboard/config.toml").read_text()
            self.check_ownership()
        self.install("--uninstall", "--purge")
        assert self.installed_files() == before

    def installed_files(self) -> dict[str, str]:
        """Returns all of the project's files with their metadata."""
        found = {}
        for place in PLACES:
            for path in sorted(self.root.path(place).rglob("*pegboard*")):
                for each in (path, *(sorted(path.rglob("*")) if path.is_dir() else ())):
                    name = str(each.relative_to(self.root.folder))
                    if "__pycache__" not in name and not name.startswith("home/installer"):
                        status = each.lstat()
                        found[name] = f"{status.st_mode:o} {status.st_uid} {_content(each)}"
        passwd = self.root.path("etc/passwd").read_text()
        found["the users"] = " ".join(sorted(re.findall(r"^pegboard[^:]*", passwd, re.M)))
        return found


def _content(path: Path) -> str:
    if path.is_symlink():
        return str(path.readlink())
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


def command_line(pid: str) -> str:
    """Returns a process's command line; under emulation it starts with the emulator."""
    return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")


def free_port() -> int:
    """Returns an unused port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
