"""Outgoing envelopes of a game."""

from pegboard.chain.keys import SigningKey
from pegboard.remote.messages import seal
from pegboard.remote.saved import SavedGame


class Outbox:
    """Queue of envelopes to send: first all unconfirmed ones, then new ones.

    Args:
        saved: stored state of the game.
        key: secret key of this board.
    """

    def __init__(self, saved: SavedGame, key: SigningKey) -> None:
        self._saved, self._key = saved, key
        self._sent = 0

    def resend_all(self) -> None:
        """Schedules all unconfirmed envelopes for resending, after a lost connection."""
        self._sent = 0
        self._saved.confirmed_to_other = 0

    def next_envelopes(self) -> list[str]:
        """Returns the envelopes to send now, as text, each with a confirmation."""
        saved = self._saved
        first = max(self._sent, saved.confirmed)
        bodies = saved.sent[first - saved.confirmed :]
        found = [
            seal(saved.game, number, saved.received, body, self._key)
            for number, body in enumerate(bodies, first + 1)
        ]
        self._sent = first + len(bodies)
        if not found and saved.confirmed_to_other < saved.received:
            found = [seal(saved.game, 0, saved.received, "", self._key)]
        saved.confirmed_to_other = saved.received
        return found
