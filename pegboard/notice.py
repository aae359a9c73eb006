"""Errors and notices for people and for programs: their sentences in every language.

    >>> from pegboard.cribbage.codes import Illegal
    >>> from pegboard.errors import IllegalAction
    >>> error = IllegalAction(Illegal.MUST_PLAY, seat=1)
    >>> notice = Notice.from_error(error, "game", level=Level.WARNING)
    >>> notice.code, notice.facts
    ('must-play', {'seat': 1})
    >>> notice.sentence.localize("de")
    'Spieler 2 kann spielen, und muss'

Devices, doctor's checks, refused presses and journal repairs are all reported this way. Programs
read `level`, `about`, `code` and `facts`, which are the same in every language.

    >>> from pegboard.cribbage.codes import Illegal
    >>> from pegboard.errors import IllegalAction
    >>> localize_error(IllegalAction(Illegal.MUST_PLAY, seat=1)).localize("de")
    'Spieler 2 kann spielen, und muss'

An error is raised with a code and facts; its sentence is formatted here when it is shown. Callers
pass the names of the seats if they know them:

    >>> localize_error(IllegalAction(Illegal.NOT_HELD, seat=1, card="TH"), ("Ann", "Ben"))
    'Ben does not hold 10♥'
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Self

from pegboard import i18n
from pegboard.errors import CARDS, SEATS, Code, PegboardError, card_face, fact_as_json, seat_name
from pegboard.i18n import Message, _

UNKNOWN = "said"
"""Code of notices from older versions, which stored only the sentence."""


class Level(StrEnum):
    """Severity of a notice."""

    OK = "ok"
    INFO = "info"
    """Information; nothing is wrong."""
    WARNING = "warning"
    """Works now, but may fail soon or lose data."""
    FAULT = "fault"
    """Something does not work."""
    ABSENT = "not here"
    """Not present or not used on this machine."""


class Fix(StrEnum):
    """Repairs that the service can carry out on request."""

    START_NORMALLY = "start normally"
    FORGET_RESET = "forget the reset"
    COPY_GAMES = "copy the games"


@dataclass(frozen=True, slots=True)
class Notice:
    """A message to people and programs: information, a warning or a fault, with its cure."""

    level: Level
    about: str
    """The device or the check, like `strip` or `spi-buffer`."""
    code: str
    """Stable short name in kebab-case; for an error, its code."""
    text: Message
    """The message, without its cure."""
    cure: Message | None = None
    """The cure; for a command, the complete line."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """Facts of the code, as JSON values."""
    fix: Fix | None = None
    """The fix that the service can apply; None if a person has to."""
    name: str = ""
    """Subject in a word or two, for people."""
    address: str = ""
    """The address of the device, if it is one."""
    sticky: bool = False
    """True if it stays on every page until acknowledged."""
    id: str = ""
    """Id for acknowledging a sticky notice."""
    at: float = 0.0
    """Time of a sticky notice, seconds since 1970."""

    @classmethod
    def from_error(
        cls,
        error: PegboardError,
        about: str,
        *,
        level: Level = Level.FAULT,
        sticky: bool = False,
        names: Sequence[str] = (),
    ) -> Self:
        """Creates a notice from an error; `names` are the names of the seats, if known."""
        return cls(
            level,
            about,
            str(error.code),
            localize_problem(error, names),
            localize_cure(error, names),
            fact_as_json(error.facts),
            name=about,
            sticky=sticky,
        )

    @classmethod
    def from_code(
        cls,
        code: Code,
        /,
        *,
        about: str,
        level: Level = Level.WARNING,
        sticky: bool = False,
        **facts: Any,
    ) -> Self:
        """Creates a notice from a code and the code's facts."""
        return cls.from_error(PegboardError(code, **facts), about, level=level, sticky=sticky)

    @property
    def sentence(self) -> Message:
        """The message and the cure in one text."""
        return with_cure(self.text, self.cure)

    @property
    def is_ok(self) -> bool:
        """True if nothing is wrong."""
        return self.level not in (Level.WARNING, Level.FAULT)

    def is_same(self, other: Self) -> bool:
        """Returns whether another notice has the same content, regardless of its time."""
        mine, others = (self.about, self.code, self.facts), (other.about, other.code, other.facts)
        return mine == others

    def as_json(self) -> dict[str, Any]:
        """Returns the notice as JSON values, with untranslated sentences."""
        fields = {
            "about": self.about,
            "name": self.name,
            "state": str(self.level),
            "code": self.code,
            "facts": dict(self.facts),
            "says": self.text,
            "cure": self.cure or "",
            "fix": str(self.fix or ""),
        }
        return {**fields, "id": self.id, "at": self.at} if self.sticky else fields

    @classmethod
    def from_json(cls, fields: Mapping[str, Any]) -> Self:
        """Parses a notice from JSON values, or from the older form with `id`, `at` and `text`.

        Raises:
            LookupError, TypeError, ValueError: the values are not a notice.
        """
        if "text" in fields:
            text = verbatim(_text(fields["text"]))
            facts = {"says": str.__str__(text)}
            return cls(
                Level.WARNING, "", UNKNOWN, text, None, facts,
                sticky=True, id=_text(fields["id"]), at=float(fields["at"]),
            )  # fmt: skip
        cure, sticky = _text(fields["cure"]), "id" in fields
        return cls(
            Level(fields["state"]),
            _text(fields["about"]),
            _text(fields["code"]),
            verbatim(_text(fields["says"])),
            verbatim(cure) if cure else None,
            dict(fields["facts"]),
            fix=Fix(fields["fix"]) if fields["fix"] else None,
            name=_text(fields["name"]),
            sticky=sticky,
            id=_text(fields["id"]) if sticky else "",
            at=float(fields["at"]) if sticky else 0.0,
        )


def is_well(notices: Iterable[Notice]) -> bool:
    """Returns whether no notice reports a problem."""
    return all(each.is_ok for each in notices)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"not a text: {value!r}")
    return value


def localize_error(error: Exception, names: Sequence[str] = ()) -> Message:
    """Returns the sentence of an error, ready for translation.

    Errors from other libraries keep their own text.

    Args:
        error: error to convert.
        names: names of the seats; the default is `Player 1` and so on.
    """
    if not isinstance(error, PegboardError):
        return verbatim(str(error))
    return with_cure(*_parts(error.code, error.facts, names))


def localize_problem(error: PegboardError, names: Sequence[str] = ()) -> Message:
    """Returns the sentence of an error without its cure."""
    return _parts(error.code, error.facts, names)[0]


def localize_cure(error: PegboardError, names: Sequence[str] = ()) -> Message | None:
    """Returns the cure of an error; None if it has none."""
    return _parts(error.code, error.facts, names)[1]


def verbatim(text: str) -> Message:
    """Returns a text that is not translated, such as another program's message."""
    return text if isinstance(text, Message) else _("{text}", text=text)


def with_cure(problem: Message, cure: Message | None) -> Message:
    """Returns a sentence followed by its cure."""
    return problem if cure is None else _("{wrong}; {cure}", wrong=problem, cure=cure)


def _parts(
    code: Code, facts: Mapping[str, Any], names: Sequence[str]
) -> tuple[Message, Message | None]:
    """Returns the problem and the cure, if any."""
    facts = _facts(facts, names)
    cure = i18n._(code.cure, **facts) if code.cure else None
    return i18n._(code.template, **facts), cure


def _facts(facts: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """Returns the facts for a sentence: seats by name, cards by suit, errors as sentences."""
    return {name: _fact(name, fact, names) for name, fact in facts.items()}


def _fact(name: str, fact: Any, names: Sequence[str]) -> Any:
    if isinstance(fact, Exception):
        return localize_error(fact, names)
    if name in SEATS and type(fact) is int:
        return seat_name(fact, names)
    return card_face(fact) if name in CARDS and type(fact) is str else fact
