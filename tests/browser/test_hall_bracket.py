"""Bracket matches at tables: called, live, counted, moved, decided."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.support.browser.hall import Phones, assert_accessible, sign_in
from tests.support.hall_bracket import qualify
from tests.support.running_hall import RunningHall
from tests.support.scripted_board import ScriptedBoard


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[RunningHall]:
    hall = RunningHall(tmp_path / "hall")
    yield hall
    assert hall.stop() == 0


def win_game(board: ScriptedBoard, seat: int) -> None:
    """Plays a game that a seat wins by 41."""
    pegs = [f"peg {1 - seat} {n}" for n in (29, 29, 22)]
    board.play(*pegs, *[f"peg {seat} {n}" for n in (29, 29, 29, 29, 5)])


def match_score(one: int, other: int) -> str:
    """Returns the match score as shown in one line."""
    return f"{one}\u2060–\u2060{other}"


def test_bracket_match_is_called_played_and_decided(browser: Browser, hall: RunningHall) -> None:
    troubles: list[str] = []
    with ExitStack() as stack:
        opened = Phones(browser, hall, stack, troubles).open
        qualify(hall, [20, 9, 12, 13], odd=1)
        seeds = hall.get_as_director("desk")["qualifying"]["qualified"]
        names = hall.get("api/tables")["parts"]["event"]["names"]
        board = stack.enter_context(ScriptedBoard(hall.address, hall.new_join_code(), "Board"))
        director = opened("director", "en")
        sign_in(director, hall)
        looker, first, second = (
            opened(path, locale)
            for path, locale in (
                ("", "en"), (f"player#player={seeds[1]}", "fr"), (f"player#player={seeds[0]}", "de")
            )
        )  # fmt: skip
        director.get_by_role("button", name="Start the bracket").click()
        one, other = (names[player] for player in seeds[1:])
        todo = director.locator("#todo li", has_text=f"Match: {one} – {other}")
        expect(todo).not_to_contain_text("waits for a free table")  # there is no board yet
        director.locator("#event").get_by_text("Seats and tables").scroll_into_view_if_needed()
        director.get_by_label("Table 4").select_option("Board")
        expect(todo).to_have_count(0)
        going = director.locator("#event .rows li", has_text=f"Match: {one} – {other}")
        expect(going).to_contain_text(f"Table 4 · Semi-finals {match_score(0, 0)}")
        match = looker.locator("#bracket .match").nth(1)
        expect(match.get_by_role("link")).to_have_text("Table 4, live")
        expect(match.locator("b")).to_have_text(["0", "0"])
        expect(first.locator("#mine .place")).to_have_text("Table 4")
        expect(first.locator("#mine .against")).to_have_text(
            f"contre {other} · Demi-finales {match_score(0, 0)}"
        )
        expect(second.locator("#mine .place")).to_have_text("Dein Tisch wird bald aufgerufen")
        assert_accessible(first)
        assert_accessible(second)

        win_game(board, 1)
        over = director.locator("#todo li", has_text=f"{other} beats {one}, 121–80")
        over.get_by_role("button").click()
        expect(match.locator("b")).to_have_text(["0", "1"])
        expect(first.locator("#mine .against")).to_have_text(
            f"contre {other} · Demi-finales {match_score(0, 1)}"
        )
        expect(looker.locator(".card").first).to_contain_text(
            f"Table 4 · Semi-finals {match_score(0, 1)}"
        )

        assert_accessible(looker)
        assert_accessible(director)
        match.get_by_role("link").click()
        expect(looker.locator("#large h2")).to_contain_text("Table 4")
        looker.go_back()
        for page in (looker, director, first):
            page.set_viewport_size({"width": 1280, "height": 800})
            assert_accessible(page)

        director.get_by_label("Table 2").select_option("Board")  # it is there now
        director.get_by_text("Seats and tables").click()
        free = director.locator(".seating").get_by_role("button", name="Table 2")
        expect(free).to_be_visible()  # nothing is redrawn while an item is held
        director.locator(".seating").get_by_role("button", name="Table 4").click()
        free.click()
        expect(director.locator("#says")).to_have_text("Table 4 and Table 2 swapped.")
        expect(match.get_by_role("link")).to_have_text("Table 2, live")
        win_game(board, 1)
        over.get_by_role("button").click()
        final = looker.locator("#bracket .match").nth(2)
        expect(match.locator(".won")).to_contain_text(other)
        expect(final.get_by_role("link")).to_have_text("Table 2, live")
        expect(second.locator("#mine .place")).to_have_text("Tisch 2")
        expect(second.locator("#mine .against")).to_have_text(
            f"gegen {other} · Finale {match_score(0, 0)}"
        )
        expect(director.locator("#log")).to_contain_text("won game 2 of the match")
        assert_accessible(director)
    assert troubles == []
