"""Requests for a new game, and the resulting setup with defaults."""

from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType

from pegboard.config import GameConfig
from pegboard.cribbage.match import Match
from pegboard.cribbage.rules import Rules
from pegboard.errors import ConfigError, NotationError, quoted
from pegboard.kinds import PERSON, GameKind, Mode, kind_of
from pegboard.narration.events import YOU
from pegboard.players import FOR_PEOPLE
from pegboard.players.adaptive import ADAPTIVE
from pegboard.schema.codes import Mistaken
from pegboard.schema.setup import COLORS, OPTIONS, GameSetup, side_colors

Seat = Annotated[int, Meta(ge=0, lt=4)]
Name = Annotated[str, Meta(min_length=1, max_length=24)]
Word = Annotated[str, Meta(min_length=1, max_length=16)]
Games = Annotated[int, Meta(ge=0, le=99)]
Score = Annotated[int, Meta(ge=0, lt=121)]


class RuleOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rule options of a game besides players and target."""

    muggins: bool | UnsetType = UNSET
    manual_count: bool | UnsetType = UNSET
    dealer_bonus: int | UnsetType = UNSET
    match: str | UnsetType = UNSET
    handicap: tuple[int, ...] | UnsetType = UNSET
    skunk: int | UnsetType = UNSET
    double_skunk: int | UnsetType = UNSET
    wrong_call: str | UnsetType = UNSET


class MatchRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A match, by number of wins or number of games; 0 for a single game."""

    first_to: Games | None = None
    length: Games | None = None

    def __post_init__(self) -> None:
        if (self.first_to is None) == (self.length is None):
            raise ValueError("must have first_to (games won) or length (games)")


class SetupRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A requested setup; everything but `mode` is optional.

    Attributes:
        mode: `score`: real cards, the board counts; `computer`: the board deals; `demo`.
        players: 2, 3 or 4.
        partners: four in two sides.
        names: names of the seats; missing ones get defaults.
        colors: colours of the sides.
        target: 121 or 61.
        dealer: the seat that deals first.
        cut: the board cuts for the deal, and `dealer` is ignored.
        rules: rule options.
        seats: each `person` or a computer's level.
        level: level of every computer, if `seats` is omitted.
        match: omitted for a single game.
        phrase: phrase chosen by the players, mixed into the shuffle.
        scores: initial score of each side, if the game was started elsewhere; `dealer` deals
            next.
        keep: whether an unfinished game on the table waits; otherwise it ends.
    """

    mode: Mode
    players: Annotated[int, Meta(ge=2, le=4)] | None = None
    partners: bool = False
    names: Annotated[tuple[Name, ...], Meta(max_length=4)] = ()
    colors: Annotated[tuple[Word, ...], Meta(max_length=4)] = ()
    target: Annotated[int, Meta(ge=1, le=121)] | None = None
    dealer: Seat = 0
    cut: bool = False
    rules: RuleOptions | None = None
    seats: Annotated[tuple[Word, ...], Meta(max_length=4)] = ()
    level: Annotated[str, Meta(max_length=16)] = ""
    match: MatchRequest | None = None
    phrase: Annotated[str, Meta(max_length=64)] = ""
    scores: Annotated[tuple[Score, ...], Meta(max_length=4)] = ()
    keep: bool = True

    def __post_init__(self) -> None:
        if len(self.names) == 1:
            raise ValueError("names must be two to four, or none")


def setup_as_json(request: SetupRequest) -> dict[str, Any]:
    """Returns the request as JSON without its defaults: `new` of a command."""
    fields: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(request))
    return {
        key: value
        for key, value in fields.items()
        if value not in (None, "", []) and (key, value) not in (("cut", False), ("keep", True))
    }


def request_for(setup: GameSetup) -> SetupRequest:
    """Returns the request that produces a setup."""
    rules, usual = setup.rules, Rules(setup.rules.players, setup.rules.partners, setup.rules.target)
    options = {name: getattr(rules, name) for name in OPTIONS}
    changed = {name: value for name, value in options.items() if value != getattr(usual, name)}
    match = None
    if setup.match is not None:
        of = setup.match.length
        match = MatchRequest(length=of) if of else MatchRequest(first_to=setup.match.first_to)
    return SetupRequest(
        mode=setup.mode,
        players=rules.players,
        partners=rules.partners,
        names=setup.names,
        colors=setup.colors,
        target=rules.target,
        dealer=setup.dealer,
        rules=RuleOptions(**changed),
        seats=tuple(ADAPTIVE if who.startswith(ADAPTIVE) else who for who in setup.seats),
        match=match,
    )


def parse_setup(request: SetupRequest, defaults: GameConfig) -> GameSetup:
    """Validates a request and fills in the defaults.

    Args:
        request: decoded request of the page.
        defaults: defaults for omitted fields.

    Raises:
        NotationError: the setup is invalid; the message names valid values.
    """
    kind, names = kind_of(request.mode), request.names
    seats, partners = request.seats, request.partners
    players = request.players or max(4 if partners else 2, len(seats), len(names))
    rules = _rules(request.rules, players, partners, request.target or defaults.target)
    dealer = request.dealer
    if dealer >= players:
        raise NotationError(Mistaken.DEALER, got=dealer, most=players - 1)
    seats = _seats(kind, players, seats, request.level, defaults.opponent)
    colors = side_colors(rules.sides, request.colors or defaults.colors[: rules.sides])
    if len(names) > players:
        raise NotationError(Mistaken.NAMES, n=len(names), seats=players)
    names += _names(kind, rules, seats, colors, defaults)[len(names) :]
    match = _match(request.match, rules.sides)
    _check_scores(request.scores, rules)
    return GameSetup(kind.mode, rules, names, dealer, seats, colors, match, request.scores)


def _check_scores(scores: tuple[int, ...], rules: Rules) -> None:
    if scores and len(scores) != rules.sides:
        raise NotationError(Mistaken.SCORES, n=len(scores), sides=rules.sides)
    for score in scores:
        if score >= rules.target:
            raise NotationError(Mistaken.SCORE, value=score, target=rules.target)


def _rules(options: RuleOptions | None, players: int, partners: bool, target: int) -> Rules:
    if target not in (121, 61):
        raise NotationError(Mistaken.TARGET, value=target)
    given_options: dict[str, Any] = {} if options is None else msgspec.structs.asdict(options)
    try:
        chosen = {name: value for name, value in given_options.items() if value is not UNSET}
        return Rules(players, partners, target, **chosen)
    except ConfigError as error:
        raise NotationError(Mistaken.RULES, why=error) from error


def _seats(
    kind: GameKind, players: int, seats: tuple[str, ...], level: str, usual: str
) -> tuple[str, ...]:
    """Returns the player of each seat."""
    levels = (*FOR_PEOPLE, ADAPTIVE) if kind.deals_to_people else FOR_PEOPLE
    if level and level not in levels:
        raise NotationError(Mistaken.LEVEL, value=quoted(level), known=", ".join(levels))
    if not seats:
        return kind.default_seats(players, level or usual)
    if len(seats) != players:
        raise NotationError(Mistaken.SEATS, n=len(seats), seats=players)
    for seat, who in enumerate(seats):
        if who != PERSON and who not in levels:
            known_players = ", ".join((PERSON, *levels))
            raise NotationError(Mistaken.PLAYER, seat=seat, value=quoted(who), known=known_players)
    refusal = kind.seats_refusal(seats)
    if refusal is not None:
        raise NotationError(refusal)
    return seats


def _names(
    kind: GameKind,
    rules: Rules,
    seats: tuple[str, ...],
    colors: tuple[str, ...],
    usual: GameConfig,
) -> tuple[str, ...]:
    """Returns the default names of the seats, all different."""
    if kind.has_people and kind.has_computers:
        people, computers = seats.count(PERSON), rules.players - seats.count(PERSON)
        names: list[str] = []
        for who in seats:
            word, many = (YOU, people) if who == PERSON else ("Computer", computers)
            if many > 1:
                word = "Player" if who == PERSON else "Computer"
                word += f" {1 + sum(name.startswith(word) for name in names)}"
            names.append(word)
        return tuple(names)
    # Default names are colours of the sides; partners share one and are numbered.
    chosen = [name for name in usual.names if not is_default_name(name)] if kind.has_people else []
    sides = [colors[rules.side_of(seat)].capitalize() for seat in range(rules.players)]
    if rules.partners:
        sides = [f"{side} {1 + seat // rules.sides}" for seat, side in enumerate(sides)]
    return (*chosen, *sides[len(chosen) :])[: rules.players]


def is_default_name(name: str) -> bool:
    """Returns whether a name is one of the board's defaults."""
    return name in _DEFAULT_NAMES


_DEFAULT_NAMES = {
    *(color.capitalize() for color in COLORS),
    *(YOU, "Player", "Computer"),
    *(f"{word} {number}" for word in ("Player", "Computer") for number in range(1, 10)),
    *(f"{color.capitalize()} {number}" for color in COLORS for number in (1, 2)),
}


def _match(request: MatchRequest | None, sides: int) -> Match | None:
    if request is None or not (request.first_to or request.length):
        return None
    return Match(sides, request.first_to or 0, request.length or 0)
