"""`pegboard bench`: this machine's figures, each next to what it is judged against.

Only ratios taken in one run mean anything on a shared machine; absolute times are there for
comparing machines. A figure that this version cannot measure is null.
"""

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from itertools import combinations, pairwise
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from pegboard.board.color import OKABE_ITO, for_leds
from pegboard.board.layout import Layout
from pegboard.board.power import limit
from pegboard.board.render import render
from pegboard.board.scene import Scene
from pegboard.cards import DECK, Card
from pegboard.cli.run import changed
from pegboard.config import Config
from pegboard.controls import Button, ButtonKind
from pegboard.game import Rules
from pegboard.layout_files import load_layout
from pegboard.lights import FRAMES_PER_S, Lights
from pegboard.ports import Strip
from pegboard.scoring import hand_points, score_hand

PRESSES = 120
SLICE_S = 0.5
"""Each rate is measured for about so long."""


def bench_command(as_json: bool) -> int:
    """Measures, says what it is doing on stderr, and prints the figures."""
    figures: dict[str, Any] = {}
    for name, measure in MEASURES.items():
        if sys.stderr.isatty():
            print(f"\r\033[K{name} …", end="", file=sys.stderr, flush=True)
        figures.update(measure())
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)
    if as_json:
        print(json.dumps(figures))
        return 0
    for name, value in figures.items():
        print(f"{name:22} {_plain(value)}")
    if brute := figures.get("brute_per_s"):
        print("\nagainst a plain itertools counter:")
        for name in ("hands_per_s", "hand_points_per_s", "score_hand_per_s"):
            if figures.get(name):
                print(f"{name:22} {figures[name] / brute:.1f} x")
    return 0


def _plain(value: Any) -> str:
    if isinstance(value, dict):
        return "  ".join(f"{key} {_plain(item)}" for key, item in value.items())
    return "not measured" if value is None else f"{value:,.2f}".rstrip("0").rstrip(".")


def rate(once: Callable[[], int]) -> float:
    """Things a second, from the median of five slices; `once` says how many it did."""
    slices = []
    for _ in range(5):
        done, begin = 0, time.perf_counter()
        while (spent := time.perf_counter() - begin) < SLICE_S / 5:
            done += once()
        slices.append(done / spent)
    return median(slices)


def brute_points(hand: tuple[Card, ...], starter: Card) -> int:
    """A hand's points by the plainest program: the yardstick of every other one."""
    cards = (*hand, starter)
    points = 0
    for size in range(2, 6):
        for some in combinations(cards, size):
            points += 2 * (sum(card.value for card in some) == 15)
    points += sum(2 for a, b in combinations(cards, 2) if a.rank == b.rank)
    for size in (5, 4, 3):
        runs = 0
        for some in combinations(cards, size):
            ranks = sorted(card.rank for card in some)
            runs += ranks == list(range(ranks[0], ranks[0] + size))
        if runs:
            points += runs * size
            break
    if len({card.suit for card in hand}) == 1:
        points += 4 + (starter.suit == hand[0].suit)
    return points + any(card.rank == 11 and card.suit == starter.suit for card in hand)


def scoring() -> dict[str, Any]:
    """Hands counted a second, by each way of counting."""
    rng = Random(121)
    hands = [tuple(rng.sample(DECK, 5)) for _ in range(500)]

    def each(points: Callable[[tuple[Card, ...], Card], object]) -> Callable[[], int]:
        def once() -> int:
            for cards in hands:
                points(cards[:4], cards[4])
            return len(hands)

        return once

    for cards in hands:
        assert hand_points(cards[:4], cards[4]) == brute_points(cards[:4], cards[4])
    return {
        "brute_per_s": rate(each(brute_points)),
        "hand_points_per_s": rate(each(hand_points)),
        "score_hand_per_s": rate(each(score_hand)),
    }


def bulk() -> dict[str, Any]:
    """Every possible hand, counted as `pegboard score --all` does."""
    out = subprocess.run(
        [sys.executable, "-m", "pegboard", "score", "--all", "--json"],
        capture_output=True,
        text=True,
    )
    if out.returncode:
        return {"hands_per_s": None}
    answer = json.loads(out.stdout)
    return {"hands_per_s": answer["hands"] / answer["seconds"]}


def games() -> dict[str, Any]:
    """Whole games between random players, and their records replayed; decisions of a player."""
    from pegboard.players import by_name
    from pegboard.replay import replay
    from pegboard.selfplay import play_game

    chance, rng = by_name("random"), Random(7)
    records: list[list[Any]] = []

    def play() -> int:
        records.append([action for action, _ in play_game([chance, chance], rng, Rules(), 0)])
        return 1

    def again() -> int:
        actions = records[0]
        replay(Rules(), 0, actions)
        return len(actions)

    per_s = rate(play)
    return {"games_per_s": per_s, "replay_actions_per_s": rate(again), **_decisions()}


def _decisions() -> dict[str, Any]:
    from pegboard.players import by_name
    from pegboard.selfplay import play_game

    player, rng = by_name("simple"), Random(8)
    spent: dict[str, list[float]] = {"discard": [], "play": []}

    class Timed:
        name = player.name

        def choose(self, seen: Any, rng: Random) -> Any:
            begin = time.perf_counter()
            action = player.choose(seen, rng)
            spent.setdefault(seen.stage_name, []).append(time.perf_counter() - begin)
            return action

    for _ in play_game([Timed(), Timed()], rng, Rules(), 0):
        pass
    return {f"{kind}_ms": 1000 * median(spent[kind]) for kind in ("discard", "play")}


def four_tracks() -> Layout:
    """Four straight tracks of 121 holes: 484 pixels, the most there is."""
    rows = []
    for track in range(4):
        rows.append(
            f"[[row]]\ntrack = {track}\nfirst_hole = 1\nlast_hole = 121\n"
            f"first_pixel = {track * 121}\nfrom_mm = [0, {track}]\nto_mm = [121, {track}]\n"
        )
    head = "tracks = 4\nholes = 121\nwidth_mm = 122\nheight_mm = 5\n"
    return Layout.parse(head + "".join(rows), "bench")


def frames() -> dict[str, Any]:
    """A frame of the real four-track board: rendered, bent for LEDs, limited, encoded for SPI.

    Its 484 holes and four starts are 488 pixels.
    """
    from pegboard.strips._ws2812 import CHIPS, USUAL_CHIP, USUAL_HZ, Encoder, code_for

    layout, chip, hz = load_layout("four-track"), CHIPS[USUAL_CHIP], USUAL_HZ[USUAL_CHIP]
    encoder = Encoder(layout.length, code_for(chip, hz), hz, chip.reset_us)
    scene = Scene.of(((40, 35), (51, 50), (0, 0), (121, 110)), turn_track=1, pending=(3, 0, 0, 0))
    moving = scene.toward(Scene.of(((45, 40), (60, 51), (7, 0), (121, 110)), turn_track=1), 0.0)
    now = iter(range(10**9))

    def once() -> int:
        picture = render(moving, layout, OKABE_ITO, next(now) / 400 % 2)
        encoder.encode(limit(for_leds(picture, 0.6), 700))
        return 1

    per_s = rate(once)
    wire_s = 484 * 24 * 1.25e-6 + 300e-6
    return {"frame_us": 1e6 / per_s, "wire_fps_limit": 1 / wire_s, **asyncio.run(_sustained())}


async def _sustained() -> dict[str, Any]:
    """Frames a second that reach a simulated wire, each another one, and the share of a core.

    The simulated port takes as long as a real one; the share is of everything but the LEDs.
    """
    from pegboard.strips import spi

    layout, sent = four_tracks(), 0

    def count(_: bytes) -> None:
        nonlocal sent
        sent += 1

    lights = Lights(
        lambda: Blind(spi.open("mock", layout.length)),
        layout,
        OKABE_ITO,
        brightness=0.6,
        max_mA=2000,
        clock=time.monotonic,
        on_frame=count,
    )
    running = asyncio.ensure_future(lights.run())
    pegs = ((40, 35), (51, 50), (0, 0), (80, 70))
    number, marks = 0, [(time.monotonic(), time.process_time(), sent)]
    while len(marks) < 7:
        lights.show(Scene.of(pegs, turn_track=1, pending=(number % 20 + 1, 0, number % 7, 0)))
        number += 1
        await asyncio.sleep(0.25 / FRAMES_PER_S)  # there is always another one
        if (now := time.monotonic()) - marks[-1][0] >= max(0.3, SLICE_S):
            marks.append((now, time.process_time(), sent))
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    slices = list(pairwise(marks))[1:]  # the first one opened the strip
    return {
        "fps": median((after[2] - before[2]) / (after[0] - before[0]) for before, after in slices),
        "fps_core_share": median((b[1] - a[1]) / (b[0] - a[0]) for a, b in slices),
    }


class Blind:
    """A strip at whose simulated LEDs nobody looks: decoding them is not this machine's work."""

    def __init__(self, strip: Strip) -> None:
        self.strip, self.length = strip, strip.length

    def show(self, frame: bytes) -> None:
        """Lights the strip."""
        self.strip.show(frame)

    def close(self) -> None:
        """Closes the strip."""
        self.strip.close()


class Stamped:
    """The memory strip with a clock: when each frame was handed over."""

    def __init__(self, strip: Strip) -> None:
        self.strip, self.length = strip, strip.length
        self.shown: list[float] = []

    def show(self, frame: bytes) -> None:
        """Notes the time, then lights the strip."""
        self.shown.append(time.monotonic())
        self.strip.show(frame)

    def close(self) -> None:
        """Closes the strip."""
        self.strip.close()


def presses() -> dict[str, Any]:
    """From the edge at the pin of OK to the frame handed over, the journal committed between."""
    spent = sorted(asyncio.run(_press_all()))
    if not spent:
        return {"press_to_frame_ms": None}
    p99 = spent[min(len(spent) - 1, int(len(spent) * 0.99))]
    return {"press_to_frame_ms": {"p50": 1000 * median(spent), "p99": 1000 * p99}}


async def _press_all() -> list[float]:
    from pegboard.service import assemble
    from pegboard.strips import open_strip

    spent: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        config = changed(Config(), simulated=True, state=Path(folder))
        strips: list[Stamped] = []

        def opened(layout: Layout) -> Strip:
            strips.append(Stamped(open_strip("memory:", layout.length)))
            return strips[-1]

        parts = await assemble(config, opened=opened)
        works = [asyncio.ensure_future(work) for work in parts.works()]
        await parts.desk.host.new({"mode": "score"})
        try:
            for number in range(PRESSES):
                if number % 100 == 0:
                    await parts.desk.host.new({"mode": "score"})
                parts.sources.press(Button(ButtonKind.PLUS1, number % 2))
                await _until(lambda: any(parts.desk.presses.pending))
                await asyncio.sleep(0.12)
                before, begin = parts.table.seq, time.monotonic()
                parts.sources.press(Button(ButtonKind.OK))
                await _until(lambda: parts.table.seq == before + 1)  # noqa: B023 - awaited here
                await _until(lambda: strips[0].shown[-1] >= begin)  # noqa: B023 - the same
                await asyncio.sleep(0.12)
                spent.append(next(at for at in strips[0].shown if at >= begin) - begin)
        finally:
            for work in works:
                work.cancel()
            await asyncio.gather(*works, return_exceptions=True)
            await parts.close()
    return spent


async def _until(done: Callable[[], bool]) -> None:
    """Waits on a machine that may be busy with other things."""
    async with asyncio.timeout(30):
        while not done():
            await asyncio.sleep(0.005)


def start() -> dict[str, Any]:
    """From the start of the process to the first page, and the memory it then has."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pegboard", "run", "--simulated", "--port", "0"]
        begin = time.perf_counter()
        service = subprocess.Popen([*command, "--state", folder], stdout=subprocess.PIPE, text=True)
        try:
            assert service.stdout is not None
            address = next(_addresses(service.stdout))
            with urllib.request.urlopen(address, timeout=10) as page:
                page.read()
            start_s = time.perf_counter() - begin
            without = _rss_mib(service.pid)
            _count_once(address)
            camera = sum(_rss_mib(child) for child in _children(service.pid))
            with_camera = _rss_mib(service.pid) + camera
        finally:
            service.terminate()
            service.wait(10)
            if service.stdout is not None:
                service.stdout.close()
    return {"start_s": start_s, "rss_mib": {"without": without, "with": with_camera}}


def _addresses(lines: Any) -> Iterator[str]:
    for line in lines:
        if "http://" in line:
            yield line[line.index("http://") :].strip()


def _count_once(address: str) -> None:
    body = json.dumps({"id": "bench", "count": True}).encode()
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(address + "api/command", body, headers)
    urllib.request.urlopen(request, timeout=10).close()
    for _ in range(300):
        with urllib.request.urlopen(address + "api/state", timeout=10) as reply:
            if not json.load(reply)["counting"]:
                return
        time.sleep(0.1)


def _rss_mib(process: int) -> float:
    fields = Path(f"/proc/{process}/statm").read_text().split()
    return int(fields[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def _children(process: int) -> list[int]:
    path = Path(f"/proc/{process}/task/{process}/children")
    return [int(child) for child in path.read_text().split()]


def camera() -> dict[str, Any]:
    """One picture of a hand, 1280 pixels wide, recognised on one thread."""
    try:
        import cv2

        from pegboard.cameras import SAMPLES
        from pegboard.cameras.pictures import load_picture
        from pegboard.vision.recognise import Recogniser
    except ImportError:
        return {"count_ms": None}
    pictures = sorted(SAMPLES.glob("*.jpg"))
    if not pictures:
        return {"count_ms": None}
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    recogniser = Recogniser()
    picture = load_picture(pictures[0])
    spent = []
    for _ in range(12):
        begin = time.perf_counter()
        recogniser.read(picture)
        spent.append(time.perf_counter() - begin)
    cv2.setNumThreads(threads)
    return {"count_ms": 1000 * median(spent[2:])}


MEASURES: dict[str, Callable[[], dict[str, Any]]] = {
    "scoring": scoring,
    "every hand": bulk,
    "games": games,
    "frames": frames,
    "presses": presses,
    "start": start,
    "camera": camera,
}
