"""Plays out the rest of the play by the net's choices, at many tables at once."""

from __future__ import annotations

from collections.abc import Callable

from pegboard.players.engine.features import Known
from pegboard.players.engine.judging import Judge
from pegboard.players.engine.many import BatchPlay


def play_out(
    plays: BatchPlay,
    facts: Known,
    judge: Judge,
    after: Callable[[BatchPlay], None] = lambda _: None,
) -> None:
    """Plays every table to its end.

    Args:
        plays: the tables; they are over afterwards.
        facts: what else the seats know; a seat whose discards are not known plays without them.
        judge: chooses every card.
        after: called after every round of cards; it may end a table by taking its turn away.
    """
    after(plays)
    while len(going := plays.going):
        plays.lay(going, judge.best(plays, facts, going))
        after(plays)
