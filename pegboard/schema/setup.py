"""Setup of a game: mode, rules, names and colours, and the player of each seat.

Everything here is settled before the first deal and never changes during a game. It is written
above the record, so that the journal alone brings a game back:

    players 3            header lines of the record, see `pegboard.cribbage.notation`
    rule muggins
    name 0 Ann
    # seats person club expert        remarks, see `pegboard.cribbage.tags`
    # colors green blue pink
    # match first-to 3 played 1 won 1 0 0
    # begun 0 0 0                     begun elsewhere, and went on at the scores of `rule handicap`;
                                      the next game starts from these
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Self

from pegboard.board.color import OKABE_ITO, Palette
from pegboard.board.panel.engraving import COLORS as ENGRAVED
from pegboard.cribbage.match import Match
from pegboard.cribbage.notation import Header
from pegboard.cribbage.rules import Rules
from pegboard.errors import ConfigError, NotationError, quoted
from pegboard.kinds import PERSON, REMOTE_PLAYER, GameKind, Mode, kind_of
from pegboard.players import by_name
from pegboard.schema.codes import Mistaken

COLORS = tuple(name.lower() for name in ENGRAVED)
"""Names of the palette's colours, in its order."""
OPTIONS = tuple(
    option.name for option in fields(Rules) if option.name not in ("players", "partners", "target")
)
"""The options of a game beside how many play and how far."""


@dataclass(frozen=True, slots=True)
class GameSetup:
    """The setup of one game.

    Attributes:
        mode: one of `Mode`.
        rules: players and options.
        names: of the seats, none empty.
        dealer: the seat that deals first.
        seats: who plays each seat: `PERSON`, or a computer's level.
        colors: of each side, as in `COLORS`; no two alike.
        match: the match so far, without this game; None for a single game.
        scores: of each side where the game goes on from, if it was begun elsewhere; else empty.
    """

    mode: Mode = "score"
    rules: Rules = field(default_factory=Rules)
    names: tuple[str, ...] = ()
    dealer: int = 0
    seats: tuple[str, ...] = ()
    colors: tuple[str, ...] = ()
    match: Match | None = None
    scores: tuple[int, ...] = ()

    @property
    def kind(self) -> GameKind:
        """The kind of the game, as far as the setup tells."""
        return kind_of(self.mode, {"seats": " ".join(self.seats)})

    @property
    def people(self) -> tuple[int, ...]:
        """The seats that people play."""
        return tuple(seat for seat, who in enumerate(self.seats) if who == PERSON)

    @property
    def computers(self) -> dict[int, str]:
        """The seats of computers, each with its level."""
        return {
            seat: who for seat, who in enumerate(self.seats) if who not in (PERSON, REMOTE_PLAYER)
        }

    @property
    def level(self) -> str:
        """The level of all computers; empty if they differ."""
        levels = set(self.computers.values())
        return levels.pop() if len(levels) == 1 else ""

    @property
    def palette(self) -> Palette:
        """The colours of the sides, in order."""
        chosen = tuple(OKABE_ITO.tracks[COLORS.index(name)] for name in self.colors)
        return replace(OKABE_ITO, tracks=chosen)

    @property
    def header(self) -> Header:
        """The header of the record."""
        rules = self.rules
        if self.scores:  # for a replay the game starts there, as from a handicap
            starts = tuple(self.scores[rules.side_of(seat)] for seat in range(rules.players))
            rules = replace(rules, handicap=starts)
        return Header(rules, self.dealer, self.names)

    def tags(self) -> dict[str, str]:
        """Returns the record's tags by word; only those that differ from the defaults."""
        said = {}
        if self.computers:
            said["level"] = self.level
        if self.seats != self.kind.default_seats(self.rules.players, self.level):
            said["seats"] = " ".join(self.seats)
        if self.colors != COLORS[: self.rules.sides]:
            said["colors"] = " ".join(self.colors)
        if self.match is not None:
            said["match"] = _match_text(self.match)
        if self.scores:
            said["begun"] = " ".join(map(str, self.rules.handicap))
        return said

    @classmethod
    def from_record(cls, mode: Mode, header: Header, tags: Mapping[str, str]) -> Self:
        """Reads the setup of a game from the journal.

        Args:
            mode: how it is played.
            header: of its record.
            tags: what its record says beside the header.

        Raises:
            ConfigError: it names a computer player that there is not.
        """
        rules, players = header.rules, header.rules.players
        level = tags.get("level", "")
        seats = kind_of(mode, tags).default_seats(players, level)
        if "seats" in tags:
            seats = tuple(tags["seats"].split())
        for player in set(seats) - {PERSON, REMOTE_PLAYER}:
            by_name(player)
        colors = _read_colors(rules.sides, tags.get("colors", ""))
        match = _read_match(tags.get("match", ""), rules.sides)
        rules, scores = _read_start_scores(rules, tags.get("begun", ""))
        return cls(mode, rules, header.names, header.dealer, seats, colors, match, scores)


def fits(rules: Rules, name: str, tracks: int, others: Iterable[tuple[str, int]]) -> None:
    """Checks that the board has a track for every side.

    Args:
        rules: of the game, which say how many sides there are.
        name: of the board's layout.
        tracks: how many it has.
        others: the layouts there are, each with its tracks; looked at only where it is refused.

    Raises:
        NotationError: it has too few; the message names the layouts that would do.
    """
    sides = rules.sides
    if sides <= tracks:
        return
    would = ", ".join(other for other, has in others if has >= sides)
    raise NotationError(
        Mistaken.TOO_FEW_TRACKS, sides=sides, tracks=tracks, layout=name, known=would
    )


def side_colors(sides: int, chosen: tuple[str, ...]) -> tuple[str, ...]:
    """Returns a colour for each side: those given, then the first free ones."""
    for name in chosen:
        if name not in COLORS:
            raise NotationError(Mistaken.COLOR, value=quoted(name), known=", ".join(COLORS))
    if len(set(chosen)) != len(chosen):
        raise NotationError(Mistaken.COLOR_TWICE)
    if len(chosen) > sides:
        raise NotationError(Mistaken.COLORS, n=len(chosen), sides=sides)
    return (chosen + tuple(name for name in COLORS if name not in chosen))[:sides]


def _read_colors(sides: int, text: str) -> tuple[str, ...]:
    """Returns the colours in a tag; the defaults if it is invalid."""
    try:
        return side_colors(sides, tuple(text.split()))
    except NotationError:
        return side_colors(sides, ())


def _match_text(match: Match) -> str:
    of = f"games {match.length}" if match.length else f"first-to {match.first_to}"
    return f"{of} played {match.played} won {' '.join(map(str, match.wins))}"


def _read_match(text: str, sides: int) -> Match | None:
    """Reads the match from the text of `_match_text`.

    None for anything else, which only a strange hand can have done.
    """
    match text.split():
        case [("games" | "first-to") as of, many, "played", played, "won", *wins]:
            pass
        case _:
            return None
    if len(wins) != sides or not all(n.isdecimal() for n in (many, played, *wins)):
        return None
    first_to, length = (int(many), 0) if of == "first-to" else (0, int(many))
    won = tuple(map(int, wins))
    return Match(sides, first_to, length, won, int(played)) if int(many) else None


def _read_start_scores(rules: Rules, text: str) -> tuple[Rules, tuple[int, ...]]:
    """Returns the rules of the next game, and the scores that this one went on from; () for none.

    Args:
        rules: as the header has them.
        text: of the tag `begun`.
    """
    try:
        usual = replace(rules, handicap=tuple(map(int, text.split())))
    except (ConfigError, ValueError):  # only a strange hand can have done that
        return rules, ()
    return (usual, rules.handicap[: rules.sides]) if text else (rules, ())
