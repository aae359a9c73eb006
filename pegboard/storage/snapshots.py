"""Nightly copies of the journal: seven in the state folder.

    state/copies/000012-2026-11-21.db

They are ordered by number rather than date, so that a clock that was wrong for a day cannot make
the best copy look like the oldest.
"""

import re
import shutil
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from time import localtime, strftime

from pegboard.errors import DeviceError
from pegboard.host.atomic_file import PART, sync_folder
from pegboard.storage.codes import CopyFault, UnfitRow
from pegboard.storage.game_rows import UnfitGame, check_file, open_to_read, read_games
from pegboard.storage.integrity.chain import first_damage
from pegboard.storage.journal import SqliteJournal
from pegboard.storage.journal_errors import FAILURES, JournalDamaged
from pegboard.storage.state_names import COPIES
from pegboard.storage.tables import lineage_of

MOST_COPIES = 7
NIGHT_H = 3
"""Local hour after which the daily copy is made."""
DAY_S = 86_400.0
SPARE_BYTES = 16 * 1024 * 1024
"""Disk space in bytes that a copy must leave for the games."""

_NAME = re.compile(r"(\d{6,})-(\d{4}-\d{2}-\d{2})\.db")


@dataclass(frozen=True, slots=True, order=True)
class Copy:
    """An existing copy."""

    number: int
    date: str
    """Date it was made, as 2026-11-21."""
    path: Path


def copies(state: Path) -> list[Copy]:
    """Returns the copies in a state folder, oldest first."""
    existing = []
    with suppress(OSError):
        for path in (state / COPIES).iterdir():
            if match := _NAME.fullmatch(path.name):
                existing.append(Copy(int(match[1]), match[2], path))
    return sorted(existing)


def is_copy_due(state: Path, now: float) -> bool:
    """Returns whether a copy is due: after 3 in the morning, or a day after the last.

    A last copy dated in the future means that the clock went back; a copy is due then.

    Args:
        state: state folder.
        now: seconds since 1970.
    """
    existing = copies(state)
    if not existing:
        return True
    try:
        age = now - existing[-1].path.stat().st_mtime
    except OSError:
        return True
    if not -60.0 <= age < DAY_S:
        return True
    here = localtime(now)
    return here.tm_hour >= NIGHT_H and strftime("%Y-%m-%d", here) != existing[-1].date


def make_copy(journal: SqliteJournal, state: Path, now: float) -> Copy | None:
    """Makes and verifies a copy, and deletes the oldest. Blocks; on the journal's thread.

    Every line is compared with its hash. The second log is emptied afterwards.

    Returns:
        The copy, or None if the newest one is up to date.

    Raises:
        JournalDamaged: a line of the journal is damaged; the next start repairs it.
        DeviceError: the disk is full, or the copy is damaged; the older copies stay.
    """
    folder = state / COPIES
    existing = copies(state)
    if existing and _same(existing[-1].path, journal):
        journal.verify()
        with suppress(OSError):
            existing[-1].path.touch()  # an unchanged copy is as good as a new one
        return None
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        for left in folder.glob(f"*{PART}"):
            left.unlink()
        free = shutil.disk_usage(folder).free
        needed = Path(journal.path).stat().st_size + SPARE_BYTES
        if free < needed:
            raise DeviceError(CopyFault.NO_ROOM, free=free // 2**20, wanted=needed // 2**20)
        number = existing[-1].number + 1 if existing else 1
        date = strftime("%Y-%m-%d", localtime(now))
        path = folder / f"{number:06}-{date}.db"
        part = path.with_name(path.name + PART)
        journal.copy_to(part)
        try:
            with closing(open_to_read(part)) as db:
                check_file(db)
                if (line := first_damage(read_games(db))) is not None:
                    journal.verify()  # raises if the journal is damaged, too
                    raise UnfitGame(UnfitRow.JOURNAL_DAMAGED, why=str(line))
            part.replace(path)
        except JournalDamaged:
            part.unlink(missing_ok=True)
            raise
        except Exception as error:
            part.unlink(missing_ok=True)
            raise DeviceError(CopyFault.NOT_MADE, why=error) from error
        sync_folder(folder)
        journal.second.restart()
        for old in [*existing, Copy(number, date, path)][:-MOST_COPIES]:
            old.path.unlink(missing_ok=True)
    except OSError as error:
        if isinstance(error, DeviceError):
            raise
        why = f"{folder}: {error.strerror or error}"
        raise DeviceError(CopyFault.NOT_MADE, why=why) from error
    return Copy(number, date, path)


def newest_good(state: Path) -> Copy | None:
    """Returns the newest undamaged copy, or None."""
    for copy in reversed(copies(state)):
        with suppress(Exception), closing(open_to_read(copy.path)) as db:
            check_file(db)
            return copy
    return None


def _same(copy: Path, journal: SqliteJournal) -> bool:
    """Returns whether a copy is up to date. Entries never change; headers may."""
    games = "select id, header, mode from game order by number"
    extent = "select (select count(*) from game), (select count(*) from entry)"
    with suppress(*FAILURES), closing(open_to_read(copy)) as db:
        if lineage_of(db) == journal.lineage() and (
            db.execute(extent).fetchone() == journal.extent()
        ):
            return db.execute(games).fetchall() == journal.games()
    return False
