"""What a player does on the page."""

from typing import Any

from playwright.sync_api import Page

from tests.support.browser.pages import asked
from tests.support.browser.scripted import Stage


def wait(page: Page, stage: Stage, commands: list[dict[str, Any]]) -> None:
    """These are asked, and nothing else."""
    assert asked(page, stage, len(commands)) == commands


def pick(page: Page, *cards: str) -> None:
    """One touch a card."""
    for card in cards:
        page.click(f'#picker .deck [data-card="{card}"]')
