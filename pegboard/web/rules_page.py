"""The rules' quick reference, as one static, printable page; a script sets only the colours."""

from collections.abc import Iterator
from html import escape
from urllib.parse import urlencode

from pegboard.cribbage.rules import Rules
from pegboard.i18n import LANGUAGES, Message, _, localize
from pegboard.learn.rulebook import USUAL_TABLES, Section, reference

TABLES = {"2": _("two"), "3": _("three"), "4": _("four"), "partners": _("partners")}
"""Values of `?table=`, and the text of each link."""

_HEAD = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<title>{title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<link rel="icon" href="/static/icon.svg" type="image/svg+xml">
<script src="/static/core/theme.js"></script>
<link rel="stylesheet" href="/static/setup/rules.css">
{more}</head>
<body>
"""


_COME_HOME = '<meta http-equiv="refresh" content="300; url=/#kiosk">\n'
"""Script that returns an abandoned page on the kiosk to the board's page."""


def rules_page(table: str = "", language: str = "en", *, kiosk: bool = False) -> str:
    """Returns the page as HTML.

    Args:
    table: a key of `TABLES` for that table only; anything else for all tables.
    language: one of `LANGUAGES`; anything else means English.
    kiosk: True to return to the board's page after a while.
    """
    language = language if language in LANGUAGES else "en"
    rules = dict(zip(TABLES, USUAL_TABLES, strict=True))
    chosen: tuple[Rules, ...] = (rules[table],) if table in rules else USUAL_TABLES
    sections = tuple(_localized(language, section) for section in reference(chosen))
    head = _HEAD.format(
        language=language,
        title=escape(_("Rules of cribbage – pegboard").localize(language)),
        more=_COME_HOME if kiosk else "",
    )
    body = [*_header(table, sections, language, kiosk), "<main>\n", *map(_section, sections), _FOOT]
    return "".join([head, *body])


def preferred(accept_language: str) -> str:
    """Returns the supported language that the browser prefers (RFC 9110, 12.5.4), or English.

    Args:
    accept_language: the header, such as `fr-CA,fr;q=0.9,en;q=0.8`.
    """
    weighted: list[tuple[float, int, str]] = []
    for place, part in enumerate(accept_language.split(",")[:20]):
        tag, _, weight = part.strip().partition(";q=")
        try:
            weighted.append((-float(weight or 1), place, tag[:2].lower()))
        except ValueError:
            continue
    return next((tag for _, _, tag in sorted(weighted) if tag in LANGUAGES), "en")


_FOOT = "</main>\n</body>\n</html>\n"


def _localized(language: str, section: Section) -> Section:
    """Returns a section in the given language."""
    return Section(
        section.key,
        localize(language, section.title),
        tuple(localize(language, section.text)),
        tuple(localize(language, section.steps)),
        tuple(localize(language, section.columns)),
        tuple(tuple(localize(language, row)) for row in section.rows),
    )


def _header(table: str, sections: tuple[Section, ...], language: str, kiosk: bool) -> Iterator[str]:
    def translated(text: Message) -> str:
        return escape(text.localize(language))

    def address_of(table: str, language: str) -> str:
        parameters = {"table": table if table in TABLES else "", "language": language}
        parameters |= {"kiosk": "1" if kiosk else ""}
        query = urlencode({key: value for key, value in parameters.items() if value})
        return f"/rules?{query}"

    heading = translated(_("Cribbage, a quick reference"))
    yield f'<header>\n<p><a href="/">{translated(_("The board"))}</a></p>\n<h1>{heading}</h1>\n'
    yield f'<nav class="tongues" aria-label="{translated(_("language"))}"><ul>\n'
    for tag, name in LANGUAGES.items():
        yield _link(
            address_of(table, tag), name, tag == language, f' lang="{tag}" hreflang="{tag}"'
        )
    yield f'</ul></nav>\n<nav aria-label="{translated(_("players"))}"><ul>\n'
    yield _link(address_of("", language), _("any number").localize(language), table not in TABLES)
    for key, text in TABLES.items():
        yield _link(address_of(key, language), text.localize(language), key == table)
    yield f'</ul></nav>\n<nav aria-label="{translated(_("sections"))}"><ul>\n'
    for section in sections:
        yield _link(f"#{section.key}", section.title, False)
    yield "</ul></nav>\n</header>\n"


def _link(address: str, text: str, current: bool, more: str = "") -> str:
    here = ' aria-current="page"' if current else ""
    return f'<li><a href="{escape(address)}"{here}{more}>{escape(text)}</a></li>\n'


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
    # Wide tables scroll sideways, also by keyboard.
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
    """Returns a text as escaped HTML, with the red suits in red."""
    text = escape(text)
    for sign in "♦♥":
        text = text.replace(sign, f'<span class="red">{sign}</span>')
    return text
