"""A section of the quick reference as plain data; rendered by the terminal and the page."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Section:
    """One section of the reference.

    Attributes:
        key: short unique name.
        title: its heading.
        text: paragraphs.
        steps: a numbered list.
        columns: the head of a table; empty if there is none.
        rows: the table, each row as long as `columns`; the first cell names the row.
    """

    key: str
    title: str
    text: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
