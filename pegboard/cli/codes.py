"""Error codes and English sentences for invalid command lines."""

from pegboard.errors import Code


class Option(Code):
    """Codes for unusable arguments and files."""

    SPEED = "speed", "--speed {value}: must be 0 (as fast as possible) or more"
    ZIP_TO_FILE = "zip-to-file", "--zip needs a file: name it with --out"
    FOUR_CARDS = "four-cards", "a hand must be four cards, got {n}: {cards}"
    ONE_STARTER = "one-starter", "the starter must be one card, got {n}: {cards}"
    RECORD_TOO_LONG = "record-too-long", "too long for a game record: more than {most} MiB"
    TOO_MANY_LINES = "record-too-many-lines", "too long for a game record: more than {most} lines"
    NOT_UTF8 = "not-utf8", "not text in UTF-8 (byte {at}): {why}"
