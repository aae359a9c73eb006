"""Summary of a game: replays it once and attributes every point."""

from dataclasses import dataclass, field, replace

from pegboard.cribbage.actions import Action, Peg
from pegboard.cribbage.cards import format_cards
from pegboard.cribbage.events import (
    Claimed,
    Corrected,
    Counted,
    Dealt,
    Played,
    Scored,
    StarterCut,
    TakenBack,
)
from pegboard.cribbage.match import games_won
from pegboard.cribbage.replay import ReplayStep, fold_undos, replay_steps
from pegboard.cribbage.rules import Rules
from pegboard.cribbage.scoring import Item, Kind
from pegboard.cribbage.state import Dealing, State, new_game
from pegboard.errors import PegboardError
from pegboard.history.stored_game import StoredGame
from pegboard.history.summary import DealLine, Deals, GameLine, HandLine, LeftOut, attribution_of
from pegboard.kinds import PERSON, REMOTE_PLAYER, kind_of

_OTHER = (Kind.MUGGINS, Kind.PENALTY)


def summarize(source: StoredGame) -> GameLine:
    """Returns the summary of a game; little more than `fault` if it cannot be replayed."""
    ended = source.entries[-1].at if source.entries else source.started
    line = GameLine(
        source.id, source.number, source.mode, source.started, ended, len(source.entries)
    )
    try:
        return _with_setup(line, source)
    except PegboardError as error:
        return replace(line, fault=str(error))


def _with_setup(line: GameLine, source: StoredGame) -> GameLine:
    head, rules = source.head, source.head.rules
    work = _Work(rules)
    state = new_game(rules, head.dealer)
    actions = [action for _, action in fold_undos(source.actions)]
    for step in replay_steps(rules, head.dealer, actions):
        work.step(state, step)
        state = step.state
    deals = work.lines()
    return GameLine(
        line.id,
        line.number,
        line.mode,
        line.started,
        line.ended,
        line.seq,
        rules.players,
        rules.partners,
        rules.target,
        rules.match,
        head.names,
        levels(source),
        head.dealer,
        tuple(front for front, _ in state.pegs),
        state.winner,
        _skunks(state),
        games_won(state) if state.over else (),
        Deals(deals),
        attribution_of(deals, any(work.loose) or work.corrected > 0),
        any(hand.cards for deal in deals for hand in deal.hands),
        tuple(work.loose),
        work.corrected,
        source.tags.get("match", ""),
    )


def levels(source: StoredGame) -> tuple[str | None, ...]:
    """Returns the computer level at each seat; None for people.

    Levels are in the header of the record (see `pegboard.schema.setup`). An unrecorded level is
    empty and means the board's default.
    """
    players, level = source.head.rules.players, source.tags.get("level", "")
    seats = source.tags.get("seats", "").split()
    if len(seats) != players:
        seats = [*kind_of(source.mode, source.tags).default_seats(players, level)]
    return tuple(None if player in (PERSON, REMOTE_PLAYER) else player for player in seats)


def _skunks(state: State) -> tuple[int, ...]:
    if not state.over:
        return ()
    fronts = [front for front, _ in state.pegs]
    return tuple(
        0 if side == state.winner else state.rules.skunk_of(front)
        for side, front in enumerate(fronts)
    )


@dataclass(slots=True)
class _Deal:
    """Totals of a deal while it is being summarized."""

    dealer: int
    play: list[int]
    other: list[int]
    starter: str = ""
    hands: list[HandLine] = field(default_factory=list)
    is_mixed: bool = False
    is_whole: bool = False
    is_over: bool = False

    def line(self) -> DealLine:
        left_out: LeftOut = ""
        if self.is_over:
            left_out = "over"
        elif self.is_mixed:
            left_out = "by_hand"
        elif not self.is_whole:
            left_out = "unfinished"
        elif not any(self.play):  # the last card always scores, so the play was not pegged
            left_out = "no_play"
        return DealLine(
            self.dealer,
            self.starter,
            tuple(self.hands),
            tuple(self.play),
            tuple(self.other),
            left_out,
        )


class _Work:
    """Collector of the deals in a game that is being summarized."""

    def __init__(self, rules: Rules) -> None:
        self.loose = [0] * rules.players
        self.corrected = 0
        self._players = rules.players
        self._deals: list[_Deal] = []
        self._open: _Deal | None = None

    def step(self, before: State, step: ReplayStep) -> None:
        """Adds the events of a replayed action."""
        hand: HandLine | None = None  # the hand just counted, whose points follow
        bonus, by = 0, 0  # a bonus for the dealer is pegged just before the deal
        for event in step.events:
            match event:
                case Dealt(dealer=dealer):
                    zeros = [0] * self._players
                    self._open = _Deal(dealer, zeros, zeros.copy())
                    self._open.other[dealer] += bonus
                    bonus = 0
                    self._deals.append(self._open)
                case StarterCut(card=card) if self._open:
                    self._open.starter = str(card)
                case Claimed(seat=seat, crib=crib, points=points):
                    hand = self._add_hand(HandLine(seat, crib, points, 0))
                case Counted(seat=seat, crib=crib, cards=cards, score=score):
                    old = hand if hand and (hand.seat, hand.crib) == (seat, crib) else None
                    text = format_cards(cards)
                    hand = self._add_hand(HandLine(seat, crib, score.total, 0, text), old)
                case TakenBack(seat=seat, points=points):
                    self._take_back(seat)
                case Corrected():
                    self.corrected += 1
                    if self._open:
                        self._open.is_mixed = True
                case Scored(seat=seat, item=Item(kind=Kind.BONUS, points=points)):
                    bonus, by = points, seat
                case Scored(seat=seat, item=item):
                    hand = self._score(before, step.action, hand, seat, item.kind, item.points)
                case Played():
                    hand = None
        self.loose[by] += bonus  # the bonus won the game, so no deal followed
        if step.state.over and self._open:
            self._open.is_over = True
        elif isinstance(step.state.stage, Dealing) and self._open:
            self._open.is_whole = True
            self._open = None

    def lines(self) -> tuple[DealLine, ...]:
        """Returns the summaries of the deals."""
        return tuple(deal.line() for deal in self._deals)

    def _add_hand(self, hand: HandLine, instead: HandLine | None = None) -> HandLine:
        assert self._open is not None
        if instead is not None:
            self._open.hands[self._open.hands.index(instead)] = hand
        else:
            self._open.hands.append(hand)
        return hand

    def _take_back(self, seat: int) -> None:
        """Removes the previous count of a hand that is recounted."""
        assert self._open is not None
        self._open.hands = [h for h in self._open.hands if h.crib or h.seat != seat]

    def _score(
        self,
        before: State,
        action: Action,
        hand: HandLine | None,
        seat: int,
        kind: Kind,
        points: int,
    ) -> HandLine | None:
        deal = self._open
        if kind == Kind.MUGGINS and deal is None and self._deals:
            deal = self._deals[-1]  # muggins on the crib, called after the deal
        if deal is None:
            self.loose[seat] += points
        elif kind in _OTHER:
            deal.other[seat] += points
        elif hand is not None:
            updated = HandLine(hand.seat, hand.crib, hand.points, hand.pegged + points, hand.cards)
            return self._add_hand(updated, hand)
        elif isinstance(action, Peg) and not _pegs_the_play(before, deal):
            deal.other[seat] += points
            deal.is_mixed = True
        else:
            deal.play[seat] += points
        return hand


def _pegs_the_play(before: State, deal: _Deal) -> bool:
    """Attributes points pegged by hand between the cut and the first hand to the play.

    This does not apply if the program follows the cards: then it pegs the play itself.
    """
    return not before.is_open and not before.plays and bool(deal.starter) and not deal.hands
