"""A quick reference for the table, generated from the rules themselves.

Every number in it is asked of the engine: card values of `cards`, scores of `scoring`, lines and
defaults of `Rules`, games won of `match`, cribs of `players.crib_means`; heels, go and last come
out of a deal that is played for it. So it cannot say what the program does not do.
"""

from collections.abc import Sequence

from pegboard.cribbage.rules import Rules
from pegboard.learn.rulebook import procedure, scoring, winning
from pegboard.learn.rulebook.section import Section

__all__ = ["USUAL_TABLES", "Section", "reference"]

USUAL_TABLES = (Rules(2), Rules(3), Rules(4), Rules(4, partners=True))
"""Every way to sit down: two, three, four, four as partners."""


def reference(tables: Sequence[Rules] = USUAL_TABLES) -> tuple[Section, ...]:
    """Returns the whole reference.

    Args:
        tables: whom it is for; what differs with the number of players is told for these only.
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
