"""The scene on the LEDs for the state of a game."""

from dataclasses import replace

from pegboard.board.scene import Scene
from pegboard.cribbage.game import State
from pegboard.cribbage.match import games_won


def scene_of(
    state: State, pending: tuple[int, ...], *, dim: bool = False, wins: tuple[int, ...] = ()
) -> Scene:
    """Returns the LED scene for a position.

    Args:
        state: the state of the game.
        pending: pending points by seat; negative to subtract.
        dim: whether the camera is reading.
        wins: games won by each side before this one; empty outside a match. This game is added
            once it is over.
    """
    rules = state.rules
    if state.over:
        wins = tuple(map(sum, zip(wins or (0,) * rules.sides, games_won(state), strict=True)))
    on_tracks = [0] * rules.sides
    for seat, points in enumerate(pending):
        on_tracks[rules.side_of(seat)] += points
    scene = Scene.of(
        tuple((pegs.front, pegs.rear) for pegs in state.pegs),
        dealer_track=None if state.over else rules.side_of(state.dealer),
        turn_track=_turn_track(state),
        pending=tuple(on_tracks),
        winner=None if state.winner is None else rules.side_of(state.winner),
        target=rules.target,
        count=state.count if state.stage_name == "play" else 0,
        wins=wins,
    )
    lines = skunk_lines(rules.target, rules.skunk, rules.double_skunk)
    return replace(scene, skunk_lines=lines, dim=dim)


def _turn_track(state: State) -> int | None:
    """Returns the track of the seat whose turn it is to play; None in other stages."""
    if state.stage_name != "play" or state.turn is None:
        return None
    return state.rules.side_of(state.turn)


def skunk_lines(target: int, skunk: int, double_skunk: int | None) -> tuple[int, ...]:
    """Returns, for each skunk line on the track, the first hole beyond it."""
    lines = (skunk + 1, (double_skunk or 0) + 1)
    return tuple(line for line in lines if 1 < line < target)
