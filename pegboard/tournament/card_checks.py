"""Cross-check of an event: all qualifiers' cards against their opponents' (ACC rule 12.2)."""

from collections.abc import Iterator, Set
from dataclasses import dataclass

from pegboard.tournament.decisions import Amended, WrittenLine
from pegboard.tournament.scorecards.cross_check import cross_check
from pegboard.tournament.scorecards.line import Line
from pegboard.tournament.standings.qualifying import changed_qualifiers
from pegboard.tournament.state import EventState, apply_decision

REASON = "cross-check with the opponent's card"


@dataclass(frozen=True, slots=True)
class CardCheck:
    """The result of a cross-check.

    Attributes:
        corrections: decisions in order; empty if all cards agree.
        gained: players who qualify now, to be informed.
        lost: players who no longer qualify, to be informed.
    """

    corrections: tuple[Amended, ...]
    gained: tuple[str, ...]
    lost: tuple[str, ...]


def check_cards(state: EventState, by: str, at: float) -> CardCheck:
    """Cross-checks every game that involves an apparent qualifier.

    A game on one card only is treated as a blank line on the other.

    Args:
        state: the event after its last round.
        by: author of the corrections.
        at: time in seconds since 1970.
    """
    divided = state.cut()
    qualified = {*divided.qualified, *divided.undecided}
    corrections = [
        Amended(
            at=at,
            by=by,
            player=player,
            old=None if old is None else WrittenLine.of(old),
            new=WrittenLine.of(new),
            rule=f"12.2 {letters}",
            reason=REASON,
        )
        for player, old, new, letters in _changes(state, qualified)
    ]
    checked = state
    for correction in corrections:
        checked = apply_decision(checked, correction)
    gained, lost = changed_qualifiers(divided, checked.cut())
    return CardCheck(tuple(corrections), gained, lost)


def _changes(
    state: EventState, qualified: Set[str]
) -> Iterator[tuple[str, Line | None, Line, str]]:
    """Yields the lines to correct: player, old and new line, letters of rule 12.2."""
    for one, other, game in _games(state, qualified):
        written = state.cards[one].line(game), state.cards[other].line(game)
        lines = written[0] or Line(game, other), written[1] or Line(game, one)
        ruling = cross_check(lines, (one in qualified, other in qualified))
        for player, old, new in zip((one, other), written, ruling.lines, strict=True):
            if new != old and new.spread is not None:
                yield player, old, new, " ".join(ruling.letters)


def _games(state: EventState, qualified: Set[str]) -> Iterator[tuple[str, str, int]]:
    """Yields each game of a qualifier once, as both players and the game's number."""
    seen = set()
    for player, card in state.cards.items():
        for line in card.lines:
            pair = frozenset((player, line.opponent))
            if (pair, line.game) in seen or line.opponent not in state.cards:
                continue
            seen.add((pair, line.game))
            if pair & qualified:
                yield player, line.opponent, line.game
