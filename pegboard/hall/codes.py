"""Codes and English sentences for everything the hall refuses."""

from pegboard.errors import Code


class HallFault(Code):
    """Codes of `ConfigError` and `IllegalAction`: an event, or a card, that cannot be."""

    # --- score cards
    GAME_NUMBER = "hall-game-number", "the number of a game must be 1 or more, got {value}"
    GAME_POINTS = "hall-game-points", "game points must be 0, 2 or 3, got {value}"
    MARGIN = "hall-margin", "a spread must be 1 to {most}, got {value}"
    GAME_TWICE = "hall-game-twice", "the card of {player} has a game twice"
    OTHER_LINE = (
        "hall-other-line",
        "game {game} on the card of {player}: the correction is of another line",
    )
    NO_REASON = (
        "hall-no-reason",
        "game {game} on the card of {player}: a correction needs a name and a reason",
    )
    LINE_CHANGED = (
        "hall-line-changed",
        "game {game} on the card of {player} has been changed meanwhile",
    )
    # --- rotation, bracket, points
    PLAYER_TWICE = "hall-player-twice", "{player} is entered twice"
    BAD_ROWS = "hall-bad-rows", "rows that are not players: {n}; see line {lines}"
    TOO_FEW = "hall-too-few", "at least {least} players are needed, got {n}"
    NO_RATING = (
        "hall-no-rating",
        "rating points of the {kind} are not defined for {games} games; they are for {known}",
    )
    BEST_OF = "hall-best-of", "a match must be best of 1, 3, 5 or 7, got {value}"
    SEEDS = "hall-seeds", "a bracket is seeded with different players, and before its first match"
    NO_CONSOLATION = (
        "hall-no-consolation",
        "a consolation begins once, beside a seeded bracket, with two players or more",
    )
    NO_MATCH = "hall-no-match", "round {round}, match {match}: {one} and {other} do not meet there"
    NO_SCORE = (
        "hall-no-score",
        "round {round}, match {match}: {won} to {lost} is no result of best of {best_of}",
    )
    MATCH_GAME = (
        "hall-match-game",
        "game {game} of that match has been counted, or its best of {best_of} is decided",
    )
    NO_FREE_TABLE = "hall-no-free-table", "no table with a board is free"
    NO_PLAY_OFF = "hall-no-play-off", "{one} and {other} are not parted by a play-off now"
    # --- decisions of an event, games
    OPENED_FIRST = "hall-opened-first", "an event is opened once, and before all else"
    ENTERED_ALREADY = "hall-entered-already", "{player} is entered already"
    NOT_ENTERED = "hall-not-entered", "{player} is not entered"
    NOT_PRESENT = "hall-not-present", "{player} is not present"
    NOT_NEXT = "hall-not-next", "round {round} is not the next one"
    PLAYS_ONCE = "hall-plays-once", "round {round}: each player must play once or have the bye"
    NOT_DRAWN = "hall-not-drawn", "round {round} has not been drawn"
    OTHERS_PLAY = "hall-others-play", "round {round}: others play at table {table}"
    HOLD = "hall-hold", "table {table}: each seat must hold its button for {seconds} s to sign"
    NOT_DECIDED = "hall-not-decided", "it is not decided yet who qualifies"
    OTHER_TABLE = "hall-other-table", "another board stands at table {table}"
    NO_TABLE = "hall-table-unknown", "nobody plays at table {table} now"
    NOT_ASKED = "hall-not-asked", "board {board} does not ask for a table any more"
    GAME_USED = "hall-game-used", "that game stands on other cards already"
    SIGNED_ALREADY = "hall-signed-already", "game {game} on the card of {player} is signed already"
    LINES_MISSING = "hall-lines-missing", "lines of the game are missing"
    NOT_TOURNAMENT = "hall-not-tournament", "it is not a game of two players to 121"
    ALL_DRAWN = "hall-all-drawn", "all rounds have been drawn"
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
    NOT_STARTED = "hall-not-started", "the hall does not start"
    NO_EVENT = "hall-no-event", "there is no event {event}"
    NO_DUPLICATE = "hall-no-duplicate", "that is not how a duplicate night is played"
    NOT_REVEALED = "hall-not-revealed", "the deals are revealed once, after the last game"
    NO_SECRET = "hall-no-secret", "the secret of this night is not in this hall"
    NO_TIMER = "hall-no-timer", "no timer runs, or none pauses"
    NO_FILE = "hall-no-file", "{name} is no file of an event"
    NO_BOARD = "hall-no-board", "there is no board {board}, or no such course of it"
    NO_JOURNAL = "hall-no-journal", "the journal of board {board} up to entry {seq} has not arrived"
    NOT_OVER = "hall-not-over", "the game is not over"


class UploadFault(Code):
    """Codes of `WireError`: what a board sends that no board of ours would."""

    EMPTY = "upload-empty", "board {board}: an upload without an entry"
    NUMBER = "upload-number", "board {board}: entry {seq} is missing, got {got}"
    NOT_KEPT = (
        "upload-not-kept",
        "board {board}: entry {seq} cannot be kept as it was signed; its time is {at}",
    )
    FORGED = "upload-forged", "board {board}: the signature at entry {seq} is not that of its key"
    UNKNOWN = "upload-unknown", "board {board} has not joined"
    REVOKED = "upload-revoked", "the key of board {board} was revoked"
    OTHER_CARDS = (
        "upload-other-cards",
        "board {board}: the cards of game {game} are not what was played",
    )
    OTHER_DEALS = (
        "upload-other-deals",
        "game {game}, deal {deal}: not the cards of this duplicate night",
    )
    TAKEN_BACK = (
        "upload-taken-back",
        "game {game}, deal {deal}: a move was taken back after another card was seen",
    )


class TalkFault(Code):
    """Codes of `WireError`: a message that does not belong where it came."""

    TOO_LONG = "talk-too-long", "a message of {n} bytes; at most {most} are read"
    NO_MESSAGE = "talk-no-message", "not a message: {why}"
    HELLO_FIRST = "talk-hello-first", "a board says hello once, and before all else"
    NOT_YOU = "talk-not-you", "the hello is not signed by board {board} for this connection"
    NOT_JOINED = (
        "talk-not-joined",
        "this board has not joined",
        "give it the code that the director's page shows",
    )
    WRONG_CODE = "talk-wrong-code", "that is not the code that the director's page shows"
    TOO_MANY_TRIES = "talk-too-many-tries", "too many wrong codes; wait {seconds} s"
    ONE_AT_A_TIME = "talk-one-at-a-time", "entries came before those before were acknowledged"
    VERSION = "talk-version", "the hall speaks version {version}, this board {known}"
    OTHER_HALL = "talk-other-hall", "this is another hall than the one that was joined"
    REFUSED = "talk-refused", "the hall refuses ({code}): {says}"
    UNEXPECTED = "talk-unexpected", "a message of type {kind} is not expected now"


class StoreFault(Code):
    """Codes of `DeviceError` and `StoreConflict`: a store that cannot be used, or is ahead."""

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
    NO_KEY = "hall-no-key", "{file}: not a key: {why}"
    CONFLICT = "hall-store-conflict", "{what} has been changed meanwhile: look again"


class KeepingFault(Code):
    """Codes of a hall on disk: its store is not what was written, its backup cannot be."""

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
    """Codes of an exported event that does not prove what it says."""

    NO_DECISION = "proof-no-decision", "not a decision of an event: {why}"
    NOT_EXPORT = "proof-not-export", "{file}: not an exported event: {why}"
    TOO_LARGE = "proof-too-large", "{file}: larger than {most} MiB when unpacked"
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
