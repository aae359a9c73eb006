"""Codes and English sentences for everything on disk."""

from pegboard.errors import Code


class JournalFault(Code):
    """A journal that cannot be used: codes of `DeviceError` and its kinds."""

    IN_USE = (
        "journal-in-use",
        "{what}: {why}: another pegboard has it open",
        "stop that one or choose another file",
    )
    FULL = "disk-full", "{what}: {why}: the disk is full", "free some space and press again"
    UNREADABLE = (
        "disk-trouble",
        "{what}: {why}: the disk cannot be written",
        "look at its space and its health",
    )
    READ_ONLY = (
        "journal-read-only",
        "{what}: {why}: it cannot be written",
        "look at the file's owner and the disk",
    )
    NO_JOURNAL = (
        "no-journal",
        "{what}: {why}: it is not a journal or it is damaged",
        "move it away",
    )
    DAMAGED = (
        "journal-damaged",
        "{what}: {why}: it is damaged",
        "move it away or restore a backup",
    )
    UNOPENED = (
        "journal-unopened",
        "{what}: {why}: it cannot be opened",
        "look at the disk, the folder and its owner",
    )
    TROUBLE = "journal-trouble", "{what}: {why}"
    NEWER = (
        "journal-newer",
        "{what}: written by a newer pegboard (journal version {version}, this one knows {known})",
        "update pegboard or choose another file",
    )
    CLOSED = "journal-closed", "{what}: closed"
    HEADLESS = "journal-headless", "{what}: it is no database"
    MENDING_FAILED = (
        "mending-failed",
        "{what}: it is damaged, and mending it failed: {why}; nothing was removed",
    )


class JournalNotice(Code):
    """Codes of notices: what people must know of the games on disk."""

    DAMAGED = "journal-found-damaged", "The journal is damaged. Restart the board: that mends it."
    NOT_KEPT = (
        "games-not-kept",
        "Games are not kept while the board runs in safe mode: {why}",
    )
    LAST_GAME_LEFT = (
        "last-game-left",
        "The last game cannot be gone on with ({why}). It is still in the journal.",
    )


class CopyFault(Code):
    """A nightly copy that was not made: codes of `DeviceError`."""

    NO_ROOM = (
        "copy-no-room",
        "no copy was made: {free} MB are free on the disk and {wanted} MB are wanted; "
        "free some space",
    )
    JOURNAL_DAMAGED = (
        "copy-journal-damaged",
        "the journal is damaged; it is mended when pegboard starts again",
    )
    NOT_MADE = "copy-not-made", "no copy was made: {why}"


class RestoreFault(Code):
    """A backup that was not made, or not put back: codes of `DeviceError` and `IllegalAction`."""

    GAME_OPEN = "game-open", "a game is open; finish it first, or restore all the same"
    NO_GAMES = "no-games", "there is no journal in {folder}: nothing to back up"
    BACKUP_TROUBLE = "backup-trouble", "backup: {why}"
    RESTORE_TROUBLE = "restore-trouble", "restore: {why}"
    FILE_TROUBLE = "restore-file-trouble", "restore: {file}: {why}"
    NOT_GIVEN_BACK = "not-given-back", "the disk does not give back what was written to it"
    NOT_THE_BACKUP = (
        "not-the-backup",
        "what was restored is not what is in the backup; the old games are back",
    )
    # --- asking a service that runs
    NOT_RUNNING = "not-running", "no pegboard runs in {folder}"
    NO_ANSWER = "service-silent", "the running pegboard does not answer"
    BROKE_OFF = "backup-broke-off", "the running pegboard stopped in the middle of the backup"
    UNKNOWN_QUESTION = "unknown-question", "the service does not know this question"
    HATCH_TROUBLE = "hatch-trouble", "the hatch: {why}"


class Unfit(Code):
    """A file that is no backup, or not a whole one: codes of `UnfitBackup`."""

    TOO_LARGE = "backup-too-large", "it is larger than {most} MB: no backup is"
    DAMAGED = "backup-damaged", "it is not a backup of pegboard: it is damaged"
    NOT_A_BACKUP = "not-a-backup", "it is not a backup of pegboard ({why})"
    NO_MANIFEST = (
        "no-manifest",
        "it is not a backup of pegboard: it has no manifest, or two of something",
    )
    OTHER_FILES = "other-files", "it is not whole: its manifest names other files than are in it"
    STRANGE_FILE = "strange-file", "it has a file that no backup has: {file}"
    HUGE_JOURNAL = "huge-journal", "its journal would take {size} MB: none is so large"
    NO_ROOM = (
        "no-room-to-restore",
        "{free} MB are free on the disk and {wanted} MB are wanted; free some space",
    )
    LONGER_THAN_SAID = (
        "longer-than-said",
        "it is not whole: {file} is longer than its manifest says",
    )
    FILE_TOO_LONG = (
        "backup-file-too-long",
        "it is not a backup of pegboard: {file} is longer than {most} bytes",
    )
    NEWER = (
        "backup-newer",
        "it was made by a newer pegboard (backup version {version}, this one knows {known}); "
        "update pegboard first",
    )
    BAD_MANIFEST = "bad-manifest", "it is not a backup of pegboard: its manifest cannot be read"
    OTHER_CONTENT = "other-content", "it is not whole: {file} is not what its manifest says"
    OTHER_GAMES = "other-games", "it is not whole: its games are not those its manifest counts"
    INSIDE = "backup-inside", "{why}"


class UnfitRow(Code):
    """A game, or a file of games, that pegboard would not have written: codes of `UnfitGame`."""

    JOURNAL_DAMAGED = "inner-journal-damaged", "the journal in it is damaged: {why}"
    JOURNAL_NEWER = (
        "inner-journal-newer",
        "it was written by a newer pegboard (journal version {version}, this one knows {known}); "
        "update pegboard first",
    )
    NO_JOURNAL = "inner-no-journal", "it is a database, but not a journal of pegboard"
    GAME = "unfit-game", "game {id}: {why}"
    MODE = "unfit-mode", "its mode is not a word"
    NO_TIME = "unfit-time", "it has no time"
    TOO_MANY = "unfit-too-many", "{n} entries; no game has more than {most}"
    ACTIONS_IN_HEADER = "unfit-header", "its header has actions in it"
    ENTRY_MISSING = "unfit-entry-missing", "entry {n} is missing"
    ENTRY_TIME = "unfit-entry-time", "entry {n}: it has no time"
    NOT_A_TEXT = "unfit-text", "{what} is not a text of 1 to {most} characters"
