"""Undo of the latest action, or of a line of the log with everything after it.

Undo is a journal entry like any other, and the state is the replay without the undone actions; this
module only decides which these are. Against the computer, undo goes back to a person's own move:
the computer's later moves are undone with it, and it moves again.
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
    """Undo and redo on one table. Use from one event loop only."""

    def __init__(self, moves: Moves, opponents: Opponents, lobby: Lobby) -> None:
        """Creates the undo of a table.

        Args:
            moves: executes the undos.
            opponents: paused while several actions are undone.
            lobby: the setup of the game on the table.
        """
        self._table, self._moves = moves.table, moves
        self._opponents, self._lobby = opponents, lobby

    async def undo_latest(self, *, id: str, by: str, seats: Collection[int] | None = None) -> None:
        """Undoes the latest action; against the computer, a person's last move and those after it.

        A correction of names is undone before the action that preceded it.

        In a new game without moves the new game itself is undone, and the unfinished game that it
        replaced is restored.

        Args:
            id: id of the command.
            by: author of the entries in the journal.
            seats: with dealt cards, the seats whose moves may be undone; None for all people.

        Raises:
            IllegalAction: there is nothing to undo, or the kind of game does not allow it.
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
        """Undoes a line of the log and everything after it.

        Args:
            to: number of actions in effect to keep; see `session.views.log.move_log`.
            seq: the `seq` on which the undo is based; refused if the game has moved on.
            id: id of the command.
            by: author of the entries in the journal.
            seats: as for `undo_latest`.

        Raises:
            IllegalAction: the game has moved on, or the line cannot be undone.
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
        """Redoes the action that was undone last, if nothing else was done since.

        Args:
            id: id of the command.
            by: author of the entry in the journal.
            seats: as for `undo_latest`.

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
        """The action that can be redone, or None."""
        taken_back = self._table.redo_stack
        return taken_back[-1] if taken_back and self.can_undo(taken_back[-1]) else None

    async def edit(self, at: int, seq: int, action: Action, *, id: str, by: str) -> None:
        """Replaces one line of the log; later lines are kept.

        Args:
            at: index among the actions in effect.
            seq: the `seq` on which the edit is based.
            action: the new line: the same action of the same seat, with different values.
            id: id of the command.
            by: author of the entries in the journal.

        Raises:
            IllegalAction: the board dealt these cards, the game has moved on, the new line is
            another action, or a later line would become illegal.
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
            # A different card changes who must say go; the later cards, really played, are kept.
            later = [other for other, _ in table.history[at + 1 :]]
            tail = [action, *refit(apply(table.state_before(at), action).state, later)]
            await self._moves.replace_tail(at, tail, seq=seq, id=id, by=by)

    @property
    def replaced_game(self) -> WaitingGame | None:
        """The game that UNDO at the board would restore, until this one has moves."""
        return None if self._is_touched() else self._lobby.waiting.replaced

    def _is_touched(self) -> bool:
        """Returns whether people have acted in this game."""
        if not self._table.kind.has_dealt_hands:
            return bool(self._table.history)
        return any(self.can_undo(action) for action, _ in self._table.history)

    def can_undo(self, action: Action) -> bool:
        """Returns whether people may undo an action and everything after it."""
        kind, people = self._table.kind, self._lobby.setup.people
        if kind.undo_refusal is not None:
            return False
        return not kind.has_dealt_hands or getattr(action, "seat", None) in people

    def can_undo_at(self, place: int) -> bool:
        """Returns whether people may undo the action at an index, and everything after it."""
        may_undo = self.can_undo(self._table.history[place][0])
        return may_undo and not self._has_cards_since(place) and not self._has_muggins_since(place)

    def _has_muggins_since(self, place: int) -> bool:
        """Returns whether muggins was called at an index or later, in a game with dealt cards.

        The call revealed what was missed, so an undo would let its caller guess again.
        """
        if not self._table.kind.has_dealt_hands:
            return False
        later = self._table.history[place:]
        return any(isinstance(action, Muggins) and self.can_undo(action) for action, _ in later)

    def _has_cards_since(self, place: int) -> bool:
        """Returns whether a card was revealed after an action, in a game with shared deals."""
        later = self._table.history[place + 1 :]
        return self._table.kind.shares_deals and not all(self.can_undo(each) for each, _ in later)

    def _check_nothing_revealed(self, place: int) -> None:
        if self._has_muggins_since(place):
            raise IllegalAction(Refusal.CALL_STANDS)
        if self._has_cards_since(place):
            raise IllegalAction(Refusal.DEALS_STAND)

    async def _undo_down_to(self, to: int, id: str, by: str) -> None:
        with self._opponents.paused():  # otherwise the computer would move between two undos
            number = 0
            while len(self._table.history) > to:
                self._check_nothing_revealed(to)
                # With shared deals, refuse if a reply committed meanwhile has revealed a card.
                expected = self._table.state if self._table.kind.shares_deals else None
                undo_id = f"{id}:{number}" if number else id
                await self._moves.submit(Undo(), id=undo_id, by=by, expected_state=expected)
                number += 1

    def _check_own_moves(self, to: int, seats: Collection[int] | None) -> None:
        """Refuses to undo another player's action in a game with dealt cards."""
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
