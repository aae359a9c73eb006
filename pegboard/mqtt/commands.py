"""What the home may ask for, read from payloads that anybody on the broker may have written."""

import json
from dataclasses import replace
from typing import Any
from uuid import uuid4

from pegboard.errors import NotationError
from pegboard.mqtt.home_assistant import EFFECTS, Lamp
from pegboard.mqtt.home_assistant import Message as Fields

PAYLOAD_BYTES = 4096
ID_LENGTH = 48


def press_id(payload: bytes) -> str:
    """The id of a press: the one it carries, so that told twice it is done once; else a new one.

    Raises:
        NotationError: the payload is too long.
    """
    said = _object(payload, strict=False).get("id")
    if isinstance(said, str) and 0 < len(said) <= ID_LENGTH and said.isprintable():
        return f"home:{said}"
    return f"home:{uuid4().hex}"


def lamp(payload: bytes, now: Lamp) -> Lamp:
    """The lamp as it is asked to be.

    Raises:
        NotationError: it cannot be like that; says what would be right.
    """
    asked = _object(payload)
    state = asked.get("state", "ON" if now.on else "OFF")
    if state not in ("ON", "OFF"):
        raise NotationError(f'light: state is "ON" or "OFF", not {_short(state)}')
    brightness = asked.get("brightness", now.brightness)
    if type(brightness) is not int or not 0 <= brightness <= 255:
        raise NotationError(f"light: brightness is 0 to 255, not {_short(brightness)}")
    effect = asked.get("effect", now.effect)
    if effect not in EFFECTS:
        raise NotationError(f"light: effect is one of {', '.join(EFFECTS)}, not {_short(effect)}")
    lit = state == "ON" and brightness > 0
    return replace(now, on=lit, brightness=brightness or now.brightness, effect=effect)


def _object(payload: bytes, *, strict: bool = True) -> Fields:
    if len(payload) > PAYLOAD_BYTES:
        raise NotationError(f"a payload is at most {PAYLOAD_BYTES} bytes")
    try:
        said: Any = json.loads(payload)
        json.dumps(said, ensure_ascii=False).encode()  # half a character passes json.loads
    except (ValueError, RecursionError):
        said = None
    if isinstance(said, dict):
        return said
    if strict:
        raise NotationError('light: an object is wanted, like {"state": "ON"}')
    return {}


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "…"
