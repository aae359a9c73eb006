"""The exchange of versions: ask, stop, back up, switch, start, examine, and revert if needed.

    nobody plays -> stop -> backup -> switch -> start -> healthy?  yes: kept
                                                                   no: back, games as in the backup

After a power failure in between, a note remains: `settle` completes the exchange at the next start.
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
from pegboard.ops.update.service_control import COMMAND_S, START_S, Board, faults, open_game, serves
from pegboard.ops.update.versions import Versions
from pegboard.storage.state_names import BACKUPS, JOURNAL

NOTE = "under-way.json"
"""An update that is not proved yet; beside it lies `since.json`, the latest that was."""
SINCE = "since.json"
BACKUPS_KEPT = 3


class GameOpen(PegboardError):
    """Somebody is playing; the fact `playing` says who."""


class WentBack(PegboardError):
    """The other version did not run well, and the previous one runs again; fact `why`."""


class GamesSince(PegboardError):
    """The previous version cannot read the journal as it is now."""


class Note(Struct, frozen=True, rename={"before": "from", "after": "to"}):
    """An exchange of versions: the two names, the backup made first, and when.

    Attributes:
        backup: path of the backup; empty for none.
        at: seconds since 1970.
        known: faults that the version before had too.
    """

    before: str
    after: str
    backup: str
    at: float
    known: list[str] | UnsetType = UNSET


NOTHING = Note("", "", "", 0.0)
"""No exchange."""


@dataclass(slots=True)
class Exchange:
    """Everything that an exchange of versions touches."""

    versions: Versions
    board: Board
    state: Path
    """The folder of the journal."""
    address: str
    """Address of the page on this machine, `http://127.0.0.1:8121/`."""
    config: Path | None = None
    user: str = ""
    """Owner of the games: they are only touched as that user. Empty: ours."""
    notes: Path = RESULTS
    say: Callable[[str], None] = lambda line: None
    refresh: Callable[[Path], None] = lambda version: None
    """Tells the machine what a version wants of it; given its folder."""
    start_s: float = START_S
    anyway: bool = False
    """Even while somebody plays."""

    def update(self, name: str) -> None:
        """Makes an installed version the current one.

        Raises:
            GameOpen: somebody plays; nothing was touched.
            WentBack: it did not run well; the version before is running again.
            DeviceError: the backup could not be made, nothing was changed; or nothing runs now.
        """
        before = self.versions.current
        if name == before:
            raise DeviceError(UpdateFault.RUNS_ALREADY, version=name)
        self._ask()
        known = faults(self.versions.program(before), self.config, self.state)
        backup = self._stopped_with_backup(before)
        note = Note(before, name, str(backup or ""), time.time())
        self._file(NOTE).write(replace(note, known=sorted(known)))
        if wrong := self._switched(name) or self._trouble(name, known):
            self._go_back(note, wrong)
        self._file(SINCE).write(note)
        (self.notes / NOTE).unlink(missing_ok=True)
        self.versions.prune()

    def rollback(self, *, restore: bool = False) -> str:
        """Makes the previous version the current one again; returns its name.

        Args:
            restore: where it cannot read the journal, put back the games of before the update.

        Raises:
            GameOpen: somebody plays; nothing was touched.
            GamesSince: it cannot read the journal, and `restore` was not said.
            DeviceError: there is no version before, or nothing runs now.
        """
        after, before = self.versions.current, self.versions.previous
        if before is None:
            raise DeviceError(UpdateFault.NO_VERSION_BEFORE, version=after)
        self._ask()
        note = self._file(SINCE).read_or(NOTHING)
        known = (note.before, note.after) == (before, after)
        backup = Path(note.backup or "/nowhere") if known else None
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
        if wrong := serves(self.address, self.start_s):
            raise DeviceError(UpdateFault.BACK_BUT, version=before, why=wrong)
        (self.notes / SINCE).unlink(missing_ok=True)
        return before

    def _may_restore(
        self, before: str, after: str, note: Note, backup: Path | None, *, restore: bool
    ) -> None:
        """Raises an error unless the backup may be restored for the version before."""
        if backup is None or not backup.exists():
            raise DeviceError(UpdateFault.BACKUP_GONE, before=before, version=after)
        if not restore:
            day = time.strftime("%d %B, %H:%M", time.localtime(note.at))
            raise GamesSince(
                UpdateFault.GAMES_SINCE,
                before=before,
                version=after,
                day=day,
                games=self._since(note.at),
            )

    def settle(self) -> str:
        """Completes an interrupted exchange; returns its result, empty if there was none.

        Raises:
            WentBack: the new version did not run well; the one before is running again.
        """
        note = self._file(NOTE).read_or(NOTHING)
        if note is NOTHING:
            return ""
        if self.versions.current != note.after:
            (self.notes / NOTE).unlink()
            if not self.board.runs():
                self.board.start()
            return f"an update to {note.after} was interrupted; {self.versions.current} runs"
        if wrong := self._trouble(note.after, set(note.known or ())):
            self._go_back(note, wrong)
        self._file(SINCE).write(note)
        (self.notes / NOTE).unlink()
        self.versions.prune()
        return f"an interrupted update is done: {note.after} runs"

    # --- steps

    def _ask(self) -> None:
        if (
            not self.anyway
            and self.board.runs()
            and (playing := open_game(self.state, self.address))
        ):
            raise GameOpen(UpdateFault.GAME_OPEN, playing=playing)

    def _stopped_with_backup(self, name: str) -> Path | None:
        """Stops the board and has its own version make the backup; if that fails, restarts it."""
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
        self.say(f"Backup: {file}")
        for old in sorted(folder.glob("before-update-*.zip"))[:-BACKUPS_KEPT]:
            self._as_user("rm", "-f", str(old))
        return file

    def _switched(self, name: str) -> str:
        """Makes a version the current one; returns the machine's objection, or an empty text."""
        self.versions.switch(name)
        try:
            self.refresh(self.versions.folder / "versions" / name)
        except DeviceError as error:
            self.say(str(error))
            return str(error)
        return ""

    def _trouble(self, name: str, known: set[str]) -> str:
        """Returns the problem of the version just switched to.

        Nothing where it runs well.
        """
        try:
            self.board.start()
        except DeviceError as error:
            return f"it does not start ({error})"
        if wrong := serves(self.address, self.start_s):
            return wrong
        new = faults(self.versions.program(name), self.config, self.state) - known
        return f"its doctor finds a fault: {', '.join(sorted(new))}" if new else ""

    def _go_back(self, note: Note, wrong: str) -> None:
        before, after = note.before, note.after
        self.say(f"{after} does not run well: {wrong}. Going back to {before}.")
        self.board.stop()
        too_new = self._too_new(before)
        self._switched(before)
        if too_new:
            self._restore(before, after, Path(note.backup))
        self.board.start()
        (self.notes / NOTE).unlink(missing_ok=True)
        still = serves(self.address, self.start_s)
        code = UpdateFault.NOT_KEPT_BUT if still else UpdateFault.NOT_KEPT
        raise WentBack(code, version=after, why=wrong, before=before, still=still)

    # --- the journal

    def _too_new(self, name: str) -> bool:
        """Returns whether the journal was written by a newer version than this one knows."""
        path = self.state / JOURNAL
        if not path.exists():
            return False
        ask = "from pegboard.storage.journal import VERSION; print(VERSION)"
        said = self._said([str(self.versions.program(name, "python")), "-c", ask])
        return self._asked("pragma user_version") > int(said)

    def _since(self, at: float) -> str:
        games = self._asked(f"select count(*) from game where started > {float(at)!r}")
        return f"{games} game{'' if games == 1 else 's'}"

    def _asked(self, question: str) -> int:
        """Returns a number from the journal while nobody has it open.

        Opened as its owner and by a program that ends: what SQLite recovers then is theirs, too.
        """
        ask = (
            "import sqlite3, sys; db = sqlite3.connect(sys.argv[1]); "
            "print(db.execute(sys.argv[2]).fetchone()[0]); db.close()"
        )
        program = str(self.versions.program(self.versions.current, "python"))
        return int(self._as_user(program, "-c", ask, str(self.state / JOURNAL), question))

    def _restore(self, name: str, newer: str, backup: Path) -> None:
        """Restores the games of the backup; the newer ones are kept beside them."""
        aside = f"{JOURNAL}.of-{newer}-{time.strftime('%Y-%m-%d-%H%M%S')}"
        for path in sorted(self.state.glob(f"{JOURNAL}*")):
            if path.name in (JOURNAL, f"{JOURNAL}-wal", f"{JOURNAL}-shm", f"{JOURNAL}.second"):
                end = path.name.removeprefix(JOURNAL)
                self._as_user("mv", "-T", str(path), str(self.state / f"{aside}{end}"))
        self._run(name, "restore", str(backup), "--force")
        self.say(f"The games are those of the backup; those of {newer} lie in {aside}")

    # --- programs

    def _run(self, name: str, *words: str) -> None:
        config = ["--config", str(self.config)] if self.config else []
        program = str(self.versions.program(name))
        self._as_user(program, *words, *config, "--state", str(self.state))

    def _as_user(self, *command: str) -> str:
        # Root in another user's folder could be led anywhere by a link there.
        return self._said([*(["runuser", "-u", self.user, "--"] if self.user else []), *command])

    def _said(self, command: list[str]) -> str:
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=COMMAND_S)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise DeviceError(Common.VERBATIM, says=str(error)) from error
        if done.returncode:
            says = (done.stderr or done.stdout).strip() or f"{command[0]} failed"
            raise DeviceError(Common.VERBATIM, says=says)
        return done.stdout

    # --- notes

    def _file(self, name: str) -> StateFile[Note]:
        return StateFile(self.notes / name, Note, mode=0o644, encode=spaced)


def may(versions: Versions) -> bool:
    """Returns whether we may change the installation."""
    return os.access(versions.folder, os.W_OK)
