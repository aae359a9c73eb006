"""The order of the players: game points, and everything that breaks a tie.

Game points, then games won, then net spread, then plus points, then the games among those still
tied, then a play-off (ACC). Head to head counts only where every pair of the tied has met equally
often: otherwise it would punish a pairing. Players whom only a play-off can part share a place.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby

from pegboard.tournament.scorecards.line import Card, Tally, tally

Won = tuple[str, str]
"""One game: its winner and its loser."""


@dataclass(frozen=True, slots=True)
class Place:
    """A player's place; it is shared with all who have the same number."""

    place: int
    player: str
    tally: Tally
    tied: bool = False
    """True if only a play-off can part the player from another."""


def rank(cards: Iterable[Card], playoffs: Sequence[Won] = ()) -> tuple[Place, ...]:
    """Ranks players by their cards.

    Args:
        cards: one a player.
        playoffs: games played to part players who are tied.

    Returns:
        All places, the first one first; those who share a place by their ids.
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
    """Yields the tied in groups that nothing parts, the best first."""
    if len(tied) == 1:
        yield tied
        return
    for games in (_games_among(tied, cards), [game for game in playoffs if set(game) <= set(tied)]):
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
    """Returns the games of the tied against each other, once for each card that says "won".

    A game that both lost (rule 12.2 e) parts nobody.
    """
    among = set(tied)
    return [
        (player, line.opponent)
        for player in tied
        for line in cards[player].lines
        if line.claims_win and line.opponent in among
    ]


def _have_met_equally(tied: Sequence[str], games: Sequence[Won]) -> bool:
    met = Counter(frozenset(game) for game in games)
    counts = {met[frozenset(pair)] for pair in combinations(tied, 2)}
    return len(counts) == 1 and 0 not in counts
