"""Every error that pegboard raises on purpose: a code, its facts, and the sentence made of them.

A program reads the code and the facts; people read the sentence, which is never read back. The
tree::

    PegboardError
    ├── IllegalAction (ValueError)    the rules, or who may act, forbid it now
    ├── NotationError (ValueError)    a text cannot be read: a card, an action, a record
    ├── ConfigError (ValueError)      a setting is unknown or out of range
    ├── DeviceError (OSError)         a strip, an input or a camera failed
    │   ├── DeviceMissing             it is not there
    │   └── DeviceLost                it was there and went away
    └── WireError (ValueError)        the microcontroller sent nonsense

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
"""A card is its text, a seat its number. An error is what another one came of."""


SEATS = ("seat", "turn", "dealer", "owner")
"""Names of facts that are the number of a seat."""
CARDS = ("card", "was", "now")
"""Names of facts that may be the text of a card."""


def seat_name(seat: int, names: Sequence[str] = ()) -> str:
    """Returns the name of a seat; `Player 1` for seat 0 where nobody has given one."""
    return (names[seat] if 0 <= seat < len(names) else "") or f"Player {seat + 1}"


def card_face(text: str) -> str:
    """Returns the text of a card as people write it: `10♥` for `TH`; other texts unchanged."""
    code = _CARD.fullmatch(text)
    if code is None:
        return text
    return f"{'10' if code[1] == 'T' else code[1]}{_SUITS[code[2]]}"


def quoted(text: str) -> str:
    """Returns a text quoted as in an error.

    Never more than a line of it, and nothing unprintable.
    """
    return repr(text if len(text) <= _QUOTED else f"{text[: _QUOTED - 1]}…")


class _Seat(str):
    """A seat in the terms of a record, `seat 1`; `{seat:of}` is its possessive."""

    def __format__(self, spec: str) -> str:
        return f"{self}'s" if spec == "of" else str(self)


def _with_seats(facts: Mapping[str, Any]) -> dict[str, Any]:
    seats = {name: _Seat(f"seat {facts[name]}") for name in SEATS if type(facts.get(name)) is int}
    return {**facts, **seats}


class Code(StrEnum):
    """The codes of possible errors, each with its English sentence.

    A member is written `NAME = "short-name", "sentence"` or `… "sentence", "cure"`. Sentence and
    cure are templates of `str.format`, filled from the facts of the error. The text of an error is
    in the terms of records: `seat 1`, `5H`. People read names and suits, in their language: see
    `pegboard.notice`.
    """

    template: str
    """Template of the sentence that names the fault."""
    cure: str
    """Template of the cure; empty if the sentence says it all."""

    def __new__(cls, name: str, template: str = "", cure: str = "") -> Self:
        """Makes a member from the values given with its name."""
        code = str.__new__(cls, name)
        code._value_, code.template, code.cure = name, template, cure
        return code

    def sentence(self, facts: Mapping[str, Any]) -> str:
        """Returns the sentence, followed by any cure."""
        facts = _with_seats(facts)
        wrong = self.template.format_map(facts)
        return f"{wrong}; {self.cure.format_map(facts)}" if self.cure else wrong


class Common(Code):
    """Codes for any kind of error, often with the message of the system or another program."""

    VERBATIM = "said", "{says}"
    VERBATIM_WITH_CURE = "said-with-cure", "{says}", "{cure}"
    FILE_TROUBLE = "file-trouble", "{file}: {why}"
    NO_SUCH_FILE = "no-such-file", "{file}: no such file"
    CLOSED = "closed", "{device} is closed"
    INSIDE = "wrong-inside", "an internal error occurred; see the log"


class PegboardError(Exception):
    """Base class of every error that pegboard raises on purpose.

    Attributes:
        code: says what is wrong, to a program.
        facts: what it is about, by name.
    """

    def __init__(self, code: Code, /, **facts: Fact) -> None:
        super().__init__(code.sentence(facts))
        self.code, self.facts = code, {name: _plain_fact(fact) for name, fact in facts.items()}

    def __eq__(self, other: object) -> bool:
        """Returns whether it is the same error, which need not be reported again."""
        if not isinstance(other, PegboardError):
            return NotImplemented
        return (type(self), self.code, self.facts) == (type(other), other.code, other.facts)

    def __hash__(self) -> int:
        return hash((type(self), self.code))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles the code and the facts, for another process."""
        return _rebuild, (type(self), self.code, self.facts)

    @property
    def wrong(self) -> str:
        """The sentence without its cure."""
        return self.code.template.format_map(_with_seats(self.facts))

    @property
    def cure(self) -> str:
        """The cure; empty if none is known."""
        return self.code.cure.format_map(_with_seats(self.facts))

    def as_json(self) -> dict[str, Any]:
        """Returns the code and the facts as JSON values."""
        return {"code": str(self.code), "facts": fact_as_json(self.facts)}


def as_pegboard_error(error: Exception) -> PegboardError:
    """Returns one of our errors unchanged; wraps any other with its own message."""
    if isinstance(error, PegboardError):
        return error
    return DeviceError(Common.VERBATIM, says=str(error))


def _rebuild(kind: type[PegboardError], code: Code, facts: dict[str, Any]) -> PegboardError:
    return kind(code, **facts)


def _plain_fact(fact: Any) -> Any:
    """Returns a fact as data; a foreign error as its message."""
    foreign = isinstance(fact, Exception) and not isinstance(fact, PegboardError)
    return str(fact) if foreign else fact


def fact_as_json(fact: Any) -> Any:
    """Returns a fact as JSON, the same in every language."""
    match fact:
        case PegboardError():
            return fact.as_json()
        case Mapping():
            return {str(name): fact_as_json(value) for name, value in fact.items()}
        case list() | tuple() | set() | frozenset():
            return [fact_as_json(value) for value in fact]
        case str():
            return str.__str__(fact)  # a message as its English, without its facts
        case PurePath() | Exception():
            return str(fact)
    return fact


class IllegalAction(PegboardError, ValueError):
    """An action forbidden by the rules in this state; the state is unchanged."""


class NotationError(PegboardError, ValueError):
    """A text that cannot be read."""

    @property
    def line(self) -> int | None:
        """The record's line with the error, counted from 1; None for a single text."""
        line = self.facts.get("line")
        return line if isinstance(line, int) else None


class ConfigError(PegboardError, ValueError):
    """A setting that is unknown or out of range; the facts name its key, and any file."""


class DeviceError(PegboardError, OSError):
    """A failure of a strip, an input or a camera."""


class DeviceMissing(DeviceError):
    """A device that is not there."""


class DeviceLost(DeviceError):
    """A device that was there and has gone."""


class WireError(PegboardError, ValueError):
    """Data from the other end of the wire that violate the protocol."""
