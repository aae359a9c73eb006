"""Spoken narration of a game against the computer, so that it can be played without looking.

It says everything that the player would see, and nothing else: the hand, the crib's owner, every
card with the count, every score, the hands of the show, the totals, and the next step.
"""

from collections.abc import Callable, Iterator

from pegboard.cribbage.actions import Claim, Discard, Go, Muggins, Play, Undo
from pegboard.cribbage.events import (
    Counted,
    Dealt,
    Event,
    Played,
    Scored,
    StarterCut,
    Warned,
    WentGo,
)
from pegboard.cribbage.game import Action, State, View, pending_hand, view
from pegboard.cribbage.match import Match
from pegboard.i18n import Message, _, series
from pegboard.narration.cards import card_name, cards_named
from pegboard.narration.counting import spoken, spoken_items
from pegboard.narration.events import lines, localize_doubt
from pegboard.session.table import Table

Say = Callable[[Message], None]


class Narrator:
    """Narrator of one player's game. Use from one event loop only."""

    def __init__(
        self,
        table: Table,
        seat: Callable[[], int | None],
        waits_for_ok: Callable[[], bool],
        match: Callable[[], Match | None],
        say: Say,
    ) -> None:
        """Starts silent.

        Args:
            table: table that the game is on.
            seat: returns the seat played by ear; None while there is none.
            waits_for_ok: returns whether the computer waits for OK.
            match: returns the match so far, if any.
            say: queues a sentence to be spoken.
        """
        self._table, self._seat, self._waits_for_ok = table, seat, waits_for_ok
        self._match, self._say = match, say
        self._last_question: Message | None = None

    def on_new_game(self) -> None:
        """Announces a new or resumed game."""
        seat = self._seat()
        if seat is None:
            return
        names = self._table.names
        others = series(name for other, name in enumerate(names) if other != seat)
        self._say(_("A game against {others}, to {n:aloud}.", others=others, n=self._target))
        self._last_question = None
        if self._table.history:
            self.repeat()

    @property
    def _target(self) -> int:
        return self._table.rules.target

    def on_move(self, action: Action, before: State) -> None:
        """Narrates an action, then the next step."""
        seat = self._seat()
        if seat is None:
            return
        if isinstance(action, Undo):
            self._say(_("Taken back."))
            self.repeat()
            return
        names, state = self._table.names, self._table.state
        if isinstance(action, Discard):
            self._say(self._discarded(action, seat))
        for said in self._narrate(self._table.history[-1][1]):
            self._say(said)
        if state.stage_name == "discard" != before.stage_name:
            self._say(self._hand(view(state, seat)))
        if state.over or (state.stage_name == "deal" != before.stage_name):
            self._say(self._scores())
        match = self._match()
        if state.over and match is not None:
            wins = series(
                _("{who} {n:aloud}", who=n, n=w) for n, w in zip(names, match.wins, strict=False)
            )
            self._say(
                _("The match is over: {wins}.", wins=wins)
                if match.over
                else _("The match: {wins}.", wins=wins)
            )
        self.prompt()

    def repeat(self) -> None:
        """Repeats the position: scores, starter, cards played, hand and the next step."""
        seat = self._seat()
        if seat is None:
            return
        visible = view(self._table.state, seat)
        self._say(self._scores())
        if visible.starter is not None:
            self._say(_("The starter is the {card}.", card=card_name(visible.starter)))
        if visible.pile:
            pile = series(card_name(card) for card in visible.pile)
            self._say(_("Played: {cards}. The count is {n:aloud}.", cards=pile, n=visible.count))
        if visible.hand:
            self._say(self._hand(visible))
        self._last_question = None
        self.prompt()

    def prompt(self) -> None:
        """Speaks the next step, unless it was just spoken."""
        question = self._question()
        if question is not None and question != self._last_question:
            self._say(question)
        self._last_question = question

    def _question(self) -> Message | None:
        seat, state = self._seat(), self._table.state
        if seat is None:
            return None
        if state.over:
            return _("OK starts the next game.")
        if self._waits_for_ok():
            return _("OK continues.")
        legal = view(state, seat).legal
        if any(isinstance(action, Discard) for action in legal):
            who = self._table.names[state.dealer]
            if state.rules.laid_away == 1:
                return _("Throw one card to {who:of} crib.", who=who)
            return _("Throw two cards to {who:of} crib.", who=who)
        if any(isinstance(action, Play) for action in legal):
            # With the number of cards left, each prompt differs from the last, so it is spoken.
            left = len(view(state, seat).hand)
            return _("Your turn, {n:aloud} cards left.", n=left)
        if any(isinstance(action, Go) for action in legal):
            return _("You cannot play. OK says go.")
        if any(isinstance(action, Claim) for action in legal) and state.rules.claims:
            counts_crib = pending_hand(state) == "crib"
            return _("Count your crib." if counts_crib else "Count your hand.")
        if any(isinstance(action, Muggins) for action in legal):
            return _("Anything missed? Plus one and plus five enter it, OK continues.")
        return None

    def _hand(self, seen: View) -> Message:
        return _("Your hand: {cards}.", cards=cards_named(seen.hand))

    def _scores(self) -> Message:
        scores = zip(self._table.names, self._table.state.scores, strict=True)
        totals = series(_("{who} {n:aloud}", who=name, n=score) for name, score in scores)
        return _("The score: {scores}.", scores=totals)

    def _discarded(self, action: Discard, seat: int) -> Message:
        if action.seat == seat:
            return _("Thrown: {cards}.", cards=cards_named(action.cards))
        return _("{who} throws to the crib.", who=self._table.names[action.seat])

    def _narrate(self, events: tuple[Event, ...]) -> Iterator[Message]:
        """Yields the sentences about the events of an action."""
        names, counted = self._table.names, False
        for event in events:
            match event:
                case Dealt(dealer=dealer):
                    yield _("{who} deals.", who=names[dealer])
                case StarterCut(card=card):
                    yield _("The starter is the {card}.", card=card_name(card))
                case Played(seat=seat, card=card, count=count):
                    facts = {"who": names[seat], "card": card_name(card), "count": count}
                    yield _("{who} plays the {card}: {count:aloud}.", **facts)
                case WentGo(seat=seat):
                    yield _("{who} says go", who=names[seat])
                case Counted(seat=seat, crib=crib, cards=cards, score=score):
                    counted = True
                    facts = {"who": names[seat], "cards": cards_named(cards)}
                    yield _(
                        "{who:of} crib: {cards}. {count}."
                        if crib
                        else "{who:of} hand: {cards}. {count}.",
                        count=spoken(score),
                        **facts,
                    )
                case Scored(seat=seat, item=item) if not counted:
                    facts = {"who": names[seat], "items": spoken_items([item])}
                    yield _("{who}: {items}.", **facts)
                case Scored():
                    pass  # its points were spoken with the hand
                case Warned():
                    doubt = localize_doubt(event, names, is_spoken=True)
                    yield _("Check again: {text}", text=doubt)
                case _:
                    yield from (line.text for line in lines([event], names))
