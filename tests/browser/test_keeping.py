"""Backup and restore on the page, and a notice that stays until read."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from pegboard.ops.encrypted_backup import MAGIC
from tests.support.browser.pages import context_of, finish_animations
from tests.support.journals import create_state
from tests.support.running_board import RunningBoard, running_board


def page_of(browser: Browser, service: RunningBoard) -> Page:
    page = context_of(browser, locale="en").new_page()
    page.goto(service.address)
    page.wait_for_selector("body[data-whole]")
    return page


@pytest.fixture(scope="module")
def open_page(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """Yields the page with the dialog open."""
    with running_board(tmp_path_factory.mktemp("keeping") / "state", "--no-demo") as service:
        page = page_of(browser, service)
        open_keeping(page)
        yield page
        page.context.close()


def open_keeping(page: Page) -> None:
    page.evaluate("document.querySelector('dialog[open]')?.close()")
    page.evaluate("document.getElementById('open-menu').click()")
    page.click("#menu .to-settings")
    page.get_by_role("tab", name="Machine").click()
    page.get_by_role("button", name="Backup and restore").click()
    expect(page.locator("#keeping")).to_be_visible()


def test_backup_is_downloaded_and_restored(browser: Browser, tmp_path: Path) -> None:
    with running_board(tmp_path / "state", "--no-demo") as service:
        page = page_of(browser, service)
        try:
            open_keeping(page)
            expect(page.locator(".copies")).to_contain_text("None yet")
            with page.expect_download() as download:
                page.get_by_role("button", name="Make a backup").click()
            assert download.value.suggested_filename.endswith(".backup")
            file = tmp_path / "taken.backup"
            download.value.save_as(file)
            expect(page.locator("#keeping .message")).to_contain_text("in your downloads")

            assert service.command(action="peg 0 5")["ok"]
            page.set_input_files("#backup-file", file)
            question, status = page.locator("#keeping .question"), page.locator("#keeping .message")
            replace = page.get_by_role("button", name="Replace them")
            expect(question).to_contain_text("Replace the games on the board with those in taken")
            page.get_by_role("button", name="Keep the current games").click()
            expect(question).to_be_hidden()
            page.set_input_files("#backup-file", file)
            replace.click()
            expect(question).to_contain_text("A game is in progress")
            assert service.get("api/state")["scores"] == [5, 0]
            replace.click()
            expect(status).to_contain_text("Restored 1 game with 0 entries")
            assert service.get("api/state")["scores"] == [0, 0]

            (tmp_path / "other").write_text("no backup at all")
            page.set_input_files("#backup-file", tmp_path / "other")
            replace.click()
            expect(status).to_contain_text("not a pegboard backup")

            page.get_by_label("Passphrase (optional)").fill("fünfzehn zwei")
            with page.expect_download() as download:
                page.get_by_role("button", name="Make a backup").click()
            hidden = tmp_path / "hidden.backup"
            download.value.save_as(hidden)
            assert hidden.read_bytes().startswith(MAGIC)
            page.set_input_files("#backup-file", hidden)
            replace.click()
            key = page.get_by_label("Passphrase of this backup")
            for passphrase, says in (("something else", "must be the one"), ("fünfzehn zwei", "")):
                key.fill(passphrase)
                replace.click()
                if says:
                    expect(question).to_contain_text(says)
            expect(status).to_contain_text("Restored 1 game")
        finally:
            page.context.close()


@pytest.mark.parametrize(("width", "height"), [(800, 480), (1280, 800), (390, 844)])
def test_backup_dialog_fits(open_page: Page, width: int, height: int) -> None:
    page = open_page
    page.set_viewport_size({"width": width, "height": height})
    finish_animations(page)
    body = page.locator("#keeping .body")
    assert body.evaluate("body => body.scrollWidth <= body.clientWidth")
    box = page.locator("#keeping").bounding_box()
    assert box is not None
    assert box["x"] >= 0 and box["x"] + box["width"] <= width
    assert box["y"] >= 0 and box["y"] + box["height"] <= height
    for button in page.locator("#keeping button:visible").all():
        size = button.bounding_box()
        assert size is not None and size["height"] >= 44


def test_sticky_notice_stays_until_read(browser: Browser, tmp_path: Path) -> None:
    state = create_state(tmp_path / "state", "one")
    content = bytearray((state / "journal.db").read_bytes())
    content[0:200] = bytes(200)
    (state / "journal.db").write_bytes(content)
    with running_board(state, "--no-demo") as service:
        page = page_of(browser, service)
        try:
            news = page.locator("#notices")
            expect(news).to_contain_text("The journal was damaged.")
            page.keyboard.press("Escape")  # closing is not reading
            page.reload()
            expect(news).to_contain_text("The journal was damaged.")
            news.get_by_role("button", name="Got it").click()
            expect(news).not_to_be_visible()
            assert service.get("api/state")["notices"] == []
            page.reload()
            page.wait_for_selector("body[data-ready]")
            expect(page.locator("#notices[open]")).to_have_count(0)
        finally:
            page.context.close()
    assert json.loads((state / "notices.json").read_text()) == []
