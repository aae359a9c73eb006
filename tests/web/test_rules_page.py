"""The quick reference as a page: complete, escaped, one script for the theme, the right table."""

import re
from html.parser import HTMLParser

import pytest

from pegboard.http.static_files import STATIC
from pegboard.learn.rulebook import reference
from pegboard.web.rules_page import preferred, rules_page
from tests.support.asgi_requests import request
from tests.support.web_fake import FakeDesk

VOID = {"meta", "link"}
THEME = '<script src="/static/core/theme.js"></script>'


class Reader(HTMLParser):
    """Checks that elements are closed in order, and collects the content of the page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.attributes: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data

    def all(self, tag: str, name: str) -> list[str]:
        return [a[name] or "" for t, a in self.attributes if t == tag and name in a]


def test_rules_page_contains_whole_reference() -> None:
    page = Reader(rules_page())
    ids = page.all("section", "id")
    assert ids == [section.key for section in reference()]
    for section in reference():
        for text in (section.title, *section.text, *section.steps, *sum(section.rows, ())):
            assert text in page.text
    for address in page.all("a", "href"):
        assert address.removeprefix("#") in ids or address == "/" or address.startswith("/rules")


def test_rules_page_has_no_foreign_or_inline_resources() -> None:
    page = Reader(rules_page())
    tags = {tag for tag, _ in page.attributes}
    assert not tags & {"style", "img", "iframe"}
    scripts = [attributes for tag, attributes in page.attributes if tag == "script"]
    assert scripts == [{"src": "/static/core/theme.js"}]
    assert not any("style" in a or any(k.startswith("on") for k in a) for _, a in page.attributes)
    for address in page.all("link", "href"):
        assert (STATIC / address.removeprefix("/static/")).is_file()


@pytest.mark.parametrize(
    ("table", "heads"),
    [("", 4), ("3", 1), ("partners", 1), ("7", 4), ('"><script>alert(1)</script>', 4)],
)
def test_rules_page_shows_requested_table(table: str, heads: int) -> None:
    text = rules_page(table)
    assert text.count("<script") == text.count(THEME) == 1
    page = Reader(text)
    assert page.text.count(" players\n") + page.text.count("4 partners") <= 4
    assert text.count(" players</th>") + text.count("4 partners</th>") == heads
    current = [a["href"] for t, a in page.attributes if "aria-current" in a]
    query = f"table={table}&" if heads == 1 else ""
    assert current == [f"/rules?{query}language=en", f"/rules?{query}language=en"]


def test_rules_route_returns_html() -> None:
    answer = request(FakeDesk(), "GET", "/rules")
    assert answer.status_code == 200 and answer.text == rules_page()
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["content-security-policy"].startswith("default-src 'self';")
    assert request(FakeDesk(), "GET", "/rules?table=3").text == rules_page("3")
    assert request(FakeDesk(), "POST", "/rules").status_code in (403, 405, 415)


@pytest.mark.parametrize(
    ("language", "page"),
    [
        ("fr", "quinze deux, quinze quatre, et une paire, ça fait six"),
        ("fr", "Le donneur +4\u00a0: suite 3, go 1"),
        ("de", "fünfzehn zwei, fünfzehn vier, und ein Paar macht sechs"),
        ("de", "Der Geber +4: Folge 3, Go 1"),
    ],
)
def test_rules_page_is_fully_translated(language: str, page: str) -> None:
    text = rules_page("", language)
    assert f'<html lang="{language}">' in text
    assert page in text
    # No English sentence remains on the page.
    lines = Reader(rules_page("")).text.split("\n")
    english = {line for line in lines if len(re.findall("[a-z]{2,}", line)) > 3}
    assert english & set(Reader(text).text.split("\n")) == set()


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_rules_page_does_not_number_seats(language: str) -> None:
    assert re.findall(r"(?:seats?|Sitze?|Plätze?|places?) \d", rules_page("", language)) == []


def test_rules_page_falls_back_to_english() -> None:
    assert rules_page("2", "xx") == rules_page("2", "en")


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("fr-CA,fr;q=0.9,en;q=0.8", "fr"),
        ("ja,de;q=0.5,en;q=0.7", "en"),
        ("de", "de"),
        ("", "en"),
        ("*;q=x,,;q=", "en"),
    ],
)
def test_preferred_follows_accept_language_weights(header: str, language: str) -> None:
    assert preferred(header) == language


def test_rules_page_returns_to_board_on_kiosk() -> None:
    text = request(FakeDesk(), "GET", "/rules?table=3&kiosk=1").text
    assert 'http-equiv="refresh" content="300; url=/#kiosk"' in text
    links = re.findall(r'href="(/rules[^"]*)"', text)
    assert links and all("kiosk=1" in link for link in links)
    assert "refresh" not in rules_page()
