"""The pictures of the READMEs: the board, the first question, a player's page, a hall.

    python -m tests.tools.screenshots        # or `make screenshots`

A real Chromium in front of the real service. Cards and games are the same each time; the pictures
are as small as a palette makes them.
"""

import io
import json
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from PIL import Image
from playwright.sync_api import Page, sync_playwright

import pegboard.web
from pegboard.storage.journal import SqliteJournal
from pegboard.vision.films.make import make_film
from tests.support.browser.chromium import ARGUMENTS, MISSING, browser_path
from tests.support.browser.pages import ready, settled
from tests.support.history_games import DAY_S, stored_game, whole_game, write_games
from tests.support.running_board import RunningBoard, running_board
from tests.support.waiting import wait_until

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
FILM = 120
"""Seed of the film that is watched."""
WATCHED = 7
"""Lines of its deal after which it stops."""
FILM_S = 600.0
"""Seconds within which the board has watched it."""
PEGS = ((22, 15), (41, 39))
REST_MS = 3000
"""What pegs take from one hole to the next, several times over."""
GAMES = 60


def keep(page: Page, name: str) -> None:
    """Writes what the page shows."""
    settled(page)
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    # Few pixels have the colours of the pegs: those stay as they are.
    small = picture.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, 3, dither=Image.Dither.NONE)
    small.save(FOLDER / f"{name}.png", optimize=True)
    print(f"{name}.png: {(FOLDER / f'{name}.png').stat().st_size / 1000:.0f} kB")


def play(service: RunningBoard) -> None:
    """A match in its second deal, with points on their way."""

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


def film(folder: Path) -> tuple[str, int]:
    """Draws the beginning of a film; its configuration, and who deals."""
    make_film(folder, FILM)
    truth = json.loads((folder / "truth.json").read_text())
    last = truth["events"][WATCHED - 1]["frame"] + 2
    for picture in sorted(folder.glob("*.jpg"))[last:]:
        picture.unlink()
    config = CONFIGURATION.replace('"files:"', f'"files:{folder}"') + "watch = true\n"
    return config, int(truth["lines"][0].split()[1])


def watch(page: Page, folder: Path) -> None:
    """A deal with real cards that the camera follows."""
    config, dealer = film(folder / "film")
    file = folder / "film.toml"
    file.write_text(config)
    with running_board(folder / "watched", "--config", str(file)) as service:
        people = {"mode": "score", "names": ["Ann", "Ben"], "dealer": dealer}
        assert service.command(new=people)["ok"]
        service.wait_for_state(lambda state: bool(state["watch"]["on"]))
        wait_until(
            lambda: len(service.get("api/state")["watch"]["lines"]) >= WATCHED - 1,
            limit_s=FILM_S,
            every_s=0.5,
        )
        page.goto(service.address)
        ready(page)
        page.click("#open-watch")
        page.wait_for_selector("#watch .seen polygon")
        page.wait_for_timeout(REST_MS)
        keep(page, "watch")


def evening(page: Page, folder: Path) -> None:
    """A club night in its second round, as everybody in the hall sees it."""
    command = [sys.executable, "-m", "pegboard", "hall", "demo", "--live", "--port", "0"]
    command += ["--speed", "60", "--seed", "tuesday", "--out", str(folder / "night.zip")]
    night = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        assert night.stderr is not None
        page.goto(next(word for word in night.stderr.readline().split() if "http" in word))
        page.wait_for_selector(".standings tbody tr:nth-child(6)")
        page.get_by_text("Round 2 of 9").wait_for(timeout=60_000)
        page.wait_for_timeout(2 * REST_MS)
        keep(page, "hall")
    finally:
        night.send_signal(signal.SIGINT)
        night.communicate(timeout=30)


def main() -> None:
    """Takes all of them.

    Raises:
        SystemExit: there is no Chromium.
    """
    path = browser_path()
    if path is None:
        raise SystemExit(MISSING)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        look = {"color_scheme": "dark", "reduced_motion": "reduce", "locale": "en"}
        page = browser.new_page(viewport={"width": 1280, "height": 800}, **look)  # type: ignore[arg-type]
        config, state = Path(folder) / "board.toml", Path(folder) / "state"
        config.write_text(CONFIGURATION)
        with running_board(state, "--config", str(config)) as service:
            page.goto(service.address)
            page.wait_for_selector("#home[open] .found li")
            keep(page, "home")
            play(service)
            page.reload()
            ready(page)
            for track, (front, rear) in enumerate(PEGS):
                for hole in (front, rear):
                    page.wait_for_selector(f'[data-track="{track}"][data-hole="{hole}"][data-lit]')
            page.wait_for_timeout(REST_MS)
            keep(page, "board")
        watch(page, Path(folder))
        evening(page, Path(folder))
        kept = Path(folder) / "kept"
        kept.mkdir()
        journal = SqliteJournal(kept / "journal.db")
        games = (
            stored_game(whole_game(n)[0], number=n, dealer=n % 2, started=(20_400 + n) * DAY_S)
            for n in range(1, GAMES + 1)
        )
        write_games(journal, games)
        journal.close()
        with running_board(kept, "--config", str(config)) as service:
            page.set_viewport_size({"width": 1000, "height": 720})
            page.goto(f"{service.address}history#player?{urlencode({'player': 'ann'})}")
            page.wait_for_selector(".chart")
            keep(page, "history")
        browser.close()


if __name__ == "__main__":
    main()
