"""First start of an installed board: set-up by touch, whatever people answer."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from pegboard.board.layout_files import layout_text
from pegboard.config import Config
from pegboard.devices.strips._faults import StripFault
from pegboard.errors import DeviceMissing
from pegboard.storage.state_names import OWN_LAYOUT
from tests.support.browser.axe import violations
from tests.support.browser.measures import CUT_TEXT, SMALL_TARGETS
from tests.support.browser.pages import context_of, finish_animations, open_page
from tests.support.browser.scripted import COMPUTER, DEMO, Stage
from tests.support.running_board import RunningBoard
from tests.support.waiting import wait_until

SMALL = {"width": 800, "height": 480}
MOST_TOUCHES = 25
STEPS = ["language", "names", "phones", "camera", "board", "voice"]
BOARD = '[buttons]\nsource = "gpio:mock"\n'
"""Configuration of a board as shipped; this machine has no pins."""


class Finger:
    """Someone at the board's screen who can only touch; counts the touches."""

    def __init__(self, page: Page) -> None:
        self.page, self.touches = page, 0
        self.dialog = page.locator("#first")

    def touch(self, what: Locator) -> None:
        what.tap()
        self.touches += 1

    def write(self, word: str) -> None:
        for letter in word:
            keys = self.page.locator("#first .letters")
            self.touch(keys.get_by_role("button", name=letter, exact=True))

    def next(self) -> None:
        self.touch(self.dialog.locator("footer .primary"))

    def skip(self) -> None:
        self.touch(self.dialog.locator("footer .skip-step"))

    def at(self, step: str) -> None:
        expect(self.dialog).to_have_attribute("data-step", step)


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RunningBoard]:
    """Yields a board as systemd starts it for the first time."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    (tmp_path / "config.toml").write_text(BOARD)
    service = RunningBoard(tmp_path / "state", "--config", str(tmp_path / "config.toml"))
    yield service
    service.stop()


@pytest.fixture
def kiosk(browser: Browser) -> Iterator[BrowserContext]:
    context = context_of(browser, viewport=SMALL, has_touch=True, locale="en")
    yield context
    context.close()


def begun(kiosk: BrowserContext, service: RunningBoard) -> Finger:
    page = kiosk.new_page()
    page.goto(f"{service.address}#kiosk")
    page.wait_for_selector("body[data-whole]")
    return Finger(page)


def chosen(tmp_path: Path) -> dict[str, Any]:
    file = tmp_path / "state/settings.json"
    return dict(json.loads(file.read_text())) if file.exists() else {}


def test_setup_is_completed_by_touch(
    kiosk: BrowserContext, service: RunningBoard, tmp_path: Path
) -> None:
    """From the welcome screen to the first game; it is not shown again."""
    finger = begun(kiosk, service)
    page, dialog = finger.page, finger.dialog
    finger.at("hello")
    expect(dialog.locator(".name")).not_to_have_text("")
    expect(dialog.locator(".address")).to_have_text(
        f"http://{service.get('api/address')['later']['address'][7:]}"
    )
    expect(dialog.locator(".qr svg")).to_be_visible()
    finger.next()
    finger.at("language")
    finger.touch(dialog.get_by_role("button", name="Deutsch"))
    finger.page.wait_for_selector("html[lang=de] body[data-whole]")
    finger.at("names")
    finger.write("ANN")
    finger.touch(dialog.locator(".fields input").nth(1))
    finger.write("BEN")
    finger.next()
    finger.at("phones")
    finger.touch(dialog.locator(".network input"))
    finger.touch(finger.page.locator("#asked .primary"))
    expect(dialog.locator(".network .address")).to_contain_text("http://")
    finger.next()
    finger.at("camera")
    expect(dialog.locator(".places [data-edge]")).to_have_count(2)
    expect(dialog.locator(".places")).to_contain_text("Ann")
    finger.next()
    finger.at("board")
    finger.touch(dialog.locator("label", has=page.locator("[value=three-track]")))
    finger.next()
    expect(dialog.locator(".rows [data-lit]")).to_have_count(12)
    finger.next()
    finger.at("voice")
    finger.next()
    expect(finger.page.locator("#home")).to_be_visible()
    expect(finger.page.locator("#home .set-up")).to_be_hidden()
    assert finger.touches <= MOST_TOUCHES, finger.touches
    assert chosen(tmp_path) == {
        "board.layout": "three-track", "game.regulars": ["Ann", "Ben"], "language": "de",
        "web.phones": True,
    }  # fmt: skip
    assert service.get("api/layout")["name"] == "three-track"
    finger.page.reload()
    expect(finger.page.locator("#home")).to_be_visible()
    expect(finger.page.locator("#first")).to_have_count(0)


def test_setup_recovers_from_wrong_answers(
    kiosk: BrowserContext, service: RunningBoard, tmp_path: Path
) -> None:
    """Duplicate, empty and too long names; back, skip, Escape, a reload in the middle."""
    finger = begun(kiosk, service)
    page, dialog = finger.page, finger.dialog
    # Closing it leaves a link on the home screen.
    finger.at("hello")
    finger.skip()
    expect(page.locator("#home")).to_be_visible()
    page.locator("#home .set-up").tap()
    finger.at("hello")
    page.keyboard.press("Escape")
    expect(page.locator("#home")).to_be_visible()
    page.locator("#home .set-up").tap()
    for step in STEPS:  # skip everything, then go back to the first screen
        finger.next() if step == "language" else finger.skip()
        finger.at(step)
    for step in [*reversed(STEPS[:-1]), "hello"]:
        dialog.locator("footer .back").tap()
        finger.at(step)
    expect(dialog.locator("footer .back")).to_be_hidden()
    finger.next()
    finger.next()
    finger.at("names")
    fields = dialog.locator(".fields input")
    fields.first.fill("Ann")
    fields.nth(1).fill(" ann ")
    finger.next()
    expect(dialog.locator(".problem").last).to_contain_text("ann appears twice")
    finger.at("names")
    assert chosen(tmp_path) == {}
    fields.nth(1).fill("x" * 40)
    assert len(fields.nth(1).input_value()) == 24
    fields.nth(2).fill("   ")
    page.reload()  # only unsaved entries are lost, and it continues here
    page.wait_for_selector("body[data-whole]")
    finger.at("names")
    fields.nth(1).fill("Ben\tB")
    finger.next()
    finger.at("names")
    expect(dialog.locator(".problem").last).to_contain_text("different names")
    fields.nth(1).fill("Ben")
    finger.next()
    finger.at("phones")
    assert chosen(tmp_path) == {"game.regulars": ["Ben"]}
    dialog.locator(".network input").tap()
    page.locator("#asked").get_by_role("button", name="No").tap()
    expect(dialog.locator(".network input")).not_to_be_checked()
    finger.next()
    finger.at("camera")
    dialog.get_by_role("button", name="No camera").tap()
    expect(dialog.locator(".view")).to_be_hidden()
    dialog.get_by_role("button", name="Automatic").tap()
    expect(dialog.locator(".view")).to_be_visible()
    finger.next()
    finger.at("board")
    # A missing strip is refused with a cure; another one can be chosen.
    dialog.locator("label", has=page.locator("[value='serial:']")).tap()
    expect(dialog.locator(".problem").last).to_contain_text("no pegboard is connected by USB")
    finger.next()
    expect(dialog.locator(".problem").last).to_contain_text("no pegboard is connected by USB")
    expect(dialog.locator("footer .primary")).to_be_enabled()
    dialog.locator("label", has=page.locator("[value='memory:']")).tap()
    dialog.locator("label", has=page.locator("[value=four-track-60]")).tap()
    finger.next()
    expect(dialog.locator(".rows [data-lit]")).to_have_count(16)
    page.reload()
    page.wait_for_selector("body[data-whole]")
    finger.at("board")
    expect(dialog.locator("[value=four-track-60]")).to_be_checked()
    finger.skip()
    finger.at("voice")
    dialog.locator(".test").tap()  # this machine has no sound
    expect(dialog.locator(".problem").last).not_to_have_text("")
    page.locator("#first .close").tap()
    expect(page.locator("#home .set-up")).to_be_visible()
    assert (tmp_path / "state/first-start").read_text() == "due\n"
    page.locator("#home .set-up").tap()
    finger.next()
    for step in STEPS:
        finger.at(step)
        finger.skip()
    expect(page.locator("#home")).to_be_visible()
    assert (tmp_path / "state/first-start").read_text() == "done\n"


# --- with a scripted board


def due(stage: Stage, **changes: Any) -> None:
    stage.set(**DEMO | {"inviting": True, "first_start": True} | changes)


def shown(browser: Browser, stage: Stage, size: dict[str, int] = SMALL) -> Page:
    context = context_of(browser, viewport=size, has_touch=True, locale="en")
    return open_page(context, stage)


def test_setup_does_not_cover_game(browser: Browser, stage: Stage) -> None:
    stage.set(first_start=True)
    page = shown(browser, stage)
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.context.close()
    stage.watched_by = None
    due(stage)
    page = shown(browser, stage)
    expect(page.locator("#first")).to_be_visible()
    stage.set(**COMPUTER | {"first_start": True})  # a button was pressed
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.context.close()


def test_setup_is_not_shown_on_phone(browser: Browser, stage: Stage) -> None:
    due(stage, first_start=False, you={"role": "player", "seat": None, "covered": []})
    page = shown(browser, stage)
    expect(page.locator("#home")).to_be_visible()
    expect(page.locator("#home .set-up")).to_be_hidden()
    page.context.close()


def test_abandoned_setup_closes_and_returns_on_touch(browser: Browser, stage: Stage) -> None:
    """Expects the attract screen, as on any other board."""
    due(stage)
    context = context_of(browser, viewport=SMALL, has_touch=True, locale="en")
    context.clock.install()
    page = open_page(context, stage)
    page.locator("#first footer .primary").tap()
    expect(page.locator("#first")).to_have_attribute("data-step", "language")
    page.clock.fast_forward(46_000)
    page.clock.fast_forward(181_000)
    expect(page.locator("#attract")).to_be_visible()
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.locator("#attract .touch").tap()
    expect(page.locator("#first")).to_have_attribute("data-step", "language")
    page.locator("#first .back").tap()
    expect(page.locator("#first")).to_have_attribute("data-step", "hello")
    page.locator("#first .skip-step").tap()
    expect(page.locator("#home")).to_be_visible()
    page.clock.fast_forward(46_000)
    expect(page.locator("#attract")).to_be_visible()
    page.locator("#attract .touch").tap()
    expect(page.locator("#first")).to_be_visible()
    context.close()


class Lights:
    """Fake LEDs of a scripted board that accept the picture or report a fault."""

    def __init__(self, stage: Stage) -> None:
        self.settings = stage.server.settings
        self.requests: list[bool] = []
        self.broken = False
        self.settings.try_lights = self.show

    async def show(self, on: bool) -> list[tuple[int, str]]:
        self.requests.append(on)
        if on and self.broken:
            raise DeviceMissing(StripFault.SPI_GROUP, path="/dev/spidev0.0")
        return [(0, "#a00000"), (31, "#00a000")] if on else []


def at_the_board(browser: Browser, stage: Stage, size: dict[str, int] = SMALL) -> Page:
    strip = {"name": "strip", "address": "spi:", "ok": True, "says": "244 pixels"}
    stage.set(devices=[strip])
    page = shown(browser, stage, size)
    page.tap("#open-menu")
    page.tap("#menu .to-settings")
    page.tap("#settings-tab-board")
    page.tap("#settings .to-layout")
    expect(page.locator("#first .layouts label")).not_to_have_count(0)
    return page


@pytest.mark.parametrize("size", [(800, 480), (360, 640)])
def test_light_test_handles_every_answer(
    browser: Browser, stage: Stage, size: tuple[int, int]
) -> None:
    lights = Lights(stage)
    lights.broken = True
    page = at_the_board(browser, stage, {"width": size[0], "height": size[1]})
    dialog = page.locator("#first")

    def looks_well() -> None:
        finish_animations(page)
        assert violations(page) == []
        assert page.evaluate(CUT_TEXT) == [] and page.evaluate(SMALL_TARGETS) == []

    looks_well()
    dialog.locator("footer .primary").tap()
    expect(dialog).to_contain_text("no permission to open /dev/spidev0.0")
    looks_well()
    lights.broken = False
    dialog.locator(".again").tap()
    expect(dialog.locator(".rows [data-lit]")).to_have_count(2)
    looks_well()
    dialog.get_by_role("button", name="Nothing is lit").tap()
    expect(dialog.locator(".checks")).to_contain_text("5 V")
    looks_well()
    dialog.locator(".again").tap()
    dialog.get_by_role("button", name="Wrong holes").tap()
    expect(dialog.locator(".checks")).to_contain_text("order")
    dialog.locator(".other").tap()
    expect(dialog.locator(".layouts")).to_be_visible()
    dialog.locator("footer .primary").tap()
    # Green and red are swapped: two touches determine the colour order.
    dialog.get_by_role("button", name="Wrong colours").tap()
    looks_well()
    dialog.get_by_role("button", name="Green").tap()
    expect(dialog.get_by_role("button", name="Green")).to_have_count(0)
    dialog.get_by_role("button", name="Red").tap()
    wait_until(lambda: stage.server.settings.config.board.order == "RGB", "the order")
    expect(dialog.locator(".rows [data-lit]")).to_have_count(2)
    dialog.get_by_role("button", name="Wrong colours").tap()
    dialog.get_by_role("button", name="Mixed colours").tap()
    expect(dialog.locator(".checks")).to_contain_text("RGBW")
    dialog.locator(".again").tap()
    assert lights.requests[-1]
    dialog.get_by_role("button", name="Yes").tap()
    expect(page.locator("dialog[open]")).to_have_count(0)
    wait_until(lambda: lights.requests[-1] is False, "the light of the game")
    page.context.close()


def test_leaving_light_test_restores_game_lights(browser: Browser, stage: Stage) -> None:
    lights = Lights(stage)
    page = at_the_board(browser, stage)
    page.locator("#first footer .primary").tap()
    expect(page.locator("#first .rows [data-lit]")).to_have_count(2)
    page.keyboard.press("Escape")
    wait_until(lambda: lights.requests == [True, False], "the light of the game")
    page.context.close()


def test_light_test_layout_is_among_choices(browser: Browser, stage: Stage) -> None:
    layout = stage.server.settings._file.folder / OWN_LAYOUT
    layout.write_text(layout_text("two-track")[0])
    try:
        page = at_the_board(browser, stage)
        offered = page.locator("#first .layouts label", has_text="as the light test found")
        expect(offered).to_have_count(1)
        page.context.close()
    finally:
        layout.unlink()


def test_setup_shows_configured_values_read_only(browser: Browser, stage: Stage) -> None:
    stage.server.settings.reset("board.layout", "board.strip")
    Lights(stage)
    page = at_the_board(browser, stage)
    dialog = page.locator("#first")
    expect(dialog.locator(".layouts legend")).to_have_text("This is set in pegboard.toml.")
    assert dialog.locator("input:enabled").count() == 0
    dialog.locator("footer .primary").tap()
    expect(dialog.locator(".rows [data-lit]")).to_have_count(2)
    assert stage.server.settings.config == Config()
    page.context.close()


def test_voice_step_speaks_and_asks_if_heard(browser: Browser, stage: Stage) -> None:
    page = shown(browser, stage)
    faults: list[bool] = []

    async def speak() -> None:
        faults.append(True)

    stage.server.settings.try_sound = speak
    page.tap("#open-menu")
    page.tap("#menu .to-settings")
    page.tap("#settings-tab-board")
    page.tap("#settings .set-up")
    dialog = page.locator("#first")
    dialog.locator("footer .primary").tap()
    for _ in STEPS[:-1]:
        dialog.locator(".skip-step").tap()
    expect(dialog).to_have_attribute("data-step", "voice")
    dialog.locator(".test").tap()
    dialog.get_by_role("button", name="No", exact=True).tap()
    expect(dialog).to_contain_text("switched on and turned up")
    dialog.locator(".test").tap()
    dialog.get_by_role("button", name="Yes, let it speak").tap()
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert faults == [True, True]
    assert stage.server.settings.config.voice.speaker == "auto"
    page.context.close()


def test_setup_resumes_step_after_five_minutes(browser: Browser, stage: Stage) -> None:
    """On the kiosk, abandoned dialogs close; the set-up after five minutes."""
    due(stage)
    context = context_of(browser, viewport=SMALL, has_touch=True, locale="en")
    context.clock.install()
    page = context.new_page()
    page.goto(f"{stage.url}/#kiosk")
    page.wait_for_selector("body[data-whole]")
    dialog = page.locator("#first")
    dialog.locator("footer .primary").tap()
    dialog.locator(".skip-step").tap()
    expect(dialog).to_have_attribute("data-step", "names")
    page.clock.fast_forward(70_000)
    expect(dialog).to_be_visible()
    page.clock.fast_forward(240_000)
    expect(page.locator("#attract")).to_be_visible()
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.locator("#attract .touch").tap()
    expect(dialog).to_have_attribute("data-step", "names")
    context.close()
