"""The drawn board shows exactly the pixels of the frame."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.support.browser.scripted import (
    COMPUTER,
    DEMO,
    PLAN,
    Stage,
    announcement,
    frame,
    last_score,
    line,
    pegs,
    state,
)


def hole(track: int, hole: int) -> str:
    return f'circle[data-track="{track}"][data-hole="{hole}"]'


def test_holes_are_drawn_at_layout_positions(page: Page) -> None:
    spots = page.eval_on_selector_all(
        "circle[data-pixel]",
        "all => all.map(c => [+c.dataset.track, +c.dataset.hole, +c.dataset.pixel,"
        " +c.getAttribute('cx'), +c.getAttribute('cy')])",
    )
    expected = [[t, 0, *PLAN["starts"][t]] for t in (0, 1)]
    expected += [[t, n + 1, *place] for t in (0, 1) for n, place in enumerate(PLAN["tracks"][t])]
    assert sorted(spots) == sorted(expected)


def test_frame_pixels_switch_holes_on_and_off(page: Page, stage: Stage) -> None:
    stage.light(frame({(0, 52): (0, 120, 255), (1, 0): (255, 255, 255), (1, 121): (9, 0, 0)}))
    expect(page.locator("circle[data-lit]")).to_have_count(3)
    blue = page.get_attribute(hole(0, 52), "fill")
    assert blue is not None and blue.startswith("#00") and blue.endswith("ff")
    assert page.get_attribute(hole(1, 0), "fill") == "#ffffff"
    red = page.get_attribute(hole(1, 121), "fill")
    assert red is not None and red.endswith("0000") and "10" < red[1:3] < "a0"

    stage.light(frame({(0, 53): (0, 120, 255)}))
    expect(page.locator("circle[data-lit]")).to_have_count(1)
    assert page.get_attribute(hole(0, 53), "fill") == blue
    dark = page.get_attribute(hole(0, 1), "fill")
    assert page.get_attribute(hole(0, 52), "fill") == dark


def test_brighter_pixels_are_drawn_brighter(page: Page, stage: Stage) -> None:
    levels = [1, 4, 16, 64, 255]
    stage.light(frame({(0, 10 + n): (v, v, v) for n, v in enumerate(levels)}))
    expect(page.locator("circle[data-lit]")).to_have_count(5)
    fills = [page.get_attribute(hole(0, 10 + n), "fill") or "" for n in range(5)]
    assert fills == sorted(fills) and len(set(fills)) == 5


def test_state_alone_lights_no_hole(page: Page, stage: Stage) -> None:
    stage.light(frame({}))
    stage.set(scores=[99, 3], pegs=[[99, 90], [3, 0]], pending=[5, 0], game="other")
    expect(page.locator('[data-seat="0"] .score')).to_have_text("99")
    expect(page.locator("circle[data-lit]")).to_have_count(0)
    label = page.get_attribute("peg-board .lights", "aria-label")
    assert label is not None and "Ann: front peg 99, rear peg 90." in label


def test_frame_before_layout_is_drawn_later(page: Page, stage: Stage) -> None:
    held: list[Route] = []
    page.route("**/api/layout", lambda route: held.append(route))
    page.reload()
    page.wait_for_function("() => window.lights > 0")
    expect(page.locator("circle[data-lit]")).to_have_count(0)
    held.pop().continue_()
    expect(page.locator("circle[data-lit]").first).to_be_visible()
    page.unroute("**/api/layout")


def test_seat_panels_show_name_score_dealer_and_turn(page: Page, stage: Stage) -> None:
    ann, ben = page.locator('[data-seat="0"]'), page.locator('[data-seat="1"]')
    expect(ann.locator(".score")).to_have_text("47")
    expect(ben.locator(".score")).to_have_text("52")
    expect(ann.locator(".last")).to_have_text("+8: fifteen 6, pair 2")
    expect(ann.locator(".chip", has_text="deals")).to_be_visible()
    expect(ben.locator(".chip", has_text="deals")).to_be_hidden()
    assert ann.locator("h2 path").get_attribute("d") != ben.locator("h2 path").get_attribute("d")
    expect(page.locator("#simulated")).to_be_visible()
    expect(page.locator(".key.undo small")).to_have_text("Ann +8")

    stage.set(pending=[5, 0])
    expect(ann.locator(".pending")).to_contain_text("+5")
    expect(page.locator(".key.ok small")).to_have_text("pegs +5")
    expect(page.locator(".key.undo small")).to_contain_text("+5")


def test_table_shows_count_pile_and_starter_card(page: Page, stage: Stage) -> None:
    stage.set(**DEMO)
    expect(page.locator(".count .number")).to_have_text("24")
    cards = page.locator(".pile playing-card")
    assert [card.get_attribute("card") for card in cards.all()] == ["7H", "8D", "9C"]
    expect(page.get_by_role("img", name="two of spades")).to_be_visible()
    expect(page.locator("#demo")).to_contain_text("press anything to play")
    stage.set(**COMPUTER)
    expect(page.locator("#demo")).to_be_hidden()
    assert page.locator('[data-seat="1"] playing-card:not([card])').count() == 3


def test_win_is_announced(page: Page, stage: Stage) -> None:
    stage.set(scores=[121, 87], winner=0, skunk=1, stage="over", next="Press OK for the next game.")
    expect(page.locator("#win .who")).to_have_text("Ann wins!")
    expect(page.locator("#win .result")).to_have_text("121 – 87 · a skunk")
    expect(page.locator('[data-seat="0"][data-won]')).to_be_visible()


def test_scores_are_in_polite_live_region(page: Page, stage: Stage) -> None:
    region = page.locator("#live")
    assert region.get_attribute("aria-live") == "polite"
    announced = announcement(1, "two", scored=True)
    stage.set(scores=[47, 54], last=last_score(1, "Ben", "+2 pair", "two"), announcements=announced)
    expect(region).to_contain_text("Ben +2 pair. Ann 47, Ben 54.")


def test_names_are_escaped(page: Page, stage: Stage) -> None:
    evil = "<img src=x onerror=alert(1)>"
    seats = state()["seats"]
    seats[0]["name"] = evil
    stage.set(seats=seats, log=[line(0, evil, "+2 pair")], next=f"{evil}: play", undo_target=evil)
    expect(page.locator('[data-seat="0"] .name')).to_have_text(evil)
    assert page.locator("main img").count() == 0


def test_unknown_messages_are_ignored(
    page: Page, stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fireworks(*_: object) -> dict[str, object]:
        return {"type": "fireworks", "n": 3}

    monkeypatch.setattr(stage.desk, "execute", fireworks)
    page.keyboard.press("Enter")
    stage.set(scores=[48, 52])
    expect(page.locator('[data-seat="0"] .score')).to_have_text("48")


def test_fast_frames_do_not_queue_up(page: Page, stage: Stage) -> None:
    for n in range(1, 121):
        stage.light(pegs((n, n - 1), (n, n - 1)))
    stage.light(frame({(1, 7): (255, 0, 0)}))
    expect(page.locator("circle[data-lit]")).to_have_count(1)
    assert page.get_attribute(hole(1, 7), "fill") == "#ff0000"
