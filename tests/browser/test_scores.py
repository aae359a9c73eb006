"""Corrections, undo and wins, as players do them, on a scripted board."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browser.measures import MOVING
from tests.support.browser.pages import (
    all_received,
    context_of,
    finish_animations,
    open_page,
    wait_until_drawn,
)
from tests.support.browser.playing import wait
from tests.support.browser.scripted import COMPUTER, Stage, skunk_lines

MOVES: dict[str, Any] = {
    "game": "g1", "seq": 12,
    "moves": [
        {"at": 0, "seat": 1, "verb": "peg", "lines": ["Ben +12"], "can_undo": True,
         "scores": [39, 64]},
        {"at": 1, "seat": None, "verb": "deal", "lines": ["Ann deals"], "can_undo": True},
        {
            "at": 4, "seat": 0, "verb": "hand", "lines": ["Ann +8: fifteen 6, pair 2"],
            "can_undo": True,
        },
    ],
}  # fmt: skip

MATCH: dict[str, Any] = {"first_to": 3, "length": None, "wins": [1, 0], "played": 1, "over": False}
WON: dict[str, Any] = {
    "scores": [121, 87], "pegs": [[121, 113], [87, 80]], "winner": 0, "skunk": 1, "stage": "over",
    "games": [2, 0], "match": MATCH | {"wins": [3, 0], "played": 2, "over": True},
}  # fmt: skip


def hole(page: Page, track: int, number: int) -> tuple[float, float]:
    """Returns the centre of a drawn hole, in pixels of the page."""
    box = page.locator(f'circle[data-track="{track}"][data-hole="{number}"]').bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=4)
    page.mouse.move(*end, steps=4)
    page.mouse.up()


def test_typed_score_moves_peg(page: Page, stage: Stage) -> None:
    page.click('.seat[data-seat="1"] .score')
    card = page.locator("#seatcard")
    expect(card.get_by_role("heading")).to_have_text("Ben: 52")
    put = card.locator('[data-entry="correct"]')
    expect(put).to_be_disabled()
    page.click('#seatcard [data-digit="4"]')
    page.keyboard.press("9")
    expect(put).to_have_text("Move the peg to 49")
    put.click()
    wait(page, stage, [{"action": "correct 1 49"}])
    expect(card).to_be_hidden()


def test_pad_enters_points_penalty_and_muggins(page: Page, stage: Stage) -> None:
    page.click('.seat[data-seat="0"] .score')
    expect(page.locator('#seatcard [data-entry="penalty"]')).to_be_visible()
    expect(page.locator('#seatcard [data-entry="muggins"]')).to_have_count(0)
    page.keyboard.press("Escape")
    stage.set(muggins=True, callers=[0])
    for verb in ("peg", "penalty", "muggins"):
        page.click('.seat[data-seat="0"] .score')
        page.click('#seatcard [data-digit="2"]')
        page.click(f'#seatcard [data-entry="{verb}"]')
        expect(page.locator("#seatcard")).to_be_hidden()
    wait(page, stage, [{"action": f"{verb} 0 2"} for verb in ("peg", "penalty", "muggins")])
    # Without a known claim, missed points are pegged by hand.
    stage.set(muggins=True, callers=[])
    page.click('.seat[data-seat="0"] .score')
    page.click('#seatcard [data-digit="3"]')
    page.click('#seatcard [data-entry="muggins"]')
    expect(page.locator("#seatcard")).to_be_hidden()
    assert stage.received[-1] == {"action": "peg 0 3"}


@pytest.mark.parametrize("by_touch", [True, False])
def test_pad_enter_presses_main_button(page: Page, stage: Stage, by_touch: bool) -> None:
    page.locator('.seat[data-seat="1"] .score').press("Enter")
    for digit in "12":
        if by_touch:
            page.click(f'#seatcard [data-digit="{digit}"]')
        else:
            page.keyboard.press(digit)
    expect(page.locator("#seatcard .typed")).to_have_text("12")
    expect(page.locator("#seatcard .primary")).to_have_text("Peg 12 more")
    page.keyboard.press("Enter")
    wait(page, stage, [{"action": "peg 1 12"}])
    expect(page.locator("#seatcard")).to_be_hidden()


def test_pad_shows_refusal_and_caps_score_at_track_end(page: Page, stage: Stage) -> None:
    stage.desk.errors["action"] = "score 7: not now"
    page.click('.seat[data-seat="0"] .score')
    for digit in "130":  # 130 is off the board: the last digit is ignored
        page.click(f'#seatcard [data-digit="{digit}"]')
    expect(page.locator("#seatcard .typed")).to_have_text("13")
    page.click('#seatcard [data-entry="correct"]')
    expect(page.locator("#seatcard .problem")).to_have_text("score 7: not now")
    expect(page.locator("#seatcard")).to_be_visible()


def test_dragged_peg_corrects_score(page: Page, stage: Stage) -> None:
    page.wait_for_selector(".bubble", state="attached")
    start, end = hole(page, 0, 47), hole(page, 0, 42)
    page.mouse.move(*start)
    expect(page.locator("peg-board[data-peg]")).to_be_visible()
    page.mouse.down()
    page.mouse.move(end[0] + 3, end[1] - 2, steps=6)
    expect(page.locator(".bubble")).to_have_text("Ann: 47 → 42")
    expect(page.locator(".ring")).to_have_count(1)
    page.mouse.up()
    wait(page, stage, [{"action": "correct 0 42"}])
    expect(page.locator(".bubble")).to_be_hidden()
    # Back to the start, across the streets; touches without movement or peg do nothing.
    drag(page, hole(page, 1, 52), hole(page, 1, 0))
    page.mouse.click(*start)
    drag(page, hole(page, 0, 80), hole(page, 0, 85))
    wait(page, stage, [{"action": "correct 0 42"}, {"action": "correct 1 0"}])


def test_pegs_are_not_draggable_in_computer_game(page: Page, stage: Stage) -> None:
    page.wait_for_selector(".bubble", state="attached")
    stage.set(**COMPUTER)
    drag(page, hole(page, 0, 47), hole(page, 0, 42))
    assert all_received(page, stage) == []
    expect(page.locator('.seat[data-seat="0"] .score')).to_be_disabled()


def test_peg_drag_is_cancelled_by_score_change(page: Page, stage: Stage) -> None:
    page.wait_for_selector(".bubble", state="attached")
    start = hole(page, 0, 47)
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*hole(page, 0, 42), steps=4)
    stage.set(pegs=[[55, 47], [52, 50]], scores=[55, 52])
    expect(page.locator(".ring")).to_have_count(0)
    page.mouse.up()
    assert all_received(page, stage) == []


def test_next_deal_button_passes_deal(page: Page, stage: Stage) -> None:
    pass_deal = page.locator("#pass-deal")
    expect(pass_deal).to_have_text("Pass the deal to Ben")
    expect(page.locator('.seat[data-seat="0"] .deals svg')).to_be_visible()
    expect(page.locator('.seat[data-seat="1"] .deals')).to_be_hidden()
    pass_deal.click()  # the board did not know of the finished deal
    wait(page, stage, [{"action": "deal 0"}, {"action": "deal 1"}])
    stage.set(stage="cut", dealer=1)
    expect(pass_deal).to_have_text("Pass the deal to Ann")
    pass_deal.click()
    wait(page, stage, [{"action": "deal 0"}, {"action": "deal 1"}, {"action": "deal 0"}])
    stage.set(**COMPUTER)
    expect(pass_deal).to_be_hidden()


def test_log_undoes_back_to_chosen_line(page: Page, stage: Stage) -> None:
    stage.desk.story_message = MOVES
    page.click(".key.log")
    lines = page.locator("#story li")
    text = page.locator("#story li .lines")
    expect(text).to_have_text(["Ben +12", "Ann deals", "Ann +8: fifteen 6, pair 2"])
    expect(page.locator("#story li .total")).to_have_text(["39–64"])
    expect(page.locator("#story footer")).to_be_hidden()
    lines.nth(1).click()
    expect(page.locator("#story [data-going]")).to_have_count(2)
    expect(page.locator("#story .asked")).to_have_text(
        "Takes back “Ann deals” and the line after it."
    )
    page.click("#story footer button:has-text('Cancel')")
    expect(page.locator("#story [data-going]")).to_have_count(0)
    lines.nth(0).click()
    page.click("#story .take-back")
    expect(page.locator("#story")).to_be_hidden()
    assert [message["back"] for message in stage.desk.commands] == [{"to": 0, "seq": 12}]


def test_log_edit_replays_later_lines(page: Page, stage: Stage) -> None:
    moves = [MOVES["moves"][0] | {"verb": "peg", "seat": 1, "points": 12}, *MOVES["moves"][1:]]
    stage.desk.story_message = MOVES | {"moves": moves}
    page.click(".key.log")
    redo = page.locator("#story .redo")
    expect(redo).to_be_hidden()
    lines = page.locator("#story li")
    change = page.locator("#story .change")
    lines.nth(1).click()
    expect(change).to_be_hidden()  # no points in that line
    lines.nth(0).click()
    expect(change).to_have_text("Points: 12. Which are right?")
    expect(change).to_be_disabled()
    for digit in "10":
        page.click(f'#story [data-digit="{digit}"]')
    expect(change).to_have_text("Change to 10")
    change.click()
    wait(page, stage, [{"edit": {"at": 0, "seq": 12, "action": "peg 1 10"}}])
    stage.set(redo_target={
        "action": "peg 1 5", "verb": "peg", "seat": 1, "cards": [], "points": 5,
    })  # fmt: skip
    expect(redo).to_have_text("Redo: Ben +5")
    redo.click()
    page.keyboard.press("Escape")
    page.keyboard.press("Shift+Backspace")
    assert [message.get("redo") for message in all_received(page, stage)] == [None, True, True]


def test_log_locks_fixed_lines_and_refreshes_on_refusal(page: Page, stage: Stage) -> None:
    moves = [MOVES["moves"][0] | {"can_undo": False}, *MOVES["moves"][1:]]
    stage.desk.story_message = MOVES | {"moves": moves}
    stage.desk.errors["back"] = "the game has moved on in the meantime: check again"
    page.click(".key.log")
    expect(page.locator("#story li button").nth(0)).to_be_disabled()
    page.locator("#story li button").nth(2).click()
    page.click("#story .take-back")
    expect(page.locator("#story .problem")).to_contain_text("moved on")
    expect(page.locator("#story [data-going]")).to_have_count(0)


def test_skunk_warning_and_custom_skunk_lines(page: Page, stage: Stage) -> None:
    left = page.locator('.seat[data-seat="1"] .left')
    expect(left).to_have_text("69 to go")
    stage.set(scores=[100, 52], skunks=skunk_lines(91, 61))
    expect(left).to_have_text("69 to go, 9 to avoid a double skunk")
    expect(page.locator(".marks text.skunk")).to_have_text(["60 double skunk", "skunk 90"])
    stage.set(scores=[100, 52], skunks=skunk_lines(89))
    expect(left).to_have_text("69 to go, 37 to avoid a skunk")
    expect(page.locator(".marks text.skunk")).to_have_count(1)
    expect(page.locator(".marks text.skunk")).to_contain_text("88")


def test_match_wins_are_shown_beside_names(page: Page, stage: Stage) -> None:
    games = page.locator('.seat[data-seat="0"] .games')
    expect(games).to_be_hidden()
    stage.set(match=MATCH)
    expect(games.locator(".pips")).to_have_text("●○○")
    expect(games.locator(".unseen")).to_have_text("1 game")
    stage.set(match=MATCH | {"first_to": None, "length": 12, "wins": [4, 5]})
    expect(games.locator(".tally")).to_be_visible()
    expect(games.locator(".tally")).to_have_text("● 4")


def test_win_is_celebrated_once_and_described(page: Page, stage: Stage) -> None:
    page.emulate_media(reduced_motion="no-preference")
    stage.set(scores=[113, 87], match=MATCH)
    page.wait_for_selector("#win .who", state="attached")
    stage.set(**WON)
    page.wait_for_selector(".sky .spark", state="attached")
    expect(page.locator("#win .who")).to_have_text("Ann wins!")
    expect(page.locator("#win .result")).to_have_text("121 – 87 · a skunk")
    expect(page.locator("#win .match")).to_have_text(
        "It counts as 2 games. Match, first to 3: Ann 3, Ben 0. The match is won: Ann!"
    )
    expect(page.locator(".keys").first).to_be_hidden()
    finish_animations(page)
    page.wait_for_selector(".sky", state="detached")
    page.click("#win .next-game")
    wait(page, stage, [{"press": "ok"}])
    page.reload()
    expect(page.locator("#win .who")).to_have_text("Ann wins!")
    expect(page.locator(".sky")).to_have_count(0)


def test_defeat_is_not_celebrated(page: Page, stage: Stage) -> None:
    """Against the computer, and on the loser's phone; the winner's phone celebrates."""
    page.emulate_media(reduced_motion="no-preference")
    phone: dict[str, Any] = {"role": "player", "seat": 0, "covered": []}
    lost: dict[str, Any] = {"winner": 1, "stage": "over", "scores": [87, 121], "legal": []}
    for name, changes, is_merry in (
        ("computer", COMPUTER | lost, False),
        ("phone", lost | {"you": phone}, False),
        ("winner", lost | {"you": phone | {"seat": 1}}, True),
        ("board", lost, True),
    ):
        before = {key: changes[key] for key in changes if key not in lost}
        stage.set(**before | {"game": name, "scores": [87, 113]})
        page.wait_for_selector("#win .who", state="attached")
        stage.set(**changes | {"game": name})
        page.wait_for_selector("#win .who", state="visible")
        wait_until_drawn(page)
        assert page.locator(".sky").count() == is_merry, name
        finish_animations(page)
        page.wait_for_selector(".sky", state="detached")


def test_buttons_after_win_are_aligned(page: Page, stage: Stage) -> None:
    stage.set(**COMPUTER | {
        "winner": 0, "stage": "over", "scores": [121, 88], "legal": [], "game": "doors",
        "shuffle": {"commitment": "ab" * 32, "phrase": "", "seed": "cd" * 32},
    })  # fmt: skip
    page.wait_for_selector("#open-review", state="visible")
    for width, height in ((1280, 800), (390, 664), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        finish_animations(page)
        first, second = (
            page.locator(f"#win .doors {door}").bounding_box()
            for door in (".next-game", "#open-review")
        )
        assert first and second
        assert (first["y"], first["height"]) == (second["y"], second["height"]), width
    check = page.get_by_role("button", name="Check the shuffle")
    line = check.evaluate("node => getComputedStyle(node).borderTopColor")
    assert line != "rgba(0, 0, 0, 0)", "it looks like a caption"


def test_win_respects_reduced_motion(browser: Browser, stage: Stage) -> None:
    context = context_of(browser, moves=True, reduced_motion="reduce")
    page = open_page(context, stage)
    stage.set(scores=[113, 87])
    page.wait_for_selector("#win .who", state="attached")
    stage.set(**WON)
    expect(page.locator("#win .who")).to_have_text("Ann wins!")
    wait_until_drawn(page)
    assert page.locator(".sky").count() == 0
    assert page.evaluate(MOVING) == 0
    context.close()


def test_win_names_both_partners(page: Page, stage: Stage) -> None:
    seats = [
        {"name": name, "color": ["#0072B2", "#E69F00"][n % 2], "player": "person", "side": n % 2}
        for n, name in enumerate(("Ann", "Ben", "Cid", "Dee"))
    ]
    stage.set(
        seats=seats, scores=[100, 121, 100, 121], pegs=[[100, 90], [121, 110]] * 2, pending=[0] * 4,
        hands=[None] * 4, hand_sizes=[0] * 4, winner=1, stage="over", games=[0, 1],
    )  # fmt: skip
    expect(page.locator("#win .who")).to_have_text("Ben and Dee win!")
    expect(page.locator("#win .result")).to_have_text("121 – 100")
    expect(page.locator(".seat[data-won]")).to_have_count(2)


def test_ok_button_shows_its_effect(page: Page, stage: Stage) -> None:
    hint = page.locator(".key.ok small")
    expect(hint).to_have_text("")
    stage.set(pending=[5, 0])
    expect(hint).to_have_text("pegs +5")
    expect(page.locator('.seat[data-seat="0"] .becomes')).to_have_text("→ 52")
    stage.set(**COMPUTER | {"awaiting_ack": True, "legal": []})
    expect(hint).to_have_text("continue")
    stage.set(**WON | {"match": None})
    expect(hint).to_have_text("Rematch")
    expect(page.locator("#win .next-game")).to_have_text("Rematch")
    stage.set(**WON)
    expect(hint).to_have_text("Next match")
    expect(page.locator("#win .next-game")).to_have_text("Next match")


def test_names_dialog_swaps_seats(page: Page, stage: Stage) -> None:
    page.click('.seat[data-seat="0"] .score')
    page.click("#seatcard .to-names")
    expect(page.locator("#seatcard")).to_be_hidden()
    page.click("#names .swap")
    expect(page.get_by_label("Name at seat 1")).to_have_value("Ben")
    page.click("#names .primary")
    wait(page, stage, [{"names": [1, 0]}])
    expect(page.locator("#names")).to_be_hidden()


def test_names_dialog_corrects_name_from_log(page: Page, stage: Stage) -> None:
    stage.desk.story_message = MOVES
    page.click(".key.log")
    page.click("#story .to-names")
    field = page.get_by_label("Name at seat 2")
    field.fill(" Benny ")
    field.press("Enter")
    wait(page, stage, [{"names": [None, "Benny"]}])
    stage.set(renamed=["Ann", "Ben"])
    expect(page.locator(".key.undo")).to_contain_text("names: Ann, Ben")


def test_names_dialog_keeps_computer_name(page: Page, stage: Stage) -> None:
    stage.set(**COMPUTER)
    stage.desk.story_message = MOVES
    page.click(".key.log")
    page.click("#story .to-names")
    expect(page.get_by_label("Name at seat 2")).to_be_disabled()
    expect(page.locator("#names .swap")).to_have_count(0)
