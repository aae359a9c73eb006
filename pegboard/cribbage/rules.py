"""The rules of one game: the number of players and the chosen options."""

from dataclasses import dataclass

from pegboard.cribbage.codes import Unplayable
from pegboard.errors import ConfigError, quoted

TARGETS = {121: (90, 60), 61: (30, 0)}
"""Game length -> the usual skunk and double skunk lines (to 61 the skunk is called a lurch)."""

MATCH_TABLES = ("A", "B", "C", "D", "acc")
"""Names of the tables of games won; D is for two sides only. See `pegboard.cribbage.match`."""

WRONG_CALLS = ("none", "excess", "2")
"""The price of a wrong call of muggins, pegged by the other side: nothing (ACC 10.4), the points
called too many, or 2."""

_USUAL = -1


@dataclass(frozen=True, slots=True)
class Rules:
    """Players and options of one game; they never change during it.

    Attributes:
        players: 2, 3 or 4 seats, numbered clockwise from 0.
        partners: four players in two sides, seats 0 and 2 against 1 and 3.
        target: the score that wins, 121 or 61.
        muggins: each seat claims its points; a missed point goes to the opponent that calls it.
        manual_count: each seat claims its points; a missed point is lost.
        dealer_bonus: points the dealer pegs before each deal (a board-maker's house rule).
        match: the table of games won.
        handicap: starting score of each seat; partners start with the same.
        skunk: highest losing score that is skunked; by default the usual one for the target,
            0 for none.
        double_skunk: the same for the double skunk.
        wrong_call: the price of a wrong call of muggins, one of `WRONG_CALLS`.

    Raises:
        ConfigError: an option is out of range; the fact `option` has its name.
    """

    players: int = 2
    partners: bool = False
    target: int = 121
    muggins: bool = False
    manual_count: bool = False
    dealer_bonus: int = 0
    match: str = "A"
    handicap: tuple[int, ...] = ()
    skunk: int = _USUAL
    double_skunk: int = _USUAL
    wrong_call: str = "none"

    def __post_init__(self) -> None:
        if self.players not in (2, 3, 4):
            raise ConfigError(Unplayable.PLAYERS, option="players", value=self.players)
        if self.partners and self.players != 4:
            raise ConfigError(Unplayable.PARTNERS, option="partners", value=self.players)
        if self.target not in TARGETS:
            raise ConfigError(Unplayable.TARGET, option="target", value=self.target)
        if not 0 <= self.dealer_bonus < self.target:
            raise ConfigError(
                Unplayable.DEALER_BONUS, option="dealer-bonus", value=self.dealer_bonus
            )
        if self.match not in MATCH_TABLES or (self.match == "D" and self.sides != 2):
            raise ConfigError(
                Unplayable.MATCH, option="match", value=quoted(self.match), sides=self.sides
            )
        if self.wrong_call not in WRONG_CALLS:
            raise ConfigError(
                Unplayable.WRONG_CALL,
                option="wrong-call",
                value=quoted(self.wrong_call),
                known=", ".join(WRONG_CALLS),
            )
        self._settle_handicap()
        usual_skunk, usual_double = TARGETS[self.target]
        if self.skunk == _USUAL:
            object.__setattr__(self, "skunk", usual_skunk)
        if self.double_skunk == _USUAL:
            object.__setattr__(self, "double_skunk", min(usual_double, self.skunk))
        for name, line in (("skunk", self.skunk), ("double-skunk", self.double_skunk)):
            if not 0 <= line < self.target:
                raise ConfigError(Unplayable.SKUNK_LINE, option=name, value=line, most=self.target)
        if self.double_skunk > self.skunk:
            raise ConfigError(
                Unplayable.DOUBLE_SKUNK,
                option="double-skunk",
                value=self.double_skunk,
                most=self.skunk,
            )

    def _settle_handicap(self) -> None:
        if not self.handicap:
            object.__setattr__(self, "handicap", (0,) * self.players)
        if len(self.handicap) != self.players:
            raise ConfigError(Unplayable.HANDICAPS, option="handicap", seats=self.players)
        for seat, score in enumerate(self.handicap):
            if not 0 <= score < self.target:
                raise ConfigError(
                    Unplayable.HANDICAP, option="handicap", value=score, most=self.target
                )
            if score != self.handicap[self.side_of(seat)]:
                raise ConfigError(Unplayable.PARTNERS_START, option="handicap")

    @property
    def sides(self) -> int:
        """Number of scores kept: one per side."""
        return 2 if self.partners else self.players

    @property
    def claims(self) -> bool:
        """Returns True if the seats count their hands themselves."""
        return self.muggins or self.manual_count

    @property
    def dealt(self) -> int:
        """Cards dealt to each seat."""
        return 6 if self.players == 2 else 5

    @property
    def laid_away(self) -> int:
        """Number of cards each seat discards to the crib."""
        return self.dealt - 4

    def side_of(self, seat: int) -> int:
        """Returns a seat's side, numbered by its lower seat."""
        return seat % 2 if self.partners else seat

    def skunk_of(self, score: int) -> int:
        """Returns the skunk result of a side that lost with this score.

        0 for a plain loss, 1 for a skunk, 2 for a double skunk.
        """
        if self.double_skunk and score <= self.double_skunk:
            return 2
        return 1 if self.skunk and score <= self.skunk else 0
