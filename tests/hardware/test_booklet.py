"""The guide as one PDF: every page, every picture, and links that lead somewhere."""

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


def test_every_page_of_the_guide_is_in_it_the_steps_first() -> None:
    found = booklet.pages()
    assert found[0] == guide.README and sorted(found) == sorted(guide.PAGES)


def test_every_link_in_it_leads_to_a_place_in_it() -> None:
    text = booklet.booklet_html(booklet.pages())
    links, places = re.findall(r'href="([^"]*)"', text), set(re.findall(r' id="([^"]*)"', text))
    assert len(links) > 20
    assert [link for link in links if link.removeprefix("#") not in places] == []
    assert len(places) == text.count(" id=")


def test_the_words_of_a_link_to_another_place_remain(tmp_path: Path) -> None:
    page = tmp_path / "A.md"
    page.write_text(
        "# A\n\nSee [the *installer*](../i.md), [b](B.md#the-end), [here](#x).\n\n## X\n"
    )
    text = booklet.page_html(page, ["A.md", "B.md"])
    assert "See the <em>installer</em>, " in text
    assert '<a href="#B--the-end">b</a>, <a href="#A--x">here</a>' in text
    assert '<h2 id="A--x">X</h2>' in text


def test_a_picture_that_is_missing_is_named(tmp_path: Path) -> None:
    page = tmp_path / "A.md"
    page.write_text("# A\n\n![a cat](cat.svg)\n")
    with pytest.raises(BookletError, match=r"A\.md: there is no picture cat\.svg"):
        booklet.page_html(page, ["A.md"])


def test_small_and_wide_pictures_are_placed_by_their_size(tmp_path: Path) -> None:
    for name, width in (("small.svg", 500), ("wide.svg", 1500)):
        (tmp_path / name).write_text(f'<svg width="{width}" height="400"></svg>')
    (tmp_path / "photo.png").write_bytes(b"png")
    page = tmp_path / "A.md"
    page.write_text("# A\n\n![s](small.svg)\n![p](photo.png)\n")
    text = booklet.page_html(page, ["A.md"])
    assert text.count('class="small"') == 1 and 'class="wide"' not in text
    page.write_text("# A\n\n![w](wide.svg)\n")
    assert '<section id="A" class="wide">' in booklet.page_html(page, ["A.md"])


def test_no_page_is_empty_and_the_outline_has_every_step(printed: Path) -> None:
    reader = PdfReader(printed)
    texts = [sheet.extract_text() for sheet in reader.pages]
    assert len(texts) > 15 and min(map(len, texts)) > 100
    outline = str(reader.outline)
    for page in guide.PAGES:
        text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        for heading in re.findall(r"^##? (.+)$", text, re.MULTILINE):
            assert f"'/Title': '{heading}'" in outline


def test_two_prints_are_the_same_and_name_no_place_of_this_machine(
    printed: Path, tmp_path: Path
) -> None:
    booklet.write(tmp_path / "again.pdf")
    assert (tmp_path / "again.pdf").read_bytes() == printed.read_bytes()
    places = re.compile(rb"file://|/home/|/root/|" + str(guide.HERE.parent).encode())
    assert not places.search(printed.read_bytes())


def test_without_a_browser_the_cure_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BookletError, match=r"`\.ci/setup test` installs it"):
        booklet.write(tmp_path / "guide.pdf")


def test_files_of_a_release_have_the_version_in_their_names(tmp_path: Path) -> None:
    """So that a command of the PDF can be typed as it stands there."""
    page = tmp_path / "A.md"
    page.write_text("# A\n\n`pegboard-guide-VERSION.pdf`\n\n    cd pegboard-board-VERSION\n")
    text = booklet.page_html(page, ["A.md"])
    assert f"pegboard-guide-{__version__}.pdf" in text and f"board-{__version__}\n" in text
    assert "VERSION" not in booklet.booklet_html(booklet.pages())
