"""One game as it goes on: items in, what everybody at the table sees out.

A journal holds the cards that were dealt. Nothing leaves this file but the open parts of a `View`
of `pegboard.cribbage`: pegs, starter, the cards that were played or shown.
"""

from collections.abc import Iterable
from contextlib import suppress

from msgspec import Struct

from pegboard.chain.item import BEGIN, Item
from pegboard.cribbage.cards import Card
from pegboard.cribbage.game import Action, State, Undo, apply, new_game, view
from pegboard.cribbage.notation import parse_action, parse_record
from pegboard.cribbage.replay import replay
from pegboard.errors import IllegalAction, NotationError
from pegboard.hall.live.winning import chances
from pegboard.tournament.result import GameResult, is_tournament

RESULTS_MOST = 12
"""Games that are over of which the result is kept."""


class TableSide(Struct, frozen=True):
    """One track: the front and the rear peg."""

    front: int
    rear: int


class PublicGame(Struct, frozen=True):
    """A game as everybody at the table sees it.

    Attributes:
        game: its id in the board's journal.
        mode: `score`, `computer` or `demo`.
        began, at: when it began, and its last entry, by the board's clock.
        entries: how many it has.
        players: seats.
        target: the hole that wins.
        sides: by track.
        dealer, turn: seats; no turn if several may act, or none.
        stage: `deal`, `discard`, `cut`, `play`, `show` or `over`.
        starter, pile, count: the cards on the table.
        shown: by seat, the hands as they lie open in the show.
        crib: once it lies open.
        winner: the seat, once it is over.
        skunk: 1 for a skunk, 2 for a double skunk.
        chances: of each side to win, in percent, by scores and dealer; none if not known.
    """

    game: str
    mode: str
    began: float
    at: float
    entries: int
    players: int
    target: int
    sides: tuple[TableSide, ...]
    dealer: int
    turn: int | None
    stage: str
    starter: str | None
    pile: tuple[str, ...]
    count: int
    shown: tuple[tuple[str, ...], ...]
    crib: tuple[str, ...]
    winner: int | None
    skunk: int
    chances: tuple[int, ...] = ()


class LiveGame:
    """The newest game of one board, as far as its items have arrived."""

    def __init__(self) -> None:
        self._begin: Item | None = None
        self._last: Item | None = None
        self._actions: list[Action] = []
        """Those that are not taken back."""
        self._state: State | None = None
        self.results: dict[str, GameResult] = {}
        """The newest games of two to 121 that are over, by their ids, in order."""

    def add(self, items: Iterable[Item]) -> bool:
        """Follows the journal; a new game takes the place of the last one.

        An entry that cannot be read or played changes nothing that is shown.

        Returns:
            False if an older game goes on whose beginning is not here: it is to be read again.
        """
        for item in items:
            if item.number == BEGIN:
                self._begin = self._last = item
                self._actions, self._state = [], _first(item)
            elif self._begin is None or item.game != self._begin.game:
                self._begin = self._last = self._state = None
            else:
                self._last = item
                with suppress(NotationError, IllegalAction):
                    self._played(parse_action(item.text))
                self._note_result(item.game)
        return self._begin is not None

    def _played(self, action: Action) -> None:
        if self._state is None:
            return
        if not isinstance(action, Undo):
            self._state = apply(self._state, action).state
            self._actions.append(action)
        elif self._actions:
            self._actions.pop()
            assert self._begin is not None
            dealer = parse_record(self._begin.text, self._begin.game).header.dealer
            self._state = replay(self._state.rules, dealer, self._actions)

    def _note_result(self, game: str) -> None:
        state = self._state
        if state is None or not is_tournament(state.rules):
            return
        self.results.pop(game, None)
        if state.winner is not None:
            self.results[game] = GameResult(state.winner, (state.scores[0], state.scores[1]))
            if len(self.results) > RESULTS_MOST:
                del self.results[next(iter(self.results))]

    def public(self) -> PublicGame | None:
        """Returns what everybody sees; None before the first game."""
        begin, state, last = self._begin, self._state, self._last
        if begin is None or state is None or last is None:
            return None
        seen = view(state, 0)
        return PublicGame(
            game=begin.game,
            mode=begin.by,
            began=begin.at,
            at=last.at,
            entries=last.number,
            players=state.rules.players,
            target=state.rules.target,
            sides=tuple(TableSide(pegs.front, pegs.rear) for pegs in state.pegs),
            dealer=state.dealer,
            turn=state.turn,
            stage=state.stage_name,
            starter=None if seen.starter is None else str(seen.starter),
            pile=_texts(seen.pile),
            count=seen.count,
            shown=tuple(_texts(hand) for hand in seen.shown),
            crib=_texts(seen.crib),
            winner=state.winner,
            skunk=state.skunk,
            chances=chances(state),
        )


def _texts(cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple(str(card) for card in cards)


def _first(begin: Item) -> State | None:
    try:
        header = parse_record(begin.text, begin.game).header
        return new_game(header.rules, header.dealer)
    except (NotationError, IllegalAction):
        return None
