"""The chance to win from every position of the board, worked out backwards from the end."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pegboard.players.endings import TARGET
from pegboard.players.features import describe
from pegboard.players.training.deals import Deals, hand_points
from pegboard.players.training.pegging import Judge, best_of, table

Floats = npt.NDArray[np.float32]
JACK = 10


def courses(deals: Deals, judge: Judge) -> npt.NDArray[np.int16]:
    """How deals are scored in time: (deals, moments, 2), points so far of dealer and pone."""
    plays, known = table(deals)
    plays.points[:, 0] += 2 * (known.starter == JACK)
    moments = [plays.points.copy()]
    while len(going := plays.going):
        cards = describe(plays, known, going)
        plays.lay(going, cards.rank[best_of(cards.table, judge(cards), len(going))])
        moments.append(plays.points.copy())
    points = plays.points.copy()
    shows = ((1, deals.kept[:, 1], False), (0, deals.kept[:, 0], False), (0, deals.crib, True))
    for seat, cards4, crib in shows:
        points[:, seat] += hand_points(cards4, deals.starter, crib)
        moments.append(points.copy())
    return np.stack(moments, axis=1)


def board(course: npt.NDArray[np.int16]) -> Floats:
    """(121, 121): the chance of the seat that deals, by its score and the other's."""
    number, moments, _ = course.shape
    longest = int(course.max()) + 1
    # When each side has pegged so many points: the moment, or `moments` where it never has.
    when = np.full((2, longest + 1, number), moments, np.int8)
    for side in range(2):
        for points in range(1, longest + 1):
            reached = course[:, :, side] >= points
            when[side, points] = np.where(reached.any(1), reached.argmax(1), moments)
    dealt, pegged = course[:, -1, 0].astype(np.intp), course[:, -1, 1].astype(np.intp)
    # A frame round the chances holds what is over: the other then deals, so his having won is a 1.
    size = TARGET + longest + 1
    chances = np.zeros((size, size), np.float32)
    for total in range(2 * TARGET - 2, -1, -1):
        for mine in range(max(0, total - TARGET + 1), min(TARGET - 1, total) + 1):
            other = total - mine
            value = 1 - chances[other + pegged, mine + dealt]
            if max(mine, other) + longest >= TARGET:
                my_end = when[0, min(TARGET - mine, longest)]
                his_end = when[1, min(TARGET - other, longest)]
                value = np.where(my_end < his_end, 1, np.where(his_end < my_end, 0, value))
            chances[mine, other] = value.mean()
    return chances[:TARGET, :TARGET]
