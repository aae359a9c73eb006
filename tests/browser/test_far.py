"""A game between two boards on their own pages: invited, accepted and played."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, expect

from tests.support.browser.hall import PHONE, assert_accessible
from tests.support.browser.pages import WIDE, context_of, record_troubles
from tests.support.running_board import RunningBoard
from tests.support.two_boards import two_boards


@pytest.fixture(scope="module")
def boards(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[RunningBoard, RunningBoard]]:
    with two_boards(tmp_path_factory.mktemp("far")) as (_, ann, ben):
        yield ann, ben


def test_far_game_is_invited_accepted_and_played(
    browser: Browser, boards: tuple[RunningBoard, RunningBoard]
) -> None:
    troubles: list[str] = []
    with ExitStack() as stack:
        pages = []
        for board, size, locale in (
            (boards[0], WIDE, "en"),
            (boards[1], PHONE, "de"),
        ):
            context = context_of(browser, locale=locale, viewport=size)
            stack.callback(context.close)
            page = context.new_page()
            record_troubles(page, board.address, troubles)
            page.goto(board.address)
            pages.append(page)
        ann, ben = pages
        expect(ann.locator("body[data-whole]")).to_be_attached()
        if ann.locator("#home[open]").count():
            ann.keyboard.press("Escape")
        if ben.locator("#home[open]").count():
            ben.keyboard.press("Escape")
        ann.locator("#open-menu").click()
        ann.get_by_role("button", name="Play with another board").click()
        row = ann.locator("#far .others li", has_text="Ben's table")
        row.get_by_role("button", name="Invite").click()
        expect(ann.locator("#far .problem")).to_have_text("Enter your name first.")
        assert_accessible(ann)
        ann.locator("#far .own-name").fill("Ann")
        row.get_by_role("button", name="Invite").click()
        expect(ann.locator("#far-bar")).to_contain_text("Waiting for an answer")
        bar = ben.locator("#far-bar")
        expect(bar).to_contain_text("Ann fordert dich zu einem Spiel bis 121 heraus.")
        assert_accessible(ben)
        bar.locator("input").fill("Ben")
        bar.get_by_role("button", name="Spielen").click()
        expect(bar).to_contain_text("Ann spielt an einem anderen Brett.", timeout=30_000)
        dealer, pone = (ann, ben) if boards[0].get("api/state")["dealer"] == 0 else (ben, ann)
        dealer.locator(".key.ok").click()
        for page in pages:
            expect(page.locator("#hand .in-hand")).to_have_count(6, timeout=30_000)
        assert_accessible(ben)
        texts = [page.locator("#hand .cards").inner_html() for page in pages]
        assert texts[0] != texts[1]
        for page in (pone, dealer):
            for card in page.locator("#hand .in-hand").all()[:2]:
                card.click()
            page.locator("#hand .confirm:visible").first.click()
        for page in pages:
            expect(page.locator("#hand .in-hand")).to_have_count(4, timeout=30_000)
        pone.locator("#hand .in-hand").first.click()
        expect(pone.locator("#hand .in-hand")).to_have_count(3)
        expect(dealer.locator("#hand .in-hand:not([aria-disabled=true])").first).to_be_visible()
        bar.get_by_role("button", name="Spiel verlassen").click()
        assert_accessible(ben)
        bar.get_by_role("button", name="Spiel verlassen").click()
        expect(ann.locator("#next-line")).to_contain_text("Ben has left the game.")
    assert troubles == []
