"""Setup of a game: mode, rules, names and colours, and the player of each seat.

It is fixed before the first deal and stored in the header of the record, so that the journal alone
restores a game:

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
"""Rule options besides players, partners and target."""


@dataclass(frozen=True, slots=True)
class GameSetup:
    """The setup of one game.

    Attributes:
        mode: one of `Mode`.
        rules: players and options.
        names: name of each seat, none empty.
        dealer: the seat that deals first.
        seats: the player of each seat: `PERSON`, or a computer's level.
        colors: colour of each side, from `COLORS`, all different.
        match: the match so far, without this game; None for a single game.
        scores: initial score of each side if the game was started elsewhere; otherwise empty.
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
        """Kind of game, as far as the setup determines it."""
        return kind_of(self.mode, {"seats": " ".join(self.seats)})

    @property
    def people(self) -> tuple[int, ...]:
        """Seats that people play."""
        return tuple(seat for seat, who in enumerate(self.seats) if who == PERSON)

    @property
    def computers(self) -> dict[int, str]:
        """Seats of computers, each with its level."""
        return {
            seat: who for seat, who in enumerate(self.seats) if who not in (PERSON, REMOTE_PLAYER)
        }

    @property
    def level(self) -> str:
        """Level of all computers; empty if they differ."""
        levels = set(self.computers.values())
        return levels.pop() if len(levels) == 1 else ""

    @property
    def palette(self) -> Palette:
        """Colours of the sides, in order."""
        chosen = tuple(OKABE_ITO.tracks[COLORS.index(name)] for name in self.colors)
        return replace(OKABE_ITO, tracks=chosen)

    @property
    def header(self) -> Header:
        """Header of the record."""
        rules = self.rules
        if self.scores:  # a replay starts from these scores, like a handicap
            starts = tuple(self.scores[rules.side_of(seat)] for seat in range(rules.players))
            rules = replace(rules, handicap=starts)
        return Header(rules, self.dealer, self.names)

    def tags(self) -> dict[str, str]:
        """Returns the record's tags by name, without default values."""
        fields = {}
        if self.computers:
            fields["level"] = self.level
        if self.seats != self.kind.default_seats(self.rules.players, self.level):
            fields["seats"] = " ".join(self.seats)
        if self.colors != COLORS[: self.rules.sides]:
            fields["colors"] = " ".join(self.colors)
        if self.match is not None:
            fields["match"] = _match_text(self.match)
        if self.scores:
            fields["begun"] = " ".join(map(str, self.rules.handicap))
        return fields

    @classmethod
    def from_record(cls, mode: Mode, header: Header, tags: Mapping[str, str]) -> Self:
        """Reads the setup of a game from the journal.

        Args:
            mode: mode of play: score, computer or demo.
            header: header of the record.
            tags: tags of the record.

        Raises:
            ConfigError: a computer player is unknown.
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
        rules: rules of the game, which determine the number of sides.
        name: name of the board's layout.
        tracks: number of tracks of the layout.
        others: available layouts with their tracks; evaluated only on refusal.

    Raises:
        NotationError: there are too few tracks; the message names suitable layouts.
    """
    sides = rules.sides
    if sides <= tracks:
        return
    would = ", ".join(other for other, has in others if has >= sides)
    raise NotationError(
        Mistaken.TOO_FEW_TRACKS, sides=sides, tracks=tracks, layout=name, known=would
    )


def side_colors(sides: int, chosen: tuple[str, ...]) -> tuple[str, ...]:
    """Returns a colour for each side: the chosen ones, then the first free ones."""
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
    """Parses the text of `_match_text`; returns None for invalid text."""
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
    """Returns the rules of the next game, and the initial scores of this one, if any.

    Args:
        rules: rules from the header.
        text: text of the tag `begun`.
    """
    try:
        usual = replace(rules, handicap=tuple(map(int, text.split())))
    except (ConfigError, ValueError):  # not written by this program
        return rules, ()
    return (usual, rules.handicap[: rules.sides]) if text else (rules, ())
