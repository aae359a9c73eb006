"""Who plays at which board, as the boards are told."""

from collections.abc import Mapping, Sequence

from pegboard.hall_link.messages import Deals, GoesOn, Seat
from pegboard.tournament.decisions import EventKind
from pegboard.tournament.duplicate import LEVEL, dealer_of, game_seed
from pegboard.tournament.matches import at_tables
from pegboard.tournament.standings.duplicate import EXPERT
from pegboard.tournament.state import EventState

BEFORE_MOST = 100
EXPERT_NAME = "Expert"


def seats_of(
    event: str,
    state: EventState,
    before: Mapping[str, Sequence[str]],
    secret: str = "",
    handed: Mapping[str, GoesOn] | None = None,
) -> dict[str, Seat]:
    """Returns what each board of the present round, or with a match at its table, is told.

    Args:
        event: its id.
        state: of it.
        before: each board's games that were over before the round was drawn.
        secret: of a duplicate night; a board gets only what follows from it for this game.
        handed: by board, the game that one before it has begun at its table.
    """
    number = len(state.rounds)
    deals = None
    if state.kind is EventKind.DUPLICATE:
        if not secret or state.secret:
            return {}
        deals = Deals(game_seed(secret, number), dealer_of(number), LEVEL)
    found = {}
    for pairing in state.rounds[-1].pairings if state.rounds else ():
        board, (first, second) = state.boards.get(pairing.table), pairing.seats
        people = [player for player in pairing.seats if player != EXPERT]
        if board is not None:
            done = all(state.cards[player].line(number) is not None for player in people)
            found[board] = Seat(
                event=event,
                round=number,
                table=pairing.table,
                players=pairing.seats,
                names=(state.names[first], state.names.get(second, EXPERT_NAME)),
                before=tuple(before.get(board, ()))[-BEFORE_MOST:],
                done=done,
                deals=None if done else deals,
                goes_on=None if done or handed is None else handed.get(board),
            )
    return found | _matches(event, state, before, handed or {})


def _matches(
    event: str,
    state: EventState,
    before: Mapping[str, Sequence[str]],
    handed: Mapping[str, GoesOn],
) -> dict[str, Seat]:
    """Returns what the boards at the tables of matches are told: the next game of each."""
    found = {}
    for playing in at_tables(state):
        board, (first, second) = state.boards.get(playing.table), playing.players
        if board is not None:
            earlier, going = tuple(before.get(board, ()))[-BEFORE_MOST:], handed.get(board)
            found[board] = Seat(
                event=event,
                round=playing.game,
                table=playing.table,
                players=playing.players,
                names=(state.names[first], state.names[second]),
                before=earlier,
                goes_on=None if going is None or going.game in earlier else going,
                match=playing.match,
            )
    return found
