"""Error codes and English sentences for everything on disk."""

from pegboard.errors import Code


class JournalFault(Code):
    """Codes of `DeviceError` and its subclasses for a journal that cannot be used."""

    IN_USE = (
        "journal-in-use",
        "{what}: {why}: another pegboard has it open",
        "stop that one or choose another file",
    )
    FULL = "disk-full", "{what}: {why}: the disk is full", "free some space and press again"
    UNREADABLE = (
        "disk-trouble",
        "{what}: {why}: cannot write to the disk",
        "check its free space and its health",
    )
    READ_ONLY = (
        "journal-read-only",
        "{what}: {why}: it is not writable",
        "check the file's owner and the disk",
    )
    NO_JOURNAL = (
        "no-journal",
        "{what}: {why}: it is not a journal, or it is damaged",
        "move it away",
    )
    DAMAGED = (
        "journal-damaged",
        "{what}: {why}: it is damaged",
        "move it away or restore a backup",
    )
    LINE = "journal-line", "{what}: {line} is not what was written"
    UNOPENED = (
        "journal-unopened",
        "{what}: {why}: it cannot be opened",
        "check the disk, the folder and its owner",
    )
    TROUBLE = "journal-trouble", "{what}: {why}"
    NEWER = (
        "journal-newer",
        "{what}: written by a newer pegboard (journal version {version}, this one knows {known})",
        "update pegboard or choose another file",
    )
    CLOSED = "journal-closed", "{what}: closed"
    GAME_FULL = "game-full", "a game must have at most {most} entries; start a new one"
    MENDING_FAILED = (
        "mending-failed",
        "{what}: it is damaged, and repairing it failed: {why}; nothing was removed",
    )


class JournalNotice(Code):
    """Codes of notices about the games on disk."""

    DAMAGED = "journal-found-damaged", "The journal is damaged. Restart the board to repair it."
    NOT_STORED = (
        "games-not-kept",
        "Games are not saved while the board runs in safe mode: {why}",
    )
    LAST_GAME_LEFT = (
        "last-game-left",
        ("The last game cannot be resumed ({why}). It is still in the journal."),
    )


class CopyFault(Code):
    """Codes of `DeviceError` for a nightly copy that was not made."""

    NO_ROOM = (
        "copy-no-room",
        "no copy was made: {wanted} MB are needed, and {free} MB are free; free some space",
    )
    JOURNAL_DAMAGED = (
        "copy-journal-damaged",
        "the journal is damaged; it will be repaired when pegboard restarts",
    )
    NOT_MADE = "copy-not-made", "no copy was made: {why}"


class RestoreFault(Code):
    """Codes of `DeviceError` and `IllegalAction` for a backup that was not made or restored."""

    GAME_OPEN = "game-open", "a game is in progress; finish it first, or restore anyway"
    NO_GAMES = "no-games", "there is no journal in {folder}: nothing to back up"
    BACKUP_TROUBLE = "backup-trouble", "backup: {why}"
    RESTORE_TROUBLE = "restore-trouble", "restore: {why}"
    FILE_TROUBLE = "restore-file-trouble", "restore: {file}: {why}"
    READ_BACK_DIFFERS = "not-given-back", "the disk did not return what was written to it"
    NOT_THE_BACKUP = (
        "not-the-backup",
        "the restored games do not match the backup; the old games are back in place",
    )
    # --- requests to a running service
    NOT_RUNNING = "not-running", "no pegboard runs in {folder}"
    NO_ANSWER = "service-silent", "the running pegboard is not responding"
    BROKE_OFF = "backup-broke-off", "the running pegboard stopped in the middle of the backup"
    UNKNOWN_QUESTION = "unknown-question", "the service does not know this request"
    SOCKET_TROUBLE = "control-socket-trouble", "the control socket: {why}"


class Unfit(Code):
    """Codes of `UnfitBackup` for a file that is not a complete backup."""

    TOO_LARGE = "backup-too-large", "a backup must be at most {most} MB"
    DAMAGED = "backup-damaged", "it is not a pegboard backup, or it is damaged"
    NOT_A_BACKUP = "not-a-backup", "it is not a pegboard backup ({why})"
    NO_MANIFEST = (
        "no-manifest",
        "it is not a pegboard backup: it has no manifest, or a file twice",
    )
    FILES_MISMATCH = "other-files", "it is incomplete: its manifest and its files do not match"
    STRANGE_FILE = "strange-file", "it has a file that does not belong in a backup: {file}"
    HUGE_JOURNAL = "huge-journal", "its journal would take {size} MB, which is too large"
    NO_ROOM = (
        "no-room-to-restore",
        "{wanted} MB are needed on the disk, and {free} MB are free; free some space",
    )
    LONGER_THAN_DECLARED = (
        "longer-than-said",
        "it is damaged: {file} is longer than its manifest says",
    )
    FILE_TOO_LONG = (
        "backup-file-too-long",
        "it is not a pegboard backup: {file} is longer than {most} bytes",
    )
    NEWER = (
        "backup-newer",
        "it was made by a newer pegboard (backup version {version}, this one knows {known}); "
        "update pegboard first",
    )
    BAD_MANIFEST = "bad-manifest", "it is not a pegboard backup: its manifest cannot be read"
    CONTENT_MISMATCH = "other-content", "it is damaged: {file} does not match its manifest"
    GAMES_MISMATCH = "other-games", "it is damaged: its games do not match its manifest"
    INSIDE = "backup-inside", "{why}"
    ENCRYPTED = "backup-encrypted", "this backup is encrypted: it needs its passphrase"
    WRONG_PASSPHRASE = (
        "wrong-passphrase",
        "the passphrase must be the one of this backup, or the file is damaged",
    )
    PASSPHRASES_DIFFER = "other-passphrase", "both passphrases must be the same"
    SHORT_PASSPHRASE = "short-passphrase", "a passphrase must have at least {least} characters"


class UnfitRow(Code):
    """Codes of `UnfitGame` for a game, or a file of games, that pegboard would not have written."""

    JOURNAL_DAMAGED = "inner-journal-damaged", "the journal in it is damaged: {why}"
    JOURNAL_NEWER = (
        "inner-journal-newer",
        "it was written by a newer pegboard (journal version {version}, this one knows {known}); "
        "update pegboard first",
    )
    NO_JOURNAL = "inner-no-journal", "it is a database, but not a pegboard journal"
    GAME = "unfit-game", "game {id}: {why}"
    MODE = "unfit-mode", "its mode must be a word"
    NO_TIME = "unfit-time", "its time is missing"
    TOO_MANY = "unfit-too-many", "a game must have at most {most} entries, got {n}"
    ACTIONS_IN_HEADER = "unfit-header", "its header must not contain actions"
    ENTRY_MISSING = "unfit-entry-missing", "entry {n} is missing"
    ENTRY_TIME = "unfit-entry-time", "entry {n}: its time is missing"
    NOT_A_TEXT = "unfit-text", "{what} must be a text of 1 to {most} characters"
