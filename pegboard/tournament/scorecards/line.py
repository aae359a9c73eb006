"""A score card, with one line per game.

The cards of two opponents need not agree: after a cross-check the winner may have 16 and the loser
17 (ACC rule 12.2 b), so a line is never derived from the opponent's.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from pegboard.cribbage.match import ACC_SKUNK, ACC_WIN
from pegboard.errors import ConfigError
from pegboard.tournament.codes import EventFault

LOSS = 0
SKUNK_MARGIN = 31
"""Minimum margin of a skunk: the loser has 90 or fewer."""
MARGIN_MOST = 121
LATE_POINTS, LATE_MARGIN = ACC_WIN, 10
"""Game points and margin of the opponent of a late player (ACC rule 11.4)."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a score card; None is a blank field.

    Attributes:
        game: number of the game on the card, from 1.
        opponent: id of the opponent.
        points: game points: 0 for a loss, 2 for a win, 3 for a skunk.
        plus: number in the plus column.
        minus: number in the minus column.

    Raises:
        ConfigError: no game can give these numbers.
    """

    game: int
    opponent: str
    points: int | None = None
    plus: int | None = None
    minus: int | None = None

    def __post_init__(self) -> None:
        if self.game < 1:
            raise ConfigError(EventFault.GAME_NUMBER, value=self.game)
        if self.points not in (None, LOSS, ACC_WIN, ACC_SKUNK):
            raise ConfigError(EventFault.GAME_POINTS, value=self.points)
        for spread in (self.plus, self.minus):
            if spread is not None and not 1 <= spread <= MARGIN_MOST:
                raise ConfigError(EventFault.MARGIN, value=spread, most=MARGIN_MOST)

    @property
    def spread(self) -> int | None:
        """The spread, from either column; from the plus column if both are filled."""
        return self.minus if self.plus is None else self.plus

    @property
    def claims_win(self) -> bool | None:
        """True for a win, False for a loss, judged by points or else by column; None if blank."""
        if self.points is not None:
            return self.points > 0
        return None if self.spread is None else self.plus is not None


def points_of(margin: int) -> int:
    """Returns the game points of a win by a margin."""
    return ACC_SKUNK if margin >= SKUNK_MARGIN else ACC_WIN


def won(game: int, opponent: str, margin: int) -> Line:
    """Returns the score-card line for a win."""
    return Line(game, opponent, points_of(margin), plus=margin)


def lost(game: int, opponent: str, margin: int) -> Line:
    """Returns the score-card line for a loss."""
    return Line(game, opponent, LOSS, minus=margin)


def forfeit(game: int, present: str, late: str) -> tuple[Line, Line]:
    """Returns the lines of the waiting and of the late player (ACC rule 11.4)."""
    waited = Line(game, late, LATE_POINTS, plus=LATE_MARGIN)
    return waited, Line(game, present, LOSS, minus=LATE_MARGIN)


@dataclass(frozen=True, slots=True)
class Card:
    """The score card of one player, with at most one line per game.

    Raises:
        ConfigError: a game is on it twice.
    """

    player: str
    lines: tuple[Line, ...] = ()

    def __post_init__(self) -> None:
        numbers = [line.game for line in self.lines]
        if len(set(numbers)) < len(numbers):
            raise ConfigError(EventFault.GAME_TWICE, player=self.player)
        ordered = tuple(sorted(self.lines, key=lambda line: line.game))
        object.__setattr__(self, "lines", ordered)

    def line(self, game: int) -> Line | None:
        """Returns the line of a game, or None."""
        return next((line for line in self.lines if line.game == game), None)

    def with_line(self, line: Line) -> "Card":
        """Returns the card with a line added, or replaced if it has that game."""
        others = (old for old in self.lines if old.game != line.game)
        return Card(self.player, (*others, line))


@dataclass(frozen=True, slots=True)
class Tally:
    """The totals of a card, with plus and minus spread kept separate."""

    points: int = 0
    games_won: int = 0
    plus: int = 0
    minus: int = 0
    games: int = 0

    @property
    def net(self) -> int:
        """Net spread."""
        return self.plus - self.minus


def tally(lines: Iterable[Line]) -> Tally:
    """Adds up lines; blank fields count as 0."""
    points = games_won = plus = minus = games = 0
    for line in lines:
        points += line.points or 0
        games_won += bool(line.claims_win)
        plus += line.plus or 0
        minus += line.minus or 0
        games += line.claims_win is not None
    return Tally(points, games_won, plus, minus, games)
