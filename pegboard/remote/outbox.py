"""The letters that are on their way from one board to the other."""

from pegboard.chain.keys import SigningKey
from pegboard.remote.messages import seal
from pegboard.remote.saved import SavedGame


class Outbox:
    """What is to be sent over one connection: everything unconfirmed once, then what is new.

    Args:
        kept: the game.
        key: of this board.
    """

    def __init__(self, kept: SavedGame, key: SigningKey) -> None:
        self._saved, self._key = kept, key
        self._sent = 0

    def resend_all(self) -> None:
        """Has everything sent again that is not confirmed: a connection was lost."""
        self._sent = 0
        self._saved.confirmed_to_other = 0

    def next_envelopes(self) -> list[str]:
        """Returns the letters to be sent now, as text; each confirms what has arrived."""
        kept = self._saved
        first = max(self._sent, kept.confirmed)
        bodies = kept.sent[first - kept.confirmed :]
        found = [
            seal(kept.game, number, kept.received, body, self._key)
            for number, body in enumerate(bodies, first + 1)
        ]
        self._sent = first + len(bodies)
        if not found and kept.confirmed_to_other < kept.received:
            found = [seal(kept.game, 0, kept.received, "", self._key)]
        kept.confirmed_to_other = kept.received
        return found
