"""Checks of an open journal against its hashes, its second log and its newest copy.

SQLite's own check uses none of these, and after losing its tail a file is still valid for SQLite.
"""

from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from time import localtime, strftime

from pegboard.cribbage.notation import parse_record
from pegboard.errors import PegboardError
from pegboard.i18n import Message, _
from pegboard.storage.game_rows import open_to_read, read_games
from pegboard.storage.integrity.chain import DamagedLine, first_damage
from pegboard.storage.integrity.second_log import read_second_log
from pegboard.storage.journal import SqliteJournal
from pegboard.storage.port import Game
from pegboard.storage.snapshots import newest_good
from pegboard.storage.tables import lineage_of

DAMAGED, BEHIND = _("The journal was damaged."), _("The journal was missing its newest entries.")

AFTER_CLEAN_STOP, AFTER_UNCLEAN_STOP, EVERYTHING = 2_000, 20_000, 2**40
"""Number of newest entries compared with their hashes at the start; the service checks the others
while nobody plays."""
MOST_NAMED = 5
"""Maximum number of damaged lines named in a notice."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A reason to repair a journal."""

    why: Message
    lines: Sequence[DamagedLine] = ()


def first_fault(journal: SqliteJournal, state: Path, entries: int) -> Fault | None:
    """Returns the first reason to repair an open journal; None if it is complete.

    Args:
        journal: journal of the board, already open.
        state: state folder.
        entries: number of entries to compare with their hashes; see the constants above.

    Raises:
        JournalDamaged: the journal cannot be read.
    """
    if not _has_all(journal, _heads_of_second_log(journal)):
        return Fault(BEHIND)
    lines, number = list[DamagedLine](), journal.newest(entries)
    if number == 1 and journal.check(thorough=True) != "ok":  # so few are checked quickly
        return Fault(DAMAGED)
    if (number == 1 or entries > AFTER_CLEAN_STOP) and not _has_all(
        journal, _heads_of_copy(journal, state)
    ):
        return Fault(BEHIND)
    while number:
        damaged, number = journal.damaged_lines(number, AFTER_CLEAN_STOP)
        lines += damaged
    return Fault(DAMAGED, lines) if lines else None


def _has_all(journal: SqliteJournal, heads: Mapping[str, tuple[int, bytes]]) -> bool:
    """Returns whether a journal contains the given last entry of each game."""
    return all(journal.link(game, seq) == link for game, (seq, link) in heads.items())


def _heads_of_second_log(journal: SqliteJournal) -> dict[str, tuple[int, bytes]]:
    contents = read_second_log(journal.second.path)
    heads: dict[str, tuple[int, bytes]] = {game: (0, b"") for game in contents.games}
    for game, entries in contents.entries.items():
        heads[game] = entries[-1].seq, entries[-1].link
    return heads


def _heads_of_copy(journal: SqliteJournal, state: Path) -> dict[str, tuple[int, bytes]]:
    copy = newest_good(state)
    if copy is None:
        return {}
    with closing(open_to_read(copy.path)) as db:
        if lineage_of(db) != journal.lineage():
            return {}  # the copy was made by an older version, or before a restore
        heads = {game: (0, b"") for (game,) in db.execute("select id from game")}
        last = "select game, max(seq), link from entry group by game"
        heads |= {game: (seq, link) for game, seq, link in db.execute(last)}
        if not _has_all(journal, heads) and first_damage(read_games(db)) is not None:
            return {}  # the copy itself is damaged
    return heads


def describe_damage(line: DamagedLine, games: Mapping[str, Game], *, is_repaired: bool) -> Message:
    """Returns a sentence about a damaged line.

    Args:
        line: damaged line of the journal.
        games: games by id, to describe them by date and players.
        is_repaired: True if the original content has been restored from another source.
    """
    game = games.get(line.game)
    label = _("game {id}", id=line.game) if game is None else _name(game)
    if line.seq == 0:
        if is_repaired:
            return _("The header of {game} was damaged and is repaired.", game=label)
        return _("The header of {game} is damaged; check its names and rules.", game=label)
    if is_repaired:
        return _("Line {n} of {game} was damaged and is repaired.", n=line.seq, game=label)
    reads = game.entries[line.seq - 1].action if game and line.seq <= len(game.entries) else "?"
    return _(
        "Line {n} of {game} is damaged and now reads “{text}”; correct it if that is wrong.",
        n=line.seq,
        game=label,
        text=reads,
    )


def _name(game: Game) -> Message:
    date = strftime("%Y-%m-%d", localtime(game.started))
    try:
        names = [name for name in parse_record(game.header, "header").header.names if name]
    except (PegboardError, ValueError):
        names = []
    if not names:
        return _("the game of {date}", date=date)
    return _("the game of {date} ({names})", date=date, names=", ".join(names))
