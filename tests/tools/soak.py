"""Kills the service repeatedly while two players press: `make soak`.

    python -m tests.tools.soak --kills 1000 --into build/soak

A SIGKILL at any moment, the start of the service included; two players who press without pause and
ask again with the same id after a death; now and then a new game, a backup, a copy. Afterwards the
journal is compared with what was acknowledged. Progress is kept, so that a soak that was cut short
goes on where it stood.
"""

import argparse
import json
import os
import random
import shutil
import sqlite3
import statistics
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, field
from http.client import HTTPException
from math import inf
from pathlib import Path
from random import Random
from typing import Any

from pegboard.analysis.svg import INK, MUTED, PAPER, RULE
from pegboard.session.memory import SavedTableFile
from tests.support.running_board import RunningBoard
from tests.support.waiting import wait_until

LINES = ("peg 0 1", "peg 1 1", "correct 0 0", "correct 1 0", "undo")
"""Steps forwards and back, so that no game ends while others still press."""
LONGEST_LIFE_S = 0.5
GAME_EVERY = 8
"""Kills between two new games: as many entries as a long game has."""


class Player(threading.Thread):
    """Presses continuously, and retries with the same id after a kill."""

    def __init__(self, name: str, seed: int) -> None:
        super().__init__(name=name, daemon=True)
        self.rng = Random(seed)
        self.service: RunningBoard | None = None
        self.acknowledged: dict[str, str] = {}
        self.refused = 0
        self.number = 0
        self.open: tuple[str, str] | None = None
        self.stopping = False

    def run(self) -> None:
        while not self.stopping:
            wait_until(lambda: self.stopping or self.service, "a service", inf, every_s=0.002)
            if (service := self.service) is None:
                continue
            if self.open is None:
                self.number += 1
                self.open = (f"{self.name}-{self.number}", self.rng.choice(LINES))
            id, line = self.open
            try:
                answer = service.command(id=id, action=line)
            except (OSError, ValueError, HTTPException):
                continue  # it died under us: the same command again, to the next service
            if answer["ok"]:
                self.acknowledged[id] = line
            else:
                self.refused += 1
            self.open = None


@dataclass(slots=True)
class SoakResult:
    """Result of a soak."""

    kills: int = 0
    in_start: int = 0
    """Of them, before the service was up."""
    acknowledged: int = 0
    committed: int = 0
    games: int = 0
    lost: int = 0
    doubled: int = 0
    broken: int = 0
    """Times the journal failed SQLite's full check."""
    starts_s: list[float] = field(default_factory=list)
    """From the process's start to the first page, of every start that was let be."""

    starts_cpu_s: list[float] = field(default_factory=list)
    """Of the processor, for the same: what else runs on the machine does not count."""

    def add(self, other: "SoakResult") -> None:
        for name in ("kills", "in_start", "acknowledged", "committed", "games", "lost", "doubled"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.broken += other.broken
        self.starts_s += other.starts_s
        self.starts_cpu_s += other.starts_cpu_s

    def in_words(self) -> str:
        slow = sum(start > 2.0 for start in self.starts_s)
        return (
            f"{self.kills} kills ({self.in_start} of them during a start), "
            f"{self.acknowledged} actions acknowledged, {self.committed} committed in "
            f"{self.games} games: {self.lost} lost, {self.doubled} doubled, {self.broken} journals "
            f"broken. Starts: median {statistics.median(self.starts_s):.2f} s, "
            f"worst {max(self.starts_s):.2f} s, {slow} of {len(self.starts_s)} over 2 s; of the "
            f"processor median {statistics.median(self.starts_cpu_s):.2f} s, "
            f"worst {max(self.starts_cpu_s):.2f} s"
        )


def soak(folder: Path, kills: int, seed: int, fresh_every: int = 1) -> SoakResult:
    """Kills a service repeatedly.

    Args:
        folder: its `state` becomes the state folder, and must be new.
        kills: in all.
        seed: of everything that is random.
        fresh_every: starts Python anew for one of so many services, and forks the others.
    """
    state, rng = folder / "state", Random(seed)
    folder.mkdir(parents=True, exist_ok=True)
    players = [Player("ann", seed * 10 + 1), Player("ben", seed * 10 + 2)]
    for player in players:
        player.start()
    done = SoakResult()
    new_games: set[str] = set()
    while done.kills < kills:
        if rng.random() < 0.15:
            die_in_start(state, folder, rng.uniform(0.0, 0.8))
            done.kills += 1
            done.in_start += 1
            continue
        begin = time.monotonic()
        service = RunningBoard(state, "--no-demo", fresh=len(done.starts_s) % fresh_every == 0)
        service.get("api/state")
        done.starts_s.append(time.monotonic() - begin)
        done.starts_cpu_s.append(processor_s(service.process.pid))
        if done.kills % GAME_EVERY == 0:
            id = f"game-{done.kills}"
            if service.command(id=id, new={"mode": "score"})["ok"]:
                new_games.add(id)
        for player in players:
            player.service = service
        until = time.monotonic() + rng.uniform(0.0, LONGEST_LIFE_S)
        if rng.random() < 0.2:  # a copy of the journal is being made meanwhile
            threading.Thread(target=back_up, args=(service,), daemon=True).start()
        time.sleep(max(0.0, until - time.monotonic()))
        for player in players:
            player.service = None
        service.kill()
        done.kills += 1
    for player in players:
        player.stopping = True
        player.join(60)

    rows, games, said = committed(state)
    ids = [id for id, _ in rows]
    # Those by which a new game was taken back: the game that went on has no line of them.
    committed_rows = dict(rows) | dict.fromkeys(SavedTableFile(state).content.done, "undo")
    acknowledged = {id: line for player in players for id, line in player.acknowledged.items()}
    done.acknowledged, done.committed, done.games = len(acknowledged), len(rows), len(games)
    done.lost = sum(committed_rows.get(id) != line for id, line in acknowledged.items())
    done.lost += len(new_games - games)
    done.doubled = len(ids) - len(set(ids))
    done.broken = int(said != "ok")
    return done


def processor_s(pid: int) -> float:
    """Returns the CPU time of a process, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def die_in_start(state: Path, folder: Path, after_s: float) -> None:
    command = [sys.executable, "-m", "pegboard", "run", "--simulated", "--no-demo", "--port", "0"]
    with (folder / "stderr.txt").open("a") as errors:
        process = subprocess.Popen(
            [*command, "--state", str(state)], stdout=subprocess.DEVNULL, stderr=errors
        )
        time.sleep(after_s)
        process.kill()
        process.wait()


def back_up(service: RunningBoard) -> None:
    request = urllib.request.Request(service.address + "api/backup", b"", method="POST")
    with suppress(OSError, HTTPException, urllib.error.URLError):
        urllib.request.urlopen(request, timeout=10).read()


def committed(state: Path) -> tuple[list[tuple[str, str]], set[str], str]:
    """Returns entries by id, game ids, and the result of SQLite's integrity check."""
    with closing(sqlite3.connect(state / "journal.db")) as db:
        rows = db.execute("select id, action from entry order by game, seq").fetchall()
        games = {row[0] for row in db.execute("select id from game")}
        # Entries follow each other without a gap in every game.
        gaps = db.execute(
            "select game from entry group by game having max(seq) != count(*) or min(seq) != 1"
        ).fetchall()
        integrity = str(db.execute("pragma integrity_check").fetchone()[0])
    return rows, games, integrity if not gaps else f"gaps in {gaps}"


def histogram(starts_s: list[float], title: str) -> str:
    """Returns an SVG histogram of start times."""
    width, height, left, base = 640, 260, 56, 210
    step = 0.1
    most = max(2.2, max(starts_s) + step)
    bins = [0] * (int(most / step) + 1)
    for start in starts_s:
        bins[int(start / step)] += 1
    wide = (width - left - 20) / len(bins)
    high = max(bins)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f'font-family="system-ui, sans-serif" font-size="15"><title>{title}</title>',
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/>',
        f'<text x="{left}" y="26" fill="{INK}" font-weight="700">{title}</text>',
        f'<line x1="{left}" y1="{base}" x2="{width - 20}" y2="{base}" stroke="{RULE}"/>',
        f'<text x="{left - 8}" y="52" text-anchor="end" fill="{MUTED}">{high}</text>',
    ]
    for number, count in enumerate(bins):
        tall = 165 * count / high
        parts.append(
            f'<rect x="{left + number * wide:.1f}" y="{base - tall:.1f}" '
            f'width="{max(wide - 2, 1):.1f}" height="{tall:.1f}" fill="#0072B2"/>'
        )
    for seconds in range(int(most) + 1):
        x = left + seconds / step * wide
        parts.append(
            f'<text x="{x:.1f}" y="{base + 22}" text-anchor="middle" fill="{MUTED}">{seconds} s'
            "</text>"
        )
    limit = left + 2.0 / step * wide
    parts.append(
        f'<line x1="{limit:.1f}" y1="40" x2="{limit:.1f}" y2="{base}" stroke="#CC79A7" '
        'stroke-dasharray="4 4"/>'
    )
    return "\n".join([*parts, "</svg>", ""])


def main() -> int:
    """Runs the soak in resumable batches of 100 kills."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--kills", type=int, default=1000)
    options.add_argument("--into", type=Path, default=Path("build/soak"))
    options.add_argument("--anew", action="store_true", help="forget an earlier soak")
    arguments = options.parse_args()
    into: Path = arguments.into
    into.mkdir(parents=True, exist_ok=True)
    progress_file = into / "progress.json"
    done = SoakResult()
    if progress_file.exists() and not arguments.anew:
        done = SoakResult(**json.loads(progress_file.read_text()))
        if done.kills >= arguments.kills:
            done = SoakResult()
    while done.kills < arguments.kills:
        piece: Any = min(100, arguments.kills - done.kills)
        folder = into / f"piece-{done.kills:05}-{random.randrange(10**6)}"
        done.add(soak(folder, piece, seed=done.kills + 1))
        progress_file.write_text(json.dumps(asdict(done)))
        print(done.in_words(), flush=True)
        if done.lost or done.doubled or done.broken:
            print(f"look into {folder}", file=sys.stderr)
            return 1
        shutil.rmtree(folder)
    title = f"{len(done.starts_s)} starts after {done.kills} kills"
    (into / "starts.svg").write_text(histogram(done.starts_s, title))
    (into / "report.md").write_text(
        f"# {done.kills} kills\n\n{done.in_words()}.\n\n![How long the starts took](starts.svg)\n"
    )
    print(f"{into / 'report.md'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
