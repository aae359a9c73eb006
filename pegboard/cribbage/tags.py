"""Tags: comment lines of a record with a meaning, such as `# commitment 3b7e…`.

A replay treats them as comments. They come before the first action, except for facts that are only
known once the game is over, which come after the last.
"""

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Self

from pegboard.cribbage.codes import Unreadable
from pegboard.cribbage.notation import Header, Record, format_record
from pegboard.cribbage.rules import Rules
from pegboard.cribbage.shuffle import Shuffle
from pegboard.errors import NotationError, quoted

WORDS = (
    *("level", "seats", "colors", "match", "begun"),
    *("phrase", "commitment", "seed", "hall", "renamed"),
)
"""Subjects of tags: the setup (see `pegboard.schema.setup`), names before a correction (see
`Renaming`), and the shuffle (see `pegboard.cribbage.shuffle`). With `hall`, a
hall chose the cards; it reveals the seed itself."""

LONGEST = 64
"""Characters of what a remark says."""

_LINE = re.compile(rf"# ({'|'.join(WORDS)}) (.*)")


def read(text: str) -> dict[str, str]:
    """Returns a record's tags by word.

    Raises:
        NotationError: one is given twice; the message names the line.
    """
    found: dict[str, str] = {}
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        match = _LINE.fullmatch(line.rstrip())
        if match is None:
            continue
        word, says = match[1], match[2].strip()
        if word in found:
            raise NotationError(Unreadable.TAG_TWICE, line=number, word=word)
        found[word] = says
    return found


def public(tags: Mapping[str, str]) -> dict[str, str]:
    """Returns tags without those that stay in the journal: the shuffle's seed and former names."""
    return {word: value for word, value in tags.items() if word not in ("seed", RENAMED)}


def write(record: str, above: Mapping[str, str], below: Mapping[str, str] | None = None) -> str:
    """Returns a record with tags added.

    Args:
        record: as `notation.format_record` writes it: header lines, an empty line, actions.
        above: tags under the header lines, by word.
        below: tags after the last action, by word.
    """
    head, _, actions = record.partition("\n\n")
    lines = [head, *_lines(above), "", *([actions.rstrip("\n")] if actions else [])]
    return "\n".join([*lines, *_lines(below or {})]) + "\n"


def header_text(header: Header, above: Mapping[str, str]) -> str:
    """Returns the header lines of a record with its tags, as the journal stores them."""
    return write(format_record(Record(header, ())), above)


def check_phrase(text: str) -> str:
    """Checks a phrase for the shuffle and returns it without surrounding spaces.

    Raises:
        NotationError: it is not one line of printable text, or too long.
    """
    text = text.strip()
    if len(text) > LONGEST or not text.isprintable():
        raise NotationError(Unreadable.NOT_A_PHRASE, text=quoted(text), most=LONGEST)
    return text


def _lines(tags: Mapping[str, str]) -> list[str]:
    return [f"# {word} {says}" for word, says in tags.items() if says]


def header_of(
    rules: Rules,
    names: tuple[str, ...],
    dealer: int,
    *,
    remarks: Mapping[str, str] | None = None,
    shuffle: Shuffle | None = None,
) -> str:
    """Returns the header lines of a new game's record, as the journal keeps them.

    Args:
        rules: rules of the game.
        names: name of each seat.
        dealer: seat that deals first.
        remarks: further tags of the record by name, such as `seats`.
        shuffle: source of the cards; the header contains its seed, so no page may see it.
    """
    above = dict(remarks or {})
    if shuffle is not None:
        above |= {
            "phrase": shuffle.phrase,
            "commitment": shuffle.commitment,
            "seed": shuffle.seed,
        }
    return header_text(Header(rules, dealer, names), above)


RENAMED = "renamed"
"""Word of the tag with the names before a correction."""


@dataclass(frozen=True, slots=True)
class Renaming:
    """The latest correction of a game's names: one was mistyped, or players sat in wrong seats.

    The correction rewrites the header. A tag next to it keeps the names from before, so that UNDO
    can bring them back, also after a restart. Here they were others until entry 12:

        # renamed [12,"k1",["Bne","Ann"]]

    Attributes:
        seq: number of entries the game had when it was made.
        id: id of the command that made it, or that undid it.
        before: the names until then; empty once the correction was taken back.
    """

    seq: int
    id: str
    before: tuple[str, ...] = ()

    @classmethod
    def read(cls, text: str) -> Self | None:
        """Returns the correction that a tag describes; None if it describes none."""
        with suppress(ValueError, TypeError, RecursionError):
            seq, id, before = json.loads(text)
            return cls(int(seq), str(id), tuple(map(str, before)))
        return None

    def __str__(self) -> str:
        return json.dumps([self.seq, self.id, self.before], ensure_ascii=False)
