"""Independent reference implementation of the standings, one place at a time.

The best of those left is looked for again and again: everybody who is not at the top of one column
is struck out, column by column, as a director does it with a ruler on a sheet of totals.
"""

from collections.abc import Sequence
from random import Random

from pegboard.tournament.scorecards.line import Card, Line, lost, won

Sheet = dict[str, list[int]]
"""Player -> points, wins, net, plus."""


def reference_places(
    cards: Sequence[Card], playoffs: Sequence[tuple[str, str]] = ()
) -> list[set[str]]:
    """Returns the players of each place, first place first."""
    sheet: Sheet = {}
    for card in cards:
        row = sheet.setdefault(card.player, [0, 0, 0, 0])
        for line in card.lines:
            if line.points:
                row[0] += line.points
                row[1] += 1
            row[2] += (line.plus or 0) - (line.minus or 0)
            row[3] += line.plus or 0
    beaten = [(c.player, line.opponent) for c in cards for line in c.lines if line.points]
    found: list[set[str]] = []
    left = set(sheet)
    while left:
        best = set(left)
        for column in range(4):
            top = max(sheet[player][column] for player in best)
            best = {player for player in best if sheet[player][column] == top}
        left -= best
        found += ladder(best, [beaten, list(playoffs)])
    return found


def ladder(tied: set[str], sources: list[list[tuple[str, str]]]) -> list[set[str]]:
    """Orders tied players by their games against each other; one group if undecided."""
    if len(tied) < 2:
        return [tied]
    for games in sources:
        inside = [(a, b) for a, b in games if a in tied and b in tied]
        meetings = {
            sum({a, b} == {one, two} for a, b in inside)
            for one in tied
            for two in tied
            if one < two
        }
        if len(meetings) != 1 or meetings == {0}:
            continue
        score = {player: sum(a == player for a, _ in inside) for player in tied}
        top = {player for player in tied if score[player] == max(score.values())}
        if top != tied:
            below = tied - top
            levels = sorted({score[player] for player in below}, reverse=True)
            groups = [top] + [{p for p in below if score[p] == level} for level in levels]
            return [part for group in groups for part in ladder(group, sources)]
    return [tied]


def random_tournament(rng: Random) -> tuple[list[Card], list[tuple[str, str]]]:
    """Returns cards of a field with many ties, and some play-offs."""
    players = [f"p{number}" for number in range(rng.randint(1, 9))]
    lines: dict[str, list[Line]] = {player: [] for player in players}
    margins = rng.choice(((1, 121), (10, 12), (30, 31), (7, 7)))
    number = 0
    for _ in range(rng.randint(0, 6)):
        rng.shuffle(players)
        for one, other in zip(players[::2], players[1::2], strict=False):
            number += 1
            margin = rng.randint(*margins)
            lines[one].append(won(number, other, margin))
            slip = rng.random() < 0.05
            lines[other].append(lost(number, one, max(1, margin - slip)))
    cards = [Card(player, tuple(each)) for player, each in lines.items()]
    pairs = [tuple(rng.sample(players, 2)) for _ in range(rng.randint(0, 3)) if len(players) > 1]
    return cards, [(one, other) for one, other in pairs]
