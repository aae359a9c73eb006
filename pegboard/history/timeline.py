"""The timeline of a game: its scores and events, line by line."""

from dataclasses import dataclass

from pegboard.cribbage.actions import Deal
from pegboard.cribbage.replay import fold_undos, replay_steps
from pegboard.cribbage.state import new_game
from pegboard.errors import PegboardError
from pegboard.history.stored_game import Source
from pegboard.narration.events import narrate


@dataclass(frozen=True, slots=True)
class TimelineEntry:
    """One action that was not undone.

    Attributes:
        seq: of its entry in the journal.
        deal: number of the deal, from 1; 0 before the first.
        at: seconds since 1970.
        scores: by side, after it.
        says: lines as on the board's page; none for what only moves cards unseen.
    """

    seq: int
    deal: int
    at: float
    scores: tuple[int, ...]
    says: tuple[str, ...]


def timeline(source: Source, names: tuple[str, ...]) -> tuple[TimelineEntry, ...]:
    """Returns the actions that count, in order, as far as the game can be replayed.

    It is made from events, which contain nothing that is still hidden at the table.

    Args:
        source: the game.
        names: of the seats, none empty.
    """
    found: list[TimelineEntry] = []
    rules, deal = source.head.rules, 0
    try:
        kept = fold_undos(source.actions)
        steps = replay_steps(rules, source.head.dealer, [action for _, action in kept])
        state = new_game(rules, source.head.dealer)
        for (place, action), step in zip(kept, steps, strict=True):
            entry, state = source.entries[place], step.state
            deal += isinstance(action, Deal)
            scores = tuple(front for front, _ in state.pegs)
            found.append(
                TimelineEntry(entry.seq, deal, entry.at, scores, tuple(narrate(step.events, names)))
            )
    except PegboardError:
        pass
    return tuple(found)
