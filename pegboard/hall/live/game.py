"""Follows a running game and derives its public view.

A journal contains the dealt cards. Only the public parts of a `View` of `pegboard.cribbage` leave
this module: pegs, starter, and the cards that were played or shown.
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
from pegboard.hall.live.chances import chances
from pegboard.tournament.result import GameResult, is_tournament

RESULTS_MOST = 12
"""Maximum number of finished games whose result is kept."""


class TableSide(Struct, frozen=True):
    """Front and rear peg of one track."""

    front: int
    rear: int


class PublicGame(Struct, frozen=True):
    """The public view of a game.

    Attributes:
        game: id in the board's journal.
        mode: `score`, `computer` or `demo`.
        began, at: times of the beginning and the last entry, by the board's clock.
        entries: number of entries.
        players: number of seats.
        target: number of the winning hole.
        sides: pegs by track.
        dealer, turn: seats; no turn if several seats may act, or none.
        stage: `deal`, `discard`, `cut`, `play`, `show` or `over`.
        starter, pile, count: starter, played cards and their sum.
        shown: face-up hands in the show, by seat.
        crib: the crib once it is face up.
        winner: seat of the winner; None until the game is over.
        skunk: 1 for a skunk, 2 for a double skunk.
        chances: each side's chance to win in percent, by scores and dealer; empty if unknown.
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
    """The latest game of one board, as far as its items have arrived."""

    def __init__(self) -> None:
        self._begin: Item | None = None
        self._last: Item | None = None
        self._actions: list[Action] = []
        """Actions that are not undone."""
        self._state: State | None = None
        self.results: dict[str, GameResult] = {}
        """Results of the latest finished two-player games to 121, by game id, oldest first."""

    def add(self, items: Iterable[Item]) -> bool:
        """Applies journal items; a new game replaces the previous one.

        Unreadable and illegal entries are ignored.

        Returns:
            False if the items continue a game whose beginning is missing and must be reread.
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
        """Returns the public view; None before the first game."""
        begin, state, last = self._begin, self._state, self._last
        if begin is None or state is None or last is None:
            return None
        seat_view = view(state, 0)
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
            starter=None if seat_view.starter is None else str(seat_view.starter),
            pile=_texts(seat_view.pile),
            count=seat_view.count,
            shown=tuple(_texts(hand) for hand in seat_view.shown),
            crib=_texts(seat_view.crib),
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
