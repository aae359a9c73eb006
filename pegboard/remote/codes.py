"""Error codes of games between two boards, and their English sentences."""

from pegboard.errors import Code


class RemoteFault(Code):
    """Codes of `WireError` for invalid messages of the other board."""

    NO_PACK = "far-no-pack", "the other board did not send a pack of 52 different cards"
    WRONG_KEY = "far-wrong-key", "the other board sent a key that opens no card"
    NOT_FAIR = "far-not-fair", "deal {deal}: the other board did not shuffle correctly"
    NONCE = "far-nonce", "the other board changed its mind about who deals first"
    NOT_HELD = "far-not-held", "the other board played a card that it does not hold"
    NO_GO = "far-no-go", "deal {deal}: the other board said go with {card} in its hand"
    NOT_NOW = "far-not-now", "the other board sent a message of type {kind} out of turn"
    AGAINST_RULES = "far-against-rules", "the other board broke the rules of cribbage ({code})"
    NO_LETTER = "far-no-letter", "the other board sent a message that cannot be read: {why}"
    NOT_SIGNED = "far-not-signed", "a message is not signed by the board that it names"
