"""A socket that dies silently: the page reports it, and soon recovers.

The test controls the page's clock, so nothing here waits for real pauses.
"""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.support.browser.pages import context_of
from tests.support.running_board import RunningBoard
from tests.support.running_hall import RunningHall
from tests.support.scripted_board import ScriptedBoard
from tests.support.stalling_proxy import StallingProxy

OLD_S = 10
"""Maximum age of a score without a warning, in seconds."""
SLEEP_S = 300
HIDDEN = """hidden => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""

COUNT_PINGS = """globalThis.asked = 0;
globalThis.WebSocket = class extends WebSocket {
  send(text) {
    if (text.includes('"ping"')) globalThis.asked += 1;
    super.send(text);
  }
};"""


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningBoard]:
    service = RunningBoard(tmp_path_factory.mktemp("board") / "state", "--no-demo")
    yield service
    service.stop()


@pytest.fixture
def proxy(board: RunningBoard) -> Iterator[StallingProxy]:
    """Yields a proxy to a board with a game that has just begun."""
    assert board.command(new={"mode": "score", "names": ["Ann", "Ben"]})["ok"]
    with closing(StallingProxy(board.address)) as proxy:
        yield proxy


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Yields a page with a clock controlled by the test."""
    context = context_of(browser)
    page = context.new_page()
    page.clock.install()
    yield page
    context.close()


def open_board_page(page: Page, proxy: StallingProxy) -> Locator:
    """Opens the board's page through the proxy; returns Ann's score."""
    page.goto(proxy.address)
    page.wait_for_selector("body[data-whole]")
    score = page.locator(".seat[data-seat='0'] .score")
    expect(score).to_have_text("0")
    return score


def replace_socket(page: Page) -> None:
    """Advances the page's clock until its socket has been replaced."""
    page.clock.run_for(OLD_S * 1000)


@pytest.mark.group("core")
def test_silent_socket_is_reported_and_replaced(
    page: Page, proxy: StallingProxy, board: RunningBoard
) -> None:
    score = open_board_page(page, proxy)
    assert proxy.stall() == 1
    assert board.command(action="peg 0 5")["ok"]
    expect(page.locator("#lost")).to_be_hidden()
    page.clock.run_for(OLD_S * 1000 - 500)
    expect(page.locator("#lost")).to_be_visible()
    proxy.resume()
    replace_socket(page)
    expect(score).to_have_text("5")
    expect(page.locator("#lost")).to_be_hidden()
    expect(page.locator("#lost")).to_be_empty()
    assert board.command(action="peg 0 2")["ok"]
    expect(score).to_have_text("7")


@pytest.mark.parametrize("event", ["visibilitychange", "pageshow", "online", "nothing"])
def test_waking_phone_reports_stale_state_immediately(
    page: Page, proxy: StallingProxy, board: RunningBoard, event: str
) -> None:
    score = open_board_page(page, proxy)
    page.evaluate(HIDDEN, True)
    proxy.stall()
    assert board.command(action="peg 0 5")["ok"]
    page.clock.fast_forward(SLEEP_S * 1000)
    if event == "visibilitychange":
        page.evaluate(HIDDEN, False)
    else:
        page.evaluate('Object.defineProperty(document, "hidden", { value: false })')
        page.evaluate(
            "kind => dispatchEvent(new Event(kind === 'nothing' ? 'focus' : kind))", event
        )
    page.clock.run_for(500)
    expect(page.locator("#lost")).to_be_visible()
    proxy.resume()
    replace_socket(page)
    expect(score).to_have_text("5")
    expect(page.locator("#lost")).to_be_hidden()


def test_hidden_page_sends_no_pings(page: Page, proxy: StallingProxy) -> None:
    page.add_init_script(COUNT_PINGS)
    open_board_page(page, proxy)
    page.evaluate(HIDDEN, True)
    before = page.evaluate("globalThis.asked")
    page.clock.run_for(SLEEP_S * 1000)
    assert page.evaluate("globalThis.asked") == before
    page.evaluate(HIDDEN, False)
    assert page.evaluate("globalThis.asked") == before + 1
    expect(page.locator("#lost")).to_be_hidden()


def test_board_overlay_recovers_from_silent_socket(
    page: Page, proxy: StallingProxy, board: RunningBoard
) -> None:
    page.goto(f"{proxy.address}/overlay")
    score = page.locator("#sides b").first
    expect(score).to_have_text("0")
    status = page.locator("#says")
    expect(status).to_be_empty()
    proxy.stall()
    assert board.command(action="peg 0 5")["ok"]
    page.clock.run_for(OLD_S * 1000 - 500)
    expect(status).to_contain_text("Not live")
    proxy.resume()
    replace_socket(page)
    expect(score).to_have_text("5")
    expect(status).to_be_empty()


@pytest.mark.parametrize(
    ("path", "score"),
    [("/", ".card .score"), ("/overlay", "#sides b"), ("/player", None)],
    ids=["tables", "overlay", "player"],
)
def test_hall_pages_recover_from_silent_socket(
    page: Page, tmp_path: Path, path: str, score: str | None
) -> None:
    hall = RunningHall(tmp_path / "hall")
    with (
        closing(StallingProxy(hall.address)) as proxy,
        ScriptedBoard(hall.address, hall.new_join_code(), "Board A") as speaker,
    ):
        speaker.play("peg 0 3", header="players 2\ndealer 1\n")
        page.goto(proxy.address + path)
        status = page.locator("#says")
        if score is not None:
            expect(page.locator(score).first).to_have_text("3")
        else:
            expect(page.locator("#round")).not_to_be_empty()
        expect(status).to_be_empty()
        assert proxy.stall() == 1
        speaker.play("peg 0 5")
        page.clock.run_for(OLD_S * 1000 - 500)
        expect(status).not_to_be_empty()
        proxy.resume()
        replace_socket(page)
        if score is not None:
            expect(page.locator(score).first).to_have_text("5")
        expect(status).to_be_empty()
    assert hall.stop() == 0
