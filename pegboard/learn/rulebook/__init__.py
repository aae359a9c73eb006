"""Quick reference generated from the rules engine.

Every number comes from the engine: card values from `cards`, scores from `scoring`, lines and
defaults from `Rules`, games won from `match`, cribs from `players.crib_means`; heels, go and last
from an example deal. So the reference cannot contradict the program.
"""

from collections.abc import Sequence

from pegboard.cribbage.rules import Rules
from pegboard.learn.rulebook import procedure, scoring, winning
from pegboard.learn.rulebook.section import Section

__all__ = ["USUAL_TABLES", "Section", "reference"]

USUAL_TABLES = (Rules(2), Rules(3), Rules(4), Rules(4, partners=True))
"""Every table: two, three, four, and four as partners."""


def reference(tables: Sequence[Rules] = USUAL_TABLES) -> tuple[Section, ...]:
    """Returns the whole reference.

    Args:
        tables: rules of the tables to cover; sections that depend on the players are limited to
            them.
    """
    return (
        procedure.cards(),
        procedure.table(tables),
        procedure.deal(tables),
        scoring.play(),
        scoring.show(),
        scoring.runs(),
        scoring.other(),
        scoring.aloud(),
        procedure.example(),
        winning.crib(),
        winning.pegs(),
        winning.lines(),
        *[winning.games(sides) for sides in sorted({rules.sides for rules in tables})],
        winning.options(),
        winning.words(),
    )
