"""The page in English, French and German: one catalogue is loaded, and all are complete."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browser.catalogues import ALIKE, CATALOGUES, arities, leaves
from tests.support.browser.pages import context_of, open_page
from tests.support.browser.scripted import Stage


def test_page_catalogues_match(page: Page) -> None:
    found = {language: leaves(each) for language, each in page.evaluate(CATALOGUES).items()}
    english = found["en"]
    assert len(english) > 150
    for language in ("fr", "de"):
        theirs = found[language]
        assert sorted(theirs) == sorted(english), language
        assert arities(theirs) == arities(english), language
        copied = {
            path: text
            for path, text in theirs.items()
            if text == english[path] and any(c.isalpha() for c in text) and text not in ALIKE
        }
        assert copied == {}, f"{language} says this in English"


@pytest.mark.parametrize(
    ("locale", "language", "menu", "undo"),
    [
        ("en-GB", "en", "Menu", "UNDO"),
        ("fr-CA", "fr", "Menu", "ANNULER"),
        ("de-CH", "de", "Menü", "ZURÜCK"),
        ("ja-JP", "en", "Menu", "UNDO"),
    ],
)
def test_page_follows_browser_language(
    browser: Browser, stage: Stage, locale: str, language: str, menu: str, undo: str
) -> None:
    page = open_page(context_of(browser, locale=locale), stage)
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.locator("#open-menu")).to_have_text(menu)
    expect(page.locator('[data-press="undo"] span')).to_have_text(undo)
    loaded = page.evaluate("performance.getEntriesByType('resource').map((r) => r.name)")
    names = {url.rsplit("/", 1)[1] for url in loaded if "/words/" in url}
    assert names - {"grammar.js", "languages.js"} == {f"{language}.js"}
    page.context.close()
