"""Seat messages: who plays at which board."""

from collections.abc import Mapping, Sequence

from pegboard.hall_link.messages import Deals, Handover, Seat
from pegboard.tournament.decisions import EventKind
from pegboard.tournament.duplicate import LEVEL, dealer_of, game_seed
from pegboard.tournament.matches import matches_at_tables
from pegboard.tournament.standings.duplicate import EXPERT
from pegboard.tournament.state import EventState

BEFORE_MOST = 100
EXPERT_NAME = "Expert"


def seats_of(
    event: str,
    state: EventState,
    before: Mapping[str, Sequence[str]],
    secret: str = "",
    handed: Mapping[str, Handover] | None = None,
) -> dict[str, Seat]:
    """Returns the seat message for each board with a game of the current round or a match.

    Args:
        event: id of the event.
        state: state of the event.
        before: each board's games that were over before the round was drawn.
        secret: secret of a duplicate night; a board gets only the seed of its game.
        handed: games to continue, by board.
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
    handed: Mapping[str, Handover],
) -> dict[str, Seat]:
    """Returns the seat messages for the next games of matches."""
    found = {}
    for playing in matches_at_tables(state):
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
