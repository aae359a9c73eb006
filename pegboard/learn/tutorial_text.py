"""Texts of the guided deal, page by page and choice by choice; see `pegboard.learn.tutorial`."""

from collections.abc import Sequence

from pegboard.cribbage.cards import Card
from pegboard.cribbage.events import Counted
from pegboard.cribbage.scoring import Item
from pegboard.i18n import Message, _
from pegboard.narration.counting import spoken, spoken_items
from pegboard.narration.events import face


def page(
    name: str,
    *,
    wants: str,
    first: bool,
    count: int,
    anew: bool,
    shown: Counted | None,
    scores: Sequence[int],
) -> tuple[Message, list[Message]]:
    """Returns the title and the sentences of a page.

    Args:
        name: of `learn.tutorial.PAGES`.
        wants: what the learner is to do.
        first: the learner has not laid a card yet.
        count: of the pile.
        anew: the count has just begun again.
        shown: what is counted on this page.
        scores: the learner's and the other's.
    """
    match name:
        case "aim":
            return _("The aim"), [
                _("Two players race their pegs round the board. Who is first in hole 121 wins."),
                _("Points come from cards: while they are laid, and when hands are counted."),
                _("You deal this time. Let us play one deal together."),
            ]
        case "lay":
            return _("Lay two cards away"), [
                _("You have six cards and keep four that score together."),
                _(
                    "Look for cards that add up to fifteen, for pairs, and for three or more in a"
                    " row."
                ),
                _(
                    "Two cards of yours and two of the other's make the crib. It is counted for"
                    " whoever deals: now that is you."
                ),
            ]
        case "cut":
            return _("The starter"), [
                _("The other player cuts, and one card is turned up: the starter."),
                _("When hands are counted it belongs to every hand, as a fifth card."),
            ]
        case "play":
            return _("The play"), _play(wants, first=first, count=count, anew=anew)
        case "other":
            assert shown is not None
            return _("The other's hand"), [
                _("Now the hands are counted, each with the starter. Who did not deal is first."),
                _("It counts {count}.", count=spoken(shown.score)),
            ]
        case "own":
            return _("Your hand"), [
                _("Each fifteen is worth two, a pair two, a row one for each card."),
                _("A card may be used again and again. What is your hand worth?"),
            ]
        case "crib":
            assert shown is not None
            return _("Your crib"), [
                _("Last comes the crib, for the dealer."),
                _("It counts {count}.", count=spoken(shown.score)),
            ]
    return _("That was a deal"), [
        _("You have {mine} points, the other has {others}.", mine=scores[0], others=scores[1]),
        _("Then the other deals, and so it goes on until somebody is in hole 121."),
        _("You know enough to play. A hint is never far away."),
    ]


def _play(wants: str, *, first: bool, count: int, anew: bool) -> list[Message]:
    if wants == "go":
        return [
            _("The count is {count}: each of your cards would make more than 31.", count=count),
            _("So you say go. Who lays the last card before 31 pegs a point."),
        ]
    if first:
        return [
            _("Cards are laid in turn and added up: an ace is one, pictures are ten."),
            _("Fifteen scores two, 31 two, a pair two, a row one for each card. No more than 31!"),
            _("The count is {count}. Which card do you lay?", count=count),
        ]
    if anew:
        return [_("The count begins again at 0."), _("Which card do you lay?")]
    return [_("The count is {count}. Which card do you lay?", count=count)]


def lay_hint(keep: Sequence[Card], points: int) -> Message:
    """Returns what to keep, and why."""
    return _(
        "Keep {cards}: {points} points already, and more with the right starter.",
        cards=faces(keep),
        points=points,
    )


def lay_two() -> Message:
    """Explains a choice that is not two cards of one's own."""
    return _("Two cards of your hand, please.")


def laid_well(kept: Sequence[Card], points: int) -> Message:
    """Returns a good choice of what to keep."""
    return _("Well done: {cards} are {points} points already.", cards=faces(kept), points=points)


def lay_better(points: int, keep: Sequence[Card], most: int) -> Message:
    """Explains that there is better to keep."""
    return _(
        "That is allowed, and keeps {points} points. {cards} would be {most}: see the fifteens and"
        " the row.",
        points=points,
        cards=faces(keep),
        most=most,
    )


def play_hint(card: Card, count: int, points: int) -> Message:
    """Returns which card to lay, and why."""
    if points:
        return _(
            "{card} makes {count} and scores {points}.", card=face(card), count=count, points=points
        )
    return _("{card} makes {count}, and is hard to answer.", card=face(card), count=count)


def play_better(card: Card, count: int, points: int) -> Message:
    """Explains that there is a card that scores more."""
    return _(
        "That is allowed. But look: {card} makes {count} and scores {points}.",
        card=face(card),
        count=count,
        points=points,
    )


def played_well(items: Sequence[Item]) -> Message:
    """Returns a card that scored."""
    return _("Well seen: {what}!", what=spoken_items(items))


def too_much(card: Card, count: int) -> Message:
    """Returns a card that would go over 31."""
    return _(
        "{card} would make {sum}: more than 31. A lower card, please.",
        card=face(card),
        sum=count + card.value,
    )


def say_go() -> Message:
    """Explains that no card fits."""
    return _("No card of yours fits under 31: say go.")


def no_go(count: int) -> Message:
    """Returns a card fits, so it is laid."""
    return _("Go is for whoever has no card that fits. At {count} you have one.", count=count)


def right_count(said: Message) -> Message:
    """Returns the learner counted right."""
    return _("Right! It counts {count}.", count=said)


def wrong_count(said: Message) -> Message:
    """Has the learner count again, with help."""
    return _("Let us count together: {count}. So?", count=said)


def faces(cards: Sequence[Card]) -> tuple[str, ...]:
    """Returns cards as people write them."""
    return tuple([face(card) for card in cards])
