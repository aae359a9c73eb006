"""Packets on the wire: type, sequence number, payload and a CRC, encoded by COBS.

    body     type u8, seq u8, payload
    on wire  COBS(body + CRC-16/CCITT-FALSE of the body, low byte first) + one zero byte

COBS removes every zero from a packet, so that a zero always ends one: whatever was lost or
damaged before it, the next packet starts cleanly. After Cheshire and Baker, "Consistent Overhead
Byte Stuffing", 1999; the checksum is CRC-16/IBM-3740 in the CRC catalogue.
"""

from binascii import crc_hqx
from dataclasses import dataclass

from cobs import cobs

from pegboard.errors import Code, WireError

MAX_PAYLOAD = 1600
"""Maximum payload in bytes."""
MAX_PACKET = MAX_PAYLOAD + 4
"""Maximum packet size in bytes, with header and CRC, before encoding."""
MAX_STUFFED = MAX_PACKET + -(-MAX_PACKET // 254)
"""Maximum encoded packet size in bytes, without the zero."""
_LEAST = 4


class WireFault(Code):
    """Codes of `WireError`: violations of the protocol."""

    TOO_LONG = "payload-too-long", "a payload of {n} bytes; the limit is {most}"
    NUMBERS = "message-numbers", "{message}: {why}"
    LENGTH = "message-length", "{kind} of {n} bytes"
    PIXEL_FLAGS = "pixel-flags", "Pixels without flags, or with unknown ones"
    HALF_A_RUN = "half-a-run", "Pixels with half a run"
    NO_SUCH_TYPE = "no-such-type", "no message has the type 0x{type:02X}"
    # --- reasons to give up a link
    NO_ANSWER = "no-answer", "no answer in {seconds:.1f} s"
    UNKNOWN_REQUEST = (
        "unknown-request",
        "it does not know {message} (status {status}): is its firmware older than this program?",
    )
    REFUSES = "board-refuses", "it refused {message} (status {status})"
    OTHER_PROTOCOL = (
        "other-protocol",
        "its firmware {version} speaks protocol {protocol}; this program speaks {ours}",
    )
    TOO_MANY_PIXELS = "too-many-pixels", "it drives at most {most} pixels, not {n}"


@dataclass(frozen=True, slots=True)
class Packet:
    """A packet, in either direction."""

    type: int
    seq: int
    payload: bytes = b""

    @property
    def body(self) -> bytes:
        """Bytes covered by the checksum."""
        return bytes((self.type, self.seq)) + self.payload


def check(body: bytes) -> int:
    """Returns the CRC-16/CCITT-FALSE of these bytes.

    Poly 0x1021, init 0xFFFF, nothing reflected.
    """
    return crc_hqx(body, 0xFFFF)


def encode(packet: Packet) -> bytes:
    """Returns the packet in wire format, with its terminating zero.

    Raises:
        WireError: its payload is too long.
    """
    if len(packet.payload) > MAX_PAYLOAD:
        raise WireError(WireFault.TOO_LONG, n=len(packet.payload), most=MAX_PAYLOAD)
    body = packet.body
    return bytes(cobs.encode(body + check(body).to_bytes(2, "little"))) + b"\0"


class Decoder:
    """Splits a byte stream into packets, tolerating fragments and errors."""

    def __init__(self) -> None:
        """Starts with an empty buffer."""
        self.bad = 0
        """Number of dropped packets: damaged, too long or too short."""
        self._begun = bytearray()
        self._overlong = False

    def feed(self, data: bytes) -> list[Packet]:
        """Adds received bytes; returns the packets they complete, in order.

        Never raises, and never buffers more than one packet.
        """
        packets: list[Packet] = []
        *ended, begun = data.split(b"\0")
        for part in ended:
            self._add(part)
            if packet := self._end():
                packets.append(packet)
        self._add(begun)
        return packets

    def _add(self, part: bytes) -> None:
        if self._overlong or len(self._begun) + len(part) > MAX_STUFFED:
            self._overlong = True
            self._begun.clear()
        else:
            self._begun += part

    def _end(self) -> Packet | None:
        stuffed, overlong = bytes(self._begun), self._overlong
        self._begun.clear()
        self._overlong = False
        if not stuffed and not overlong:
            return None
        packet = None if overlong else _packet(stuffed)
        self.bad += packet is None
        return packet


def _packet(stuffed: bytes) -> Packet | None:
    """Returns the packet in an encoded piece, or None if invalid."""
    try:
        whole = bytes(cobs.decode(stuffed))
    except cobs.DecodeError:
        return None
    if not _LEAST <= len(whole) <= MAX_PACKET:
        return None
    body = whole[:-2]
    if check(body) != int.from_bytes(whole[-2:], "little"):
        return None
    return Packet(body[0], body[1], body[2:])
