"""Who plays at which board, as the boards are told."""

from collections.abc import Mapping, Sequence

from pegboard.hall.event.state import EventState
from pegboard.hall.protocol.messages import Seat

BEFORE_MOST = 100


def seats_of(event: str, state: EventState, before: Mapping[str, Sequence[str]]) -> dict[str, Seat]:
    """Returns what each board of the present round is told.

    Args:
        event: its id.
        state: of it.
        before: each board's games that were over before the round was drawn.
    """
    number = len(state.rounds)
    found = {}
    for pairing in state.rounds[-1].pairings if state.rounds else ():
        board = state.boards.get(pairing.table)
        if board is not None:
            found[board] = Seat(
                event=event,
                round=number,
                table=pairing.table,
                players=pairing.seats,
                names=(state.names[pairing.seats[0]], state.names[pairing.seats[1]]),
                before=tuple(before.get(board, ()))[-BEFORE_MOST:],
                done=all(state.cards[each].line(number) is not None for each in pairing.seats),
            )
    return found
