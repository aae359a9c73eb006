"""Events in one line, as players put it: "Ann 8: fifteen 6, pair 2"."""

from collections.abc import Iterable, Sequence

from pegboard.cribbage.cards import Card, Rank
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
from pegboard.cribbage.scoring import Item, Kind
from pegboard.i18n import Text, say, series
from pegboard.i18n.en import YOU
from pegboard.narration.errors import in_words

__all__ = ["KINDS", "SKUNKS", "YOU", "face", "listed", "tell", "whose"]

KINDS = {
    Kind.HEELS: say("his heels"),
    Kind.FIFTEEN: say("fifteen"),
    Kind.THIRTY_ONE: say("thirty-one"),
    Kind.PAIR: say("pair"),
    Kind.PAIR_ROYAL: say("pair royal"),
    Kind.DOUBLE_PAIR_ROYAL: say("double pair royal"),
    Kind.RUN: say("run"),
    Kind.GO: say("go"),
    Kind.LAST: say("last"),
    Kind.FLUSH: say("flush"),
    Kind.NOBS: say("his nobs"),
    Kind.MUGGINS: say("muggins"),
    Kind.MANUAL: say("pegged"),
    Kind.PENALTY: say("penalty"),
    Kind.BONUS: say("dealer's bonus"),
}
"""Scoring kinds, as named in a line."""
SKUNKS = ("", ", a skunk", ", a double skunk")


def tell(events: Iterable[Event], names: Sequence[str]) -> list[str]:
    """Returns one line for each thing worth telling, in order; each can be said in other languages.

    Args:
        events: of one action, or of several.
        names: of the seats.
    """
    told: list[str] = []
    items: list[Item] = []
    of: tuple[int, bool] | None = None  # whose items are being gathered, and whether in the crib

    def finish() -> None:
        if of is not None and items:
            points = sum(item.points for item in items)
            told.append(
                say(
                    "{who} {points} in the crib: {items}" if of[1] else "{who} {points}: {items}",
                    who=names[of[0]],
                    points=points,
                    items=listed(items),
                )
            )
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
            told.append(line)
    finish()
    return told


def _line(event: Event, names: Sequence[str]) -> Text | None:
    """Returns what is told of an event that is no score."""
    match event:
        case Counted(seat=seat, crib=crib, score=score) if not score.total:
            who = names[seat]
            return say("{who:of} crib: nothing" if crib else "{who:of} hand: nothing", who=who)
        case Dealt(dealer=dealer):
            return say("{who} deals", who=names[dealer])
        case StarterCut(card=card):
            return say("The starter is {card}", card=face(card))
        case Played(seat=seat, card=card, count=count):
            return say("{who} plays {card}: {count}", who=names[seat], card=face(card), count=count)
        case WentGo(seat=seat):
            return say("{who} says go", who=names[seat])
        case Claimed(seat=seat, points=points):
            return say("{who} claims {points}", who=names[seat], points=points)
        case Corrected(seat=seat, score=score):
            return say("{who}: peg put to {score}", who=names[seat], score=score)
        case TakenBack(seat=seat, points=points):
            return say("{who}: {points} taken back", who=names[seat], points=points)
        case Won(winner=winner, skunk=skunk):
            return (
                say("{who} wins!", who=names[winner]),
                say("{who} wins, a skunk!", who=names[winner]),
                say("{who} wins, a double skunk!", who=names[winner]),
            )[skunk]
        case Warned(text=text):
            return say("Look again: {text}", text=in_words(text))
    return None


def whose(name: str) -> str:
    """Returns whose it is: `Ann's`, but `Your`."""
    return "Your" if name == YOU else f"{name}'s"


def face(card: Card) -> str:
    """Returns a card as people write it: `10♥`."""
    return f"{'10' if card.rank == Rank.TEN else card.rank.letter}{card.suit.sign}"


def listed(items: Iterable[Item]) -> Text:
    """Items by kind, with what each kind is worth: `fifteen 6, pair 2`; by hand: `pegged`."""
    points: dict[Kind, int] = {}
    for item in items:
        points[item.kind] = points.get(item.kind, 0) + item.points
    if list(points) == [Kind.MANUAL]:
        return series([KINDS[Kind.MANUAL]])  # its points stand before it already
    return series(
        say("{kind} {points}", kind=KINDS[kind], points=worth) for kind, worth in points.items()
    )
