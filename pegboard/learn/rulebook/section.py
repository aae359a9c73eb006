"""One section of the quick reference, as plain data: the terminal and the page each render it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Section:
    """One section of the reference.

    Attributes:
        key: a word to find it by.
        title: its heading.
        text: paragraphs.
        steps: what comes one after the other, numbered from 1.
        columns: the head of a table; empty if there is none.
        rows: the table, each row as long as `columns`; the first cell names the row.
    """

    key: str
    title: str
    text: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
