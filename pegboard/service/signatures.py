"""Between the table and the hall: who plays here, and the score cards that they sign."""

from pegboard.hall.board.handed_in import HandedIn
from pegboard.hall.board.signing import Seating
from pegboard.hall.protocol.messages import Seat
from pegboard.session.signing.signing import SeatedGame, SignedCards, Signing


class Signatures:
    """Tells the table what the hall says.

    Args:
        signing: of the table.
    """

    def __init__(self, signing: Signing) -> None:
        self._signing = signing

    def connect(self, cards: HandedIn) -> None:
        """Has cards handed in once both seats have signed."""

        def both(signed: SignedCards) -> None:
            there = signed.seated
            seating = Seating(there.event, there.round, there.table, there.players)
            cards.add(seating, signed.game, signed.entries, signed.held_s)

        self._signing.on_both = both

    def seat(self, seat: Seat | None) -> None:
        """Takes who plays here now; None for nobody of an event."""
        if seat is None:
            self._signing.seat(None)
            return
        drawn = (seat.event, seat.round, seat.table, seat.players, seat.names)
        self._signing.seat(SeatedGame(*drawn, before=seat.before, done=seat.done))

    def restore(self, game: str, entries: int, held_s: tuple[float, float]) -> None:
        """Takes signatures that are on their way since before this start."""
        self._signing.restore(game, entries, held_s)

    def answered(self, game: str, code: str) -> None:
        """Takes the hall's answer about a game; an empty code if its cards are committed."""
        self._signing.answered(game, code)
