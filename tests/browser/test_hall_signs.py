"""Table signs, and the QR codes that lead a phone to a table."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from pegboard.chain.key_file import load_key
from pegboard.hall_client.join import join_hall
from pegboard.hall_client.scanned import parse_scanned
from pegboard.http.lan_address import page_address, qr_code
from pegboard.storage.state_names import BOARD_KEY
from tests.support.browser.hall import PHONE, assert_accessible, sign_in
from tests.support.browser.pages import context_of, record_troubles
from tests.support.qr_pictures import read_from_page
from tests.support.running_hall import RunningHall, until
from tests.support.scripted_board import ScriptedBoard

TABLES = 3


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[RunningHall]:
    hall = RunningHall(tmp_path / "hall", bind="0.0.0.0")
    yield hall
    assert hall.stop() == 0


def contains_address(code: Locator, address: str) -> bool:
    """Returns whether a displayed QR code contains an address."""
    expect(code).to_be_visible()
    drawn = code.evaluate("async (image) => (await fetch(image.src)).text()")
    assert code.evaluate("(image) => image.naturalWidth > 0")
    return bool(drawn == qr_code(address)) and read_from_page(code) == address


def joining_code(hall: RunningHall) -> str:
    shown = hall.get_as_director("boards")["code"]
    return str(shown["code"]) if shown else ""


def asks_for_another_code(desk: Page, hall: RunningHall, here: str) -> None:
    before = joining_code(hall)
    desk.get_by_role("button", name="Neuer Code").click()
    until(lambda: joining_code(hall) != before, "another code")
    code = joining_code(hall)
    expect(desk.locator("#boards .code")).to_have_text(code)
    joining = desk.locator("#boards .qr").nth(0)
    expect(joining).to_be_visible()
    until(lambda: "#code=" in read_from_page(joining), "the picture of the new code")
    scanned = parse_scanned(read_from_page(joining))
    assert len(scanned.code) == 32, "the picture has more than the six digits"
    assert contains_address(joining, f"{here}#code={scanned.code}")


def test_sign_codes_open_table_pages(browser: Browser, hall: RunningHall) -> None:
    """Codes on signs and screens; one sign per page; a phone at a table asks for its player."""
    troubles: list[str] = []
    with ExitStack() as stack:
        hall.post_as_director("event", name="Open", games=1)
        hall.post_as_director("players", names=[f"Player {n}" for n in range(2 * TABLES)])
        hall.post_as_director("draw")
        wide = context_of(browser, locale="de")
        phone = context_of(browser, viewport=PHONE, locale="en")
        stack.callback(wide.close)
        stack.callback(phone.close)
        desk, small = wide.new_page(), phone.new_page()
        for page in (desk, small):
            record_troubles(page, hall.address, troubles)
        desk.goto(f"{hall.address}/director")
        sign_in(desk, hall)
        here = page_address("0.0.0.0", hall.port)[0]
        assert "127.0.0.1" not in here
        assert contains_address(desk.locator("#boards .qr").nth(0), here)
        assert contains_address(desk.locator("#boards .qr").nth(1), f"{here}player")
        for _ in range(2):
            asks_for_another_code(desk, hall, here)
        assert_accessible(desk)
        desk.get_by_role("link", name="Tischschilder").click()
        signs = desk.locator(".sign")
        expect(signs).to_have_count(TABLES)
        expect(signs.nth(1)).to_contain_text("2")
        assert contains_address(signs.nth(1).locator("img"), f"{here}player#table=2")
        assert parse_scanned(f"{here}player#table=2").table == 2
        assert_accessible(desk)
        assert len(re.findall(rb"/Type\s*/Page\b", desk.pdf())) == TABLES, "one page a sign"
        desk.get_by_label("bis Tisch").fill("5")
        desk.get_by_label("Von Tisch").fill("4")
        expect(signs).to_have_count(2)
        desk.goto(f"{hall.address}/")
        assert contains_address(desk.locator("#code img"), f"{here}player")
        assert_accessible(desk)

        small.goto(f"{hall.address}/player#table=2")
        event = hall.get("api/tables")["parts"]["event"]
        one, other = next(each["players"] for each in event["tables"] if each["table"] == 2)
        expect(small.locator("#who button")).to_have_text(
            [event["names"][one], event["names"][other]]
        )
        assert_accessible(small)
        small.locator("#who button").first.click()
        expect(small.locator("#mine .place")).to_have_text("Table 2")
        small.get_by_role("link", name="Table 2, live").click()
        expect(small.locator("#large h2")).to_have_text("Table 2")
        expect(small.locator("#code")).to_be_hidden()
        small.goto(f"{hall.address}/signs")
        expect(small.locator(".sign")).to_have_count(TABLES)
        assert_accessible(small)
    assert troubles == []


@pytest.mark.parametrize("locale", ["en", "de", "fr"])
def test_director_assigns_requested_table(
    browser: Browser, hall: RunningHall, tmp_path: Path, locale: str
) -> None:
    """Checks the request among the director's tasks, its reason, and its button."""
    code = hall.new_join_code()
    hall.post_as_director("event", name="Open", games=1)
    hall.post_as_director("players", names=["Ann", "Ben"])
    context = context_of(browser, viewport=PHONE, locale=locale)
    page = context.new_page()
    troubles: list[str] = []
    record_troubles(page, hall.address, troubles)
    page.goto(f"{hall.address}/director")
    sign_in(page, hall)
    with ScriptedBoard(hall.address, code, "Old one") as old:
        hall.post_as_director("decide", decision={"do": "place", "table": 1, "board": old.key.id})
        hall.post_as_director("draw")
        for n in range(2):
            join_hall(tmp_path / f"new-{n}", hall.address, code, f"New {n}", 1)
        asking = page.locator("#todo li:has(small)")
        expect(asking).to_have_count(2)
        expect(asking.first).to_contain_text("Old one")
        assert_accessible(page)
        asking.first.get_by_role("button").last.click()
        expect(asking).to_have_count(1)
        asking.get_by_role("button").first.click()
        expect(asking).to_have_count(0)
        new = load_key(tmp_path / "new-1" / BOARD_KEY).id
        assert hall.get_as_director("desk")["event"]["boards"] == {"1": new}
    context.close()
    assert troubles == []
