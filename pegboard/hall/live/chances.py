"""Public win chances, computed from scores and dealer alone.

They come from the expert's board table, as if the next deal began now. Cards do not enter, so none
can be inferred. A thousand boards have few distinct positions, so results are cached.
"""

from functools import lru_cache

from pegboard.cribbage.game import State, new_game
from pegboard.cribbage.rules import Rules

POSITIONS_MOST = 16384


def prepare() -> None:
    """Loads the table of win chances for two sides in advance."""
    chances(new_game(Rules(2), 0))


def chances(state: State) -> tuple[int, ...]:
    """Returns each side's chance of winning, in percent; empty if unknown.

    Args:
        state: any state of any game.
    """
    sides = state.rules.sides
    return _chances(state.rules, tuple(state.scores[:sides]), state.dealer)


@lru_cache(POSITIONS_MOST)
def _chances(rules: Rules, scores: tuple[int, ...], dealer: int) -> tuple[int, ...]:
    # numpy and the tables take a megabyte of memory or more; load them when a game is shown.
    import numpy as np

    from pegboard.players.engine import endings
    from pegboard.players.engine.tables import tables

    board = tables(rules.players, rules.partners).board
    if board is None:
        return ()
    points = np.array(scores) + endings.TARGET - rules.target
    found = endings.chances(board, points, rules.side_of(dealer))
    if max(scores) >= rules.target:
        return tuple(round(100 * float(chance)) for chance in found)
    # No side is certain to win before one has pegged out.
    percent = [max(1, round(100 * float(chance))) for chance in found]
    percent[percent.index(max(percent))] -= sum(percent) - 100
    return tuple(percent)
