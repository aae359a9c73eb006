"""Signatures at the end of a game of an event: each seat holds its own button.

The hall says who plays here; the game on the table, once it is over, is theirs. A signature stands
until the other seat has signed as well; then both go to the hall. UNDO withdraws before that, and
so does anything that changes the game.
"""

from collections.abc import Callable
from dataclasses import dataclass

from pegboard.errors import IllegalAction
from pegboard.i18n import Message, _
from pegboard.schema.table import Signing as SigningMessage
from pegboard.session.codes import Refusal
from pegboard.session.table import Table

SEATS = 2


@dataclass(frozen=True, slots=True)
class SeatedGame:
    """A game of an event as it was drawn.

    Attributes:
        event, round, table: of the game.
        players, names: at seats 0 and 1; the ids are those of the event.
        before: games that were over before the draw: none of them is the one.
        done: True once the game stands on both cards.
        game: id of the board's game, where the hall has chosen its cards and a computer sits at
            seat 1; empty for any game of two people.
        match: round and number of the match of which it is a game; None for a game of a round.
    """

    event: str
    round: int
    table: int
    players: tuple[str, str]
    names: tuple[str, str]
    before: tuple[str, ...] = ()
    done: bool = False
    game: str = ""
    match: tuple[int, int] | None = None

    @property
    def people(self) -> tuple[int, ...]:
        """The seats that sign."""
        return (0,) if self.game else (0, 1)

    @property
    def drawn(self) -> tuple[object, ...]:
        """What was drawn."""
        return self.event, self.match, self.round, self.table, self.players


@dataclass(frozen=True, slots=True)
class SignedCards:
    """A game that all who sign have signed: which one, as it was after so many entries."""

    seated: SeatedGame
    game: str
    entries: int
    held_s: tuple[float, float]


class Signing:
    """The signatures of one table. Use from one event loop only.

    Args:
        table: the game and its journal.
        changed: has the new state shown.
    """

    def __init__(self, table: Table, changed: Callable[[], None]) -> None:
        self._table, self._changed = table, changed
        self._seated: SeatedGame | None = None
        self._held: list[float | None] = [None] * SEATS
        self._at = ("", 0)
        """The game that was signed, and how many entries it had."""
        self._refused = ""
        """The game whose cards the hall did not take."""
        self.on_both: Callable[[SignedCards], None] = lambda signed: None
        """Is told once all who sign have signed."""

    def seat(self, seated: SeatedGame | None) -> None:
        """Takes who plays here now; None for nobody of an event."""
        before, self._seated = self._seated, seated
        if before is not None and (seated is None or before.drawn != seated.drawn):
            self._held = [None] * SEATS
        self._changed()

    def restore(self, game: str, entries: int, held_s: tuple[float, float]) -> None:
        """Takes signatures that are on their way to the hall since before this start."""
        self._at, self._held = (game, entries), list(held_s)

    @property
    def open(self) -> SeatedGame | None:
        """The game that is over and to be signed, or is on its way to the hall; None for none."""
        over = self._table.state.winner is not None and self._refused != self._table.game
        return self._seated if self.is_drawn and over else None

    @property
    def is_drawn(self) -> bool:
        """True if the hall has drawn the game on the table, whether or not it is over."""
        table, seated = self._table, self._seated
        if seated is None or seated.done or table.game in seated.before or not table.is_stored:
            return False
        return seated.game in ("", table.game) and table.rules.players == SEATS

    @property
    def waits_for(self) -> tuple[int, ...]:
        """The seats that are still to sign; none if nothing is to be signed."""
        seated = self.open
        if seated is None:
            return ()
        held = self._signatures()
        return tuple(seat for seat in seated.people if held[seat] is None)

    def _signatures(self) -> list[float | None]:
        """Returns for how long each seat held its button; a game that has changed has none."""
        now = (self._table.game, self._table.seq)
        if self._at != now:
            self._at, self._held = now, [None] * SEATS
        return self._held

    def sign(self, seat: int, held_s: float) -> None:
        """Signs for a seat.

        Args:
            seat: that signs.
            held_s: for how long it held its button.

        Raises:
            IllegalAction: nothing is to be signed by it now.
        """
        seated = self.open
        if seated is None or seat not in self.waits_for:
            raise IllegalAction(Refusal.NOTHING_TO_SIGN)
        held = self._signatures()
        held[seat] = held_s
        if not self.waits_for:
            game, entries = self._at
            self.on_both(SignedCards(seated, game, entries, (held[0] or 0.0, held[1] or 0.0)))
        self._changed()

    def withdraw(self) -> bool:
        """Withdraws the signature of the seat that has signed; False if there is none."""
        seated = self.open
        if seated is None or not 0 < len(self.waits_for) < len(seated.people):
            return False
        self._held = [None] * SEATS
        self._changed()
        return True

    def answered(self, game: str, code: str) -> None:
        """Takes the hall's answer.

        Args:
            game: whose cards it has.
            code: why it does not take them; empty if it does.
        """
        if code:
            self._refused = game
        self._changed()

    def message(self) -> SigningMessage | None:
        """Returns what pages show; None if nothing is to be signed."""
        seated = self.open
        if seated is None:
            return None
        waits = self.waits_for
        return {
            "round": seated.round,
            "table": seated.table,
            "names": list(seated.names),
            "signed": [seat not in waits for seat in range(SEATS)],
        }

    def prompt(self) -> Message | None:
        """Returns the next step in words; None if nothing is to be signed, or told of it."""
        seated, waits = self.open, self.waits_for
        if seated is None:
            over = self._table.state.winner is not None
            if over and self._seated is not None and self._refused == self._table.game:
                return _("The hall did not take these cards. Tell the director.")
            return None
        if len(waits) == SEATS:
            return _("Both players sign: each holds their own +1 for two seconds.")
        if waits:
            return _("{who} signs: hold +1 for two seconds.", who=seated.names[waits[0]])
        return _("Both have signed. Press OK for the next game.")
