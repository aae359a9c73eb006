"""Touches and seconds of everyday tasks on the real service, counted by a robot."""

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.support.browser.pages import context_of
from tests.support.running_board import RunningBoard

BOARD = """[board]
strip = "memory:"
[buttons]
source = "gpio:mock"
[camera]
source = "files:"
[game]
pace_s = 0.1
regulars = ["Ann", "Ben"]
"""


TO_DO = """() => ["deal", "over"].includes(shownState.stage)
    || shownState.stage === "play" && shownState.turn === 0 && shownState.legal.length > 0"""
"""True when the deal has ended, or it is the player's turn."""


class Robot:
    """A finger that counts its touches."""

    def __init__(self, page: Page) -> None:
        self.page, self.touches, self.since = page, 0, time.monotonic()

    def start(self) -> None:
        self.touches, self.since = 0, time.monotonic()

    def tap(self, what: str | Locator) -> None:
        self.touches += 1
        (self.page.locator(what) if isinstance(what, str) else what).click()

    def done(self, what: str, most: int) -> None:
        seconds = time.monotonic() - self.since
        print(f"{what}: {self.touches} touches, {seconds:.1f} s")
        assert self.touches <= most, what


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningBoard]:
    folder = tmp_path_factory.mktemp("touches")
    (folder / "board.toml").write_text(BOARD)
    service = RunningBoard(folder / "state", "--no-demo", "--config", str(folder / "board.toml"))
    yield service
    service.stop()


@pytest.fixture(scope="module")
def screen(browser: Browser) -> Iterator[Page]:
    """Yields the board's screen, shared by all tests."""
    context = context_of(browser, viewport={"width": 800, "height": 480})
    yield context.new_page()
    context.close()


@pytest.fixture
def robot(screen: Page, service: RunningBoard) -> Robot:
    if screen.url.rstrip("/") != service.address.rstrip("/"):
        screen.goto(service.address)
        screen.wait_for_selector("body[data-whole]")
    screen.evaluate("document.querySelectorAll('dialog[open]').forEach((each) => each.close())")
    return Robot(screen)


def test_twelve_points_take_two_touches(robot: Robot, service: RunningBoard) -> None:
    assert service.command(new={"mode": "score", "names": ["Ann", "Ben"]})["ok"]
    expect(robot.page.locator('.seat[data-seat="1"] .score')).to_have_text("0")
    robot.start()
    robot.tap('.seat[data-seat="1"] .score')
    robot.tap('#seatcard [data-quick="12"]')
    expect(robot.page.locator('.seat[data-seat="1"] .score')).to_have_text("12")
    robot.done("peg 12", 3)


def test_regular_players_start_game_in_two_touches(robot: Robot, service: RunningBoard) -> None:
    assert service.command(new={"mode": "score", "names": ["Cid", "Dora"]})["ok"]
    page = robot.page
    page.click("#open-menu")
    page.click("#menu .to-home")
    robot.start()
    robot.tap("#home .again")
    service.wait_for_state(lambda state: state["seq"] == 0 and state["mode"] == "score")
    expect(page.locator("#home")).to_be_hidden()
    robot.done("a game of two regulars", 2)


def test_counting_and_pegging_hand_takes_two_touches(robot: Robot, service: RunningBoard) -> None:
    assert service.command(new={"mode": "score", "names": ["Ann", "Ben"]})["ok"]
    robot.start()
    robot.tap(".key.count")
    expect(robot.page.locator("#offer")).to_be_visible()
    robot.tap("#offer footer .primary")
    service.wait_for_state(lambda state: any(state["scores"]))
    robot.done("count and peg a hand", 2)


def test_deal_takes_at_most_four_touches_beyond_plays(robot: Robot, service: RunningBoard) -> None:
    new = {"mode": "computer", "seats": ["person", "beginner"], "dealer": 1}
    assert service.command(new=new)["ok"]
    page = robot.page
    page.wait_for_selector("#hand .in-hand")
    robot.start()
    plays = 0
    cards = page.locator("#hand .in-hand")
    expect(cards).to_have_count(6)
    robot.tap(cards.nth(0))
    robot.tap(cards.nth(1))
    robot.tap("#hand .confirm:not(.go)")
    page.wait_for_function("() => shownState.stage !== 'discard'")
    while True:
        page.wait_for_function(TO_DO)
        state = page.evaluate("shownState")
        if state["stage"] in ("deal", "over"):
            break
        playable = page.locator('#hand .in-hand[aria-disabled="false"]').first
        robot.tap("#hand .go" if state["legal"][0]["verb"] == "go" else playable)
        plays += 1  # a go takes a touch like a play
        page.wait_for_function("seq => shownState.seq > seq", arg=state["seq"])
    if service.get("api/state")["stage"] == "deal":
        service.wait_for_state(lambda state: state["awaiting_ack"] and not state["show"])
        robot.tap(".key.ok")
    robot.done(f"a deal with {plays} plays", plays + 4)


def test_player_averages_take_two_touches(robot: Robot, service: RunningBoard) -> None:
    page = robot.page
    assert service.command(new={"mode": "score", "names": ["Ann", "Ben"]})["ok"]
    assert service.command(action="correct 0 121")["ok"]
    page.wait_for_selector("#win")
    robot.start()
    robot.tap("#open-menu")
    robot.tap("#menu .to-history")
    page.wait_for_url("**/history**")
    expect(page.locator("table.players").first).to_contain_text("Ann")
    robot.done("a player's averages", 2)


def test_dimming_board_takes_two_touches(robot: Robot, service: RunningBoard) -> None:
    page = robot.page
    robot.start()
    robot.tap("#open-menu")
    slider = page.locator("#menu .slider input")
    box = slider.bounding_box()
    assert box is not None
    before = float(slider.input_value())
    robot.touches += 1
    page.mouse.click(box["x"] + box["width"] * 0.2, box["y"] + box["height"] / 2)
    expect(slider).not_to_have_value(f"{before:g}")
    robot.done("dim the board", 2)
