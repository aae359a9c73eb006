"""Error codes of events and their English sentences."""

from pegboard.errors import Code


class EventFault(Code):
    """Codes of `ConfigError`, `IllegalAction`, `WireError` for invalid events and score cards."""

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
    NO_PAIRING = "hall-no-pairing", "round {round}: {one} and {other} do not play each other"
    HOLD = "hall-hold", "table {table}: each seat must hold its button for {seconds} s to sign"
    NOT_DECIDED = "hall-not-decided", "it is not decided yet who qualifies"
    OTHER_TABLE = "hall-other-table", "another board stands at table {table}"
    NO_TABLE = "hall-table-unknown", "nobody plays at table {table} now"
    OVER_BEFORE = (
        "hall-over-before",
        "table {table}: game {game} was over before the draw, so it does not count",
    )
    GAME_USED = "hall-game-used", "that game stands on other cards already"
    SIGNED_ALREADY = "hall-signed-already", "game {game} on the card of {player} is signed already"
    LINES_MISSING = "hall-lines-missing", "lines of the game are missing"
    NOT_TOURNAMENT = "hall-not-tournament", "it is not a game of two players to 121"
    ALL_DRAWN = "hall-all-drawn", "all rounds have been drawn"
    NO_DUPLICATE = "hall-no-duplicate", "that is not how a duplicate night is played"
    NOT_REVEALED = "hall-not-revealed", "the deals are revealed once, after the last game"
    NOT_OVER = "hall-not-over", "the game is not over"
    NO_DECISION = "proof-no-decision", "not a decision of an event: {why}"
