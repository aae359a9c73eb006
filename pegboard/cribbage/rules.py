"""The rules a game is played by: how many sit at the table, and the options they chose."""

from dataclasses import dataclass

from pegboard.errors import ConfigError, quoted

TARGETS = {121: (90, 60), 61: (30, 0)}
"""Game length -> the usual skunk and double skunk lines (to 61 the skunk is called a lurch)."""

MATCH_TABLES = ("A", "B", "C", "D", "acc")
"""Names of the tables of games won; D is for two sides only. See `pegboard.cribbage.match`."""

_USUAL = -1


@dataclass(frozen=True, slots=True)
class Rules:
    """Players and options; every game has its own, and they never change during it.

    Attributes:
        players: 2, 3 or 4 seats, numbered clockwise from 0.
        partners: four players in two sides, seats 0 and 2 against 1 and 3.
        target: the score that wins, 121 or 61.
        muggins: each seat claims its points; a missed point goes to the opponent that calls it.
        manual_count: each seat claims its points; a missed point is lost.
        dealer_bonus: points the dealer pegs before each deal (a board-maker's house rule).
        match: the table of games won.
        handicap: starting score of each seat; partners start with the same.
        skunk: highest losing score that is skunked; left out the usual one for the target,
            0 for none.
        double_skunk: the same for the double skunk.

    Raises:
        ConfigError: an option is out of range; the message begins with its name.
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

    def __post_init__(self) -> None:
        if self.players not in (2, 3, 4):
            raise ConfigError(f"players: {self.players}; it is 2, 3 or 4")
        if self.partners and self.players != 4:
            raise ConfigError(f"partners: four players, not {self.players}")
        if self.target not in TARGETS:
            raise ConfigError(f"target: {self.target}; it is 121 or 61")
        if not 0 <= self.dealer_bonus < self.target:
            raise ConfigError(f"dealer-bonus: {self.dealer_bonus}; it is usually 3")
        if self.match not in MATCH_TABLES or (self.match == "D" and self.sides != 2):
            raise ConfigError(
                f"match: {quoted(self.match)} for {self.sides} sides; it is A, B, C, acc,"
                " or D for two sides"
            )
        self._settle_handicap()
        usual_skunk, usual_double = TARGETS[self.target]
        if self.skunk == _USUAL:
            object.__setattr__(self, "skunk", usual_skunk)
        if self.double_skunk == _USUAL:
            object.__setattr__(self, "double_skunk", min(usual_double, self.skunk))
        for name, line in (("skunk", self.skunk), ("double-skunk", self.double_skunk)):
            if not 0 <= line < self.target:
                raise ConfigError(f"{name}: {line}; it is a score below {self.target}, 0 for none")
        if self.double_skunk > self.skunk:
            raise ConfigError(
                f"double-skunk: {self.double_skunk}; it is not above the skunk line {self.skunk}"
            )

    def _settle_handicap(self) -> None:
        if not self.handicap:
            object.__setattr__(self, "handicap", (0,) * self.players)
        if len(self.handicap) != self.players:
            raise ConfigError(f"handicap: one starting score a seat, {self.players} of them")
        for seat, score in enumerate(self.handicap):
            if not 0 <= score < self.target:
                raise ConfigError(f"handicap: {score}; it is below {self.target}")
            if score != self.handicap[self.side_of(seat)]:
                raise ConfigError("handicap: partners start with the same score")

    @property
    def sides(self) -> int:
        """How many scores are kept: one a side."""
        return 2 if self.partners else self.players

    @property
    def claims(self) -> bool:
        """True if the seats count their hands themselves."""
        return self.muggins or self.manual_count

    @property
    def dealt(self) -> int:
        """Cards dealt to each seat."""
        return 6 if self.players == 2 else 5

    @property
    def laid_away(self) -> int:
        """Cards each seat lays away to the crib."""
        return self.dealt - 4

    def side_of(self, seat: int) -> int:
        """Returns the side of a seat; a side has the number of its lower seat."""
        return seat % 2 if self.partners else seat

    def skunk_of(self, score: int) -> int:
        """Returns how a side that lost with this score was beaten.

        0 plainly, 1 skunk, 2 double skunk.
        """
        if self.double_skunk and score <= self.double_skunk:
            return 2
        return 1 if self.skunk and score <= self.skunk else 0
