"""A narrated show on the stage, as the service sends it."""

from typing import Any

from pegboard.cribbage.cards import Card
from pegboard.cribbage.scoring import score_shown
from pegboard.narration.counting import phrases, spoken


def narrated_hand(
    seat: int,
    cards: str,
    starter: str,
    *,
    number: int,
    crib: bool = False,
    step: int | None = None,
    narrated: bool = False,
) -> dict[str, Any]:
    """Returns a hand of a three-hand show, narrated up to its combination `step`."""
    hand = tuple(Card.parse(card) for card in cards.split())
    score = score_shown(hand, Card.parse(starter), crib)
    steps = [
        {
            "said": each.text, "points": each.points, "total": each.total,
            "cards": [str(card) for card in each.cards],
        }
        for each in phrases(score)
    ]  # fmt: skip
    return {
        "seat": seat, "crib": crib, "cards": cards.split(), "starter": starter,
        "points": score.total, "steps": steps, "step": step, "narrated": narrated,
        "spoken": spoken(score), "number": number, "of": 3,
    }  # fmt: skip
