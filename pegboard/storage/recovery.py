"""Opens the journal at start-up, and repairs and reports a damaged one.

    journal.db is damaged --> set aside as journal.db.damaged-2026-11-21, with its log
    newest good copy + what can still be read of the damaged one --> journal.db

A start after a clean stop costs nothing: the write-ahead log is gone then, and nothing is checked.
After a pulled plug SQLite's quick check runs once.
"""

from contextlib import closing, suppress
from pathlib import Path
from time import localtime, strftime

from pegboard.errors import DeviceError
from pegboard.i18n import Message, _, paragraph
from pegboard.narration.notice import Level, Notice
from pegboard.storage.atomic_file import PART, sync_folder
from pegboard.storage.codes import JournalFault
from pegboard.storage.game_rows import Game, open_to_read, read_games, write_games
from pegboard.storage.journal import SqliteJournal
from pegboard.storage.journal_errors import FAILURES, DiskTrouble, JournalDamaged, is_disk_trouble
from pegboard.storage.journal_files import NEW, log_of, set_aside, suspect, take_place
from pegboard.storage.salvage import SalvageResult, salvage
from pegboard.storage.snapshots import Copy, newest_good

JOURNAL = "journal.db"
MAGIC = b"SQLite format 3\0"
ASIDE_KEPT = 5
"""Number of set-aside journals kept, of each kind."""


def open_journal(state: Path, now: float) -> tuple[SqliteJournal, Notice | None]:
    """Opens the journal of a state folder; repairs it if it is damaged.

    Args:
        state: the folder.
        now: seconds since 1970, for the date in a name.

    Returns:
        The journal, and what the user must be told; None if all is well.

    Raises:
        DeviceError: it cannot be opened, or mending it failed (a full disk): nothing is lost.
    """
    path = state / JOURNAL
    try:
        take_place(path)
        copy = newest_good(state) if _gone(path) else None
    except OSError as error:
        kind = DiskTrouble if is_disk_trouble(error, state) else DeviceError
        raise kind(
            JournalFault.TROUBLE, what=f"journal {path}", why=error.strerror or error
        ) from error
    if copy is not None:
        return _mended(path, copy, now, _("The journal was missing."))
    suspected = suspect(path).exists()
    unclean = suspected or log_of(path).exists()
    journal = None
    try:
        if _headless(path):  # not even opened: closing it would do away with its log
            raise JournalDamaged(JournalFault.HEADLESS, what=f"journal {path}")
        journal = SqliteJournal(path)
        said = journal.check() if unclean else "ok"
        if said == "ok":
            # The check looks at pages, not at every letter; where one was met that is none, all
            # are looked at.
            if (latest := journal.latest()) is not None:
                for game, _header, _mode in journal.games() if suspected else [latest]:
                    journal.load(game)
            suspect(path).unlink(missing_ok=True)
            return journal, None
    except JournalDamaged:
        pass
    if journal is not None:
        journal.close()
    try:
        return _mended(path, newest_good(state), now, _("The journal was damaged."))
    except (OSError, *FAILURES) as error:
        if isinstance(error, JournalDamaged):
            raise
        raise DeviceError(JournalFault.MENDING_FAILED, what=f"journal {path}", why=error) from error


def open_or_wait(state: Path, now: float) -> tuple[SqliteJournal, Notice | None]:
    """Opens the journal, or returns a waiting one if the disk is full, read-only or failing.

    Raises:
        DeviceError: it cannot be opened, for a lasting reason.
    """
    try:
        return open_journal(state, now)
    except DiskTrouble as error:
        return SqliteJournal.waiting(state / JOURNAL, error), None


def _gone(path: Path) -> bool:
    """Returns whether there is no journal, or an empty one."""
    return not path.exists() or (path.stat().st_size == 0 and not log_of(path).exists())


def _headless(path: Path) -> bool:
    """Returns whether a file has lost the header of a database."""
    with suppress(OSError), path.open("rb") as file:
        return file.read(len(MAGIC)) not in (MAGIC, b"")
    return False


def _mended(
    path: Path, copy: Copy | None, now: float, why: Message
) -> tuple[SqliteJournal, Notice | None]:
    told = [why]
    facts: dict[str, str | int] = {}
    date = strftime("%Y-%m-%d", localtime(now))
    known: list[Game] = []
    if copy is not None:
        with closing(open_to_read(copy.path)) as db:
            known = list(read_games(db))
        told.append(_("The copy of {date} was restored.", date=copy.date))
        facts["copy"] = copy.date
    elif not _gone(path):
        told.append(_("There was no copy."))
    saved = SalvageResult(known)
    if not _gone(path):
        aside = free_name(path, f"damaged-{date}")
        set_aside(path, aside)
        saved = salvage(aside, known)
        told.append(_("The old one is kept as {file}, beside the new one.", file=aside.name))
        told.append(_found(saved, len(known)))
        facts |= {"aside": aside.name, "entries": saved.entries, "lost": saved.dropped}
    lay_ready(path, saved.games)
    take_place(path)
    suspect(path).unlink(missing_ok=True)
    keep_few(path, "damaged")
    code = "journal-mended" if "aside" in facts else "journal-was-gone"
    notice = Notice(
        Level.WARNING, "journal", code, paragraph(*told), facts=facts, name="journal", sticky=True
    )
    return SqliteJournal(path), notice


def _found(saved: SalvageResult, known: int) -> Message:
    if not saved.readable:
        return _("Nothing in it could be read: anything newer is lost.")
    new = len(saved.games) - known
    got = _("{n} newer entries could be recovered", n=saved.entries)
    if new:
        got = _("{got}, including {games}", got=got, games=_("{n} newer games", n=new))
    if not saved.dropped:
        return _("{got}; as far as is known, nothing is lost.", got=got)
    return _("{got}; {lost}.", got=got, lost=_("at least {n} entries are lost", n=saved.dropped))


def lay_ready(path: Path, games: list[Game]) -> None:
    """Writes games into a replacement journal beside `path`; see `journal.take_place`.

    Raises:
        OSError, sqlite3.Error: it cannot be written.
    """
    part = path.with_name(path.name + NEW + PART)
    for left in (part, log_of(part), part.with_name(part.name + "-journal")):
        left.unlink(missing_ok=True)
    try:
        write_games(part, games)
        part.replace(path.with_name(path.name + NEW))
    except BaseException:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def keep_few(path: Path, kind: str) -> None:
    """Deletes the oldest journals that were set aside, so that they never fill the disk.

    Args:
        path: the journal.
        kind: `damaged` or `before`.
    """
    found = path.parent.glob(f"{path.name}.{kind}-*")
    there = [each for each in found if not each.name.endswith("-wal")]
    with suppress(OSError):
        for old in sorted(there, key=lambda each: each.stat().st_ctime)[:-ASIDE_KEPT]:
            log_of(old).unlink(missing_ok=True)
            old.unlink()


def free_name(path: Path, ending: str) -> Path:
    """Returns an unused name beside a file.

    `journal.db.damaged-2026-11-21`, then `…-2`.
    """
    name, number = path.with_name(f"{path.name}.{ending}"), 1
    while name.exists():
        number += 1
        name = path.with_name(f"{path.name}.{ending}-{number}")
    return name
