"""Power cuts at any moment, after which the disk has any part of the unsynced writes."""

import shutil
import socket
import subprocess
import sys
import tempfile
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from pegboard.errors import DeviceError
from pegboard.storage.game_rows import extent, open_to_read, read_games
from tests.support.journals import recovered_actions
from tests.support.running_board import RunningBoard
from tests.support.waiting import wait_until
from tests.tools import power_cut
from tests.tools.power_cut import (
    SAID,
    SYNC,
    WRITE,
    Disk,
    Operation,
    acknowledged,
    build,
    environment,
    read_log,
)
from tests.tools.soak import Player

pytestmark = pytest.mark.group("storage")

CUTS = 300
PRESSES_A_GAME = 50
"""Presses between two new games, each of which comes with a backup."""
MANY = 7
"""Writes of one file that are not synced: the disk may have any of them."""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("power_cut"))


@pytest.fixture
def folder() -> Iterator[Path]:
    """Returns a folder, in memory if possible, because five hundred disks are written."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as name:
        yield Path(name)


def each_cut(
    done: list[Operation], root: Path, cuts: int, folder: Path, seed: int
) -> Iterator[tuple[int, str, Path]]:
    """Yields disks after power cuts, with the number of operations before and the scheme.

    A third follow an acknowledgement, and a third are at critical moments.
    """
    rng, disk = Random(seed), Disk(root)
    said = [number for number, it in enumerate(done, 1) if it.what == SAID]
    anywhere = range(1, len(done) + 1)
    moments = (said, delicate(done) or anywhere, anywhere)
    replay_steps = sorted(rng.choice(moments[number % 3]) for number in range(cuts))
    at = 0
    for moment in replay_steps:
        for it in done[at:moment]:
            disk.apply(it)
        at = moment
        left = folder / "disk"
        left.mkdir()
        yield moment, disk.cut(left, rng), left
        shutil.rmtree(left)


def delicate(done: list[Operation]) -> list[int]:
    """Returns moments with much unsynced data, or a rewritten file header."""
    found: list[int] = []
    unsynced: Counter[int] = Counter()
    for number, it in enumerate(done, 1):
        if it.what == SYNC:
            unsynced[it.fd] = 0
        elif it.what == WRITE:
            unsynced[it.fd] += 1
            if unsynced[it.fd] >= MANY or it.offset == 0:
                found.append(number)
    return found


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize(("presses", "cuts"), [(300, 60), (1500, CUTS)])
def test_power_cut_loses_no_acknowledged_entry(
    library: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, presses: int, cuts: int
) -> None:
    state, log = folder / "state", folder / "log"
    state.mkdir()
    with monkeypatch.context() as around:
        for name, value in environment(library, state, log).items():
            around.setenv(name, value)
        service = RunningBoard(state, "--no-demo", fresh=True)  # the library caches them
    players = [Player("ann", 1), Player("ben", 2)]
    for player in players:
        player.service = service
        player.start()
    games: list[str] = []

    def acknowledged_all() -> int:
        return sum(len(player.acknowledged) for player in players)

    while (before := acknowledged_all()) < presses:
        games.append(f"game-{len(games)}")
        assert service.command(id=games[-1], new={"mode": "score"})["ok"]
        backup = urllib.request.Request(service.address + "api/backup", b"", method="POST")
        assert urllib.request.urlopen(backup).read()
        wait_until(lambda: acknowledged_all() >= before + PRESSES_A_GAME, "so many presses")
    for player in players:
        player.service = None
    service.kill()
    for player in players:
        player.stopping = True
        player.join(30)
    lines = {id: line for player in players for id, line in player.acknowledged.items()}
    lines |= dict.fromkeys(games, "new game")
    assert len(lines) > min(presses, 300), "there was no load to speak of"

    done = list(read_log(log))
    promised_at: list[tuple[int, str]] = []
    for number, it in enumerate(done, 1):
        if it.what == SAID:
            promised_at += [(number, id) for id in acknowledged(it.first) if id in lines]
    assert {id for _, id in promised_at} == set(lines), "an acknowledgement was not seen"
    schemes: dict[str, int] = {}
    for moment, scheme, left in each_cut(done, state, cuts, folder, seed=7):
        schemes[scheme] = schemes.get(scheme, 0) + 1
        promised = {id for number, id in promised_at if number <= moment}
        if not promised:
            continue  # before the first start there may be no journal
        rows = recovered_actions(left)
        missing = [id for id in promised if rows.get(id) != lines[id]]
        assert not missing, f"cut after {moment} of {len(done)} ({scheme}): {missing} are missing"
        known = {id for id in rows if id in lines or id.startswith(("ann", "ben", "game"))}
        assert len(known - promised) <= 3, "more was there than had been asked for"
    print(f"{cuts} cuts of {len(done)} steps, {len(lines)} acknowledged, 0 missing: {schemes}")
    assert set(schemes) == set(power_cut.SCHEMES)
    # Counter-check: a journal that never syncs is detected.
    careless, found_out = [it for it in done if it.what != SYNC], 0
    for moment, _, left in each_cut(careless, state, 20, folder, seed=7):
        said = b"".join(it.first for it in careless[:moment] if it.what == SAID)
        try:
            found_out += not set(acknowledged(said)) & set(lines) <= set(recovered_actions(left))
        except (AssertionError, DeviceError):
            found_out += 1
    assert found_out >= 10


RESTORE = """
import socket, sys
from pathlib import Path
from pegboard.storage.journal import SqliteJournal
from pegboard.storage.snapshots import make_copy
from pegboard.storage.recovery import open_journal
from pegboard.storage.restore import prepare_restore, replace_games
from pegboard.storage.port import Entry
from tests.support.journals import append_pegs

state, backup, fd = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
said = socket.socket(fileno=fd)
journal, told = open_journal(state, 1.0)
append_pegs(journal, "old", 1, 40)
said.send(b"played")
assert make_copy(journal, state, 1.0) is not None
said.send(b"copied")
append_pegs(journal, "old", 41, 60)
said.send(b"played on")
with prepare_restore(backup, state) as ready:
    replace_games(journal, ready, 1.0)
    said.send(b"restored")
append_pegs(journal, "newer", 1, 20)
said.send(b"played after")
journal.close()
"""


def backup_of(folder: Path, play: Callable[..., None]) -> Path:
    from pegboard.storage.backup import write_backup
    from pegboard.storage.journal import SqliteJournal

    journal = SqliteJournal(folder / "other" / "journal.db")
    play(journal, "from the backup", 1, 30)
    journal.copy_to(folder / "copy.db")
    journal.close()
    with (folder / "backup").open("xb") as out:
        write_backup(out, folder / "copy.db", {})
    return folder / "backup"


def entries_of(copy: Path) -> int:
    with closing(open_to_read(copy)) as db:
        return extent(read_games(db)).entries


@pytest.mark.slow
@pytest.mark.parametrize("cuts", [100, CUTS])
def test_restore_is_atomic_under_power_cuts(library: Path, folder: Path, cuts: int) -> None:
    from tests.support.journals import append_pegs

    state, log, backup = folder / "state", folder / "log", backup_of(folder, append_pegs)
    state.mkdir()
    ours, theirs = socket.socketpair()
    with ours, theirs:
        subprocess.run(
            [sys.executable, "-c", RESTORE, state, backup, str(theirs.fileno())],
            env=environment(library, state, log) | {"PYTHONPATH": ":".join(sys.path)},
            pass_fds=[theirs.fileno()],
            check=True,
        )
    done = list(read_log(log))
    found: set[str] = set()
    for moment, scheme, left in each_cut(done, state, cuts, folder, seed=8):
        said = [it.first for it in done[:moment] if it.what == SAID]
        if b"played" not in said:
            continue
        rows = recovered_actions(left)
        games = {id for id, line in rows.items() if line == "new game"}
        where = f"cut after {moment} of {len(done)} ({scheme})"
        old = sum(id.startswith("old-") for id in rows)
        if b"restored" in said:
            assert "from the backup" in games and "old" not in games, where
        elif "old" in games:
            assert games == {"old"} and old >= (60 if b"played on" in said else 40), where
        else:
            assert games == {"from the backup"} and b"played on" in said, where
        if b"played after" in said:
            assert sum(id.startswith("newer-") for id in rows) == 20, where
        if b"copied" in said:
            assert max(map(entries_of, (left / "copies").glob("*.db"))) >= 40
        found |= games
    assert found == {"old", "from the backup", "newer"}
