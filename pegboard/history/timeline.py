"""The timeline of a game: its scores and log lines, action by action."""

from dataclasses import dataclass

from pegboard.cribbage.actions import Deal
from pegboard.cribbage.replay import fold_undos, replay_steps
from pegboard.cribbage.state import new_game
from pegboard.errors import PegboardError
from pegboard.history.stored_game import StoredGame
from pegboard.narration.events import narrate


@dataclass(frozen=True, slots=True)
class TimelineEntry:
    """An action of the timeline, which was not undone.

    Attributes:
        seq: number of its journal entry.
        deal: number of the deal, from 1; 0 before the first.
        at: seconds since 1970.
        scores: scores by side after the action.
        lines: its log lines as on the board's page; empty for hidden card movements.
    """

    seq: int
    deal: int
    at: float
    scores: tuple[int, ...]
    lines: tuple[str, ...]


def timeline(source: StoredGame, names: tuple[str, ...]) -> tuple[TimelineEntry, ...]:
    """Returns the actions that were not undone, up to where the game can be replayed.

    It is built from events, which contain nothing that is hidden at the table.

    Args:
        source: game to show.
        names: names of the seats, none empty.
    """
    entries: list[TimelineEntry] = []
    rules, deal = source.head.rules, 0
    try:
        moments = fold_undos(source.actions)
        steps = replay_steps(rules, source.head.dealer, [action for _, action in moments])
        state = new_game(rules, source.head.dealer)
        for (place, action), step in zip(moments, steps, strict=True):
            entry, state = source.entries[place], step.state
            deal += isinstance(action, Deal)
            scores = tuple(front for front, _ in state.pegs)
            entries.append(
                TimelineEntry(entry.seq, deal, entry.at, scores, tuple(narrate(step.events, names)))
            )
    except PegboardError:
        pass
    return tuple(entries)
