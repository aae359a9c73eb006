"""Keyboard focus is never lost and always visible; changes are announced to screen readers."""

from playwright.sync_api import Page, expect

from tests.support.browser.scripted import COMPUTER, DISCARD, Stage, announcement, line


def focused(page: Page) -> str:
    return str(page.evaluate(
        "document.activeElement?.dataset?.press ?? document.activeElement?.dataset?.card"
        " ?? document.activeElement?.id ?? ''"
    ))  # fmt: skip


def test_focus_survives_redraw(page: Page, stage: Stage) -> None:
    page.focus('[data-press="0+5"]')
    for score in (49, 51, 53):
        stage.set(scores=[score, 52], undo_target=f"peg 0 {score}", last=None, seq=score)
        assert focused(page) == "0+5"
    page.click("#open-menu")
    page.focus("#menu .review")
    stage.set(scores=[55, 52], log=[line(0, "Ann", "+55")])
    assert page.evaluate("document.activeElement.className") == "plain review"


def test_focus_stays_in_hand_after_play(page: Page, stage: Stage) -> None:
    stage.set(**DISCARD)
    page.focus("#hand .in-hand >> nth=2")
    page.keyboard.press("Enter")
    stage.set(**(DISCARD | {"seq": 13, "counting": True}))
    assert page.evaluate("document.activeElement.closest('#hand') !== null")
    stage.set(**COMPUTER)
    assert page.evaluate("document.activeElement !== document.body")


def test_focus_ring_is_visible(page: Page, stage: Stage) -> None:
    stage.set(**COMPUTER)
    count = 0
    for _ in range(30):
        page.keyboard.press("Tab")
        shown = page.evaluate("""() => {
            const node = document.activeElement;
            if (node === document.body) return null;
            const style = getComputedStyle(node);
            const radio = node.matches("input[type=radio]") && node.nextElementSibling;
            return [style, radio && getComputedStyle(radio)].filter(Boolean).some((each) =>
                parseFloat(each.outlineWidth) >= 2 && each.outlineStyle !== "none");
        }""")
        if shown is not None:
            count += 1
            assert shown, focused(page)
    assert count > 12


HEARD = """
window.said = [];
const live = document.getElementById("live");
new MutationObserver(() => said.push(live.textContent))
    .observe(live, { childList: true, characterData: true, subtree: true });
"""


def test_score_and_turn_are_announced_once(fresh: Page, stage: Stage) -> None:
    fresh.evaluate(HEARD)
    region = fresh.locator("#live")
    assert region.get_attribute("aria-live") == "polite"
    last = {"seat": 1, "text": "Ben +2 pair", "spoken": "a pair for two"}
    for _ in range(3):  # the same state is not announced again
        announced = announcement(1, "a pair for two", scored=True)
        stage.set(
            scores=[47, 54], last=last, next="Ann: play a card.", seq=13, announcements=announced
        )
    expect(region).to_contain_text("Ben +2 pair")
    # Earlier announcements precede this one.
    announced = [*announced, *announcement(2)]
    stage.set(scores=[47, 54], last=last, next="Ben: play a card.", seq=14, announcements=announced)
    expect(region).to_have_text("Ben: play a card.")
    texts = [each for each in fresh.evaluate("said") if each]
    assert len(texts) == 2
    assert "Ben +2 pair" in texts[0] and "Ann: play a card." in texts[0] and "Ben 54" in texts[0]
