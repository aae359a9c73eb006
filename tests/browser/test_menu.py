"""The menu: six tiles, brightness within two touches, and settings that apply immediately."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from pegboard.devices.inputs._wiring import DIALS
from pegboard.devices.sound_cards import SoundCard
from pegboard.devices.speakers.espeak import Espeak
from pegboard.errors import DeviceLost
from pegboard.ops.settings import board_settings
from tests.support.browser.axe import violations
from tests.support.browser.measures import CUT_TEXT, SMALL_TARGETS
from tests.support.browser.pages import context_of, finish_animations, open_page
from tests.support.browser.scripted import Stage
from tests.support.waiting import wait_until


def sent_settings(stage: Stage) -> dict[str, Any]:
    """Returns the settings sent to the board."""
    return dict(stage.server.settings._chosen)


def test_menu_slider_dims_board_in_two_touches(browser: Browser, stage: Stage) -> None:
    """Checks that the LEDs follow the finger before it is released."""
    context = context_of(browser, viewport={"width": 800, "height": 480}, has_touch=True)
    page = open_page(context, stage)
    shown: list[float] = []
    stage.server.settings.preview = shown.append
    page.tap("#open-menu")
    slider = page.locator("#menu .slider input")
    expect(slider).to_have_value("0.6")
    box = slider.bounding_box()
    assert box is not None and box["height"] >= 44
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 0.1 * box["width"], box["y"] + box["height"] / 2, steps=4)
    wait_until(lambda: shown and shown[-1] <= 0.15, "the light under the finger")
    assert sent_settings(stage) == {}, "nothing is kept while the finger is down"
    page.mouse.up()
    wait_until(lambda: sent_settings(stage), "the setting")
    assert 0.05 < sent_settings(stage)["board.brightness"] < 0.15
    tiles = page.locator("#menu .tile")
    expect(tiles).to_have_count(6)
    for n in range(6):
        expect(tiles.nth(n)).to_be_in_viewport()
        expect(tiles.nth(n).locator("svg")).to_be_visible()
    expect(page.locator("#menu :is(.keymap, .whole-log)")).to_have_count(0)
    page.tap("#menu .to-help")
    expect(page.locator("#help .keymap")).to_contain_text("Ann +5")
    context.close()


def test_settings_configure_board(page: Page, stage: Stage) -> None:
    stage.server.settings.reset("game.pace_s")
    page.click("#open-menu")
    page.click("#menu .to-settings")
    dialog = page.locator("#settings")
    dialog.get_by_role("tab", name="Games").click()
    pace = dialog.locator(".row", has_text="Pace")
    expect(pace.locator("select")).to_be_disabled()
    expect(pace).to_contain_text("set in pegboard.toml")
    status = dialog.locator(".body > .message")
    dialog.get_by_role("tab", name="Board").click()
    night = dialog.locator(".row", has_text="At night").locator("select")
    night.first.select_option("22")
    expect(status).to_have_text("Saved ✓")
    night.nth(1).select_option("6")
    dialog.get_by_label("Screen goes dark after").select_option("1800")
    dialog.get_by_role("tab", name="Sound").click()
    dialog.get_by_label("The board says scores aloud").check()
    dialog.get_by_role("tab", name="Games").click()
    dialog.get_by_label("Points are pegged after").select_option("3")
    dialog.get_by_label("Peg colours, Side 1").select_option("orange")
    expect(dialog.get_by_label("Peg colours, Side 2")).to_have_value("blue")
    expect(dialog.get_by_label("Peg colours, Side 3")).to_have_count(0)  # of two tracks
    dialog.get_by_role("tab", name="Camera").click()
    dialog.locator(".row", has_text="Camera").get_by_role("combobox").select_option(
        label="No camera"
    )
    dialog.get_by_role("tab", name="Games").click()
    for name in ("Ann", "Ben"):
        dialog.get_by_label("Name", exact=True).fill(name)
        page.keyboard.press("Enter")
    dialog.get_by_role("button", name="Remove Ben").click()
    expected = {
        "board.night_from_h": 22, "board.night_to_h": 6, "web.screen_off_s": 1800,
        "voice.speaker": "auto", "buttons.commit_s": 3.0, "camera.source": "none",
        "game.colors": ("orange", "blue", "green", "pink"), "game.regulars": ("Ann",),
    }  # fmt: skip
    wait_until(lambda: sent_settings(stage) == expected, "all settings")
    dialog.get_by_role("tab", name="Machine").click()
    hall = dialog.locator(".hall")
    hall.get_by_label("Address of the hall").fill("192.168.1.20")
    hall.get_by_label("Code").fill("482913")
    hall.get_by_role("button", name="Join").click()
    expect(hall.get_by_role("status")).to_have_text("192.168.1.20: connected")
    assert stage.server.hall.joined == ("192.168.1.20", "482913")
    finish_animations(page)
    assert violations(page) == []

    dialog.get_by_role("tab", name="This screen").click()
    go = dialog.get_by_role("button", name="Say go for me")
    go.click()
    expect(go).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("localStorage.getItem('pegboard.autogo')") == "true"

    dialog.get_by_role("tab", name="Machine").click()
    dialog.get_by_role("button", name="Shut down").click()
    expect(dialog.get_by_role("button", name="Cancel")).to_be_focused()
    assert stage.server.power.simulated_requests == [], "asked first"
    dialog.get_by_role("button", name="Shut down").click()
    expect(dialog.locator(".machine .message")).to_contain_text("Simulated")
    assert stage.server.power.simulated_requests == ["shut down"]


def test_settings_have_colour_for_each_of_four_sides(page: Page, stage: Stage) -> None:
    stage.desk.welcome_message["board"]["tracks"] = 4
    page.click("#open-menu")
    page.click("#menu .to-settings")
    page.get_by_role("tab", name="Games").click()
    side = page.locator("#settings").get_by_label(re.compile("Peg colours, Side"))
    expect(side).to_have_count(4)
    assert [side.nth(n).input_value() for n in range(4)] == ["blue", "orange", "green", "pink"]
    side.nth(3).select_option("blue")
    expect(side.nth(0)).to_have_value("pink")
    colors = {"game.colors": ("pink", "orange", "green", "blue")}
    wait_until(lambda: sent_settings(stage) == colors, "the colours")


def test_settings_open_at_tab_of_this_screen(page: Page, stage: Stage) -> None:
    """By touch and arrow key; reopening starts with this screen again."""
    page.click("#open-menu")
    page.click("#menu .to-settings")
    tab = page.locator("#settings").get_by_role("tab")
    expect(tab).to_have_text(["This screen", "Board", "Sound", "Camera", "Games", "Machine"])
    expect(tab.nth(0)).to_have_attribute("aria-selected", "true")
    panel = page.locator("#settings").get_by_role("tabpanel")
    expect(panel).to_have_count(1)
    expect(panel).to_contain_text("Language")
    tab.nth(0).focus()
    for key, n in (("ArrowRight", 1), ("End", 5), ("ArrowRight", 0), ("ArrowLeft", 5), ("Home", 0)):
        page.keyboard.press(key)
        expect(tab.nth(n)).to_be_focused()
        expect(tab.nth(n)).to_have_attribute("aria-selected", "true")
        expect(page.locator('#settings [role="tab"][tabindex="0"]')).to_have_count(1)
        expect(panel).to_have_accessible_name(tab.nth(n).inner_text())
    tab.nth(3).click()
    page.keyboard.press("Escape")
    page.click("#open-menu")
    page.click("#menu .to-settings")
    expect(tab.nth(0)).to_have_attribute("aria-selected", "true")


def test_settings_choose_dials_of_usb_board(page: Page, stage: Stage) -> None:
    """Only on such boards: others have no such row."""
    page.click("#open-menu")
    page.click("#menu .to-settings")
    page.get_by_role("tab", name="Board").click()
    expect(page.locator("#settings").get_by_label("Dials")).to_have_count(0)
    page.keyboard.press("Escape")
    usb = {"name": "buttons", "address": "serial:", "ok": True, "says": "16 inputs"}
    stage.set(devices=[usb])
    page.click("#open-menu")
    page.click("#menu .to-settings")
    page.get_by_role("tab", name="Board").click()
    dials = page.locator("#settings").get_by_label("Dials")
    dials.select_option("two, as in the guide")
    wait_until(lambda: sent_settings(stage) == {"buttons.inputs": DIALS}, "the dials")
    expect(page.locator("#settings .body > .message")).to_have_text("Saved ✓")
    dials.select_option("none")
    wait_until(lambda: sent_settings(stage) == {"buttons.inputs": {}}, "no dials")


def test_settings_choose_board_language(page: Page, stage: Stage) -> None:
    page.click("#open-menu")
    page.click("#menu .to-settings")
    page.get_by_role("tab", name="Board").click()
    page.get_by_label("Language of the board").select_option("Français")
    wait_until(lambda: sent_settings(stage) == {"language": "fr"}, "the language")


@pytest.mark.parametrize("size", [(800, 480), (360, 640), (1280, 800)])
def test_settings_tabs_are_short(browser: Browser, stage: Stage, size: tuple[int, int]) -> None:
    """Less than two screens on the board's small screen; tabs stay in place."""
    context = context_of(browser, viewport={"width": size[0], "height": size[1]}, has_touch=True)
    page = open_page(context, stage)
    page.tap("#open-menu")
    page.tap("#menu .to-settings")
    dialog = page.locator("#settings")
    expect(dialog.locator(".slider")).not_to_have_count(0)
    finish_animations(page)
    tab = dialog.get_by_role("tab")
    places = [tab.nth(n).bounding_box() for n in range(tab.count())]
    for n in range(tab.count()):
        tab.nth(n).tap()
        assert violations(page) == []
        assert page.evaluate(CUT_TEXT) == [] and page.evaluate(SMALL_TARGETS) == []
        assert [tab.nth(m).bounding_box() for m in range(tab.count())] == places
        shown, whole = dialog.locator(".body").evaluate("n => [n.clientHeight, n.scrollHeight]")
        assert whole <= 2 * shown, tab.nth(n).inner_text()
    context.close()


def test_settings_on_phone_are_limited_to_its_screen(page: Page, stage: Stage) -> None:
    stage.set(you={"role": "player", "seat": 0, "covered": []})
    page.click("#open-menu")
    expect(page.locator("#menu .slider")).to_be_hidden()
    page.click("#menu .to-settings")
    expect(page.locator("#settings")).to_contain_text("the board’s own page")
    expect(page.get_by_role("tab")).to_have_count(0)
    expect(page.locator("#settings").get_by_role("radio", name="Deutsch")).to_have_count(1)


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)])
def test_hall_section_scans_table_sign(
    browser: Browser, stage: Stage, size: tuple[int, int]
) -> None:
    """Shows the camera nothing, a foreign code, then a table sign; one OK accepts it."""
    stage.server.hall.joined = ("", "")  # another test has joined one
    context = context_of(browser, viewport={"width": size[0], "height": size[1]})
    page = open_page(context, stage)  # the refused code is logged to the console
    page.click("#open-menu")
    page.click("#menu .to-settings")
    page.get_by_role("tab", name="Machine").click()
    hall = page.locator("#settings .hall")
    scan = hall.get_by_role("button", name="Scan the code")
    scan.click()
    expect(hall.get_by_alt_text("What the camera sees")).to_be_visible()
    assert violations(page) == []
    assert page.evaluate(CUT_TEXT) == [] and page.evaluate(SMALL_TARGETS) == []
    hall.get_by_role("button", name="Stop scanning").click()
    expect(hall.locator("img")).to_be_hidden()
    stage.server.hall.views = ["", "WIFI:T:WPA;S:club;P:secret;;"]
    scan.click()
    expect(hall.get_by_role("alert")).to_have_text(
        "that is not a hall’s code; scan the code on the director’s page, or the one on "
        "the sign of a table"
    )
    stage.server.hall.views = ["", "http://192.168.1.20:8131/player#table=3"]
    scan.click()
    expect(hall.get_by_label("Table")).to_have_value("3")
    expect(hall.get_by_role("button", name="Join")).to_be_focused()
    expect(hall.locator(".hall-host")).to_have_text("192.168.1.20:8131")
    expect(hall.get_by_text("This board leaves")).to_be_hidden()
    expect(hall.locator(".hall-fault")).to_be_hidden()
    page.keyboard.press("Enter")
    expect(hall.get_by_role("status")).to_contain_text("This board is now at table 3.")
    assert stage.server.hall.joined == ("http://192.168.1.20:8131", "")
    assert stage.server.hall.table == 3
    expect(hall.locator(".hall-host")).to_be_hidden()
    stage.server.hall.views = ["http://evil.example:8131/#code=482913"]
    scan.click()
    expect(hall.locator(".hall-host")).to_have_text("evil.example:8131")
    leaving = hall.get_by_text("This board leaves the hall http://192.168.1.20:8131")
    expect(leaving).to_be_visible()
    assert stage.server.hall.joined == ("http://192.168.1.20:8131", ""), "before OK"
    assert violations(page) == []
    assert page.evaluate(CUT_TEXT) == [] and page.evaluate(SMALL_TARGETS) == []
    context.close()


def test_settings_choose_and_test_sound_device(
    page: Page, stage: Stage, troubles: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = [
        SoundCard("sysdefault:CARD=vc4hdmi0", "vc4-hdmi-0", 0, "vc4hdmi0", 0),
        SoundCard("plughw:CARD=Device,DEV=0", "USB Audio Device", 1, "Device", 0),
    ]
    monkeypatch.setattr(board_settings, "sound_cards", lambda: cards)
    faults_left = [DeviceLost(Espeak.NO_SOUND, device="plughw:CARD=Device,DEV=0", why="busy")]

    async def try_sound() -> None:
        if faults_left:
            raise faults_left.pop()

    monkeypatch.setattr(stage.server.settings, "try_sound", try_sound)
    page.click("#open-menu")
    page.click("#menu .to-settings")
    dialog = page.locator("#settings")
    dialog.get_by_role("tab", name="Sound").click()
    device = dialog.get_by_label("Sound device")
    expect(device.locator("option")).to_have_text(
        ["system default", "vc4-hdmi-0", "USB Audio Device"]
    )
    device.select_option(label="USB Audio Device")
    wait_until(
        lambda: sent_settings(stage) == {"voice.device": "plughw:CARD=Device,DEV=0"}, "the device"
    )
    status = dialog.locator(".body > .message")
    expect(status).to_have_text("Saved ✓")
    assert status.evaluate("node => node.scrollHeight <= node.clientHeight"), "all of it is seen"
    listen = dialog.get_by_role("button", name="Test")
    listen.click()
    expect(status).to_contain_text("sound device plughw:CARD=Device,DEV=0: busy; choose another")
    troubles.clear()  # the 409 response is logged to the console
    listen.click()
    expect(status).to_contain_text("The board has spoken.")
    finish_animations(page)
    assert violations(page) == []
    assert page.evaluate(CUT_TEXT) == [] and page.evaluate(SMALL_TARGETS) == []


def test_settings_show_unplugged_and_refuse_unknown_sound_device(page: Page, stage: Stage) -> None:
    stage.server.settings._chosen = {"voice.device": "plughw:CARD=Gone,DEV=0"}
    page.click("#open-menu")
    page.click("#menu .to-settings")
    device = page.locator("#settings").get_by_label("Sound device")
    expect(device).to_have_value("plughw:CARD=Gone,DEV=0")
    body = {"set": {"voice.device": "plughw:CARD=Other,DEV=0"}}
    answer = page.request.post(
        f"{stage.url}/api/settings", data=body, headers={"origin": stage.url}
    )
    assert answer.status == 409 and answer.json()["code"] == "setting-not-offered"


def test_doctor_findings_have_word_sign_and_name(page: Page) -> None:
    found = [
        ("info", "camera now"), ("fault", "PWM and sound"), ("ok", "lgpio"),
        ("warning", "strip now"), ("not here", "USB board"),
    ]  # fmt: skip
    findings = [
        {"state": state, "name": name, "says": "", "cure": "", "fix": ""} for state, name in found
    ]
    page.route("**/api/update*", lambda route: route.fulfill(json={"version": "1.2.3"}))
    page.route("**/api/doctor?*", lambda route: route.fulfill(json={"findings": findings}))
    page.click("#open-menu")
    page.click("#menu .to-check")
    expect(page.locator("#doctor .findings li")).to_have_count(len(found))
    page.click("#doctor .body > details > summary")
    names = page.locator("#doctor .findings b")
    expect(names).to_have_text(
        [
            "PWM and sound – a fault", "Strip now – a warning", "Camera now – good to know",
            "lgpio – fine", "USB board – not installed",
        ],
    )  # fmt: skip
    for name in names.all():
        expect(name).to_have_css("text-transform", "none")
    for sign in page.locator("#doctor .findings .sign").all():
        expect(sign).not_to_be_empty()
