"""Play with four buttons: +1 and -1 step through the hand, +5 selects, OK plays, COUNT repeats.

Any seat's buttons work, as they peg nothing in a game against the computer. Nothing is played by
mistake: OK plays only a card that has been named.
"""

from collections.abc import Callable
from uuid import uuid4

from pegboard.controls import Button, ButtonKind
from pegboard.cribbage.actions import Claim, Discard, Go, Muggins, Play
from pegboard.cribbage.cards import Card
from pegboard.cribbage.game import Action, view
from pegboard.cribbage.play import FULL
from pegboard.cribbage.show import HIGHEST
from pegboard.i18n import Message, _
from pegboard.narration.cards import card_name, cards_named
from pegboard.session.by_ear.narrator import Narrator, Say
from pegboard.session.moves import Moves


class ByEar:
    """One player's four buttons. Use from one event loop only."""

    def __init__(
        self, moves: Moves, seat: Callable[[], int | None], narrator: Narrator, say: Say
    ) -> None:
        """Starts without a selection.

        Args:
            moves: executes the actions.
            seat: returns the seat played by ear; None while there is none.
            narrator: narrates the game.
            say: speaks.
        """
        self._moves, self._table, self._seat = moves, moves.table, seat
        self._narrator, self._say = narrator, say
        self._question: tuple[object, ...] = ()
        """Decision for which the cards were selected."""
        self._index: int | None = None
        self._chosen: list[Card] = []
        self._points = 0

    def press(self, button: Button) -> bool:
        """Handles a press of +1, +5, -1 or COUNT.

        Returns:
            True if the press is consumed.
        """
        seat = self._seat()
        if seat is None or self._table.state.over:
            return False
        if button.kind is ButtonKind.COUNT:
            self._narrator.repeat()
            return True
        if not button.kind.points:
            return False
        self._reset_if_changed()
        legal = view(self._table.state, seat).legal
        if self._is_counting(legal):
            self._points = max(0, min(HIGHEST, self._points + button.kind.points))
            self._say(_("{n:aloud}", n=self._points))
        elif button.kind is ButtonKind.PLUS5:
            self._toggle(seat)
        else:
            self._step(seat, button.kind.points)
        return True

    @property
    def handles_ok(self) -> bool:
        """Returns True if OK executes this player's choice; otherwise it has its usual meaning."""
        return self._ok_action() is not None

    async def confirm(self, by: str) -> None:
        """Executes the selection, or says what is missing, on OK.

        Raises:
            IllegalAction: the rules forbid it now.
        """
        action = self._ok_action()
        if isinstance(action, Message):
            self._say(action)
        elif action is not None:
            await self._moves.submit(action, id=uuid4().hex, by=by)

    def _ok_action(self) -> Action | Message | None:
        seat = self._seat()
        if seat is None or self._table.state.over:
            return None
        self._reset_if_changed()
        return self._action(seat, view(self._table.state, seat).legal)

    def _reset_if_changed(self) -> None:
        """Clears the selection if the player now faces another decision."""
        seat, state = self._seat(), self._table.state
        question = (self._table.game, state.stage_name, *self._visible(seat), len(state.plays))
        if self._question != question:
            self._question, self._index, self._chosen, self._points = question, None, [], 0

    def _visible(self, seat: int | None) -> tuple[object, ...]:
        visible = None if seat is None else view(self._table.state, seat)
        return () if visible is None else (visible.hand, visible.claimed)

    @staticmethod
    def _is_counting(legal: tuple[Action, ...]) -> bool:
        return bool(legal) and all(isinstance(action, Claim | Muggins) for action in legal)

    def _hand(self, seat: int) -> list[Card]:
        return sorted(view(self._table.state, seat).hand)

    def _step(self, seat: int, steps: int) -> None:
        hand = self._hand(seat)
        if not hand:
            self._narrator.repeat()
            return
        if self._index is None:
            self._index = 0 if steps > 0 else len(hand) - 1
        else:
            self._index = (self._index + steps) % len(hand)
        card = hand[self._index]
        named = card_name(card)
        self._say(_("{card}, chosen", card=named) if card in self._chosen else named)

    def _toggle(self, seat: int) -> None:
        hand, rules = self._hand(seat), self._table.rules
        legal = view(self._table.state, seat).legal
        if self._index is None or not any(isinstance(action, Discard) for action in legal):
            self._narrator.repeat()
            return
        card = hand[self._index]
        if card in self._chosen:
            self._chosen.remove(card)
            self._say(_("{card}, not chosen", card=card_name(card)))
            return
        self._chosen = [*self._chosen, card][-rules.laid_away :]
        chosen = cards_named(self._chosen)
        if len(self._chosen) == rules.laid_away:
            self._say(_("Chosen: {cards}. OK throws.", cards=chosen))
        else:
            self._say(_("Chosen: {cards}. One more.", cards=chosen))

    def _action(self, seat: int, legal: tuple[Action, ...]) -> Action | Message | None:
        """Returns the action that OK executes, or a hint to speak instead; None out of turn."""
        rules = self._table.rules
        if any(isinstance(action, Discard) for action in legal):
            if len(self._chosen) == rules.laid_away:
                return Discard(seat, tuple(self._chosen))
            return _("Plus one and minus one step through your cards, plus five chooses.")
        if any(isinstance(action, Play) for action in legal):
            return self._play(seat, legal)
        for action in legal:
            if isinstance(action, Go):
                return action
        if self._is_counting(legal) and any(isinstance(action, Claim) for action in legal):
            return Claim(seat, self._points)
        if self._is_counting(legal) and self._points:
            return Muggins(seat, self._points)
        return None

    def _play(self, seat: int, legal: tuple[Action, ...]) -> Action | Message:
        if self._index is None:
            return _("Plus one and minus one step through your cards, OK plays the last one named.")
        card = self._hand(seat)[self._index]
        play = Play(seat, card)
        if play in legal:
            return play
        makes = self._table.state.count + card.value
        facts = {"card": card_name(card), "n": makes, "most": FULL}
        return _("The {card} would make {n:aloud}; the count never passes {most:aloud}.", **facts)
