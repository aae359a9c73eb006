"""Keeps every entry since the newest copy of the journal a second time, in a file of its own.

    journal.db.second    one line each: CRC-32, then JSON

The copy and this together hold every game once more. It is not synced: after a killed process it
is complete, after a power failure it may miss what was written last. So it also tells how far the
journal must reach: what stands here was committed there before.
"""

import json
import os
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
from msgspec import Struct

from pegboard.host.atomic_file import atomic_write
from pegboard.storage.port import Entry, Game

ENDING = ".second"
LONGEST_HEAD = 100
"""Bytes of the first line, which names the journal."""
LARGEST_FILE = 4 * 1024 * 1024
"""Bytes; where no copy can be made for months, nothing more is added."""


@dataclass(slots=True)
class SecondLog:
    """The second log of one journal; a failure to write it is not a failure of the journal."""

    path: Path
    _lineage: int = 0
    _descriptor: int = -1

    def open(self, lineage: int) -> None:
        """Opens it to go on; one of another journal is begun anew.

        Args:
            lineage: the journal's.
        """
        self.close()
        self._lineage = lineage
        with suppress(OSError):
            if not self._is_of(lineage):
                self._begin(lineage, ())
            self._descriptor = os.open(self.path, os.O_WRONLY | os.O_APPEND)

    def _is_of(self, lineage: int) -> bool:
        """Returns whether the file's first line names this journal; the rest need not be read."""
        with suppress(FileNotFoundError), self.path.open("rb") as file:
            return file.readline(LONGEST_HEAD) == _line(_journal(lineage))
        return False

    def start(self, game: Game) -> None:
        """Adds the beginning of a game."""
        self._add([_line(_start(game))])

    def append(self, game: str, entries: Sequence[Entry]) -> None:
        """Adds entries of a game, with their links."""
        self._add([_line(_entry(game, entry)) for entry in entries])

    def restart(self) -> None:
        """Empties it: a copy has everything now."""
        with suppress(OSError):
            self._begin(self._lineage, ())
            self.open(self._lineage)

    def rewrite(self, games: Iterable[Game]) -> None:
        """Changes the headers of games, to forget a name; they replace the earlier ones.

        Raises:
            OSError: it could not be written.
        """
        told = read_second_log(self.path)
        known = {game.id: game for game in games}
        lines = [_start(known.get(each.id, each)) for each in told.games.values()]
        for id, entries in told.entries.items():
            lines += [_entry(id, entry) for entry in entries]
        self._begin(self._lineage, lines)
        self.open(self._lineage)

    def close(self) -> None:
        """Closes the file; it stays."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def _begin(self, lineage: int, lines: Iterable[list[object]]) -> None:
        atomic_write(self.path, b"".join(map(_line, [_journal(lineage), *lines])))

    def _add(self, lines: list[bytes]) -> None:
        if self._descriptor >= 0:
            with suppress(OSError):  # the disk is full: the journal itself will say so
                if os.fstat(self._descriptor).st_size < LARGEST_FILE:
                    os.write(self._descriptor, b"".join(lines))


@dataclass(slots=True)
class SecondLogContents:
    """Everything that can be read of a second log."""

    lineage: int = 0
    """Of the journal that it belongs to; 0 if that cannot be read."""
    games: dict[str, Game] = field(default_factory=dict)
    """Those begun since the copy, without entries."""
    entries: dict[str, list[Entry]] = field(default_factory=dict)
    """By game, in order."""


def second_log_of(path: Path) -> Path:
    """Returns the path of a journal's second log."""
    return path.with_name(path.name + ENDING)


def read_second_log(path: Path) -> SecondLogContents:
    """Reads a second log as far as its lines are sound; a file that is not there is empty.

    Raises:
        OSError: it is there and cannot be read.
    """
    told = SecondLogContents()
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return told
    for row in _rows(content):
        with suppress(ValueError):
            match row:
                case _Journal(lineage):
                    told.lineage = lineage
                case _Start(id, started, mode, header, seal):
                    told.games[id] = Game(id, started, mode, header, (), bytes.fromhex(seal))
                case _Entry(game, seq, id, at, by, action, link):
                    entry = Entry(seq, id, at, by, action, bytes.fromhex(link))
                    told.entries.setdefault(game, []).append(entry)
    return told


class _Journal(Struct, array_like=True, tag="journal"):
    lineage: int


class _Start(Struct, array_like=True, tag="game"):
    id: str
    started: float
    mode: str
    header: str
    seal: str


class _Entry(Struct, array_like=True, tag="entry"):
    game: str
    seq: int
    id: str
    at: float
    by: str
    action: str
    link: str


_Row = _Journal | _Start | _Entry


def _rows(content: bytes) -> Iterator[_Row]:
    for line in content.split(b"\n"):
        crc, _, text = line.partition(b" ")
        if crc == _crc(text):
            with suppress(ValueError, RecursionError):
                yield msgspec.json.decode(text, type=_Row)


def _journal(lineage: int) -> list[object]:
    return ["journal", lineage]


def _start(game: Game) -> list[object]:
    return ["game", game.id, game.started, game.mode, game.header, game.seal.hex()]


def _entry(game: str, e: Entry) -> list[object]:
    return ["entry", game, e.seq, e.id, e.at, e.by, e.action, e.link.hex()]


def _line(row: list[object]) -> bytes:
    text = json.dumps(row, separators=(",", ":")).encode("ascii")
    return _crc(text) + b" " + text + b"\n"


def _crc(text: bytes) -> bytes:
    return b"%08x" % zlib.crc32(text)
