"""Takes the pictures of the Markdown pages from the real service, in a real Chromium.

    python -m tests.tools.screenshots [NAME...]        # or `make screenshots`

`NAME` is one of: board home count computer deal hall history. `deal` is an animation: the camera
follows the sample deal while the pegs move.
"""

import io
import itertools
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from PIL import Image, ImageOps, ImageStat
from playwright.sync_api import Browser, FloatRect, Page, sync_playwright

import pegboard.web
from pegboard.storage.journal import SqliteJournal
from tests.support.browser.chromium import ARGUMENTS, MISSING, browser_path
from tests.support.browser.pages import finish_animations, wait_until_ready
from tests.support.history_games import DAY_S, stored_game, whole_game, write_games
from tests.support.running_board import RunningBoard, running_board

FOLDER = Path(pegboard.web.__file__).parent / "screenshots"
COLOURS = 256
CONFIGURATION = """
[board]
strip = "memory:"
[buttons]
source = "gpio:mock"
commit_s = 60
[camera]
source = "files:"
"""
DEAL = (("7C 8D 8H 9S", "5D"), ("5H 5C 5S JD", "5D"), ("2C 3C 4C 9H", "5D"))
PEGS = ((22, 15), (41, 39))
PENDING_PEG = '[data-track="1"][data-hole="46"][data-lit]'
"""It blinks."""
REST_MS = 3000
"""Longer than pegs take to move."""
GAMES = 60
LAST_ITEM = "his nobs is twenty-nine"
"""Last item counted in the sample picture, a hand of 29."""
WAIT_MS = 60_000
COUNT_MS = 25_000
"""Longer than it takes to count a hand of 29 item by item."""
BOARD_CLIP: FloatRect = {"x": 0, "y": 44, "width": 1280, "height": 506}
"""The players, the board and the prompt: the page without its buttons."""
SHOW_WHOLE = """([width, height]) => {
  const seen = document.querySelector("#watch .seen");
  seen.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const set = seen.setAttribute.bind(seen);
  seen.setAttribute = (name, value) => name === "viewBox" || set(name, value);
}"""
"""Keeps the page from zooming in on the cards, so that the table rests in the animation."""
MEASURE = """() => {
  const image = document.querySelector("#watch .seen image");
  if (!image) return null;
  const { x, y, width, height } = image.getBoundingClientRect();
  return { x, y, width, height };
}"""
"""Measures the camera's picture, which is replaced with every look."""
JPEG: dict[str, Any] = {"type": "jpeg", "quality": 95}
"""Taken in half the time of a PNG, which makes for more frames."""
DARK = 40
"""Grey level between the empty frame and the table."""
AFTER_S = 4.0
"""Time the pegs are filmed after the last count."""
DEAL_S = 300.0
"""Limit for the sample deal, which lasts 74 s."""
DEAL_SIZE = (760, 760)
"""Width of the animation, and more than its height."""
CAMERA_SIZE = (760, 428)
BACKGROUND = "#1a110c"
DEAL_SCALE = 1.5
LEAD_FRAMES = 12
"""Frames kept from before the first card is known."""
SPEED = 3.0
HOLD_MS = 3000
"""Time the last frame stays."""
QUALITY = 70
MOST_BYTES = 1_500_000


def open_page(browser: Browser, width: int = 1280, height: int = 800, scale: float = 1) -> Page:
    """Opens a page in a separate browsing context, dark and in English."""
    return browser.new_page(
        viewport={"width": width, "height": height},
        device_scale_factor=scale,
        color_scheme="dark",
        reduced_motion="reduce",
        locale="en",
    )


def picture_of(data: bytes) -> Image.Image:
    """Decodes a screenshot."""
    return Image.open(io.BytesIO(data)).convert("RGB")


def save_still(page: Page, name: str) -> None:
    """Saves the page as PNG with a palette."""
    finish_animations(page)
    picture = picture_of(page.screenshot())
    # Few pixels have the colours of the pegs, and a palette by frequency would lose them.
    small = picture.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, 3, dither=Image.Dither.NONE)
    file = FOLDER / f"{name}.png"
    small.save(file, optimize=True)
    print(f"{file.name}: {file.stat().st_size / 1000:.0f} kB")


def home(browser: Browser, service: RunningBoard) -> None:
    """Shows the first question."""
    page = open_page(browser)
    page.goto(service.address)
    page.wait_for_selector("#home[open] .found li")
    save_still(page, "home")


def board(browser: Browser, service: RunningBoard) -> None:
    """Shows a match in its second deal, with points pending."""

    def do(**command: Any) -> None:
        answer = service.command(**command)
        assert answer["ok"], answer

    do(new={"mode": "score", "names": ["Ann", "Ben"], "dealer": 1, "match": {"first_to": 3}})
    for line in ("peg 0 2", "peg 1 3", "peg 0 1", "peg 1 1"):
        do(action=line)
    for cards, starter in DEAL:
        do(cards=cards.split(), starter=starter)
        do(accept=True)
    for line in ("peg 1 2", "peg 0 7"):
        do(action=line)
    do(press="1+5")
    page = open_page(browser)
    page.goto(service.address)
    wait_until_ready(page)
    for track, (front, rear) in enumerate(PEGS):
        for hole in (front, rear):
            page.wait_for_selector(f'[data-track="{track}"][data-hole="{hole}"][data-lit]')
    page.wait_for_timeout(REST_MS)
    page.wait_for_selector(PENDING_PEG)
    save_still(page, "board")


def count(browser: Browser, service: RunningBoard) -> None:
    """Shows a hand that the camera has just counted."""
    page = open_page(browser)
    assert service.command(new={"mode": "score", "names": ["Ann", "Ben"], "dealer": 1})["ok"]
    page.goto(service.address)
    wait_until_ready(page)
    assert service.command(press="count")["ok"]
    page.get_by_role("button", name=LAST_ITEM).wait_for(timeout=WAIT_MS)
    page.wait_for_timeout(COUNT_MS)
    save_still(page, "count")


def computer(browser: Browser, service: RunningBoard) -> None:
    """Shows a hand against the computer, with a hint."""
    seats: dict[str, Any] = {"names": ["Ann", "Computer"], "seats": ["person", "club"]}
    assert service.command(new={"mode": "computer", "dealer": 1, **seats})["ok"]
    service.wait_for_state(lambda state: state["stage"] == "discard" and state["turn"] == 0)
    page = open_page(browser)
    page.goto(service.address)
    wait_until_ready(page)
    page.keyboard.press("h")
    page.wait_for_timeout(REST_MS)
    save_still(page, "computer")


def deal(browser: Browser, service: RunningBoard) -> None:
    """Records the sample deal: the board above, what the camera sees below."""
    assert service.command(sample=True)["ok"]
    board, camera = open_page(browser), open_page(browser, scale=DEAL_SCALE)
    for page in (board, camera):
        page.goto(service.address)
        wait_until_ready(page)
    camera.click("#open-watch")
    camera.wait_for_selector("#watch .seen image")
    watched = service.get("api/watch")
    camera.evaluate(SHOW_WHOLE, [watched["width"], watched["height"]])
    frames: list[tuple[float, Image.Image]] = []
    end_s, begun = time.monotonic() + DEAL_S, False
    while time.monotonic() < end_s:
        state = service.get("api/state")
        begun = begun or bool(state["watch"]["lines"])
        if not begun:
            del frames[:-LEAD_FRAMES]
        elif state["stage"] == "deal":
            end_s = min(end_s, time.monotonic() + AFTER_S)
        frames.append((time.monotonic(), both(board, camera)))
    save_animation(frames, "deal")


def both(board: Page, camera: Page) -> Image.Image:
    """Returns the board's page and the camera's picture, one above the other."""
    box = camera.wait_for_function(MEASURE).json_value()
    below = picture_of(camera.screenshot(clip=box, **JPEG))
    while ImageStat.Stat(below.convert("L")).mean[0] < DARK:  # replaced, and not decoded yet
        below = picture_of(camera.screenshot(clip=box, **JPEG))
    above = picture_of(board.screenshot(clip=BOARD_CLIP, **JPEG))
    above = ImageOps.contain(above, DEAL_SIZE)
    below = ImageOps.pad(below, CAMERA_SIZE, color=BACKGROUND)
    joined = Image.new("RGB", (DEAL_SIZE[0], above.height + below.height))
    joined.paste(above, (0, 0))
    joined.paste(below, (0, above.height))
    return joined


def save_animation(frames: list[tuple[float, Image.Image]], name: str) -> None:
    """Saves frames, each with its time in seconds, as an animated WebP."""
    times = [at for at, _ in frames]
    durations = [int(1000 * (b - a) / SPEED) for a, b in itertools.pairwise(times)] + [HOLD_MS]
    pictures = [picture for _, picture in frames]
    file = FOLDER / f"{name}.webp"
    pictures[0].save(
        file, save_all=True, append_images=pictures[1:], duration=durations, loop=0,
        quality=QUALITY, method=6, minimize_size=True,
    )  # fmt: skip
    print(f"{file.name}: {len(frames)} frames, {file.stat().st_size / 1000:.0f} kB")
    assert file.stat().st_size <= MOST_BYTES, f"{file.name} is too large"


def hall(browser: Browser, folder: Path) -> None:
    """Shows a club night in its second round, as everyone in the hall sees it."""
    page = open_page(browser)
    command = [sys.executable, "-m", "pegboard", "hall", "demo", "--live", "--port", "0"]
    command += ["--speed", "60", "--seed", "tuesday", "--out", str(folder / "night.zip")]
    night = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        assert night.stderr is not None
        page.goto(next(word for word in night.stderr.readline().split() if "http" in word))
        page.wait_for_selector(".standings tbody tr:nth-child(6)")
        page.get_by_text("Round 2 of 9").wait_for(timeout=60_000)
        page.wait_for_timeout(2 * REST_MS)
        save_still(page, "hall")
    finally:
        night.send_signal(signal.SIGINT)
        night.communicate(timeout=30)


def history(browser: Browser, folder: Path, config: Path) -> None:
    """Shows a player's page, after sixty games."""
    folder.mkdir()
    journal = SqliteJournal(folder / "journal.db")
    games = (
        stored_game(whole_game(n)[0], number=n, dealer=n % 2, started=(20_400 + n) * DAY_S)
        for n in range(1, GAMES + 1)
    )
    write_games(journal, games)
    journal.close()
    with running_board(folder, "--config", str(config)) as service:
        page = open_page(browser, width=1000, height=720)
        page.goto(f"{service.address}history#player?{urlencode({'player': 'ann'})}")
        page.wait_for_selector(".chart")
        save_still(page, "history")


def main(names: list[str]) -> int:
    """Takes the named pictures, or all of them; exits with 2 for an unknown name."""
    path = browser_path()
    if unknown := set(names) - {*NAMES}:
        print(f"screenshots: no picture named {' '.join(sorted(unknown))}", file=sys.stderr)
        return 2
    if path is None:
        raise SystemExit(MISSING)
    chosen = names or [*NAMES]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        config = Path(folder) / "board.toml"
        config.write_text(CONFIGURATION)
        for name in (name for name in SCREENS if name in chosen):
            with running_board(Path(folder) / name, "--config", str(config)) as service:
                SCREENS[name](browser, service)
        if "hall" in chosen:
            hall(browser, Path(folder))
        if "history" in chosen:
            history(browser, Path(folder) / "kept", config)
        browser.close()
    return 0


SCREENS: dict[str, Callable[[Browser, RunningBoard], None]] = {
    "home": home, "board": board, "count": count, "computer": computer, "deal": deal,
}  # fmt: skip
NAMES = (*SCREENS, "hall", "history")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
