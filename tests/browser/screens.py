"""Every screen of the page by name, and how to get there: for what must hold on all of them."""

from collections.abc import Callable

from playwright.sync_api import Page

from tests.browser.scripted import (
    COMPUTER,
    DEMO,
    DISCARD,
    DOUBTFUL,
    OFFER,
    SEEN,
    TOO_FEW,
    TOO_MANY,
    WHICH,
    Stage,
)
from tests.browser.test_review import HINT, OVER, reviewed

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


def put(**changes: object) -> Screen:
    """The board as it stands in a state."""

    def show(page: Page, stage: Stage) -> None:
        stage.set(**changes)
        page.wait_for_timeout(150)

    return show


def opened(*clicks: str, wait: str, **changes: object) -> Screen:
    """A dialogue, by what is clicked in a state."""

    def show(page: Page, stage: Stage) -> None:
        stage.set(**changes)
        for click in clicks:
            page.click(click)
        page.wait_for_selector(wait)
        page.wait_for_timeout(250)

    return show


def hint(page: Page, stage: Stage) -> None:
    stage.desk.hinted = HINT
    stage.set(**DISCARD)
    page.click("#hand .help")
    page.wait_for_selector("#hand [data-hint]")


def review(page: Page, stage: Stage) -> None:
    ready, stage.desk.drawn = reviewed()
    stage.desk.reviews = [ready]
    stage.set(**OVER)
    page.click("#open-menu")
    page.click("#menu .review")
    page.wait_for_selector("#review .decisions li")


def one_card(page: Page, stage: Stage) -> None:
    stage.set(offer=SEEN)
    page.click("#offer .counted >> nth=1")
    page.wait_for_selector("#card[open]")
    page.wait_for_timeout(250)


def home(page: Page, stage: Stage) -> None:
    stage.set(inviting=True, game="g11", waiting={"names": ["Ann", "Ben"], "scores": [47, 52]})
    page.reload()
    page.wait_for_selector("#home[open]")
    page.wait_for_timeout(400)


def home_again(page: Page, stage: Stage) -> None:
    home(page, stage)
    page.click("#home [data-choice=count]")


def attract(page: Page, stage: Stage) -> None:
    home(page, stage)
    page.keyboard.press("Escape")
    page.wait_for_timeout(400)


def pair(page: Page, stage: Stage) -> None:
    page.evaluate("import('/static/pair.js').then((pair) => pair.pairing().open(''))")
    page.wait_for_selector("#pair[open]")
    page.wait_for_timeout(250)


def lost(page: Page, stage: Stage) -> None:
    stage.set(notice="Something went wrong, and this is what it was.")
    page.evaluate("document.getElementById('lost').hidden = false")
    page.evaluate("document.getElementById('lost').textContent = 'The board does not answer.'")


SCREENS: dict[str, Screen] = {
    "score": put(),
    "pending": put(pending=[5, 0]),
    "trouble": put(
        devices=[{"name": "camera", "address": "files:/x", "ok": False, "says": "no such folder"}]
    ),
    "four": put(**FOUR),
    "demo": put(**DEMO),
    "lay away": put(**DISCARD),
    "play": put(**COMPUTER),
    "go": put(**(COMPUTER | {"legal": ["go 0"], "count": 28})),
    "hint": hint,
    "won": put(winner=0, skunk=1, stage="over", scores=[121, 88]),
    "lost": lost,
    "home": home,
    "home count": home_again,
    "attract": attract,
    "pair": pair,
    "new game": opened("#open-new", wait="#newgame[open]"),
    "new computer game": opened("#open-new", wait="#newgame[open]", **COMPUTER),
    "menu": opened("#open-menu", wait="#menu .hearing"),
    "picker": opened(".key.pick", wait="#picker[open]"),
    "offer by touch": put(offer=OFFER),
    "offer": put(offer=SEEN),
    "doubtful": put(offer=DOUBTFUL),
    "too few": put(offer=TOO_FEW),
    "too many": put(offer=TOO_MANY),
    "which starter": put(offer=WHICH),
    "one card": one_card,
    "review": review,
    "camera": opened("#open-menu", "#menu .setup >> nth=0", wait="#camera[open]"),
}

SIZES = [(390, 844), (800, 480), (1280, 800)]
