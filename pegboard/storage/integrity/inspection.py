"""Compares an open journal with everything else that knows what must be in it.

With its own hashes, with the second log, and with the newest copy: SQLite's own check sees none of
these, and a lost tail leaves a file that is perfectly sound.
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
"""Entries compared with their hashes before play begins, the newest games first; the service
compares the others while nobody plays."""
MOST_NAMED = 5
"""Damaged lines named in one notice."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One reason to repair a journal."""

    why: Message
    lines: Sequence[DamagedLine] = ()


def first_fault(journal: SqliteJournal, state: Path, entries: int) -> Fault | None:
    """Returns the first reason to repair an open journal; None if it has everything it must have.

    Args:
        journal: the open one.
        state: its folder.
        entries: how many to compare with their hashes; see the constants above.

    Raises:
        JournalDamaged: it cannot be read.
    """
    if not _has_all(journal, _heads_of_second_log(journal)):
        return Fault(BEHIND)
    lines, number = list[DamagedLine](), journal.newest(entries)
    if number == 1 and journal.check(thorough=True) != "ok":  # with so few it costs nothing
        return Fault(DAMAGED)
    if (number == 1 or entries > AFTER_CLEAN_STOP) and not _has_all(
        journal, _heads_of_copy(journal, state)
    ):
        return Fault(BEHIND)
    while number:
        found, number = journal.damaged_lines(number, AFTER_CLEAN_STOP)
        lines += found
    return Fault(DAMAGED, lines) if lines else None


def _has_all(journal: SqliteJournal, heads: Mapping[str, tuple[int, bytes]]) -> bool:
    """Returns whether games go at least as far as they are known to, with the same content."""
    return all(journal.link(game, seq) == link for game, (seq, link) in heads.items())


def _heads_of_second_log(journal: SqliteJournal) -> dict[str, tuple[int, bytes]]:
    told = read_second_log(journal.second.path)
    heads: dict[str, tuple[int, bytes]] = {game: (0, b"") for game in told.games}
    for game, entries in told.entries.items():
        heads[game] = entries[-1].seq, entries[-1].link
    return heads


def _heads_of_copy(journal: SqliteJournal, state: Path) -> dict[str, tuple[int, bytes]]:
    copy = newest_good(state)
    if copy is None:
        return {}
    with closing(open_to_read(copy.path)) as db:
        if lineage_of(db) != journal.lineage():
            return {}  # an older version's, or of before a restore
        heads = {game: (0, b"") for (game,) in db.execute("select id from game")}
        last = "select game, max(seq), link from entry group by game"
        heads |= {game: (seq, link) for game, seq, link in db.execute(last)}
        if not _has_all(journal, heads) and first_damage(read_games(db)) is not None:
            return {}  # it is the copy that is damaged
    return heads


def name_line(line: DamagedLine, games: Mapping[str, Game], *, known: bool) -> Message:
    """Returns a sentence about one damaged line.

    Args:
        line: the one.
        games: by id; their dates and players name them.
        known: what was written there is known from elsewhere, and stands there again.
    """
    game = games.get(line.game)
    what = _("game {id}", id=line.game) if game is None else _name(game)
    if line.seq == 0:
        if known:
            return _("The header of {game} was damaged and is repaired.", game=what)
        return _("The header of {game} is damaged; check its names and rules.", game=what)
    if known:
        return _("Line {n} of {game} was damaged and is repaired.", n=line.seq, game=what)
    reads = game.entries[line.seq - 1].action if game and line.seq <= len(game.entries) else "?"
    return _(
        "Line {n} of {game} is damaged and now reads “{text}”; correct it if that is wrong.",
        n=line.seq,
        game=what,
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
