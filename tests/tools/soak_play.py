"""Plays thousands of games through the service while devices fail.

    make soak-play    or: python -m tests.tools.soak_play --games 2000 --into build/soak-play

Three games of four the computer plays against itself, the fourth somebody plays at the page, by
commands; every game is journaled. The strip is pulled, the camera dies, hangs and returns, a button
sticks, the disk is read-only for a while, the clock jumps, copies are made: each on a schedule of
its own. Pegs walk fast, nobody pauses to think; all else is as it runs on a board.

Between deals the light is compared with the score: the frame on the strip must be the one that the
score asks for. Every few games memory, open files, threads and tasks are measured.
"""

import argparse
import asyncio
import contextlib
import json
import logging
import os
import shutil
import statistics
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any
from unittest import mock

from pegboard import kinds
from pegboard.analysis.svg import INK, MUTED, PAPER, RULE
from pegboard.board import track
from pegboard.board.color import for_leds, limit
from pegboard.board.layout import Layout
from pegboard.board.render import render
from pegboard.config import Config
from pegboard.controls import Button
from pegboard.cribbage.game import Muggins, legal_actions
from pegboard.cribbage.notation import format_action
from pegboard.devices import strip_driver
from pegboard.devices.inputs._fingers import Fault
from pegboard.devices.strips.memory import MemoryStrip
from pegboard.errors import Common, DeviceMissing
from pegboard.pairing.viewer import BOARD
from pegboard.schema.messages import AckMessage
from pegboard.service.build import App, build_app, start_first_game
from pegboard.session.views.scene import scene_of
from tests.support.camera_processes import SHELL_CAMERA
from tests.support.session import command
from tests.support.waiting import await_until

SAMPLE_EVERY = 10
WARM = 0.2
"""The first part of a soak, in which caches fill; growth is measured after it."""
FLAT = 0.05


@dataclass(slots=True)
class Sample:
    """Resources held by the service after some games."""

    games: int
    rss_mib: float
    files: int
    threads: int
    tasks: int


@dataclass(slots=True)
class PlayResult:
    """Result of a run."""

    games: int = 0
    by_page: int = 0
    commands: int = 0
    refused: int = 0
    """Commands refused because the disk could not be written; they must change nothing."""
    lights_compared: int = 0
    lights_wrong: int = 0
    troubles: dict[str, int] = field(default_factory=dict)
    reported: dict[str, int] = field(default_factory=dict)
    """Troubles that the page named while they lasted."""
    seconds: float = 0.0
    samples: list[Sample] = field(default_factory=list)

    def growth(self) -> float:
        """Memory growth after warm-up, relative."""
        late = [s for s in self.samples if s.games >= WARM * self.games]
        fifth = max(1, len(late) // 5)
        first = statistics.median(s.rss_mib for s in late[:fifth])
        last = statistics.median(s.rss_mib for s in late[-fifth:])
        return last / first - 1

    def leaked(self) -> int:
        """Number of files left open since warm-up."""
        late = [s.files for s in self.samples if s.games >= WARM * self.games]
        fifth = max(1, len(late) // 5)
        return round(statistics.median(late[-fifth:]) - statistics.median(late[:fifth]))

    def good(self) -> bool:
        return self.lights_wrong == 0 and self.growth() <= FLAT and self.leaked() <= 0

    def in_words(self) -> str:
        last = self.samples[-1]
        return (
            f"{self.games} games ({self.by_page} by the page, {self.commands} commands, "
            f"{self.refused} refused while the disk failed) in {self.seconds:.0f} s; light and "
            f"score compared {self.lights_compared} times, {self.lights_wrong} differed; troubles "
            f"{self.troubles}, named on the page {self.reported}; memory {last.rss_mib:.1f} MiB, "
            f"{self.growth():+.1%} after the warm part; {last.files} files ({self.leaked():+d}), "
            f"{last.threads} threads, {last.tasks} tasks"
        )


class UnpluggableStrip:
    """An in-memory strip that can be disconnected."""

    def __init__(self) -> None:
        self.plugged = True
        self.strip: MemoryStrip | None = None

    def open(self, layout: Layout) -> MemoryStrip:
        if not self.plugged:
            raise DeviceMissing(Common.VERBATIM, says="memory: there is no strip")
        self.strip = MemoryStrip(layout.length)
        return self.strip

    def lit(self) -> bytes:
        return b"" if self.strip is None else self.strip.frame

    def pull(self) -> None:
        self.plugged = False
        if self.strip is not None:
            self.strip.unplug()


class Play:
    """One service and its players."""

    def __init__(self, parts: App, strip: UnpluggableStrip, camera: Path, done: PlayResult) -> None:
        self.parts, self.strip, self.camera, self.done = parts, strip, camera, done
        self.rng = Random(done.games)
        self.clock_off_s = 0.0
        self.number = 0
        self.calm_s = 4.0
        """Maximum number of seconds between two faults."""
        self.troubled: set[str] = set()
        parts.table._wall_clock = lambda: time.time() + self.clock_off_s
        parts.backups._wall_clock = lambda: time.time() + self.clock_off_s

    async def until(self, what: str, test: Any, most_s: float = 120.0) -> None:
        def missing() -> str:
            state = self.parts.table.state
            return f"{what} (at {state.stage_name}, {state})"

        await await_until(test, missing, most_s, every_s=0.002)

    async def ask(self, **what: Any) -> AckMessage:
        self.number += 1
        self.done.commands += 1
        return await self.parts.commands.execute(
            command(f"{id(self)}-{self.number}", **what), "soak", BOARD
        )

    def faulty(self) -> set[str]:
        return {
            each["name"] for each in self.parts.publisher.snapshot()["devices"] if not each["ok"]
        }

    # --- games

    async def game(self, number: int) -> None:
        """Plays one game."""
        by_page = number % 4 == 3
        seats = ["person", "beginner"] if by_page else ["beginner", "beginner"]
        new = {"mode": "computer" if by_page else "demo", "seats": seats}

        async def is_begun() -> bool:
            answer = await self.ask(new=new)
            assert answer["ok"] or "disk" in self.troubled, answer
            self.done.refused += not answer["ok"]
            return answer["ok"]

        await await_until(is_begun, "a new game", every_s=0.05)
        comparing = asyncio.ensure_future(self.compare())
        try:
            if by_page:
                self.done.by_page += 1
                await self.at_the_page()
            await self.until("the end", lambda: self.parts.table.state.over)
        finally:
            comparing.cancel()
            await asyncio.gather(comparing, return_exceptions=True)
        if comparing.done() and not comparing.cancelled() and comparing.exception():
            raise comparing.exception()  # type: ignore[misc]
        self.done.games += 1

    async def at_the_page(self) -> None:
        """Plays seat 0 by commands, choosing any legal action."""
        desk, at = self.parts, self.parts.table
        while not at.state.over:
            if desk.game.opponents.awaiting_ack:
                await self.ask(press="ok")
                await asyncio.sleep(0.1)
                continue
            mine = [a for a in legal_actions(at.state, 0) if not isinstance(a, Muggins)]
            turn = at.state.stage_name in ("discard", "play") and mine
            before, seq = at.state, at.seq
            if not turn:
                opponents = desk.game.opponents
                await self.until(
                    "a move",
                    lambda before=before, opponents=opponents: (
                        at.state is not before or opponents.awaiting_ack
                    ),
                )
                continue
            answer = await self.ask(action=format_action(self.rng.choice(mine)))
            if not answer["ok"]:
                self.done.refused += "disk" in answer["error"] or "written" in answer["error"]
                if "disk" in self.troubled and at.seq == seq:
                    assert at.state is before, "refused, and something moved"
                    assert "journal" in self.faulty()
                await asyncio.sleep(0.01)

    async def compare(self) -> None:
        """Asserts that the strip shows the score between deals."""
        parts = self.parts
        while True:
            await asyncio.sleep(self.rng.uniform(0.02, 0.12))
            if parts.lights.fault is not None or not self.strip.plugged:
                continue
            with parts.game.opponents.paused():
                state = parts.table.state
                if state.stage_name not in ("deal", "discard") or state.over or self.busy():
                    continue
                end = time.monotonic() + 20
                while not (same := self.strip.lit() == self.wanted()):
                    if time.monotonic() > end or parts.lights.fault is not None or self.busy():
                        break
                    if parts.table.state is not state:
                        break  # a move was on its way already
                    await asyncio.sleep(0.005)
                if same or time.monotonic() > end:
                    self.done.lights_compared += 1
                    self.done.lights_wrong += not same

    def busy(self) -> bool:
        """Returns whether the board shows more than the score."""
        return self.parts.game.counting.is_reading or self.parts.game.counting.offer is not None

    def wanted(self) -> bytes:
        at, shown = self.parts.table.state, self.parts.lights
        now = shown._scene
        scene = scene_of(at, (0,) * at.rules.players, wins=() if now is None else now.wins)
        picture = render(scene, self.parts.layout, shown.palette, time.monotonic())
        return limit(for_leds(picture, shown._brightness * shown._level), shown._max_mA)

    # --- faults, each on a separate schedule

    async def cause_faults(self) -> None:
        """Breaks and repairs devices until cancelled."""
        turns = [self.cable, self.disk, self.camera_client, self.button, self.time, self.copy]
        number = 0
        while True:
            await asyncio.sleep(self.rng.uniform(0.5, self.calm_s))
            await turns[number % len(turns)]()
            number += 1

    def had_every_fault(self) -> bool:
        """Returns whether every fault has occurred and is over."""
        return {"strip", "disk", "camera", "button", "clock", "copy"} <= set(self.done.troubles)

    def count(self, name: str) -> None:
        self.done.troubles[name] = self.done.troubles.get(name, 0) + 1

    async def wait_for_report(self, name: str, device: str) -> None:
        """Waits until the page reports the fault."""
        await self.until(f"{name} named", lambda: device in self.faulty())
        self.done.reported[name] = self.done.reported.get(name, 0) + 1

    async def cable(self) -> None:
        self.count("strip")
        self.strip.pull()
        await self.wait_for_report("strip", "strip")
        self.strip.plugged = True
        await self.until("strip back", lambda: "strip" not in self.faulty())

    async def disk(self) -> None:
        self.count("disk")
        self.troubled.add("disk")
        await self.journal("pragma query_only = on")
        await asyncio.sleep(0.3)
        if "journal" in self.faulty():
            self.done.reported["disk"] = self.done.reported.get("disk", 0) + 1
        await self.journal("pragma query_only = off")
        self.troubled.discard("disk")

    async def journal(self, statement: str) -> None:
        await self.parts.run_blocking(self.parts.journal._query, statement)

    async def camera_client(self) -> None:
        self.count("camera")
        self.camera.write_text(self.rng.choice(["dies", "fails", "babbles"]))
        await self.look(lambda: "camera" in self.faulty())
        self.done.reported["camera"] = self.done.reported.get("camera", 0) + 1
        self.camera.write_text("well")
        await self.look(lambda: "camera" not in self.faulty())

    async def look(self, test: Any) -> None:
        """Looks until it is so: a look ends where a new game begins."""
        counting = self.parts.game.counting

        async def is_seen() -> bool:
            counting.read_camera()
            await self.until("looked", lambda: not counting.is_reading)
            counting.dismiss()
            return bool(test())

        def missing() -> str:
            return f"a change of {self.parts.publisher.snapshot()['devices']}"

        await await_until(is_seen, missing, 120.0)

    async def button(self) -> None:
        self.count("button")
        source: Any = next(iter(self.parts.sources._open.values()))
        source.misbehave(Button.parse("1-1"), self.rng.choice([Fault.MISSING, Fault.BOUNCING]))
        await asyncio.sleep(0.1)
        source.misbehave(Button.parse("1-1"), None)

    async def time(self) -> None:
        self.count("clock")
        self.clock_off_s += self.rng.choice([-26, -3, -1, 1, 5, 30]) * 3600.0

    async def copy(self) -> None:
        self.count("copy")
        await self.parts.backups.copy()


def measured(games: int) -> Sample:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    threads = len(os.listdir("/proc/self/task"))  # noqa: PTH208
    files = len(os.listdir("/proc/self/fd"))  # noqa: PTH208
    rss = pages * os.sysconf("SC_PAGE_SIZE") / 2**20
    return Sample(games, round(rss, 2), files, threads, len(asyncio.all_tasks()))


async def soak_play(folder: Path, games: int, done: PlayResult, kept: Path | None = None) -> None:
    """Plays this many games and until every fault has occurred; saves to `done`."""
    folder.mkdir(parents=True, exist_ok=True)
    camera, strip = folder / "camera", UnpluggableStrip()
    (folder / "camera.sh").write_text(SHELL_CAMERA)
    camera.write_text("well")
    config = Config(state=str(folder / "state"))
    config = replace(
        config,
        board=replace(config.board, strip="memory:"),
        buttons=replace(config.buttons, source="gpio:mock"),
        camera=replace(config.camera, source="files:"),
        game=replace(config.game, pace_s=0.0, attract_s=0),
    )
    parts = await build_app(config, factory=strip.open, rng=Random(done.games))
    assert parts.camera_client is not None
    parts.camera_client._command, parts.camera_client.address = (
        ("sh", str(folder / "camera.sh"), "x"),
        str(camera),
    )
    works = [asyncio.ensure_future(work) for work in parts.background_tasks()]
    await start_first_game(parts)
    play = Play(parts, strip, camera, done)
    watching = [asyncio.ensure_future(watch(parts)) for _ in range(3)]
    troubling = asyncio.ensure_future(play.cause_faults())
    began, before = time.monotonic(), done.seconds
    try:
        while done.games < games or not play.had_every_fault():
            await play.game(done.games)
            if troubling.done():
                troubling.result()
            done.seconds = round(before + time.monotonic() - began, 1)
            if done.games % SAMPLE_EVERY == 0:
                done.samples.append(measured(done.games))
                if kept is not None:
                    kept.write_text(json.dumps(asdict(done)))
                if done.games % 50 == 0:
                    print(done.in_words(), flush=True)
    finally:
        for task in [troubling, *watching, *works]:
            task.cancel()
        await asyncio.gather(troubling, *watching, *works, return_exceptions=True)
        await parts.close()


async def watch(parts: App) -> None:
    with parts.publisher.subscribe() as feed:
        async for _ in feed:
            pass


@contextlib.contextmanager
def compressed() -> Any:
    """Shortens walks and retries, and journals computer games like others."""
    stored = tuple(replace(k, is_stored=True) if k is kinds.DEMO else k for k in kinds.KINDS)
    with (
        mock.patch.object(track, "seconds", lambda holes: 0.01),
        mock.patch.object(strip_driver, "PAUSES_S", (0.05,)),
        mock.patch.object(strip_driver, "HEARTBEAT_S", 0.2),
        mock.patch.object(kinds, "KINDS", stored),
    ):
        yield


def curve(done: PlayResult, title: str, values: Sequence[float], unit: str) -> str:
    """Returns an SVG chart of one figure over the games."""
    width, height, left, top, base = 640, 240, 70, 44, 190
    high = max(values) * 1.1 or 1.0
    last = done.samples[-1].games
    points = " ".join(
        f"{left + (width - left - 20) * s.games / last:.1f},{base - (base - top) * v / high:.1f}"
        for s, v in zip(done.samples, values, strict=True)
    )
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
            f'font-family="system-ui, sans-serif" font-size="15"><title>{title}</title>',
            f'<rect width="{width}" height="{height}" fill="{PAPER}"/>',
            f'<text x="{left}" y="26" fill="{INK}" font-weight="700">{title}</text>',
            f'<line x1="{left}" y1="{base}" x2="{width - 20}" y2="{base}" stroke="{RULE}"/>',
            f'<text x="{left - 8}" y="{top + 5}" text-anchor="end" fill="{MUTED}">{high:.0f} {unit}'
            "</text>",
            f'<text x="{left - 8}" y="{base + 5}" text-anchor="end" fill="{MUTED}">0</text>',
            f'<text x="{width - 20}" y="{base + 24}" text-anchor="end" fill="{MUTED}">{last} games'
            "</text>",
            f'<polyline points="{points}" fill="none" stroke="#0072B2" stroke-width="2.5"/>',
            "</svg>",
            "",
        ]
    )


def report(done: PlayResult, into: Path) -> None:
    """Writes the report and its charts."""
    pictures = {
        "memory": ("Memory of the service", [s.rss_mib for s in done.samples], "MiB"),
        "files": ("Open files", [float(s.files) for s in done.samples], ""),
        "tasks": ("Tasks of the event loop", [float(s.tasks) for s in done.samples], ""),
    }
    lines = [f"# {done.games} games", "", f"{done.in_words()}.", ""]
    for name, (title, values, unit) in pictures.items():
        (into / f"{name}.svg").write_text(curve(done, title, values, unit))
        lines += [f"![{title}]({name}.svg)", ""]
    (into / "report.md").write_text("\n".join(lines))


def main() -> int:
    """Plays in a single process, so that leaks show; saves progress as it goes."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--games", type=int, default=2000)
    options.add_argument("--into", type=Path, default=Path("build/soak-play"))
    arguments = options.parse_args()
    into: Path = arguments.into
    shutil.rmtree(into, ignore_errors=True)
    into.mkdir(parents=True)
    logging.basicConfig(filename=into / "log.txt", level=logging.WARNING)
    done = PlayResult()
    with compressed():
        asyncio.run(soak_play(into / "board", arguments.games, done, into / "progress.json"))
    report(done, into)
    print(f"{done.in_words()}\n{into / 'report.md'}")
    return 0 if done.good() else 1


if __name__ == "__main__":
    sys.exit(main())
