"""Log lines of events: "Ann +8: fifteen 6, pair 2"."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pegboard.cribbage.cards import Card
from pegboard.cribbage.codes import Doubt
from pegboard.cribbage.events import (
    Claimed,
    Corrected,
    Counted,
    Dealt,
    Event,
    Played,
    Scored,
    StarterCut,
    TakenBack,
    Warned,
    WentGo,
    Won,
)
from pegboard.cribbage.first_deal import FirstDeal
from pegboard.cribbage.scoring import Item, Kind
from pegboard.errors import CARDS, PegboardError, card_face
from pegboard.i18n import Message, _, series
from pegboard.i18n.en import YOU
from pegboard.narration.cards import card_name
from pegboard.notice import localize_error

__all__ = ["KINDS", "SKUNKS", "YOU", "Line", "face", "lines", "listed", "narrate", "whose"]

KINDS = {
    Kind.HEELS: _("his heels"),
    Kind.FIFTEEN: _("fifteen"),
    Kind.THIRTY_ONE: _("thirty-one"),
    Kind.PAIR: _("pair"),
    Kind.PAIR_ROYAL: _("pair royal"),
    Kind.DOUBLE_PAIR_ROYAL: _("double pair royal"),
    Kind.RUN: _("run"),
    Kind.GO: _("go"),
    Kind.LAST: _("last card"),
    Kind.FLUSH: _("flush"),
    Kind.NOBS: _("his nobs"),
    Kind.MUGGINS: _("muggins"),
    Kind.MANUAL: _("pegged"),
    Kind.PENALTY: _("penalty"),
    Kind.BONUS: _("dealer's bonus"),
}
"""Scoring kinds, as named in a line."""
_CALLED = (Doubt.CLAIMS_TOO_MUCH, Doubt.NOTHING_MISSED, Doubt.LESS_MISSED)
"""Doubts about a call; these need no check at the table."""
SKUNKS = ("", ", a skunk", ", a double skunk")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log.

    Attributes:
        text: the whole line.
        seat: the seat it is about; None for none.
        short: the line without the name, for the seat's panel.
        scored: True if a score changed: points pegged, undone or corrected.
    """

    text: Message
    seat: int | None
    short: Message
    scored: bool = False


def narrate(events: Iterable[Event], names: Sequence[str]) -> list[str]:
    """Returns a line for each notable event, in order.

    Args:
        events: events of one or more actions.
        names: names of the seats.
    """
    return [line.text for line in lines(events, names)]


def lines(events: Iterable[Event], names: Sequence[str]) -> list[Line]:
    """Returns the lines of `narrate` with their seats."""
    result: list[Line] = []
    items: list[Item] = []
    of: tuple[int, bool] | None = None  # seat of `items`, and whether they are from its crib

    def finish() -> None:
        if of is not None and items:
            result.append(_scored(names[of[0]], *of, items))
        items.clear()

    for event in events:
        if isinstance(event, Scored):
            if of is None or of[0] != event.seat:
                finish()
                of = (event.seat, False)
            items.append(event.item)
            continue
        finish()
        of = None
        if isinstance(event, Counted):
            of = (event.seat, event.crib)
        line = _line(event, names)
        if line is not None:
            result.append(line)
    finish()
    return result


def _scored(who: str, seat: int, crib: bool, items: Sequence[Item]) -> Line:
    worth = _by_kind(items)
    facts = {"who": who, "points": sum(worth.values()), "items": listed(items)}
    if crib:
        text = _("{who} {points} in the crib: {items}", **facts)
        return Line(text, seat, _("Crib {points}: {items}", **facts), True)
    if list(worth) == [Kind.MANUAL]:
        del facts["items"]
        return Line(_("{who} +{points}", **facts), seat, _("+{points}", **facts), True)
    if len(worth) == 1:
        kind = facts | {"items": KINDS[next(iter(worth))]}
        text = _("{who} +{points} {items}", **kind)
        return Line(text, seat, _("+{points} {items}", **kind), True)
    text = _("{who} +{points}: {items}", **facts)
    return Line(text, seat, _("+{points}: {items}", **facts), True)


def _line(event: Event, names: Sequence[str]) -> Line | None:
    """Returns the line for an event other than a score; None if it is not notable."""
    match event:
        case StarterCut(card=card):
            text = _("The starter is {card}", card=face(card))
            return Line(text, None, text)
        case Warned(code=code):
            doubt = localize_doubt(event, names)
            text = doubt if code in _CALLED else _("Check again: {text}", text=doubt)
            return Line(text, None, text)
        case Won(winner=winner, skunk=skunk):
            return _won(names[winner], winner, skunk)
        case Dealt(dealer=seat):
            who = names[seat]
            return Line(_("{who} deals", who=who), seat, _("deals", who=who))
        case (
            Counted(seat=seat)
            | Played(seat=seat)
            | WentGo(seat=seat)
            | Claimed(seat=seat)
            | Corrected(seat=seat)
            | TakenBack(seat=seat)
        ):
            found = _done(event, names[seat])
            moved = isinstance(event, Corrected | TakenBack)
            return None if found is None else Line(found[0], seat, found[1], scored=moved)
    return None


def _done(event: Event, who: str) -> tuple[Message, Message] | None:
    """Returns the line for a seat's action, with and without its name; None if not notable."""
    match event:
        case Counted(crib=True, score=score) if not score.total:
            return _("{who:of} crib: nothing", who=who), _("crib: nothing")
        case Counted(score=score) if not score.total:
            return _("{who:of} hand: nothing", who=who), _("hand: nothing")
        case Played(card=card, count=count):
            facts = {"who": who, "card": face(card), "count": count}
            text = _("{who} plays {card}: {count}", **facts)
            return text, _("{card} – count {count}", card=face(card), count=count)
        case WentGo():
            return _("{who} says go", who=who), _("says go", who=who)
        case Claimed(points=points):
            text = _("{who} claims {points}", who=who, points=points)
            return text, _("claims {points}", who=who, points=points)
        case Corrected(score=score):
            text = _("{who}: peg moved to {score}", who=who, score=score)
            return text, _("peg moved to {score}", score=score)
        case TakenBack(points=points):
            text = _("{who}: {points} taken back", who=who, points=points)
            return text, _("{points} taken back", points=points)
    return None


def _won(who: str, winner: int, skunk: int) -> Line:
    match skunk:
        case 0:
            return Line(_("{who} wins!", who=who), winner, _("wins!", who=who))
        case 1:
            return Line(_("{who} wins, a skunk!", who=who), winner, _("wins, a skunk!", who=who))
    text = _("{who} wins, a double skunk!", who=who)
    return Line(text, winner, _("wins, a double skunk!", who=who))


def whose(name: str) -> str:
    """Returns the possessive: `Ann's`, but `Your`."""
    return "Your" if name == YOU else f"{name}'s"


def face(card: Card) -> str:
    """Formats a card for people: `10♥`."""
    return card_face(str(card))


def cut_for_deal(first: FirstDeal, names: Sequence[str]) -> Message:
    """Describes the cut for the deal: every card cut, and the first dealer.

        >>> from random import Random
        >>> from pegboard.cribbage.first_deal import cut_for_deal as cut
        >>> cut_for_deal(cut(2, Random(1)), ("Ann", "Ben"))
        'Ann cuts 5♠, Ben cuts 9♠. Ann deals first.'

    Args:
        first: a decided cut.
        names: names of the seats.
    """
    cuts = [
        _("{who} cuts {card}", who=names[seat], card=face(card))
        for cut in first.rounds
        for seat, card in cut
    ]
    dealer = names[first.cutting[0]]
    return _("{cuts}. {who} deals first.", cuts=series(cuts), who=dealer)


def listed(items: Iterable[Item]) -> Message:
    """Returns items by kind, with the points of each: `fifteen 6, pair 2`."""
    return series(
        _("{kind} {points}", kind=KINDS[kind], points=worth)
        for kind, worth in _by_kind(items).items()
    )


def _by_kind(items: Iterable[Item]) -> dict[Kind, int]:
    """Returns the points of items by kind, in the order in which the kinds appear."""
    points: dict[Kind, int] = {}
    for item in items:
        points[item.kind] = points.get(item.kind, 0) + item.points
    return points


def localize_doubt(
    warned: Warned, names: Sequence[str] = (), *, is_spoken: bool = False
) -> Message:
    """Returns the sentence that describes a contradiction in a table deal.

    Args:
        warned: contradiction to describe.
        names: names of the seats.
        is_spoken: True for spoken card names, "five of hearts"; False for symbols, `5♥`.
    """
    facts = dict(warned.facts)
    for name in CARDS if is_spoken else ():
        if isinstance(card := facts.get(name), str):
            facts[name] = card_name(Card.parse(card))
    return localize_error(PegboardError(warned.code, **facts), names)
