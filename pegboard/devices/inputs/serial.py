"""Buttons and dials on the board with our firmware, on USB.

    serial:                           the only board plugged in
    serial:/dev/ttyACM0               the board at that port

Inputs 0 to 15 of the board are the buttons in the order of `devices.controls.buttons`: each seat's
+1, +5 and -1, then ok, undo and count. `[buttons] inputs` overrides this, and places
dials:

    inputs = { "0a" = 10, "0b" = 11, "0push" = 14, ok = 6 }

The contacts of a dial are an even input and the odd one after it, because the board decodes pairs;
A and B may be swapped to turn the other way. The board debounces all inputs, and resends a
change until it is acknowledged. Its LEDs are the strip `serial:`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from time import monotonic

from pegboard.controls import Button, ButtonFault, Edge, Turned, buttons
from pegboard.devices.inputs._wiring import Wiring
from pegboard.devices.ports import Post, Pressable
from pegboard.devices.usb_board.client import FirmwareBoard, acquire, release
from pegboard.devices.usb_board.protocol.link_events import InputReceived, Ready
from pegboard.devices.usb_board.protocol.messages import InputKind
from pegboard.errors import ConfigError, DeviceError, NotationError

INPUTS = 16
_CONTACT = re.compile("([0-3])([ab])")
KEY = "buttons.inputs"
"""The key in the configuration."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The assignment of inputs to buttons and dials."""

    buttons: dict[int, Button] = field(default_factory=dict)
    dials: dict[int, tuple[int, int]] = field(default_factory=dict)
    """By pair of inputs: the seat, and 1, or -1 if A and B are swapped."""

    @property
    def encoders(self) -> int:
        """Bit mask of the dials for the wire: bit k stands for inputs 2k and 2k+1."""
        return sum(1 << pair for pair in self.dials)


def open(
    rest: str, seats: int, inputs: Mapping[str, int], through: Pressable | None = None
) -> "SerialInputs":
    """Opens the inputs of the board; `faults` reports a board that is not connected yet.

    Args:
        rest: the port; empty for the board that is plugged in.
        seats: seats that have buttons.
        inputs: input by button name, where it differs from the default.
        through: not used.

    Raises:
        ConfigError: the assignment is impossible.
        DeviceMissing: no board is plugged in; the message says what to do.
    """
    planned = plan(seats, inputs)
    board = acquire(rest)
    # non-blocking
    board.set_up(encoders=planned.encoders)
    return SerialInputs(board, planned)


def plan(seats: int, inputs: Mapping[str, int]) -> Plan:
    """Returns the assignment of inputs for a number of seats.

    Raises:
        ConfigError: no such button, no such input, one input for two, or half a dial.
    """
    chosen: dict[str, int] = {str(button): k for k, button in enumerate(buttons(seats))}
    for name, number in inputs.items():
        key = _key(name)
        if number not in range(INPUTS):
            raise ConfigError(
                Wiring.NO_SUCH_INPUT, key=KEY, name=name, number=number, most=INPUTS - 1
            )
        if (
            not key[0].isdecimal() or int(key[0]) < seats
        ):  # ignore buttons of seats this board lacks
            chosen[key] = number
    owners: dict[int, str] = {}
    for key, number in chosen.items():
        if number in owners:
            raise ConfigError(
                Wiring.INPUT_TWICE, key=KEY, number=number, first=owners[number], second=key
            )
        owners[number] = key
    button_by_input = {
        number: Button.parse(key) for number, key in owners.items() if not _contact(key)
    }
    return Plan(button_by_input, _dials(seats, chosen))


def _key(name: str) -> str:
    key = name.strip().lower()
    if _contact(key):
        return key
    try:
        return str(Button.parse(key))
    except NotationError as error:
        raise ConfigError(Wiring.NO_SUCH_NAME, key=KEY, why=error) from error


def _contact(key: str) -> bool:
    return _CONTACT.fullmatch(key) is not None


def _dials(seats: int, chosen: Mapping[str, int]) -> dict[int, tuple[int, int]]:
    dials: dict[int, tuple[int, int]] = {}
    for seat in range(seats):
        a, b = chosen.get(f"{seat}a"), chosen.get(f"{seat}b")
        if a is None and b is None:
            continue
        if a is None or b is None:
            missing = f"{seat}a" if a is None else f"{seat}b"
            raise ConfigError(Wiring.HALF_A_DIAL, key=KEY, missing=missing)
        if a // 2 != b // 2:
            first = a // 2 * 2
            raise ConfigError(
                Wiring.NO_PAIR, key=KEY, dial=seat, a=a, b=b, even=first, odd=first + 1
            )
        dials[a // 2] = seat, 1 if a < b else -1
    return dials


class SerialInputs:
    """The inputs of a USB board. Posts edges and turns with the time they happened."""

    def __init__(self, board: FirmwareBoard, planned: Plan) -> None:
        self._board: FirmwareBoard | None = board
        self._plan = planned
        self._post: Post | None = None
        self._down: set[int] = set()

    def faults(self) -> tuple[DeviceError, ...]:
        """Returns the current faults."""
        board = self._board
        if board is None:
            return ()
        if board.fault is not None:
            return (board.fault,)
        chattering = board.report.faults if board.report is not None else 0
        return tuple(
            DeviceError(ButtonFault.INPUT_CHATTERS, button=str(button), input=number)
            for number, button in self._plan.buttons.items()
            if chattering >> number & 1
        )

    def start(self, post: Post) -> None:
        """Starts posting; a button that is already down is reported as `initial`."""
        self._post = post
        if self._board is not None:
            self._board.subscribe(self._on_event)

    def close(self) -> None:
        """Releases the board and all pressed buttons; a second call does nothing."""
        board, self._board = self._board, None
        if board is not None:
            board.unsubscribe(self._on_event)
            release(board)
            self._release_all()
        self._post = None

    def _on_event(self, event: InputReceived | Ready) -> None:
        if (post := self._post) is None:
            return
        if isinstance(event, Ready):
            self._release_all()  # new session: the board reports pressed buttons itself
            return
        change = event.change
        if change.kind == InputKind.BUTTON and change.index in self._plan.buttons:
            down = bool(change.value)
            (self._down.add if down else self._down.discard)(change.index)
            post(Edge(self._plan.buttons[change.index], down, event.at, event.initial))
        elif change.kind == InputKind.ENCODER and change.index in self._plan.dials:
            seat, sign = self._plan.dials[change.index]
            if change.value:
                post(Turned(seat, sign * change.value, event.at))

    def _release_all(self) -> None:
        """Posts the release of all buttons: a release during an outage would be missed."""
        if self._post is not None:
            for number in self._down:
                self._post(Edge(self._plan.buttons[number], False, monotonic(), initial=True))
        self._down.clear()
