"""A counted hand on the page: narrated, questioned, corrected by tap, and pegged."""

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.support.browser.pages import all_received, open_page, received
from tests.support.browser.playing import pick, wait
from tests.support.browser.scripted import (  # fmt: skip
    DOUBTFUL,
    OFFER,
    OTHER,
    SEEN,
    TOO_FEW,
    TOO_MANY,
    WHICH,
    Stage,
    announcement,
    offer_of,
)

CLOCK = offer_of("5H 5D JS 5C", "5S", id="o2", narrated=True, countdown=5)
SIZES = [(390, 844), (800, 480), (1280, 800)]


HAND_ANNOUNCED = "() => new Promise((announced) => setTimeout(announced, 100))"
"""Waits for the announcement, 100 ms after the hand: later timers end later."""


@pytest.fixture(params=SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def at(request: pytest.FixtureRequest, page: Page) -> Page:
    """Returns the page on a phone and on two kiosks."""
    page.set_viewport_size({"width": request.param[0], "height": request.param[1]})
    return page


def outline_of(page: Page, card: str, *, lit: bool = False) -> Any:
    """Returns a card's outline on the picture."""
    return page.locator(f'#offer .seen-card[data-card="{card}"]{"[data-lit]" if lit else ""}')


def put(page: Page, *cards: str) -> None:
    for card in cards:
        page.click(f'#card .deck [data-card="{card}"]')


def lit_cards(page: Page) -> list[str | None]:
    lit = page.locator("#offer .counted[data-lit]")
    return [card.get_attribute("data-card") for card in lit.all()]


def test_offer_can_go_back_to_earlier_hand(at: Page, stage: Stage) -> None:
    cards = ["5H", "9D", "JS", "6C"]
    problem = "5♥ is already in the hand of Ann"
    stage.set(offer=SEEN | {"problem": problem, "earlier": {"seat": 0, "cards": cards}})
    offer = at.locator("#offer")
    expect(offer.get_by_role("heading")).to_have_text(problem)
    expect(offer.locator(".hint")).to_have_text("Wrong card? Tap it.")
    expect(offer.locator(".add")).to_have_count(0)
    offer.get_by_role("button", name="Correct Ann’s hand").click()
    at.click("#picker .slot >> nth=0")
    at.click('#picker .deck [data-card="3H"]')
    at.click("#picker .primary")
    (pick,) = received(at, stage, 1)
    assert pick == {"cards": ["3H", "9D", "JS", "6C"], "starter": "5S", "seat": 0}


def test_plus_key_is_mentioned_only_if_present(at: Page, stage: Stage) -> None:
    stage.set(offer=TOO_FEW)
    expect(at.locator("#offer .add")).to_be_visible()
    expect(at.locator("#offer .hint")).to_have_text("Wrong card? Tap it. One missing? Tap +.")
    stage.set(offer=TOO_MANY)
    expect(at.locator("#offer .add")).to_have_count(0)
    expect(at.locator("#offer .hint")).not_to_contain_text("+")


def test_combination_is_highlighted_while_narrated(at: Page, stage: Stage) -> None:
    stage.set(offer=SEEN)
    offer = at.locator("#offer")
    expect(offer.get_by_role("heading")).to_have_text("Ben’s hand: 29 points")
    expect(offer.locator(".primary")).to_be_focused()
    expect(offer.locator(".telling")).to_have_text("fifteen two2")
    for step in range(len(SEEN["steps"])):
        stage.set(offer=SEEN | {"step": step})
        step_shown = SEEN["steps"][step]
        expect(offer.locator(".telling .spoken")).to_have_text(step_shown["said"])
        expect(offer.locator(".telling b")).to_have_text(str(step_shown["total"]))
        for card in ["5H", "5D", "JS", "5C", "5S"]:
            expect(outline_of(at, card, lit=True)).to_have_count(int(card in step_shown["cards"]))
        assert sorted(map(str, lit_cards(at))) == sorted(step_shown["cards"])
        expect(offer.locator(".item[data-lit]")).to_be_in_viewport()
    stage.set(offer=SEEN | {"step": None, "narrated": True})
    expect(offer.locator(".telling")).to_have_text("his nobs is twenty-nine29")
    expect(offer.locator("[data-lit]")).to_have_count(0)
    expect(offer.locator("[role=status]")).to_contain_text("his nobs is twenty-nine")


def test_card_outlines_match_picture(at: Page, stage: Stage) -> None:
    stage.set(offer=SEEN)
    expect(outline_of(at, "JS")).to_be_visible()
    picture = at.locator("#offer .picture")
    assert picture.get_attribute("viewBox") == "0 42 960 406"  # the cards, and some table
    # The centre of the JS's outline is card paper, and its points are those of the reading.
    points = outline_of(at, "JS").locator(".line").get_attribute("points")
    assert points == "410,150 540,150 540,340 410,340"
    assert at.text_content('#offer .seen-label[data-card="5S"] text') == "★5♠"
    names = picture.get_attribute("aria-label") or ""
    assert names.startswith("what the camera saw: five of hearts, ")


def test_combination_can_be_replayed(page: Page, stage: Stage) -> None:
    stage.set(offer=OFFER)
    expect(page.locator("#offer .picture")).to_have_count(0)  # no camera, no picture
    page.locator("#offer .item", has_text="double pair royal").click()
    assert lit_cards(page) == ["5H", "5D", "5C", "5S"]
    stage.set(offer=OFFER | {"step": 1})
    assert lit_cards(page) == ["5H", "5D", "5C", "5S"]
    page.locator("#offer .item", has_text="double pair royal").click()
    expect(page.locator("#offer .telling .spoken")).to_have_text("fifteen four")


def test_offer_is_pegged_by_keyboard(page: Page, stage: Stage) -> None:
    stage.set(offer=SEEN)
    expect(page.locator("#offer .primary")).to_have_text("Peg 29 for Ben")
    page.keyboard.press("Enter")
    wait(page, stage, [{"accept": True, "seat": 1, "crib": False}])
    stage.set(offer=None)
    expect(page.locator("#offer")).to_be_hidden()
    assert len(all_received(page, stage)) == 1  # closing automatically is not a dismissal


def test_offer_can_be_reassigned_to_seat_crib_or_dropped(page: Page, stage: Stage) -> None:
    stage.set(offer=OFFER)
    page.click("#offer label:has-text('Ann’s crib')")
    wait(page, stage, [{"change": {"seat": 0, "crib": True, "offer": "o1"}}])
    stage.set(offer=OFFER | {"seat": 0, "crib": True})
    expect(page.locator("#offer-title")).to_have_text("Ann’s crib: 29 points")
    page.click("#offer .primary")
    page.click("#offer footer button:has-text('Dismiss')")
    commands = received(page, stage, 3)
    assert commands[1:] == [{"accept": True, "seat": 0, "crib": True}, {"dismiss": True}]


CLAIM = SEEN | {
    "asks": "claim", "points": 0, "items": [], "steps": [], "step": None, "spoken": "",
}  # fmt: skip
CLAIMED = SEEN | {"claimed": 24, "missed": 5, "callers": [], "step": 0}


def test_offer_asks_claim_before_narration_then_muggins(at: Page, stage: Stage) -> None:
    stage.set(offer=CLAIM)
    offer = at.locator("#offer")
    expect(offer.get_by_role("heading")).to_have_text("What does Ben claim?")
    for shown in (".telling", ".item", "footer .primary"):
        expect(offer.locator(shown)).to_have_count(0)
    pad = offer.locator(".claims button")
    expect(pad).to_have_count(30)
    expect(offer.locator("[data-count='19']")).to_be_disabled()
    expect(offer.locator("[data-count='0']")).to_be_focused()
    for count in (0, 29):
        pad.nth(count).scroll_into_view_if_needed()
        box = pad.nth(count).bounding_box()
        assert box is not None and min(box["width"], box["height"]) >= 40
    offer.locator("[data-count='24']").click()
    wait(at, stage, [{"accept": True, "seat": 1, "crib": False, "claim": 24}])
    stage.set(offer=CLAIM | {"asks": "missed", "claimed": 24, "callers": [0]})
    expect(offer.get_by_role("heading")).to_have_text("Ben’s hand: anything missed?")
    expect(offer.locator(".said")).to_have_text("Ben’s hand: 24 points claimed")
    for shown in (".telling", ".item", ".whose"):
        expect(offer.locator(shown)).to_have_count(0)
    let_it_go = offer.locator("footer .primary")
    expect(let_it_go).to_have_text("Let it go")
    expect(at.locator(".key.ok small")).to_have_text("Let it go")
    offer.locator("[data-call='0'] [data-count='5']").click()
    let_it_go.click()
    commands = received(at, stage, 3)
    hand = {"accept": True, "seat": 1, "crib": False}
    assert commands[1:] == [hand | {"muggins": 0, "points": 5}, hand]
    stage.set(offer=CLAIMED)
    expect(offer.get_by_role("heading")).to_have_text("Ben claimed 24 – it’s worth 29")
    expect(offer.locator(".telling .spoken")).to_have_text("fifteen two")
    expect(offer.locator(".whose")).to_have_count(0)  # it is pegged
    expect(offer.locator("footer .primary")).to_be_focused()
    at.keyboard.press("Enter")
    assert received(at, stage, 4)[3:] == [{"dismiss": True}]


def test_offer_asks_about_doubtful_card_only(at: Page, stage: Stage) -> None:
    stage.set(offer=DOUBTFUL)
    offer = at.locator("#offer")
    expect(offer.get_by_role("heading")).to_have_text("Is this the nine of diamonds?")
    expect(offer.locator(".counted[data-doubt]")).to_have_count(1)
    expect(offer.locator(".counted[data-doubt] .unseen")).to_have_text("not sure")
    label = at.text_content('#offer .seen-label[data-card="9D"] text')
    assert label == "9♦?", "not by its colour alone"
    dashes = "getComputedStyle(document.querySelector('.seen-card[data-doubt] .line'))"
    assert at.evaluate(f"{dashes}.strokeDasharray") != "none"
    expect(offer.locator(".question .close-up")).to_be_visible()
    expect(offer.locator("footer .primary")).to_have_count(0)  # pegging is not offered
    expect(offer.locator(".yes")).to_be_focused()
    at.keyboard.press("Enter")
    at.click("#offer .question .option")
    changes = [{"change": {"card": "9D", "to": to, "offer": "o3"}} for to in ("9D", "9H")]
    wait(at, stage, changes)


def test_tapped_card_is_corrected_alone(at: Page, stage: Stage) -> None:
    stage.set(offer=SEEN)
    at.click('#offer .seen-label[data-card="5D"] .tag')
    expect(at.locator("#card-title")).to_have_text("Not the five of diamonds?")
    expect(at.locator("#card .close-up")).to_be_visible()
    expect(at.locator('#card .deck [data-card="5H"]')).to_be_disabled()  # another card
    at.click('#card .deck [data-card="6D"]')
    wait(at, stage, [{"change": {"card": "5D", "to": "6D", "offer": "o2"}}])
    expect(at.locator("#card")).to_be_hidden()
    right = offer_of("5H 6D JS 5C", "5S", id="o2", step=0)
    stage.set(offer=right)
    expect(at.locator("#offer-title")).to_have_text("Ben’s hand: 15 points")
    expect(outline_of(at, "6D")).to_be_visible()
    expect(at.locator("#offer .primary")).to_be_focused()


def test_card_is_corrected_by_keyboard(page: Page, stage: Stage) -> None:
    stage.set(offer=SEEN)
    page.locator('#offer .counted[data-card="JS"]').press("Enter")
    for key in ("1", "c"):
        page.keyboard.press(key)
    wait(page, stage, [{"change": {"card": "JS", "to": "TC", "offer": "o2"}}])


def test_missing_card_can_be_added(at: Page, stage: Stage) -> None:
    stage.set(offer=TOO_FEW)
    heading = at.locator("#offer-title")
    expect(heading).to_contain_text("3 of 5 cards found", ignore_case=True)
    expect(at.locator("#offer footer .primary")).to_have_count(0)
    expect(at.locator("#offer .add")).to_be_focused()
    whole = at.locator("#offer .picture").get_attribute("viewBox")
    assert whole == "0 0 960 540", "the card that is missing may lie anywhere"
    at.click("#offer .add")
    expect(at.locator("#card-title")).to_have_text("Which card is missing?")
    put(at, "TD")
    wait(at, stage, [{"change": {"card": None, "to": "TD", "offer": "o4"}}])


def test_surplus_card_can_be_removed(at: Page, stage: Stage) -> None:
    stage.set(offer=TOO_MANY)
    heading = at.locator("#offer-title")
    expect(heading).to_contain_text("6 cards found, and 5 are needed", ignore_case=True)
    expect(at.locator("#offer .add")).to_have_count(0)
    outline_of(at, "KD").locator(".line").click()
    at.click("#card .away")
    wait(at, stage, [{"change": {"card": "KD", "to": None, "offer": "o5"}}])


def test_starter_is_chosen_on_picture(at: Page, stage: Stage) -> None:
    stage.set(offer=WHICH)
    expect(at.locator("#offer-title")).to_have_text("Which of these is the starter? Tap it.")
    outline_of(at, "KD").locator(".line").click()
    wait(at, stage, [{"change": {"starter": "KD", "offer": "o6"}}])
    expect(at.locator("#card")).to_be_hidden()


def test_starter_conflict_is_resolved_by_one_touch(page: Page, stage: Stage) -> None:
    stage.set(offer=OTHER)
    expect(page.locator("#offer-title")).to_have_text(
        "The starter was the six of spades. Which is right?"
    )
    expect(page.locator("#offer .which .primary")).to_be_focused()
    page.click('#offer .which [data-card="KD"]')
    wait(page, stage, [{"change": {"starter": "KD", "offer": "o7"}}])


def test_starter_can_be_changed(page: Page, stage: Stage) -> None:
    stage.set(offer=SEEN)
    page.click('#offer .counted[data-card="JS"]')
    page.click("#card .turn")
    wait(page, stage, [{"change": {"starter": "JS", "offer": "o2"}}])


def test_offer_shows_refusal_in_dialog(page: Page, stage: Stage) -> None:
    stage.desk.errors["change"] = "that hand is no longer on offer"
    stage.desk.errors["save"] = "the picture was not saved: No space left on device"
    stage.set(offer=SEEN)
    page.click('#offer .counted[data-card="JS"]')
    put(page, "QS")
    expect(page.locator("#card .problem")).to_have_text("that hand is no longer on offer")
    page.keyboard.press("Escape")
    page.click("#offer .save")
    expect(page.locator("#offer p.problem")).to_contain_text("No space left")
    expect(page.locator("#offer .primary")).to_be_enabled()


def test_automatic_pegging_countdown_can_be_stopped(at: Page, stage: Stage) -> None:
    stage.set(offer=CLOCK)
    clock = at.locator("#offer .clock")
    expect(clock.locator("b")).to_have_text("5")
    stage.set(offer=CLOCK | {"countdown": 4})
    expect(clock.locator("b")).to_have_text("4")
    expect(clock).to_be_in_viewport(ratio=1)
    at.click("#offer .telling")  # anywhere
    wait(at, stage, [{"hold": True}])
    clock.get_by_role("button").click()  # pointer and keyboard activation
    wait(at, stage, [{"hold": True}] * 3)
    stage.set(offer=SEEN | {"step": None, "narrated": True})
    expect(clock).to_be_hidden()
    before = len(stage.received)
    at.keyboard.press("Shift")
    assert len(all_received(at, stage)) == before, "nothing to stop"


def test_touch_during_narration_prevents_countdown(page: Page, stage: Stage) -> None:
    stage.set(offer=SEEN | {"autopeg_pending": True})
    page.click("#offer .telling")
    wait(page, stage, [{"hold": True}])


def test_any_key_stops_countdown(page: Page, stage: Stage) -> None:
    stage.set(offer=CLOCK)
    expect(page.locator("#offer .clock b")).to_have_text("5")
    page.keyboard.press("Shift")
    wait(page, stage, [{"hold": True}])


def test_picture_is_saved_on_request(at: Page, stage: Stage) -> None:
    stage.set(offer=SEEN)
    save = at.locator("#offer .save")
    expect(save).to_have_text("Save picture")
    status = at.locator("#offer [role=status]")
    at.evaluate(HAND_ANNOUNCED)  # an earlier test may have left the same text
    expect(status).to_contain_text("29 points")
    save.click()
    wait(at, stage, [{"save": True}])
    stage.set(offer=SEEN | {"saved": "20261121-061502-5f3a9c01"})
    expect(save).to_be_disabled()
    expect(save).to_have_text("Picture saved ✓")
    expect(status).to_have_text("Saved on this board as pictures/20261121-061502-5f3a9c01.jpg")


def test_offer_shows_notice_of_board(page: Page, stage: Stage) -> None:
    stage.set(offer=DOUBTFUL, notice="The camera timed out: something moves.")
    expect(page.locator("#offer .note")).to_contain_text("something moves")


def test_empty_reading_opens_picker(page: Page, stage: Stage) -> None:
    stage.set(offer=offer_of("", None, id="o8"))
    expect(page.locator("#picker .problem")).to_have_text("no card was recognised")
    page.keyboard.press("Escape")
    expect(page.locator("#offer")).to_be_visible()
    page.click("#offer .enter")
    pick(page, "5H", "9C", "JS", "TD", "2S")
    page.click("#picker .primary")
    wait(page, stage, [{"cards": ["5H", "9C", "JS", "TD"], "starter": "2S"}])


def test_withdrawn_offer_closes_its_question(page: Page, stage: Stage) -> None:
    stage.set(offer=SEEN)
    page.click('#offer .counted[data-card="JS"]')
    expect(page.locator("#card")).to_be_visible()
    stage.set(offer=None)
    expect(page.locator("#card")).to_be_hidden()
    expect(page.locator("#offer")).to_be_hidden()
    assert all_received(page, stage) == []


def test_dialogs_do_not_trap_keyboard_focus(page: Page, stage: Stage) -> None:
    stage.set(offer=SEEN)
    reached = set()
    for _ in range(40):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.className"))
    assert {"counted", "counted starter", "item", "save", "enter", "primary"} <= reached


VOICE = """
window.heard = []; window.speaking = false;
const speak = (said) => {
  heard.push(said.text);
  speaking = true;
  setTimeout(() => { speaking = false; said.onend(); }, 5);
};
const voices = [{ lang: "en-GB", localService: true, default: true }];
const voice = { cancel() {}, speak, getVoices: () => voices, addEventListener() {} };
globalThis.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
Object.defineProperty(window, "speechSynthesis", { value: voice });
"""


def test_voice_speaks_hand_once_then_next_seat(context: BrowserContext, stage: Stage) -> None:
    context.add_init_script(VOICE)
    page = open_page(context, stage)
    page.click("#open-menu")
    page.click("#menu .to-settings")
    page.click("#settings button[aria-pressed=false]")
    page.keyboard.press("Escape")
    page.wait_for_function("() => heard.length === 1 && !speaking")  # the voice is on
    page.evaluate("heard.length = 0")

    def shown(*step_shown: dict[str, Any], **changes: Any) -> None:
        stage.set(announcements=list(step_shown), **changes)
        page.wait_for_function("() => !speaking")

    first = announcement(1, "Lay Ben’s hand")
    shown(*first)
    for step in range(3):
        shown(*first, offer=SEEN | {"step": step})
    shown(*first, offer=SEEN | {"step": None, "narrated": True})
    after = announcement(2, "29 for Ben", "Now the dealer: lay Ann’s hand", scored=True)
    shown(*first, *after, scores=[47, 81])
    shown(*first, *after, scores=[47, 81], offer=WHICH)
    shown(*first, *after, scores=[47, 81])
    assert page.evaluate("heard") == [
        "Lay Ben’s hand", "fifteen two", "fifteen four", "fifteen six", "29 points",
        "29 for Ben. Now the dealer: lay Ann’s hand", "Which of these is the starter? Tap it.",
    ]  # fmt: skip
