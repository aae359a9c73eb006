"""One line of text for each action, and a whole game as text.

The same text is used in the journal, the web page's requests, the golden tests and bug
report. ``#`` starts a comment; an empty line is nothing. Header lines come first, in any order::

    players 2
    rule muggins
    name 0 Ann

    deal 0 5S4S2S6H7H8H 6DJH4H7C2D8D
    discard 0 7H8H
    ...

A readable action may still be illegal: `game.apply` decides.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from pegboard.cribbage.actions import (
    Action,
    Claim,
    Correct,
    Crib,
    Cut,
    Deal,
    Discard,
    Go,
    Hand,
    Muggins,
    Peg,
    Penalty,
    Play,
    Undo,
)
from pegboard.cribbage.cards import Card, format_cards, parse_cards
from pegboard.cribbage.codes import Unreadable
from pegboard.cribbage.rules import Rules
from pegboard.errors import ConfigError, NotationError, quoted

_NUMBER = re.compile(r"-?[0-9]{1,6}")


@dataclass(frozen=True, slots=True)
class Header:
    """The settings fixed before the first deal: rules, first dealer, names of the seats.

    A name left out is empty; one that is given is printable text without ``#``.
    """

    rules: Rules = field(default_factory=Rules)
    dealer: int = 0
    names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        players = self.rules.players
        if not 0 <= self.dealer < players:
            raise NotationError(Unreadable.NO_SUCH_DEALER, got=self.dealer, most=players - 1)
        if len(self.names) > players:
            raise NotationError(Unreadable.TOO_MANY_NAMES, n=len(self.names), seats=players)
        for name in self.names:
            if "#" in name or not name.isprintable() or name != name.strip():
                raise NotationError(Unreadable.NOT_A_NAME, text=quoted(name))
        object.__setattr__(self, "names", self.names + ("",) * (players - len(self.names)))


@dataclass(frozen=True, slots=True)
class Record:
    """A game in written form. `lines` has the line of each action, if known."""

    header: Header
    actions: tuple[Action, ...]
    lines: tuple[int, ...] = field(default=(), compare=False)


def parse_action(text: str) -> Action:
    """Reads one action line.

    Raises:
        NotationError: it cannot be read; the message quotes it and says what would be right.
    """
    words = text.split()
    if not words:
        raise NotationError(Unreadable.EMPTY_LINE)
    word, *rest = words
    if word == "deal":
        return _parse_deal(rest)
    if word not in _FORMS:
        known_words = ", ".join(ACTION_WORDS)
        raise NotationError(Unreadable.NOT_AN_ACTION, text=quoted(word), known=known_words)
    usage, read = _FORMS[word]
    if len(rest) != len(usage.split()):
        raise NotationError(Unreadable.ACTION_FORM, word=word, form=f"{word} {usage}".rstrip())
    return read(*rest)


def format_action(action: Action) -> str:
    """Returns one action as its line, without a line end."""
    match action:
        case Deal(dealer, None):
            return f"deal {dealer}"
        case Deal(dealer, hands, crib_card):
            extra = [] if crib_card is None else ["+", str(crib_card)]
            return " ".join(["deal", str(dealer), *map(format_cards, hands or ()), *extra])
        case Cut(card):
            return f"cut {card}"
        case Crib(cards):
            return f"crib {format_cards(cards)}"
        case Discard(seat, cards) | Hand(seat, cards):
            return f"{_word(action)} {seat} {format_cards(cards)}"
        case Play(seat, card):
            return f"play {seat} {card}"
        case Go(seat):
            return f"go {seat}"
        case Undo():
            return "undo"
        case Correct(seat, score):
            return f"correct {seat} {score}"
    return f"{_word(action)} {action.seat} {action.points}"


def parse_record(text: str, name: str = "record") -> Record:
    """Reads a whole game.

    Args:
        text: record of the game.
        name: what to call it in errors: a file's name.

    Raises:
        NotationError: a line cannot be read; the message names the file and the line.
    """
    header = _HeaderLines()
    actions: list[Action] = []
    lines: list[int] = []
    number = 0
    try:
        for number, line in _content(text):
            if line.split()[0] in _HEADER_WORDS:
                if actions:
                    raise NotationError(Unreadable.HEADER_TOO_LATE, text=quoted(line))
                header.read(number, line)
            else:
                header.need_players()
                actions.append(parse_action(line))
                lines.append(number)
        header.need_players()
        return Record(header.settle(), tuple(actions), tuple(lines))
    except NotationError as error:
        line_number = error.line or number or 1
        raise NotationError(Unreadable.IN_RECORD, file=name, line=line_number, why=error) from None


def format_record(record: Record) -> str:
    """Returns a whole game as text; reading it gives an equal record."""
    rules = record.header.rules
    usual = Rules(rules.players, rules.partners, rules.target)
    lines = [f"players {rules.players}"]
    if rules.partners:
        lines.append("partners")
    lines += [f"target {rules.target}", f"dealer {record.header.dealer}"]
    if rules.muggins:
        lines.append("rule muggins")
    if rules.manual_count:
        lines.append("rule manual-count")
    for word, attribute in _VALUED.items():
        value = getattr(rules, attribute)
        if value != getattr(usual, attribute):
            values = value if isinstance(value, tuple) else (value,)
            lines.append(f"rule {word} {' '.join(map(str, values))}")
    lines += [f"name {seat} {name}" for seat, name in enumerate(record.header.names) if name]
    lines += ["", *map(format_action, record.actions)]
    return "\n".join(lines) + "\n"


_HEADER_WORDS = ("players", "partners", "target", "dealer", "rule", "name")
_FLAGS = {"muggins": "muggins", "manual-count": "manual_count"}
_VALUED = {
    "dealer-bonus": "dealer_bonus",
    "match": "match",
    "handicap": "handicap",
    "skunk": "skunk",
    "double-skunk": "double_skunk",
    "wrong-call": "wrong_call",
}
_TEXTS = ("match", "wrong-call")
"""Options whose value is a word."""

_OPTIONS = ("target", *_FLAGS, *_VALUED)


def _number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise NotationError(Unreadable.NOT_A_NUMBER, text=quoted(text))
    return int(text)


def _parse_deal(words: list[str]) -> Deal:
    usage = "deal DEALER, or deal DEALER HAND HAND ... [+ CARD]"
    if not words:
        raise NotationError(Unreadable.ACTION_FORM, word="deal", form=usage)
    dealer, hands, crib_card = _number(words[0]), words[1:], None
    if "+" in hands:
        if hands.index("+") != len(hands) - 2:
            raise NotationError(Unreadable.ACTION_FORM, word="deal", form=usage)
        hands, crib_card = hands[:-2], Card.parse(hands[-1])
        if not hands:
            raise NotationError(Unreadable.CRIB_CARD_ALONE)
    if not hands:
        return Deal(dealer)
    return Deal(dealer, tuple(map(parse_cards, hands)), crib_card)


_FORMS: dict[str, tuple[str, Callable[..., Action]]] = {
    "discard": ("SEAT CARDS", lambda seat, cards: Discard(_number(seat), parse_cards(cards))),
    "cut": ("CARD", lambda card: Cut(Card.parse(card))),
    "play": ("SEAT CARD", lambda seat, card: Play(_number(seat), Card.parse(card))),
    "go": ("SEAT", lambda seat: Go(_number(seat))),
    "hand": ("SEAT CARDS", lambda seat, cards: Hand(_number(seat), parse_cards(cards))),
    "crib": ("CARDS", lambda cards: Crib(parse_cards(cards))),
    "claim": ("SEAT POINTS", lambda seat, points: Claim(_number(seat), _number(points))),
    "muggins": ("SEAT POINTS", lambda seat, points: Muggins(_number(seat), _number(points))),
    "peg": ("SEAT POINTS", lambda seat, points: Peg(_number(seat), _number(points))),
    "correct": ("SEAT SCORE", lambda seat, score: Correct(_number(seat), _number(score))),
    "penalty": ("SEAT POINTS", lambda seat, points: Penalty(_number(seat), _number(points))),
    "undo": ("", Undo),
}

ACTION_WORDS = ("deal", *_FORMS)
"""The first words of all action lines."""


def _word(action: Action) -> str:
    return type(action).__name__.lower()


def _content(text: str) -> Iterator[tuple[int, str]]:
    """Yields the lines with content, without comments, with their numbers from 1."""
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        content = line.partition("#")[0].strip()
        if content:
            yield number, content


class _HeaderLines:
    """The header lines in order; they only make sense together."""

    def __init__(self) -> None:
        self._lines: dict[str, int] = {}  # setting -> line number
        self._options: dict[str, object] = {}
        self._names: dict[int, str] = {}
        self._dealer = 0

    def need_players(self) -> None:
        if "players" not in self._lines:
            raise NotationError(Unreadable.NO_PLAYERS)

    def read(self, number: int, line: str) -> None:
        word, *values = line.split()
        if word == "rule":
            if not values:
                raise NotationError(Unreadable.ACTION_FORM, word=word, form="rule OPTION [VALUE]")
            word, *values = values
            if word not in _OPTIONS:
                names = ", ".join(_OPTIONS)
                raise NotationError(Unreadable.NOT_A_RULE, text=quoted(word), known=names)
        elif word == "name":
            return self._read_name(number, line)
        self._once(word, number)
        if word in _FLAGS or word == "partners":
            if values:
                raise NotationError(Unreadable.TAKES_NO_VALUE, word=word)
            self._options[_FLAGS.get(word, word)] = True
        elif word == "handicap":
            self._options[word] = tuple(map(_number, values))
        elif word == "dealer-bonus" and not values:
            self._options["dealer_bonus"] = 3
        else:
            if len(values) != 1:
                raise NotationError(Unreadable.TAKES_ONE_VALUE, word=word)
            value = values[0] if word in _TEXTS else _number(values[0])
            if word == "dealer":
                self._dealer = int(value)
            else:
                self._options[_VALUED.get(word, word)] = value
        return None

    def settle(self) -> Header:
        """Raises NotationError with the line of the option that is out of range."""
        try:
            rules = Rules(**self._options)  # type: ignore[arg-type]
        except ConfigError as error:
            line = self._lines.get(str(error.facts["option"]))
            raise NotationError(Unreadable.RULES, why=error, line=line) from None
        for seat in self._names:
            if not 0 <= seat < rules.players:
                where = self._lines[f"name {seat}"]
                raise NotationError(
                    Unreadable.NO_SEAT_OF_THAT_NAME, got=seat, most=rules.players - 1, line=where
                )
        names = tuple(self._names.get(seat, "") for seat in range(rules.players))
        try:
            return Header(rules, self._dealer, names)
        except NotationError as error:
            line = self._lines.get("dealer")
            raise NotationError(error.code, **error.facts | {"line": line}) from None

    def _read_name(self, number: int, line: str) -> None:
        words = line.split(maxsplit=2)
        if len(words) != 3:
            raise NotationError(Unreadable.ACTION_FORM, word="name", form="name SEAT NAME")
        seat = _number(words[1])
        self._once(f"name {seat}", number)
        if not words[2].isprintable():
            raise NotationError(Unreadable.NOT_A_NAME, text=quoted(words[2]))
        self._names[seat] = words[2]

    def _once(self, what: str, number: int) -> None:
        if what in self._lines:
            raise NotationError(Unreadable.GIVEN_TWICE, word=what, first=self._lines[what])
        self._lines[what] = number
