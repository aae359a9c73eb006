"""The guide as one PDF: pages, pictures and links."""

import re
from pathlib import Path

import pytest
from pypdf import PdfReader

from hardware import booklet, guide
from hardware.booklet import BookletError
from pegboard import __version__


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("booklet") / "guide.pdf"
    booklet.write(file)
    return file


def test_booklet_contains_every_page_steps_first() -> None:
    pages = booklet.pages()
    assert pages[0] == guide.README and sorted(pages) == sorted(guide.PAGES)


def test_booklet_links_have_targets() -> None:
    text = booklet.booklet_html(booklet.pages())
    links, places = re.findall(r'href="([^"]*)"', text), set(re.findall(r' id="([^"]*)"', text))
    assert len(links) > 20
    assert [link for link in links if link.removeprefix("#") not in places] == []
    assert len(places) == text.count(" id=")


def test_booklet_keeps_text_of_external_links(tmp_path: Path) -> None:
    page = tmp_path / "A.md"
    page.write_text(
        "# A\n\nSee [the *installer*](../i.md), [b](B.md#the-end), [here](#x).\n\n## X\n"
    )
    text = booklet.page_html(page, ["A.md", "B.md"])
    assert "See the <em>installer</em>, " in text
    assert '<a href="#B--the-end">b</a>, <a href="#A--x">here</a>' in text
    assert '<h2 id="A--x">X</h2>' in text


def test_booklet_error_names_missing_picture(tmp_path: Path) -> None:
    page = tmp_path / "A.md"
    page.write_text("# A\n\n![a cat](cat.svg)\n")
    with pytest.raises(BookletError, match=r"A\.md: there is no picture cat\.svg"):
        booklet.page_html(page, ["A.md"])


def test_booklet_places_pictures_by_size(tmp_path: Path) -> None:
    for name, width in (("small.svg", 500), ("wide.svg", 1500)):
        (tmp_path / name).write_text(f'<svg width="{width}" height="400"></svg>')
    (tmp_path / "photo.png").write_bytes(b"png")
    page = tmp_path / "A.md"
    page.write_text("# A\n\n![s](small.svg)\n![p](photo.png)\n")
    text = booklet.page_html(page, ["A.md"])
    assert text.count('class="small"') == 1 and 'class="wide"' not in text
    page.write_text("# A\n\n![w](wide.svg)\n")
    assert '<section id="A" class="wide">' in booklet.page_html(page, ["A.md"])


def test_booklet_has_no_empty_page_and_full_outline(printed: Path) -> None:
    reader = PdfReader(printed)
    texts = [sheet.extract_text() for sheet in reader.pages]
    assert len(texts) > 15 and min(map(len, texts)) > 100
    outline = str(reader.outline)
    for page in guide.PAGES:
        text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        for heading in re.findall(r"^##? (.+)$", text, re.MULTILINE):
            assert f"'/Title': '{heading}'" in outline


def test_booklet_is_reproducible_without_local_paths(printed: Path, tmp_path: Path) -> None:
    booklet.write(tmp_path / "again.pdf")
    assert (tmp_path / "again.pdf").read_bytes() == printed.read_bytes()
    places = re.compile(rb"file://|/home/|/root/|" + str(guide.HERE.parent).encode())
    assert not places.search(printed.read_bytes())


def test_booklet_without_browser_names_cure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BookletError, match=r"`\.ci/setup test` installs it"):
        booklet.write(tmp_path / "guide.pdf")


def test_booklet_names_release_files_with_version(tmp_path: Path) -> None:
    """Commands in the PDF can be typed literally."""
    page = tmp_path / "A.md"
    page.write_text("# A\n\n`pegboard-guide-VERSION.pdf`\n\n    cd pegboard-board-VERSION\n")
    text = booklet.page_html(page, ["A.md"])
    assert f"pegboard-guide-{__version__}.pdf" in text and f"board-{__version__}\n" in text
    assert "VERSION" not in booklet.booklet_html(booklet.pages())
