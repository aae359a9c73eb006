"""The summary of a game: all that the statistics need.

A line is made from a whole replay (see `summarize`) and takes a few hundred bytes as JSON, so that
a thousand games are counted in the time it takes to read them.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any, Literal, overload

VERSION = 2
"""Version of the summaries; those of another version are made again."""

LeftOut = Literal["", "over", "unfinished", "by_hand", "no_play"]
"""Reason a deal is in no average: it ended the `game`, is not at its end, has points pegged or
corrected by hand that nobody told apart, or nobody pegged its play."""


@dataclass(frozen=True, slots=True)
class HandLine:
    """A hand or crib that was counted.

    Attributes:
        seat: whose it is.
        crib: whether it is the crib.
        points: what it is worth; where its cards are not known, what was claimed for it.
        pegged: what it brought: less where too little was claimed, or the game ended.
        cards: its four cards, or nothing where they are not known.
    """

    seat: int
    crib: bool
    points: int
    pegged: int
    cards: str = ""


@dataclass(frozen=True, slots=True)
class DealLine:
    """One deal.

    Attributes:
        dealer: whose crib it is.
        starter: the card, or nothing.
        hands: in the order in which they were counted.
        play: by seat, points pegged while cards were laid, his heels among them.
        other: by seat, what is none of these: muggins, penalties, bonus, points by hand.
        left_out: why it is in no average; empty if it is.
    """

    dealer: int
    starter: str
    hands: tuple[HandLine, ...]
    play: tuple[int, ...]
    other: tuple[int, ...]
    left_out: LeftOut = ""

    def hand(self, seat: int) -> int:
        """Returns a seat's points for its hand."""
        return sum(hand.pegged for hand in self.hands if hand.seat == seat and not hand.crib)

    def crib(self, seat: int) -> int:
        """Returns a seat's points for the crib."""
        return sum(hand.pegged for hand in self.hands if hand.seat == seat and hand.crib)

    def total(self, seat: int) -> int:
        """Returns a seat's points in the whole deal."""
        return self.hand(seat) + self.crib(seat) + self.play[seat] + self.other[seat]


class Deals(Sequence[DealLine]):
    """The deals of a game, in order; stored as text, and parsed on first use.

    A thousand games are ten thousand deals, and most pages need none of them.
    """

    __slots__ = ("_text",)

    def __init__(self, deals: Iterable[DealLine] = (), text: str = "") -> None:
        """Stores deals, or the `text` of others."""
        self._text = text or json.dumps([_deal_json(deal) for deal in deals])

    @property
    def text(self) -> str:
        """All deals as text."""
        return self._text

    def __iter__(self) -> Iterator[DealLine]:
        return iter(self._read())

    def __len__(self) -> int:
        return len(self._read())

    @overload
    def __getitem__(self, number: int) -> DealLine: ...
    @overload
    def __getitem__(self, number: slice) -> tuple[DealLine, ...]: ...
    def __getitem__(self, number: int | slice) -> DealLine | tuple[DealLine, ...]:
        return self._read()[number]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Deals) and self._text == other._text

    def __hash__(self) -> int:
        return hash(self._text)

    def _read(self) -> tuple[DealLine, ...]:
        return tuple(_deal(values) for values in json.loads(self._text))


def _deal_json(deal: DealLine) -> list[Any]:
    hands = [[h.seat, int(h.crib), h.points, h.pegged, h.cards] for h in deal.hands]
    return [deal.dealer, deal.starter, hands, deal.play, deal.other, deal.left_out]


def _deal(values: list[Any]) -> DealLine:
    dealer, starter, hands, play, other, left_out = values
    laid = tuple(HandLine(seat, bool(crib), *rest) for seat, crib, *rest in hands)
    return DealLine(dealer, starter, laid, tuple(play), tuple(other), left_out)


NO_DEALS = Deals()
Known = Literal["all", "some", "none"]
"""The share of a game's points that can be attributed: every deal, some, or none (pegs only)."""


@dataclass(frozen=True, slots=True)
class GameLine:
    """One game.

    Attributes:
        id: the journal's.
        number: games in the order they were begun, from 1.
        mode: how it was played: score, computer, demo.
        started: seconds since 1970.
        ended: when its last line was written; `started` where there is none.
        seq: how many lines the journal had of it.
        players: seats.
        partners: whether they played in two sides.
        target: what was played to.
        table: the table of games won.
        names: of the seats; empty if nobody said.
        levels: by seat, the level of a computer; None for people.
        first_dealer: who dealt first.
        scores: by side.
        winner: the side that won, or None while the game is not over.
        skunks: by side, how it was beaten: 0, 1, 2; the winner's is 0.
        won: by side, what the game is worth by its table; empty while it is not over.
        deals: in order.
        known: how much of its points can be told apart.
        has_cards: whether the cards of any hand are known.
        loose: by seat, points pegged by hand outside any deal.
        corrected: number of pegs corrected by hand.
        match: what its record says of the match it belongs to, as `session.setup` writes it.
        fault: why the game cannot be replayed; the other fields are then unset.
    """

    id: str
    number: int
    mode: str
    started: float
    ended: float
    seq: int
    players: int = 2
    partners: bool = False
    target: int = 121
    table: str = "A"
    names: tuple[str, ...] = ()
    levels: tuple[str | None, ...] = ()
    first_dealer: int = 0
    scores: tuple[int, ...] = ()
    winner: int | None = None
    skunks: tuple[int, ...] = ()
    won: tuple[int, ...] = ()
    deals: Deals = NO_DEALS
    known: Known = "none"
    has_cards: bool = False
    loose: tuple[int, ...] = ()
    corrected: int = 0
    match: str = ""
    fault: str = ""

    @property
    def sides(self) -> int:
        """Number of sides."""
        return 2 if self.partners else self.players

    def side_of(self, seat: int) -> int:
        """Returns the side of a seat."""
        return seat % 2 if self.partners else seat


def how_known(deals: Sequence[DealLine], is_moved: bool) -> Known:
    """Returns how much of a game's points can be attributed.

    Args:
        deals: of the game.
        is_moved: whether a peg was moved outside any deal, or corrected, by hand.
    """
    counted = sum(not deal.left_out for deal in deals)
    if not counted:
        return "some" if any(deal.hands or any(deal.play) for deal in deals) else "none"
    due = sum(deal.left_out not in ("over", "unfinished") for deal in deals)
    return "all" if counted == due and not is_moved else "some"


def as_json(line: GameLine) -> list[Any]:
    """Returns a summary as JSON: its fields in order, the deals as text."""
    return [
        value.text if isinstance(value, Deals) else value
        for value in (getattr(line, field.name) for field in fields(line))
    ]


def from_json(values: list[Any]) -> GameLine:
    """Returns the summary from the output of `as_json`.

    Raises:
        ValueError, TypeError: it is anything else.
    """
    told: list[Any] = [tuple(value) if isinstance(value, list) else value for value in values]
    names = [field.name for field in fields(GameLine)]
    if len(told) != len(names):
        raise ValueError("not a line")
    told[names.index("deals")] = Deals(text=told[names.index("deals")])
    return GameLine(*told)
