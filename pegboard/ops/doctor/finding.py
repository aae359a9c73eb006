"""Finding of a check: one line with the fact and, where it is wrong, one with the cure."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from pegboard.i18n import Message


class State(StrEnum):
    """How bad it is."""

    OK = "ok"
    WARNING = "warning"
    """It works now; it may not for long, or something may be lost."""
    FAULT = "fault"
    """Something does not work."""
    ABSENT = "not here"
    """There is nothing to check: this machine has none, or does not use it."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One check's answer."""

    name: str
    """Subject of the check in a word or two: `SPI buffer`."""
    state: State
    says: str
    """The fact, as a plain sentence."""
    cure: str = ""
    """The cure; where it is a command, the whole line to type."""
    fix: str = ""
    """Fix the service can apply by itself, see `fixes`; empty where a person has to."""

    def as_json(self) -> dict[str, str]:
        """Returns the report as the command and the page get it, still to be translated."""
        return {
            "name": self.name,
            "state": str(self.state),
            "says": self.says,
            "cure": self.cure,
            "fix": self.fix,
        }


def ok(name: Message, says: str) -> Finding:
    """Returns a finding that nothing is wrong."""
    return Finding(name, State.OK, says)


def absent(name: Message, says: str) -> Finding:
    """Returns a finding that there is nothing to check."""
    return Finding(name, State.ABSENT, says)


def warning(name: Message, says: str, cure: str, fix: str = "") -> Finding:
    """Returns a finding that it works, but not for long or not for sure."""
    return Finding(name, State.WARNING, says, cure, fix)


def fault(name: Message, says: str, cure: str, fix: str = "") -> Finding:
    """Returns a finding that it does not work."""
    return Finding(name, State.FAULT, says, cure, fix)


def is_well(findings: Sequence[Finding]) -> bool:
    """Tells whether nothing is wrong."""
    return not any(each.state in (State.FAULT, State.WARNING) for each in findings)
