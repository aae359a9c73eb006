"""Line events: what the follower emits."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pegboard.cribbage import Action, Card, Cut, Deal, Play


class Question(StrEnum):
    """Subject of the question that people are asked about an unsure line."""

    DEALER = "dealer"
    STARTER = "starter"
    PLAY = "play"
    HAND = "hand"
    CRIB = "crib"


@dataclass(frozen=True)
class LineEvent:
    """Line newly added to the record; an `Undo` removes the latest one."""

    action: Action
    is_sure: bool = True
    question: Question | None = None


def card_of(action: Action) -> Card | None:
    """Returns the card of a cut or play; None for other actions."""
    return action.card if isinstance(action, Cut | Play) else None


def question_about(action: Action) -> Question:
    """Returns the question that an unsure action raises."""
    match action:
        case Deal():
            return Question.DEALER
        case Cut():
            return Question.STARTER
    return Question.PLAY
