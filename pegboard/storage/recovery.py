"""Opening of the journal at start-up, with repair of a damaged one.

    journal.db is damaged --> set aside as journal.db.damaged-2026-11-21, with its log
    newest good copy + readable parts of the damaged one --> journal.db

Every start checks the frames of the write-ahead log, compares the journal with the second log, and
the newest games with their hashes. After an unclean stop it also runs SQLite's quick check and
compares more entries (`integrity/inspection.py`).
"""

from contextlib import closing, suppress
from pathlib import Path
from time import localtime, strftime

from pegboard.errors import DeviceError
from pegboard.i18n import Message, _, paragraph
from pegboard.notice import Level, Notice
from pegboard.storage.codes import JournalFault
from pegboard.storage.game_rows import open_to_read, read_games
from pegboard.storage.integrity.inspection import (
    AFTER_CLEAN_STOP,
    AFTER_UNCLEAN_STOP,
    DAMAGED,
    EVERYTHING,
    MOST_NAMED,
    Fault,
    describe_damage,
    first_fault,
)
from pegboard.storage.integrity.second_log import read_second_log, second_log_of
from pegboard.storage.integrity.weave import WovenGames, weave
from pegboard.storage.journal import SqliteJournal
from pegboard.storage.journal_errors import FAILURES, DiskTrouble, JournalDamaged, is_disk_trouble
from pegboard.storage.journal_files import (
    MAGIC,
    free_name,
    header_lineage,
    install_prepared,
    log_of,
    prepare_journal,
    prune_set_aside,
    set_aside,
    suspect,
    sweep,
)
from pegboard.storage.port import Game
from pegboard.storage.salvage import Salvaged, salvage, wal_contents
from pegboard.storage.snapshots import newest_good
from pegboard.storage.state_names import JOURNAL
from pegboard.storage.tables import lineage_of


def open_journal(state: Path, now: float) -> tuple[SqliteJournal, Notice | None]:
    """Opens the journal of a state folder; repairs it if it is damaged.

    Args:
        state: state folder.
        now: seconds since 1970, for the date in file names.

    Returns:
        The journal, and a notice about a repair; None without one.

    Raises:
        DeviceError: opening or repairing it failed, such as on a full disk; nothing is lost.
    """
    path = state / JOURNAL
    try:
        install_prepared(path)
        fault = _fault_before_opening(path)
    except OSError as error:
        kind = DiskTrouble if is_disk_trouble(error, state) else DeviceError
        raise kind(
            JournalFault.TROUBLE, what=f"journal {path}", why=error.strerror or error
        ) from error
    journal, notice = None, None
    if fault is None:
        journal, fault = _open_sound(path)
    if journal is None:
        try:
            journal, notice = _mended(path, now, fault or Fault(DAMAGED))
        except (OSError, *FAILURES) as error:
            if isinstance(error, JournalDamaged):
                raise
            raise DeviceError(
                JournalFault.MENDING_FAILED, what=f"journal {path}", why=error
            ) from error
    sweep(state)
    return journal, notice


def _fault_before_opening(path: Path) -> Fault | None:
    """Returns damage that SQLite would not report, or would discard by opening the file."""
    if _is_missing(path):
        lost = newest_good(path.parent) is not None or read_second_log(second_log_of(path)).games
        return Fault(_("The journal was missing.")) if lost else None
    if is_no_database(path):
        return Fault(DAMAGED)
    log = wal_contents(path)
    if log.frames and (
        not path.exists() or not path.stat().st_size
    ):  # SQLite would start an empty database
        return Fault(DAMAGED)
    needed = log.damaged and not (log.headless and log.is_in(path.read_bytes()))
    return Fault(DAMAGED) if needed else None


def _open_sound(path: Path) -> tuple[SqliteJournal | None, Fault | None]:
    """Opens the journal; returns it, or the reason to repair it."""
    suspected = suspect(path).exists()
    unclean = suspected or log_of(path).exists()
    journal = None
    try:
        journal = SqliteJournal(path)
        if not unclean or journal.check() == "ok":
            entries = AFTER_UNCLEAN_STOP if unclean else AFTER_CLEAN_STOP
            fault = first_fault(journal, path.parent, EVERYTHING if suspected else entries)
            if fault is None:
                with suppress(DeviceError):  # on failure the data stays in the log
                    journal.checkpoint()
                suspect(path).unlink(missing_ok=True)
                return journal, None
        else:
            fault = Fault(DAMAGED)
    except JournalDamaged:
        fault = Fault(DAMAGED)
    if journal is not None:
        journal.close()
    return None, fault


def open_or_wait(state: Path, now: float) -> tuple[SqliteJournal, Notice | None]:
    """Opens the journal; returns a placeholder if the disk is full, read-only or failing.

    Raises:
        DeviceError: the journal cannot be opened, for a permanent reason.
    """
    try:
        return open_journal(state, now)
    except DiskTrouble as error:
        return SqliteJournal.waiting(state / JOURNAL, error), None


def _is_missing(path: Path) -> bool:
    """Returns whether the journal is missing or empty."""
    if path.exists() and path.stat().st_size:
        return False
    return not log_of(path).exists() or not log_of(path).stat().st_size


def is_no_database(path: Path) -> bool:
    """Returns whether neither a file nor its log has the header of a database.

    After a power failure during a checkpoint the first page may be torn; SQLite then reads it from
    the log. If the log lacks it, SQLite would discard the log.
    """
    with suppress(OSError), path.open("rb") as file:
        if file.read(len(MAGIC)) not in (MAGIC, b""):
            return 1 not in wal_contents(path).pages
    return False


class _Sources:
    """All sources of games for a repair, and the games reassembled from them."""

    def __init__(self, path: Path) -> None:
        """Reads all sources without changing them. Copies from before a restore are not used.

        Args:
            path: path of the journal.
        """
        self.copy, of_copy = newest_good(path.parent), 0
        self.copied: list[Game] = []
        if self.copy is not None:
            with closing(open_to_read(self.copy.path)) as db:
                of_copy, self.copied = lineage_of(db), list(read_games(db))
        second = read_second_log(second_log_of(path))
        lineages = [
            lineage for lineage in (header_lineage(path), second.lineage, of_copy) if lineage
        ]
        self.lineage = max(
            lineages, key=lineages.count, default=0
        )  # majority; the first if all differ
        if of_copy not in (0, self.lineage):
            self.copy, self.copied = None, []
        self.of_copy = sum(len(game.entries) for game in self.copied)
        self.salvaged = Salvaged(readable=True)
        if path.exists() or log_of(path).exists():
            self.salvaged = salvage(path, self.of_copy + len(self.copied))
        readings = self.salvaged.readings
        readings.add(self.copied)
        if second.lineage == self.lineage:
            readings.add_parts(second.games.values(), second.entries)
        readings.put_first([game.id for game in self.copied])
        self.woven = weave(readings)


def _mended(path: Path, now: float, fault: Fault) -> tuple[SqliteJournal, Notice]:
    sources = _Sources(path)
    woven, copy = sources.woven, sources.copy
    sentences = [fault.why]
    facts: dict[str, str | int] = {}
    if copy is not None:
        sentences.append(_("The copy of {date} was restored.", date=copy.date))
        facts["copy"] = copy.date
    elif not _is_missing(path):
        sentences.append(_("There was no copy."))
    entries = sum(len(game.entries) for game in woven.games)
    lost = max(woven.lost, sources.salvaged.expected - entries)
    facts |= {"entries": entries - sources.of_copy, "lost": lost}
    if not _is_missing(path):
        path.touch()
        aside = free_name(path, f"damaged-{strftime('%Y-%m-%d', localtime(now))}")
        set_aside(path, aside)
        sentences.append(_("The old one is kept as {file}, beside the new one.", file=aside.name))
        facts["aside"] = aside.name
    if not _is_missing(path) or entries > sources.of_copy:
        readable = sources.salvaged.readable or entries > sources.of_copy
        games = len(woven.games) - len(sources.copied)
        sentences.append(_recovered_sentence(readable, entries - sources.of_copy, games, lost))
    sentences += _damage_sentences(fault, woven)
    prepare_journal(path, woven.games, sources.lineage)
    install_prepared(path)
    suspect(path).unlink(missing_ok=True)
    prune_set_aside(path, "damaged")
    code = "journal-mended" if "aside" in facts else "journal-was-gone"
    notice = Notice(
        Level.WARNING,
        "journal",
        code,
        paragraph(*sentences),
        facts=facts,
        name="journal",
        sticky=True,
    )
    return SqliteJournal(path), notice


def _damage_sentences(fault: Fault, woven: WovenGames) -> list[Message]:
    """Returns a sentence for each damaged line, up to `MOST_NAMED`."""
    games = {game.id: game for game in woven.games}
    lines = dict.fromkeys([*woven.doubtful, *fault.lines])
    return [describe_damage(line, games, is_repaired=line not in woven.doubtful) for line in lines][
        :MOST_NAMED
    ]


def _recovered_sentence(readable: bool, entries: int, games: int, lost: int) -> Message:
    if not readable:
        return _("Nothing in it could be read: anything newer is lost.")
    got = _("{n} newer entries could be recovered", n=entries)
    if games > 0:
        got = _("{got}, including {games}", got=got, games=_("{n} newer games", n=games))
    if lost <= 0:
        return _("{got}; as far as is known, nothing is lost.", got=got)
    return _("{got}; {lost}.", got=got, lost=_("at least {n} entries are lost", n=lost))
