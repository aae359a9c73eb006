"""What a command asks for when people sit down: checked, and what it leaves out filled in."""

from collections.abc import Mapping
from typing import Any

from pegboard.config import GameConfig
from pegboard.cribbage.match import Match
from pegboard.cribbage.rules import Rules
from pegboard.errors import ConfigError, NotationError, quoted
from pegboard.narration.events import YOU
from pegboard.players import FOR_PEOPLE
from pegboard.session.setup import COLORS, IN_WORDS, MODES, OPTIONS, PERSON, Sitting, colors_of


def wished(new: Mapping[str, Any], usual: GameConfig) -> Sitting:
    """What a command asks for; everything but `mode` may be left out.

    Args:
        new: `mode`, `players`, `partners`, `names`, `colors`, `target`, `dealer`, `rules` (options
            by the names of `Rules`), `seats` (each `person` or a level), `level` (of every
            computer), `match` (`first_to` or `length`).
        usual: what is taken where nothing is said.

    Raises:
        NotationError: it cannot be played like this; the message says what could be.
    """
    mode = new["mode"]
    if mode not in MODES:
        raise NotationError(f"mode {quoted(str(mode))}: one of {', '.join(MODES)}")
    names, seats = tuple(new.get("names") or ()), tuple(new.get("seats") or ())
    partners = bool(new.get("partners", False))
    fewest = 4 if partners else 2
    players = new.get("players") or max(fewest, len(seats), len(names))
    rules = _rules(new, players, partners, new.get("target") or usual.target)
    dealer = new.get("dealer") or 0
    if dealer >= players:
        known = f"{', '.join(map(str, range(players - 1)))} and {players - 1}"
        raise NotationError(f"dealer {dealer}: the seats are {known}")
    seats = _seats(mode, players, seats, new.get("level") or "", usual.opponent)
    colors = colors_of(rules.sides, tuple(new.get("colors") or ()))
    if len(names) > players:
        raise NotationError(f"{len(names)} names: {IN_WORDS[players]} sit at the table")
    names += _names(mode, rules, seats, colors, usual)[len(names) :]
    return Sitting(mode, rules, names, dealer, seats, colors, _match(new.get("match"), rules.sides))


def _rules(new: Mapping[str, Any], players: int, partners: bool, target: int) -> Rules:
    if target not in (121, 61):
        raise NotationError(f"target {target}: a game is to 121 or to 61")
    options = {name.replace("-", "_"): value for name, value in (new.get("rules") or {}).items()}
    unknown = [name for name in options if name not in OPTIONS]
    if unknown:
        known = ", ".join(OPTIONS)
        raise NotationError(f"rules: no option is called {quoted(unknown[0])}; there are: {known}")
    for name, value in options.items():
        _check_kind(name, value)
    if "handicap" in options:
        options["handicap"] = tuple(options["handicap"])
    try:
        return Rules(players, partners, target, **options)
    except ConfigError as error:
        raise NotationError(f"rules: {error}") from error


def _check_kind(name: str, value: object) -> None:
    """An option of the right kind; whether it is in range the rules say themselves."""
    usual = getattr(Rules(), name)
    if name == "handicap":
        ok = isinstance(value, list | tuple) and all(type(score) is int for score in value)
    else:
        ok = type(value) is type(usual)
    if not ok:
        kinds = {bool: "true or false", int: "a whole number", str: "a text"}
        wanted = kinds.get(type(usual), "a list of whole numbers")
        raise NotationError(f"rules: {name}: {wanted} is wanted, not {quoted(str(value))}")


def _seats(
    mode: str, players: int, seats: tuple[str, ...], level: str, usual: str
) -> tuple[str, ...]:
    """Who plays each seat."""
    if level and level not in FOR_PEOPLE:
        raise NotationError(f"level {quoted(level)}: one of {', '.join(FOR_PEOPLE)}")
    if not seats:
        computer = level or usual
        if mode == "computer":
            return (PERSON,) + (computer,) * (players - 1)
        return ((PERSON if mode == "score" else computer),) * players
    if len(seats) != players:
        raise NotationError(f"{len(seats)} seats are given: {IN_WORDS[players]} sit at the table")
    for seat, who in enumerate(seats):
        if who != PERSON and who not in FOR_PEOPLE:
            known = ", ".join((PERSON, *FOR_PEOPLE))
            raise NotationError(f"seat {seat}: {quoted(who)}; it is one of {known}")
    if mode == "score" and set(seats) != {PERSON}:
        raise NotationError("seats: people alone play with cards of their own; mode computer deals")
    if mode == "demo" and PERSON in seats:
        raise NotationError("seats: in a demo the computer holds every seat")
    if mode == "computer" and PERSON not in seats:
        raise NotationError("seats: one of them is a person; without people it is a demo")
    return seats


def _names(
    mode: str,
    rules: Rules,
    seats: tuple[str, ...],
    colors: tuple[str, ...],
    usual: GameConfig,
) -> tuple[str, ...]:
    """What seats are called when nobody says; no two alike."""
    if mode == "computer":
        people, computers = seats.count(PERSON), rules.players - seats.count(PERSON)
        names: list[str] = []
        for who in seats:
            word, many = (YOU, people) if who == PERSON else ("Computer", computers)
            if many > 1:
                word = "Player" if who == PERSON else "Computer"
                word += f" {1 + sum(name.startswith(word) for name in names)}"
            names.append(word)
        return tuple(names)
    free = [name.capitalize() for name in (*colors, *COLORS)]
    known = list(usual.names if mode == "score" else ()) + free
    return tuple(dict.fromkeys(known))[: rules.players]


def is_usual_name(name: str) -> bool:
    """Whether the board itself calls seats so; a name that people gave is another one."""
    return name in _USUAL_NAMES


_USUAL_NAMES = {
    *(color.capitalize() for color in COLORS),
    *(YOU, "Player", "Computer"),
    *(f"{word} {number}" for word in ("Player", "Computer") for number in range(1, 10)),
}


def _match(wish: Mapping[str, Any] | None, sides: int) -> Match | None:
    if not wish:
        return None
    unknown = [key for key in wish if key not in ("first_to", "length")]
    lengths = [wish.get("first_to") or 0, wish.get("length") or 0]
    if unknown or not all(type(n) is int and 0 <= n <= 99 for n in lengths) or len(wish) != 1:
        raise NotationError("match: it has first_to (games won) or length (games), 1 to 99")
    if not any(lengths):
        return None
    return Match(sides, lengths[0], lengths[1])
