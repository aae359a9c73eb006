"""The director's page: player lists, files, and several simultaneous events."""

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.support.browser.hall import PHONE, Phones, assert_accessible, sign_in
from tests.support.browser.pages import context_of, record_troubles
from tests.support.running_hall import RunningHall


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[RunningHall]:
    hall = RunningHall(tmp_path / "hall")
    yield hall
    assert hall.stop() == 0


@pytest.fixture
def troubles() -> Iterator[list[str]]:
    found: list[str] = []
    yield found
    assert found == []


def test_director_imports_players_and_runs_several_events(
    browser: Browser, hall: RunningHall, troubles: list[str], tmp_path: Path
) -> None:
    with ExitStack() as stack:

        def opened(path: str, locale: str, troubles: list[str]) -> Page:
            context = context_of(browser, viewport=PHONE, locale=locale)
            stack.callback(context.close)
            page = context.new_page()
            record_troubles(page, hall.address, troubles)
            page.goto(f"{hall.address}/{path}")
            return page

        setting = tmp_path / "open.json"
        players = [{"name": name} for name in ("Ann", "Ben", "Cleo", "Dov")]
        event = {"name": "Open", "games": 2}
        setting.write_text(json.dumps({"event": event, "players": players}))
        director = opened("director", "en", [])  # the refused list is logged to the console
        sign_in(director, hall)
        director.locator("[name=event-file]").set_input_files(setting)
        expect(director.locator("#start h2")).to_have_text("Open")
        director.get_by_role("button", name="Draw round 1").click()

        director.locator("#events summary").first.click()
        director.fill("#events [name=name]", "Side")
        director.get_by_label("alongside running events").check()
        director.get_by_role("button", name="Start", exact=True).click()
        expect(director.locator("#start h2")).to_have_text("Side")
        tabs = director.get_by_role("navigation", name="Events")
        expect(tabs.get_by_role("button", name="Side")).to_have_attribute("aria-pressed", "true")
        director.fill("[name=names]", "Ann\n,2\nEve,3,Owls\nEva,3\n")
        director.get_by_role("button", name="Add players").click()
        expect(director.locator("#start [role=alert]")).to_have_text(
            "Nothing imported. Fix these 2 rows:\nLine 2: no name (2)\nLine 4: appears twice (3)"
        )
        assert_accessible(director)
        players_file = tmp_path / "players.csv"
        players_list = "club;name;number\nCölner Eulen;Eve;3\n;Ann;\n"
        players_file.write_bytes(players_list.encode("cp1252"))  # as spreadsheets write it
        director.locator("[name=players-file]").set_input_files(players_file)
        # The page reads the file asynchronously.
        expect(director.locator("[name=names]")).to_have_value(players_list)
        director.get_by_role("button", name="Add players").click()
        expect(director.locator("#says")).to_have_text("2 players added")
        director.get_by_role("button", name="Draw round 1").click()
        expect(director.locator("#event .rows").first).to_contain_text("Eve")

        looker, player = (
            opened(path, locale, troubles)
            for path, locale in (("", "fr"), ("player#player=ann", "de"))
        )
        expect(looker.locator(".card")).to_have_count(3)
        expect(looker.locator(".card").last).to_contain_text("Table 1 · Side")
        expect(looker.locator("#beside")).to_contain_text("Ronde 1 sur 9")
        expect(looker.locator("#beside tbody tr")).to_have_count(2)
        assert_accessible(looker)
        expect(player.locator("#mine .against")).to_contain_text("· Open")
        one = hall.get_as_director("desk")["event"]
        table = next(each for each in one["tables"] if "ann" in each["players"])
        foe = next(each for each in table["players"] if each != "ann")
        for who, line in (("ann", [1, foe, 2, 9, None]), (foe, [1, "ann", 0, None, 9])):
            new = {"do": "amend", "player": who, "old": None, "new": line}
            assert hall.post_as_director("decide", decision=new | {"rule": "x", "reason": "y"})[
                "ok"
            ]
        expect(player.locator("#mine .against")).to_have_text("gegen Eve · Side")
        expect(player.locator("#card h2")).to_have_text("Meine Wertungskarte")
        assert_accessible(player)
        with director.expect_download() as download:
            director.get_by_role("link", name="Rounds (CSV)").click()
        assert "Eve" in download.value.path().read_text()
        tabs.get_by_role("button", name="Open").click()
        expect(director.locator("#event h2")).to_have_text("Open")
        director.locator("#events .rows li", has_text="Open").get_by_role("button").click()
        expect(looker.locator(".card")).to_have_count(1)
        expect(looker.locator("h1")).to_have_text("Side")


def test_director_swaps_seats_by_drag_and_keyboard(
    browser: Browser, hall: RunningHall, troubles: list[str]
) -> None:
    hall.post_as_director("event", name="Open", games=2)
    hall.post_as_director("players", names=["Ann", "Ben", "Cleo", "Dov", "Eve"])
    hall.post_as_director("draw")

    def seats() -> dict[int, list[str]]:
        event = hall.get("api/tables")["parts"]["event"]
        found = {each["table"]: [event["names"][p] for p in each["players"]]
                 for each in event["tables"]}  # fmt: skip
        return found | {0: [event["names"][event["bye"]]]}

    def chip(name: str) -> Locator:
        return page.locator(".seating").get_by_role("button", name=name, exact=True)

    def drag(one: str, other: str, *, expected: bool = True) -> None:
        chip(one).scroll_into_view_if_needed()
        (here, there) = (chip(each).bounding_box() for each in (one, other))
        assert here is not None and there is not None
        page.mouse.move(here["x"] + 20, here["y"] + 20)
        page.mouse.down()
        page.mouse.move(there["x"] + 25, there["y"] + 25, steps=4)
        if expected:
            expect(chip(other)).to_have_class(re.compile("over"))
        page.mouse.up()

    with closing(context_of(browser, viewport=PHONE, locale="en")) as context:
        page = context.new_page()
        record_troubles(page, hall.address, troubles)
        page.goto(f"{hall.address}/director")
        sign_in(page, hall)
        page.get_by_text("Seats and tables").click()
        first, second, bye = seats()[1], seats()[2], seats()[0]
        drag(first[0], second[1])
        expect(page.locator("#says")).to_have_text(f"{first[0]} and {second[1]} swapped.")
        assert seats() == {1: [second[1], first[1]], 2: [second[0], first[0]], 0: bye}
        drag("Table 1", "Table 2")
        expect(page.locator(".seating li").nth(0).locator("button").nth(1)).to_have_text(second[0])
        assert seats() == {1: [second[0], first[0]], 2: [second[1], first[1]], 0: bye}
        assert_accessible(page)

        chip(bye[0]).focus()
        page.keyboard.press("Enter")
        expect(chip(bye[0])).to_have_attribute("aria-pressed", "true")
        expect(page.locator("#says")).to_contain_text(f"{bye[0]} picked up.")
        assert_accessible(page)
        page.keyboard.press("Escape")
        expect(chip(bye[0])).to_have_attribute("aria-pressed", "false")
        page.keyboard.press("Space")
        chip(first[1]).focus()
        page.keyboard.press("Enter")
        expect(page.locator(".seating li").last).to_contain_text(first[1])
        assert seats() == {1: [second[0], first[0]], 2: [second[1], bye[0]], 0: [first[1]]}
        expect(chip(first[1])).to_be_focused()
        page.locator("#log summary").click()
        page.locator("#log li", has_text="Seats changed").get_by_role("button").first.click()
        expect(page.locator(".seating li").last).to_contain_text(bye[0])
        drag("Table 1", bye[0], expected=False)  # not a table: nothing changes
        assert seats()[1] == [second[0], first[0]]


def test_duplicate_night_on_director_and_public_pages(
    browser: Browser, hall: RunningHall, troubles: list[str]
) -> None:
    """Sealed deals, everybody against the expert, games side by side, the secret at the end."""
    with ExitStack() as stack:
        opened = Phones(browser, hall, stack, troubles).open
        director, looker = opened("director", "en"), opened("", "fr")
        sign_in(director, hall)
        director.fill("#start [name=games]", "2")
        director.get_by_label("Kind").select_option("Duplicate night")
        director.get_by_role("button", name="Start", exact=True).click()
        director.fill("[name=names]", "Ann\nBen\nCleo")
        director.get_by_role("button", name="Add players").click()
        expect(director.get_by_label("Table 3")).to_be_visible()
        for game, margins in enumerate(((12, -4, 1), (31, -20, 4)), 1):
            director.get_by_role("button", name=f"Draw round {game}").click()
            expect(looker.locator(".card")).to_have_count(3)
            expect(looker.locator(".card").nth(1)).to_contain_text("Ben")
            expect(looker.locator(".card").nth(1)).to_contain_text("Expert")
            for player, margin in zip(("ann", "ben", "cleo"), margins, strict=True):
                won = margin > 0
                line = [game, "*expert", (3 if margin > 30 else 2) if won else 0,
                        margin if won else None, None if won else -margin]  # fmt: skip
                new = {"do": "amend", "player": player, "old": None, "new": line}
                assert hall.post_as_director("decide", decision=new | {"rule": "x", "reason": "y"})[
                    "ok"
                ]
        rows = looker.locator(".compared tbody tr")
        expect(rows.first).to_contain_text("Ann")
        expect(rows.first.locator("td")).to_have_text(["1", "+35", "+12 +9", "+31 +26"])
        expect(looker.locator(".compared tfoot td")).to_have_text(["", "", "+3", "+5"])
        sealed = hall.get("api/tables")["parts"]["event"]["duplicate"]["commitment"]
        expect(looker.locator(".sealed")).to_contain_text(sealed)
        assert_accessible(looker)
        assert_accessible(director)
        player_page = opened("player#player=ben", "de")
        expect(player_page.locator("#mine .against")).to_have_text("gegen Meister · 0 Punkte")
        expect(player_page.locator("#card tbody th").first).to_have_text("Meister")
        assert_accessible(player_page)
        director.get_by_role("button", name="Reveal the deals").click()
        expect(looker.locator(".sealed")).to_contain_text("Le secret dont découlent")
        expect(director.locator("#todo li")).to_have_count(0)
        director.locator("#log summary").click()
        expect(director.locator("#log")).to_contain_text("Deals revealed")
        assert_accessible(director)
