"""Score cards signed on the page by holding a button, not by accident."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.support.browser.axe import violations
from tests.support.browser.pages import all_received
from tests.support.browser.screens import SIGNING
from tests.support.browser.scripted import Stage
from tests.support.waiting import wait_until

HELD_MS = """(seat) => {
  const fill = document.querySelector(`#win .sign [data-seat="${seat}"] .fill`);
  return fill.getAnimations()[0]?.currentTime ?? 0;
}"""
"""Seconds for which a seat's button has been held; 0 if it is not."""


def signed(*by: bool) -> dict[str, Any]:
    return SIGNING | {"signing": SIGNING["signing"] | {"signed": [*by]}}


def signatures(page: Page, stage: Stage) -> list[dict[str, Any]]:
    """Returns the signatures sent by the page."""
    return [each["sign"] for each in all_received(page, stage) if "sign" in each]


def wait_for_signatures(stage: Stage, count: int) -> list[dict[str, Any]]:
    """Returns the signatures, once there are `count`."""

    def signed_so_far() -> list[dict[str, Any]]:
        return [each["sign"] for each in stage.received if "sign" in each]

    wait_until(lambda: len(signed_so_far()) >= count, f"signature {count}")
    return signed_so_far()


def test_score_cards_are_signed_by_holding_buttons(page: Page, stage: Stage) -> None:
    stage.set(**signed(False, False))
    ann = page.get_by_role("button", name="Ann: hold to sign")
    ben = page.get_by_role("button", name="Dorothea Wentworth: hold to sign")
    expect(ann).to_be_visible()
    expect(page.locator("#win .next-game")).to_be_hidden()
    assert violations(page) == []
    ann.click()  # too short, as by accident
    ann.hover()
    page.mouse.down()
    page.wait_for_function(f"() => ({HELD_MS})(0) > 600")
    page.mouse.up()
    assert page.evaluate(HELD_MS, 0) == 0, "nothing runs that could sign later"
    assert signatures(page, stage) == [], "nothing is signed by chance"
    page.mouse.down()
    (first,) = wait_for_signatures(stage, 1)
    page.mouse.up()
    assert first["seat"] == 0 and 2.0 <= first["held_s"] < 3.0
    stage.set(**signed(True, False))
    done = page.get_by_role("button", name="Ann has signed ✓")
    expect(done).to_be_disabled()
    ben.focus()
    page.keyboard.down("Space")
    _, second = wait_for_signatures(stage, 2)
    page.keyboard.up("Space")
    assert second["seat"] == 1 and second["held_s"] >= 2.0
    ben.evaluate("node => node.click()")  # as screen readers do, which cannot hold
    assert [each["seat"] for each in wait_for_signatures(stage, 3)] == [0, 1, 1]
    stage.set(**signed(True, False))
    ben.hover()
    # On a busy machine the animation ends late, after the release.
    slow = "node => node.querySelector('.fill').getAnimations()[0].updatePlaybackRate(0.1)"
    page.mouse.down()
    ben.evaluate(slow)
    now = page.evaluate("performance.now()")
    page.wait_for_function("now => performance.now() - now > 2000", arg=now, polling=50)
    page.mouse.up()
    wait_for_signatures(stage, 4)
    assert len(signatures(page, stage)) == 4
    stage.set(**signed(True, True))
    expect(page.locator("#win .sign")).to_have_count(0)
    expect(page.locator("#win .next-game")).to_be_visible()
    phone = {"you": {"role": "player", "seat": 1, "covered": []}}
    stage.set(**signed(False, False) | phone)
    expect(ben).to_be_visible()
    expect(ann).to_have_count(0)  # a phone signs only for its own seat
