"""Power cuts at any write of a real file system lose no acknowledged entry."""

import json
import os
import shutil
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from pegboard.errors import DeviceError
from tests.machine import disk_log
from tests.machine.conftest import say
from tests.machine.disk_log import FLUSH, SCHEMES, Disk, Write, read_log
from tests.machine.installed import SHARE, Installed
from tests.machine.machine import Machine
from tests.machine.notes import Note, Notebook
from tests.support.journals import recovered_actions

CUTS = int(os.environ.get("PEGBOARD_CUTS", "500"))
PLAY_S = 90
DISK_BYTES = 48 << 20
GAMES = "/var/lib/pegboard"
OWN_DISK = f"""
set -e
systemctl stop pegboard
mount -o noatime /dev/vdb {GAMES}
chown pegboard:pegboard {GAMES} && chmod 750 {GAMES}
systemctl start pegboard
"""


class Played(NamedTuple):
    """A recorded run: initial disk, writes, and acknowledgements."""

    start: Path
    log: Path
    notes: list[Note]


@pytest.fixture(scope="module")
def played(board: Installed, folder: Path) -> Played:
    """Records play on a machine with a separate disk for games, until it is killed."""
    start, disk, log = folder / "start.raw", folder / "games.raw", folder / "games.log"
    with start.open("wb") as file:
        file.truncate(DISK_BYTES)
    subprocess.run(["mke2fs", "-q", "-t", "ext4", "-m", "0", str(start)], check=True)
    shutil.copy(start, disk)
    machine = board.machine(folder / "played", tuple(disk_log.options(disk, log)))
    try:
        machine.wait()
        machine.output(SHARE)
        machine.output(OWN_DISK)
        notebook = Notebook(machine.folder / "notes.sock", log)
        machine.output(f"python3 /share/inside/player.py 2 {PLAY_S} 1", PLAY_S + 400)
        notebook.close()
    finally:
        machine.pull_the_plug()
    return Played(start, log, notebook.notes)


def test_power_cut_at_any_write_loses_no_acknowledged_entry(played: Played) -> None:
    done, lines = list(read_log(played.log)), {note.id: note.action for note in played.notes}
    flushes = sum(1 for write in done if write.flags & FLUSH)
    say(f"{len(done)} entries, {flushes} flushes, {len(lines)} acknowledged")
    assert len(lines) > 200 and flushes > 200, "there was no load to speak of"
    begun, results = time.monotonic(), Counter[str]()
    for end, scheme, image in each_cut(done, played, CUTS, seed=7):
        promised = {note.id for note in played.notes if note.at <= end}
        with mounted(image) as left:
            rows = recovered_actions(left)
        missing = [id for id in promised if rows.get(id) != lines[id]]
        assert not missing, f"cut at {end} ({scheme}): {missing} are missing"
        results[scheme] += 1
    say(f"{CUTS} cuts in {time.monotonic() - begun:.0f} s, 0 lost: {dict(results)}")
    assert set(results) == set(SCHEMES)


def test_missing_flushes_are_detected(played: Played) -> None:
    careless = [write for write in read_log(played.log) if not write.flags & FLUSH]
    lines, found_out = {note.id: note.action for note in played.notes}, 0
    for end, _, image in each_cut(careless, played, 20, seed=8):
        promised = {note.id for note in played.notes if note.at <= end}
        try:
            with mounted(image) as left:
                found_out += not promised <= recovered_actions(left).keys() & lines.keys()
        except (AssertionError, DeviceError, OSError, subprocess.CalledProcessError):
            found_out += 1
    assert found_out >= 10


def each_cut(
    done: list[Write], played: Played, cuts: int, seed: int
) -> Iterator[tuple[int, str, Path]]:
    """Yields disks after power cuts: length of the log, scheme, and disk.

    The first is at the first acknowledgement, before which there may be no journal.
    """
    rng, disk, at = Random(seed), Disk(bytearray(played.start.read_bytes())), 0
    first = next(number for number, write in enumerate(done) if write.end >= played.notes[0].at)
    moments = sorted(rng.randrange(first, len(done)) for _ in range(cuts))
    with tempfile.TemporaryDirectory() as name:
        image = Path(name) / "disk.raw"
        for number, moment in enumerate(moments):
            for write in done[at : moment + 1]:
                disk.take(write)
            at = moment + 1
            scheme = SCHEMES[number % len(SCHEMES)]
            image.write_bytes(disk.cut(scheme, rng))
            yield done[moment].end, scheme, image


@contextmanager
def mounted(image: Path) -> Iterator[Path]:
    """Mounts a disk, replaying the file system's journal; yields the folder."""
    with tempfile.TemporaryDirectory() as name:
        subprocess.run(["mount", "-o", "loop", str(image), name], check=True, capture_output=True)
        try:
            yield Path(name)
        finally:
            subprocess.run(["umount", name], check=True)


KILLS = int(os.environ.get("PEGBOARD_KILLS", "3"))


def test_killed_machine_loses_no_acknowledged_entry(board: Installed, folder: Path) -> None:
    """Kills the machine during play, with the games on its system disk."""
    place, noted, slowest_s = folder / "killed", list[Note](), 0.0
    for number in range(KILLS):
        machine = board.machine(place)
        try:
            slowest_s = max(slowest_s, machine.first_page())
            machine.wait()
            saved = ids_on_disk(machine)
            missing = [note.id for note in noted if note.id not in saved]
            assert not missing, f"after {number} kills {missing} are missing"
            machine.output(SHARE)
            notebook = Notebook(machine.folder / "notes.sock")
            player = f"python3 /share/inside/player.py 2 600 {10 + number}"
            machine.output(f"setsid {player} >/dev/null 2>&1 &")
            time.sleep(Random(number).uniform(15, 25))
        finally:
            machine.pull_the_plug()
        notebook.close()
        assert notebook.notes, "nobody played"
        noted += notebook.notes
    machine = board.machine(place)
    try:
        machine.first_page()
        machine.wait()
        saved = ids_on_disk(machine)
    finally:
        machine.pull_the_plug()
    assert [note.id for note in noted if note.id not in saved] == []
    say(f"{KILLS} kills, {len(noted)} acknowledged, 0 lost; first page after {slowest_s:.0f} s")


def ids_on_disk(machine: Machine) -> set[str]:
    """Returns all entry ids after a start, read while the board is stopped."""
    machine.output("systemctl stop pegboard")
    query = "select id from game union select id from entry"
    read = f"[print(id) for id, in sqlite3.connect('{GAMES}/journal.db').execute('{query}')]"
    ids = machine.output(f'/opt/pegboard/current/bin/python -c "import sqlite3; {read}"')
    # the file does not exist before the first game
    table = machine.output(f"cat {GAMES}/table.json 2>/dev/null || echo '{{}}'")
    machine.output("systemctl start pegboard")
    return {*ids.split(), *json.loads(table).get("done", ())}
