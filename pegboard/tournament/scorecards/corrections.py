"""Corrections of score cards: a correction replaces a line, and says why; it never forks a card."""

from collections.abc import Iterable
from dataclasses import dataclass

from pegboard.errors import IllegalAction
from pegboard.tournament.codes import EventFault
from pegboard.tournament.scorecards.line import Card, Line


@dataclass(frozen=True, slots=True)
class Correction:
    """One line replaced by another.

    Attributes:
        player: whose card.
        by: the official who decided.
        at: seconds since 1970.
        old: the line as it stood; None if the game was not on the card.
        new: the line that takes its place.
        rule: the rule that was applied: `12.2 b`, `11.4`.
        reason: in words.
    """

    player: str
    by: str
    at: float
    old: Line | None
    new: Line
    rule: str
    reason: str


def correct(card: Card, correction: Correction) -> Card:
    """Returns the card with the correction made.

    Raises:
        IllegalAction: it is of another player or game, says nobody or no reason, or the line is no
            longer what the official saw.
    """
    old, new = correction.old, correction.new
    if correction.player != card.player or (old is not None and old.game != new.game):
        raise IllegalAction(EventFault.OTHER_LINE, player=card.player, game=new.game)
    if not (correction.by.strip() and correction.reason.strip()):
        raise IllegalAction(EventFault.NO_REASON, player=card.player, game=new.game)
    if card.line(new.game) != old:
        raise IllegalAction(EventFault.LINE_CHANGED, player=card.player, game=new.game)
    return card.with_line(new)


def corrected(card: Card, corrections: Iterable[Correction]) -> Card:
    """Returns the card after its corrections, in their order; those of other players are passed.

    Raises:
        IllegalAction: one cannot be made, see `correct`.
    """
    for correction in corrections:
        if correction.player == card.player:
            card = correct(card, correction)
    return card
