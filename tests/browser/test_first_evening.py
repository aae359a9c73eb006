"""A new board: the real service without configuration, and people who choose."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.support.running_board import RunningBoard


class Board:
    """A simulated board without configuration."""

    def __init__(self, state: Path) -> None:
        self.state = state
        self.service = RunningBoard(state)

    def again(self) -> None:
        """Restarts the board after a power cut; it may use another port."""
        self.service.kill()
        self.service = RunningBoard(self.state)


@pytest.fixture
def board(tmp_path: Path) -> Iterator[Board]:
    board = Board(tmp_path / "state")
    yield board
    with suppress(ProcessLookupError):
        board.service.stop()


def open_board(context: BrowserContext, board: Board) -> Page:
    page = context.new_page()
    page.goto(board.service.address)
    page.wait_for_selector("body[data-whole]")
    return page


def test_new_board_starts_game_in_two_touches(context: BrowserContext, board: Board) -> None:
    page = open_board(context, board)
    expect(page.locator("#home .found li")).to_have_count(3)
    expect(page.locator("#home .found")).to_contain_text("drawn on this page")
    assert board.service.get("api/state")["mode"] == "demo"  # the demo continues behind it
    page.click("[data-choice=score]")
    page.click("#newgame .primary")
    expect(page.locator("#home")).to_be_hidden()
    page.click('[data-press="0+5"]')
    page.click('[data-press="ok"]')
    expect(page.locator('.seat[data-seat="0"] .score')).to_have_text("5")


def test_three_player_setup_is_remembered_on_every_page(
    context: BrowserContext, board: Board
) -> None:
    page = open_board(context, board)
    page.click("[data-choice=score]")
    page.click("#newgame label:has(input[name=table][value='3'])")
    for seat, name in enumerate(("Ann", "Ben", "Cid")):
        page.fill(f"#newgame .seat-row >> nth={seat} >> input", name)
    page.click("#newgame .color >> nth=0")
    page.click("#newgame .color >> nth=0")  # blue, orange, green
    page.click("#newgame .primary")
    expect(page.locator(".seat .name")).to_have_text(["Ann", "Cid", "Ben"])  # left, then right
    page.wait_for_selector('circle[data-track="2"]')  # the drawn board has a third track now
    page.click('[data-press="2+5"]')
    page.click('[data-press="ok"]')
    page.wait_for_selector('circle[data-track="2"][data-hole="5"][data-lit]')
    # Pending points are lit, too: only the score proves that they are stored.
    expect(page.locator('.seat[data-seat="2"] .score')).to_have_text("5")
    page.close()
    board.again()
    page = open_board(context, board)  # no questions during a game
    expect(page.locator('.seat[data-seat="2"] .score')).to_have_text("5")
    expect(page.locator("#home")).to_be_hidden()
    page.click("#open-new")
    names = page.locator("#newgame .seat-row:visible input")
    expect(names).to_have_count(3)
    assert [name.input_value() for name in names.all()] == ["Ann", "Ben", "Cid"]
    wish = board.service.get("api/welcome")["setups"]["score"]
    assert wish["colors"] == ["green", "blue", "orange"]


def test_new_board_starts_computer_game_in_two_touches(
    context: BrowserContext, board: Board
) -> None:
    page = open_board(context, board)
    page.click("[data-choice=computer]")
    page.click("#newgame .primary")
    expect(page.locator("#hand .in-hand")).to_have_count(6)


def test_new_board_counts_hand_in_two_touches(context: BrowserContext, board: Board) -> None:
    page = open_board(context, board)
    page.click("[data-choice=count]")
    page.click("[data-choice=camera]")
    expect(page.locator("#offer")).to_be_visible()
    assert board.service.get("api/state")["mode"] == "score"


def test_guided_deal_leaves_game_unchanged(context: BrowserContext, board: Board) -> None:
    page = open_board(context, board)
    page.click("#home .learn")
    page.click("#learn .todo .primary")
    for card in ("2C", "4H"):
        page.click(f'#learn [data-card="{card}"]')
    page.click("#learn .lay")
    expect(page.locator("#learn h2")).to_have_text("The starter")
    assert board.service.get("api/state")["inviting"]
    page.keyboard.press("Escape")
    page.click("#open-menu")
    page.click("#menu .to-home")
    expect(page.locator("#home")).to_be_visible()
