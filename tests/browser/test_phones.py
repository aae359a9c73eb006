"""Three phones and the board's page in one game: paired, seated, playing, away and back.

The real service runs as a process, and treats clients of this machine as strangers
(`kiosk = false`), so that the phones are like those on the network.
"""

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from pegboard.http.lan_address import qr_code
from pegboard.pairing import devices as store
from tests.support.browser.pages import context_of
from tests.support.paired_devices import device_token, pairing_registry
from tests.support.qr_pictures import read_from_page
from tests.support.running_board import RunningBoard
from tests.support.waiting import wait_until

CONFIG = """
[board]
strip = "memory:"
layout = "four-track"
[buttons]
source = "gpio:mock"
[camera]
source = "none"
[web]
kiosk = false
phones = true
[game]
pace_s = 0.0
attract_s = 0.0
"""
NAMES = ("Ann", "Ben", "Cid", "Dot")
DEAL_S = 240.0
"""Timeout of a deal on four pages, in seconds."""
PHONE = {"width": 390, "height": 844}
SCREEN = {"width": 800, "height": 480}


@pytest.fixture
def service(tmp_path: Path) -> Iterator[RunningBoard]:
    state = tmp_path / "state"
    store.write_devices(state, pairing_registry(state, "Screen", board="Screen").devices)
    config = tmp_path / "pegboard.toml"
    config.write_text(CONFIG)
    service = RunningBoard(state, "--config", str(config), "--no-demo")
    yield service
    with suppress(ProcessLookupError):
        service.stop()


class People:
    """The pages of all players, and their errors."""

    def __init__(self, browser: Browser, service: RunningBoard) -> None:
        self.browser, self.service = browser, service
        self.contexts: list[BrowserContext] = []
        self.troubles: list[str] = []

    def page(self, size: dict[str, int], cookie: str = "") -> Page:
        context = context_of(self.browser, viewport=size, has_touch=size is PHONE)
        self.contexts.append(context)
        if cookie:
            host = self.service.address
            context.add_cookies([{"name": "pegboard", "value": cookie, "url": host}])
        page = context.new_page()
        here = urlsplit(self.service.address).netloc
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on(
            "request",
            lambda r: self.troubles.append(r.url) if urlsplit(r.url).netloc != here else None,
        )
        page.goto(self.service.address)
        page.wait_for_selector("body[data-whole]")
        close_all(page)
        return page


@pytest.fixture
def people(browser: Browser, service: RunningBoard) -> Iterator[People]:
    people = People(browser, service)
    yield people
    for context in people.contexts:
        context.close()
    assert people.troubles == []


def close_all(page: Page) -> None:
    page.evaluate("document.querySelectorAll('dialog[open]').forEach((each) => each.close())")


def shown_pin(screen: Page) -> str:
    """Returns the PIN, once shown."""
    shown = screen.locator("output.pin")
    expect(shown).to_have_text(re.compile("[0-9]"))
    return shown.inner_text()


def shows_pairing_code(screen: Page, way: str) -> bool:
    """Returns whether a camera can read the pairing code on the screen."""
    shown = screen.locator("#devices .qr")
    link = read_from_page(shown)
    drawn = shown.locator("path").last.get_attribute("d")
    return link.startswith(way) and len(link) > len(way) and f'd="{drawn}"' in qr_code(link)


def let_in(screen: Page, phone: Page, name: str) -> None:
    """Pairs a phone as people do: PIN from the screen, confirmation on the screen."""
    if not screen.locator("#devices").is_visible():
        screen.click("#open-menu")
        screen.click("#menu .to-phones")
    screen.click("#devices footer .primary")
    pin = shown_pin(screen)
    assert shows_pairing_code(
        screen, f"{screen.locator('#devices .invitation .address').inner_text()}#pair="
    )
    phone.click("#company .confirm")
    phone.fill("#pair input >> nth=0", name)
    phone.fill("#pair input.pin", pin)
    phone.click("#pair .primary")
    expect(phone.locator("#pair .waiting")).to_contain_text("Press OK on the board")
    screen.click("#devices .asking .primary")
    phone.wait_for_selector("body[data-role=player]")
    expect(screen.locator("#devices .phones")).to_contain_text(name)


def state_of(page: Page) -> dict[str, Any]:
    """Returns the state as sent to this page."""
    answer = page.evaluate("fetch('/api/state').then((answer) => answer.text())")
    state: dict[str, Any] = json.loads(answer)
    return state


def cards(page: Page) -> list[str]:
    """Returns the hand at the bottom."""
    held: list[str] = page.locator("#hand .in-hand").evaluate_all(
        "(all) => all.map((each) => each.dataset.card)"
    )
    return held


def start_game(screen: Page) -> None:
    """Starts a game for four people."""
    close_all(screen)
    new = {"mode": "computer", "seats": ["person"] * 4, "names": NAMES, "target": 61}
    done = screen.evaluate(
        """(body) => fetch("/api/command", {method: "POST", body: JSON.stringify(body),
        headers: {"content-type": "application/json"}}).then((answer) => answer.json())""",
        {"id": "begin", "new": new},
    )
    assert done["ok"], done


def act(page: Page) -> bool:
    """Touches a legal action: discards, a card, or go."""
    if page.locator("#hand").is_hidden():
        return False
    able = page.locator('#hand .in-hand[aria-disabled="false"]')
    confirm = page.locator("#hand .confirm:not(.go):not(.claim)")
    if confirm.is_visible():
        able.first.click()
        confirm.click()
        return True
    go = page.locator("#hand .go")
    if go.is_visible():
        go.click()
        return True
    if able.count():
        able.first.click()
        return True
    return False


def test_three_phones_and_screen_play_one_game(people: People) -> None:
    screen = people.page(SCREEN, device_token("Screen"))
    phones = []
    for name in NAMES[:3]:
        phone = people.page(PHONE)
        expect(phone.locator("#company")).to_contain_text("Watching")
        phone.click('[data-press="0+5"]')  # an unpaired phone can only request pairing
        phone.wait_for_selector("#pair[open]")
        close_all(phone)
        let_in(screen, phone, f"{name}'s phone")
        phones.append(phone)
    start_game(screen)
    for name, phone in zip(NAMES, phones, strict=False):
        phone.click(f"#company button:has-text('{name}')")
        expect(phone.locator("#company")).to_contain_text(f"This phone plays as {name}")
    press = screen.locator('[data-press="ok"]')
    press.click()
    for seat, phone in enumerate(phones):
        expect(phone.locator("#hand .in-hand")).to_have_count(5)
        state = state_of(phone)["hands"]
        assert isinstance(state, list)
        assert [hand is not None for hand in state] == [n == seat for n in range(4)]
        width = phone.locator("#hand .in-hand").first.bounding_box()
        assert width is not None and width["width"] >= 60
    expect(screen.locator("#hand .in-hand")).to_have_count(5)  # Dot plays at the screen, alone
    hand = cards(phones[0])

    phones[0].context.set_offline(True)
    expect(phones[0].locator("#lost")).to_be_visible()
    for page in (*phones[1:], screen):
        act(page)
        expect(page.locator("#hand .in-hand")).to_have_count(4)
    phones[0].context.set_offline(False)
    expect(phones[0].locator("#lost")).to_be_hidden()
    expect(phones[0].locator("#hand .in-hand")).to_have_count(5)
    assert cards(phones[0]) == hand
    act(phones[0])
    expect(screen.locator("#next-line")).to_contain_text("turn")

    pages = (*phones, screen)

    def play_on() -> bool:
        """Lets the players act in turn; returns True once the deal is over."""
        shown = state_of(screen)
        if shown["winner"] is not None or shown["stage"] == "deal":
            return True
        turn = shown["turn"]
        able = pages if turn is None else [pages[turn]]  # a page for each seat
        for page in able:
            page.wait_for_function("seq => shownState.seq >= seq", arg=shown["seq"])
        if any(act(page) for page in able):
            screen.wait_for_function("seq => shownState.seq > seq", arg=shown["seq"])
        return False

    wait_until(play_on, "the end of the deal", limit_s=DEAL_S)
    assert state_of(screen)["stage"] == "deal", "the deal was played to its end"
    for page in pages:
        close_all(page)
        expect(page.locator("#next-line")).to_contain_text("OK for the next deal")
    phones[1].click('[data-press="ok"]')  # a player may do that
    expect(phones[2].locator("#hand .in-hand")).to_have_count(5)


def test_screen_removes_phone_and_reclaims_seat(people: People) -> None:
    screen = people.page(SCREEN, device_token("Screen"))
    phone = people.page(PHONE)
    let_in(screen, phone, "Ann's phone")
    start_game(screen)
    phone.click("#company button:has-text('Ann')")
    screen.click("#open-menu")
    screen.click("#menu .to-phones")
    line = screen.locator("#devices .phones li", has_text="Ann's phone")
    seat = line.locator("select")
    expect(seat).to_have_value("0")
    # Fast touches: the list is not redrawn in between.
    screen.route("**/api/devices*", lambda route: route.abort())
    seat.select_option("1")
    expect(phone.locator("#company")).to_contain_text("This phone plays as Ben")
    seat.select_option("")
    expect(phone.locator("#company")).to_contain_text("Which hand is yours?")
    screen.unroute("**/api/devices*")
    line.locator("button").click()
    expect(line).to_have_count(0)
    expect(phone.locator("#company")).to_contain_text("Watching")
    for page in (screen, phone):  # nothing is clipped on either
        wide = page.evaluate("document.scrollingElement.scrollWidth - innerWidth")
        assert wide <= 0


def test_two_players_at_one_screen_cover_hands(people: People) -> None:
    screen = people.page(SCREEN, device_token("Screen"))
    start_game(screen)
    screen.click('[data-press="ok"]')
    expect(screen.locator("#company")).to_contain_text("Hands hidden")
    expect(screen.locator("#hand")).to_be_hidden()
    screen.click("#company button:has-text('Ben')")
    expect(screen.locator("#hand .in-hand")).to_have_count(5)
    expect(screen.locator("#company")).to_contain_text("Ben’s hand")
    act(screen)
    expect(screen.locator("#hand")).to_be_hidden()
    screen.click("#company button:has-text('Ann')")
    expect(screen.locator("#hand .in-hand")).to_have_count(5)
    screen.click("#company button:has-text('Hide')")
    expect(screen.locator("#hand")).to_be_hidden()


def test_pairing_code_in_address_is_sent_and_removed(people: People) -> None:
    screen = people.page(SCREEN, device_token("Screen"))
    screen.click("#open-menu")
    screen.click("#menu .to-phones")
    screen.click("#devices footer .primary")
    expect(screen.locator("#devices .qr svg path")).not_to_have_count(0)
    link = screen.evaluate(
        """fetch("/api/devices", {method: "POST", body: JSON.stringify({invite: true}),
        headers: {"content-type": "application/json"}}).then((answer) => answer.json())"""
    )["link"]
    phone = people.page(PHONE)
    phone.goto("about:blank")
    phone.goto(people.service.address + "#" + link.split("#")[1])
    phone.wait_for_selector("#pair[open]")
    assert "#" not in phone.url
    expect(phone.locator("#pair input.pin")).to_be_hidden()
    phone.fill("#pair input >> nth=0", "Ann")
    phone.click("#pair .primary")
    screen.click("#devices .asking .primary")
    phone.wait_for_selector("body[data-role=player]")


def test_paired_only_board_explains_pairing(
    people: People, service: RunningBoard, tmp_path: Path
) -> None:
    service.stop()
    config = tmp_path / "pegboard.toml"
    config.write_text(CONFIG.replace("[web]", '[web]\nviewing = "paired"'))
    people.service = again = RunningBoard(tmp_path / "state", "--config", str(config), "--no-demo")
    try:
        screen = people.page(SCREEN, device_token("Screen"))
        context = people.browser.new_context(viewport=PHONE)  # type: ignore[arg-type]
        people.contexts.append(context)
        phone = context.new_page()
        phone.goto(again.address)
        phone.wait_for_selector("#pair[open]")
        assert phone.locator(".score").count() == 0, "it shows nothing of the game"
        screen.click("#open-menu")
        screen.click("#menu .to-phones")
        screen.click("#devices footer .primary")
        phone.fill("#pair input >> nth=0", "Ann")
        phone.fill("#pair input.pin", shown_pin(screen))
        phone.click("#pair .primary")
        screen.click("#devices .asking .primary")
        phone.wait_for_selector("body[data-ready]")
    finally:
        again.stop()
