"""Playouts: the rest of the play at many tables at once, by any chooser of cards."""

from __future__ import annotations

from collections.abc import Callable

from pegboard.players.engine.features import Known
from pegboard.players.engine.many import BatchPlay
from pegboard.players.engine.styles import Chooser


def play_out(
    plays: BatchPlay,
    facts: Known,
    chooser: Chooser,
    after: Callable[[BatchPlay], None] = lambda _: None,
) -> None:
    """Plays every table to its end.

    Args:
        plays: the tables; all are finished afterwards.
        facts: what else the seats know; a seat whose discards are not known plays without them.
        chooser: chooses every card.
        after: called first, and after every round of cards; may end a table by setting its turn
            to NONE.
    """
    after(plays)
    while len(going := plays.unfinished):
        plays.play(going, chooser.best(plays, facts, going))
        after(plays)
