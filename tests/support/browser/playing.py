"""What a player does on the page."""

from typing import Any

from playwright.sync_api import Page

from tests.support.browser.scripted import Stage


def wait(page: Page, stage: Stage, asked: list[dict[str, Any]]) -> None:
    for _ in range(100):
        if len(stage.asked) >= len(asked):
            break
        page.wait_for_timeout(20)
    assert stage.asked == asked


def pick(page: Page, *cards: str) -> None:
    """Two touches a card."""
    for card in cards:
        page.click(f'#picker [data-rank="{card[0]}"]')
        page.click(f'#picker [data-suit="{card[1]}"]')
