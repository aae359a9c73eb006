"""Error codes and English sentences for updates."""

from pegboard.errors import Code


class UpdateFault(Code):
    """Codes of `DeviceError`, `GameOpen`, `JournalTooNew`, `Reverted` and `NoNewerVersion`."""

    NOT_INSTALLED = (
        "not-installed",
        "{folder}: no pegboard is installed there; only a board set up by systemd/install.sh can "
        "be updated",
    )
    NOT_ROOT = "not-root", "pegboard {version} belongs to root; use sudo pegboard …"
    RUNS_ALREADY = "runs-already", "{version} is already running"
    GAME_OPEN = (
        "update-game-open",
        "{playing}: finish the game, or start a new one, then try again",
    )
    NOT_A_REQUEST = (
        "no-wish",
        "not an update request: {line}; must be update, update VERSION or rollback",
    )
    PROGRAM = "program-failed", "{command}: {why}"
    # --- finding and installing
    NO_RELEASES = (
        "no-releases",
        "{file}: {why}: it must name the folder or address of the releases; or use --wheel FILE",
    )
    NO_SUCH_VERSION = "no-such-version", "{place}: {wanted} does not exist there"
    NEWEST = "newest", "{version} is the newest version, and it is running"
    OLDER = (
        "update-older",
        "{version} is older than {current}, which is running; an update never goes back",
        "`sudo pegboard rollback` returns to the version before, --allow-older installs any",
    )
    VERSION_MISMATCH = "wheel-version", "{wheel} must be version {wanted}, got {found}"
    NO_WHEEL = "no-wheel", "{wheel}: must be a wheel of pegboard"
    BROKEN_WHEEL = "broken-wheel", "{wheel}: must be a wheel of pegboard ({why})"
    # --- signatures
    NO_KEYS = (
        "no-release-keys",
        "{file}: the running version knows no key that releases are signed with; use --wheel FILE "
        "--unsigned for a wheel that you built or trust",
    )
    NOT_SIGNED = (
        "not-signed",
        "{wheel} must be signed: {file} is missing; use --unsigned only for a wheel that you built "
        "or trust",
    )
    NO_SIGNATURE = "no-signature", "{file} must be a signature made by minisign or make release"
    UNKNOWN_KEY = (
        "unknown-key",
        "{wheel} is signed with key {key}, which the running version does not know",
    )
    ALTERED = "wheel-altered", "{wheel} was altered after it was signed; it was not installed"
    FILE_MISMATCH = (
        "signature-of-other",
        "the signature of {wheel} must name that file, got “{comment}”",
    )
    NOT_STAGED = "not-staged", "{wheel} could not be installed; nothing was changed"
    NOT_REFRESHED = "not-refreshed", "{script} --refresh failed"
    # --- results
    REVERTED = "not-kept", "{version} was reverted: {why}. {before} is running again"
    REVERTED_UNWELL = (
        "not-kept-but",
        "{version} was reverted: {why}. {before} is running again, but {still}",
    )
    BACK_BUT = "back-but", "{version} is back, but {why}"
    NO_VERSION_BEFORE = "no-version-before", "there is no version before {version} to return to"
    BACKUP_MISSING = (
        "update-backup-gone",
        "{before} cannot read the games of {version}, and the backup made before the update is "
        "missing: restore one yourself, or stay with {version}",
    )
    GAMES_SINCE = (
        "games-since",
        "{before} cannot read the games of {version}. With --restore, the games go back to their "
        "state before the update on {day}; {games} started since then are kept in a file beside "
        "them, which {version} can read",
    )
