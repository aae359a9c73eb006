"""Error codes of the hall and their English sentences."""

from pegboard.errors import Code


class HallFault(Code):
    """Codes of `ConfigError` and `IllegalAction` for requests a hall cannot fulfil."""

    NO_FREE_TABLE = "hall-no-free-table", "no table with a board is free"
    NOT_ASKED = "hall-not-asked", "board {board} does not ask for a table any more"
    BUSY = "hall-busy", "others change the same event all the time: try again"
    DATABASE = (
        "hall-database",
        "database must be `file` or `postgresql://USER@HOST/DATABASE`",
    )
    PASSWORD_SHOWN = (
        "hall-password-shown",
        "database must not have the password in it",
        "write it to a file of your own, and name that as database_password_file",
    )
    NO_FOLDER = "hall-no-folder", "{folder}: there is no hall here"
    RUNS_ALREADY = (
        "hall-runs-already",
        "{folder}: this hall is running already",
        "stop the other `pegboard hall run` first, or use another folder",
    )
    NOT_STARTED = "hall-not-started", "the hall does not start"
    NO_EVENT = "hall-no-event", "there is no event {event}"
    NO_SECRET = "hall-no-secret", "the secret of this night is not in this hall"
    NO_TIMER = "hall-no-timer", "no timer runs, or none pauses"
    NO_FILE = "hall-no-file", "{name} is no file of an event"
    NO_BOARD = "hall-no-board", "there is no board {board}, or no such course of it"
    NO_JOURNAL = "hall-no-journal", "the journal of board {board} up to entry {seq} has not arrived"


class StoreFault(Code):
    """Codes of `DeviceError` and `StoreConflict` for an unusable store or a concurrent change."""

    TROUBLE = "hall-store-trouble", "{file}: {why}"
    NEWER = (
        "hall-store-newer",
        "{file}: version {version} of the hall's tables, and this pegboard knows {known}",
        "update pegboard",
    )
    OLD_SERVER = (
        "hall-store-old-server",
        "{file}: version {oldest} or newer is needed, and this is {got}",
    )
    ENCODING = (
        "hall-store-encoding",
        "{file}: its encoding is {got}",
        "make the database with encoding UTF8",
    )
    NO_DRIVER = (
        "hall-store-no-driver",
        "PostgreSQL needs psycopg 3, which is not installed",
        "pip install 'pegboard[hall-postgres]'",
    )
    OTHER_KEY = (
        "hall-store-other-key",
        "{file}: this is the store of another hall, with the key {key}",
        "copy hall.key and director.pin from its folder",
    )
    CONFLICT = "hall-store-conflict", "{what} has been changed meanwhile: look again"


class MaintenanceFault(Code):
    """Error codes for damaged stores and failed backups."""

    CHAIN = "hall-store-chain", "board {board}: entry {seq} in the store is not what was written"
    NOT_SIGNED = "hall-store-not-signed", "board {board}: it did not sign entry {seq} in the store"
    DECISION = "hall-store-decision", "event {event}: decision {seq} is not what was written"
    DAMAGED = (
        "hall-store-damaged",
        "{folder}: the store is damaged: {why}",
        "{saved} holds it as it is, for `pegboard hall restore --damaged`",
    )
    NOT_EMPTY = (
        "hall-folder-not-empty",
        "{folder}: a hall is restored into a folder that is empty or not there yet",
        "move this one away, or name another",
    )
    TABLES = "hall-store-tables", "its tables are not those of a hall"


class ProofFault(Code):
    """Error codes for an exported event that fails verification."""

    NOT_EXPORT = "proof-not-export", "{file}: not an exported event: {why}"
    FILE_TOO_LARGE = "proof-file-too-large", "{file}: larger than {most} MiB"
    TOO_LARGE = "proof-too-large", "{file}: larger than {most} MiB when unpacked"
    MEMBER_TOO_LARGE = (
        "proof-member-too-large",
        "{file}: {member} is larger than {most} KiB when unpacked",
    )
    RATIO = "proof-ratio", "{file}: unpacks to more than {most} times its size"
    CONTAINER = "proof-container", "the file itself was changed, outside its members"
    UNREADABLE = "proof-unreadable", "{member}: cannot be unpacked: {why}"
    MEMBER = "proof-member", "{member}: not what the manifest says"
    MEMBERS = "proof-members", "the members are not those of the manifest: {names}"
    MANIFEST = "proof-manifest", "event.json: not signed by the hall {hall}"
    LINE = "proof-line", "{member}, line {line}: not what was written"
    CHAIN = "proof-chain", "{member}: the chain ends elsewhere than the manifest says"
    DECISION = "proof-decision", "{member}, line {line}: {why}"
    ROUND = "proof-round", "{member}, line {line}: round {round} does not follow from the seed"
    SEEDS = "proof-seeds", "{member}, line {line}: the seeds do not follow from the cards"
    KEY = "proof-key", "boards.json: the key of board {board} is not its own"
    SIGNATURE = "proof-signature", "{member}, line {line}: not signed by board {board}"
    CHECKPOINT = "proof-checkpoint", "{member}: entry {seq} is not the one that was signed"
    GAME = "proof-game", "{member}: game {game}: {why}"
    CARDS = "proof-cards", "{member}: game {game}: the cards say {cards}, the game {game_says}"
    INSIDE = "proof-inside", "{member}: {why}"
    OTHER_EVENT = "proof-other-event", "{member}: not the consolation of this event"
    NOT_REVEALED = "proof-not-revealed", "the deals of this duplicate night are not revealed"
    DEALS = "proof-deals", "{member}: game {game}: {why}"
    STANDINGS = "proof-standings", "standings.json: not what follows from the cards"
