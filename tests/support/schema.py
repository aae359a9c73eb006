"""Strict validation of messages against the board's schema."""

from functools import cache, reduce
from operator import or_
from types import UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

import msgspec

from pegboard.schema.messages import AckMessage, ChangeMessage, MissedMessage, Partial, StateMessage

TYPES: dict[str, type] = {
    "state": StateMessage,
    "change": ChangeMessage,
    "missed": MissedMessage,
    "ack": AckMessage,
}
"""The text messages of a WebSocket, by their `type`."""


def check(message: object, of: type, *, partly: bool = False) -> None:
    """Validates a message parsed from JSON.

    Args:
        message: to be checked.
        of: its type in the schema.
        partly: some keys may be missing, as in an example.

    Raises:
        msgspec.ValidationError: it does not fit; the message names the path.
    """
    msgspec.convert(message, strict(of, partly), strict=True)


@cache
def strict(hint: Any, partly: bool) -> Any:
    """Returns a schema type converted so that msgspec rejects unknown keys."""
    origin, inner = get_origin(hint), get_args(hint)
    if is_typeddict(hint):
        fields = get_type_hints(hint, include_extras=True)
        return _struct(hint, fields, partly)
    if origin is Annotated:
        part = [each for each in inner[1:] if isinstance(each, Partial)]
        return strict(part[0].of, True) if part else hint
    if origin in (Union, UnionType):
        return reduce(or_, (strict(each, partly) for each in inner))
    if origin in (list, dict, tuple):
        return origin[tuple(each if each is ... else strict(each, partly) for each in inner)]
    assert origin in (None, Literal), f"{hint}: no type of a message"
    return hint


def _struct(of: type, fields: dict[str, Any], partly: bool) -> type[msgspec.Struct]:
    made: list[tuple[str, Any] | tuple[str, Any, Any]] = []
    for name, hint in fields.items():
        left_out = get_origin(hint) is NotRequired
        kind = strict(get_args(hint)[0] if left_out else hint, partly)
        if left_out or partly:
            made.append((name, kind | msgspec.UnsetType, msgspec.UNSET))
        else:
            made.append((name, kind))
    return msgspec.defstruct(of.__name__, made, forbid_unknown_fields=True, kw_only=True)
