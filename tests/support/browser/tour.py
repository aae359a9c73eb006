"""All screens of the page in a single load, in any language and size."""

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from random import Random
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page

from pegboard.i18n import _, localize
from pegboard.narration import events
from pegboard.players import Simple
from pegboard.players.selfplay import play_game
from pegboard.schema.table import LogLine
from pegboard.session.views.log import line_message
from tests.support.browser.measures import TEXTS_THAT_DO_NOT_FIT
from tests.support.browser.pages import context_of, sync_with
from tests.support.browser.screens import (
    FOLLOWING,
    SCREENS,
    Screen,
    how_to_count,
    left_alone,
    state_screen,
)
from tests.support.browser.scripted import COMPUTER, Stage
from tests.support.browser.shown import narrated_hand

LANDSCAPE = [(800, 480), (1280, 800), (1920, 1080)]
PORTRAIT = [(360, 640), (390, 664), (390, 844)]
"""Phones: a narrow one, one with browser bars, and the same without them."""
SIZES = PORTRAIT + LANDSCAPE

DRESS = """
const sheet = new CSSStyleSheet();
sheet.replaceSync(STYLE);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
"""
UNDRAWN = "peg-board > *, playing-card > * { visibility: hidden !important }"
"""Drawings keep their size but cost no time: only texts are checked here."""

LEAVE = """() => {
  for (const each of [...document.querySelectorAll("dialog[open]")].reverse()) each.close();
  document.getElementById("lost").hidden = true;
  document.getElementById("notice").textContent = "";
  scrollTo(0, 0);
}"""

SETTLE = """async () => {
  for (let frames = 0; frames < 20; frames += 1) await new Promise(requestAnimationFrame);
}"""

MATCH = {"first_to": 3, "length": None, "wins": [3, 1], "played": 4, "over": True}
SHOW = COMPUTER | {
    "stage": "show", "legal": [], "pile": [], "hands": [None, None],
    "claim": None, "call": None, "callers": [],
}  # fmt: skip
TOLD = narrated_hand(1, "2C 3S 4C QH", "KD", number=1, step=2)
COUNTED = {"seat": 0, "crib": False, "cards": ["4C", "6S", "TH", "5D"], "starter": "KD"}
FINDINGS = {
    "ok": False,
    "findings": [
        {
            "name": "strip", "state": "fault", "says": "no such device",
            "cure": "wire it", "fix": "start normally",
        },
        {
            "name": "voice", "state": "warning", "says": "no voice",
            "cure": "`apt-get install espeak-ng`",
        },
        {"name": "camera", "state": "ok", "says": "sees"},
    ],
}  # fmt: skip
COPIES = {"copies": [{"date": "2026-09-30", "bytes": 1_234_567}], "says": "No space left on device"}


def _length(line: LogLine) -> int:
    return len(line["text"])


@cache
def lines(language: str) -> dict[str, Any]:
    """Returns realistic texts of a board: the longest lines of a real game, and prompts."""
    log: list[LogLine] = []
    for _action, step in play_game([Simple(), Simple()], Random(3)):
        log += [line_message(line) for line in events.lines(step.events, ("Ann", "Ben"))]
    scores = [
        max((line for line in log if line["scored"] and line["seat"] == seat), key=_length)
        for seat in (0, 1)
    ]
    texts = {
        "log": [*log[-20:], scores[1], scores[0]],
        "last": {"seat": 0, "text": scores[0]["text"], "short": scores[0]["short"], "spoken": ""},
        "next": _("Throw {n} to {who:of} crib", n=2, who="Benjamin"),
    }
    found: dict[str, Any] = localize(language, texts)
    return found


class TourStage(Stage):
    """A stage in the language of the tour."""

    language = "en"

    def set(self, **changes: Any) -> None:
        seat = 0 if changes.get("mode") == "computer" else None
        alone = {"asking": [], "you": {"role": "board", "seat": seat, "covered": []}}
        super().set(**localize(self.language, lines(self.language) | alone | changes))


def at_home(page: Page, stage: Stage) -> None:
    """Shows the home screen, with which the page starts: see `Tour.begin`."""
    page.wait_for_selector("#home[open] .found li")


def touch_screen(click: str, wait: str, **changes: Any) -> Screen:
    """Returns a screen reached by one touch in a state."""

    def show(page: Page, stage: Stage) -> None:
        if changes:
            stage.set(**changes)
        page.click(click)
        page.wait_for_selector(wait)

    return show


def claimed_hand(**changes: Any) -> Screen:
    """Returns a hand that is counted by its owner."""

    def show(page: Page, stage: Stage) -> None:
        stage.set(**SHOW | changes)
        page.wait_for_selector("#claim[open]")

    return show


def story(page: Page, stage: Stage) -> None:
    latest = lines(page.evaluate("document.documentElement.lang"))["log"][-3:]
    stage.desk.story_message = {
        "game": "g1", "seq": 12,
        "moves": [
            {"at": n, "seat": 0, "verb": "peg", "lines": [line["text"]], "can_undo": True,
             "points": None, "scores": [40 + n, 52]}
            for n, line in enumerate(latest)
        ],
    }  # fmt: skip
    stage.set()
    page.click(".key.log")
    page.wait_for_selector("#story[open] li")


def from_menu(button: str, wait: str, path: str, answer: dict[str, Any], *then: str) -> Screen:
    """Returns a screen opened from the menu, with the answer to its request."""

    def show(page: Page, stage: Stage) -> None:
        page.route(f"**{path}?*", lambda route: route.fulfill(json=answer))
        page.click("#open-menu")
        page.click(f"#menu {button}")
        for each in then:
            page.click(each)
        page.wait_for_selector(wait)

    return show


EARLY: dict[str, Screen] = {
    "home": at_home, "home count": how_to_count, "attract": left_alone,
}  # fmt: skip
"""Screens visited first, on a freshly loaded page."""
MORE: dict[str, Screen] = {
    "said": state_screen(),
    "won a match": state_screen(
        winner=0, skunk=1, scores=[121, 88], games=[2, 0], stage="over", match=MATCH
    ),
    "waiting for OK": state_screen(**SHOW | {"awaiting_ack": True}),
    "show": state_screen("#show:not([hidden])", **SHOW | {"awaiting_ack": True, "show": TOLD}),
    "score card": touch_screen('.seat[data-seat="0"] .score', "#seatcard[open]", muggins=True),
    "story": story,
    "line taken back": touch_screen("#story li button >> nth=0", "#story[data-asking]"),
    "names": touch_screen("#story .to-names", "#names[open] input"),
    "claim": claimed_hand(claim=COUNTED),
    "call": claimed_hand(call=COUNTED | {"seat": 1, "points": 2}, callers=[0], awaiting_ack=True),
    "doctor": from_menu(".to-check", "#doctor .findings li", "/api/doctor", FINDINGS),
    "keeping": from_menu(
        ".to-settings", "#keeping .copies li", "/api/copies", COPIES,
        "#settings-tab-machine", "#settings .backup",
    ),
    "notice": state_screen(
        notices=[{"id": "1", "says": "The journal was damaged and has been mended.", "cure": ""}]
    ),
}  # fmt: skip
LEFT_OUT = {"score"} | EARLY.keys()
ALL: dict[str, Screen] = {
    **EARLY, **{name: show for name, show in SCREENS.items() if name not in LEFT_OUT}, **MORE,
}  # fmt: skip
ONWARD = {"home count", "attract", "names", "line taken back"}
"""Screens reached only from the previous one."""


class Tour:
    """A page that is led through its screens and measured at each."""

    def __init__(self, browser: Browser, stage: TourStage, style: str = "") -> None:
        self.stage = stage
        context = context_of(browser)
        context.add_init_script(DRESS.replace("STYLE", json.dumps(UNDRAWN + style)))
        self.page = context.new_page()
        self.errors: list[str] = []
        self.size = (0, 0)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.session: CDPSession = context.new_cdp_session(self.page)
        self.page.goto(f"{stage.url}/static/icon.svg")

    def load(self, language: str) -> None:
        """Loads the page in a language."""
        self.stage.reset()
        self.stage.language = language
        waiting = {"mode": "score", "names": ["Ann", "Ben"], "scores": [47, 52]}
        self.stage.set(inviting=True, waiting=waiting)
        self.resize((1280, 800))
        self.page.evaluate("tag => localStorage.setItem('pegboard.language', tag)", language)
        self.page.goto(self.stage.url)
        self.page.wait_for_selector("body[data-whole]", state="attached")
        sync_with(self.page, self.stage)

    def screens(self, names: Iterable[str]) -> Iterator[str]:
        """Visits screens in the order of `ALL`."""
        chosen = set(names)
        last = ""
        for name, show in ALL.items():
            if name not in chosen:
                continue
            before, onward = FOLLOWING.get(name, ("", show))
            follows = last == before
            if not follows and name not in ONWARD and name != "home":
                self.page.evaluate(LEAVE)
                self.page.unroute_all()
                self.stage.set(game="between")
            if self.size in PORTRAIT:
                self.resize(LANDSCAPE[0])
            (onward if follows else show)(self.page, self.stage)
            last = name
            yield name

    def resize(self, size: tuple[int, int]) -> None:
        """Resizes the screen, faster than Playwright does."""
        if size == self.size:
            return
        self.size = size
        metrics = {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": False}
        self.session.send("Emulation.setDeviceMetricsOverride", metrics)

    def misfits(self, name: str, size: tuple[int, int]) -> list[str]:
        """Returns texts that do not fit at a screen size."""
        if name == "attract" and size in PORTRAIT:
            return []
        self.resize(size)
        answer: Mapping[str, Any] = self.page.evaluate(TEXTS_THAT_DO_NOT_FIT, size)
        if answer["found"]:  # except elements still in motion
            self.page.evaluate(SETTLE)
            answer = self.page.evaluate(TEXTS_THAT_DO_NOT_FIT, size)
        assert answer["lines"] > 2, name
        assert self.errors == [], (name, self.errors)
        return [f"{name} {size[0]}x{size[1]}: {each}" for each in answer["found"]]

    def close(self) -> None:
        self.stage.watched_by = None
        self.page.context.close()
