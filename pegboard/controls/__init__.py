"""From presses to intents: buttons, debouncing and staged scores. No clock and no thread.

    Edge --Debounce--> Pressed --Staging--> Commit | Undo | Count | Confirm
    A, B --Dial------> Turned ---^

A device posts edges (or presses, if it has no pins); the caller passes the time.
"""

from pegboard.controls.buttons import (
    Button,
    ButtonFault,
    ButtonKind,
    Edge,
    Input,
    Pressed,
    Turned,
    buttons,
)
from pegboard.controls.debounce import Debounce
from pegboard.controls.dial import Dial
from pegboard.controls.staging import (
    SIGN_HOLD_S,
    Commit,
    Confirm,
    Count,
    Intent,
    OkHold,
    OpenDoor,
    Reset,
    SafeStart,
    Sign,
    SignHold,
    Staging,
    StartHold,
    Undo,
)

__all__ = [
    "SIGN_HOLD_S",
    "Button",
    "ButtonFault",
    "ButtonKind",
    "Commit",
    "Confirm",
    "Count",
    "Debounce",
    "Dial",
    "Edge",
    "Input",
    "Intent",
    "OkHold",
    "OpenDoor",
    "Pressed",
    "Reset",
    "SafeStart",
    "Sign",
    "SignHold",
    "Staging",
    "StartHold",
    "Turned",
    "Undo",
    "buttons",
]
