"""Signatures after a game of an event: each player holds the button of their seat.

The hall assigns the players; the finished game on the table is taken to be theirs. Once both seats
have signed, both signatures go to the hall. Until then UNDO, or any change of the game, withdraws
them.
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
class EventGame:
    """A game of an event as drawn by the hall.

    Attributes:
        event, round, table: identify the game.
        players, names: player ids in the event and names, at seats 0 and 1.
        earlier_games: ids of games that were finished before the draw and are excluded.
        is_signed: True once the game is entered on both cards.
        game: id of the board's game, if the hall has chosen its cards and a computer plays
        seat 1; empty for any game of two people.
        match: round and number of the match; None for a game outside a match.
    """

    event: str
    round: int
    table: int
    players: tuple[str, str]
    names: tuple[str, str]
    earlier_games: tuple[str, ...] = ()
    is_signed: bool = False
    game: str = ""
    match: tuple[int, int] | None = None

    @property
    def signing_seats(self) -> tuple[int, ...]:
        """The seats that must sign."""
        return (0,) if self.game else (0, 1)

    @property
    def draw(self) -> tuple[object, ...]:
        """The draw that the hall assigned: event, round, table and players."""
        return self.event, self.match, self.round, self.table, self.players


@dataclass(frozen=True, slots=True)
class SignedCards:
    """A game that all its players have signed, and its number of entries at that time."""

    event_game: EventGame
    game: str
    entries: int
    held_s: tuple[float, float]


class Signing:
    """The signatures at one table. Use from one event loop only.

    Args:
        table: the game and its journal.
        on_change: called to publish the new state.
    """

    def __init__(self, table: Table, on_change: Callable[[], None]) -> None:
        self._table, self._on_change = table, on_change
        self._game: EventGame | None = None
        self._held_s: list[float | None] = [None] * SEATS
        self._signed_position = ("", 0)
        """Id and number of entries of the game that was signed."""
        self._refused_game = ""
        """Id of the game whose cards the hall refused."""
        self.on_signed: Callable[[SignedCards], None] = lambda signed: None
        """Called once all players have signed."""

    def set_game(self, event_game: EventGame | None) -> None:
        """Sets the event game assigned to this board; None for none."""
        before, self._game = self._game, event_game
        if before is not None and (event_game is None or before.draw != event_game.draw):
            self._held_s = [None] * SEATS
        self._on_change()

    def restore_signatures(self, game: str, entries: int, held_s: tuple[float, float]) -> None:
        """Restores signatures that were being sent to the hall before a restart."""
        self._signed_position, self._held_s = (game, entries), list(held_s)

    @property
    def game_to_sign(self) -> EventGame | None:
        """Finished game that must be signed, or whose cards are being sent to the hall, if any."""
        over = self._table.state.winner is not None and self._refused_game != self._table.game
        return self._game if self.is_event_game and over else None

    @property
    def is_event_game(self) -> bool:
        """True if the game on the table belongs to an event, whether finished or not."""
        table, event_game = self._table, self._game
        if (
            event_game is None
            or event_game.is_signed
            or table.game in event_game.earlier_games
            or not table.is_stored
        ):
            return False
        return event_game.game in ("", table.game) and table.rules.players == SEATS

    @property
    def unsigned_seats(self) -> tuple[int, ...]:
        """The seats that have yet to sign; empty if there is nothing to sign."""
        event_game = self.game_to_sign
        if event_game is None:
            return ()
        held = self._signatures()
        return tuple(seat for seat in event_game.signing_seats if held[seat] is None)

    def _signatures(self) -> list[float | None]:
        """Returns the signatures, as hold times by seat; clears them if the game has changed."""
        now = (self._table.game, self._table.seq)
        if self._signed_position != now:
            self._signed_position, self._held_s = now, [None] * SEATS
        return self._held_s

    def sign(self, seat: int, held_s: float) -> None:
        """Signs the score card of a seat.

        Args:
            seat: seat that signs the card.
            held_s: seconds for which the button was held.

        Raises:
            IllegalAction: the seat has nothing to sign now.
        """
        event_game = self.game_to_sign
        if event_game is None or seat not in self.unsigned_seats:
            raise IllegalAction(Refusal.NOTHING_TO_SIGN)
        held = self._signatures()
        held[seat] = held_s
        if not self.unsigned_seats:
            game, entries = self._signed_position
            self.on_signed(SignedCards(event_game, game, entries, (held[0] or 0.0, held[1] or 0.0)))
        self._on_change()

    def check_may_drop(self, seats: tuple[int, ...] | None) -> None:
        """Checks that a change of the game does not drop somebody else's signature.

        Args:
            seats: seats of whoever changes it; None for the board itself.

        Raises:
            IllegalAction: another seat has signed, and its cards are not complete yet.
        """
        event_game, waits = self.game_to_sign, self.unsigned_seats
        if event_game is None or not waits or seats is None:
            return
        for seat in event_game.signing_seats:
            if seat not in waits and seat not in seats:
                raise IllegalAction(Refusal.SIGNED_BY_ANOTHER, who=event_game.names[seat])

    def withdraw(self) -> bool:
        """Withdraws the only signature so far; returns False if there is none."""
        event_game = self.game_to_sign
        if event_game is None or not 0 < len(self.unsigned_seats) < len(event_game.signing_seats):
            return False
        self._held_s = [None] * SEATS
        self._on_change()
        return True

    def on_reply(self, game: str, code: str) -> None:
        """Handles the hall's reply to a signed game.

        Args:
            game: id of the game.
            code: code of the refusal; empty if accepted.
        """
        if code:
            self._refused_game = game
        self._on_change()

    def message(self) -> SigningMessage | None:
        """Returns the `signing` field of the state; None if there is nothing to sign."""
        event_game = self.game_to_sign
        if event_game is None:
            return None
        waits = self.unsigned_seats
        return {
            "round": event_game.round,
            "table": event_game.table,
            "names": list(event_game.names),
            "signed": [seat not in waits for seat in range(SEATS)],
        }

    def prompt(self) -> Message | None:
        """Returns the prompt, or None if there is nothing to sign or report."""
        event_game, waits = self.game_to_sign, self.unsigned_seats
        if event_game is None:
            over = self._table.state.winner is not None
            if over and self._game is not None and self._refused_game == self._table.game:
                return _("The hall did not take these cards. Tell the director.")
            return None
        if len(waits) == SEATS:
            return _("Both players sign: each holds their own +1 for two seconds.")
        if waits:
            return _("{who} signs: hold +1 for two seconds.", who=event_game.names[waits[0]])
        return _("Both have signed. Press OK for the next game.")
