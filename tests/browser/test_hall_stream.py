"""A hall's table on a stream, with its winning chance."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from pegboard.cribbage.game import apply, new_game
from pegboard.cribbage.notation import parse_action
from pegboard.cribbage.rules import Rules
from pegboard.hall.live.chances import chances
from tests.support.browser.axe import violations
from tests.support.browser.pages import context_of, record_troubles
from tests.support.running_hall import RunningHall
from tests.support.scripted_board import ScriptedBoard

CLEAR = "getComputedStyle(document.body).backgroundColor"


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[RunningHall]:
    hall = RunningHall(tmp_path / "hall")
    yield hall
    assert hall.stop() == 0


@pytest.mark.group("core")
def test_overlay_shows_table_and_winning_chance(browser: Browser, hall: RunningHall) -> None:
    """Names, scores, played cards and count; the winning chance as on the large table."""
    troubles: list[str] = []

    def tells(row: Locator, *texts: str) -> None:
        for text in texts:
            expect(row).to_contain_text(text)

    with ExitStack() as stack:
        hall.post_as_director("event", name="Open", kind="club", games=1)
        hall.post_as_director("players", names=["Ann", "Ben", "Cleo", "Dov"])
        board = stack.enter_context(ScriptedBoard(hall.address, hall.new_join_code(), "Board A"))
        hall.post_as_director("decide", decision={"do": "place", "table": 2, "board": board.key.id})
        hall.post_as_director("draw")
        event = hall.get("api/tables")["parts"]["event"]
        seated = next(each["players"] for each in event["tables"] if each["table"] == 2)
        first, second = (event["names"][player] for player in seated)
        stream = context_of(browser, viewport={"width": 640, "height": 240}, locale="de")
        wide = context_of(browser, locale="en")
        stack.callback(stream.close)
        stack.callback(wide.close)
        overlay, page = stream.new_page(), wide.new_page()
        for each in (overlay, page):
            record_troubles(each, hall.address, troubles)
        overlay.goto(f"{hall.address}/overlay?table=2")
        expect(overlay.locator("#sides li")).to_have_count(2)
        assert overlay.evaluate(CLEAR) == "rgba(0, 0, 0, 0)" and violations(overlay) == []
        board.play("peg 0 30", "peg 1 7", header="players 2\ndealer 1\n")
        state = new_game(Rules(2), 1)
        for pegged in ("peg 0 30", "peg 1 7"):
            state = apply(state, parse_action(pegged)).state
        mine, theirs = chances(state)
        rows = overlay.locator("#sides li")
        tells(rows.nth(0), first, "30", f"{mine} %")
        tells(rows.nth(1), second, "7", f"{theirs} %")
        page.goto(f"{hall.address}/#table={board.key.id}")
        expect(page.locator("#large .chance")).to_have_text(
            f"Chance to win: {first} {mine} % · {second} {theirs} %"
        )
        expect(rows.nth(0).locator(".track")).to_have_accessible_name("Stifte auf 30 und 0")
        expect(overlay.locator("#pile")).to_be_empty()
        board.play("deal 0", "cut 5H", "play 1 JD", "play 0 5S")
        expect(overlay.locator("#pile")).to_have_text("J♦5♠Zahl 15")
        assert violations(overlay) == []
        beside = hall.post_as_director("event", name="Side", games=1, beside=True)["event"]
        for path, what in (("players", {"names": ["Eve", "Fay"]}), ("draw", {})):
            assert hall.post_as_director(f"{path}?event={beside}", **what)["ok"]
        page.goto(f"{hall.address}/overlay?table=1&event={beside}")
        expect(page.locator("#sides")).to_contain_text("Eve")
        page.goto(f"{hall.address}/#table={board.key.id}")
        board.play(*["peg 1 30"] * 4, "peg 1 1")
        tells(rows.nth(1), "121")
        expect(rows.nth(1).locator("small")).to_be_empty()
        expect(page.locator("#large .chance")).to_be_hidden()
    assert troubles == []
