"""The chance to win, as those who look on are told it: from scores and dealer alone.

It is the expert's board table, as if the next deal began now: no card plays a part, so none can be
guessed from it. A thousand boards have few positions at a time; each is looked up once.
"""

from functools import lru_cache

from pegboard.cribbage.game import State, new_game
from pegboard.cribbage.rules import Rules

POSITIONS_MOST = 16384


def prepare() -> None:
    """Loads the table of two sides, so that no game waits for it."""
    chances(new_game(Rules(2), 0))


def chances(state: State) -> tuple[int, ...]:
    """Returns every side's chance to win in percent; none where it is not known.

    Args:
        state: of any game, at any moment.
    """
    sides = state.rules.sides
    return _chances(state.rules, tuple(state.scores[:sides]), state.dealer)


@lru_cache(POSITIONS_MOST)
def _chances(rules: Rules, scores: tuple[int, ...], dealer: int) -> tuple[int, ...]:
    # The tables need numpy and a megabyte: only a hall that shows a game loads them.
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
    # As long as nobody is out, nobody has won for certain.
    percent = [max(1, round(100 * float(chance))) for chance in found]
    percent[percent.index(max(percent))] -= sum(percent) - 100
    return tuple(percent)
