"""Corrections of score cards: each replaces a line and gives a reason."""

from collections.abc import Iterable
from dataclasses import dataclass

from pegboard.errors import IllegalAction
from pegboard.tournament.codes import EventFault
from pegboard.tournament.scorecards.line import Card, Line


@dataclass(frozen=True, slots=True)
class Correction:
    """One line replaced by another.

    Attributes:
        player: owner of the card.
        by: official who decided.
        at: time in seconds since 1970.
        old: the replaced line; None if the game was not on the card.
        new: the new line.
        rule: applied rule, such as `12.2 b` or `11.4`.
        reason: reason as text.
    """

    player: str
    by: str
    at: float
    old: Line | None
    new: Line
    rule: str
    reason: str


def correct(card: Card, correction: Correction) -> Card:
    """Returns the corrected card.

    Raises:
        IllegalAction: player or game do not match, official or reason are missing, or the line has
            changed since.
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
    """Applies a card's corrections in order, ignoring those of other cards.

    Raises:
        IllegalAction: a correction cannot be made, see `correct`.
    """
    for correction in corrections:
        if correction.player == card.player:
            card = correct(card, correction)
    return card
