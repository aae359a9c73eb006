"""The whole product in a real browser: the page, pins, rules, disk and strip.

Nothing is scripted here: `pegboard run` with a simulated board, as started by `make run`.
"""

import json
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import cv2
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from pegboard.cribbage.cards import Card
from pegboard.cribbage.scoring import score_hand
from pegboard.devices.cameras import SAMPLES
from pegboard.devices.cameras.pictures import load_picture
from tests.support.browser.pages import context_of
from tests.support.running_board import RunningBoard


class Plug:
    """A service that can be killed and restarted at the same address."""

    def __init__(self, state: Path, *options: str) -> None:
        self.state, self.options = state, options
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.service = self.start()

    def start(self) -> RunningBoard:
        return RunningBoard(self.state, "--no-demo", "--port", str(self.port), *self.options)

    def pull(self) -> None:
        self.service.kill()
        self.service = self.start()


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Plug]:
    plug = Plug(tmp_path_factory.mktemp("board") / "state")
    yield plug
    with suppress(ProcessLookupError):
        plug.service.stop()


@pytest.fixture
def plug(board: Plug) -> Plug:
    """Returns the board with a game that has just begun."""
    assert board.service.command(new={"mode": "score"})["ok"]
    return board


@pytest.fixture(scope="module")
def screen(browser: Browser, board: Plug) -> Iterator[tuple[Page, list[str]]]:
    """Yields a page that stays open, and its errors."""
    context = context_of(browser)
    page = context.new_page()
    troubles: list[str] = []
    host = urlsplit(board.service.address).netloc
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on(
        "request",
        lambda r: troubles.append(f"left: {r.url}") if urlsplit(r.url).netloc != host else None,
    )
    page.goto(board.service.address)
    page.wait_for_selector("body[data-whole]")
    yield page, troubles
    context.close()


@pytest.fixture
def page(screen: tuple[Page, list[str]], plug: Plug) -> Iterator[Page]:
    """Yields the page, once it shows the new game."""
    page, troubles = screen
    game = plug.service.get("api/state")["game"]
    page.wait_for_function("game => window.shownState?.game === game", arg=game)
    yield page
    assert troubles == []


def lit(page: Page, track: int, hole: int) -> str:
    """Returns the selector of a hole whose LED is on."""
    return f'circle[data-track="{track}"][data-hole="{hole}"][data-lit]'


def score(page: Page, seat: int, points: int) -> None:
    expect(page.locator(f'.seat[data-seat="{seat}"] .score')).to_have_text(str(points))


def press(page: Page, *buttons: str) -> None:
    for button in buttons:
        page.click(f'[data-press="{button}"]')


def frame_of(plug: Plug, page: Page, track: int, hole: int) -> int:
    layout = plug.service.get("api/layout")
    return int(layout["tracks"][track][hole - 1][0])


@pytest.mark.group("core")
def test_press_lights_hole_and_state_survives_kill(plug: Plug, page: Page) -> None:
    press(page, "0+5")
    page.wait_for_selector(lit(page, 0, 5))  # the pending peg, blinking ahead
    score(page, 0, 0)
    press(page, "ok")
    score(page, 0, 5)
    press(page, "0+1", "0+1", "ok")
    score(page, 0, 7)
    page.wait_for_selector(lit(page, 0, 7))
    page.wait_for_selector(lit(page, 0, 5))  # the rear peg: the last score was 2
    spot = page.locator('circle[data-track="0"][data-hole="7"]').first
    assert spot.get_attribute("data-pixel") == str(frame_of(plug, page, 0, 7))

    before = plug.service.get("api/state")
    plug.pull()
    after = plug.service.get("api/state")
    for key in ("game", "seq", "scores", "pegs", "dealer", "stage"):
        assert after[key] == before[key]
    expect(page.locator("#lost")).to_be_hidden()  # the page reconnected
    press(page, "1+5", "ok")
    score(page, 1, 5)
    page.wait_for_selector(lit(page, 0, 7))
    page.wait_for_selector(lit(page, 1, 5))
    press(page, "undo")
    score(page, 1, 0)


def test_keyboard_presses_board_pins(plug: Plug, page: Page) -> None:
    page.keyboard.press("w")
    page.keyboard.press("q")
    page.keyboard.press("e")
    page.keyboard.press("Enter")
    score(page, 0, 5)
    page.keyboard.press("Backspace")
    score(page, 0, 0)


def test_picture_is_counted_narrated_and_pegged(plug: Plug, page: Page) -> None:
    press(page, "count")
    offer = page.locator("#offer")
    expect(offer).to_be_visible()
    offer_state = plug.service.get("api/state")["offer"]
    assert offer_state["problem"] is None and offer_state["points"] > 0
    expect(offer.locator(".seen-card")).to_have_count(5)
    expect(offer.locator(".items .item")).to_have_count(len(offer_state["steps"]))
    for step in offer_state["steps"]:  # page, outlines and LEDs in turn
        expect(offer.locator(".telling b")).to_have_text(str(step["total"]))
        for card in step["cards"]:
            expect(offer.locator(f'.seen-card[data-card="{card}"][data-lit]')).to_be_visible()
        page.wait_for_selector(lit(page, offer_state["seat"], step["total"]), state="attached")
    short = (
        offer_state["spoken"]
        if len(offer_state["steps"]) <= 3
        else offer_state["steps"][-1]["said"]
    )
    expect(offer.locator(".spoken")).to_have_text(short)
    score(page, offer_state["seat"], 0)
    offer.locator("button.primary").click()
    score(page, offer_state["seat"], offer_state["points"])
    page.wait_for_selector(lit(page, offer_state["seat"], offer_state["points"]))
    expect(offer).to_be_hidden()
    expect(page.locator("#next-line")).to_contain_text("hand next")


def test_corrected_card_is_recounted_and_picture_saved(plug: Plug, page: Page) -> None:
    press(page, "count")
    expect(page.locator("#offer")).to_be_visible()
    offer_state = plug.service.get("api/state")["offer"]
    wrong = offer_state["cards"][0]
    really = next(
        card
        for card in (f"{rank}{wrong[1]}" for rank in "A23456789TJQK")
        if card not in [*offer_state["cards"], offer_state["starter"]]
    )
    page.locator(f'#offer .seen-label[data-card="{wrong}"] .tag').click()
    page.click(f'#card .deck [data-card="{really}"]')
    expect(page.locator(f'#offer .seen-card[data-card="{really}"]')).to_be_visible()
    after = plug.service.get("api/state")["offer"]
    assert after["cards"] == [really, *offer_state["cards"][1:]]
    assert after["starter"] == offer_state["starter"]
    assert after["outlines"][really] == offer_state["outlines"][wrong]
    hand, starter = [Card.parse(card) for card in after["cards"]], Card.parse(after["starter"])
    assert after["points"] == score_hand(hand, starter).total

    assert not (plug.state / "pictures").exists(), "nothing is stored unasked"
    page.click("#offer .save")
    expect(page.locator("#offer .save")).to_have_text("Picture saved ✓")
    [picture] = (plug.state / "pictures").glob("*.jpg")
    assert load_picture(picture).shape[:2] == (after["height"], after["width"])
    note = json.loads(picture.with_suffix(".json").read_text())
    assert [item["card"] for item in note["read"]].count(wrong) == 1
    assert note["cards"] == after["cards"]


def test_game_is_played_to_win(plug: Plug, page: Page) -> None:
    for number in range(1, 12):
        assert plug.service.command(action=f"peg 0 {11 if number < 11 else 10}")["ok"]
    score(page, 0, 120)
    press(page, "0+5")  # the score stops at the target
    press(page, "ok")
    score(page, 0, 121)
    expect(page.locator("#next-line")).to_contain_text("won")
    page.wait_for_selector(lit(page, 0, 121))
    assert plug.service.get("api/state")["skunk"] == 2
    press(page, "undo")
    score(page, 0, 120)


def test_incomplete_reading_opens_prefilled_picker(context: BrowserContext, tmp_path: Path) -> None:
    photo = load_picture(sorted(SAMPLES.glob("*.jpg"))[4])
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    cv2.imwrite(str(pictures / "no-starter.jpg"), photo[440:])
    (tmp_path / "board.toml").write_text(f'[camera]\nsource = "files:{pictures}"\n')
    plug = Plug(tmp_path / "state", "--config", str(tmp_path / "board.toml"))
    try:
        page = context.new_page()
        page.goto(plug.service.address)
        page.wait_for_selector("body[data-ready]")
        press(page, "count")
        offer = page.locator("#offer")
        expect(offer).to_be_visible()
        expect(page.locator("#offer-title")).to_contain_text("4 of 5 cards found")
        expect(offer.locator(".seen-card")).to_have_count(4)
        page.click("#offer .add")
        page.click('#card .deck [data-card="5H"]')
        expect(page.locator("#offer-title")).to_contain_text("Which of these is the starter?")
        page.click('#offer .counted[data-card="5H"]')
        expect(page.locator("#offer .primary")).to_be_visible()
        offer_state = plug.service.get("api/state")["offer"]
        assert offer_state["starter"] == "5H" and len(offer_state["cards"]) == 4
        page.click("#offer .primary")
        score(page, offer_state["seat"], offer_state["points"])
    finally:
        plug.service.stop()


SHOWN = """() => {
  const board = document.querySelector("peg-board"), glow = board.querySelector(".glow");
  const lines = board.querySelectorAll(".marks line").length;
  const plates = board.querySelectorAll(".plates > *").length;
  return [lines, plates, glow.width > 0 && glow.height > 0];
}"""


STEADY = f"""async () => {{
  let [lines, frames] = [-1, 0];
  for (; frames < 20; frames += 1) {{
    await new Promise(requestAnimationFrame);
    const [now] = ({SHOWN})();
    if (now !== lines) [lines, frames] = [now, 0];
  }}
  return lines;
}}"""


def stable_line_count(page: Page) -> int:
    """Returns the number of lines on the board, once stable for twenty frames."""
    return int(page.evaluate(STEADY))


def test_board_change_redraws_lines_shapes_and_lights(page: Page, plug: Plug) -> None:
    """Without a reload."""
    for players in (4, 2, 3):
        assert plug.service.command(new={"mode": "score", "players": players})["ok"]
        page.wait_for_function("n => shownState.seats.length === n", arg=players)
        page.wait_for_function(f"n => ({SHOWN})()[1] === n", arg=players)
        page.wait_for_function(f"() => ({SHOWN})()[2]")
        lines = stable_line_count(page)
        page.reload()
        page.wait_for_selector("body[data-whole]")
        page.wait_for_function(f"n => ({SHOWN})()[1] === n", arg=players)
        assert stable_line_count(page) == lines > 0
