"""Messages in the packets: one frozen type each, with encoder and decoder.

Numbers are little-endian. `pack` and `parse` are inverses; `firmware/README.md` has
the tables.
"""

import struct
from dataclasses import astuple, dataclass
from enum import IntEnum, IntFlag
from typing import ClassVar, NamedTuple, Self

from pegboard.devices.usb_board.protocol.packets import Packet, WireFault
from pegboard.errors import WireError

PROTOCOL = 1
"""Version of the protocol."""
MAX_PIXELS = 512
"""Maximum pixels of a chain."""


class AckStatus(IntEnum):
    """The results of a request."""

    DONE = 0
    NO_SUCH_TYPE = 1
    NOT_CONFIGURED = 2
    BAD_PAYLOAD = 3
    OUT_OF_RANGE = 4


class ResetCause(IntEnum):
    """The causes of a reset."""

    POWER = 0
    RUN_PIN = 1
    WATCHDOG = 2
    RESTART = 3


class Order(IntEnum):
    """Byte order of a colour on the wire; WS2812B use GRB."""

    RGB = 0
    RBG = 1
    GRB = 2
    GBR = 3
    BRG = 4
    BGR = 5


class Capability(IntFlag):
    """Capabilities of a board."""

    ENCODERS = 1
    LIMITER = 2
    RESTART_AS_DRIVE = 4
    WATCHDOG = 8


class InputKind(IntEnum):
    """The kinds of inputs."""

    BUTTON = 0
    ENCODER = 1


@dataclass(frozen=True, slots=True)
class _Numbers:
    """A message whose payload is a fixed sequence of numbers."""

    TYPE: ClassVar[int]
    FORMAT: ClassVar[str]

    def payload(self) -> bytes:
        """Returns the numbers as bytes."""
        try:
            return struct.pack(f"<{self.FORMAT}", *_flat(astuple(self)))
        except struct.error as error:
            raise WireError(WireFault.NUMBERS, message=str(self), why=error) from error

    @classmethod
    def parse(cls, payload: bytes) -> Self:
        """Reads the numbers; raises WireError if there are more or fewer."""
        if len(payload) != struct.calcsize(f"<{cls.FORMAT}"):
            raise WireError(WireFault.LENGTH, kind=cls.__name__, n=len(payload))
        return cls(*struct.unpack(f"<{cls.FORMAT}", payload))


def _flat(values: tuple[object, ...]) -> list[object]:
    return [
        number for value in values for number in (value if isinstance(value, tuple) else (value,))
    ]


# --- from the host


@dataclass(frozen=True, slots=True)
class InputAck(_Numbers):
    """Answers an `InputChange`, whose seq it carries."""

    TYPE = 0x00
    FORMAT = "B"
    status: int = AckStatus.DONE


@dataclass(frozen=True, slots=True)
class Hello(_Numbers):
    """Begins a session; answered by `Welcome`."""

    TYPE = 0x01
    FORMAT = "B"
    protocol: int = PROTOCOL


@dataclass(frozen=True, slots=True)
class Configure(_Numbers):
    """Configures the attached hardware."""

    TYPE = 0x02
    FORMAT = "HHBB"
    pixels: int
    budget_mA: int = 0xFFFF
    """Current limit; can only lower the board's own limit."""
    order: int = Order.GRB
    encoders: int = 0
    """Bit k: inputs 2k and 2k+1 are the A and B of a rotary encoder."""


class Run(NamedTuple):
    """Neighbouring pixels with new colours."""

    first: int
    colours: bytes
    """Red, green and blue of each pixel."""


@dataclass(frozen=True, slots=True)
class Pixels:
    """Changes the picture, and with `show` sends it to the LEDs."""

    TYPE: ClassVar[int] = 0x03
    runs: tuple[Run, ...] = ()
    show: bool = True
    clear: bool = False

    def payload(self) -> bytes:
        """Returns the payload: flags, then each run's first pixel, count and colours."""
        parts = [bytes([self.show | self.clear << 1])]
        for first, colours in self.runs:
            parts += [struct.pack("<HH", first, len(colours) // 3), colours]
        return b"".join(parts)

    @classmethod
    def parse(cls, payload: bytes) -> Self:
        """Reads flags and runs; raises WireError for a truncated run or an unknown flag."""
        if not payload or payload[0] > 3:
            raise WireError(WireFault.PIXEL_FLAGS)
        runs, at = [], 1
        while at < len(payload):
            if at + 4 > len(payload):
                raise WireError(WireFault.HALF_A_RUN)
            first, count = struct.unpack_from("<HH", payload, at)
            at += 4 + 3 * count
            if at > len(payload):
                raise WireError(WireFault.HALF_A_RUN)
            runs.append(Run(first, payload[at - 3 * count : at]))
        return cls(tuple(runs), bool(payload[0] & 1), bool(payload[0] & 2))


@dataclass(frozen=True, slots=True)
class Ping(_Numbers):
    """Checks that the board answers."""

    TYPE = 0x04
    FORMAT = ""


@dataclass(frozen=True, slots=True)
class Status(_Numbers):
    """Requests the status; answered by `Report`."""

    TYPE = 0x05
    FORMAT = ""


@dataclass(frozen=True, slots=True)
class Restart(_Numbers):
    """Restarts the board; with `drive`, as a USB drive for new firmware."""

    TYPE = 0x06
    FORMAT = "B4s"
    drive: int = 0
    sure: bytes = b"PEGB"


# --- from the board


@dataclass(frozen=True, slots=True)
class Ack(_Numbers):
    """Acknowledges a request, whose seq it carries."""

    TYPE = 0x80
    FORMAT = "B"
    status: int = AckStatus.DONE


@dataclass(frozen=True, slots=True)
class Welcome(_Numbers):
    """Answers `Hello` with the board's identity."""

    TYPE = 0x81
    FORMAT = "BBBBHHBHHIB8s"
    protocol: int
    major: int
    minor: int
    patch: int
    max_pixels: int
    max_payload: int
    inputs: int
    capabilities: int
    limit_mA: int
    boot: int
    """Random number that differs after each reset."""
    reset: int
    id: bytes

    @property
    def version(self) -> str:
        """Firmware's version as text."""
        return f"{self.major}.{self.minor}.{self.patch}"

    @classmethod
    def parse(cls, payload: bytes) -> Self:
        """Reads the message; for another protocol version, only the fixed first fields."""
        size = struct.calcsize(f"<{cls.FORMAT}")
        if len(payload) >= 4 and payload[0] != PROTOCOL:
            payload = payload[:size].ljust(size, b"\0")
        # Not super(): `slots=True` creates a new class, which breaks it.
        if len(payload) != size:
            raise WireError(WireFault.LENGTH, kind="Welcome", n=len(payload))
        return cls(*struct.unpack(f"<{cls.FORMAT}", payload))


@dataclass(frozen=True, slots=True)
class Report(_Numbers):
    """Answers `Status` with counts since the reset."""

    TYPE = 0x85
    FORMAT = "7I3H"
    uptime_ms: int
    shown: int
    replaced: int
    bad_packets: int
    refused: int
    lost_inputs: int
    limited: int
    drawn_mA: int
    levels: int
    """Bit k: input k is down."""
    faults: int
    """Bit k: input k chatters and is ignored."""


@dataclass(frozen=True, slots=True)
class InputChange(_Numbers):
    """A button changed its level or an encoder was turned; answered by `InputAck`."""

    TYPE = 0x90
    FORMAT = "BBbHI"
    kind: int
    index: int
    value: int
    levels: int
    at_ms: int
    """Time on the board's clock, in milliseconds since its reset."""


FromHost = InputAck | Hello | Configure | Pixels | Ping | Status | Restart
FromBoard = Ack | Welcome | Report | InputChange
Message = FromHost | FromBoard

_KINDS: dict[int, type[Message]] = {
    kind.TYPE: kind
    for kind in (
        *(InputAck, Hello, Configure, Pixels, Ping, Status, Restart),
        *(Ack, Welcome, Report, InputChange),
    )
}


def pack(message: Message, seq: int) -> Packet:
    """Returns a message's packet; raises WireError if a number does not fit its field."""
    return Packet(message.TYPE, seq, message.payload())


def parse(packet: Packet) -> Message:
    """Returns a packet's message.

    Raises WireError if its type is unknown or its payload invalid.
    """
    if packet.type not in _KINDS:
        raise WireError(WireFault.NO_SUCH_TYPE, type=packet.type)
    return _KINDS[packet.type].parse(packet.payload)
