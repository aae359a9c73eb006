"""Switching versions: stop, back up, switch, start, examine, and revert if necessary.

    no game -> stop -> backup -> switch -> start -> healthy?  yes: done
    no: revert, with the games of the backup

A note on disk survives a power failure in between; `finish_interrupted` then completes the switch
at the next start.
"""

import os
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from pegboard.errors import Common, DeviceError, PegboardError
from pegboard.host.state_file import StateFile, spaced
from pegboard.ops.update.codes import UpdateFault
from pegboard.ops.update.request import RESULTS
from pegboard.ops.update.service_control import (
    COMMAND_S,
    START_S,
    Board,
    find_faults,
    open_game,
    wait_until_served,
)
from pegboard.ops.update.versions import Versions
from pegboard.storage.state_names import BACKUPS, JOURNAL

NOTE = "under-way.json"
"""File of an unfinished update; `since.json` is that of the latest finished one."""
SINCE = "since.json"
MOST_BACKUPS = 3


class GameOpen(PegboardError):
    """A game is in progress; the fact `playing` describes it."""


class Reverted(PegboardError):
    """The new version failed and was reverted; the fact `why` has the reason."""


class JournalTooNew(PegboardError):
    """The previous version cannot read the current journal."""


class SwitchNote(Struct, frozen=True, rename={"before": "from", "after": "to"}):
    """Record of a switch of versions.

    Attributes:
        before, after: names of the two versions.
        backup: path of the backup; empty for none.
        at: seconds since 1970.
        known: faults that the version before already had.
    """

    before: str
    after: str
    backup: str
    at: float
    known: list[str] | UnsetType = UNSET


NOTHING = SwitchNote("", "", "", 0.0)
"""No switch."""


@dataclass(slots=True)
class VersionSwitch:
    """Switches between installed versions of a board."""

    versions: Versions
    board: Board
    state: Path
    """State folder."""
    address: str
    """URL of the page on this machine, `http://127.0.0.1:8121/`."""
    config: Path | None = None
    user: str = ""
    """Owner of the state folder, which is accessed as that user; empty for the current one."""
    notes: Path = RESULTS
    report: Callable[[str], None] = lambda line: None
    refresh: Callable[[Path], None] = lambda version: None
    """Updates units, rules and groups of the machine for a version, given its folder."""
    start_s: float = START_S
    force: bool = False
    """True to switch even during a game."""

    def update(self, name: str) -> None:
        """Makes an installed version the current one.

        Raises:
            GameOpen: a game is in progress; nothing was changed.
            Reverted: the version failed; the previous one is running again.
            DeviceError: the backup failed and nothing was changed, or no version runs.
        """
        before = self.versions.current
        if name == before:
            raise DeviceError(UpdateFault.RUNS_ALREADY, version=name)
        self._refuse_open_game()
        known_faults = find_faults(self.versions.program(before), self.config, self.state)
        backup = self._stopped_with_backup(before)
        note = SwitchNote(before, name, str(backup or ""), time.time())
        self._file(NOTE).write(replace(note, known=sorted(known_faults)))
        if wrong := self._switched(name) or self._start_problem(name, known_faults):
            self._go_back(note, wrong)
        self._file(SINCE).write(note)
        (self.notes / NOTE).unlink(missing_ok=True)
        self.versions.prune()

    def rollback(self, *, restore: bool = False) -> str:
        """Makes the previous version the current one again; returns its name.

        Args:
            restore: True to restore the games from before the update if that version cannot read
                the journal.

        Raises:
            GameOpen: a game is in progress; nothing was changed.
            JournalTooNew: that version cannot read the journal, and `restore` is False.
            DeviceError: there is no previous version, or no version runs.
        """
        after, before = self.versions.current, self.versions.previous
        if before is None:
            raise DeviceError(UpdateFault.NO_VERSION_BEFORE, version=after)
        self._refuse_open_game()
        note = self._file(SINCE).read_or(NOTHING)
        is_recorded = (note.before, note.after) == (before, after)
        backup = Path(note.backup or "/nowhere") if is_recorded else None
        self._stopped_with_backup(after)
        try:
            too_new = self._too_new(before)
            if too_new:
                self._may_restore(before, after, note, backup, restore=restore)
        except PegboardError:
            self.board.start()
            raise
        self._switched(before)
        if too_new and backup:
            self._restore(before, after, backup)
        self.board.start()
        if wrong := wait_until_served(self.address, self.start_s):
            raise DeviceError(UpdateFault.BACK_BUT, version=before, why=wrong)
        (self.notes / SINCE).unlink(missing_ok=True)
        return before

    def _may_restore(
        self, before: str, after: str, note: SwitchNote, backup: Path | None, *, restore: bool
    ) -> None:
        """Raises an error unless the backup may be restored for the previous version."""
        if backup is None or not backup.exists():
            raise DeviceError(UpdateFault.BACKUP_MISSING, before=before, version=after)
        if not restore:
            day = time.strftime("%d %B, %H:%M", time.localtime(note.at))
            raise JournalTooNew(
                UpdateFault.GAMES_SINCE,
                before=before,
                version=after,
                day=day,
                games=self._since(note.at),
            )

    def finish_interrupted(self) -> str:
        """Completes an interrupted switch; returns the result, empty if there was none.

        Raises:
            Reverted: the new version failed; the previous one is running again.
        """
        note = self._file(NOTE).read_or(NOTHING)
        if note is NOTHING:
            return ""
        if self.versions.current != note.after:
            (self.notes / NOTE).unlink()
            if not self.board.runs():
                self.board.start()
            return f"an update to {note.after} was interrupted; {self.versions.current} runs"
        if wrong := self._start_problem(note.after, set(note.known or ())):
            self._go_back(note, wrong)
        self._file(SINCE).write(note)
        (self.notes / NOTE).unlink()
        self.versions.prune()
        return f"an interrupted update is done: {note.after} runs"

    # --- steps

    def _refuse_open_game(self) -> None:
        if (
            not self.force
            and self.board.runs()
            and (playing := open_game(self.state, self.address))
        ):
            raise GameOpen(UpdateFault.GAME_OPEN, playing=playing)

    def _stopped_with_backup(self, name: str) -> Path | None:
        """Stops the board and makes a backup with its own version; restarts it if that fails."""
        ran = self.board.runs()
        self.board.stop()
        try:
            return self._backup(name)
        except PegboardError:
            if ran:
                self.board.start()
            raise

    def _backup(self, name: str) -> Path | None:
        if not (self.state / JOURNAL).exists():
            return None
        folder = self.state / BACKUPS
        file = folder / f"before-update-{time.strftime('%Y-%m-%d-%H%M%S')}-of-{name}.zip"
        self._as_user("mkdir", "-p", str(folder))
        self._run(name, "backup", str(file))
        self.report(f"Backup: {file}")
        for old in sorted(folder.glob("before-update-*.zip"))[:-MOST_BACKUPS]:
            self._as_user("rm", "-f", str(old))
        return file

    def _switched(self, name: str) -> str:
        """Makes a version the current one; returns the error of `refresh`, or an empty text."""
        self.versions.switch(name)
        try:
            self.refresh(self.versions.folder / "versions" / name)
        except DeviceError as error:
            self.report(str(error))
            return str(error)
        return ""

    def _start_problem(self, name: str, known_faults: set[str]) -> str:
        """Starts the version just switched to; returns its problem, or an empty text."""
        try:
            self.board.start()
        except DeviceError as error:
            return f"it does not start ({error})"
        if wrong := wait_until_served(self.address, self.start_s):
            return wrong
        new = find_faults(self.versions.program(name), self.config, self.state) - known_faults
        return f"its doctor finds a fault: {', '.join(sorted(new))}" if new else ""

    def _go_back(self, note: SwitchNote, wrong: str) -> None:
        before, after = note.before, note.after
        self.report(f"{after} does not run well: {wrong}. Going back to {before}.")
        self.board.stop()
        too_new = self._too_new(before)
        self._switched(before)
        if too_new:
            self._restore(before, after, Path(note.backup))
        self.board.start()
        (self.notes / NOTE).unlink(missing_ok=True)
        still = wait_until_served(self.address, self.start_s)
        code = UpdateFault.REVERTED_UNWELL if still else UpdateFault.REVERTED
        raise Reverted(code, version=after, why=wrong, before=before, still=still)

    # --- the journal

    def _too_new(self, name: str) -> bool:
        """Returns whether a version is too old to read the journal."""
        path = self.state / JOURNAL
        if not path.exists():
            return False
        program = "from pegboard.storage.journal import VERSION; print(VERSION)"
        version = self._output([str(self.versions.program(name, "python")), "-c", program])
        return self._query_journal("pragma user_version") > int(version)

    def _since(self, at: float) -> str:
        games = self._query_journal(f"select count(*) from game where started > {float(at)!r}")
        return f"{games} game{'' if games == 1 else 's'}"

    def _query_journal(self, query: str) -> int:
        """Returns a number from the journal while no service runs.

        Runs in a process of the owner, because SQLite may recover and write files.
        """
        script = (
            "import sqlite3, sys; db = sqlite3.connect(sys.argv[1]); "
            "print(db.execute(sys.argv[2]).fetchone()[0]); db.close()"
        )
        program = str(self.versions.program(self.versions.current, "python"))
        return int(self._as_user(program, "-c", script, str(self.state / JOURNAL), query))

    def _restore(self, name: str, newer: str, backup: Path) -> None:
        """Restores the games from the backup; the newer games stay in another file."""
        aside = f"{JOURNAL}.of-{newer}-{time.strftime('%Y-%m-%d-%H%M%S')}"
        for path in sorted(self.state.glob(f"{JOURNAL}*")):
            if path.name in (JOURNAL, f"{JOURNAL}-wal", f"{JOURNAL}-shm", f"{JOURNAL}.second"):
                end = path.name.removeprefix(JOURNAL)
                self._as_user("mv", "-T", str(path), str(self.state / f"{aside}{end}"))
        self._run(name, "restore", str(backup), "--force")
        self.report(f"The games are those of the backup; those of {newer} lie in {aside}")

    # --- programs

    def _run(self, name: str, *words: str) -> None:
        config = ["--config", str(self.config)] if self.config else []
        program = str(self.versions.program(name))
        self._as_user(program, *words, *config, "--state", str(self.state))

    def _as_user(self, *command: str) -> str:
        # root must not follow a symbolic link that the user may have put in that folder
        return self._output([*(["runuser", "-u", self.user, "--"] if self.user else []), *command])

    def _output(self, command: list[str]) -> str:
        try:
            process = subprocess.run(command, capture_output=True, text=True, timeout=COMMAND_S)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise DeviceError(Common.VERBATIM, says=str(error)) from error
        if process.returncode:
            message = (process.stderr or process.stdout).strip() or f"{command[0]} failed"
            raise DeviceError(Common.VERBATIM, says=message)
        return process.stdout

    # --- notes

    def _file(self, name: str) -> StateFile[SwitchNote]:
        return StateFile(self.notes / name, SwitchNote, mode=0o644, encode=spaced)


def may_modify(versions: Versions) -> bool:
    """Returns whether this process may change the installation."""
    return os.access(versions.folder, os.W_OK)
