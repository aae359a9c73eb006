"""A second log: duplicates every entry since the journal's newest copy in a separate file.

    journal.db.second    one line each: CRC-32, then JSON

Together with the copy it holds every game a second time. It is not synced: it is complete after a
killed process, but after a power failure the last entries may be missing. As entries are written
here only after the commit, the second log also shows how far the journal must reach.
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
"""Maximum length in bytes of the first line, which names the journal."""
LARGEST_FILE = 4 * 1024 * 1024
"""Maximum size in bytes, reached only if no copy can be made for months."""


@dataclass(slots=True)
class SecondLog:
    """The second log of one journal. Failures to write it are ignored."""

    path: Path
    _lineage: int = 0
    _descriptor: int = -1

    def open(self, lineage: int) -> None:
        """Opens the log for appending; replaces one that belongs to another journal.

        Args:
            lineage: lineage of the journal.
        """
        self.close()
        self._lineage = lineage
        with suppress(OSError):
            if not self._belongs_to(lineage):
                self._create(lineage, ())
            self._descriptor = os.open(self.path, os.O_WRONLY | os.O_APPEND)

    def _belongs_to(self, lineage: int) -> bool:
        """Returns whether the first line of the file names this journal."""
        with suppress(FileNotFoundError), self.path.open("rb") as file:
            return file.readline(LONGEST_HEAD) == _line(_journal(lineage))
        return False

    def start(self, game: Game) -> None:
        """Appends the start of a game."""
        self._add([_line(_start(game))])

    def append(self, game: str, entries: Sequence[Entry]) -> None:
        """Appends entries of a game, with their links."""
        self._add([_line(_entry(game, entry)) for entry in entries])

    def restart(self) -> None:
        """Empties the log, after a copy has been made."""
        with suppress(OSError):
            self._create(self._lineage, ())
            self.open(self._lineage)

    def rewrite(self, games: Iterable[Game]) -> None:
        """Replaces the headers of games, to forget a name.

        Raises:
            OSError: the log cannot be written.
        """
        contents = read_second_log(self.path)
        changed = {game.id: game for game in games}
        lines = [_start(changed.get(game.id, game)) for game in contents.games.values()]
        for id, entries in contents.entries.items():
            lines += [_entry(id, entry) for entry in entries]
        self._create(self._lineage, lines)
        self.open(self._lineage)

    def close(self) -> None:
        """Closes the file."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def _create(self, lineage: int, lines: Iterable[list[object]]) -> None:
        atomic_write(self.path, b"".join(map(_line, [_journal(lineage), *lines])))

    def _add(self, lines: list[bytes]) -> None:
        if self._descriptor >= 0:
            with suppress(OSError):  # on a full disk the journal itself reports the error
                if os.fstat(self._descriptor).st_size < LARGEST_FILE:
                    os.write(self._descriptor, b"".join(lines))


@dataclass(slots=True)
class SecondLogContents:
    """The readable content of a second log."""

    lineage: int = 0
    """Lineage of its journal; 0 if unreadable."""
    games: dict[str, Game] = field(default_factory=dict)
    """Games started since the copy, by id, without entries."""
    entries: dict[str, list[Entry]] = field(default_factory=dict)
    """Entries by game, in order."""


def second_log_of(path: Path) -> Path:
    """Returns the path of a journal's second log."""
    return path.with_name(path.name + ENDING)


def read_second_log(path: Path) -> SecondLogContents:
    """Reads the undamaged lines of a second log; a missing file counts as empty.

    Raises:
        OSError: the file exists but cannot be read.
    """
    contents = SecondLogContents()
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        return contents
    for row in _rows(raw):
        with suppress(ValueError):
            match row:
                case _Journal(lineage):
                    contents.lineage = lineage
                case _Start(id, started, mode, header, seal):
                    contents.games[id] = Game(id, started, mode, header, (), bytes.fromhex(seal))
                case _Entry(game, seq, id, at, by, action, link):
                    entry = Entry(seq, id, at, by, action, bytes.fromhex(link))
                    contents.entries.setdefault(game, []).append(entry)
    return contents


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
