"""Codes and English sentences for updates that cannot be made."""

from pegboard.errors import Code


class UpdateFault(Code):
    """Codes of `DeviceError`, and of `GameOpen`, `GamesSince`, `WentBack`, `NothingNewer`."""

    NOT_INSTALLED = (
        "not-installed",
        "{folder}: no pegboard is installed there; updates are for a board that "
        "systemd/install.sh has set up",
    )
    NOT_ROOT = "not-root", "pegboard {version} is root's: sudo pegboard …"
    RUNS_ALREADY = "runs-already", "{version} runs already"
    GAME_OPEN = (
        "update-game-open",
        "{playing}: finish the game, or begin a new one, and ask again",
    )
    NO_WISH = "no-wish", "{line} is no wish: update, update VERSION or rollback"
    PROGRAM = "program-failed", "{command}: {why}"
    # --- finding and installing
    NO_RELEASES = (
        "no-releases",
        "{file}: {why}: it names the folder or address that versions come from; or say "
        "--wheel FILE",
    )
    NO_SUCH_VERSION = "no-such-version", "{place}: there is no {wanted}"
    NEWEST = "newest", "{version} is the newest, and it runs"
    OTHER_VERSION = "wheel-version", "{wheel} is version {found}, not {wanted}"
    NO_WHEEL = "no-wheel", "{wheel}: that is no wheel of pegboard"
    BROKEN_WHEEL = "broken-wheel", "{wheel}: that is no wheel of pegboard ({why})"
    NOT_STAGED = "not-staged", "{wheel} could not be installed; nothing was changed"
    NOT_REFRESHED = "not-refreshed", "{script} --refresh failed"
    # --- how it ended
    NOT_KEPT = "not-kept", "{version} was not kept: {why}. {before} runs again"
    NOT_KEPT_BUT = "not-kept-but", "{version} was not kept: {why}. {before} runs again, but {still}"
    BACK_BUT = "back-but", "{version} is back, but {why}"
    NO_VERSION_BEFORE = "no-version-before", "there is no version before {version} to go back to"
    BACKUP_GONE = (
        "update-backup-gone",
        "{before} cannot read the games of {version}, and the backup of before the update is gone: "
        "restore one yourself, or stay with {version}",
    )
    GAMES_SINCE = (
        "games-since",
        "{before} cannot read the games of {version}. With --restore the games are again what they "
        "were at the update, {day}; {games} begun since stay in a file beside them, which "
        "{version} can read",
    )
