"""Checks of the journal: integrity of the file, and replay of its games."""

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from pegboard.cribbage.game import apply, new_game
from pegboard.cribbage.notation import parse_action, parse_record
from pegboard.cribbage.replay import fold_undos
from pegboard.errors import PegboardError
from pegboard.storage.game_rows import read_games
from pegboard.storage.integrity.chain import first_damage
from pegboard.storage.port import Entry

MOST = 100
"""Number of newest games to replay."""


@dataclass(frozen=True, slots=True)
class Games:
    """The result of checking a journal."""

    check: str
    """Result of SQLite's check: `ok` or the problem."""
    count: int
    unplayable: tuple[str, ...] = ()
    """Id and error of each game that cannot be replayed."""
    latest_at: float | None = None
    """Time of the latest entry, seconds since 1970."""
    in_use: bool = False
    """True if another program has the journal open, so that it cannot be read."""


def read(
    check: str,
    games: Sequence[tuple[str, str, str]],
    load: Callable[[str], list[Entry]],
    most: int = MOST,
) -> Games:
    """Replays the newest games.

    Args:
        check: result of SQLite's check.
        games: id, header and mode of each game, oldest first.
        load: returns the entries of a game.
        most: maximum number of games to replay.
    """
    unplayable, latest = [], None
    for game, header, _ in games[-most:]:
        entries = load(game)
        if entries:
            latest = max(latest or 0.0, entries[-1].at)
        try:
            _play(header, entries)
        except PegboardError as error:
            unplayable.append(f"{game[:8]}: {error}")
    return Games(check, len(games), tuple(unplayable), latest)


def _play(header: str, entries: Sequence[Entry]) -> None:
    head = parse_record(header, "header").header
    state = new_game(head.rules, head.dealer)
    for _, action in fold_undos([parse_action(entry.action) for entry in entries]):
        state, _ = apply(state, action)


def read_file(path: Path) -> Games:
    """Checks the journal of a service that is not running, opened read-only."""
    try:
        db = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=1.0)
        try:
            check = str(db.execute("pragma quick_check").fetchone()[0])
            games = db.execute("select id, header, mode from game order by number").fetchall()
            if check == "ok":
                newest = islice(read_games(db), max(0, len(games) - MOST), None)
                check = str(first_damage(newest) or "ok")

            def load(game: str) -> list[Entry]:
                rows = db.execute(
                    "select seq, id, at, by, action from entry where game = ? order by seq",
                    (game,),
                )
                return [Entry(*row) for row in rows]

            return read(check, games, load)
        finally:
            db.close()
    except (sqlite3.Error, OSError, TypeError, ValueError) as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        return Games(str(error), 0, in_use=code == sqlite3.SQLITE_BUSY)
