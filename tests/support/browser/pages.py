"""Pages of the scripted desk: opened, monitored for errors, and reset between tests.

Loading a page takes a second of CPU time and there are hundreds of tests, so they share one.
Between two tests it is reset to its initial state; if any attribute differs afterwards, it is
reloaded.
"""

from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Page, Request, ViewportSize
from playwright.sync_api import Error as PlaywrightError

from tests.support.browser.measures import FACE
from tests.support.browser.scripted import Stage
from tests.support.waiting import wait_until

WIDE: ViewportSize = {"width": 1280, "height": 800}
PATIENCE_MS = 30_000
"""Timeout in milliseconds, generous because the machine may be busy."""

TELL = """
// After all other listeners of the same message, even with a stopped clock.
const behind = (then) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => { then(); port1.close(); };
  port2.postMessage(null);
};
globalThis.WebSocket = class extends WebSocket {
  constructor(...how) {
    super(...how);
    let state = {};
    this.addEventListener("message", ({ data }) => {
      if (typeof data !== "string") {
        behind(() => { window.lights = (window.lights ?? 0) + 1; });
        return;
      }
      const message = JSON.parse(data);
      if (message.type === "state") state = message;
      else if (message.type === "change") state = { ...state, ...message.set };
      else return;
      const shown = state;
      behind(() => { window.shownState = shown; });
    });
  }
};
"""
"""Records the state and number of frames received, once every view has shown them."""

STILL = """
// With reduced motion, the style sheet makes every change a short transition.
const still = new CSSStyleSheet();
still.replaceSync("*, ::before, ::after { transition: none !important }");
document.adoptedStyleSheets = [...document.adoptedStyleSheets, still];
"""

PUT_AWAY = """() => {
  for (const each of [...document.querySelectorAll("dialog[open]")].reverse()) each.close();
  document.activeElement?.blur();
  getSelection().removeAllRanges();
  localStorage.clear();
  document.documentElement.removeAttribute("style");
  for (const id of ["notice", "live", "lost"]) document.getElementById(id).textContent = "";
  document.getElementById("lost").hidden = true;
  for (const each of document.querySelectorAll("dialog [role=status]")) each.textContent = "";
  scrollTo(0, 0);
}"""
END_MOTION = """() => {
  for (const each of document.getAnimations()) {
    if (Number.isFinite(each.effect.getComputedTiming().endTime)) each.finish();
  }
}"""
TWO_FRAMES = """async () => {
  for (let n = 0; n < 2; n += 1) await new Promise(requestAnimationFrame);
}"""
PRESS_LAST = "document.querySelector('[data-press=count]').click()"
"""A press that tests rarely use: earlier commands have arrived when it has."""


def wait_until_ready(page: Page) -> Page:
    """Waits until the page is complete."""
    page.wait_for_selector("body[data-ready]")
    page.wait_for_selector("circle[data-lit]")
    page.wait_for_selector("body[data-whole]", state="attached")
    return page


def record_troubles(page: Page, url: str, troubles: list[str]) -> None:
    """Records unexpected console messages, errors, and requests to other hosts."""

    def left_the_host(request: Request) -> None:
        if urlsplit(request.url).netloc != urlsplit(url).netloc:
            troubles.append(f"left the host: {request.url}")

    def record(text: str) -> None:
        if "blocked by Playwright" not in text:
            troubles.append(f"console: {text}")

    page.on("console", lambda message: record(message.text))
    page.on("pageerror", lambda error: troubles.append(f"error: {error}"))
    page.on("request", left_the_host)


def context_of(browser: Browser, *, moves: bool = False, **how: Any) -> BrowserContext:
    """Returns a context whose pages report the state they show; still, unless they should move."""
    standard: dict[str, Any] = {"viewport": WIDE, "service_workers": "block"}
    if not moves:
        standard["reduced_motion"] = "reduce"
    context = browser.new_context(**standard | how)
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script(TELL)
    if not moves:
        context.add_init_script(STILL)
    return context


def sync_with(page: Page, stage: Stage) -> Page:
    """Makes the stage wait until this page shows each published state."""

    def shown(scene: int) -> None:
        page.wait_for_function("scene => window.shownState?.scene === scene", arg=scene)

    shown(stage.scene)
    stage.watched_by = shown
    return page


def open_page(context: BrowserContext, stage: Stage, troubles: list[str] | None = None) -> Page:
    """Opens a new page of the stage, and waits until it is usable."""
    page = context.new_page()
    record_troubles(page, stage.url, [] if troubles is None else troubles)
    page.goto(stage.url)
    return sync_with(wait_until_ready(page), stage)


def finish_animations(page: Page) -> None:
    """Finishes all animations and waits until they are drawn."""
    page.evaluate(END_MOTION)
    wait_until_drawn(page)


def wait_until_drawn(page: Page) -> None:
    """Waits until changes are drawn; animations continue."""
    page.evaluate(TWO_FRAMES)


def received(page: Page, stage: Stage, count: int) -> list[dict[str, Any]]:
    """Returns the commands so far, once there are `count`."""
    with suppress(AssertionError):  # the caller's comparison shows which are missing
        wait_until(lambda: len(stage.received) >= count, limit_s=PATIENCE_MS / 1000)
    return stage.received


def all_received(page: Page, stage: Stage) -> list[dict[str, Any]]:
    """Returns the page's commands so far, including those in flight."""
    before = len(stage.received)
    page.evaluate(PRESS_LAST)
    last = {"press": "count"}
    wait_until(lambda: last in stage.received[before:], f"the press behind {stage.received}")
    found = stage.received
    return found[: len(found) - 1 - found[::-1].index(last)]


class SharedPage:
    """A page shared by many tests."""

    def __init__(self, browser: Browser, stage: Stage, **how: Any) -> None:
        self.browser, self.stage, self.how = browser, stage, how
        self.size: ViewportSize = how.get("viewport", WIDE)
        self.troubles: list[str] = []
        self.is_spoilt = True
        self.screen = ""
        """Name of the current screen, if shown by `screens.visit`."""
        self._page: Page | None = None
        self._face = ""

    @property
    def page(self) -> Page:
        """Page in its current state."""
        assert self._page is not None
        return self._page

    def reset(self) -> Page:
        """Returns the page in its initial state, with a reset desk."""
        self.screen = ""
        self.stage.reset()
        if self.is_spoilt or self._page is None:
            self.close()
            context = context_of(self.browser, **self.how)
            self._page = open_page(context, self.stage, self.troubles)
            self._face = self._page.evaluate(FACE)
            self.is_spoilt = False
        elif not self._try_reset(self._page):
            self._page.goto(self.stage.url)
            sync_with(wait_until_ready(self._page), self.stage)
        self.stage.desk.commands.clear()
        self.troubles.clear()
        return self._page

    def _try_reset(self, page: Page) -> bool:
        """Resets the page without reloading; returns whether that succeeded."""
        page.unroute_all()
        page.emulate_media(reduced_motion="reduce", forced_colors="null", contrast="null")
        if page.viewport_size != self.size:
            page.set_viewport_size(self.size)
        page.mouse.move(0, 0)
        page.evaluate("localStorage.clear()")
        if not page.evaluate("document.body.hasAttribute('data-whole')"):
            return False
        try:
            # A game in between, so that nothing of the previous one is announced.
            sync_with(page, self.stage)
            self.stage.set(game="between")
            page.evaluate(PUT_AWAY)
            self.stage.set()
            # Requests in flight precede this press.
            all_received(page, self.stage)
            page.wait_for_function(f"face => ({FACE})() === face", arg=self._face, timeout=500)
        except PlaywrightError:
            return False
        return True

    def close_dialogs(self) -> None:
        """Closes the page's dialogs, which may request pictures during other tests."""
        with suppress(PlaywrightError):
            self.page.evaluate(PUT_AWAY)

    def close(self) -> None:
        if self._page is not None:
            self._page.context.close()
            self._page = None
