"""The network switch for phones, at the board and elsewhere."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browser.axe import violations
from tests.support.browser.pages import context_of
from tests.support.running_board import RunningBoard, running_board


@pytest.fixture
def service(tmp_path: Path) -> Iterator[RunningBoard]:
    with running_board(tmp_path / "state", "--no-demo") as service:
        yield service


def opened(page: Page, service: RunningBoard, tile: str) -> None:
    page.goto(service.address)
    page.wait_for_selector("body[data-whole]")
    page.click("#open-menu")
    page.click(f"#menu .to-{tile}")
    if tile == "settings":
        page.get_by_role("tab", name="Machine").click()


def is_on(service: RunningBoard) -> bool:
    return bool(service.get("api/settings")["phones"]["on"])


@pytest.mark.parametrize("tile", ["phones", "settings"])
def test_network_switch_asks_at_board_and_applies_immediately(
    browser: Browser, service: RunningBoard, tile: str
) -> None:
    context = context_of(browser, viewport={"width": 800, "height": 480})
    page = context.new_page()
    opened(page, service, tile)
    switch = page.get_by_role("switch", name="Allow phones on this network")
    place = page.locator(".network:visible .place")
    invite = page.get_by_role("button", name="Invite a phone")
    expect(switch).not_to_be_checked()
    expect(invite).to_be_hidden()
    switch.click()
    question = page.locator("#asked")
    expect(question).to_contain_text("Let phones on this network open this page?")
    assert violations(page) == []
    question.get_by_role("button", name="No").click()
    expect(question).to_be_hidden()
    expect(page.locator(".network:visible .problem")).to_have_text("Nobody at the board said yes.")
    expect(switch).not_to_be_checked()
    switch.click()
    expect(question).to_be_visible()
    assert service.command(press="ok")["ok"], "the button on the board itself"
    expect(question).to_be_hidden()
    expect(switch).to_be_checked()
    expect(place.locator("svg")).to_be_visible()
    expect(place).to_contain_text("http://")
    assert is_on(service) and violations(page) == []
    if tile == "phones":
        expect(invite).to_be_visible()
    switch.click()
    expect(place).to_be_hidden()
    expect(question).to_be_hidden()
    assert not is_on(service)
    context.close()


def test_network_switch_is_read_only_with_configured_host(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "pegboard.toml"
    file.write_text('[board]\nstrip = "memory:"\n[web]\nhost = "0.0.0.0"\n')
    with running_board(tmp_path / "state", "--config", str(file), "--no-demo") as service:
        context = context_of(browser, viewport={"width": 390, "height": 664})
        page = context.new_page()
        service.address = service.address.replace("0.0.0.0", "127.0.0.1")
        opened(page, service, "phones")
        switch = page.get_by_role("switch", name="Allow phones on this network")
        expect(switch).to_be_disabled()
        expect(switch).to_be_checked()
        expect(page.locator("#devices .network")).to_contain_text("set in pegboard.toml")
        expect(page.get_by_role("button", name="Invite a phone")).to_be_visible()
        context.close()
