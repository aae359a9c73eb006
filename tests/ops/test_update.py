"""Updates with real wheels: refused during games, verified, and reverted on failure."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import sysconfig
import urllib.request
import venv
import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from pegboard.cli import update as update_command
from pegboard.errors import Common, DeviceError
from pegboard.ops.update import request as requests
from pegboard.ops.update.installer import NOTE, GameOpen, JournalTooNew, Reverted, VersionSwitch
from pegboard.ops.update.request import Result, UpdateRequest
from pegboard.ops.update.service_control import fetch, wait_until_served
from pegboard.ops.update.versions import Versions
from pegboard.storage.state_names import UPDATE_REQUEST
from tests.support import wheels
from tests.support.waiting import wait_until

BROKEN = {
    "pegboard/service/run.py": [
        ("async def serve(", "raise ImportError('oops')\n\n\nasync def serve(")
    ]
}
MUTE = {"pegboard/web/app.py": [('PlainTextResponse("ok\\n")', 'PlainTextResponse("ill\\n")')]}
OTHER_JOURNAL = {
    "pegboard/storage/tables.py": [("VERSION = 2\n", "VERSION = 3\n")],
    "pegboard/storage/journal.py": [
        ("            upgrade(db)\n", '            run("pragma user_version = 3")\n'),
    ],
}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Unpacks wheels: 0.3.0 does not start, 0.4.0 is unhealthy, 0.5.0 changes the journal."""
    folder = tmp_path_factory.mktemp("wheels")
    first = unpack(wheels.build(folder, "0.1.5"))
    subprocess.run([sys.executable, "-m", "compileall", "-q", str(first)], check=True)
    changes = {"0.2.0": None, "0.3.0": BROKEN, "0.4.0": MUTE, "0.5.0": OTHER_JOURNAL}
    later = {name: wheels.build(folder, name, changes[name]) for name in changes}
    return {"0.1.5": first} | {name: unpack(wheel, first) for name, wheel in later.items()}


def unpack(wheel: Path, other: Path | None = None) -> Path:
    """Unpacks a wheel; modules identical in another one are hard-linked, with bytecode."""
    folder = wheel.with_suffix("")
    with zipfile.ZipFile(wheel) as pack:
        pack.extractall(folder)
    if other is None:
        return folder
    for file in folder.rglob("*.py"):
        same = other / file.relative_to(folder)
        if same.read_bytes() == file.read_bytes():
            file.unlink()
            file.hardlink_to(same)
            for compiled in same.parent.glob(f"__pycache__/{same.stem}.*.pyc"):
                cache = file.parent / "__pycache__"
                cache.mkdir(exist_ok=True)
                (cache / compiled.name).hardlink_to(compiled)
    return folder


def install(opt: Path, packages: Path) -> str:
    """Installs a version as the installer does, but with the packages of the tests.

    Args:
        opt: installation folder.
        packages: an unpacked wheel, whose files are linked.
    """
    name = packages.name.split("-")[1]
    version = opt / "versions" / name
    venv.create(version, with_pip=False)
    site = next(version.glob("lib/python*/site-packages"))
    shutil.copytree(packages, site, copy_function=os.link, dirs_exist_ok=True)
    (site / "packages.pth").write_text(sysconfig.get_paths()["purelib"] + "\n")
    program = version / "bin" / "pegboard"
    program.write_text(f"#!{version}/bin/python\nfrom pegboard.cli.app import main\nmain()\n")
    program.chmod(0o755)
    return name


class Started:
    """Runs the current version as a process, in place of systemd."""

    def __init__(self, opt: Path, state: Path, port: int) -> None:
        self.opt, self.state, self.port = opt, state, port
        self.process: subprocess.Popen[bytes] | None = None

    def runs(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait(30)
            self.process = None

    def start(self) -> None:
        self.process = subprocess.Popen(
            [
                *[str(self.opt / "current/bin/pegboard"), "run", "--simulated", "--no-demo"],
                *["--port", str(self.port), "--state", str(self.state)],
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=self.opt,
        )
        process = self.process

        def is_up() -> bool:
            if process.poll() is not None:
                raise DeviceError(Common.VERBATIM, says=f"it ended with {process.returncode}")
            return not wait_until_served(self.address, 0) or b"ill" in _page(
                f"{self.address}healthz"
            )

        wait_until(is_up, "the page")

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/"


def _page(address: str) -> bytes:
    try:
        return fetch(address)
    except OSError:
        return b""


@pytest.fixture
def board(tmp_path: Path, built: dict[str, Path]) -> Iterator[VersionSwitch]:
    """Returns a board that runs 0.1.5, with 0.2.0 installed."""
    opt, state = tmp_path / "opt", tmp_path / "state"
    (opt / "versions").mkdir(parents=True)
    for version in ("0.1.5", "0.2.0"):
        install(opt, built[version])
    versions = Versions(opt)
    versions.switch("0.1.5")
    started = Started(opt, state, free_port())
    started.start()
    notes = tmp_path / "notes"
    exchange = VersionSwitch(versions, started, state, started.address, notes=notes, start_s=8.0)
    command(exchange, new={"mode": "score", "names": ["Ann", "Ben"]})
    yield exchange
    started.stop()


def free_port() -> int:
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def state_of(board: VersionSwitch) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(fetch(f"{board.address}api/state"))
    return found


def command(board: VersionSwitch, **what: Any) -> None:
    request = urllib.request.Request(
        f"{board.address}api/command",
        json.dumps({"id": uuid4().hex, **what}).encode(),
        {"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=20) as reply:
        assert json.load(reply)["ok"]


def runs(board: VersionSwitch) -> str:
    """Returns the version of the running process."""
    assert isinstance(board.board, Started) and board.board.process is not None
    program = Path(f"/proc/{board.board.process.pid}/cmdline").read_bytes().split(b"\0")[0]
    assert board.board.runs()
    return Path(os.fsdecode(program)).parts[-3]


@pytest.mark.group("install")
def test_update_and_rollback_keep_every_game(board: VersionSwitch) -> None:
    command(board, action="correct 0 121")
    before = state_of(board)
    assert before["stage"] == "over"
    board.update("0.2.0")
    assert runs(board) == "0.2.0"
    after = state_of(board)
    assert (after["game"], after["scores"]) == (before["game"], before["scores"])
    assert len(list((board.state / "backups").glob("before-update-*-of-0.1.5.zip"))) == 1
    assert board.rollback() == "0.1.5" and runs(board) == "0.1.5"
    assert state_of(board)["game"] == before["game"]
    with pytest.raises(DeviceError, match="is already running"):
        board.update("0.1.5")


@pytest.mark.group("install")
def test_update_is_refused_during_a_game(board: VersionSwitch) -> None:
    command(board, action="peg 0 5")
    with pytest.raises(GameOpen, match="Ann and Ben are playing, 5 to 0"):
        board.update("0.2.0")
    with pytest.raises(GameOpen):
        board.versions.switch("0.2.0")
        board.rollback()
    board.versions.switch("0.1.5")
    assert runs(board) == "0.1.5" and state_of(board)["scores"] == [5, 0]
    assert not (board.state / "backups").exists()
    board.force = True
    board.update("0.2.0")
    assert runs(board) == "0.2.0" and state_of(board)["scores"] == [5, 0]


@pytest.mark.group("install")
@pytest.mark.parametrize(
    ("version", "message"), [("0.3.0", "does not start"), ("0.4.0", "not healthy")]
)
def test_failing_version_is_reverted(
    version: str, message: str, board: VersionSwitch, built: dict[str, Path]
) -> None:
    install(board.versions.folder, built[version])
    game = state_of(board)["game"]
    with pytest.raises(
        Reverted, match=rf"{version} was reverted: .*{message}.*0\.1\.5 is running again$"
    ):
        board.update(version)
    assert board.versions.current == "0.1.5" == runs(board)
    assert state_of(board)["game"] == game
    assert not (board.notes / NOTE).exists()


@pytest.mark.group("install")
def test_rollback_restores_backup_if_journal_is_too_new(
    board: VersionSwitch, built: dict[str, Path], tmp_path: Path
) -> None:
    install(board.versions.folder, built["0.5.0"])
    command(board, action="correct 0 121")
    old = state_of(board)["game"]
    board.update("0.5.0")
    assert state_of(board)["game"] == old
    command(board, new={"mode": "score", "names": ["Ann", "Ben"]})
    new = state_of(board)["game"]
    command(board, action="correct 1 121")
    with pytest.raises(JournalTooNew, match=r"--restore, .* 1 game started since"):
        board.rollback()
    assert board.versions.current == "0.5.0" == runs(board)
    assert state_of(board)["game"] == new, "nothing was changed"
    assert board.rollback(restore=True) == "0.1.5" == runs(board)
    assert state_of(board)["game"] == old != new
    (aside,) = board.state.glob("journal.db.of-0.5.0-*[0-9]")
    with closing(sqlite3.connect(aside)) as db:
        assert db.execute("select count(*) from game where id = ?", (new,)).fetchone() == (1,)


def written_by_newer(board: VersionSwitch) -> None:
    with closing(sqlite3.connect(board.state / "journal.db")) as db:
        db.execute("pragma user_version = 99")


@pytest.mark.group("install")
def test_revert_restores_upgraded_journal(board: VersionSwitch, built: dict[str, Path]) -> None:
    """Restores without asking: the new version failed before anybody could play."""
    install(board.versions.folder, built["0.3.0"])
    command(board, action="correct 0 121")
    game = state_of(board)["game"]
    start = board.board.start

    def start_and_change() -> None:
        if board.versions.current == "0.3.0":
            written_by_newer(board)
        start()

    board.board.start = start_and_change  # type: ignore[method-assign]
    with pytest.raises(Reverted):
        board.update("0.3.0")
    assert runs(board) == "0.1.5" and state_of(board)["game"] == game


@pytest.mark.group("install")
def test_interrupted_update_is_completed(board: VersionSwitch, built: dict[str, Path]) -> None:
    """Simulates a power cut after the switch, before the new version was verified."""
    install(board.versions.folder, built["0.3.0"])
    note = {"from": "0.1.5", "to": "0.3.0", "backup": "", "at": 1.0, "known": []}
    board.notes.mkdir()
    (board.notes / NOTE).write_text(json.dumps(note))
    board.board.stop()
    board.versions.switch("0.3.0")
    with pytest.raises(Reverted):
        board.finish_interrupted()
    assert runs(board) == "0.1.5"
    assert board.finish_interrupted() == ""

    board.board.stop()
    (board.notes / NOTE).write_text(json.dumps(note | {"to": "0.2.0"}))
    assert "0.1.5 runs" in board.finish_interrupted(), (
        "it was not switched to: the old one simply goes on"
    )
    (board.notes / NOTE).write_text(json.dumps(note | {"to": "0.2.0"}))
    board.board.stop()
    board.versions.switch("0.2.0")
    assert "0.2.0 runs" in board.finish_interrupted() and runs(board) == "0.2.0"


@pytest.mark.group("install")
def test_failed_refresh_reverts_update(board: VersionSwitch) -> None:
    def refresh(version: Path) -> None:
        if version.name == "0.2.0":
            raise DeviceError(Common.VERBATIM, says="a unit could not be written")

    board.refresh = refresh
    with pytest.raises(Reverted, match="a unit could not be written"):
        board.update("0.2.0")
    assert board.versions.current == "0.1.5" == runs(board)


@pytest.mark.group("install")
def test_failed_backup_aborts_update(board: VersionSwitch) -> None:
    (board.state / "backups").write_text("in the way")
    with pytest.raises(DeviceError):
        board.update("0.2.0")
    assert runs(board) == "0.1.5" and board.versions.current == "0.1.5"


def test_update_prunes_older_versions(tmp_path: Path) -> None:
    versions = Versions(tmp_path)
    for name in ("0.1.0", "0.2.0", "0.3.0"):
        (tmp_path / "versions" / name).mkdir(parents=True)
        versions.switch(name)
    assert (versions.current, versions.previous) == ("0.3.0", "0.2.0")
    versions.prune()
    assert sorted(path.name for path in (tmp_path / "versions").iterdir()) == ["0.2.0", "0.3.0"]
    versions.switch("0.3.0")
    assert versions.previous == "0.2.0", "the same again changes nothing"


def test_update_needs_installed_board(tmp_path: Path) -> None:
    with pytest.raises(DeviceError, match="no pegboard is installed"):
        assert Versions(tmp_path).current
    done = subprocess.run(
        [sys.executable, "-m", "pegboard", "update"], capture_output=True, text=True, timeout=60
    )
    if not Path("/opt/pegboard/current").exists():
        assert done.returncode == 2 and "install.sh" in done.stderr


@pytest.mark.parametrize("line", ["update", "update 0.2.0", "update 1.0.0rc1+dev", "rollback"])
def test_request_is_parsed_and_consumed_once(line: str, tmp_path: Path) -> None:
    what, _, version = line.partition(" ")
    requests.request_update(tmp_path, what, version)
    assert requests.take_request(tmp_path) == UpdateRequest(what, version)
    assert requests.take_request(tmp_path) is None


@pytest.mark.parametrize(
    "line",
    [
        *["", "update ../../etc", "update /etc/x.whl", "update -r", "rollback 0.1", "rm -rf"],
        *["update 1;x", f"update {'1' * 100}", "update 0.1\nrollback"],
    ],
)
def test_invalid_request_is_ignored_and_removed(line: str, tmp_path: Path) -> None:
    (tmp_path / UPDATE_REQUEST).write_text(line)
    assert requests.take_request(tmp_path) is None
    assert not (tmp_path / UPDATE_REQUEST).exists()
    if line:
        what, _, version = line.partition(" ")
        with pytest.raises(ValueError, match="not an update request"):
            requests.request_update(tmp_path, what, version)


def test_request_link_or_pipe_is_ignored(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("update")
    (tmp_path / UPDATE_REQUEST).symlink_to(secret)
    assert requests.take_request(tmp_path) is None
    assert secret.read_text() == "update" and not (tmp_path / UPDATE_REQUEST).is_symlink()
    os.mkfifo(tmp_path / UPDATE_REQUEST)
    assert requests.take_request(tmp_path) is None


def test_result_is_stored_for_the_page(tmp_path: Path) -> None:
    assert requests.latest_result(tmp_path / "none") is None
    result = Result(True, "0.2.0 runs.", 1.5, "0.2.0")
    requests.store_result(result, tmp_path / "notes")
    assert requests.latest_result(tmp_path / "notes") == result
    assert (tmp_path / "notes" / requests.RESULT).stat().st_mode & 0o777 == 0o644
    (tmp_path / "notes" / requests.RESULT).write_text("{}")
    assert requests.latest_result(tmp_path / "notes") is None


def test_settle_without_interruption_keeps_last_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Runs `--settle` as the unit does after each update; it must not overwrite the result."""
    monkeypatch.setattr(
        update_command,
        "store_result",
        lambda result: requests.store_result(result, tmp_path / "notes"),
    )
    monkeypatch.setattr(Versions, "current", "98")

    def refused() -> str:
        raise DeviceError(Common.INSIDE)

    assert update_command.run_switch("update", refused, remember=True) != 0
    before = requests.latest_result(tmp_path / "notes")
    assert before is not None and not before.ok
    assert update_command.run_switch("update", lambda: "", remember=True) == 0
    assert requests.latest_result(tmp_path / "notes") == before
    assert update_command.run_switch("update", lambda: "99 runs.", remember=True) == 0
    after = requests.latest_result(tmp_path / "notes")
    assert after is not None and (after.ok, after.says) == (True, "99 runs.")
