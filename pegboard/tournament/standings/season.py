"""Season standings: Grass Roots points and their tie-breaks."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from pegboard.tournament.scorecards.line import Card, Tally, tally
from pegboard.tournament.standings.awards import (
    CLUB_SCALE,
    CLUB_WEEKS,
    Scale,
    grand_slam,
    grass_roots,
)

Night = Sequence[Card]
"""The cards of one club night."""


@dataclass(frozen=True, slots=True)
class SeasonPlace:
    """A player's place in a season; equal players share it."""

    place: int
    player: str
    grass_roots: int
    nights: int
    grand_slams: int
    tally: Tally


def season_standings(nights: Sequence[Night], scale: Scale = CLUB_SCALE) -> tuple[SeasonPlace, ...]:
    """Ranks players by Grass Roots points, then by the totals of all their cards.

    Args:
        nights: nights in order; those after the 36th do not count.
        scale: game points of a night -> Grass Roots points.
    """
    cards: dict[str, list[Card]] = {}
    for card in chain.from_iterable(nights[:CLUB_WEEKS]):
        cards.setdefault(card.player, []).append(card)
    rows = []
    for player, held in cards.items():
        earned = sum(grass_roots(tally(card.lines).points, scale) for card in held)
        slams = sum(map(grand_slam, held))
        total = tally(chain.from_iterable(card.lines for card in held))
        rows.append(SeasonPlace(0, player, earned, len(held), slams, total))
    rows.sort(key=lambda row: (_order(row), row.player))
    orders = [_order(row) for row in rows]
    return tuple(
        SeasonPlace(orders.index(order) + 1, row.player, row.grass_roots, row.nights,
                    row.grand_slams, row.tally)
        for row, order in zip(rows, orders, strict=True)
    )  # fmt: skip


def _order(row: SeasonPlace) -> tuple[int, ...]:
    total = row.tally
    return -row.grass_roots, -total.points, -total.games_won, -total.net, -total.plus
