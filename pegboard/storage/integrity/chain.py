"""Chains the entries of a game by hashes, so that any changed byte is found and its line named.

    root = SHA-256 of [id, started, mode]          of a game
    seal = SHA-256 of the root and the header      the header may change: a name is forgotten
    link = SHA-256 of the link before and [seq, id, at, by, action]

SQLite has no checksum over its pages: a bit that tips inside a text is a different text, and its
own checks call the file sound. Here a line is wrong if its link is not that of its content; the
next line is checked against the link as it is stored, so that one damaged line is one damaged
line. A single tipped bit is put right: every candidate is tried against the hash.
"""

import hashlib
import json
import struct
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

from pegboard.storage.port import Entry, Game

LONGEST_MENDED = 400
"""Characters of a line in which a tipped bit is looked for; what the service writes is shorter."""


@dataclass(frozen=True, slots=True)
class DamagedLine:
    """One line of a game whose content is not what was written."""

    game: str
    seq: int
    """The entry's number; 0 for the game's header."""

    def __str__(self) -> str:
        return f"line {self.seq} of game {self.game}"


def root_of(id: str, started: float, mode: str) -> bytes:
    """Returns the beginning of a game's chain, 32 bytes."""
    return _hash(b"", [id, float(started), mode])


def seal_of(game: Game) -> bytes:
    """Returns the hash of a game's header, 32 bytes."""
    return _hash(root_of(game.id, game.started, game.mode), [game.header])


def link_of(before: bytes, entry: Entry) -> bytes:
    """Returns the hash of an entry in its place, 32 bytes.

    Args:
        before: the link of the entry before it, or the game's root.
        entry: its own link plays no part.
    """
    return _hash(before, [entry.seq, entry.id, float(entry.at), entry.by, entry.action])


def _hash(before: bytes, row: list[object]) -> bytes:
    text = json.dumps(row, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(before + text.encode("ascii")).digest()


def chained(before: bytes, entries: Iterable[Entry]) -> Iterator[Entry]:
    """Yields entries with their links.

    Args:
        before: the link before the first one, or the game's root.
        entries: in order.
    """
    for entry in entries:
        before = link_of(before, entry)
        yield replace(entry, link=before)


def sealed(game: Game) -> Game:
    """Returns a game with its seal and all its links, as its content now gives them."""
    root = root_of(game.id, game.started, game.mode)
    return replace(game, seal=seal_of(game), entries=tuple(chained(root, game.entries)))


def damaged_lines(game: Game) -> list[DamagedLine]:
    """Returns the lines of a game that are not what was written; none if all is well."""
    found = [] if game.seal == seal_of(game) else [DamagedLine(game.id, 0)]
    link = root_of(game.id, game.started, game.mode)
    for number, entry in enumerate(game.entries, 1):
        right = link_of(link, entry)
        if entry.link != right or entry.seq != number:
            found.append(DamagedLine(game.id, number))
            after = game.entries[number : number + 1]
            if all(each.link == link_of(right, each) for each in after) and after:
                link = right  # the link itself was hit, not the line
                continue
        link = entry.link
    return found


def first_damage(games: Iterable[Game]) -> DamagedLine | None:
    """Returns the first line of some games that is not what was written; None if all is well.

    Games of an older version's journal have no hashes, and nothing can be said of them.
    """
    for game in games:
        if game.seal and (lines := damaged_lines(game)):
            return lines[0]
    return None


def mended_entry(before: bytes, entry: Entry, seq: int) -> Entry | None:
    """Returns an entry with a single tipped bit put right; None if more is wrong with it.

    Args:
        before: the link of the entry before it, or the game's root.
        entry: the damaged one; its text may hold bytes that are no text, as surrogates.
        seq: the number it must have.
    """
    if len(entry.id) + len(entry.by) + len(entry.action) > LONGEST_MENDED:
        return None
    for candidate in _candidates(replace(entry, seq=seq)):
        if link_of(before, candidate) == entry.link:
            return candidate
    return None


def _candidates(entry: Entry) -> Iterator[Entry]:
    yield entry
    for text in _one_bit_off(entry.action):
        yield replace(entry, action=text)
    for text in _one_bit_off(entry.id):
        yield replace(entry, id=text)
    for text in _one_bit_off(entry.by):
        yield replace(entry, by=text)
    for at in _times_off(entry.at):
        yield replace(entry, at=at)


def mended_game(game: Game) -> Game | None:
    """Returns a game with a single tipped bit put right in its row; None if more is wrong."""
    if seal_of(game) == game.seal:
        return game
    for header in _one_bit_off(game.header):
        if seal_of(candidate := replace(game, header=header)) == game.seal:
            return candidate
    for mode in _one_bit_off(game.mode):
        if seal_of(candidate := replace(game, mode=mode)) == game.seal:
            return candidate
    for started in _times_off(game.started):
        if seal_of(candidate := replace(game, started=started)) == game.seal:
            return candidate
    return None


def _times_off(time: float) -> Iterator[float]:
    raw = int.from_bytes(struct.pack(">d", time))
    for bit in range(64):
        yield struct.unpack(">d", (raw ^ 1 << bit).to_bytes(8))[0]


def _one_bit_off(text: str) -> Iterator[str]:
    raw = text.encode("utf-8", "surrogateescape")
    for place, byte in enumerate(raw):
        for bit in range(8):
            with suppress(UnicodeDecodeError):
                yield (raw[:place] + bytes([byte ^ 1 << bit]) + raw[place + 1 :]).decode()
