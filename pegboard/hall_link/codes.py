"""Codes and English sentences for messages between a board and a hall."""

from pegboard.errors import Code


class TalkFault(Code):
    """Codes of `WireError` for unexpected and invalid messages."""

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
    QUOTA = (
        "talk-quota",
        "this board has sent more than {mb} MB within an hour; the director is asked",
    )
    ONE_AT_A_TIME = "talk-one-at-a-time", "entries came before those before were acknowledged"
    VERSION = "talk-version", "the hall speaks version {version}, this board {known}"
    OTHER_HALL = "talk-other-hall", "this is another hall than the one that was joined"
    REFUSED = "talk-refused", "the hall refuses ({code}): {says}"
    UNEXPECTED = "talk-unexpected", "a message of type {kind} is not expected now"
