"""The page while the camera follows a deal: the table, and corrections by touch."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.support.browser.pages import finish_animations
from tests.support.browser.playing import wait
from tests.support.browser.scripted import FOLLOWED, Stage

WATCH: dict[str, Any] = FOLLOWED["watch"]


def test_watched_card_is_corrected_in_place(page: Page, stage: Stage) -> None:
    """Offers the likeliest cards first, then any; cards on the table are disabled."""
    stage.set(**FOLLOWED)
    page.click(".laid playing-card >> nth=2", position={"x": 8, "y": 20})
    expect(page.locator("#mend-title")).to_have_text("Not the seven of clubs?")
    likely = page.locator("#mend .option")
    assert [each.get_attribute("data-card") for each in likely.all()] == ["7S", "TC"]
    expect(page.locator('#mend .deck [data-card="3H"]')).to_be_disabled()
    likely.first.click()
    expect(page.locator("#mend")).to_be_hidden()
    mended = {"at": 4, "seq": stage.desk.state["seq"], "action": "play 0 7S"}
    wait(page, stage, [{"edit": mended}])
    page.click(".starter playing-card")
    page.keyboard.type("9d")
    expect(page.locator("#mend")).to_be_hidden()
    again = {"at": 1, "seq": stage.desk.state["seq"], "action": "cut 9D"}
    wait(page, stage, [{"edit": mended}, {"edit": again}])


def test_watch_dialog_shows_camera_view(page: Page, stage: Stage) -> None:
    stage.set(**FOLLOWED)
    page.click("#open-watch")
    expect(page.locator("#watch .seen polygon")).to_have_count(4)
    expect(page.locator("#watch .seen polygon[data-doubt]")).to_have_count(1)
    expect(page.locator("#watch .seen text.red")).to_have_text(["2♦", "8♦"])
    expect(page.locator("#watch .status")).to_contain_text("24")
    expect(page.locator("#watch [data-turn] h3")).to_have_text("Ben to play")
    page.click("#watch .question .primary")
    wait(page, stage, [{"watch": "watch-play:1:4"}])
    stage.set(**FOLLOWED | {"watch": WATCH | {"view": "blocked", "question": None}})
    expect(page.locator("#watch .question")).to_be_hidden()
    expect(page.locator("#watch .status")).to_contain_text("cannot see")
    page.click('#watch .card[data-card="8D"]')
    expect(page.locator("#mend-title")).to_have_text("Not the eight of diamonds?")
    page.keyboard.press("Escape")
    with page.expect_response("**/api/settings*"):
        page.uncheck("#watch .switch input")
    assert stage.server.settings.config.camera.watch is False
    stage.set(**FOLLOWED | {"watch": WATCH | {"on": False, "lines": []}})
    expect(page.locator("#watch .status")).to_have_text("Off")
    with page.expect_response("**/api/settings*"):
        page.check("#watch .switch input")
    expect(page.locator("#watch .problem")).to_have_text("")


def test_watch_question_has_decline_button(page: Page, stage: Stage) -> None:
    """At the table, where the deal cannot be passed meanwhile, and beside the picture."""
    text = "Did Ben deal? It was Ann's turn."
    answers = [{"answer": "yes", "text": "Yes"}, {"answer": "no", "text": "No"}]
    question = {
        "id": "watch-wrong-dealer:1:1", "code": "watch-wrong-dealer", "text": text, "at": None,
        "card": None, "seat": None, "answers": answers,
    }  # fmt: skip
    passes = {"to": 1, "actions": ["deal 0", "deal 1"]}
    asks = FOLLOWED | {"next": text, "pass_deal": passes, "watch": WATCH | {"question": question}}
    stage.set(**asks)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        finish_animations(page)
        assert page.evaluate(HIDDEN, SEEN) == [], (width, height)
        expect(page.locator("#watch-answers button")).to_be_in_viewport(ratio=1)
        expect(page.locator("#pass-deal")).to_be_hidden()
    page.set_viewport_size({"width": 1280, "height": 800})
    page.click("#watch-answers button")
    denied = {"watch": question["id"], "answer": "no"}
    wait(page, stage, [denied])
    stage.set(**FOLLOWED)
    page.click("#open-watch")
    stage.set(**asks)
    expect(page.locator("#watch .question button")).to_have_text(["Yes", "No"])
    page.click("#watch .question [data-answer=no]")
    wait(page, stage, [denied, denied])
    page.click("#watch .question .primary")
    wait(page, stage, [denied, denied, {"watch": question["id"]}])


def test_watch_key_opens_camera_view_if_configured(
    page: Page, stage: Stage, troubles: list[str]
) -> None:
    """A configured setting cannot be changed on the page."""
    stage.server.settings.reset("camera.watch")
    stage.set(**FOLLOWED)
    page.get_by_role("button", name="Camera follows").click()
    expect(page.locator("#watch .seen polygon")).to_have_count(4)
    expect(page.locator("#notice")).to_have_text("")
    page.click("#watch .switch input")
    expect(page.locator("#watch .problem")).to_contain_text(
        "camera.watch"
    )  # the reason why it stays
    expect(page.locator("#watch .switch input")).to_be_checked()
    troubles.clear()  # the refusals are logged to the console


def test_watch_controls_do_not_cover_cards(page: Page, stage: Stage) -> None:
    stage.set(**FOLLOWED | {"watch": WATCH | {"question": None}})
    expect(page.get_by_role("button", name="Show camera")).to_be_visible()
    for width, height in [*SIZES, (768, 1024), (1920, 1080)]:
        page.set_viewport_size({"width": width, "height": height})
        finish_animations(page)
        covered = page.evaluate("""() => {
            const box = (node) => node.getBoundingClientRect();
            const key = box(document.querySelector("#open-watch"));
            return [...document.querySelectorAll("#play > *")].map(box).filter((b) => b.width
                && b.left < key.right - 4 && key.left < b.right - 4
                && b.top < key.bottom - 4 && key.top < b.bottom - 4).length;
        }""")
        assert covered == 0, (width, height)


SIZES = [(1280, 800), (800, 480), (390, 844), (390, 664), (360, 640)]
SEEN = "#keys-shared .key, .laid playing-card, .seat .score"
HIDDEN = """(seen) => [...document.querySelectorAll(seen)]
  .filter((node) => getComputedStyle(node).display !== "none").filter((node) => {
    const { left, top, right, bottom } = node.getBoundingClientRect();
    if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) return true;
    const above = document.elementFromPoint(left + 4, (top + bottom) / 2);
    return !node.contains(above) && !above?.contains(node);
  }).map((node) => node.className || node.getAttribute("card"))"""


def test_watch_key_is_beside_count_on_every_screen(page: Page, stage: Stage) -> None:
    """It shows its state, which is saved, and pushes nothing off the screen."""
    off = {"watch": WATCH | {"on": False, "lines": [], "question": None, "view": "starting"}}
    stage.set(**off)
    switch = page.get_by_role("button", name="Camera follows")
    expect(switch).to_have_attribute("aria-pressed", "false")
    expect(switch.locator("small")).to_have_text("Camera follows: off")
    with page.expect_response("**/api/settings*"):
        switch.click()
    assert stage.server.settings.config.camera.watch is True
    question = WATCH["question"]
    stage.set(**FOLLOWED | {"next": question["text"]})
    expect(switch).to_have_attribute("aria-pressed", "true")
    expect(switch.locator("small")).to_have_text("Camera follows: on")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        finish_animations(page)
        assert page.evaluate(HIDDEN, SEEN) == [], (width, height)
        line, room = (page.locator(each).bounding_box() for each in ("#next-line", ".prompt"))
        assert line is not None and room is not None
        assert line["height"] <= room["height"], "the question is read to its end"
        box, count = switch.bounding_box(), page.locator(".key.count").bounding_box()
        assert box is not None and count is not None
        assert box["y"] == count["y"] and 0 < box["x"] - count["x"] - count["width"] < 12
        assert box["width"] >= 48
    stage.set(**FOLLOWED | {"you": {"role": "player", "seat": 0, "covered": []}})
    expect(switch).to_have_count(0)
    stage.set()
    expect(switch).to_have_count(0)
