"""Texts of the guided deal, page by page and choice by choice; see `pegboard.learn.tutorial`."""

from collections.abc import Sequence
from typing import Any

from pegboard.cribbage.cards import Card
from pegboard.cribbage.events import Counted
from pegboard.cribbage.scoring import Item
from pegboard.i18n import Message, _
from pegboard.narration.counting import phrases, spoken, spoken_items
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
        name: a page of `learn.tutorial.PAGES`.
        wants: the learner's task, see `Lesson.wants`.
        first: True until the learner has played a card.
        count: count of the pile.
        anew: True if the count has just started again.
        shown: the hand or crib counted on this page.
        scores: scores of the learner and the opponent.
    """
    match name:
        case "aim":
            return _("The aim"), [
                _("Two players race their pegs round the board. First to hole 121 wins."),
                _("Points come from the cards: as they are played, and when hands are counted."),
                _("You are the dealer this time. Let's play one deal together."),
            ]
        case "lay":
            return _("Throw two cards to the crib"), [
                _("You have six cards. Keep the four that score best together."),
                _("Look for cards that add up to fifteen, pairs, and runs of three or more."),
                _(
                    "Your two cards and your opponent's two make the crib. It scores for the "
                    "dealer: this time, you."
                ),
            ]
        case "cut":
            return _("The starter"), [
                _("Your opponent cuts the pack, and one card is turned up: the starter."),
                _("In the show it counts as a fifth card of every hand."),
            ]
        case "play":
            return _("The play"), _play(wants, first=first, count=count, anew=anew)
        case "other":
            assert shown is not None
            return _("Opponent's hand"), [
                _(
                    "Now the show: each hand is counted with the starter. The non-dealer, called "
                    "pone, counts first."
                ),
                _("Say: {count}.", count=spoken(shown.score)),
            ]
        case "own":
            return _("Your hand"), [
                _("Each fifteen scores two, a pair two, a run one per card."),
                _("A card can count in several combinations. What is your hand worth?"),
            ]
        case "crib":
            assert shown is not None
            return _("Your crib"), [
                _("Last comes the crib, which scores for the dealer."),
                _("Say: {count}.", count=spoken(shown.score)),
            ]
    return _("You've played a deal!"), [
        _("You have {mine} points, your opponent {others}.", mine=scores[0], others=scores[1]),
        _("Then your opponent deals, and so on until someone reaches hole 121."),
        _("That's all you need. Tap Hint whenever you're stuck."),
    ]


def _play(wants: str, *, first: bool, count: int, anew: bool) -> list[Message]:
    if wants == "go":
        return [
            _("The count is {count}: any of your cards would take it past 31.", count=count),
            _("So you say go. Whoever plays the last card short of 31 pegs one point."),
        ]
    if first:
        return [
            _(
                "Players take turns to play a card and add up the count: an ace is one, face cards "
                "are ten."
            ),
            _("Fifteen scores two, 31 two, a pair two, a run one per card. Never go past 31!"),
            _("The count is {count}. Which card do you play?", count=count),
        ]
    if anew:
        return [_("The count starts again at 0."), _("Which card do you play?")]
    return [_("The count is {count}. Which card do you play?", count=count)]


def lay_hint(keep: Sequence[Card], points: int) -> Message:
    """Returns the hint about which cards to keep, and why."""
    return _(
        "Keep {cards}: {points} points already, and more with the right starter.",
        cards=faces(keep),
        points=points,
    )


def lay_two() -> Message:
    """Returns the message for a choice other than two of the learner's cards."""
    return _("Choose two cards from your hand, please.")


def laid_well(hand: Sequence[Card], points: int) -> Message:
    """Returns the message for a good discard."""
    return _("Well done: {cards} already make {points} points.", cards=faces(hand), points=points)


def lay_better(points: int, keep: Sequence[Card], most: int) -> Message:
    """Returns the message that a better discard exists."""
    return _(
        "You can, but that keeps only {points}. Keeping {cards} gives {most}: two fifteens and a "
        "run of four.",
        points=points,
        cards=faces(keep),
        most=most,
    )


def play_hint(card: Card, count: int, points: int) -> Message:
    """Returns the hint about which card to play, and why."""
    if points:
        return _(
            "{card} makes {count} and scores {points}.", card=face(card), count=count, points=points
        )
    return _("{card} makes {count}, which is hard to score on.", card=face(card), count=count)


def play_better(card: Card, count: int, points: int) -> Message:
    """Returns the message that another card scores more."""
    return _(
        "That is allowed, but {card} makes {count} and scores {points}.",
        card=face(card),
        count=count,
        points=points,
    )


def played_well(items: Sequence[Item]) -> Message:
    """Returns the message for a card that scored."""
    return _("Well spotted: {what}!", what=spoken_items(items))


def play_one() -> Message:
    """Returns the message for a choice other than one of the learner's cards."""
    return _("Choose a card from your hand, please.")


def too_much(card: Card, count: int, *, fits: bool) -> Message:
    """Returns the message that a card would take the count over 31.

    Args:
        card: the card the learner chose.
        count: count of the pile.
        fits: True if another card stays within 31.
    """
    if not fits:
        return _(
            "{card} would make {sum}, past 31, and so would every card you hold: say go.",
            card=face(card),
            sum=count + card.value,
        )
    return _(
        "{card} would make {sum}, past 31. Choose a lower card, please.",
        card=face(card),
        sum=count + card.value,
    )


def say_go() -> Message:
    """Returns the message that no card can be played."""
    return _("You have no card that stays within 31: say go.")


def no_go(count: int) -> Message:
    """Returns the message that a card can and so must be played."""
    return _("Say go only when you have no card to play. At {count} you have one.", count=count)


def right_count(count: Message) -> Message:
    """Returns the message that the count is right."""
    return _("Right! Say: {count}.", count=count)


def wrong_count(count: Message) -> Message:
    """Returns the message that the count is wrong, with help."""
    return _("Let's count: {count}. How many is that?", count=count)


def faces(cards: Sequence[Card]) -> tuple[str, ...]:
    """Formats cards for people."""
    return tuple([face(card) for card in cards])


def counted(shown: Counted, *, hidden: bool) -> dict[str, Any]:
    """Returns a hand on the table; its points are hidden until the learner has counted them."""
    steps = [
        {
            "said": phrase.text,
            "points": phrase.points,
            "total": phrase.total,
            "cards": [str(card) for card in phrase.cards],
        }
        for phrase in phrases(shown.score)
    ]
    return {
        "seat": shown.seat,
        "crib": shown.crib,
        "cards": [str(card) for card in shown.cards],
        "points": None if hidden else shown.score.total,
        "steps": [] if hidden else steps,
    }
