"""Hash chains over the entries of a game, which locate any changed byte.

    root = SHA-256 of [id, started, mode]          of a game
    seal = SHA-256 of the root and the header      forgetting a name changes the header
    link = SHA-256 of the previous link and [seq, id, at, by, action]

SQLite does not checksum its pages: a bit flip inside a text is simply another text, and SQLite's
own checks pass. Here a line is damaged if its link does not match its content; the next line is
checked against the stored link, so that one damaged line does not implicate later ones. A single
bit flip is repaired by trying every candidate against the hash.
"""

import hashlib
import json
import struct
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

from pegboard.storage.port import Entry, Game

LONGEST_MENDED = 400
"""Maximum length in characters of a line to repair; the service writes only shorter ones."""


@dataclass(frozen=True, slots=True)
class DamagedLine:
    """A line of a game that differs from what was written."""

    game: str
    seq: int
    """Number of the entry; 0 for the game's header."""

    def __str__(self) -> str:
        return f"line {self.seq} of game {self.game}"


def root_of(id: str, started: float, mode: str) -> bytes:
    """Returns the root of a game's chain, 32 bytes."""
    return _hash(b"", [id, float(started), mode])


def seal_of(game: Game) -> bytes:
    """Returns the hash of a game's header, 32 bytes."""
    return _hash(root_of(game.id, game.started, game.mode), [game.header])


def link_of(before: bytes, entry: Entry) -> bytes:
    """Returns the hash that links an entry to the previous one, 32 bytes.

    Args:
        before: link of the previous entry, or the root of the game.
        entry: the entry; its stored link is ignored.
    """
    return _hash(before, [entry.seq, entry.id, float(entry.at), entry.by, entry.action])


def _hash(before: bytes, row: list[object]) -> bytes:
    text = json.dumps(row, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(before + text.encode("ascii")).digest()


def chained(before: bytes, entries: Iterable[Entry]) -> Iterator[Entry]:
    """Yields entries with computed links.

    Args:
        before: link before the first entry, or the root of the game.
        entries: entries in order.
    """
    for entry in entries:
        before = link_of(before, entry)
        yield replace(entry, link=before)


def sealed(game: Game) -> Game:
    """Returns a game with its seal and links computed from its content."""
    root = root_of(game.id, game.started, game.mode)
    return replace(game, seal=seal_of(game), entries=tuple(chained(root, game.entries)))


def damaged_lines(game: Game) -> list[DamagedLine]:
    """Returns the damaged lines of a game."""
    damaged = [] if game.seal == seal_of(game) else [DamagedLine(game.id, 0)]
    link = root_of(game.id, game.started, game.mode)
    for number, entry in enumerate(game.entries, 1):
        right = link_of(link, entry)
        if entry.link != right or entry.seq != number:
            damaged.append(DamagedLine(game.id, number))
            after = game.entries[number : number + 1]
            if all(following.link == link_of(right, following) for following in after) and after:
                link = right  # the link is damaged, not the line
                continue
        link = entry.link
    return damaged


def first_damage(games: Iterable[Game]) -> DamagedLine | None:
    """Returns the first damaged line of some games; None if there is none.

    Games in a journal of an older version have no hashes and cannot be checked.
    """
    for game in games:
        if game.seal and (lines := damaged_lines(game)):
            return lines[0]
    return None


def mended_entry(before: bytes, entry: Entry, seq: int) -> Entry | None:
    """Repairs a single bit flip in an entry; returns None if the damage is greater.

    Args:
        before: link of the previous entry, or the root of the game.
        entry: the damaged entry; bytes that are not UTF-8 appear as surrogates.
        seq: expected number of the entry.
    """
    if len(entry.id) + len(entry.by) + len(entry.action) > LONGEST_MENDED:
        return None
    for candidate in _candidates(replace(entry, seq=seq)):
        if link_of(before, candidate) == entry.link:
            return candidate
    return None


def _candidates(entry: Entry) -> Iterator[Entry]:
    yield entry
    for text in _single_bit_flips(entry.action):
        yield replace(entry, action=text)
    for text in _single_bit_flips(entry.id):
        yield replace(entry, id=text)
    for text in _single_bit_flips(entry.by):
        yield replace(entry, by=text)
    for at in _times_off(entry.at):
        yield replace(entry, at=at)


def mended_game(game: Game) -> Game | None:
    """Repairs a single bit flip in a game's row; returns None if the damage is greater."""
    if seal_of(game) == game.seal:
        return game
    for header in _single_bit_flips(game.header):
        if seal_of(candidate := replace(game, header=header)) == game.seal:
            return candidate
    for mode in _single_bit_flips(game.mode):
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


def _single_bit_flips(text: str) -> Iterator[str]:
    raw = text.encode("utf-8", "surrogateescape")
    for place, byte in enumerate(raw):
        for bit in range(8):
            with suppress(UnicodeDecodeError):
                yield (raw[:place] + bytes([byte ^ 1 << bit]) + raw[place + 1 :]).decode()
