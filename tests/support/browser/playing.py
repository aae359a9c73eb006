"""Actions of a player on the page."""

from typing import Any

from playwright.sync_api import Page

from tests.support.browser.pages import received
from tests.support.browser.scripted import Stage


def wait(page: Page, stage: Stage, commands: list[dict[str, Any]]) -> None:
    """Waits for exactly these commands."""
    assert received(page, stage, len(commands)) == commands


def pick(page: Page, *cards: str) -> None:
    """Enters a hand, one touch per card."""
    for card in cards:
        page.click(f'#picker .deck [data-card="{card}"]')
