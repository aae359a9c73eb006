"""Parsing of JSON text from outside into types; errors name the path of the invalid value."""

from typing import TypeVar

import msgspec

from pegboard.errors import Code, PegboardError

Form = TypeVar("Form")

MESSAGE_BYTES = 16 * 1024
"""Largest message or request body that is read, bytes."""


class Malformed(Code):
    """Codes of `BadMessage`."""

    TOO_LONG = "message-too-long", "the message must be at most {most} bytes"
    NOT_JSON = "message-not-json", "the message must be JSON"
    NO_OBJECT = "message-no-object", "the message must be a JSON object"
    OTHER_FORM = "message-other-form", "{why}"
    NOT_ONE_COMMAND = (
        "message-not-one-command",
        "a command must have exactly one of {known}, got {said}",
    )


class BadMessage(PegboardError, ValueError):
    """Refusal of a message that does not have the expected form."""

    id: str | None = None
    """Id of the command, if a readable one was found."""


def decode(raw: str | bytes, form: type[Form], most_bytes: int = MESSAGE_BYTES) -> Form:
    """Parses a JSON object into a type.

    Args:
        raw: JSON text to parse.
        form: type to decode to.
        most_bytes: maximum size of the text, in bytes.

    Raises:
        BadMessage: too long, not JSON, not an object, or invalid; then it names the path.
    """
    fields_of(raw, most_bytes)
    return typed(raw, form)


def fields_of(raw: str | bytes, max_bytes: int = MESSAGE_BYTES) -> dict[str, msgspec.Raw]:
    """Returns the values of a JSON object by key, undecoded.

    Raises:
        BadMessage: too long, not JSON, or not an object.
    """
    if len(raw) > max_bytes:
        raise BadMessage(Malformed.TOO_LONG, most=max_bytes)
    try:
        return msgspec.json.decode(raw, type=dict[str, msgspec.Raw])
    except msgspec.ValidationError:
        raise BadMessage(Malformed.NO_OBJECT) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise BadMessage(Malformed.NOT_JSON) from None


def typed(raw: str | bytes, form: type[Form]) -> Form:
    """Parses JSON text of any length into a type.

    Raises:
        BadMessage: not JSON, or of another form.
    """
    try:
        return msgspec.json.decode(raw, type=form)
    except msgspec.ValidationError as problem:
        raise BadMessage(Malformed.OTHER_FORM, why=problem) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise BadMessage(Malformed.NOT_JSON) from None
