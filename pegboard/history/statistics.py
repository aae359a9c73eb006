"""A player's statistics: results, averages, hands and opponents."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pegboard.history.players import NOBODY, PlayerKey, is_ours, seat_names, seat_players
from pegboard.history.published import Role
from pegboard.history.summary import DealLine, GameLine, HandLine

BEST = 10
"""Number of best hands stored."""


@dataclass(slots=True)
class Average:
    """Points pegged in complete deals, in one role (dealer or pone), with one number of seats.

    Attributes:
        deals: number of deals.
        hand, crib, play, other: total points by category; his heels count as play.
        squares: sum of squared totals, for the standard error.
    """

    deals: int = 0
    hand: int = 0
    crib: int = 0
    play: int = 0
    other: int = 0
    squares: int = 0

    @property
    def error(self) -> float | None:
        """Standard error of the average total; None with too few deals."""
        if self.deals < 2:
            return None
        spread = self.squares - self.total**2 / self.deals
        return math.sqrt(max(0.0, spread) / (self.deals - 1) / self.deals)

    @property
    def total(self) -> int:
        """Sum of all points, whatever their category."""
        return self.hand + self.crib + self.play + self.other

    def add(self, deal: DealLine, seat: int) -> None:
        """Adds the points of a seat in a deal."""
        self.deals += 1
        self.hand += deal.hand(seat)
        self.crib += deal.crib(seat)
        self.play += deal.play[seat]
        self.other += deal.other[seat]
        self.squares += deal.total(seat) ** 2


@dataclass(frozen=True, slots=True)
class BestHand:
    """One of a player's best hands, with its game, owner and date."""

    points: int
    cards: str
    starter: str
    crib: bool
    game: str
    at: float
    seat: int


@dataclass(slots=True)
class Against:
    """A player's results against an opponent, by sides: partners share a result.

    Attributes:
        games: finished games.
        wins: games won by the player.
        skunks: wins by a skunk or better.
        skunked: losses by a skunk or worse.
        points, against: points pegged by the player's side and by the opponent's.
    """

    games: int = 0
    wins: int = 0
    skunks: int = 0
    skunked: int = 0
    points: int = 0
    against: int = 0


@dataclass(slots=True)
class Final:
    """Final score of one of the player's most one-sided games."""

    score: int
    against: int
    game: str
    at: float


@dataclass(slots=True)
class Tally:
    """Totals of one player.

    Attributes:
        player: the player.
        games: finished games; `unfinished`: the others.
        wins: games won.
        skunks: wins by margin: plain, skunk, double skunk.
        skunked: losses by margin.
        first: games in which the player dealt first; `first_wins`: those won.
        second: games of two sides in which the opponent dealt first; `second_wins`: those won.
        streak: longest winning streak.
        averages: averages by (number of seats, role).
        hands: number of counted hands by points.
        cribs: number of counted cribs by points.
        best: best hands and cribs with known cards, best first.
        opponents: results by opponent.
        worst_loss, best_win: final scores with the largest margin, in games of two sides to 121.
        best_deal: most points in one complete deal: (points, game, at).
        pegs_only: finished games of which only the score is known.
        deals_left_out: deals that are in no average, by reason.
        first_at, last_at: start times of the first and the last game.
    """

    player: PlayerKey = NOBODY
    games: int = 0
    unfinished: int = 0
    wins: int = 0
    skunks: list[int] = field(default_factory=lambda: [0, 0, 0])
    skunked: list[int] = field(default_factory=lambda: [0, 0, 0])
    first: int = 0
    first_wins: int = 0
    second: int = 0
    second_wins: int = 0
    streak: int = 0
    averages: dict[tuple[int, Role], Average] = field(default_factory=dict)
    hands: Counter[int] = field(default_factory=Counter)
    cribs: Counter[int] = field(default_factory=Counter)
    best: list[BestHand] = field(default_factory=list)
    opponents: dict[PlayerKey, Against] = field(default_factory=dict)
    best_win: Final | None = None
    worst_loss: Final | None = None
    best_deal: tuple[int, str, float] | None = None
    pegs_only: int = 0
    deals_left_out: Counter[str] = field(default_factory=Counter)
    first_at: float = 0.0
    last_at: float = 0.0
    _run: int = 0

    def add(self, line: GameLine, seat: int, everybody: Sequence[PlayerKey]) -> None:
        """Adds a game that the player played at a seat; games must be added in order."""
        self.first_at = self.first_at or line.started
        self.last_at = line.started
        for deal in line.deals:
            self._add_deal(line, deal, seat)
        if line.winner is None:
            self.unfinished += 1
            return
        self.games += 1
        self.pegs_only += line.attribution == "none"
        side = line.side_of(seat)
        won = side == line.winner
        self.wins += won
        self._run = self._run + 1 if won else 0
        self.streak = max(self.streak, self._run)
        if won:
            self.skunks[max(line.skunks)] += 1
        else:
            self.skunked[line.skunks[side]] += 1
        if line.side_of(line.first_dealer) == side:
            self.first += 1
            self.first_wins += won
        elif line.sides == 2:
            self.second += 1
            self.second_wins += won
        self._add_final(line, side, won)
        self._add_opponents(line, side, everybody)

    def _add_deal(self, line: GameLine, deal: DealLine, seat: int) -> None:
        for hand in deal.hands:
            if hand.seat == seat:
                (self.cribs if hand.crib else self.hands)[hand.points] += 1
                self._remember(line, deal, hand)
        if deal.left_out:
            self.deals_left_out[deal.left_out] += 1
            return
        role: Role = "dealer" if deal.dealer == seat else "pone"
        self.averages.setdefault((line.players, role), Average()).add(deal, seat)
        points = deal.total(seat)
        if self.best_deal is None or points > self.best_deal[0]:
            self.best_deal = points, line.id, line.started

    def _remember(self, line: GameLine, deal: DealLine, hand: HandLine) -> None:
        if not hand.cards or (len(self.best) == BEST and hand.points <= self.best[-1].points):
            return
        best = BestHand(
            hand.points, hand.cards, deal.starter, hand.crib, line.id, line.started, hand.seat
        )
        self.best.append(best)
        self.best.sort(key=lambda best: -best.points)  # stable sort: of equals, the older is first
        del self.best[BEST:]

    def _add_final(self, line: GameLine, side: int, won: bool) -> None:
        if line.sides != 2 or line.target != 121:
            return
        mine, theirs = line.scores[side], line.scores[1 - side]
        final = Final(mine, theirs, line.id, line.started)
        if won and (self.best_win is None or theirs < self.best_win.against):
            self.best_win = final
        if not won and (self.worst_loss is None or mine < self.worst_loss.score):
            self.worst_loss = final

    def _add_opponents(self, line: GameLine, side: int, everybody: Sequence[PlayerKey]) -> None:
        met: dict[PlayerKey, int] = {}
        for seat, player in enumerate(everybody):
            if line.side_of(seat) != side and player not in (NOBODY, self.player):
                met.setdefault(player, line.side_of(seat))
        for player, their_side in met.items():
            against = self.opponents.setdefault(player, Against())
            against.games += 1
            # With 3 or 4 sides, a win counts against all opponents, a loss only against the winner.
            ahead = line.winner == side
            behind = line.winner == their_side
            against.wins += ahead
            against.skunks += ahead and line.skunks[their_side] > 0
            against.skunked += behind and line.skunks[side] > 0
            against.points += line.scores[side]
            against.against += line.scores[their_side]


def tallies(lines: Iterable[GameLine]) -> dict[PlayerKey, Tally]:
    """Returns every player's totals; takes the summaries in the order in which games were started.

    Demos are left out.
    """
    totals: dict[PlayerKey, Tally] = {}
    for line in filter(is_ours, lines):
        everybody = seat_players(line)
        for seat, player in enumerate(everybody):
            # A player named at two seats is counted once, at the first.
            if player != NOBODY and everybody.index(player) == seat:
                totals.setdefault(player, Tally(player)).add(line, seat, everybody)
    return totals


def result(line: GameLine) -> str:
    """Returns the result of a game as text: `Ann 121, Ben 97`."""
    names = seat_names(line)
    sides = [
        f"{names[side]} and {names[side + 2]}" if line.partners else names[side]
        for side in range(len(line.scores))
    ]
    scores = zip(sides, line.scores, strict=True)
    return ", ".join(f"{name} {score}" for name, score in scores)
