"""Messages sent by a board: states, changes, missed lines, and answers to commands."""

from dataclasses import dataclass
from typing import Annotated, Any, Literal, NotRequired, TypeAlias, TypedDict

from pegboard.schema.state import State


@dataclass(frozen=True, slots=True)
class Partial:
    """Marks an object that has some of another type's fields."""

    of: type


class Snapshot(State):
    """The answer of `/api/state`."""

    type: Literal["state"]


class StateMessage(Snapshot):
    """The whole state; the first message on a WebSocket."""

    n: int
    """Its number while the board runs."""


class ChangeMessage(TypedDict):
    """The fields that differ from the previous state."""

    type: Literal["change"]
    n: int
    """The number of the state it leads to."""
    after: int
    """The number of the state it changes."""
    set: Annotated[dict[str, Any], Partial(State)]
    """The new values of the changed fields."""


class MissedMessage(TypedDict):
    """The log lines since a client last saw the game."""

    type: Literal["missed"]
    seq: int
    lines: list[str]


class AckMessage(TypedDict):
    """The answer to one command."""

    type: Literal["ack"]
    id: str | None
    """The id of the command, if it has a readable one."""
    ok: bool
    error: NotRequired[str]
    """Reason for the refusal."""
    code: NotRequired[str]
    """Code of the refusal, the same in every language."""
    need: NotRequired[Literal["pairing"]]
    """The remedy: the client is read-only until it is paired."""


ServerMessage: TypeAlias = StateMessage | ChangeMessage | MissedMessage | AckMessage
"""A text message. Clients ignore unknown types and keys."""
