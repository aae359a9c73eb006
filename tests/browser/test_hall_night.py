"""A club night as its secretary runs it: three steps, typed results, late arrivals, corrections."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from pegboard.tournament.scorecards.line import Card, lost, won
from tests.support.browser.hall import PHONE, assert_accessible, sign_in
from tests.support.browser.pages import context_of, record_troubles
from tests.support.reference_standings import reference_places
from tests.support.running_hall import RunningHall, until
from tests.support.scripted_board import ScriptedBoard

LAPTOP: ViewportSize = {"width": 1280, "height": 800}
PLAYERS = [
    "Ann", "Ben", "Cleo", "Dov", "Eve", "Finn", "Gus", "Hal", "Ida", "Jo", "Kim", "Lou",
]  # fmt: skip
ROUNDS = 9
TOUCHES_MOST = 120


class Secretary:
    """A robot at the director's page that counts its touches and typed words."""

    def __init__(self, page: Page) -> None:
        self.page, self.count = page, 0

    def touch(self, target: Locator) -> None:
        """Clicks an element that can be seen."""
        target.click()
        self.count += 1

    def enter(self, word: str) -> None:
        """Types a word into the focused field."""
        expect(self.page.locator("input:focus")).to_be_visible()
        self.page.keyboard.type(word)
        self.count += len(word.split())

    def press(self, name: str) -> None:
        """Touches the button with this name."""
        self.touch(self.page.get_by_role("button", name=name, exact=True))

    def record(self, table: int, winner: str, score: int) -> None:
        """Records the result of a table."""
        self.touch(self.page.locator(f"[data-what='result {table}']"))
        self.enter(str(score))
        self.press(f"{winner} won")
        expect(self.page.locator(".question")).to_have_count(0)


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[RunningHall]:
    hall = RunningHall(tmp_path / "hall")
    yield hall
    assert hall.stop() == 0


@pytest.fixture
def director(browser: Browser, hall: RunningHall) -> Iterator[Page]:
    with ExitStack() as stack:
        context = context_of(browser, viewport=LAPTOP, locale="en")
        stack.callback(context.close)
        page = context.new_page()
        troubles: list[str] = []
        record_troubles(page, hall.address, troubles)
        page.goto(f"{hall.address}/director")
        sign_in(page, hall)
        yield page
        assert troubles == []


def pegs(loser: int, winner: int, score: int) -> list[str]:
    """Returns the entries of a game that a seat wins 121 to `score`."""
    lost_by = [f"peg {loser} {min(30, score - at)}" for at in range(0, score, 30)]
    return [*lost_by, *[f"peg {winner} 30"] * 4, f"peg {winner} 1"]


@pytest.mark.parametrize("viewport", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_secretary_runs_a_night_of_twelve_players(
    hall: RunningHall, director: Page, viewport: ViewportSize
) -> None:
    """Two boards, whose players sign, and four tables with paper."""
    director.set_viewport_size(viewport)
    rng = Random(12)
    with ExitStack() as stack:
        code = hall.new_join_code()
        boards = [
            stack.enter_context(ScriptedBoard(hall.address, code, name)) for name in ("A", "B")
        ]
        expect(director.locator("#start h2")).to_have_text("Start a night")
        expect(director.locator("#start [aria-current=step]")).to_have_text("Event")
        expect(director.locator("#todo h2")).to_have_count(0)
        assert_accessible(director)
        secretary = Secretary(director)
        secretary.press("Start")
        expect(director.locator("#start [aria-current=step]")).to_have_text("Players")
        director.fill("[name=names]", "\n".join(PLAYERS))
        assert_accessible(director)
        secretary.press("Add players")
        expect(director.locator("#start [aria-current=step]")).to_have_text("Draw")
        for table, name in enumerate("AB", 1):
            director.locator(f"[data-what='place {table}']").select_option(name)
        expect(director.locator("[data-what='place 2']")).to_have_value(boards[1].key.id)
        assert_accessible(director)

        secretary.count = 0
        cards = {player: Card(player) for player in hall.get_as_director("desk")["event"]["names"]}
        for number in range(1, ROUNDS + 1):
            secretary.press(f"Draw round {number}")
            expect(director.locator("#event")).to_contain_text(f"Round {number} of {ROUNDS}")
            expect(director.locator("[data-what^='result '].open")).to_have_count(6)
            event = hall.get_as_director("desk")["event"]
            for each in event["tables"]:
                seat, score = rng.randrange(2), rng.randrange(121)
                winner, loser = each["players"][seat], each["players"][1 - seat]
                cards[winner] = cards[winner].with_line(won(number, loser, 121 - score))
                cards[loser] = cards[loser].with_line(lost(number, winner, 121 - score))
                if each["table"] <= len(boards):
                    board = boards[each["table"] - 1]
                    board.play(*pegs(1 - seat, seat, score))
                    board.sign()
                else:
                    secretary.record(each["table"], event["names"][winner], score)
            expect(director.locator("[data-what^='result '].open")).to_have_count(0)
        standings = director.locator("#standings tbody tr")
        expect(standings).to_have_count(12)
        places = reference_places([*cards.values()])
        expect(standings.first.locator("th")).to_have_text(event["names"][min(places[0])])
        found = hall.get_as_director("desk")
        by_place: dict[int, set[str]] = {}
        for place in found["event"]["standings"]:
            by_place.setdefault(place["place"], set()).add(place["player"])
        assert [*by_place.values()] == places
        assert found["pending"] == []
        with director.expect_popup() as opened:
            secretary.touch(director.locator("#event [data-what='print standings']"))
        for name in PLAYERS:
            expect(opened.value.locator("body")).to_contain_text(name)
        assert secretary.count == 9 + 4 * 9 * 3 + 1 <= TOUCHES_MOST, "draw, type, print"
        assert_accessible(director)


def test_result_is_corrected_forfeited_and_undone(hall: RunningHall, director: Page) -> None:
    hall.post_as_director("event", name="Tuesday", games=2)
    hall.post_as_director("players", names=["Ann", "Ben", "Cleo", "Dov"])
    hall.post_as_director("draw")
    director.set_viewport_size(PHONE)
    secretary = Secretary(director)

    def lines() -> list[int]:
        return [len(card) for card in hall.get_as_director("desk")["cards"].values()]

    expect(director.locator("[data-what^='result '].open")).to_have_count(2)
    event = hall.get_as_director("desk")["event"]
    names = [event["names"][player] for player in event["tables"][0]["players"]]
    director.locator("[data-what='result 1']").click()
    director.keyboard.type("90")
    expect(director.locator(".question [role=status]")).to_have_text(
        "121–90, a skunk: 3 game points"
    )
    assert_accessible(director)
    secretary.press(f"{names[0]} won")
    expect(director.locator("#says")).to_have_text(f"{names[0]} beat {names[1]}, 121–90.")
    expect(director.locator("#event")).to_contain_text(f"{names[0]} (3) – {names[1]} (0)")
    assert sum(lines()) == 2

    director.locator("[data-what='result 1']").click()
    expect(director.locator(".question [name=score]")).to_have_value("90")
    director.fill(".question [name=score]", "91")
    secretary.press(f"{names[1]} won")
    expect(director.locator(".question [name=reason]")).to_be_focused()  # must be given
    director.keyboard.type("misheard")
    assert_accessible(director)
    secretary.press(f"{names[1]} won")
    expect(director.locator("#event")).to_contain_text(f"{names[0]} (0) – {names[1]} (2)")
    director.locator("#log summary").click()
    expect(director.locator("#log li").first).to_contain_text(
        f"corrected: {names[1]} beat {names[0]}, 121–91 (misheard)"
    )
    director.locator("#log").get_by_role("button", name="Undo").first.click()
    expect(director.locator("#event")).to_contain_text(f"{names[0]} (3) – {names[1]} (0)")

    director.locator("[data-what='result 2']").click()
    late = director.locator(".question").get_by_role("button", name=re.compile("forfeits")).first
    name = late.inner_text().split()[0]
    late.click()
    expect(director.locator(".question")).to_contain_text(f"{name} is late or did not come.")
    assert_accessible(director)
    secretary.press("Cancel")
    assert sum(lines()) == 2, "nothing without the answer"
    director.locator("[data-what='result 2']").click()
    secretary.press(f"{name} forfeits (late)")
    secretary.press("Record the forfeit")
    until(lambda: sum(lines()) == 4, "the forfeit")
    expect(director.locator("#log li").first).to_contain_text(f"{name} forfeited round 1")
    director.locator("#log").get_by_role("button", name="Undo").first.click()
    expect(director.locator("[data-what='result 2']")).to_have_class(re.compile("open"))
    assert sum(lines()) == 2

    director.locator("#cards summary").click()
    director.locator("[data-what=change]").click()
    director.fill(".question [name=score]", "60")
    director.fill(".question [name=reason]", "the paper says so")
    secretary.press(f"{names[0]} won")
    expect(director.locator("#standings tbody tr").first).to_contain_text("+61")
    assert sum(lines()) == 2, "on both cards"


def test_late_namesake_is_added_and_name_corrected(hall: RunningHall, director: Page) -> None:
    hall.post_as_director("event", name="Last week", games=3)
    hall.post_as_director("players", names=["Ann", "Ben", "Cleo", "Dov"])
    hall.post_as_director("event", name="Tonight", games=3)
    secretary = Secretary(director)
    director.set_viewport_size(PHONE)
    expect(director.locator("#start h2")).to_have_text("Tonight")
    director.locator("#start summary").click()
    expect(director.locator(".picks label")).to_have_text(["Ann", "Ben", "Cleo", "Dov"])
    assert_accessible(director)
    secretary.press("Select all")
    director.get_by_label("Cleo").uncheck()
    secretary.press("Add selected")
    expect(director.locator("#says")).to_have_text("3 players added")
    secretary.press("Draw round 1")
    expect(director.locator("[data-what^='result '].open")).to_have_count(1)
    director.fill("[name=names]", "Ann\nEve\n")
    secretary.press("Add players")
    expect(director.locator(".question")).to_contain_text(
        "There is already a player called Ann. Add another?"
    )
    assert_accessible(director)
    secretary.press("Skip")
    expect(director.locator("#event .late")).to_have_text("Eve: plays from round 2")
    director.fill("[name=names]", "Ann")
    secretary.press("Add players")
    secretary.press("Add another Ann")
    expect(director.locator("#event .late")).to_have_text("Eve, Ann: plays from round 2")
    director.get_by_text("Playing: 5").click()
    assert_accessible(director)
    director.locator("[data-what='rename ann-2']").click()
    assert_accessible(director)
    director.fill(".question [name=name]", "Anna")
    secretary.press("Save")
    expect(director.locator("#event .late")).to_have_text("Eve, Anna: plays from round 2")
    director.locator("#log summary").click()
    expect(director.locator("#log li").first).to_contain_text("Ann renamed Anna")
    director.goto(f"{hall.address}/player#player=ann-2")
    expect(director.locator("#mine .place")).to_have_text("You play from round 2.")
    assert_accessible(director)


FILES = {
    "windows": "Vorname;Nachname;Verein\r\nJürgen;Müller;Lions\r\nAnn;Groß;\r\n".encode("cp1252"),
    "utf-16": "\ufeffName\tNummer\nJürgen Müller\t7\nAnn Groß\t8\n".encode("utf-16-le"),
    "utf-8": "\ufeffName,E-Mail\nJürgen Müller,j@example.org\nAnn Groß,\n".encode(),
}


@pytest.mark.parametrize("content", FILES.values(), ids=list(FILES))
def test_spreadsheet_file_is_imported(
    hall: RunningHall, director: Page, tmp_path: Path, content: bytes
) -> None:
    hall.post_as_director("event", name="Tonight", games=3)
    expect(director.locator("#start h2")).to_have_text("Tonight")
    workbook = tmp_path / "players.xlsx"
    workbook.write_bytes(b"PK\x03\x04" + bytes(40))
    director.locator("[name=players-file]").set_input_files(workbook)
    expect(director.locator("#start [role=alert]")).to_contain_text("Save it as CSV first")
    players = tmp_path / "players.csv"
    players.write_bytes(content)
    director.locator("[name=players-file]").set_input_files(players)
    expect(director.locator("[name=names]")).to_have_value(re.compile("Müller"))
    Secretary(director).press("Add players")
    expect(director.locator("#says")).to_contain_text("2 players added")
    if b"E-Mail" in content:
        expect(director.locator("#says")).to_contain_text("columns left out: E-Mail")
    event = hall.get_as_director("desk")["event"]
    assert [*event["names"].values()] == ["Jürgen Müller", "Ann Groß"]


def test_bracket_starts_without_rounds(hall: RunningHall, director: Page) -> None:
    hall.post_as_director("event", name="Cup", kind="main", games=1)
    hall.post_as_director("players", names=["Ann", "Ben", "Cleo", "Dov"])
    expect(director.locator("#start h2")).to_have_text("Cup")
    Secretary(director).press("Straight to the bracket")
    expect(director.locator("#todo select")).to_have_count(2)
    expect(director.get_by_role("button", name="Draw round 1")).to_have_count(0)
    assert_accessible(director)
