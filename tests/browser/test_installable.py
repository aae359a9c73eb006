"""The installable page, the offline page, and the stream overlay."""

import json
import struct
import zlib
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from pegboard.web.installable import MANIFEST, SIZES, icon_png
from tests.support.browser.axe import violations
from tests.support.browser.pages import context_of
from tests.support.browser.scripted import COMPUTER, Stage

LIGHT = 30_000
"""Maximum size of the overlay with everything it loads, in bytes."""


@pytest.mark.parametrize("size", SIZES)
def test_icons_have_declared_size(size: int) -> None:
    png = icon_png(size)
    assert png.startswith(b"\x89PNG\r\n\x1a\n") and len(png) < 20_000
    assert struct.unpack(">II", png[16:24]) == (size, size)
    end = png.index(b"IEND")
    rows = zlib.decompress(png[png.index(b"IDAT") + 4 : end - 8])
    assert len(rows) == size * (3 * size + 1)
    blue = size * 21 // 32 * (3 * size + 1) + 1 + 3 * (size // 2)
    assert rows[blue : blue + 3] == bytes((86, 180, 233))


def test_offline_page_is_shown_and_recovers(browser: Browser) -> None:
    context = context_of(browser, service_workers="allow", locale="de-DE")
    page = context.new_page()
    stage = Stage()
    page.goto(stage.url)
    assert page.evaluate("fetch('/manifest.webmanifest').then((file) => file.json())") == MANIFEST
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.wait_for_function("() => caches.match('/static/offline/offline.js')")
    cached = page.evaluate(
        "caches.open('offline').then((all) => all.keys())"
        ".then((keys) => keys.map((key) => new URL(key.url).pathname).sort())"
    )
    assert cached == [
        "/offline", "/static/core/theme.js", "/static/offline/offline.css",
        "/static/offline/offline.js", "/static/offline/texts.js",
    ]  # fmt: skip
    context.set_offline(True)
    page.reload()
    expect(page.locator("h1")).to_have_text("Das Brett ist nicht erreichbar")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.click("#again")
    expect(page.locator("#said")).to_have_text("Noch keine Antwort.")
    context.set_offline(False)
    page.click("#again")
    page.wait_for_selector("peg-board")
    context.close()
    stage.stop()


def test_overlay_is_transparent_watcher_view(browser: Browser, stage: Stage) -> None:
    context = context_of(browser, viewport={"width": 640, "height": 240})
    stage.set(**COMPUTER)
    page = context.new_page()
    loaded: list[Any] = []
    sockets: list[str] = []
    page.on("response", lambda answer: loaded.append(answer))
    page.on("websocket", lambda socket: sockets.append(socket.url))
    page.goto(f"{stage.url}/overlay")
    expect(page.locator("#sides li")).to_have_count(2)
    expect(page.locator("#sides li").first).to_contain_text("61 %")
    expect(page.locator("#pile")).to_have_text("5♥J♦count 15")
    background = "getComputedStyle(document.body).backgroundColor"
    assert page.evaluate(background) == "rgba(0, 0, 0, 0)"
    shown = page.locator("body").inner_text()
    assert "4♣" not in shown and "10♥" not in shown, "a hand"
    assert all("watch=1" in url for url in sockets) and sockets
    assert sum(len(answer.body()) for answer in loaded) <= LIGHT
    assert violations(page) == []
    context.close()


def test_manifest_icons_exist(browser: Browser, stage: Stage) -> None:
    context = context_of(browser)
    for icon in json.loads(json.dumps(MANIFEST))["icons"]:
        answer = context.request.get(stage.url + icon["src"])
        assert answer.ok and answer.headers["content-type"].startswith(icon["type"])
    context.close()
