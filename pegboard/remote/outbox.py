"""The letters that are on their way from one board to the other."""

from pegboard.chain.keys import SigningKey
from pegboard.remote.saved import KeptGame
from pegboard.remote.messages import written


class Outbox:
    """What is to be sent over one connection: everything unconfirmed once, then what is new.

    Args:
        kept: the game.
        key: of this board.
    """

    def __init__(self, kept: KeptGame, key: SigningKey) -> None:
        self._kept, self._key = kept, key
        self._sent = 0

    def again(self) -> None:
        """Has everything sent again that is not confirmed: a connection was lost."""
        self._sent = 0
        self._kept.told = 0

    def letters(self) -> list[str]:
        """Returns the letters to be sent now, as text; each confirms what has arrived."""
        kept = self._kept
        first = max(self._sent, kept.confirmed)
        bodies = kept.sent[first - kept.confirmed :]
        found = [
            written(kept.game, number, kept.received, body, self._key)
            for number, body in enumerate(bodies, first + 1)
        ]
        self._sent = first + len(bodies)
        if not found and kept.told < kept.received:
            found = [written(kept.game, 0, kept.received, "", self._key)]
        kept.told = kept.received
        return found
