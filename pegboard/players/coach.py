"""Values of all discards and cards, to explain or review a decision.

All values are computed from a `View`, so no hidden card affects them. Each choice has a value in
points, and the win chance that it gives up. With two players they are means over thousands of deals
(`weighing`), more than the expert uses; with more players, and where no deal explains the plays,
they are the expert's own values (`Expert.discards`, `Expert.cards`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from random import Random

import numpy as np

from pegboard.cribbage.game import Action, Discard, Play, View
from pegboard.players.engine import endings
from pegboard.players.engine.knowledge import parted
from pegboard.players.engine.tables import Tables, tables
from pegboard.players.expert.player import Expert, Floats, point_value, table_parts
from pegboard.players.weighing.cards import card_values
from pegboard.players.weighing.discards import Parted, discard_values
from pegboard.players.weighing.race import scaled
from pegboard.players.weighing.values import Values

NEAR = 30
"""Distance from the end, in points, within which every choice is played out."""

_PLAIN, _BOARD, _OUT = Expert(board=False), Expert(near=0), Expert(near=endings.TARGET)


@dataclass(frozen=True, slots=True)
class Parts:
    """Parts of a discard's value, in average points.

    Attributes:
        hand: points of the four kept cards, averaged over every unseen starter.
        crib: points of a crib with these cards in it.
        own: whether the crib belongs to the discarding side.
        play: points pegged in the play less the others'.
    """

    hand: float
    crib: float
    own: bool
    play: float

    @property
    def own_crib(self) -> float:
        """Crib value for the seat that discards; negative if the crib is the opponent's."""
        return self.crib if self.own else -self.crib


@dataclass(frozen=True, slots=True)
class Option:
    """One legal choice and its value.

    Attributes:
        action: the choice.
        points: points it brings in this deal, less the others'. Terms common to all choices may be
            missing, so only differences are meaningful.
        behind: win chance it gives up against the best choice; 0 for the best. None where win
            chances are unknown: with four individual players.
        parts: parts of a discard's value; None for a card.
        doubt: standard error of its difference to the best in points; 0 where nothing was sampled.
        chance_doubt: standard error of `behind`; 0 where nothing was sampled.
    """

    action: Action
    points: float
    behind: float | None
    parts: Parts | None = None
    doubt: float = 0.0
    chance_doubt: float = 0.0


def within(doubt: float) -> float:
    """Returns the displayed 95 % error bound of a figure.

    Args:
        doubt: its standard error; 0 where nothing was sampled.

    Returns:
        Two standard errors, rounded up to a tenth.
    """
    return ceil(20 * doubt) / 10


def weigh(view: View, rng: Random, looks: int = 1) -> tuple[Option, ...]:
    """Returns the value of every legal discard or card, best first; () if there is no choice.

    Args:
        view: view of the seat that is to choose.
        rng: source of the others' sampled hands.
        looks: number of sampling passes near the end; more of them reduce the error.
    """
    if len(view.legal) < 2 or not isinstance(view.legal[0], Discard | Play):
        return ()
    trained = tables(view.rules.players, view.rules.partners)
    if view.rules.players == 2 and (found := _by_the_book(view, trained)):
        return found
    # Evaluate all plays once, and report each in points and in win chances.
    gains = None if isinstance(view.legal[0], Discard) else _PLAIN.gains(view, trained, rng)
    points = _worth(_PLAIN, view, trained, gains, rng)
    behind: list[float] | list[None] = [None] * len(points)
    doubt = [0.0] * len(points)
    order = np.argsort(-np.array(points), kind="stable")
    if trained.board is not None:
        scaled_view = scaled(view)
        if max(scaled_view.scores) < endings.TARGET - NEAR:
            worth = np.array(_worth(_BOARD, scaled_view, trained, gains, rng)) * point_value(
                scaled_view, trained
            )
            behind = [float(worth.max() - one) for one in worth]
        else:
            behind, doubt = _played_out(scaled_view, trained, points, rng, looks)
        order = np.lexsort((-np.array(points), np.array(behind)))
    parts = _parts(view, trained)
    return tuple(
        Option(
            view.legal[place],
            points[place],
            behind[place],
            parts[place] if parts else None,
            chance_doubt=doubt[place],
        )
        for place in order
    )


def _by_the_book(view: View, known: Tables) -> tuple[Option, ...]:
    """Returns the options as `weighing` values them; () if no deal explains the plays."""
    seen, parts = scaled(view), None
    values: Values | None
    if isinstance(view.legal[0], Discard):
        values, found = discard_values(seen, known)
        parts = _option_parts(found, view.seat == view.dealer)
    else:
        values = card_values(seen, known)
    if values is None:
        return ()
    number = len(values.points)
    behind: list[float] | list[None] = [None] * number
    chance_doubt = np.zeros(number)
    if values.chances is not None and values.chances_doubt is not None:
        behind = (values.chances.max() - values.chances).tolist()
        chance_doubt = values.chances_doubt
    return tuple(
        Option(
            view.legal[n],
            float(values.points[n]),
            behind[n],
            parts[n] if parts else None,
            float(values.doubt[n]),
            float(chance_doubt[n]),
        )
        for n in values.order
    )


def _played_out(
    view: View, known: Tables, points: Sequence[float], rng: Random, looks: int
) -> tuple[list[float], list[float]]:
    """Returns the win chance that each choice gives up, and its standard error, by playouts."""
    slope = point_value(view, known)
    outcomes = _OUT.looks(view, known, rng, looks)
    chances = outcomes.mean(axis=0)
    best = int(np.argmax(chances))
    # The best of several estimates is biased upwards; subtract what may be noise.
    doubt = (outcomes[:, best, None] - outcomes).std(axis=0) / looks**0.5
    behind = np.maximum(chances[best] - chances - doubt, 0)
    # Only likely discards are played out; the loss of the others is estimated from their points.
    out = (outcomes >= 0).all(axis=0)
    by_points = np.maximum(0, points[best] - np.array(points)) * slope
    behind = np.where(out, behind, np.maximum(by_points, behind[out].max()))
    return [float(one) for one in behind], [float(one) for one in np.where(out, doubt, 0.0)]


def _worth(
    expert: Expert, view: View, known: Tables, gains: Floats | None, rng: Random
) -> list[float]:
    """Returns the value of every choice in points."""
    if gains is None:
        return [float(one) for one in expert.discards(view, known, rng)]
    return [float(one) for one in gains @ expert.weights(view, known)]


def _parts(view: View, known: Tables) -> list[Parts] | None:
    if not isinstance(view.legal[0], Discard):
        return None
    is_own_crib = view.rules.side_of(view.seat) == view.rules.side_of(view.dealer)
    return _option_parts(table_parts(view, known, *parted(view)), is_own_crib)


def _option_parts(parts: Parted, own: bool) -> list[Parts]:
    """Converts arrays of discard values to `Parts`, one per discard."""
    rows = zip(parts.hand, parts.crib, parts.play, strict=True)
    return [Parts(float(hand), float(crib), own, float(play)) for hand, crib, play in rows]
