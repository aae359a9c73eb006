"""Finds unfinished games of replaced boards at the tables of the current round."""

from collections.abc import Mapping, Sequence

from pegboard.hall.hall import Hall
from pegboard.hall.protocol.handover import unfinished_game
from pegboard.hall.service.events.status import read_running
from pegboard.hall_link.messages import Handover
from pegboard.tournament.state import EventState


def find_handovers(
    hall: Hall, state: EventState, before: Mapping[str, Sequence[str]]
) -> dict[str, Handover]:
    """Returns for each replacement board the unfinished game of the board it replaced.

    Args:
        hall: hall with the journals.
        state: state of the event.
        before: each board's games that were over before the round was drawn.
    """
    found = {}
    for table, replaced in state.replaced.items():
        board = state.boards.get(table)
        epochs = hall.store.epochs(replaced)
        if board and epochs:
            items = list(hall.store.items(replaced, epochs[-1].epoch))
            game = unfinished_game(items, before.get(replaced, ()))
            if game is not None:
                found[board] = game
    return found


def replaced_boards(hall: Hall) -> set[str]:
    """Returns the boards that were replaced in a running event."""
    states = [hall.state(id) for id in read_running(hall)]
    placed = {board for state in states for board in state.boards.values()}
    return {replaced for state in states for replaced in state.replaced.values()} - placed
