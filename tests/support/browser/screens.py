"""Every screen of the page by name, with the steps to reach it."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

from tests.support.browser.pages import SharedPage, finish_animations, wait_until_ready
from tests.support.browser.reviews import HINT, OVER, reviewed
from tests.support.browser.scripted import (
    COMPUTER,
    DEMO,
    DISCARD,
    DOUBTFUL,
    FOLLOWED,
    OFFER,
    OTHER,
    SEEN,
    TOO_FEW,
    TOO_MANY,
    WHICH,
    Stage,
)

Screen = Callable[[Page, Stage], None]

FOUR = {
    "game": "g8", "scores": [47, 52, 61, 13], "pegs": [[47, 39], [52, 50], [61, 60], [13, 1]],
    "pending": [0, 0, 0, 0], "hands": [None] * 4, "hand_sizes": [0] * 4,
    "seats": [
        {"name": name, "color": color, "player": "person", "side": side}
        for side, (name, color) in enumerate(
            zip(
                ("Ann", "Benjamin", "Cid", "Dorothea"),
                ("#0072B2", "#E69F00", "#009E73", "#CC79A7"),
                strict=True,
            )
        )
    ],
}  # fmt: skip


def state_screen(wait: str = "", /, **changes: Any) -> Screen:
    """Returns a screen that shows a state; `wait` selects a lazily loaded element."""

    def show(page: Page, stage: Stage) -> None:
        stage.set(**changes)
        if wait:
            page.wait_for_selector(wait)
        finish_animations(page)

    return show


def dialog_screen(*clicks: str, wait: str, **changes: object) -> Screen:
    """Returns a screen that opens a dialog by clicks in a state."""

    def show(page: Page, stage: Stage) -> None:
        stage.set(**changes)
        for click in clicks:
            page.click(click)
        page.wait_for_selector(wait)
        finish_animations(page)

    return show


def hint(page: Page, stage: Stage) -> None:
    stage.desk.hint_message = HINT
    stage.set(**DISCARD)
    page.click("#hand .help")
    page.wait_for_selector("#hand [data-hint]")
    finish_animations(page)


def review(page: Page, stage: Stage) -> None:
    ready, stage.desk.chart_svg = reviewed()
    stage.desk.reviews = [ready]
    stage.set(**OVER)
    page.click("#open-menu")
    page.click("#menu .review")
    page.wait_for_selector("#review .stepper .position")
    finish_animations(page)


def one_card(page: Page, stage: Stage) -> None:
    stage.set(offer=SEEN)
    page.click("#offer .counted >> nth=1")
    page.wait_for_selector("#card[open]")
    finish_animations(page)


def home(page: Page, stage: Stage) -> None:
    stage.set(inviting=True, game="g11", waiting={"names": ["Ann", "Ben"], "scores": [47, 52]})
    page.reload()
    page.wait_for_selector("#home[open] .found li")
    finish_animations(wait_until_ready(page))


def how_to_count(page: Page, stage: Stage) -> None:
    """Opens the second question of `home`."""
    page.click("#home [data-choice=count]")
    page.wait_for_selector("#home [data-choice=camera]")
    finish_animations(page)


def home_count(page: Page, stage: Stage) -> None:
    home(page, stage)
    how_to_count(page, stage)


def left_alone(page: Page, stage: Stage) -> None:
    """Makes the board idle: only a phone shows no attract screen."""
    page.keyboard.press("Escape")
    page.wait_for_selector("#attract .message", state="attached")
    stage.set(inviting=False)
    stage.set(**DEMO | {"inviting": True, "waiting": None})
    if page.evaluate("innerWidth >= 700"):
        page.wait_for_selector("#attract .message")
    finish_animations(page)


def attract(page: Page, stage: Stage) -> None:
    home(page, stage)
    left_alone(page, stage)


def touch_lesson(page: Page, what: str) -> None:
    """Touches an element of the guided deal, and waits for the answer."""
    before = page.query_selector("#learn .body")
    chooses = "data-card" in what and page.locator("#learn .lay").count() > 0
    page.click(f"#learn {what}")
    if not chooses:
        page.wait_for_function("before => !before.isConnected", arg=before)


def lesson(*clicks: str) -> Screen:
    """Returns a screen of the guided deal after these touches."""

    def show(page: Page, stage: Stage) -> None:
        page.click("#open-menu")
        page.click("#menu .to-help")
        page.click("#help .to-learn")
        page.wait_for_selector("#learn[open]")
        continue_lesson(*clicks)(page, stage)

    return show


def continue_lesson(*clicks: str) -> Screen:
    """Returns a screen of the open guided deal after further touches."""

    def show(page: Page, stage: Stage) -> None:
        for click in clicks:
            touch_lesson(page, click)
        finish_animations(page)

    return show


ONWARD = ".todo .primary"
LAID_BETTER = (ONWARD, '[data-card="6C"]', '[data-card="7D"]', ".lay")
LAID = ('[data-card="2C"]', '[data-card="4H"]', ".lay")
PLAYED = ('[data-card="6C"]', ONWARD, *(f'[data-card="{c}"]' for c in ("9H", "8C", "7D")))
WRONG, RIGHT = ".numbers button >> nth=0", ".numbers button >> nth=2"


def pair(page: Page, stage: Stage) -> None:
    page.evaluate("import('/static/admin/pair.js').then((pair) => pair.view().open(''))")
    page.wait_for_selector("#pair[open]")
    finish_animations(page)


def seats(*at: str | None) -> list[dict[str, object]]:
    """Returns two seats with their locations."""
    people = [dict(seat) for seat in COMPUTER["seats"]]  # type: ignore[attr-defined]
    for seat, place in zip(people, at, strict=True):
        seat |= {"at": place, "player": "person"}
    return people


PHONE_SEAT = DISCARD | {
    "seats": seats("Ann's phone", "board"), "asking": [],
    "you": {"role": "player", "seat": 0, "covered": []},
}  # fmt: skip
COVERED = DISCARD | {
    "seats": seats("board", "board"), "hands": [None, None], "legal": [],
    "you": {"role": "board", "seat": None, "covered": [0, 1]},
    "asking": [{"id": "1", "name": "Benjamin's tablet"}],
}  # fmt: skip
WATCHING = {
    "seats": seats("board", "Ann's phone"), "asking": [],
    "you": {"role": "watcher", "seat": None, "covered": []},
}  # fmt: skip
PHONES = {
    "devices": [
        {"id": "1", "name": "Ann's phone", "board": True, "seat": 0, "seen": 1.0, "here": True},
        {"id": "2", "name": "Benjamin's old tablet", "board": False, "seat": None, "seen": 1.0,
         "here": False},
    ],
    "asking": [{"id": "3", "name": "Dorothea's telephone"}],
    "address": "http://pegboard.local:8121/", "reachable": False,
    "pin": "123456", "link": "#", "expires_s": 120,
    "svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h7v7"/></svg>',
}  # fmt: skip


def phones(page: Page, stage: Stage) -> None:
    page.route("**/api/devices*", lambda route: route.fulfill(json=PHONES))
    page.click("#open-menu")
    page.click("#menu .to-phones")
    # Its lists redraw the dialog, which must not happen during a press.
    page.wait_for_selector("#devices .asking li")
    page.click("#devices footer .primary")
    page.wait_for_selector("#devices output.pin:not(:empty)")
    finish_animations(page)


def lost(page: Page, stage: Stage) -> None:
    stage.set(notice="Something went wrong, and this is what it was.")
    page.evaluate("document.getElementById('lost').hidden = false")
    page.evaluate("document.getElementById('lost').textContent = 'The board is not responding.'")
    finish_animations(page)


SIGNING: dict[str, Any] = {
    "winner": 0, "skunk": 1, "stage": "over", "scores": [121, 88],
    "next": "Dorothea Wentworth signs: hold +1 for two seconds.",
    "signing": {
        "round": 3, "table": 7, "names": ["Ann", "Dorothea Wentworth"], "signed": [True, False],
    },
}  # fmt: skip

AGAIN = ("#open-menu", "#menu .to-settings", "#settings-tab-board", "#settings .set-up")
SKIP = "#first .skip-step"
SET_UP = {
    "language": ".large", "names": ".fields", "phones": ".network", "camera": ".choose",
    "board": ".strips", "voice": ".test",
}  # fmt: skip
"""Steps of the set-up, each with an element of it."""
SCREENS: dict[str, Screen] = {
    "score": state_screen(),
    "pending": state_screen(pending=[5, 0]),
    "trouble": state_screen(
        devices=[{"name": "camera", "address": "files:/x", "ok": False, "says": "no such folder"}]
    ),
    "four": state_screen(**FOUR),
    "four watched": state_screen(".key.watch", **FOUR | {"watch": FOLLOWED["watch"]}),
    "demo": state_screen(**DEMO),
    "discard": state_screen(**DISCARD),
    "play": state_screen(**COMPUTER),
    "go": state_screen(**(COMPUTER | {"legal": ["go 0"], "count": 28})),
    "hint": hint,
    "won": state_screen("#win .who", winner=0, skunk=1, stage="over", scores=[121, 88]),
    "signing": state_screen("#win .sign button:disabled", **SIGNING),
    "lost": lost,
    "home": home,
    "home count": home_count,
    "attract": attract,
    "first deal": lesson(),
    "first deal, laid better": lesson(*LAID_BETTER),
    "first deal, play": lesson(ONWARD, *LAID, ONWARD, ".hint"),
    "first deal, counted": lesson(ONWARD, *LAID, ONWARD, *PLAYED),
    "first deal, asked": lesson(ONWARD, *LAID, ONWARD, *PLAYED, ONWARD, WRONG),
    "first deal, over": lesson(ONWARD, *LAID, ONWARD, *PLAYED, ONWARD, RIGHT, ONWARD),
    "pair": pair,
    "phones": phones,
    "a phone's hand": state_screen("#company", **PHONE_SEAT),
    "covered": state_screen("#company", **COVERED),
    "watching": state_screen("#company", **WATCHING),
    "new game": dialog_screen("#open-new", wait="#newgame[open]"),
    "new computer game": dialog_screen("#open-new", wait="#newgame[open]", **COMPUTER),
    "menu": dialog_screen("#open-menu", wait="#menu .slider"),
    "settings": dialog_screen("#open-menu", "#menu .to-settings", wait="#settings .hearing"),
    **{
        f"settings, {tab}": dialog_screen(
            "#open-menu", "#menu .to-settings", f"#settings-tab-{tab}", wait=f"#settings-{tab} *"
        )
        for tab in ("board", "sound", "camera", "games", "machine")
    },
    "set-up": dialog_screen(*AGAIN, wait="#first .qr svg"),
    **{
        f"set-up, {step}": dialog_screen(
            *AGAIN, "#first .primary", *n * [SKIP], wait=f"#first {part}"
        )
        for n, (step, part) in enumerate(SET_UP.items())
    },
    "help": dialog_screen("#open-menu", "#menu .to-help", wait="#help .keymap li"),
    "picker": dialog_screen(".key.pick", wait="#picker[open]"),
    "offer by touch": state_screen(offer=OFFER),
    "offer": state_screen(offer=SEEN),
    "doubtful": state_screen(offer=DOUBTFUL),
    "too few": state_screen(offer=TOO_FEW),
    "too many": state_screen(offer=TOO_MANY),
    "which starter": state_screen(offer=WHICH),
    "two starters": state_screen(offer=OTHER),
    "one card": one_card,
    "review": review,
    "camera": dialog_screen("#open-menu", "#menu .to-camera", wait="#camera[open]"),
    "followed": state_screen(".laid", **FOLLOWED),
    "table": dialog_screen(
        "#open-menu", "#menu .watch", wait="#watch[open] .seen image", **FOLLOWED
    ),
    "mended": dialog_screen(".laid playing-card >> nth=-1", wait="#mend[open]", **FOLLOWED),
}

FOLLOWING: dict[str, tuple[str, Screen]] = {
    "home count": ("home", how_to_count),
    "attract": ("home count", left_alone),
    "first deal, laid better": ("first deal", continue_lesson(*LAID_BETTER)),
    "first deal, play": (
        "first deal, laid better",
        continue_lesson(".pick button >> nth=0", *LAID, ONWARD, ".hint"),
    ),
    "first deal, counted": ("first deal, play", continue_lesson(*PLAYED)),
    "first deal, asked": ("first deal, counted", continue_lesson(ONWARD, WRONG)),
    "first deal, over": ("first deal, asked", continue_lesson(RIGHT, ONWARD)),
}
"""Screens a few touches away from another one: its name, and the way from there."""


def visit(window: SharedPage, name: str) -> Page:
    """Shows a screen: from the current one if it is the next step, else from the start."""
    before, onward = FOLLOWING.get(name, ("", None))
    if onward is not None and window.screen == before:
        page = window.page
        window.screen = ""
        onward(page, window.stage)
    else:
        page = window.reset()
        SCREENS[name](page, window.stage)
    window.screen = name
    return page


SIZES = [(390, 844), (800, 480), (1280, 800)]
