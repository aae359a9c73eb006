"""Outgoing envelopes of a game."""

from pegboard.chain.keys import SigningKey
from pegboard.remote.messages import seal
from pegboard.remote.saved import SavedGame


class Outbox:
    """Selects the envelopes to send: first everything unconfirmed, then new ones.

    Args:
        kept: the game.
        key: secret key of this board.
    """

    def __init__(self, kept: SavedGame, key: SigningKey) -> None:
        self._saved, self._key = kept, key
        self._sent = 0

    def resend_all(self) -> None:
        """Schedules all unconfirmed envelopes for resending, after a lost connection."""
        self._sent = 0
        self._saved.confirmed_to_other = 0

    def next_envelopes(self) -> list[str]:
        """Returns the envelopes to send now, as text, each with a confirmation."""
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
