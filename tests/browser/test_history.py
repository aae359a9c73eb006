"""The history in a real browser, over real games in a real journal."""

import asyncio
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from pegboard.analysis.analyze import review_game
from pegboard.analysis.charts import review_svg
from pegboard.analysis.graph import review_graph
from pegboard.analysis.report import as_message
from pegboard.archive.archive import Archive
from pegboard.archive.review_queue import ReviewQueue
from pegboard.cribbage.game import Rules
from pegboard.cribbage.notation import parse_record
from pegboard.history.pages import short_review
from pegboard.history.stored_game import StoredGame
from pegboard.i18n import LANGUAGES
from pegboard.storage.journal import SqliteJournal
from pegboard.web.history import history_routes
from tests.support.browser.axe import OF_THE_LAYOUT, violations
from tests.support.browser.catalogues import ALIKE, CATALOGUES, arities, leaves
from tests.support.browser.looks import LOOKS, SMALLEST
from tests.support.browser.measures import CUT_TEXT, FAINT_TEXT, SMALL_TARGETS
from tests.support.browser.pages import context_of, record_troubles
from tests.support.browser.theme import theme_script
from tests.support.history_games import DAY_S, run_blocking, stored_game, whole_game, write_games
from tests.support.paths import TEST_DATA
from tests.support.web_fake import FakeDesk, Server

FIVES = parse_record((TEST_DATA / "analyze" / "fives.game").read_text())
"""A record of one deal, which is reviewed instantly."""
LONG = "Bartholomew Featherstonehaugh III"[:24]


def games() -> Iterator[StoredGame]:
    """Returns forty games of all kinds, the newest last."""
    for number in range(1, 31):
        names = ("Ann", "Ben") if number % 3 else (LONG, "ann")
        actions, _ = whole_game(number, dealer=number % 2)
        yield stored_game(actions, dealer=number % 2, number=number, names=names)
    yield stored_game(["peg 0 31", *["peg 0 30"] * 3], number=31, names=("Zoë", ""))
    yield stored_game(whole_game(32)[0][:30], number=32, mode="computer", said={"level": "club"},
                    names=("You", "Computer"))  # fmt: skip
    yield stored_game(whole_game(33)[0], number=33, mode="demo", names=("Blue", "Orange"))
    four = Rules(4, partners=True)
    yield stored_game(whole_game(34, four)[0], number=34, rules=four,
                    names=("Ann", "Ben", "Cleo", "Dan"))  # fmt: skip
    three = Rules(players=3)
    yield stored_game(whole_game(35, three)[0], number=35, rules=three, names=("Ann", "Ben", LONG))
    for number in (36, 37):
        moves = {"match": f"first-to 2 played {number - 36} won {number - 36} 0"}
        lines = [f"peg {n % 2} {10 + n % 3}" for n in range(21)]
        yield stored_game(lines, number=number, said=moves, started=DAY_S * 20_000 + number * 3600)
    yield stored_game(whole_game(38)[0], number=38, mode="computer", said={"level": "expert"},
                    names=("Ann", "Computer"))  # fmt: skip


class Shelf:
    """A server over a journal with these games."""

    def __init__(self, folder: Path, sources: list[StoredGame]) -> None:
        self.journal = SqliteJournal(folder / "journal.db")
        write_games(self.journal, sources)
        self.playing = "g32"
        self.archive = Archive(self.journal, run_blocking, folder, lambda: self.playing)
        self.reviewing = ReviewQueue(self.archive, lambda: 0, lambda: 0.0, automatic=False)
        self.desk = FakeDesk()
        self.server = Server(self.desk, more=history_routes(self.archive, self.reviewing))
        self.url = f"{self.server.url}/history"

    def wait_for(self, coroutine: Any) -> Any:
        """Runs a coroutine on the server's loop."""
        assert self.server.loop is not None
        return asyncio.run_coroutine_threadsafe(coroutine, self.server.loop).result(60)

    def close(self) -> None:
        self.wait_for(self.archive.close())
        self.server.stop()
        self.journal.close()


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    sources = list(games())
    shelf = Shelf(tmp_path_factory.mktemp("history"), sources)
    # The review of a shorter game replaces that of the last one: the page only displays it.
    head = FIVES.header
    found = review_game(head.rules, head.dealer, FIVES.actions, Random(1))
    names = ("Ann", "Computer")
    message = json.loads(json.dumps(as_message(found, FIVES, names)))
    whole = {**message, "svg": {each: review_svg(found, names, each) for each in LANGUAGES}}
    whole["graph"] = review_graph(found)
    shelf.wait_for(shelf.archive.store_review(sources[-1], short_review(message), whole))
    yield shelf
    shelf.close()


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Shelf]:
    shelf = Shelf(tmp_path, [])
    yield shelf
    shelf.close()


@pytest.fixture(scope="module")
def reader(browser: Browser, shelf: Shelf) -> Iterator[tuple[Page, list[str]]]:
    """Yields a page of the history shared by many tests, and its errors."""
    troubles: list[str] = []
    context = context_of(browser)
    page = context.new_page()
    record_troubles(page, shelf.url, troubles)
    yield page, troubles
    context.close()


@pytest.fixture
def view(reader: tuple[Page, list[str]]) -> Iterator[Page]:
    """Yields a page that fails the test on console messages and foreign requests."""
    page, troubles = reader
    troubles.clear()
    yield page
    assert troubles == []


def look(page: Page, shelf: Shelf, room: str = "") -> None:
    """Shows a page of the history; loads it only if the history is not open yet."""
    url, _, fragment = page.url.partition("#")
    if url == shelf.url and f"#{fragment}" != (room or "#"):
        go(page, room)
        return
    page.goto("about:blank")
    page.goto(shelf.url + room)
    page.wait_for_selector("body[data-ready]")


def go(page: Page, room: str) -> None:
    """Goes to another page of the open history, by address."""
    before = page.query_selector("#content > *")
    page.evaluate("room => { location.hash = room; }", room)
    page.wait_for_function("before => !before.isConnected", arg=before)


def test_empty_history_invites_to_play(context: BrowserContext, empty: Shelf) -> None:
    page = context.new_page()
    for room in ("", "#players"):
        look(page, empty, room)
        expect(page.locator("h1")).to_have_text("Nothing has been played here yet")
        expect(page.get_by_role("link", name="Play a game")).to_have_attribute("href", "/")
    look(page, empty, "#matches")
    expect(page.locator("main")).to_contain_text("No matches yet")


def test_history_filters_and_paginates_games(view: Page, shelf: Shelf) -> None:
    look(view, shelf)
    rows = view.locator("li.game")
    expect(rows).to_have_count(25)
    expect(view.locator("main .hint").first).to_have_text("37 games")
    expect(view.locator(".pager")).to_contain_text("1 of 2")
    view.click("text=Older")
    expect(rows).to_have_count(12)
    view.click("text=Newer")
    expect(view.locator(".pager")).to_contain_text("1 of 2")
    view.click("text=Against the computer >> nth=0")
    expect(rows).to_have_count(2)
    assert view.url.endswith("#games?mode=computer")
    view.select_option("select", label="Ann")
    expect(rows).to_have_count(1)
    view.go_back()
    expect(rows).to_have_count(2)
    look(view, shelf, "#games?player=zo%C3%AB")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("pegs only")
    look(view, shelf, "#games?player=nobody")
    view.click("text=Show all games")
    expect(rows).to_have_count(25)


def test_game_page_shows_scores_and_record(view: Page, shelf: Shelf) -> None:
    look(view, shelf)
    view.click("text=Older")
    expect(view.locator("li.game")).to_have_count(12)
    view.locator("li.game a.open").last.click()
    expect(view.locator("h1")).to_have_text("Game 1")
    assert view.title() == "Game 1 – pegboard"
    expect(view.get_by_role("img", name="Score through the game")).to_be_visible()
    view.click("text=The numbers")
    last = view.locator("figure tbody tr").last.locator("td")
    texts = [int(text) for text in last.all_inner_texts()]
    assert texts == [int(text) for text in view.locator(".sides .score").all_inner_texts()]
    assert max(texts) == 121
    expect(view.locator(".rounds > li")).to_have_count(len(view.locator("figure tbody tr").all()))
    view.click("summary:has-text('What happened')")
    expect(view.locator(".story li").first).to_have_text("Ben deals")
    with view.expect_download() as download:
        view.click("text=Save the record")
    assert download.value.suggested_filename == "pegboard-1.game"
    record = parse_record(Path(download.value.path()).read_text())
    assert record.header.names == ("Ann", "Ben")


def test_game_page_hides_cards_of_open_game(view: Page, shelf: Shelf) -> None:
    look(view, shelf, "#game/g32")
    expect(view.locator("main")).to_contain_text("not finished")
    expect(view.locator("main")).to_contain_text("The game is not over")
    expect(view.get_by_role("button", name="Review decisions")).to_have_count(0)


def test_game_page_shows_costliest_decisions(view: Page, shelf: Shelf) -> None:
    look(view, shelf, "#game/g38")
    expect(view.locator(".reviewed h2")).to_have_text("Review")
    expect(view.locator(".stepper .choice[data-kind=better]")).to_be_visible()
    expect(view.locator(".stepper .sum")).to_contain_text("blunder")
    for part in view.locator(".reviewed > details > summary").all():
        part.click()
    image = view.locator("img.review")
    expect(image).to_be_visible()
    assert image.evaluate("image => image.decode().then(() => image.naturalWidth)") == 640
    assert view.locator(".decisions li").count() > 0
    look(view, shelf, "#game/g2")
    view.click("text=Review decisions")
    expect(view.locator(".reviewed")).to_contain_text("Waiting for its turn")


def test_player_page_compares_with_published_averages(view: Page, shelf: Shelf) -> None:
    look(view, shelf, "#players")
    rows = view.locator("table.players >> nth=0").locator("tbody tr")
    assert [row.split("\t")[0] for row in rows.all_inner_texts()[:2]] == ["Ann", "Ben"]
    expect(rows.last).to_contain_text("16.2")
    view.click("table.players a:text-is('Ann')")
    expect(view.locator("h1")).to_have_text("Ann")
    for title in ("Points per deal", "Decisions as good as the best", "Hands", "Cribs"):
        expect(view.get_by_role("img", name=title, exact=True)).to_be_visible()
    view.locator("figure summary").first.click()
    numbers = view.locator("figure table").first
    expect(numbers).to_contain_text("DeLynn Colvert")
    expect(numbers).to_contain_text("16.20")
    assert view.locator(".best li").count() == 10
    expect(view.locator(".best .faces").first).to_have_attribute("aria-label", re.compile(" of "))
    expect(view.locator("main")).to_contain_text("were only pegged")
    view.click("text=Computer (Expert)")
    expect(view.locator("h1")).to_have_text("Computer (Expert)")
    expect(view.get_by_role("button", name="Forget this name")).to_have_count(0)


def test_history_resumes_open_game(context: BrowserContext, tmp_path: Path) -> None:
    """If another game is in progress people are asked first, and it waits."""
    pegs = ["peg 0 30", "peg 1 30", "peg 0 30", "peg 1 25"]
    shelf = Shelf(tmp_path, [stored_game(pegs, number=1), stored_game(["peg 1 4"], number=2),
                             stored_game(["peg 0 30"] * 5, number=3)])  # fmt: skip
    shelf.playing = "g1"
    page = context.new_page()
    look(page, shelf)
    button = page.get_by_role("button", name="Continue this game")
    expect(page.locator("li.game").filter(has=button)).to_have_count(2)
    expect(page.locator("li.game").first.get_by_role("button")).to_have_count(0)  # it is over
    button.first.click()
    dialog = page.locator("dialog[open]")
    expect(dialog.locator("h2")).to_have_text("The game at 60–55 is not over.")
    assert violations(page) == []
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_have_count(0)
    assert shelf.desk.commands == []
    shelf.desk.errors["resume"] = "no room"
    button.first.click()
    dialog.get_by_role("button", name="Keep 60–55 for later").click()
    expect(page.locator(".go-on").first).to_contain_text("no room")
    shelf.desk.errors.clear()
    look(page, shelf, "#game/g1")
    button.click()  # the one on the table: no question
    page.wait_for_url(f"{shelf.server.url}/")  # closing a loading page may hang Chromium
    assert [each["resume"] for each in shelf.desk.commands] == ["g2", "g1"]
    page.goto("about:blank")
    shelf.close()


def test_history_lists_matches(view: Page, shelf: Shelf) -> None:
    look(view, shelf, "#matches")
    rows = view.locator("li.match")
    expect(rows.first).to_contain_text("Ann won the match · first to 2")
    expect(rows.first.locator(".legs li")).to_have_count(2)
    expect(rows.first.locator(".score").first).to_have_text("2")


def test_history_exports_are_downloads(view: Page, shelf: Shelf) -> None:
    look(view, shelf, "#export")
    for word, kind in (("Table", "csv"), ("Everything", "json"), ("Records", "zip")):
        with view.expect_download() as download:
            view.get_by_role("link", name=re.compile(word)).click()
        assert download.value.suggested_filename == f"pegboard-history.{kind}"
        assert Path(download.value.path()).stat().st_size > 1000


def test_history_forgets_name(context: BrowserContext, tmp_path: Path) -> None:
    shelf = Shelf(tmp_path, list(games())[30:31])
    page = context.new_page()
    look(page, shelf, "#player?player=zo%C3%AB")
    page.click("text=Forget this name")
    page.click("text=Keep it")
    expect(page.locator("dialog")).to_be_hidden()
    page.click("text=Forget this name")
    expect(page.locator("dialog h2")).to_have_text("Forget the name Zoë?")
    page.click("text=Forget it")
    expect(page.locator("main")).to_contain_text("Removed from 1 game.")
    page.wait_for_url("**#players")
    look(page, shelf)
    expect(page.locator("li.game")).to_contain_text("Seat 1")
    assert "Zoë" not in page.content()
    shelf.close()


def test_history_merges_two_names(context: BrowserContext, tmp_path: Path) -> None:
    shelf = Shelf(tmp_path, list(games()))
    page = context.new_page()
    look(page, shelf, "#player?player=zo%C3%AB")
    page.click("text=Merge with another name")
    page.click("dialog[open] >> text=Cancel")
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.click("text=Merge with another name")
    page.get_by_label("Name to keep").select_option("Dan")
    page.click("button:text-is('Merge')")
    expect(page.locator("main")).to_contain_text("Merged 1 game.")
    page.wait_for_url("**#players")
    look(page, shelf)
    assert "Zoë" not in page.content()
    shelf.close()


def test_history_corrects_names_of_game(context: BrowserContext, tmp_path: Path) -> None:
    game = list(games())[30]
    shelf = Shelf(tmp_path, [game])
    page = context.new_page()
    look(page, shelf, f"#game/{game.id}")
    page.click("text=Correct the names")
    before = [field.input_value() for field in page.locator(".naming input").all()]
    page.click(".naming p >> nth=0 >> button")
    assert [field.input_value() for field in page.locator(".naming input").all()] == before[::-1]
    page.fill(".naming input >> nth=1", "Zoe")
    page.click("text=Save the names")
    expect(page.locator("main")).to_contain_text("The names are corrected.")
    expect(page.locator(".sides .names >> nth=1")).to_have_text("Zoe")
    shelf.close()


def test_history_is_usable_by_keyboard(view: Page, shelf: Shelf) -> None:
    view.goto("about:blank")  # the first key is pressed on a freshly loaded page
    look(view, shelf)
    view.keyboard.press("Tab")
    expect(view.locator("#skip")).to_be_focused()
    view.keyboard.press("Enter")
    expect(view.locator("main")).to_be_focused()
    view.goto("about:blank")
    look(view, shelf)
    view.get_by_role("link", name="Players").focus()
    view.keyboard.press("Enter")
    expect(view.locator("h1")).to_have_text("Players")
    expect(view.locator("main")).to_be_focused()  # screen readers notice the new page
    expect(view.locator("nav a[aria-current=page]")).to_have_text("Players")


def test_history_recovers_from_connection_loss(context: BrowserContext, shelf: Shelf) -> None:
    page = context.new_page()
    look(page, shelf)
    context.set_offline(True)
    page.click("text=Matches")
    expect(page.locator("#says")).to_have_text("The board is not responding. Trying again …")
    context.set_offline(False)
    expect(page.locator("h1")).to_have_text("Matches")
    expect(page.locator("#says")).to_have_text("")


@pytest.mark.parametrize("room", ["#game/g5", "#player?player=ann", "#players"])
def test_history_prints_on_a4(view: Page, shelf: Shelf, room: str) -> None:
    look(view, shelf, room)
    from pypdf import PdfReader  # only installed for the group `browser`

    printed = PdfReader(io.BytesIO(view.pdf(prefer_css_page_size=True)))
    assert len(printed.pages) <= 4
    width, height = printed.pages[0].mediabox.width, printed.pages[0].mediabox.height
    assert (round(width), round(height)) == (595, 842)  # A4, in points
    texts = printed.pages[0].extract_text()
    assert "Ann" in texts
    assert "Matches" not in texts and "Forget" not in texts  # controls are not printed


ROOMS = ["", "#games?page=1", "#matches", "#players", "#export", "#game/g30", "#game/g34",
         "#game/g38", "#player?player=ann", "#player?level=expert", "#nowhere"]  # fmt: skip


@pytest.mark.parametrize(
    ("width", "height", "locale"),
    [*LOOKS[:-1], pytest.param(*LOOKS[-1], marks=pytest.mark.group("core"))],
)
def test_history_pages_are_accessible(
    browser: Browser, shelf: Shelf, width: int, height: int, locale: str
) -> None:
    context = context_of(browser, viewport={"width": width, "height": height}, locale=locale)
    page, found = context.new_page(), []
    look(page, shelf)
    for room in ROOMS:
        if room:
            go(page, room)
        for summary in page.locator("summary").all():
            summary.click()
        rules = () if (width, height, locale) == SMALLEST else OF_THE_LAYOUT
        found += [f"{room}: {rule}: {nodes}" for rule, nodes in violations(page, rules)]
        contrast = page.evaluate(FAINT_TEXT)
        found += [f"{room}: faint {each}" for each in contrast["bad"]]
        found += [f"{room}: small {each}" for each in page.evaluate(SMALL_TARGETS)]
        found += [f"{room}: {each}" for each in page.evaluate(CUT_TEXT)]
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            found.append(f"{room}: wider than the screen")
    context.close()
    assert found == []


def test_history_catalogues_match(view: Page, shelf: Shelf) -> None:
    look(view, shelf)
    script = CATALOGUES.replace("/static/words/", "/static/history/words/")
    found = {language: leaves(each) for language, each in view.evaluate(script).items()}
    english = found["en"]
    assert len(english) > 120
    alike = ALIKE | {
        "total", "CSV", "Export", "Pone", "Dealer", "Crib", "Cribs", "Hand", "Points", "Source",
        "Skunks", "Matches", "Name", "Date", "± ${error}", "pages",
    }  # fmt: skip
    for language in ("fr", "de"):
        assert sorted(found[language]) == sorted(english), language
        assert arities(found[language]) == arities(english), language
        copied = {path: text for path, text in found[language].items()
                  if text == english[path] and text[:1] != "(" and text not in alike
                  and any(c.isalpha() for c in text)}  # fmt: skip
        assert copied == {}, f"{language} says this in English"


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_history_pages_follow_colour_scheme(
    browser: Browser, shelf: Shelf, scheme: Literal["dark", "light"]
) -> None:
    """Including charts; print is always light."""
    context = context_of(browser, color_scheme="dark" if scheme == "light" else "light")
    context.add_init_script(theme_script(scheme))
    page = context.new_page()
    paper = "getComputedStyle(document.body).backgroundColor"
    ink = "getComputedStyle(document.querySelector('.chart text')).fill"
    for room in ("", "#players", "#player?player=ann", "#games/{}", "/rules"):
        if room == "/rules":
            page.goto(f"{shelf.url.removesuffix('/history')}/rules")
        elif room == "#games/{}":
            go(page, "#games")
            page.locator("li.game a.open").first.click()
            page.wait_for_selector(".chart")
        elif room:
            go(page, room)
        else:
            look(page, shelf)
        assert violations(page) == [], room
        assert page.evaluate(FAINT_TEXT)["bad"] == [], room
        dark = page.evaluate(paper) == "rgb(33, 22, 14)"
        assert dark == (scheme == "dark"), room
        if page.locator(".chart text").count():
            light_ink = page.evaluate(ink) in ("rgb(246, 234, 214)", "rgb(205, 184, 153)")
            assert light_ink == dark, room
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(42, 26, 16)"
    context.close()
