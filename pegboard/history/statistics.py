"""One player's statistics: results, averages, hands, opponents."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pegboard.history.players import NOBODY, Who, is_ours, seat_names, who_played
from pegboard.history.published import Role
from pegboard.history.summary import DealLine, GameLine, HandLine

BEST = 10
"""Number of best hands kept."""


@dataclass(slots=True)
class Average:
    """Points pegged in complete deals, in one role, at tables of one size.

    Attributes:
        deals: how many.
        hand, crib, play, other: points of all of them; his heels belong to the play.
        squares: of the totals, for how sure the average is.
    """

    deals: int = 0
    hand: int = 0
    crib: int = 0
    play: int = 0
    other: int = 0
    squares: int = 0

    @property
    def error(self) -> float | None:
        """The standard error of the average total; None if there are too few deals."""
        if self.deals < 2:
            return None
        spread = self.squares - self.total**2 / self.deals
        return math.sqrt(max(0.0, spread) / (self.deals - 1) / self.deals)

    @property
    def total(self) -> int:
        """The sum of all points."""
        return self.hand + self.crib + self.play + self.other

    def add(self, deal: DealLine, seat: int) -> None:
        """Adds a deal from a seat's point of view."""
        self.deals += 1
        self.hand += deal.hand(seat)
        self.crib += deal.crib(seat)
        self.play += deal.play[seat]
        self.other += deal.other[seat]
        self.squares += deal.total(seat) ** 2


@dataclass(frozen=True, slots=True)
class BestHand:
    """A notable hand: its game, its owner, and the game's date."""

    points: int
    cards: str
    starter: str
    crib: bool
    game: str
    at: float
    seat: int


@dataclass(slots=True)
class Against:
    """A player's results against another, by sides: partners share a result.

    Attributes:
        games: finished ones.
        wins: of the player.
        skunks: wins by a skunk or better.
        skunked: losses by one.
        points, against: pegged in them, by the player's side and by the other's.
    """

    games: int = 0
    wins: int = 0
    skunks: int = 0
    skunked: int = 0
    points: int = 0
    against: int = 0


@dataclass(slots=True)
class Final:
    """A notable final score."""

    score: int
    against: int
    game: str
    at: float


@dataclass(slots=True)
class Tally:
    """The totals of one player.

    Attributes:
        who: the player.
        games: finished ones; `unfinished` those that are not.
        wins: of them.
        skunks: by how the beaten side was beaten, wins: plain, skunk, double skunk.
        skunked: the same for the losses.
        first: games in which the player dealt first; `first_wins` those of them that were won.
        second: games of two sides in which another did; `second_wins` the won ones.
        streak: most wins in a row.
        averages: by (seats at the table, role).
        hands: points -> hands that were counted, at any table.
        cribs: the same for cribs.
        best: hands and cribs whose cards are known, best first.
        opponents: by who it was.
        worst_loss, best_win: by the difference, in games of two sides to 121.
        best_deal: most points in one deal that was played to its end: (points, game, at).
        pegs_only: finished games of which nothing but the score is known.
        deals_left_out: deals that are in no average, by why.
        first_at, last_at: when the first and the last game began.
    """

    who: Who = NOBODY
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
    opponents: dict[Who, Against] = field(default_factory=dict)
    best_win: Final | None = None
    worst_loss: Final | None = None
    best_deal: tuple[int, str, float] | None = None
    pegs_only: int = 0
    deals_left_out: Counter[str] = field(default_factory=Counter)
    first_at: float = 0.0
    last_at: float = 0.0
    _run: int = 0

    def add(self, line: GameLine, seat: int, everybody: Sequence[Who]) -> None:
        """Adds a game for the player at this seat; games must come in the order they were begun."""
        self.first_at = self.first_at or line.started
        self.last_at = line.started
        for deal in line.deals:
            self._add_deal(line, deal, seat)
        if line.winner is None:
            self.unfinished += 1
            return
        self.games += 1
        self.pegs_only += line.known == "none"
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
        self.best.sort(key=lambda one: -one.points)  # of equals the older one stays
        del self.best[BEST:]

    def _add_final(self, line: GameLine, side: int, won: bool) -> None:
        if line.sides != 2 or line.target != 121:
            return
        mine, other = line.scores[side], line.scores[1 - side]
        final = Final(mine, other, line.id, line.started)
        if won and (self.best_win is None or other < self.best_win.against):
            self.best_win = final
        if not won and (self.worst_loss is None or mine < self.worst_loss.score):
            self.worst_loss = final

    def _add_opponents(self, line: GameLine, side: int, everybody: Sequence[Who]) -> None:
        met: dict[Who, int] = {}
        for seat, who in enumerate(everybody):
            if line.side_of(seat) != side and who not in (NOBODY, self.who):
                met.setdefault(who, line.side_of(seat))
        for who, other in met.items():
            against = self.opponents.setdefault(who, Against())
            against.games += 1
            # At a table of three or four a game is won over one who came behind.
            ahead = line.winner == side
            behind = line.winner == other
            against.wins += ahead
            against.skunks += ahead and line.skunks[other] > 0
            against.skunked += behind and line.skunks[side] > 0
            against.points += line.scores[side]
            against.against += line.scores[other]


def tallies(lines: Iterable[GameLine]) -> dict[Who, Tally]:
    """Returns every player's totals, from summaries in the order the games were begun.

    Demos are left out.
    """
    found: dict[Who, Tally] = {}
    for line in filter(is_ours, lines):
        everybody = who_played(line)
        for seat, who in enumerate(everybody):
            # A name that stands at two seats is one player at the first of them.
            if who != NOBODY and everybody.index(who) == seat:
                found.setdefault(who, Tally(who)).add(line, seat, everybody)
    return found


def result(line: GameLine) -> str:
    """Returns the result by names: `Ann 121, Ben 97`."""
    names = seat_names(line)
    sides = [
        f"{names[side]} and {names[side + 2]}" if line.partners else names[side]
        for side in range(len(line.scores))
    ]
    told = zip(sides, line.scores, strict=True)
    return ", ".join(f"{name} {score}" for name, score in told)
