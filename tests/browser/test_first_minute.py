"""Onboarding: the home screen, the attract screen, the guided first deal."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from pegboard.board.layout_files import load_layout
from pegboard.config import GameConfig
from pegboard.devices.notices import device_notice
from pegboard.errors import Common, DeviceMissing
from pegboard.session.board_choice import BoardChoice
from pegboard.session.views.welcome import welcome
from tests.support.browser import pages
from tests.support.browser.pages import (
    WIDE,
    context_of,
    finish_animations,
    sync_with,
    wait_until_drawn,
    wait_until_ready,
)
from tests.support.browser.screens import touch_lesson
from tests.support.browser.scripted import DEMO, FOLLOWED, Stage, line
from tests.support.browser.sizes import OFF_SIDE, SMALL

INVITATION = "#attract .message"
"""Present once the attract screen is loaded."""
SIZES = [(390, 844), (800, 480), (1280, 800)]
FRESH: dict[str, Any] = DEMO | {"inviting": True, "waiting": None}
WAITING = {"mode": "score", "names": ["Ann", "Ben"], "scores": [47, 52]}


@pytest.fixture
def fresh_board(stage: Stage) -> Stage:
    """Returns a board with nothing chosen yet, without buttons and camera."""
    devices = [
        device_notice("strip", "serial:"),
        device_notice("buttons", "gpio:mock"),
        device_notice(
            "camera", "v4l:/dev/video0", DeviceMissing(Common.VERBATIM, says="no such device")
        ),
    ]
    stage.desk.welcome_message = welcome(
        devices, BoardChoice(load_layout("two-track"), is_simulated=False), GameConfig(), {}
    )
    return stage


@pytest.fixture
def greeted(page: Page, fresh_board: Stage) -> Page:
    """Returns a page just opened at that board: the home screen appears."""
    fresh_board.set(**FRESH)
    page.reload()
    expect(wait_until_ready(page).locator("#home")).to_be_visible()
    return page


@pytest.fixture
def home(page: Page, fresh_board: Stage) -> Page:
    """Returns the same on a page already open: a touch on the attract screen leads there."""
    fresh_board.set(**FRESH)
    page.wait_for_selector(INVITATION, state="attached")
    if page.locator("#attract").is_hidden():  # just loaded
        fresh_board.set(**FRESH | {"inviting": False})
        fresh_board.set(**FRESH)
    page.click("#attract .touch")
    expect(page.locator("#home")).to_be_visible()
    return page


def received_commands(page: Page, stage: Stage, count: int) -> list[dict[str, Any]]:
    """Returns the commands so far, once there are `count`."""
    commands = pages.received(page, stage, count)
    assert len(commands) == count, commands
    return commands


def test_home_shows_hardware_and_three_choices(greeted: Page) -> None:
    expect(greeted.locator("#home h2")).to_be_focused()
    choices = greeted.locator("#home .big b")
    expect(choices).to_have_text(["Score our game", "Count a hand", "Play the computer"])
    expect(greeted.locator(".found li")).to_have_text([
        "●Strip with 244 LEDs, on the USB board", "Buttons on this page",
        "!USB camera: no such device",
    ])  # fmt: skip
    more = ["2 or 4 players", "", "Novice · Beginner · Club player · Expert · Adaptive"]
    expect(greeted.locator("#home .more")).to_have_text(more)


def test_home_choices_show_last_players_and_camera(page: Page, fresh_board: Stage) -> None:
    welcomed = fresh_board.desk.welcome_message
    welcomed["setups"]["score"]["names"] = ["Zoë", "Ben"]
    welcomed["named"]["score"] = [True, True]
    welcomed["found"][2] |= {"ok": True, "text": "USB camera ready", "says": ""}
    fresh_board.set(**FRESH)
    page.reload()
    expect(wait_until_ready(page).locator("#home .more").first).to_have_text("Zoë and Ben")
    expect(page.locator("#home .more").nth(1)).to_have_text("USB camera ready")


@pytest.mark.parametrize("mode", ["score", "computer"])
def test_home_starts_game_in_two_touches(greeted: Page, stage: Stage, mode: str) -> None:
    home = greeted
    home.click(f"[data-choice={mode}]")
    expect(home.locator("#newgame .primary")).to_be_focused()
    home.click("#newgame .primary")
    (begun,) = received_commands(home, stage, 1)
    assert begun["new"]["mode"] == mode
    stage.set(mode=mode, inviting=False)
    expect(home.locator("#home")).to_be_hidden()
    expect(home.locator("#newgame")).to_be_hidden()
    home.keyboard.press("Enter")  # a real press, not a button of the page
    assert received_commands(home, stage, 2)[1] == {"press": "ok"}


@pytest.mark.parametrize(("how", "then"), [("camera", {"count": True}), ("cards", None)])
def test_home_counts_hand_in_two_touches(
    greeted: Page, stage: Stage, how: str, then: dict[str, Any] | None
) -> None:
    home = greeted
    home.click("[data-choice=count]")
    home.click(f"[data-choice={how}]")
    commands = received_commands(home, stage, 2 if then else 1)
    assert commands[0]["new"] == stage.desk.welcome_message["setups"]["score"]
    if then:
        assert commands[1] == then
    else:
        expect(home.locator("#picker")).to_be_visible()
    expect(home.locator("#home")).to_be_hidden()


def test_home_returns_after_counting(home: Page) -> None:
    home.click("[data-choice=count]")
    expect(home.locator("#home h2")).to_have_text("Count a hand")
    expect(home.locator("[data-choice=camera]")).to_be_focused()
    home.click("#home .back")
    expect(home.locator("[data-choice=count]")).to_be_focused()
    home.keyboard.press("Escape")
    expect(home.locator("#home")).to_be_hidden()
    expect(home.locator("#demo")).to_be_visible()
    home.click("#open-menu")
    home.click("#menu .to-home")
    expect(home.locator("#home")).to_be_visible()


def test_home_resumes_waiting_game_in_one_touch(home: Page, stage: Stage) -> None:
    expect(home.locator("#home .waiting")).to_be_hidden()
    stage.set(**FRESH | {"waiting": WAITING})
    expect(home.locator("#home .waiting")).to_have_text("Continue your gameAnn 47 – Ben 52")
    home.click("#home .waiting")
    assert received_commands(home, stage, 1) == [{"resume": True}]


def test_home_counts_hand_in_waiting_game(home: Page, stage: Stage) -> None:
    stage.set(**FRESH | {"waiting": WAITING})
    home.click("[data-choice=count]")
    home.click("[data-choice=cards]")
    expect(home.locator("#picker")).to_be_visible()
    assert received_commands(home, stage, 1) == [{"resume": True}]


def test_home_closes_when_game_starts_at_board(home: Page, stage: Stage) -> None:
    stage.set(inviting=False)
    expect(home.locator("#home")).to_be_hidden()


def test_home_stays_closed_during_game(page: Page, stage: Stage) -> None:
    page.reload()
    wait_until_drawn(wait_until_ready(page))
    expect(page.locator("#home")).to_be_hidden()


def test_home_does_not_open_over_other_dialog(page: Page, stage: Stage) -> None:
    held: list[Route] = []
    page.route("**/setup/home.js*", lambda route: held.append(route))
    stage.set(**FRESH)
    page.reload()
    page.wait_for_selector("body[data-ready]")
    page.click("#open-menu")
    expect(page.locator("#menu")).to_be_visible()
    with page.expect_response("**/setup/home.css*"):
        held.pop().continue_()
    page.wait_for_selector("body[data-whole]")  # the home screen is styled, and would be open
    wait_until_drawn(page)
    expect(page.locator("#home")).to_be_hidden()
    expect(page.locator("#menu")).to_be_visible()


@pytest.mark.parametrize("size", [(1280, 800), (800, 480), (1920, 1080)])
def test_home_titles_are_aligned(home: Page, size: tuple[int, int]) -> None:
    home.set_viewport_size({"width": size[0], "height": size[1]})
    tops = home.locator("#home .big b").evaluate_all(
        "titles => titles.map((title) => Math.round(title.getBoundingClientRect().top))"
    )
    assert len(tops) == 3 and len(set(tops)) == 1, tops


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_home_fits_with_large_touch_targets(
    home: Page, stage: Stage, size: tuple[int, int]
) -> None:
    home.set_viewport_size({"width": size[0], "height": size[1]})
    for waiting in (None, WAITING):
        stage.set(**FRESH | {"waiting": waiting})
        finish_animations(home)
        assert home.evaluate(SMALL) == []
        assert home.evaluate(OFF_SIDE) == []
        if size[0] >= 700:
            for part in (".big >> nth=2", ".learn", ".found li >> nth=2"):
                expect(home.locator(f"#home {part}")).to_be_in_viewport(ratio=1)


# --- the attract screen


ALIVE = """const far = fetch;
const alive = () => Promise.resolve(new Response());
globalThis.fetch = (url, how) => url === "/healthz" ? alive() : far(url, how);
"""


def pass_idle_time(page: Page, seconds: int = 60) -> None:
    """Lets time pass without a touch."""
    page.clock.fast_forward(seconds * 1000)


@pytest.fixture(scope="module")
def ticking(browser: Browser) -> Iterator[Page]:
    """Yields a page with a clock controlled by tests."""
    context = context_of(browser)
    context.clock.install()
    # When its clock jumps, the page pings the board. On a slow machine the answer
    # may come too late; the link then reconnects after a pause that never ends on a stopped
    # clock.
    context.add_init_script(ALIVE)
    yield context.new_page()
    context.close()


@pytest.fixture
def clocked(ticking: Page, stage: Stage) -> Page:
    """Like `greeted`, but time passes only as the test says."""
    stage.set(**FRESH)
    ticking.clock.resume()
    ticking.unroute_all()
    ticking.set_viewport_size(WIDE)
    ticking.goto(stage.url)
    sync_with(wait_until_ready(ticking), stage)
    expect(ticking.locator("#home")).to_be_visible()
    ticking.wait_for_selector(INVITATION, state="attached")
    ticking.clock.pause_at(ticking.evaluate("Date.now() / 1000") + 5)
    return ticking


def test_idle_page_shows_attract_screen_until_touched(clocked: Page, stage: Stage) -> None:
    pass_idle_time(clocked, 30)
    expect(clocked.locator("#attract")).to_be_hidden()
    pass_idle_time(clocked, 20)
    attract = clocked.locator("#attract")
    expect(attract).to_be_visible()
    expect(clocked.locator("#home")).to_be_hidden()
    expect(attract.locator(".player >> nth=0").locator("playing-card")).to_have_count(2)
    expect(attract.locator(".player >> nth=1").locator("playing-card")).to_have_count(3)
    expect(attract.locator(".message")).to_have_text("Blue +3 run of three")
    stage.set(**FRESH | {"log": [line(1, "Orange", "says go", scored=False)], "scores": [50, 52]})
    expect(attract.locator(".message")).to_have_text("Orange says go")
    first = attract.locator(".line").inner_text()
    clocked.clock.run_for(8000)
    assert attract.locator(".line").inner_text() != first
    clocked.mouse.click(20, 20)
    expect(attract).to_be_hidden()
    expect(clocked.locator("#home")).to_be_visible()
    assert stage.received == []


def test_key_closes_attract_screen_without_pressing_button(clocked: Page, stage: Stage) -> None:
    pass_idle_time(clocked)
    expect(clocked.locator("#attract")).to_be_visible()
    clocked.keyboard.press("q")
    expect(clocked.locator("#attract")).to_be_hidden()
    expect(clocked.locator("#home")).to_be_visible()
    assert stage.received == []


def test_board_press_closes_attract_screen(clocked: Page, stage: Stage) -> None:
    pass_idle_time(clocked)
    expect(clocked.locator("#attract")).to_be_visible()
    stage.set(inviting=False)
    expect(clocked.locator("#attract")).to_be_hidden()
    expect(clocked.locator(".keys >> nth=0")).to_be_visible()


def test_idle_board_shows_attract_screen_on_load(page: Page, stage: Stage) -> None:
    stage.set(**FRESH)
    page.wait_for_selector(INVITATION, state="attached")
    stage.set(inviting=False)
    stage.set(**FRESH)
    expect(page.locator("#attract")).to_be_visible()


def test_attract_screen_stays_away_from_dialogs_and_phones(clocked: Page) -> None:
    clocked.click("[data-choice=score]")
    expect(clocked.locator("#newgame")).to_be_visible()
    pass_idle_time(clocked)
    expect(clocked.locator("#newgame")).to_be_visible()
    pass_idle_time(clocked, 100)
    expect(clocked.locator("#newgame")).to_be_visible()
    pass_idle_time(clocked, 100)  # abandoned
    expect(clocked.locator("#newgame")).to_be_hidden()
    expect(clocked.locator("#attract")).to_be_visible()
    clocked.keyboard.press("Enter")
    clocked.set_viewport_size({"width": 390, "height": 844})
    pass_idle_time(clocked)
    expect(clocked.locator("#attract")).to_be_hidden()


@pytest.mark.parametrize("size", [*SIZES[1:], (1920, 1080)], ids=lambda size: f"{size[0]}")
def test_attract_screen_fits(clocked: Page, size: tuple[int, int]) -> None:
    clocked.set_viewport_size({"width": size[0], "height": size[1]})
    pass_idle_time(clocked)
    expect(clocked.locator("#attract")).to_be_visible()
    for part in ("h2", ".line", ".player >> nth=0", ".player >> nth=1", ".message", ".touch span"):
        expect(clocked.locator(f"#attract {part}")).to_be_in_viewport(ratio=0.98)
    assert clocked.evaluate("document.documentElement.scrollHeight") <= size[1]
    board = clocked.locator("peg-board").bounding_box()
    assert board is not None and board["height"] > 0.4 * size[1]


def test_attract_screen_shows_address_if_reachable(clocked: Page) -> None:
    pass_idle_time(clocked)
    expect(clocked.locator("#attract")).to_be_visible()
    expect(clocked.locator("#attract .scan")).to_be_hidden()  # this test listens on loopback
    clocked.keyboard.press("Enter")
    square = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"></svg>'
    address = {"address": "http://10.0.0.7:8121/", "reachable": True, "svg": square}
    clocked.route("**/api/address", lambda route: route.fulfill(json=address))
    pass_idle_time(clocked)
    expect(clocked.locator("#attract .scan svg")).to_be_visible()
    expect(clocked.locator("#attract .scan figcaption")).to_have_text("10.0.0.7:8121")


def test_pairing_request_closes_attract_screen(greeted: Page, stage: Stage) -> None:
    home = greeted
    you: dict[str, Any] = {"role": "board", "seat": None, "covered": []}
    stage.set(**FRESH | {"you": you, "asking": [{"id": "d1", "name": "Ann’s phone"}]})
    expect(home.locator("#home")).to_be_hidden()
    stage.set(**FRESH | {"you": you, "asking": []})
    expect(home.locator("#home")).to_be_visible()


def test_watcher_sees_no_home_screen(page: Page, stage: Stage) -> None:
    stage.set(**FRESH | {"you": {"role": "watcher", "seat": None, "covered": []}, "asking": []})
    page.reload()
    wait_until_drawn(wait_until_ready(page))
    expect(page.locator("#home")).to_be_hidden()
    expect(page.locator("#demo")).to_be_visible()


# --- the guided first deal


@pytest.fixture
def learner(home: Page) -> Page:
    home.emulate_media(reduced_motion="no-preference")
    home.click("#home .learn")
    expect(home.locator("#learn")).to_be_visible()
    return home


def choose(page: Page, *cards: str) -> None:
    for card in cards:
        touch_lesson(page, f'.own [data-card="{card}"]')


def onward(page: Page) -> None:
    touch_lesson(page, ".todo .primary")


def test_guided_deal_leads_to_own_game(learner: Page, stage: Stage) -> None:
    title = learner.locator("#learn h2")
    expect(title).to_have_text("The aim")
    onward(learner)
    expect(title).to_have_text("Throw two cards to the crib")
    choose(learner, "6C", "7D")
    touch_lesson(learner, ".lay")
    expect(learner.locator("#learn .judged")).to_contain_text("Keeping 6♣, 7♦, 8♣, 9♥ gives 8")
    expect(learner.locator("#learn .in-hand[data-hint]")).to_have_count(2)
    touch_lesson(learner, ".pick button >> nth=0")
    choose(learner, "6C", "2C", "4H")  # the last two are chosen
    touch_lesson(learner, ".lay")
    expect(learner.locator("#learn .judged.well")).to_contain_text("already make 8 points")
    expect(title).to_have_text("The starter")
    onward(learner)
    choose(learner, "7D")
    expect(learner.locator("#learn .judged")).to_contain_text("6♣ makes 15 and scores 2")
    touch_lesson(learner, ".pick button >> nth=0")
    touch_lesson(learner, ".hint")
    expect(learner.locator("#learn .judged.hint")).to_contain_text("6♣ makes 15")
    choose(learner, "6C")
    expect(learner.locator("#learn .count .number")).to_have_text("25")
    choose(learner, "9H")
    expect(learner.locator("#learn .judged.not")).to_contain_text("9♥ would make 34")
    onward(learner)  # go
    for card in ("9H", "8C", "7D"):
        choose(learner, card)
    expect(title).to_have_text("Opponent’s hand")
    expect(learner.locator("#learn .steps li")).to_have_count(3)
    expect(learner.locator("#learn .with[data-lit]")).to_have_count(2)
    onward(learner)
    touch_lesson(learner, ".numbers button >> nth=0")
    expect(learner.locator("#learn .judged.not")).to_contain_text("Let’s count")
    touch_lesson(learner, ".numbers button >> nth=2")
    expect(title).to_have_text("Your crib")
    onward(learner)
    expect(learner.locator("#learn .felt.end")).to_have_text("2510")
    touch_lesson(learner, ".todo button:has-text('Once more')")
    expect(title).to_have_text("The aim")
    assert stage.received == []  # the game on the table is unchanged
    learner.keyboard.press("Escape")
    expect(learner.locator("#learn")).to_be_hidden()


def test_guided_deal_allows_worse_discard(learner: Page) -> None:
    onward(learner)
    choose(learner, "8C", "9H")
    touch_lesson(learner, ".lay")
    touch_lesson(learner, ".pick button >> nth=1")
    expect(learner.locator("#learn h2")).to_have_text("The starter")
    expect(learner.locator("#learn .own .in-hand")).to_have_count(4)
    expect(learner.locator("#learn .judged, #learn .pick, #learn [data-hint]")).to_have_count(0)
    onward(learner)
    expect(learner.locator("#learn h2")).to_have_text("The play")


def test_guided_deal_allows_worse_play(learner: Page) -> None:
    onward(learner)
    choose(learner, "2C", "4H")
    touch_lesson(learner, ".lay")
    onward(learner)
    choose(learner, "8C")
    touch_lesson(learner, ".pick button >> nth=1")
    expect(learner.locator("#learn .own .in-hand")).to_have_count(3)
    expect(learner.locator("#learn .judged")).to_have_count(0)
    expect(learner.locator("#learn .pick")).to_have_count(0)
    choose(learner, "6C")
    expect(learner.locator("#learn")).not_to_contain_text("say go")
    expect(learner.locator("#learn .own .in-hand")).to_have_count(2)


STUBBORN = """() => {
  const one = (selector) => document.querySelector(`#learn ${selector}`);
  const cards = [...document.querySelectorAll("#learn .own .in-hand")];
  const advised = (card) => card.hasAttribute("data-hint");
  const worse = cards.filter((card) => !advised(card) && card.ariaPressed !== "true");
  const refused = one(".judged.not"), lays = one(".lay");
  const ways = {
    anyway: one(".pick .plain"),
    guess: one(`.numbers button:nth-child(${(window.guesses ?? 0) + 1})`),
    lay: one(".lay:not(:disabled)"),
    hint: !one(".judged.hint") && !refused && one(".todo .hint"),
    card: lays || (one(".tap") && !refused) ? worse[0] ?? cards[0] : cards.find(advised),
    onward: one(".todo .primary"),
  };
  const [name, node] = Object.entries(ways).find(([, found]) => found) ?? ["nowhere to go"];
  if (name === "guess") window.guesses = (window.guesses ?? 0) + 1;
  node?.click();
  return lays && name === "card" ? "chosen" : name;
}"""
"""Makes one touch that the board would advise against; returns its name."""


def test_guided_deal_accepts_other_card_after_feedback(learner: Page) -> None:
    onward(learner)
    choose(learner, "8C", "9H")
    touch_lesson(learner, ".lay")
    choose(learner, "2C", "4H")
    touch_lesson(learner, ".lay")
    expect(learner.locator("#learn .judged.well")).to_be_visible()


def test_guided_deal_finishes_despite_wrong_choices(learner: Page) -> None:
    touches = []
    while learner.locator("#learn .felt.end").count() == 0:
        before = learner.query_selector("#learn .body")
        touches.append(learner.evaluate(STUBBORN))
        assert touches[-1] != "nowhere to go" and len(touches) < 60, touches
        if touches[-1] != "chosen":
            learner.wait_for_function("before => !before.isConnected", arg=before)
    assert touches.count("anyway") >= 2 and touches.count("guess") == 3, touches


def test_guided_deal_ignores_double_touch(learner: Page) -> None:
    onward(learner)
    choose(learner, "8C", "9H")
    touch_lesson(learner, ".lay")
    learner.dblclick("#learn .pick .plain")
    expect(learner.locator("#learn h2")).to_have_text("The starter")
    onward(learner)
    expect(learner.locator("#learn h2")).to_have_text("The play")


def test_guided_deal_retries_after_connection_error(learner: Page, troubles: list[str]) -> None:
    failing = ["the first"]

    def answer(route: Route) -> None:
        # Never `times=1`: removing a route can block the page's next request.
        if failing:
            failing.clear()
            route.abort()
        else:
            route.continue_()

    learner.route("**/api/lesson*", answer)
    touch_lesson(learner, ".todo .primary")
    expect(learner.locator("#learn .judged.not")).to_contain_text("No connection to the board")
    troubles.clear()
    onward(learner)
    expect(learner.locator("#learn h2")).to_have_text("Throw two cards to the crib")


def test_computer_is_beginner_after_guided_deal(learner: Page, stage: Stage) -> None:
    learner.keyboard.press("Escape")
    learner.click("#open-new")
    learner.click("#newgame label:has([name=mode][value=computer])")
    expect(learner.locator("#newgame [name=level]:checked")).to_have_value("novice")
    learner.click("#newgame .primary")
    expect(learner.locator("#newgame")).to_be_hidden()
    assert stage.received[-1]["new"]["seats"] == ["person", "novice"]
    # The next player may be experienced.
    learner.click("#open-new")
    learner.click("#newgame label:has([name=mode][value=computer])")
    expect(learner.locator("#newgame [name=level]:checked")).to_have_value("club")


def test_guided_deal_works_by_keyboard_and_is_announced(learner: Page) -> None:
    status = learner.locator("#learn [role=status]")
    expect(status).to_contain_text("First to hole 121 wins.")
    for _ in range(8):  # Tab from the heading to the main button
        if learner.evaluate("document.activeElement.matches('#learn .todo .primary')"):
            break
        learner.keyboard.press("Tab")
    learner.keyboard.press("Enter")
    expect(status).to_contain_text("Throw two cards to the crib")
    for card in ("2C", "4H"):
        learner.focus(f'#learn .own [data-card="{card}"]')
        learner.keyboard.press("Space")
    learner.focus("#learn .lay")
    learner.keyboard.press("Enter")
    expect(status).to_contain_text("Well done: 6♣, 7♦, 8♣, 9♥ already make 8 points.")
    expect(learner.locator("#learn .todo .primary")).to_be_focused()
    learner.keyboard.press("Enter")
    expect(status).to_contain_text("Computer plays 9♠: 9")
    first = learner.locator("#learn .own .in-hand >> nth=0")
    expect(first.get_by_role("img").or_(first.locator("[aria-label]")).first).to_be_attached()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_guided_deal_fits(learner: Page, size: tuple[int, int]) -> None:
    learner.set_viewport_size({"width": size[0], "height": size[1]})
    learner.emulate_media(reduced_motion="reduce")
    steps = [("2C", "4H"), ("6C",), None, ("9H",), ("8C",), ("7D",)]
    onward(learner)
    for cards in steps:
        assert learner.evaluate(SMALL) == []
        assert learner.evaluate(OFF_SIDE) == []
        if cards is None:
            onward(learner)
            continue
        choose(learner, *cards)
        if len(cards) == 2:
            touch_lesson(learner, ".lay")
            onward(learner)
    expect(learner.locator("#learn .steps")).to_be_visible()
    if size[0] >= 700:
        expect(learner.locator("#learn .todo .primary")).to_be_in_viewport(ratio=1)


def test_question_mark_key_opens_rules(page: Page, stage: Stage) -> None:
    page.keyboard.press("?")
    page.wait_for_url("**/rules?language=en")
    page.click("header a >> nth=0")
    page.wait_for_selector("body[data-ready]")


def test_home_offers_sample_deal(greeted: Page, stage: Stage) -> None:
    greeted.click("#home .sample")
    assert received_commands(greeted, stage, 1) == [{"sample": True}]
    stage.set(inviting=False, sample=True, **FOLLOWED)
    dialog = greeted.locator("#watch")
    expect(dialog.locator(".piles .card")).to_have_count(len(FOLLOWED["watch"]["lines"]))
    expect(dialog.locator(".switch")).to_be_hidden()
    greeted.click("#watch .close")
    expect(greeted.locator("#open-watch")).to_be_visible()
    expect(greeted.locator(".key.watch")).to_have_count(0)


def test_attract_screen_shows_sample_deal(clocked: Page, stage: Stage) -> None:
    stage.set(inviting=True, sample=True, **FOLLOWED)
    pass_idle_time(clocked)
    attract = clocked.locator("#attract")
    expect(attract.locator(".film")).to_have_attribute("src", "/api/watch/picture?7")
    for seat in (0, 1):
        cards = attract.locator(f".player >> nth={seat}").locator("playing-card")
        expect(cards).to_have_count(FOLLOWED["pile_by"].count(seat))
    stage.set(**FRESH)
    expect(attract.locator(".film")).to_be_hidden()
