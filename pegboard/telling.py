"""What happened, told in one line as players put it: "Ann 8: fifteen 6, pair 2"."""

from collections.abc import Iterable, Sequence

from pegboard.cards import Card, Rank
from pegboard.events import (
    Claimed,
    Corrected,
    Counted,
    CountReset,
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
from pegboard.scoring import Item, Kind

WORDS = {
    Kind.HEELS: "his heels",
    Kind.NOBS: "his nobs",
    Kind.THIRTY_ONE: "thirty-one",
    Kind.PAIR_ROYAL: "pair royal",
    Kind.DOUBLE_PAIR_ROYAL: "double pair royal",
    Kind.MANUAL: "pegged",
    Kind.BONUS: "dealer's bonus",
}
YOU = "You"
"""The name of the person in a game against the computer, where no other was given."""
SKUNKS = ("", ", a skunk", ", a double skunk")


def tell(events: Iterable[Event], names: Sequence[str]) -> list[str]:
    """One line for each thing worth telling, in order.

    Args:
        events: of one action, or of several.
        names: of the seats.
    """
    told: list[str] = []
    items: list[Item] = []
    of: tuple[int, str] | None = None  # whose items are being gathered, and for what

    def finish() -> None:
        if of is not None and items:
            seat, what = of
            points = sum(item.points for item in items)
            told.append(f"{names[seat]} {points}{what}: {listed(items)}")
        items.clear()

    for event in events:
        if isinstance(event, Scored):
            if of is None or of[0] != event.seat:
                finish()
                of = (event.seat, "")
            items.append(event.item)
            continue
        finish()
        of = None
        match event:
            case Counted(seat=seat, crib=crib):
                of = (seat, " in the crib" if crib else "")
                if not event.score.total:
                    told.append(f"{whose(names[seat])} {'crib' if crib else 'hand'}: nothing")
            case Dealt(dealer=dealer):
                told.append(does(names[dealer], "deals"))
            case StarterCut(card=card):
                told.append(f"The starter is {face(card)}")
            case Played(seat=seat, card=card, count=count):
                told.append(f"{does(names[seat], 'plays')} {face(card)}: {count}")
            case WentGo(seat=seat):
                told.append(f"{does(names[seat], 'says')} go")
            case Claimed(seat=seat, points=points):
                told.append(f"{does(names[seat], 'claims')} {points}")
            case Corrected(seat=seat, score=score):
                told.append(f"{names[seat]}: peg put to {score}")
            case TakenBack(seat=seat, points=points):
                told.append(f"{names[seat]}: {points} taken back")
            case Won(winner=winner, skunk=skunk):
                told.append(f"{does(names[winner], 'wins')}{SKUNKS[skunk]}!")
            case Warned(text=text):
                told.append(f"Look again: {text}")
            case CountReset() | _:
                pass
    finish()
    return told


def does(name: str, verb: str) -> str:
    """Who does what: `Ann deals`, but `You deal`."""
    return f"{name} {verb.removesuffix('s') if name == YOU else verb}"


def whose(name: str) -> str:
    """Whose it is: `Ann's`, but `Your`."""
    return "Your" if name == YOU else f"{name}'s"


def face(card: Card) -> str:
    """A card as people write it: `10♥`."""
    return f"{'10' if card.rank == Rank.TEN else card.rank.letter}{card.suit.sign}"


def listed(items: Iterable[Item]) -> str:
    """Items by kind, with what each kind is worth: `fifteen 6, pair 2`."""
    points: dict[Kind, int] = {}
    for item in items:
        points[item.kind] = points.get(item.kind, 0) + item.points
    return ", ".join(f"{WORDS.get(kind, kind.value)} {worth}" for kind, worth in points.items())
