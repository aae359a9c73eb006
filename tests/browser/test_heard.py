"""The browser's voice and sounds: the newest text, never overlapping, never unexpected."""

from playwright.sync_api import Browser, Page, expect

from tests.support.browser.pages import context_of, open_page
from tests.support.browser.scripted import DEMO, Stage, announcement

FAKES = """
window.heard = []; window.speaking = 0; window.over = 0; window.knocks = 0; window.contexts = 0;
const voices = [
  { lang: "en-GB", localService: true }, { lang: "de-DE", localService: true },
  { lang: "fr-FR", localService: false },
];
const speak = (said) => {
  if (speaking) over += 1;
  speaking += 1;
  heard.push({ text: said.text, lang: said.lang, volume: said.volume });
  window.finish = () => { speaking -= 1; said.onend(); };
};
const voice = { cancel() {}, speak, getVoices: () => voices, addEventListener() {} };
Object.defineProperty(window, "speechSynthesis", { value: voice });
const activation = { hasBeenActive: false };  // the test itself counts as a touch for the browser
Object.defineProperty(navigator, "userActivation", { value: activation });
addEventListener("pointerdown", () => { activation.hasBeenActive = true; }, { capture: true });
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
const param = () => ({ value: 0, setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} });
const node = () => ({ gain: param(), frequency: param(), Q: param(), connect: (next) => next, start() {}, stop() {} });
window.AudioContext = class {
  constructor() { contexts += 1; this.sampleRate = 8000; this.currentTime = 0; this.destination = {}; }
  createGain() { const made = node(); window.loud = made.gain; return made; }
  createBufferSource() { knocks += 1; return node(); }
  createBiquadFilter() { return node(); }
  createOscillator() { return node(); }
  createBuffer(_, length) { return { getChannelData: () => new Float32Array(length) }; }
  resume() {} suspend() {}
};
"""  # noqa: E501


def open_page_with_voice(
    browser: Browser, stage: Stage, locale: str = "en-GB", **stored: str
) -> Page:
    context = context_of(browser, locale=locale)
    for name, value in stored.items():
        context.add_init_script(f"localStorage.setItem('pegboard.{name}', '{value}')")
    context.add_init_script(FAKES)
    return open_page(context, stage)


def score(stage: Stage, points: int, **more: object) -> None:
    last = {"seat": 0, "text": f"Ann {points}", "spoken": f"that is {points}"}
    announcements = announcement(points, f"that is {points}", scored=True)
    stage.set(
        scores=[47 + points, 52], seq=12 + points, last=last, announcements=announcements, **more
    )


def texts(page: Page) -> list[str]:
    return [each["text"] for each in page.evaluate("heard")]


def test_voice_skips_to_newest_text_without_overlap(browser: Browser, stage: Stage) -> None:
    page = open_page_with_voice(browser, stage, voice="true", volume="0.3")
    page.click("#next")
    for points in (1, 2, 3, 4):
        score(stage, points)
    page.evaluate("finish()")
    page.evaluate("finish()")
    assert texts(page) == ["that is 1", "that is 4"]
    assert page.evaluate("over") == 0
    assert page.evaluate("heard[0].volume") == 0.3
    page.context.close()


def test_voice_is_silent_before_first_touch(browser: Browser, stage: Stage) -> None:
    page = open_page_with_voice(browser, stage, voice="true")
    score(stage, 2)
    assert texts(page) == [] and page.evaluate("contexts") == 0
    page.click("#next")
    score(stage, 4)
    assert texts(page) == ["that is 4"]
    page.context.close()


def test_voice_uses_page_language(browser: Browser, stage: Stage) -> None:
    page = open_page_with_voice(browser, stage, "de-AT")
    page.click("#open-menu")
    page.click("#menu .to-settings")
    page.get_by_role("button", name="Punkte ansagen: aus").click()
    assert page.evaluate("heard") == [
        {"text": "Punkte ansagen: an", "lang": "de-DE", "volume": 0.6}
    ]
    page.get_by_role("button", name="Punkte ansagen: an").click()
    page.keyboard.press("Escape")
    score(stage, 2)
    assert texts(page) == ["Punkte ansagen: an"]
    page.context.close()


def test_voice_never_uses_remote_service(browser: Browser, stage: Stage) -> None:
    """Chromium's French voice here is remote: texts would leave the machine."""
    page = open_page_with_voice(browser, stage, "fr-FR")
    page.click("#open-menu")
    page.click("#menu .to-settings")
    assert page.get_by_role("button", name="Annoncer les points").is_disabled()
    assert page.get_by_text("n’a pas de voix française").is_visible()
    page.context.close()


def test_sounds_knock_once_per_hole_and_can_be_muted(browser: Browser, stage: Stage) -> None:
    page = open_page_with_voice(browser, stage)
    with page.expect_response("**/sounds.js*") as sounds:
        page.click("#next")
    page.evaluate("url => import(url).then(() => {})", sounds.value.url)
    score(stage, 0)
    score(stage, 3)
    assert page.evaluate("knocks") == 3
    assert page.evaluate("loud.value") <= 0.25
    stage.set(**DEMO)
    stage.set(**(DEMO | {"scores": [90, 90]}))
    assert page.evaluate("knocks") == 3  # a demo is silent
    page.click("#open-menu")
    page.click("#menu .to-settings")
    page.get_by_role("button", name="Sounds: on").click()
    page.keyboard.press("Escape")
    score(stage, 0)
    score(stage, 4)
    assert page.evaluate("knocks") == 3
    page.reload()
    page.wait_for_selector("body[data-ready]")
    page.click("#open-menu")
    page.click("#menu .to-settings")
    expect(page.get_by_role("button", name="Sounds: off")).to_be_visible()
    page.context.close()


def test_language_choice_is_remembered(browser: Browser, stage: Stage) -> None:
    page = open_page_with_voice(browser, stage)
    page.click("#open-menu")
    page.click("#menu .to-settings")
    with page.expect_navigation():
        page.get_by_role("radio", name="Français").click(force=True)
    page.wait_for_selector("html[lang=fr] body[data-ready]")
    page.click("#open-menu")
    page.click("#menu .to-settings")
    with page.expect_navigation():
        page.get_by_role("radio", name="Comme la planche").click(force=True)
    page.wait_for_selector("html[lang=en] body[data-ready]")
    page.context.close()
