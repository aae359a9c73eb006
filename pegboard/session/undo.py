"""Undo: takes back the latest action, or everything down to one line of the log.

Undo is an entry of the journal like any other, and the state is the replay without the actions it
took back; this module only decides which these are. Against the computer it goes back to a
person's own move: the computer's later moves go with it, and it moves again.
"""

from collections.abc import Collection

from pegboard.cribbage.game import Action, Muggins, Undo, apply
from pegboard.errors import IllegalAction
from pegboard.i18n import name_of
from pegboard.schema.state import WaitingGame
from pegboard.session.codes import Refusal
from pegboard.session.computer import Opponents
from pegboard.session.lobby import Lobby
from pegboard.session.moves import Moves
from pegboard.session.watching.deal import refit


class Undoing:
    """Undo on one table. Use from one event loop only."""

    def __init__(self, moves: Moves, opponents: Opponents, lobby: Lobby) -> None:
        """Starts without any undo.

        Args:
            moves: does one undo after the other.
            opponents: they keep still while several things are taken back.
            lobby: knows who sits at the game on the table.
        """
        self._table, self._moves = moves.table, moves
        self._opponents, self._lobby = opponents, lobby

    async def undo_latest(self, *, id: str, by: str, seats: Collection[int] | None = None) -> None:
        """Takes back the latest action; against the computer, back to a person's own.

        Corrected names are taken back before the action that came before them.

        In a new game in which nobody has done anything that is the new game: the one before, which
        was not over, is back on the table.

        Args:
            id: the command's own.
            by: who, for the journal.
            seats: those whose moves may be taken back with dealt cards; None for all people's.

        Raises:
            IllegalAction: there is nothing to take back, or the kind of game does not allow it.
        """
        table = self._table
        self._check_kind()
        if table.has_executed(id) or self._lobby.waiting.has_executed(id):
            return
        if table.renamed is not None and (seats is None or not table.kind.has_dealt_hands):
            await self._lobby.rename(table.renamed.before, id=id, takes_back=True)
            self._moves.publish()
            return
        if seats is None and self.replaced_game is not None:
            await self._lobby.undo_new_game(id=id)
            return
        if not table.kind.has_dealt_hands:
            await self._moves.submit(Undo(), id=id, by=by)
            return
        mine = [place for place, (action, _) in enumerate(table.history) if self.can_undo(action)]
        if not mine:
            raise IllegalAction(Refusal.NO_MOVE_YET)
        self._check_nothing_revealed(mine[-1])
        self._check_own_moves(mine[-1], seats)
        await self._undo_down_to(mine[-1], id, by)

    async def undo_to(
        self, to: int, seq: int, *, id: str, by: str, seats: Collection[int] | None = None
    ) -> None:
        """Takes back one line of the game so far and everything after it.

        Args:
            to: how many of the actions that count are kept; see `session.views.log.move_log`.
            seq: of the state that this was decided in: what has happened since is not taken back.
            id: the command's own.
            by: who, for the journal.
            seats: as for `latest`.

        Raises:
            IllegalAction: the game has moved on, or it cannot be taken back.
        """
        table = self._table
        self._check_kind()
        if table.has_executed(id):
            return
        if seq != table.seq:
            raise IllegalAction(Refusal.MOVED_ON_SINCE)
        if not 0 <= to < len(table.history):
            raise IllegalAction(Refusal.NOTHING_TO_TAKE_BACK)
        if not self.can_undo(table.history[to][0]):
            raise IllegalAction(Refusal.OWN_MOVES_ONLY)
        self._check_nothing_revealed(to)
        self._check_own_moves(to, seats)
        await self._undo_down_to(to, id, by)

    async def redo(self, *, id: str, by: str, seats: Collection[int] | None = None) -> None:
        """Does again what was taken back last, if nothing else was done since.

        Args:
            id: the command's own.
            by: who, for the journal.
            seats: as for `latest`.

        Raises:
            IllegalAction: there is nothing to redo, or it is another player's.
        """
        self._check_kind()
        if self._table.has_executed(id):
            return
        action = self.redo_target
        if action is None:
            raise IllegalAction(Refusal.NOTHING_TO_REDO)
        seat = getattr(action, "seat", None)
        if self._table.kind.has_dealt_hands and seats is not None and seat not in seats:
            raise IllegalAction(Refusal.OTHER_HAS_MOVED, name=name_of(self._table.names[seat or 0]))
        await self._moves.submit(action, id=id, by=by)

    @property
    def redo_target(self) -> Action | None:
        """The action that may be done again; None if there is none."""
        taken_back = self._table.redo_stack
        return taken_back[-1] if taken_back and self.can_undo(taken_back[-1]) else None

    async def edit(self, at: int, seq: int, action: Action, *, id: str, by: str) -> None:
        """Replaces one line of the game so far; those after it are kept.

        Args:
            at: its place among the actions that count.
            seq: of the state that this was decided in.
            action: what it is to be; the same action of the same seat, with other facts.
            id: the command's own.
            by: who, for the journal.

        Raises:
            IllegalAction: the board dealt these cards, the game has moved on, it would be another
                action, or a later one would not be possible any more.
        """
        table = self._table
        if not table.kind.has_real_cards:
            raise IllegalAction(Refusal.OWN_CARDS_ONLY)
        if table.has_executed(id):
            return
        if seq != table.seq or at >= len(table.history):
            raise IllegalAction(Refusal.MOVED_ON_SINCE)
        before = table.history[at][0]
        if type(before) is not type(action) or _seat(before) != _seat(action):
            raise IllegalAction(Refusal.ANOTHER_ACTION)
        try:
            await self._moves.replace_action(at, action, seq=seq, id=id, by=by)
        except IllegalAction:
            # With another card other seats have to say go: the cards are what people laid.
            later = [other for other, _ in table.history[at + 1 :]]
            tail = [action, *refit(apply(table.state_before(at), action).state, later)]
            await self._moves.replace_tail(at, tail, seq=seq, id=id, by=by)

    @property
    def replaced_game(self) -> WaitingGame | None:
        """The game that UNDO at the board brings back: nobody has done anything in this one."""
        return None if self._is_touched() else self._lobby.waiting.replaced

    def _is_touched(self) -> bool:
        """Tells whether people have done anything in this game."""
        if not self._table.kind.has_dealt_hands:
            return bool(self._table.history)
        return any(self.can_undo(action) for action, _ in self._table.history)

    def can_undo(self, action: Action) -> bool:
        """Returns whether people may take back everything down to this action, included."""
        kind, people = self._table.kind, self._lobby.setup.people
        if kind.undo_refusal is not None:
            return False
        return not kind.has_dealt_hands or getattr(action, "seat", None) in people

    def can_undo_at(self, place: int) -> bool:
        """Returns whether people may take back everything down to a place in the history."""
        may_undo = self.can_undo(self._table.history[place][0])
        return may_undo and not self._has_cards_since(place) and not self._has_muggins_since(place)

    def _has_muggins_since(self, place: int) -> bool:
        """Returns whether muggins was called since, in a game of dealt cards.

        The answer has told what was missed: a call taken back could be made anew until it is right.
        """
        if not self._table.kind.has_dealt_hands:
            return False
        later = self._table.history[place:]
        return any(isinstance(action, Muggins) and self.can_undo(action) for action, _ in later)

    def _has_cards_since(self, place: int) -> bool:
        """Returns whether a card was seen after an action, where others play the same deals."""
        later = self._table.history[place + 1 :]
        return self._table.kind.shares_deals and not all(self.can_undo(each) for each, _ in later)

    def _check_nothing_revealed(self, place: int) -> None:
        if self._has_muggins_since(place):
            raise IllegalAction(Refusal.CALL_STANDS)
        if self._has_cards_since(place):
            raise IllegalAction(Refusal.DEALS_STAND)

    async def _undo_down_to(self, to: int, id: str, by: str) -> None:
        with self._opponents.paused():  # else the computer would move again in between
            number = 0
            while len(self._table.history) > to:
                self._check_nothing_revealed(to)
                # A reply that is being written now is seen, too.
                expected = self._table.state if self._table.kind.shares_deals else None
                undo_id = f"{id}:{number}" if number else id
                await self._moves.submit(Undo(), id=undo_id, by=by, expected_state=expected)
                number += 1

    def _check_own_moves(self, to: int, seats: Collection[int] | None) -> None:
        """Refuses to take back another player's action with their own cards."""
        if seats is None or not self._table.kind.has_dealt_hands:
            return
        for action, _ in self._table.history[to:]:
            seat = getattr(action, "seat", None)
            if seat in self._lobby.setup.people and seat not in seats:
                name = name_of(self._table.names[seat])
                raise IllegalAction(Refusal.OTHER_HAS_MOVED, name=name)

    def _check_kind(self) -> None:
        refusal = self._table.kind.undo_refusal
        if refusal is not None:
            raise IllegalAction(refusal)


def _seat(action: Action) -> int | None:
    seat: int | None = getattr(action, "seat", None)
    return seat
