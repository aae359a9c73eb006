"""Tags: comment lines of a record with a meaning, such as `# commitment 3b7e…`.

A replay treats them as comments. They come before the first action, except for facts that are only
known once the game is over, which come after the last.
"""

import re
from collections.abc import Mapping

from pegboard.cribbage.codes import Unreadable
from pegboard.cribbage.notation import Header, Record, format_record
from pegboard.cribbage.rules import Rules
from pegboard.cribbage.shuffle import Shuffle
from pegboard.errors import NotationError, quoted

WORDS = ("level", "seats", "colors", "match", "phrase", "commitment", "seed", "hall")
"""Subjects of tags: who sits down (see `pegboard.session.setup`), and the shuffle (see
`pegboard.cribbage.shuffle`). With `hall`, a hall chose the cards; it reveals the seed itself."""

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
    said: Mapping[str, str] | None = None,
    shuffle: Shuffle | None = None,
) -> str:
    """Returns the header lines of a new game's record, as the journal keeps them.

    Args:
        rules: what is played by.
        names: of the seats.
        dealer: who deals first.
        said: remarks about who plays, by word.
        shuffle: what the cards will follow from, its seed included: no page is to see this text.
    """
    above = dict(said or {})
    if shuffle is not None:
        above |= {
            "phrase": shuffle.phrase,
            "commitment": shuffle.commitment,
            "seed": shuffle.seed,
        }
    return write(format_record(Record(Header(rules, dealer, names), ())), above)
