"""The summary of a game, which contains all that the statistics need.

It is made by replaying the game (see `summarize`) and takes a few hundred bytes of JSON, so that
statistics of a thousand games take only the time to read it.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any, Literal, overload

VERSION = 2
"""Version of the summaries; those of other versions are recomputed."""

LeftOut = Literal["", "over", "unfinished", "by_hand", "no_play"]
"""Reason for leaving a deal out of averages: it ended the game, is unfinished, has points pegged
or corrected by hand, or its play was not pegged."""


@dataclass(frozen=True, slots=True)
class HandLine:
    """A counted hand or crib.

    Attributes:
        seat: seat of its owner.
        crib: True for the crib.
        points: its value; the claimed points if its cards are unknown.
        pegged: points pegged: fewer if too little was claimed, or the game ended.
        cards: its four cards; empty if unknown.
    """

    seat: int
    crib: bool
    points: int
    pegged: int
    cards: str = ""


@dataclass(frozen=True, slots=True)
class DealLine:
    """Summary of a deal.

    Attributes:
        dealer: seat of the dealer.
        starter: the starter; empty if unknown.
        hands: hands in the order in which they were counted.
        play: points pegged in the play by seat, including his heels.
        other: other points by seat: muggins, penalties, bonus, pegged by hand.
        left_out: reason for leaving it out of averages; empty if included.
    """

    dealer: int
    starter: str
    hands: tuple[HandLine, ...]
    play: tuple[int, ...]
    other: tuple[int, ...]
    left_out: LeftOut = ""

    def hand(self, seat: int) -> int:
        """Returns a seat's points for hands."""
        return sum(hand.pegged for hand in self.hands if hand.seat == seat and not hand.crib)

    def crib(self, seat: int) -> int:
        """Returns a seat's points for the crib."""
        return sum(hand.pegged for hand in self.hands if hand.seat == seat and hand.crib)

    def total(self, seat: int) -> int:
        """Returns a seat's points in the deal."""
        return self.hand(seat) + self.crib(seat) + self.play[seat] + self.other[seat]


class Deals(Sequence[DealLine]):
    """The deals of a game in order, stored as text and parsed on first use.

    A thousand games have ten thousand deals, and most pages need none of them.
    """

    __slots__ = ("_text",)

    def __init__(self, deals: Iterable[DealLine] = (), text: str = "") -> None:
        """Stores deals, or their serialized `text`."""
        self._text = text or json.dumps([_deal_json(deal) for deal in deals])

    @property
    def text(self) -> str:
        """Deals as JSON text."""
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
    counted = tuple(HandLine(seat, bool(crib), *rest) for seat, crib, *rest in hands)
    return DealLine(dealer, starter, counted, tuple(play), tuple(other), left_out)


NO_DEALS = Deals()
Attribution = Literal["all", "some", "none"]
"""Deals whose points can be attributed: all, some, or none (pegs only)."""


@dataclass(frozen=True, slots=True)
class GameLine:
    """Summary of a game.

    Attributes:
        id: id in the journal.
        number: position in the order in which games were started, from 1.
        mode: `score`, `computer` or `demo`.
        started: seconds since 1970.
        ended: time of the last line, seconds since 1970; `started` without lines.
        seq: number of lines in the journal.
        players: number of seats.
        partners: True for two sides of two partners.
        target: target score.
        table: scoring table for games won.
        names: names of the seats; empty for anonymous ones.
        levels: computer level by seat; None for people.
        first_dealer: seat of the first dealer.
        scores: scores by side.
        winner: winning side; None for an unfinished game.
        skunks: skunks by side (0, 1, 2); 0 for the winner.
        won: games won by side, by the table; empty for an unfinished game.
        deals: the deals in order.
        attribution: how many of its points can be attributed to hands and play.
        has_cards: True if the cards of any hand are known.
        loose: points by seat pegged by hand outside any deal.
        corrected: number of pegs corrected by hand.
        match: the match in its header, as written by `session.setup`.
        fault: reason why the game cannot be replayed; the other fields are then unset.
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
    attribution: Attribution = "none"
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


def attribution_of(deals: Sequence[DealLine], is_moved: bool) -> Attribution:
    """Returns how many of a game's deals have points that can be attributed.

    Args:
        deals: the deals of the game.
        is_moved: True if a peg was moved or corrected by hand outside any deal.
    """
    counted = sum(not deal.left_out for deal in deals)
    if not counted:
        return "some" if any(deal.hands or any(deal.play) for deal in deals) else "none"
    due = sum(deal.left_out not in ("over", "unfinished") for deal in deals)
    return "all" if counted == due and not is_moved else "some"


def summary_as_json(line: GameLine) -> list[Any]:
    """Serializes a summary as a JSON list: its fields in order, the deals as text."""
    return [
        value.text if isinstance(value, Deals) else value
        for value in (getattr(line, field.name) for field in fields(line))
    ]


def from_json(values: list[Any]) -> GameLine:
    """Restores a summary from the output of `summary_as_json`.

    Raises:
        ValueError, TypeError: the value is anything else.
    """
    items: list[Any] = [tuple(value) if isinstance(value, list) else value for value in values]
    names = [field.name for field in fields(GameLine)]
    if len(items) != len(names):
        raise ValueError("not a line")
    items[names.index("deals")] = Deals(text=items[names.index("deals")])
    return GameLine(*items)
