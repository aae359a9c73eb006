"""Ranking of players, with all tie-breaks.

Game points, then games won, net spread, plus points, games among the tied players, and a play-off
(ACC). Head-to-head counts only if every pair of the tied players has met equally often; otherwise
it would depend on the draw. Players who need a play-off share a place.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from pegboard.tournament.scorecards.line import Card, Tally, tally

Won = tuple[str, str]
"""Winner and loser of a game."""


@dataclass(frozen=True, slots=True)
class Place:
    """A player's place; tied players share its number."""

    place: int
    player: str
    tally: Tally
    tied: bool = False
    """True if the tie needs a play-off."""


def rank(cards: Iterable[Card], playoffs: Sequence[Won] = ()) -> tuple[Place, ...]:
    """Ranks players by their cards.

    Args:
        cards: one card per player.
        playoffs: winner and loser of each play-off game.

    Returns:
        All places in order; tied players by id.
    """
    held = {card.player: card for card in cards}
    tallies = {player: tally(card.lines) for player, card in held.items()}
    places: list[Place] = []
    ordered = sorted(held, key=lambda player: (_order(tallies[player]), player))
    for _, group in groupby(ordered, key=lambda player: _order(tallies[player])):
        for tied in _break_ties(list(group), held, playoffs):
            first = len(places) + 1
            places += [Place(first, player, tallies[player], len(tied) > 1) for player in tied]
    return tuple(places)


def _order(total: Tally) -> tuple[int, int, int, int]:
    return -total.points, -total.games_won, -total.net, -total.plus


def _break_ties(
    tied: list[str], cards: Mapping[str, Card], playoffs: Sequence[Won]
) -> Iterator[list[str]]:
    """Splits tied players into groups that no tie-break separates, best first."""
    if len(tied) == 1:
        yield tied
        return
    among = set(tied)
    for games in (_games_among(tied, cards), [game for game in playoffs if among.issuperset(game)]):
        if not _have_met_equally(tied, games):
            continue
        wins = Counter(winner for winner, _ in games)
        groups = [[p for p in tied if wins[p] == n] for n in sorted({wins[p] for p in tied})[::-1]]
        if len(groups) > 1:
            for group in groups:
                yield from _break_ties(group, cards, playoffs)
            return
    yield tied


def _games_among(tied: Sequence[str], cards: Mapping[str, Card]) -> list[Won]:
    """Returns the games among tied players, counted once per winning card.

    A game that counts as a loss for both (rule 12.2 e) has no winner.
    """
    among = set(tied)
    return [
        (player, line.opponent)
        for player in tied
        for line in cards[player].lines
        if line.claims_win and line.opponent in among
    ]


def _have_met_equally(tied: Sequence[str], games: Sequence[Won]) -> bool:
    """Returns whether every pair of tied players has met, and all equally often.

    Only the pairs that have met are counted: listing all pairs takes long in a large field.
    """
    pairs = len(tied) * (len(tied) - 1) // 2
    if len(games) < pairs:
        return False
    met = Counter(frozenset(game) for game in games if game[0] != game[1])
    return len(met) == pairs and len(set(met.values())) == 1
