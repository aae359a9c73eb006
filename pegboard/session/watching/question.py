"""Questions about what the camera saw, asked one at a time while nothing moves."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

from pegboard.cribbage.game import Action, Crib, Cut, Deal, Play
from pegboard.errors import Code, PegboardError
from pegboard.i18n import Message, _, name_of
from pegboard.narration.cards import card_name
from pegboard.notice import localize_error


class QuestionCode(Code):
    """Codes and texts of the questions."""

    DEALER = "watch-dealer", "Did {who} deal? OK if so."
    WRONG_DEALER = "watch-wrong-dealer", "Did {who} deal? It was {due}'s turn."
    TURNED = "watch-turned", "The camera may be turned: does {who} sit {where}?"
    BEGUN = "watch-begun", "A new deal has started. Did {who} deal it?"
    STARTER = "watch-starter", "Is the starter the {card}? OK if so, or touch the card."
    PLAY = "watch-play", "Did {who} play the {card}? OK if so, or touch the card."
    CRIB = "watch-crib", "Was the crib read right? OK if so, or take it back."
    UNREAD = "watch-crib-unread", "The crib wasn't seen. COUNT it, enter it, or OK to skip it."
    IMPOSSIBLE = "watch-impossible", "The camera saw {seen}, but {why}. Touch the wrong card."
    CONTRADICTS = "watch-contradicts", "The camera saw {seen}, but {why}. OK if it is right."
    TAKEN_BACK = "watch-taken-back", "The camera still sees {seen}. OK if that is right."
    UNFINISHED = "watch-unfinished", "The last deal isn't fully counted. OK to continue."
    LOST = "watch-lost", "The camera was blocked. Check the score, then OK."


class Answer(StrEnum):
    """Possible answers; OK is a yes."""

    YES = "yes"
    TURNED = "turned"
    NO = "no"


@dataclass(frozen=True, slots=True)
class Question:
    """A question to the people at the board.

    Attributes:
        code: code of the question.
        deal: the camera's number of the deal.
        index: index of the line in the deal; None if it concerns no line.
        action: the line in question, if any.
        why: the rule that forbids the line, if any.
        due: the seat whose turn it is to deal; None if irrelevant.
        turned: possible rotation of the picture, degrees clockwise; 0 for none.
    """

    code: QuestionCode
    deal: int
    index: int | None = None
    action: Action | None = None
    why: Message | None = None
    due: int | None = None
    turned: int = 0

    @property
    def id(self) -> str:
        """Id with which to answer the question; equal for equal questions."""
        if self.code is QuestionCode.TURNED:
            return f"{self.code}:{self.deal}:{self.turned}"
        if isinstance(self.action, Deal) and self.code in DEALER_CODES:
            return f"{self.code}:{self.deal}:{self.action.dealer}"
        return f"{self.code}:{self.deal}:{'' if self.index is None else self.index}"

    @property
    def answers(self) -> tuple[Answer, ...]:
        """Possible answers; yes comes first."""
        if self.code is QuestionCode.WRONG_DEALER and self.turned:
            return (Answer.YES, Answer.TURNED, Answer.NO)
        return (Answer.YES, Answer.NO) if self.code in SEATING_CODES else (Answer.YES,)

    def choices(self, names: Sequence[str]) -> list[tuple[Answer, Message]]:
        """Returns the possible answers with their labels."""
        words = {Answer.YES: _("Yes"), Answer.NO: _("No")}
        if self.due is not None:
            words[Answer.TURNED] = _("No, {who} sits there", who=names[self.due])
        return [(answer, words[answer]) for answer in self.answers]

    def facts(self, names: Sequence[str]) -> dict[str, Any]:
        """Returns the facts for the question's sentence."""
        action = self.action
        facts: dict[str, Any] = {}
        if isinstance(action, Play):
            facts = {"who": name_of(names[action.seat]), "card": card_name(action.card)}
        elif isinstance(action, Cut):
            facts = {"card": card_name(action.card)}
        elif isinstance(action, Deal):
            facts = {"who": name_of(names[action.dealer])}
        if action is not None:
            facts["seen"] = _sighting(action, facts)
        if self.why is not None:
            facts["why"] = self.why
        if self.code is QuestionCode.TURNED:
            facts |= {"who": name_of(names[0]), "where": _side_of_first(self.turned)}
        if self.due is not None:
            facts["due"] = name_of(names[self.due])
        return facts

    def text(self, names: Sequence[str]) -> Message:
        """Returns the text of the question, including how to answer it."""
        return localize_error(PegboardError(self.code, **self.facts(names)))


def _side_of_first(turned: int) -> Message:
    """Returns where seat 0 sits, seen in a picture that must be turned clockwise."""
    if turned == 180:
        return _("on the other side")
    return _("on the right of the picture" if turned == 90 else "on the left of the picture")


def _sighting(action: Action, facts: dict[str, Any]) -> Message:
    match action:
        case Play():
            return _("the {card} from {who}", **facts)
        case Cut():
            return _("the {card} as the starter", **facts)
        case Deal():
            return _("a deal by {who}", **facts)
    return _("the crib")


Askable: TypeAlias = Deal | Cut | Play | Crib
"""A line that a camera sees directly; gos and `Hand`s follow from the plays."""
DEALER_CODES = frozenset({QuestionCode.WRONG_DEALER, QuestionCode.BEGUN})
"""Codes of questions whose answer determines the dealer."""
SEATING_CODES = DEALER_CODES | {QuestionCode.TURNED}
"""Codes of questions whose answer determines the dealer or the seating."""
BLOCKING_CODES = SEATING_CODES | {
    QuestionCode.IMPOSSIBLE,
    QuestionCode.CONTRADICTS,
    QuestionCode.TAKEN_BACK,
    QuestionCode.UNFINISHED,
}
REPEATED_CODES = SEATING_CODES | {QuestionCode.TAKEN_BACK}
"""Codes of questions that are asked again if people undo the consequence of the answer."""


def code_for(action: Askable) -> QuestionCode:
    """Returns the code of the question about an uncertain line."""
    match action:
        case Deal():
            return QuestionCode.DEALER
        case Cut():
            return QuestionCode.STARTER
        case Play():
            return QuestionCode.PLAY
        case Crib():
            return QuestionCode.CRIB
