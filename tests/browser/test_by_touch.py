"""Complete games on the real service, by touch alone, on a phone's screen."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, TimeoutError, expect

from tests.support.browser.pages import context_of
from tests.support.browser.quick_board import start_service
from tests.support.running_board import RunningBoard

TAPS = 600
"""Upper limit for a game to 61."""


@pytest.fixture
def phone(browser: Browser, service: RunningBoard) -> Iterator[Page]:
    size = {"width": 390, "height": 844}
    context = context_of(browser, viewport=size, has_touch=True, is_mobile=True)
    page = context.new_page()
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    yield page
    context.close()
    assert troubles == []


def start_game(service: RunningBoard, page: Page, **new: object) -> None:
    assert service.command(new={"mode": "computer", "target": 61, **new})["ok"]
    page.goto(service.address)
    page.wait_for_selector("body[data-whole]")
    if page.locator("dialog[open]").count():  # closes whatever opens at first
        page.keyboard.press("Escape")
    page.wait_for_function("() => window.shownState")


def do_next(page: Page) -> bool:
    """Makes one touch, or two to discard; returns False once the game is over."""
    state = page.evaluate("shownState")
    if state["winner"] is not None:
        return False
    if state["show"]:  # narrated at its own pace: a late touch would start the next game
        page.wait_for_function("() => !shownState.show")
        return True
    legal, held = state["legal"], state["hands"][0]
    if state["claim"] is not None:
        try:
            page.locator('#claim .own [data-count="2"]').tap()
        except TimeoutError:
            # A computer's call on an earlier hand may win the game just before the touch.
            if page.evaluate("shownState.winner") is None:
                raise
            return False
        # Meanwhile a computer may call muggins on an earlier hand.
        changed = "claim => JSON.stringify(shownState.claim) !== JSON.stringify(claim)"
        page.wait_for_function(changed, arg=state["claim"])
        return True
    elif state["call"] is not None and state["awaiting_ack"]:
        pass_on(page, state["seq"])
        return True
    elif state["awaiting_ack"]:
        page.locator(".key.ok").tap()
    elif legal and legal[0]["verb"] == "go":
        page.locator("#hand .go").tap()
    elif legal and legal[0]["verb"] == "play":
        page.locator('#hand .in-hand[aria-disabled="false"]').first.tap()
    elif legal:
        cards = page.locator("#hand .in-hand")
        for n in range(len(legal[0]["cards"])):
            cards.nth(n).tap()
        page.locator("#hand .confirm:not(.go)").tap()
        # The others discard at the same time.
        page.wait_for_function("hand => shownState.hands[0].join() !== hand", arg=",".join(held))
        return True
    # Wait until the board has moved on: OK is processed asynchronously,
    # and a second one would confirm the next question.
    page.wait_for_function(
        "([seq, waits, hand]) => shownState.seq !== seq || shownState.awaiting_ack !== waits"
        " || (shownState.show?.number ?? 0) !== hand",
        arg=[state["seq"], state["awaiting_ack"], (state["show"] or {"number": 0})["number"]],
    )
    return True


def pass_on(page: Page, seq: int) -> None:
    """Touches "Nothing missed" until the board moves on.

    Right after an automatic step of the show, OK counts for that hand, and a computer may call
    missed points first.
    """
    moved = "seq => shownState.seq !== seq || !shownState.awaiting_ack"
    for _ in range(5):
        with suppress(TimeoutError):
            page.locator("#claim .fine").tap(timeout=2000)
        with suppress(TimeoutError):
            page.wait_for_function(moved, arg=seq, timeout=2000)
            return
    raise AssertionError(f"nothing came of five touches: {page.evaluate('shownState')}")


def play_out(service: RunningBoard, page: Page) -> None:
    for _ in range(TAPS):
        if not do_next(page):
            return
    raise AssertionError(f"not over after {TAPS} touches: {service.get('api/state')}")


def test_game_against_computer_is_playable_by_touch(service: RunningBoard, phone: Page) -> None:
    start_game(service, phone, match={"first_to": 2})
    play_out(service, phone)
    state = service.get("api/state")
    winner = state["seats"][state["winner"]]["name"]
    expect(phone.locator("#win .who")).to_contain_text(winner)
    for seat in (0, 1):
        shown = phone.locator(f'.seat[data-seat="{seat}"] .score')
        expect(shown).to_have_text(str(state["scores"][seat]))
    games = state["match"]["wins"]
    assert sum(games) > 0 and state["games"] == games
    phone.locator("#win .next-game").tap()
    expect(phone.locator("#win")).to_be_hidden()
    after = service.wait_for_state(lambda now: now["game"] != state["game"])
    assert after["match"]["wins"] == ([0, 0] if state["match"]["over"] else games)
    assert after["dealer"] == 1 - state["winner"], "the loser deals"


def test_four_player_muggins_game_is_playable_by_touch(service: RunningBoard, phone: Page) -> None:
    start_game(service, phone, players=4, partners=True, rules={"muggins": True})
    play_out(service, phone)
    expect(phone.locator("#win .who")).to_contain_text("and")
    verbs = {line.partition(" ")[0] for line in service.get("api/record").splitlines()}
    assert {"claim", "play", "cut"} <= verbs


def test_match_survives_power_cut(tmp_path: Path) -> None:
    service = start_service(tmp_path)
    assert service.command(new={"mode": "score", "match": {"first_to": 3}})["ok"]
    assert service.command(action="correct 1 121")["ok"]
    assert service.get("api/state")["match"]["wins"] == [0, 3], "a double skunk counts three"
    assert service.command(action="undo")["ok"]
    assert service.command(action="correct 0 100")["ok"]
    assert service.command(action="correct 1 121")["ok"]
    assert service.command(press="ok")["ok"]
    now = service.wait_for_state(lambda state: state["winner"] is None)
    assert now["match"] == {
        "first_to": 3, "length": None, "wins": [0, 1], "played": 1, "over": False,
    }  # fmt: skip
    service.kill()
    again = start_service(tmp_path)
    try:
        assert again.get("api/state")["match"] == now["match"]
    finally:
        again.stop()
