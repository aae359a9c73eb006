"""Nightly copies of the journal: seven in the state folder.

    state/copies/000012-2026-11-21.db

The number is what orders them: a clock that was wrong for a day must not make the best copy look
like the oldest.
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

KEPT = 7
NIGHT_H = 3
"""The hour, by the clock on the wall, after which the day's copy is made."""
DAY_S = 86_400.0
SPARE_BYTES = 16 * 1024 * 1024
"""A copy is not made where less than this would be left for the games themselves."""

_NAME = re.compile(r"(\d{6,})-(\d{4}-\d{2}-\d{2})\.db")


@dataclass(frozen=True, slots=True, order=True)
class Copy:
    """One existing copy."""

    number: int
    date: str
    """Date it was made, as 2026-11-21."""
    path: Path


def copies(state: Path) -> list[Copy]:
    """Returns every copy in a state folder, oldest first."""
    found = []
    with suppress(OSError):
        for path in (state / COPIES).iterdir():
            if match := _NAME.fullmatch(path.name):
                found.append(Copy(int(match[1]), match[2], path))
    return sorted(found)


def due(state: Path, now: float) -> bool:
    """Returns whether a copy is due: after 3 in the morning, or a day since the last.

    A last one that the clock puts into the future says that the clock went back: then it is due.

    Args:
        state: the folder.
        now: seconds since 1970.
    """
    there = copies(state)
    if not there:
        return True
    try:
        age = now - there[-1].path.stat().st_mtime
    except OSError:
        return True
    if not -60.0 <= age < DAY_S:
        return True
    here = localtime(now)
    return here.tm_hour >= NIGHT_H and strftime("%Y-%m-%d", here) != there[-1].date


def make_copy(journal: SqliteJournal, state: Path, now: float) -> Copy | None:
    """Makes a copy, verifies it, and deletes the oldest. Blocks; on the journal's thread.

    Every line is compared with its hash. The second log begins anew: the copy has it all.

    Returns:
        The copy, or None if there is nothing that the newest copy has not.

    Raises:
        JournalDamaged: a line of the journal is not what was written; the next start repairs it.
        DeviceError: there is no room, or the copy is not sound; the older copies stay.
    """
    folder = state / COPIES
    there = copies(state)
    if there and _same(there[-1].path, journal):
        journal.verify()
        with suppress(OSError):
            there[-1].path.touch()  # it is as good as one of today
        return None
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        for left in folder.glob(f"*{PART}"):
            left.unlink()
        free = shutil.disk_usage(folder).free
        wanted = Path(journal.path).stat().st_size + SPARE_BYTES
        if free < wanted:
            raise DeviceError(CopyFault.NO_ROOM, free=free // 2**20, wanted=wanted // 2**20)
        number = there[-1].number + 1 if there else 1
        date = strftime("%Y-%m-%d", localtime(now))
        path = folder / f"{number:06}-{date}.db"
        part = path.with_name(path.name + PART)
        journal.copy_to(part)
        try:
            with closing(open_to_read(part)) as db:
                check_file(db)
                if (line := first_damage(read_games(db))) is not None:
                    journal.verify()  # if it is the copy alone, the disk did that
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
        for old in [*there, Copy(number, date, path)][:-KEPT]:
            old.path.unlink(missing_ok=True)
    except OSError as error:
        if isinstance(error, DeviceError):
            raise
        why = f"{folder}: {error.strerror or error}"
        raise DeviceError(CopyFault.NOT_MADE, why=why) from error
    return Copy(number, date, path)


def newest_good(state: Path) -> Copy | None:
    """Returns the newest sound copy, or None."""
    for copy in reversed(copies(state)):
        with suppress(Exception), closing(open_to_read(copy.path)) as db:
            check_file(db)
            return copy
    return None


def _same(copy: Path, journal: SqliteJournal) -> bool:
    """Returns whether a copy has everything in the journal. Entries never change; headers may."""
    games = "select id, header, mode from game order by number"
    extent = "select (select count(*) from game), (select count(*) from entry)"
    with suppress(*FAILURES), closing(open_to_read(copy)) as db:
        if lineage_of(db) == journal.lineage() and (
            db.execute(extent).fetchone() == journal.extent()
        ):
            return db.execute(games).fetchall() == journal.games()
    return False
