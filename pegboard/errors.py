"""Errors raised by pegboard: a code, its facts, and the sentence formatted from them.

Programs read the code and the facts; people read the sentence, which is never parsed. The
hierarchy::

    PegboardError
    ├── IllegalAction (ValueError)    forbidden now, by the rules or by permissions
    ├── NotationError (ValueError)    invalid text: a card, an action, a record
    ├── ConfigError (ValueError)      a setting is unknown or out of range
    ├── DeviceError (OSError)         a strip, an input or a camera failed
    │   ├── DeviceMissing             not found
    │   └── DeviceLost                disconnected
    └── WireError (ValueError)        invalid data from the microcontroller

Unreadable and forbidden are different errors: ``play 0 ZZ`` is a `NotationError`,
``play 0 5H`` out of turn is an `IllegalAction`.

    >>> class Kitchen(Code):
    ...     COLD = "oven-cold", "the oven has {degrees} °C", "heat it to {wanted} °C"
    >>> error = DeviceError(Kitchen.COLD, degrees=20, wanted=180)
    >>> str(error)
    'the oven has 20 °C; heat it to 180 °C'
    >>> error.as_json()
    {'code': 'oven-cold', 'facts': {'degrees': 20, 'wanted': 180}}
"""

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import PurePath
from typing import Any, Self, TypeAlias

_QUOTED = 60
_CARD = re.compile("([A2-9TJQK])([CDHS])")
_SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}

Fact: TypeAlias = "str | int | float | bool | Sequence[Fact] | Exception | None"
"""A card is represented by its text, a seat by its number, a cause by its error."""


SEATS = ("seat", "turn", "dealer", "owner")
"""Names of facts that are seat numbers."""
CARDS = ("card", "was", "now")
"""Names of facts that may be cards."""


def seat_name(seat: int, names: Sequence[str] = ()) -> str:
    """Returns the name of a seat; without a name, seat 0 is `Player 1`."""
    return (names[seat] if 0 <= seat < len(names) else "") or f"Player {seat + 1}"


def card_face(text: str) -> str:
    """Returns a card as people write it: `10♥` for `TH`; any other text is unchanged."""
    code = _CARD.fullmatch(text)
    if code is None:
        return text
    return f"{'10' if code[1] == 'T' else code[1]}{_SUITS[code[2]]}"


def quoted(text: str) -> str:
    """Returns a text in quotes for an error, shortened and without unprintable characters."""
    return repr(text if len(text) <= _QUOTED else f"{text[: _QUOTED - 1]}…")


class _Seat(str):
    """A seat as in a record (`seat 1`); `{seat:of}` gives its possessive."""

    def __format__(self, spec: str) -> str:
        return f"{self}'s" if spec == "of" else str(self)


def _with_seats(facts: Mapping[str, Any]) -> dict[str, Any]:
    seats = {name: _Seat(f"seat {facts[name]}") for name in SEATS if type(facts.get(name)) is int}
    return {**facts, **seats}


class Code(StrEnum):
    """Base class of error codes, each with its English sentence.

    A member is written `NAME = "short-name", "sentence"` or `… "sentence", "cure"`. Sentence and
    cure are `str.format` templates, filled from the facts of the error. The text of an error uses
    the notation of records, `seat 1` and `5H`; `pegboard.notice` translates it for people.
    """

    template: str
    """Template of the sentence that names the fault."""
    cure: str
    """Template of the cure; empty if the sentence says it all."""

    def __new__(cls, name: str, template: str = "", cure: str = "") -> Self:
        """Creates a member from its value, template and cure."""
        code = str.__new__(cls, name)
        code._value_, code.template, code.cure = name, template, cure
        return code

    def sentence(self, facts: Mapping[str, Any]) -> str:
        """Returns the sentence filled with facts, followed by the cure, if any."""
        facts = _with_seats(facts)
        wrong = self.template.format_map(facts)
        return f"{wrong}; {self.cure.format_map(facts)}" if self.cure else wrong


class Common(Code):
    """Codes shared by all kinds of errors, often with a message from the system."""

    VERBATIM = "said", "{says}"
    VERBATIM_WITH_CURE = "said-with-cure", "{says}", "{cure}"
    FILE_TROUBLE = "file-trouble", "{file}: {why}"
    NO_SUCH_FILE = "no-such-file", "{file}: no such file"
    CLOSED = "closed", "{device} is closed"
    INSIDE = "wrong-inside", "an internal error occurred; see the log"


class PegboardError(Exception):
    """Base class of the errors raised by pegboard.

    Attributes:
        code: machine-readable code.
        facts: details by name.
    """

    def __init__(self, code: Code, /, **facts: Fact) -> None:
        super().__init__(code.sentence(facts))
        self.code, self.facts = code, {name: _plain_fact(fact) for name, fact in facts.items()}

    def __eq__(self, other: object) -> bool:
        """Returns whether the other error is the same one: equal in kind, code and facts."""
        if not isinstance(other, PegboardError):
            return NotImplemented
        return (type(self), self.code, self.facts) == (type(other), other.code, other.facts)

    def __hash__(self) -> int:
        return hash((type(self), self.code))

    def __reduce__(self) -> tuple[Any, ...]:
        """Reduces the error to its code and facts, for pickling."""
        return _rebuild, (type(self), self.code, self.facts)

    @property
    def wrong(self) -> str:
        """The sentence without the cure."""
        return self.code.template.format_map(_with_seats(self.facts))

    @property
    def cure(self) -> str:
        """The cure; empty if none is known."""
        return self.code.cure.format_map(_with_seats(self.facts))

    def as_json(self) -> dict[str, Any]:
        """Returns the code and the facts as JSON values."""
        return {"code": str(self.code), "facts": fact_as_json(self.facts)}


def as_pegboard_error(error: Exception) -> PegboardError:
    """Returns a `PegboardError` unchanged; wraps any other error with its message."""
    if isinstance(error, PegboardError):
        return error
    return DeviceError(Common.VERBATIM, says=str(error))


def _rebuild(kind: type[PegboardError], code: Code, facts: dict[str, Any]) -> PegboardError:
    return kind(code, **facts)


def _plain_fact(fact: Any) -> Any:
    """Returns a fact unchanged; another library's error is replaced by its message."""
    foreign = isinstance(fact, Exception) and not isinstance(fact, PegboardError)
    return str(fact) if foreign else fact


def fact_as_json(fact: Any) -> Any:
    """Returns a fact as a language-independent JSON value."""
    match fact:
        case PegboardError():
            return fact.as_json()
        case Mapping():
            return {str(name): fact_as_json(value) for name, value in fact.items()}
        case list() | tuple() | set() | frozenset():
            return [fact_as_json(value) for value in fact]
        case str():
            return str.__str__(fact)  # take only the English text of a message
        case PurePath() | Exception():
            return str(fact)
    return fact


class IllegalAction(PegboardError, ValueError):
    """An action forbidden by the rules in this state; the state is unchanged."""


class NotationError(PegboardError, ValueError):
    """A text that cannot be read."""

    @property
    def line(self) -> int | None:
        """Line of the record with the error, counted from 1; None if it has no lines to count."""
        line = self.facts.get("line")
        return line if isinstance(line, int) else None


class ConfigError(PegboardError, ValueError):
    """A setting that is unknown or out of range; the facts name its key, and any file."""


class DeviceError(PegboardError, OSError):
    """A failure of a strip, an input or a camera."""


class DeviceMissing(DeviceError):
    """A device that was not found."""


class DeviceLost(DeviceError):
    """A device that has been disconnected."""


class WireError(PegboardError, ValueError):
    """Data from the microcontroller that violates the protocol."""
