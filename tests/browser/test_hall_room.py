"""A hall's screen for the room, and its printed pages."""

import re
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.support.browser.axe import violations
from tests.support.browser.hall import assert_accessible, sign_in
from tests.support.browser.pages import context_of, record_troubles
from tests.support.running_hall import RunningHall
from tests.support.scripted_board import ScriptedBoard

FULL_HD: ViewportSize = {"width": 1920, "height": 1080}
NAMES = [
    *("Ann Lee", "Bartholomew Featherstone", "Cleo", "Dov Ben-Ami", "Eve O’Connor", "Gus"),
    *("Hannah Grünwald", "Ilse Müller-Lüdenscheidt", "Jo", "Katherine Bennet", "Li Wei", "Max"),
    *("Nora", "Otto Krähenbühl", "Pia", "Quentin", "Rosalind Ashworth", "Sam", "Tessa", "Ulf"),
    *("Vera", "Walt", "Xenia Papadopoulos", "Zoë Fitzgerald", "Yann"),
]
SIZES = "nodes => nodes.map(node => parseFloat(getComputedStyle(node).fontSize))"
OVERFLOWS = """() => {
    const outside = (node, box) => {
        const [rect, place] = [node.getBoundingClientRect(), box.getBoundingClientRect()];
        return rect.left < place.left - 1 || rect.right > place.right + 1
            || rect.top < place.top - 1 || rect.bottom > place.bottom + 1;
    };
    const root = document.documentElement;
    const scrolls = root.scrollWidth > innerWidth || root.scrollHeight > innerHeight;
    const nodes = [...document.querySelectorAll("#screen *")];
    const bad = nodes.filter((node) => outside(node, node.closest(".table, .list, #screen"))
        || (node.matches(".names, .how") && (node.scrollWidth > node.clientWidth + 1
            || node.scrollHeight > node.clientHeight + 1)));
    return [...(scrolls ? ["the page scrolls"] : []), ...bad.map((node) => node.outerHTML)];
}"""
"""Elements that stand out of their place, and names that are cut."""
COUNT_PRINTS = """window.print = () => {
    const { dataset } = document.documentElement;
    dataset.prints = Number(dataset.prints ?? 0) + 1;
}"""


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[RunningHall]:
    hall = RunningHall(tmp_path / "hall")
    yield hall
    hall.stop()


def begin(hall: RunningHall, players: int, games: int = 9) -> None:
    hall.post_as_director("event", name="Thursday club night", games=games)
    hall.post_as_director("players", names=NAMES[:players])


def play_round(hall: RunningHall, leave_out: tuple[int, ...] = ()) -> dict[str, Any]:
    """Draws a round and types the results of its tables; returns the event before them."""
    assert hall.post_as_director("draw")["ok"]
    event: dict[str, Any] = hall.get_as_director("desk")["event"]
    for table in event["tables"]:
        number = table["table"]
        if number not in leave_out:
            winner = table["players"][number % 2]
            score = 121 - 7 * number
            assert hall.post_as_director("result", table=number, winner=winner, score=score)["ok"]
    return event


def test_tv_shows_twelve_tables_seats_and_standings_in_turn(
    browser: Browser, hall: RunningHall
) -> None:
    """Checks font sizes, overflow, typed results, the bye, hidden standings, a lost connection."""
    begin(hall, 25)
    troubles: list[str] = []
    with ExitStack() as stack:
        board = stack.enter_context(ScriptedBoard(hall.address, hall.new_join_code(), "Board A"))
        hall.post_as_director("decide", decision={"do": "place", "table": 2, "board": board.key.id})
        event = play_round(hall, leave_out=(2, 3))
        context = stack.enter_context(closing(context_of(browser, viewport=FULL_HD, locale="en")))
        page = context.new_page()
        record_troubles(page, hall.address, troubles)
        page.goto(f"{hall.address}/tv?seconds=600")
        tables = page.locator(".table")
        expect(tables).to_have_count(12)
        assert page.evaluate(OVERFLOWS) == []
        assert min(page.locator(".names").evaluate_all(SIZES)) >= 40
        assert min(page.locator(".score").evaluate_all(SIZES)) >= 80
        assert violations(page) == []
        names = [event["names"][player] for player in event["tables"][0]["players"]]
        expect(tables.nth(0).locator(".names")).to_have_text(names)
        expect(tables.nth(0).locator(".score")).to_have_text(["114", "121"])
        expect(tables.nth(0).locator("[data-won] .names")).to_have_text(names[1])
        expect(tables.nth(2).locator(".score")).to_have_text(["", ""])
        board.play("peg 0 102", "peg 1 87")
        expect(tables.nth(1).locator(".score")).to_have_text(["102", "87"])
        expect(page.locator("#round")).to_contain_text("has the bye")
        assert hall.post_as_director("timer", minutes=12)["ok"]
        expect(page.locator("#timer")).to_have_text(re.compile("1[12]:[0-5][0-9] left"))
        for size in ({"width": 1280, "height": 720}, {"width": 3840, "height": 2160}):
            page.set_viewport_size({"width": size["width"], "height": size["height"]})
            assert page.evaluate(OVERFLOWS) == []
            smallest = min(page.locator(".names").evaluate_all(SIZES))
            assert smallest == pytest.approx(40 * size["width"] / 1920, rel=1e-3)

        page.set_viewport_size(FULL_HD)
        page.goto(f"{hall.address}/tv?seconds=2")
        expect(page.locator(".list h2")).to_have_text("Round 1: seating")
        expect(page.locator(".list li")).to_have_count(25)
        assert page.evaluate(OVERFLOWS) == []
        expect(page.locator(".list h2")).to_have_text("Standings · Points · Net")
        assert page.evaluate(OVERFLOWS) == []
        hall.post_as_director("hide", hidden=True)
        expect(page.locator("#turns")).to_have_text(re.compile("^..$"))
        hall.stop()
        troubles.clear()
        expect(page.locator("#says")).to_contain_text("No connection to the hall since")
        expect(page.locator("#screen")).to_contain_text("Bartholomew Featherstone")
        hall.restart()
        expect(page.locator("#says")).to_be_empty()


def test_new_round_hides_the_game_before(browser: Browser, hall: RunningHall) -> None:
    """Checks that the next players appear without the scores of the game before."""
    begin(hall, 4)
    with ExitStack() as stack:
        board = stack.enter_context(ScriptedBoard(hall.address, hall.new_join_code(), "Board A"))
        hall.post_as_director("decide", decision={"do": "place", "table": 1, "board": board.key.id})
        play_round(hall, leave_out=(1,))
        context = stack.enter_context(closing(context_of(browser, viewport=FULL_HD, locale="en")))
        page = context.new_page()
        page.goto(f"{hall.address}/tv?seconds=600")
        board.play("peg 0 60", "peg 0 60", "peg 0 1", "peg 1 9")
        scores = page.locator(".table").nth(0).locator(".score")
        expect(scores.nth(0)).to_have_text("121")
        table = hall.get_as_director("desk")["event"]["tables"][0]
        hall.post_as_director("result", table=1, winner=table["players"][0], score=9)
        hall.post_as_director("draw")
        expect(page.locator("#round")).to_contain_text("Round 2")
        expect(scores).to_have_text(["", ""])


def pages_of(page: Page, paper: str) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format=paper)))


@pytest.mark.parametrize("locale", ["en", "de", "fr"])
def test_printed_pages_fit_a_club_night(browser: Browser, hall: RunningHall, locale: str) -> None:
    """Checks one page for pairings, standings and report, and four score cards a page."""
    begin(hall, 12)
    for _ in range(9):
        event = play_round(hall)
    leaver = event["tables"][0]["players"][0]
    troubles: list[str] = []
    with closing(context_of(browser, locale=locale)) as context:
        context.add_init_script(COUNT_PRINTS)
        page = context.new_page()
        record_troubles(page, hall.address, troubles)
        page.goto(f"{hall.address}/director")
        sign_in(page, hall)
        addresses = page.locator("[data-what^='print ']").evaluate_all(
            "links => links.map(link => link.href)"
        )
        assert [re.sub(r".*/print/|\?.*", "", address) for address in addresses] == [
            *("pairings", "cards", "standings", "report")
        ]
        for address in addresses:
            if "/report" in address:
                left = {"do": "leave", "player": leaver}
                assert hall.post_as_director("decide", decision=left)["ok"]
            page.goto(address)
            expect(page.locator("html")).to_have_attribute("data-prints", "1")
            sheets = 3 if "/cards" in address else 1
            assert {pages_of(page, paper) for paper in ("A4", "Letter")} == {sheets}, address
            text = page.locator("#sheet").inner_text()
            assert [name for name in NAMES[:12] if name not in text] == []
            assert_accessible(page)
        assert "121\u2060–\u206079" in text
        expect(page.locator(".rounds section")).to_have_count(9)
        expect(page.locator(".decisions li")).to_have_count(1)
        expect(page.locator(".decisions li")).to_contain_text(event["names"][leaver])
    assert troubles == []


def test_public_prints_without_hidden_standings(browser: Browser, hall: RunningHall) -> None:
    """Checks that everybody prints public parts, and only the director the report."""
    begin(hall, 5)
    play_round(hall)
    troubles: list[str] = []
    with closing(context_of(browser, locale="en")) as context:
        context.add_init_script(COUNT_PRINTS)
        page = context.new_page()
        record_troubles(page, hall.address, troubles)
        page.goto(f"{hall.address}/")
        expect(page.locator("footer a")).to_have_text(
            [
                *("Director", "My table and my card", "Show on a TV"),
                *("Print the pairings", "Print the standings"),
            ]
        )
        expect(page.locator(".card .how").first).to_contain_text("wins")
        with context.expect_page() as opened:
            page.get_by_role("link", name="Print the pairings").click()
        expect(opened.value.locator(".bye")).to_contain_text("has the bye")
        page.goto(f"{hall.address}/print/standings")
        expect(page.locator(".standings tbody tr")).to_have_count(5)
        hall.post_as_director("hide", hidden=True)
        page.goto(f"{hall.address}/print/standings")
        expect(page.locator("#sheet")).to_contain_text("The standings are hidden")
        expect(page.locator(".standings")).to_have_count(0)
        page.goto(f"{hall.address}/")
        expect(page.get_by_role("link", name="Print the standings")).to_have_count(0)
        page.goto(f"{hall.address}/print/report")
        expect(page.locator("#sheet")).to_contain_text("Only the director")
    assert troubles == []
