"""The hall's pages in a real browser: live for watchers, controlled by the director."""

import re
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.support.browser.hall import PHONE, assert_accessible
from tests.support.browser.pages import context_of, record_troubles
from tests.support.hall_bracket import qualify
from tests.support.running_hall import RunningHall
from tests.support.scripted_board import ScriptedBoard

SECOND_SCORE = """points =>
    document.querySelectorAll(".card")[1].querySelectorAll(".score")[1].textContent === points"""
"""Waits until the second seat at the second table has these points."""


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHall]:
    hall = RunningHall(tmp_path_factory.mktemp("hall") / "hall")
    yield hall
    assert hall.stop() == 0


@pytest.mark.group("core")
def test_club_night_on_director_and_public_pages(
    browser: Browser, hall: RunningHall, tmp_path: Path
) -> None:
    """PIN, code, players, boards, a round, a corrected result, an undo; live for all."""
    troubles: list[str] = []
    with ExitStack() as stack:
        phone = context_of(browser, viewport=PHONE, locale="fr")
        desk = context_of(browser, locale="en")
        stack.callback(phone.close)
        stack.callback(desk.close)
        looker, director = phone.new_page(), desk.new_page()
        record_troubles(looker, hall.address, troubles)
        looker.goto(f"{hall.address}/")
        expect(looker.locator("#tables")).to_contain_text("Aucune planche")
        director.goto(f"{hall.address}/director")
        expect(director.locator("#pin")).to_be_visible()
        assert_accessible(director)
        director.fill("#pin", "12")
        director.keyboard.press("Enter")
        expect(director.get_by_text("Wrong PIN.")).to_be_visible()
        director.fill("#pin", hall.pin)
        director.keyboard.press("Enter")
        director.get_by_role("button", name="New code").click()
        code = director.locator(".code").inner_text()
        one = stack.enter_context(ScriptedBoard(hall.address, code, "Board A"))
        two = stack.enter_context(ScriptedBoard(hall.address, code, "Board B"))
        expect(director.locator("#boards .rows li")).to_have_count(2)
        director.get_by_role("button", name="Start", exact=True).click()
        director.locator("[name=names]").fill("Ann\nBen\nCleo\nDov")
        director.get_by_role("button", name="Add players").click()
        director.get_by_label("Table 1").select_option("Board A")
        director.get_by_label("Table 2").select_option("Board B")
        expect(looker.locator("h1")).to_have_text("Club night")
        director.get_by_role("button", name="Draw round 1").click()
        expect(looker.locator(".card")).to_have_count(2)
        first = looker.locator(".card").first
        one.play("peg 0 12", "peg 1 7")
        expect(first.locator(".score")).to_have_text(["12", "7"])
        expect(first).to_contain_text("on donne")
        first.get_by_role("link").click()
        expect(looker.locator("#large circle[data-lit]")).to_have_count(4)  # two pegs a track
        expect(looker.locator("#large h2")).to_be_focused()
        assert_accessible(looker)
        one.play_on(*["peg 0 20"] * 5, "peg 0 9")
        names = looker.locator("#large .names").all_inner_texts()
        expect(looker.locator("#large .how")).to_have_text(f"{names[0]} gagne, un double skunk")
        expect(looker.locator("#says")).to_have_text(f"Table 1: {names[0]} gagne, un double skunk")
        looker.get_by_role("link", name="Toutes les tables").click()
        expect(looker.locator(".card")).to_have_count(2)
        result = director.locator("#todo li", has_text="Table 1")
        expect(result).to_contain_text(f"{names[0]} beats {names[1]}, 121–7")
        result.get_by_role("button").click()
        expect(looker.locator(".standings tbody tr").first).to_contain_text(names[0])
        expect(looker.locator(".standings tbody tr").first).to_contain_text("+114")
        expect(director.locator("#todo li")).to_have_count(0)
        context = stack.enter_context(closing(context_of(browser, viewport=PHONE, locale="de")))
        player = context.new_page()
        record_troubles(player, hall.address, troubles)
        player.goto(f"{hall.address}/player")
        player.get_by_label("Wer bist du?").select_option(names[0])
        expect(player.locator("#mine .place")).to_have_text("Tisch 1")
        expect(player.locator("#mine .against")).to_have_text(f"gegen {names[1]} · 3 Punkte")
        expect(player.locator("#card tbody tr")).to_have_count(1)
        expect(player.locator("#card tfoot")).to_contain_text("netto +114")
        expect(player.locator("#card")).to_contain_text("Platz 1 von 4")
        assert_accessible(player)
        player.reload()  # the phone remembers its player's name
        expect(player.locator("#mine .place")).to_have_text("Tisch 1")
        director.get_by_label("Round length (min)").fill("12")
        director.get_by_role("button", name="Start the timer").click()
        expect(looker.locator("#timer")).to_contain_text(re.compile("Encore 1[12]:[0-5][0-9]"))
        expect(player.locator("#timer")).to_contain_text(re.compile("Noch 1[12]:"))
        director.get_by_role("button", name="Pause", exact=True).click()
        expect(looker.locator("#timer")).to_contain_text(re.compile("Encore 1[12]:.. · pause"))
        paused = looker.locator("#timer").inner_text()
        expect(player.locator("#timer")).to_contain_text("· Pause")
        director.get_by_role("button", name="Resume").click()
        expect(looker.locator("#timer")).not_to_contain_text("pause")
        expect(looker.locator("#timer")).to_have_text(re.compile("Encore 1[12]:"))
        assert "pause" in paused
        hall.post_as_director("timer", minutes=1 / 40)  # a second and a half
        director.get_by_role("button", name="Chime when there is something to do").click()
        expect(director.locator("#timer")).to_have_text("Time is up")
        expect(director.locator("html")).to_have_attribute("data-chimed", "2")
        director.get_by_role("button", name="Stop timer").click()
        expect(looker.locator("#timer")).to_be_hidden()
        director.get_by_role("button", name="Hide the standings").click()
        expect(looker.locator("#standings")).to_contain_text("Le classement est caché")
        expect(player.locator("#card")).not_to_contain_text("Platz")
        expect(director.locator(".standings tbody tr")).to_have_count(4)
        assert hall.get_as_director("desk")["hidden"]
        director.get_by_role("button", name="Show the standings").click()
        expect(looker.locator(".standings tbody tr")).to_have_count(4)
        two.play("peg 1 3")
        looked: list[str] = []
        director.on("request", lambda request: looked.append(request.url))
        begun = director.evaluate("performance.now()")
        with director.expect_request(re.compile("/desk$")):  # may arrive after the last peg
            for points in range(4, 34):  # a full hall changes constantly
                two.play_on("peg 1 1")
                looker.wait_for_function(SECOND_SCORE, arg=str(points))
        passed_s = (director.evaluate("performance.now()") - begun) / 1000
        assert sum(url.endswith("/desk") for url in looked) <= 2 + passed_s
        director.locator("#log summary").click()
        director.locator("#log").get_by_role("button", name="Undo").first.click()
        expect(director.locator("#log .undone")).to_have_count(1)
        assert_accessible(director)
        director.set_viewport_size(PHONE)
        assert_accessible(director)
        assert_accessible(looker)
        two.socket.close()
        expect(looker.locator(".card").nth(1)).to_contain_text("pas de connexion")
        cursor = hall.get("api/tables")["cursor"]
        one.play_on("undo")
        parts = hall.get(f"api/tables?after={cursor}")["parts"]
        assert list(parts) == [f"board {one.key.id}"], "only what has changed since"
    assert troubles == []


def test_bracket_on_director_and_public_pages(browser: Browser, tmp_path: Path) -> None:
    """Play-off, seeds, results from the director's page, visible to everybody."""
    troubles: list[str] = []
    hall = RunningHall(tmp_path / "hall")
    with ExitStack() as stack:
        stack.callback(hall.stop)
        qualify(hall, [20, 9, 12, 12], odd=1)
        phone = context_of(browser, viewport=PHONE, locale="en")
        desk = context_of(browser, locale="en")
        stack.callback(phone.close)
        stack.callback(desk.close)
        looker, director = phone.new_page(), desk.new_page()
        record_troubles(looker, hall.address, troubles)
        looker.goto(f"{hall.address}/")
        director.goto(f"{hall.address}/director")
        director.fill("#pin", hall.pin)
        director.keyboard.press("Enter")
        names = hall.get("api/tables")["parts"]["event"]["names"]
        qualified = hall.get_as_director("desk")["qualifying"]["qualified"]
        assert len(qualified) == 3
        director.get_by_role("button", name="Start the bracket").click()
        expect(looker.locator("#bracket .match")).to_have_count(3)
        assert_accessible(looker)
        select = director.locator("#todo select")
        other = names[qualified[2]]
        select.select_option(f"{other} wins 2–1")
        expect(looker.locator("#bracket .won")).to_have_count(2)
        select.select_option(f"{names[qualified[0]]}: no-show")
        final = looker.locator("#bracket section").nth(1)
        expect(final.locator(".won")).to_contain_text(other)
        expect(final.locator(".won")).to_contain_text("w.o.")
        expect(director.locator("#todo select")).to_have_count(0)
        expect(director.locator("#todo")).to_contain_text("6 did not qualify.")
        assert_accessible(director)
        director.get_by_role("button", name="Start the consolation").click()
        expect(looker.locator("#beside h2").first).to_have_text("Consolation")
        expect(looker.locator("#beside tbody tr")).to_have_count(6)
        director.get_by_role("navigation").get_by_role("button", name="Consolation").click()
        expect(director.locator("#start h2")).to_have_text("Consolation")
        director.get_by_role("button", name="Draw round 1").click()
        expect(looker.locator(".card").last).to_contain_text("Table 3 · Consolation")
        assert_accessible(director)
        looker.set_viewport_size({"width": 1280, "height": 800})
        assert_accessible(looker)
    assert troubles == []
