"""Win chances at every score, computed backwards from the end of the game."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pegboard.players.engine.endings import LADDER, TARGET
from pegboard.players.engine.features import describe
from pegboard.players.training.deals import Deals, arrange_tables, hand_points
from pegboard.players.training.pegging import Judge, best_of

Floats = npt.NDArray[np.float32]
JACK = 10
TRIED = 2500
"""Number of deals tried from each position of three sides."""
AT_ONCE = 128
"""Number of positions of three sides computed together."""


def courses(deals: Deals, judge: Judge, partners: bool = False) -> npt.NDArray[np.int16]:
    """Returns the course of the scores in each deal.

    Returns:
        (deals, moments, sides), points so far, the dealer's first.
    """
    plays, known = arrange_tables(deals)
    plays.points[:, 0] += 2 * (known.starter == JACK)
    replay_steps = [plays.points.copy()]
    while len(going := plays.unfinished):
        cards = describe(plays, known, going)
        plays.play(going, cards.rank[best_of(cards.table, judge(cards), len(going))])
        replay_steps.append(plays.points.copy())
    points = plays.points.copy()
    for seat in (*range(1, plays.seats), 0):
        points[:, seat] += hand_points(deals.kept[:, seat], deals.starter)
        replay_steps.append(points.copy())
    points[:, 0] += hand_points(deals.crib, deals.starter, crib=True)
    replay_steps.append(points)
    course = np.stack(replay_steps, axis=1)
    return course[:, :, :2] + course[:, :, 2:] if partners else course


def _when(course: npt.NDArray[np.int16]) -> npt.NDArray[np.int8]:
    """Returns the moment each side reaches each number of points, (sides, points, deals).

    The number of moments if it never does; 0 for no points.
    """
    number, replay_steps, sides = course.shape
    longest = int(course.max()) + 1
    when = np.full((sides, longest + 1, number), replay_steps, np.int8)
    for side in range(sides):
        for points in range(longest + 1):
            reached = course[:, :, side] >= points
            when[side, points] = np.where(reached.any(1), reached.argmax(1), replay_steps)
    return when


def two(course: npt.NDArray[np.int16]) -> Floats:
    """Returns the dealer's win chance by its score and the other side's, (121, 121)."""
    when = _when(course)
    longest = when.shape[1] - 1
    dealt, pegged = course[:, -1, 0].astype(np.intp), course[:, -1, 1].astype(np.intp)
    # The margin holds finished games. The other side deals there, so a 1 means that it has won.
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


def three(course: npt.NDArray[np.int16]) -> Floats:
    """Returns the chances of the dealer and the next side; (2, rungs, rungs, rungs), see `LADDER`.

    Positions are computed in descending order of the sum of scores, from the same deals, so that
    one more point never seems to hurt. Deals in which nobody scores are left out, because they
    lead back to the same scores.
    """
    course = course[course[:, -1].any(axis=1)][:TRIED]
    when, gained = _when(course), course[:, -1].astype(np.intp)
    never, longest = course.shape[1], when.shape[1] - 1
    size = TARGET + longest
    # After the deal the next side deals: position (b, c, a), and its chances are in that order.
    step = (gained[:, 1] * size + gained[:, 2]) * size + gained[:, 0]
    chances = np.zeros((size**3, 2), np.float32)
    scores = np.indices((TARGET,) * 3).reshape(3, -1)
    sums = scores.sum(axis=0)
    for total in range(3 * TARGET - 3, -1, -1):
        positions = np.flatnonzero(sums == total)
        for at in np.array_split(positions, len(positions) // AT_ONCE + 1):
            a, b, c = scores[:, at]
            after = chances[((b * size + c) * size + a)[:, None] + step]
            found = np.stack([1 - after.sum(axis=-1), after[..., 0]], axis=-1)
            end = np.stack(
                [
                    when[side][np.minimum(TARGET - own, longest)]
                    for side, own in enumerate((a, b, c))
                ],
                axis=-1,
            )
            first = end.min(axis=-1, keepdims=True)
            found = np.where(first < never, (end == first)[..., :2], found)
            chances[(a * size + b) * size + c] = found.mean(axis=1)
        if total % 20 == 0:
            print(f"three sides: sum of scores {total}", flush=True)
    cube = chances.reshape(size, size, size, 2)[np.ix_(LADDER, LADDER, LADDER)]
    return np.asarray(np.moveaxis(cube, -1, 0))
