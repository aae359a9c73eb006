"""Commands from the broker, parsed from payloads that any client may have sent."""

from dataclasses import replace
from typing import Annotated, Literal, TypeVar
from uuid import uuid4

import msgspec
from msgspec import UNSET, Meta, UnsetType

from pegboard.errors import Code, NotationError
from pegboard.mqtt.home_assistant import Lamp

PAYLOAD_BYTES = 4096
ID_LENGTH = 48


class HomeFault(Code):
    """Codes of `NotationError` for an invalid payload."""

    TOO_LONG = "payload-over-limit", "a payload must be at most {most} bytes"
    UNFIT_LIGHT = "light-unfit", "light: {why}"


class LampCommand(msgspec.Struct, frozen=True):
    """A command for a light, in Home Assistant's JSON schema; unused keys are allowed.

    Attributes:
        state: on or off.
        brightness: 0 to 255.
        effect: one of `home_assistant.EFFECTS`.
    """

    state: Literal["ON", "OFF"] | UnsetType = UNSET
    brightness: Annotated[int, Meta(ge=0, le=255)] | UnsetType = UNSET
    effect: Literal["game", "waiting"] | UnsetType = UNSET


class PressCommand(msgspec.Struct, frozen=True):
    """A press of a Home Assistant button, with its id."""

    id: Annotated[str, Meta(min_length=1, max_length=ID_LENGTH)]


Form = TypeVar("Form")


def press_id(payload: bytes) -> str:
    """Returns the id of a press, so that a repeated one is not executed twice; or a new id.

    Raises:
    NotationError: the payload is too long.
    """
    press = _read(payload, PressCommand)
    if isinstance(press, PressCommand) and press.id.isprintable():
        return f"home:{press.id}"
    return f"home:{uuid4().hex}"


def lamp(payload: bytes, now: Lamp) -> Lamp:
    """Returns the requested state of the lamp.

    Raises:
    NotationError: the payload is invalid; names the path of the error.
    """
    command = _read(payload, LampCommand)
    if not isinstance(command, LampCommand):
        raise NotationError(HomeFault.UNFIT_LIGHT, why=command)
    brightness = now.brightness if command.brightness is UNSET else command.brightness
    lit = (now.on if command.state is UNSET else command.state == "ON") and brightness > 0
    effect = now.effect if command.effect is UNSET else command.effect
    return replace(now, on=lit, brightness=brightness or now.brightness, effect=effect)


def _read(payload: bytes, form: type[Form]) -> Form | str:
    """Returns the parsed payload, or the error as text if it is invalid."""
    if len(payload) > PAYLOAD_BYTES:
        raise NotationError(HomeFault.TOO_LONG, most=PAYLOAD_BYTES)
    try:
        return msgspec.json.decode(payload, type=form)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as problem:
        return str(problem)
