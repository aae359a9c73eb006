"""Prints the build guide as one PDF: `python -m hardware.booklet FILE.pdf`.

The guide comes first, then its reference pages in the order of their first links.
Links between them work within the PDF; other links are reduced to their text.
Chromium prints it with the machine's fonts, so the bytes depend on versions; two runs on one
machine give the same file, because its dates are fixed.
"""

import html
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from hardware.guide import README
from pegboard import __version__

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser")
"""Browsers in order of preference."""

STYLE = """
@page { size: A4; margin: 18mm 16mm 18mm 18mm;
        @bottom-left { content: "TITLE"; font: 8pt "DejaVu Sans", sans-serif; color: #666 }
        @bottom-right { content: counter(page); font: 8pt "DejaVu Sans", sans-serif; color: #666 } }
body { font: 9.5pt/1.45 "DejaVu Sans", sans-serif; color: #1d1d1f; margin: 0 }
h1 { font-size: 18pt; line-height: 1.2; margin: 0 0 4mm }
section + section { break-before: page }
h2 { font-size: 13pt; margin: 8mm 0 2mm; border-bottom: 0.3mm solid #ccc }
h3 { font-size: 10.5pt; margin: 5mm 0 1mm }
h1, h2, h3 { break-after: avoid }
p, li { orphans: 3; widows: 3 }
p { margin: 0 0 2.5mm }
ul, ol { margin: 0 0 2.5mm; padding-left: 6mm }
li { margin-bottom: 1mm }
a { color: #0645ad; text-decoration: none }
nav ol { columns: 2; list-style: none; padding: 0 }
pre { background: #f3f3f5; padding: 2mm 3mm; margin: 1mm 0 2.5mm; break-inside: avoid;
      white-space: pre-wrap }
code { font: 8.5pt "DejaVu Sans Mono", monospace }
table { border-collapse: collapse; margin: 1mm 0 4mm; font-size: 8.5pt }
table { max-width: calc(100% - 0.4mm) }
th, td { border: 0.2mm solid #bbb; padding: 1mm 1.6mm; text-align: left; vertical-align: top }
th { background: #f3f3f5 }
thead { display: table-header-group }
tr, img { break-inside: avoid }
p:has(+ pre), p:has(+ table) { break-after: avoid }
img { display: block; max-width: 100%; max-height: 215mm; margin: 2mm auto 3mm }
img.small { max-height: 118mm }
@page wide { size: A4 landscape; margin: 10mm 15mm 13mm }
.wide { page: wide }
.wide h2 { margin-top: 4mm }
.wide img { max-height: 158mm }
"""

SIZE = re.compile(r'<svg[^>]* width="([\d.]+)" height="([\d.]+)"')
SMALL_PX, WIDE_PX = 800, 1400
"""Drawings up to the first width go two to a page; from the second on they get landscape pages.
Photos, of any size, count as in between."""

FILE_NAME = re.compile(r"\b(pegboard-[a-z]+-)VERSION")
"""A release file or folder as written in the guide, without a version."""

DATE = re.compile(rb"D:\d{14}(?=[+-Z])")
"""A date in a PDF, to the second."""
FIXED_DATE = b"D:20200101000000"
NODE = re.compile(rb"(?<=\()node\d{8}(?=\))")
"""The name of a table cell, used by references from other cells."""


class BookletError(Exception):
    """The guide cannot be printed; the message gives the reason and the cure."""


def anchor(page: str, heading: str = "") -> str:
    """Returns the name of an anchor in the PDF.

    Args:
        page: file of the page, such as POWER.md.
        heading: a heading of the page, as text or fragment; empty for the page itself.
    """
    slug = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
    return page.removesuffix(".md") + (f"--{slug}" if slug else "")


def pages(start: Path = README) -> list[Path]:
    """Returns the pages linked from `start`, in the order of their first links."""
    linked = [start]
    for page in linked:  # grows during iteration
        links = re.findall(r"\]\(([\w-]+\.md)\b", page.read_text(encoding="utf-8"))
        linked += [
            target
            for target in map(page.parent.joinpath, dict.fromkeys(links))
            if target not in linked
        ]
    return linked


def page_html(page: Path, inside: Iterable[str]) -> str:
    """Returns one page as a section of HTML.

    Args:
        page: a file in Markdown.
        inside: names of the files that are in the PDF.

    Raises:
        BookletError: it shows a picture that does not exist.
    """
    reader = MarkdownIt("commonmark").enable("table")
    text = FILE_NAME.sub(rf"\g<1>{__version__}", page.read_text(encoding="utf-8"))
    tokens = reader.parse(text)
    names, is_wide = set(inside), False
    for index, token in enumerate(tokens):
        if token.type == "heading_open" and token.tag != "h1":
            token.attrSet("id", anchor(page.name, tokens[index + 1].content))
        if token.children:
            is_wide |= any(_width_px(page, child) >= WIDE_PX for child in token.children)
            token.children = _led_inside(token.children, page, names)
    body = reader.renderer.render(tokens, reader.options, {})
    turned = ' class="wide"' if is_wide else ""
    return f'<section id="{anchor(page.name)}"{turned}>\n{body}</section>\n'


def _width_px(page: Path, token: Token) -> float:
    """Returns the width in pixels of the picture of a token; 0 if it has none.

    Raises:
        BookletError: there is no such picture.
    """
    if token.type != "image":
        return 0
    picture = page.parent / str(token.attrs["src"])
    if not picture.exists():
        raise BookletError(f"{page.name}: there is no picture {token.attrs['src']}")
    size = SIZE.search(picture.read_text(encoding="utf-8")) if picture.suffix == ".svg" else None
    return float(size[1]) if size else (SMALL_PX + WIDE_PX) / 2


def _led_inside(tokens: list[Token], page: Path, names: set[str]) -> list[Token]:
    """Resolves links to anchors in the PDF, and pictures to files; drops other links."""
    result, dropped = [], 0
    for token in tokens:
        if token.type == "image":
            if _width_px(page, token) <= SMALL_PX:
                token.attrSet("class", "small")
            token.attrSet("src", (page.parent / str(token.attrs["src"])).as_uri())
        elif token.type == "link_open":
            file, _, fragment = str(token.attrs["href"]).partition("#")
            if (file or page.name) not in names:
                dropped += 1
                continue
            token.attrSet("href", "#" + anchor(file or page.name, fragment))
        elif token.type == "link_close" and dropped:
            dropped -= 1
            continue
        result.append(token)
    return result


def booklet_html(files: list[Path]) -> str:
    """Returns the whole guide as HTML."""
    names = [page.name for page in files]
    sections = [page_html(page, names) for page in files]
    headings = re.findall(r'<h2 id="([^"]+)"[^>]*>(.*?)</h2>', sections[0])
    headings += [
        (anchor(page.name), re.sub(r".*?<h1[^>]*>(.*?)</h1>.*", r"\1", text, flags=re.DOTALL))
        for page, text in zip(files[1:], sections[1:], strict=True)
    ]
    contents = "".join(f'<li><a href="#{name}">{text}</a></li>' for name, text in headings)
    sections[0] = sections[0].replace("</h1>", f"</h1>\n<nav><ol>{contents}</ol></nav>", 1)
    title = html.escape(f"Building the board, pegboard {__version__}")
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title>'
        f"<style>{STYLE.replace('TITLE', title)}</style>\n{''.join(sections)}</html>\n"
    )


def write(file: Path) -> None:
    """Prints the guide.

    Raises:
        BookletError: a picture or the browser is missing, or the browser failed.
    """
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        raise BookletError(f"booklet: no {BROWSERS[0]}: `.ci/setup test` installs it")
    with tempfile.TemporaryDirectory() as folder:
        source, printed = Path(folder, "guide.html"), Path(folder, "guide.pdf")
        source.write_text(booklet_html(pages()), encoding="utf-8")
        command = [
            *(browser, "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/profile"),
            *("--no-pdf-header-footer", "--generate-pdf-document-outline"),
            *(f"--print-to-pdf={printed}", source.as_uri()),
        ]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode or not printed.exists():
            raise BookletError(f"booklet: {browser} failed: {done.stderr.strip()[-300:]}")
        file.write_bytes(_reproducible(printed.read_bytes()))


def _reproducible(pdf: bytes) -> bytes:
    """Fixes what differs between two prints, keeping the length: dates and node numbers."""
    numbers = {node: rank for rank, node in enumerate(sorted(set(NODE.findall(pdf))), start=1)}
    pdf = NODE.sub(lambda node: b"node%08d" % numbers[node[0]], pdf)
    return DATE.sub(FIXED_DATE, pdf)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    try:
        write(Path(sys.argv[1]))
    except BookletError as error:
        sys.exit(str(error))
