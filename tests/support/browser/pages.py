"""Pages in front of the scripted desk: opened, watched for trouble, and put back for the next test.

To load a page takes a second of a processor, most tests do not care, and there are hundreds of
them. So they share one: between two tests it is put back to how it was when it had been loaded. If
it is not the same then in every attribute, it is loaded again.
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
"""Nothing here measures time: only what never comes fails, also where others use the machine."""

TELL = """
// Behind all who hear the same message; also where a test has stopped the clock.
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
      behind(() => { window.told = shown; });
    });
  }
};
"""
"""Keeps the state and the number of frames that the page was told of, once all have shown them."""

STILL = """
// By the style sheet's own rule for little motion, every change of a style is a short transition.
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
"""A press that tests rarely make themselves: whatever was asked before it has come when it has."""


def ready(page: Page) -> Page:
    """The page once it is there with all it begins with."""
    page.wait_for_selector("body[data-ready]")
    page.wait_for_selector("circle[data-lit]")
    page.wait_for_selector("body[data-whole]", state="attached")
    return page


def stay_here(page: Page, url: str, troubles: list[str]) -> None:
    """Writes down what a page did not ask for: words on the console, errors, other hosts."""

    def left_the_host(request: Request) -> None:
        if urlsplit(request.url).netloc != urlsplit(url).netloc:
            troubles.append(f"left the host: {request.url}")

    def said(text: str) -> None:
        if "blocked by Playwright" not in text:
            troubles.append(f"console: {text}")

    page.on("console", lambda message: said(message.text))
    page.on("pageerror", lambda error: troubles.append(f"error: {error}"))
    page.on("request", left_the_host)


def context_of(browser: Browser, *, moves: bool = False, **how: Any) -> BrowserContext:
    """A context whose pages say which state they show, and stand still unless they are to move."""
    standard: dict[str, Any] = {"viewport": WIDE, "service_workers": "block"}
    if not moves:
        standard["reduced_motion"] = "reduce"
    context = browser.new_context(**standard | how)
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script(TELL)
    if not moves:
        context.add_init_script(STILL)
    return context


def watch(page: Page, stage: Stage) -> Page:
    """From now on whatever is put on the stage waits until this page shows it."""

    def shown(scene: int) -> None:
        page.wait_for_function("scene => window.told?.scene === scene", arg=scene)

    shown(stage.scene)
    stage.watched_by = shown
    return page


def open_page(context: BrowserContext, stage: Stage, troubles: list[str] | None = None) -> Page:
    """A new page in front of the stage, once it can be used."""
    page = context.new_page()
    stay_here(page, stage.url, [] if troubles is None else troubles)
    page.goto(stage.url)
    return watch(ready(page), stage)


def settled(page: Page) -> None:
    """What moves has come to its end, and has been drawn there."""
    page.evaluate(END_MOTION)
    drawn(page)


def drawn(page: Page) -> None:
    """What was changed has been drawn, and moves if it is meant to."""
    page.evaluate(TWO_FRAMES)


def asked(page: Page, stage: Stage, count: int) -> list[dict[str, Any]]:
    """What clients asked so far, once there are so many commands."""
    with suppress(AssertionError):  # whoever compares them shows which did not come
        wait_until(lambda: len(stage.asked) >= count, limit_s=PATIENCE_MS / 1000)
    return stage.asked


def all_asked(page: Page, stage: Stage) -> list[dict[str, Any]]:
    """What the page asked up to now: it has come when a press that follows it has."""
    before = len(stage.asked)
    page.evaluate(PRESS_LAST)
    last = {"press": "count"}
    wait_until(lambda: last in stage.asked[before:], f"the press behind {stage.asked}")
    found = stage.asked
    return found[: len(found) - 1 - found[::-1].index(last)]


class Kept:
    """One page for many tests."""

    def __init__(self, browser: Browser, stage: Stage, **how: Any) -> None:
        self.browser, self.stage, self.how = browser, stage, how
        self.size: ViewportSize = how.get("viewport", WIDE)
        self.troubles: list[str] = []
        self.spoilt = True
        self.screen = ""
        """The name of the screen that is shown, if `screens.visit` has shown one."""
        self._page: Page | None = None
        self._face = ""

    @property
    def page(self) -> Page:
        """The page as it was left."""
        assert self._page is not None
        return self._page

    def again(self) -> Page:
        """The page as it is when it has just been loaded, in front of a desk that is as new."""
        self.screen = ""
        self.stage.reset()
        if self.spoilt or self._page is None:
            self.close()
            context = context_of(self.browser, **self.how)
            self._page = open_page(context, self.stage, self.troubles)
            self._face = self._page.evaluate(FACE)
            self.spoilt = False
        elif not self._put_back(self._page):
            self._page.goto(self.stage.url)
            watch(ready(self._page), self.stage)
        self.stage.desk.commands.clear()
        self.troubles.clear()
        return self._page

    def _put_back(self, page: Page) -> bool:
        """Whether the page, as it was left, could be made as new without loading it."""
        page.unroute_all()
        page.emulate_media(reduced_motion="reduce", forced_colors="null", contrast="null")
        if page.viewport_size != self.size:
            page.set_viewport_size(self.size)
        page.mouse.move(0, 0)
        page.evaluate("localStorage.clear()")
        if not page.evaluate("document.body.hasAttribute('data-whole')"):
            return False
        try:
            # A game between, so that nothing is told of the one before.
            watch(page, self.stage)
            self.stage.set(game="between")
            page.evaluate(PUT_AWAY)
            self.stage.set()
            # What the page still asked for goes before this press.
            all_asked(page, self.stage)
            page.wait_for_function(f"face => ({FACE})() === face", arg=self._face, timeout=500)
        except PlaywrightError:
            return False
        return True

    def leave(self) -> None:
        """Closes the page's dialogues: one may ask for pictures while another test's page acts."""
        with suppress(PlaywrightError):
            self.page.evaluate(PUT_AWAY)

    def close(self) -> None:
        if self._page is not None:
            self._page.context.close()
            self._page = None
