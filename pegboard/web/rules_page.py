"""The quick reference as one static page: made here, printable, without a script."""

from collections.abc import Iterator
from html import escape

from pegboard.reference import USUAL_TABLES, Section, reference
from pegboard.rules import Rules

TABLES = {"2": "two", "3": "three", "4": "four", "partners": "partners"}
"""What may be asked for as `?table=`, and what the link to it says."""

_HEAD = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Rules of cribbage – pegboard</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/static/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/static/rules.css">
</head>
<body>
"""


def rules_page(table: str = "") -> str:
    """The page as HTML.

    Args:
        table: a key of `TABLES`: for that table only; anything else is for all of them.
    """
    rules = dict(zip(TABLES, USUAL_TABLES, strict=True))
    chosen: tuple[Rules, ...] = (rules[table],) if table in rules else USUAL_TABLES
    sections = reference(chosen)
    return "".join([_HEAD, *_header(table, sections), "<main>\n", *map(_section, sections), _FOOT])


_FOOT = "</main>\n</body>\n</html>\n"


def _header(table: str, sections: tuple[Section, ...]) -> Iterator[str]:
    yield '<header>\n<p><a href="/">The board</a></p>\n<h1>Cribbage, a quick reference</h1>\n'
    yield '<nav aria-label="players"><ul>\n'
    yield _link("/rules", "any number", table not in TABLES)
    for key, name in TABLES.items():
        yield _link(f"/rules?table={key}", name, key == table)
    yield '</ul></nav>\n<nav aria-label="sections"><ul>\n'
    for section in sections:
        yield _link(f"#{section.key}", section.title, False)
    yield "</ul></nav>\n</header>\n"


def _link(address: str, text: str, current: bool) -> str:
    here = ' aria-current="page"' if current else ""
    return f'<li><a href="{escape(address)}"{here}>{escape(text)}</a></li>\n'


def _section(section: Section) -> str:
    heading = f"about-{section.key}"
    parts = [f'<section id="{section.key}">\n<h2 id="{heading}">{escape(section.title)}</h2>\n']
    parts += [f"<p>{_text(paragraph)}</p>\n" for paragraph in section.text]
    if section.steps:
        parts += ["<ol>\n", *(f"<li>{_text(step)}</li>\n" for step in section.steps), "</ol>\n"]
    if section.columns:
        parts += _table(section, heading)
    return "".join([*parts, "</section>\n"])


def _table(section: Section, heading: str) -> Iterator[str]:
    # A wide table is moved sideways by itself, and by the keyboard too.
    yield f'<div class="wide" role="region" tabindex="0" aria-labelledby="{heading}"><table>\n'
    cells = "".join(
        f'<th scope="col">{escape(name)}</th>' if name else "<td></td>" for name in section.columns
    )
    yield f"<thead><tr>{cells}</tr></thead>\n<tbody>\n"
    for name, *values in section.rows:
        cells = "".join(f"<td>{_text(value)}</td>" for value in values)
        yield f'<tr><th scope="row">{_text(name)}</th>{cells}</tr>\n'
    yield "</tbody></table></div>\n"


def _text(text: str) -> str:
    """Escaped, the red suits in red."""
    text = escape(text)
    for sign in "♦♥":
        text = text.replace(sign, f'<span class="red">{sign}</span>')
    return text
