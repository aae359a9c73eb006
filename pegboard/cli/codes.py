"""Codes and English sentences for bad command lines."""

from pegboard.errors import Code


class Option(Code):
    """An argument, or a file named by one, that a command has no use for."""

    SPEED = "speed", "--speed {value}: must be 0, as fast as it goes, or above"
    ZIP_TO_FILE = "zip-to-file", "--zip goes to a file: say which with --out"
    FOUR_CARDS = "four-cards", "a hand is four cards, not {n}: {cards}"
    ONE_STARTER = "one-starter", "the starter is one card, not {n}: {cards}"
    RECORD_TOO_LONG = "record-too-long", "too long for a game record: more than {most} MiB"
    NOT_UTF8 = "not-utf8", "not text in UTF-8 (byte {at})"
