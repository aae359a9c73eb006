"""`pegboard rules`: prints the quick reference of the rules."""

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from textwrap import wrap
from typing import Annotated

import typer

from pegboard.cli.line import Json
from pegboard.cribbage.cards import Suit
from pegboard.cribbage.rules import Rules
from pegboard.errors import ConfigError, quoted
from pegboard.learn.rulebook import USUAL_TABLES, Section, reference

WIDTH = 80
"""Assumed width of the terminal in columns."""

_GAP = "  "


def rules_command(
    sections: Annotated[
        list[str] | None, typer.Argument(help="Sections to print, such as play show.")
    ] = None,
    players: Annotated[int | None, typer.Option(help="Only for 2, 3 or 4 players.")] = None,
    partners: Annotated[
        bool, typer.Option("--partners", help="Only for four players in partnerships.")
    ] = False,
    as_json: Json = False,
) -> int:
    """Prints the quick reference and returns the exit code."""
    names = sections or []
    try:
        tables: Sequence[Rules] = USUAL_TABLES
        if players is not None or partners:
            tables = (Rules(players or 4, partners),)
    except ConfigError as error:
        print(f"pegboard rules: {error}", file=sys.stderr)
        return 2
    every = reference(tables)
    keys = [section.key for section in every]
    for name in names:
        if name not in keys:
            print(f"pegboard rules: no section {quoted(name)}; {', '.join(keys)}", file=sys.stderr)
            return 2
    chosen = [section for section in every if not names or section.key in names]
    if as_json:
        print(json.dumps({"sections": [asdict(section) for section in chosen]}))
        return 0
    text = "\n\n".join("\n".join(_lines(section)) for section in chosen)
    print(text.translate(_LETTERS) if _only_letters() else text)
    return 0


def _only_letters() -> bool:
    """Returns whether stdout cannot encode suit symbols."""
    try:
        "".join(suit.sign for suit in Suit).encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return True
    return False


_LETTERS = str.maketrans({suit.sign: suit.value for suit in Suit})


def _lines(section: Section) -> Iterator[str]:
    yield section.title.upper()
    for paragraph in section.text:
        yield ""
        yield from wrap(paragraph, WIDTH)
    if section.steps:
        yield ""
    for place, step in enumerate(section.steps, 1):
        head = f"{place:>3}. "
        yield from wrap(step, WIDTH, initial_indent=head, subsequent_indent=" " * len(head))
    if section.columns:
        yield ""
        yield from _table([section.columns, *section.rows])


def _table(rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    """Yields the lines of a table; wraps the widest column if the table is too wide."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    widest = widths.index(max(widths))
    room = WIDTH - len(_GAP) * (len(widths) - 1) - (sum(widths) - widths[widest])
    widths[widest] = min(widths[widest], room)
    for place, row in enumerate(rows):
        cells = [
            wrap(cell, width, break_on_hyphens=False) or [""]
            for cell, width in zip(row, widths, strict=True)
        ]
        for line in range(max(map(len, cells))):
            parts = [
                (cell[line] if line < len(cell) else "").ljust(width)
                for cell, width in zip(cells, widths, strict=True)
            ]
            yield _GAP.join(parts).rstrip()
        if place == 0:
            yield _GAP.join("-" * width for width in widths)
