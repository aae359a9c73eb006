"""Writes test vectors of the wire protocol for Python and firmware.

    python -m tests.tools.wire_vectors

    packets.txt   name | hex of the body, without its CRC | hex on the wire, with the final zero
    streams.txt   name | hex of what comes | hex of the bodies found in it | how many are bad
    limit.txt     name | max_mA | hex of a frame | hex of it, limited

`tests/devices/test_protocol_vectors.py` tests Python against them, `firmware/core/` tests C.
"""

from collections.abc import Iterator
from random import Random

from cobs import cobs

from pegboard.board.color import limit, milliamps
from pegboard.devices.usb_board.protocol.messages import (
    Ack,
    AckStatus,
    Configure,
    Hello,
    InputAck,
    InputChange,
    Message,
    Order,
    Ping,
    Pixels,
    Report,
    Restart,
    Run,
    Status,
    Welcome,
    pack,
)
from pegboard.devices.usb_board.protocol.packets import MAX_PAYLOAD, Packet, check, encode
from tests.support.paths import TEST_DATA

FOLDER = TEST_DATA / "wire"
WELCOME = Welcome(1, 0, 1, 0, 512, 1600, 16, 15, 4000, 0xDEADBEEF, 2, bytes(range(1, 9)))
REPORT = Report(61_000, 1234, 5, 2, 1, 0, 77, 1999, 0b101, 0x8000)
MESSAGES: dict[str, tuple[Message, int]] = {
    "input ack": (InputAck(), 9),
    "hello": (Hello(), 1),
    "hello of a later host": (Hello(7), 255),
    "configure 484 GRB": (Configure(484, 2000, Order.GRB, 0), 2),
    "configure 1 RGB, all encoders": (Configure(1, 0xFFFF, Order.RGB, 0xFF), 3),
    "configure 512 BGR": (Configure(512, 4000, Order.BGR, 0b10), 4),
    "pixels: show alone": (Pixels(), 5),
    "pixels: clear and show": (Pixels(clear=True), 6),
    "pixels: clear alone": (Pixels(show=False, clear=True), 7),
    "pixels: one": (Pixels((Run(3, b"\x01\x02\x03"),)), 8),
    "pixels: black is zeros": (Pixels((Run(0, bytes(30)),)), 0),
    "pixels: three runs": (
        Pixels((Run(0, b"\xff\0\0"), Run(120, b"\0\xff\0" * 2), Run(483, b"\0\0\xff")), False),
        10,
    ),
    "pixels: none in a run": (Pixels((Run(5, b""),)), 11),
    "ping": (Ping(), 12),
    "status": (Status(), 13),
    "restart": (Restart(0), 14),
    "restart as a drive": (Restart(1), 15),
    **{f"ack {status.name}": (Ack(status), 16 + status) for status in AckStatus},
    "welcome": (WELCOME, 1),
    "report": (REPORT, 13),
    "report, all at their highest": (Report(*[0xFFFFFFFF] * 7, *[0xFFFF] * 3), 14),
    "input: button 4 pressed": (InputChange(0, 4, 1, 0x10, 12_345), 0),
    "input: button 4 released": (InputChange(0, 4, 0, 0, 12_400), 1),
    "input: encoder 1 two back": (InputChange(1, 1, -2, 0b1100, 0xFFFFFFFF), 255),
}


def packets() -> Iterator[tuple[str, Packet]]:
    """Yields messages, and payloads of every length special to COBS."""
    for name, (message, seq) in MESSAGES.items():
        yield name, pack(message, seq)
    chance = Random(1)
    for length in (249, 250, 251, 252, 253, 254, 255, 504, 505, 506, 1599, MAX_PAYLOAD):
        yield (
            f"{length} bytes without a zero",
            Packet(3, 1, bytes(chance.choices(range(1, 256), k=length))),
        )
    yield f"{MAX_PAYLOAD} zeros", Packet(3, 0, bytes(MAX_PAYLOAD))
    yield f"{MAX_PAYLOAD} at random", Packet(3, 2, chance.randbytes(MAX_PAYLOAD))
    yield "no payload, type and seq zero", Packet(0, 0)


def streams() -> Iterator[tuple[str, bytes, list[bytes], int]]:
    """Yields noisy streams with the bodies and bad packets they contain."""
    ping, hello = pack(Ping(), 1), pack(Hello(), 2)
    one, two = encode(ping), encode(hello)
    bodies = [ping.body, hello.body]
    yield "two in a row", one + two, bodies, 0
    yield "zeros between them are nothing", b"\0\0" + one + b"\0\0\0" + two, bodies, 0
    yield "not ended", one + two[:-1], bodies[:1], 0
    yield "half a packet, then a whole one", one[:3] + b"\0" + two, bodies[1:], 1
    yield "half a packet runs into the next", one[:3] + two, [], 1
    yield (
        "half a packet runs into the next; the one after is read",
        one[:3] + two + one,
        bodies[:1],
        1,
    )
    yield "one bit is wrong", bytes([one[0], one[1] ^ 1]) + one[2:] + two, bodies[1:], 1
    yield "the CRC's bytes are swapped", swapped(ping) + two, bodies[1:], 1
    yield "a code that points past the end", b"\x09\x01\x02\x00" + two, bodies[1:], 1
    yield "too short: three bytes", b"\x04\x01\x02\x03\x00" + two, bodies[1:], 1
    yield "too short: no bytes", b"\x01\x00" + two, bodies[1:], 1
    noise = bytes(Random(2).choices(range(1, 256), k=64))
    yield "noise", noise + b"\0" + two, bodies[1:], 1
    longest = Packet(3, 1, bytes(MAX_PAYLOAD))
    yield "the longest there may be", encode(longest), [longest.body], 0
    yield "one longer", stuffed(longest.body + b"\0") + two, bodies[1:], 1
    endless = bytes(Random(3).choices(range(1, 256), k=5000))
    yield "5000 bytes without an end", endless + b"\0" + two, bodies[1:], 1


def swapped(packet: Packet) -> bytes:
    """Returns the packet with its CRC byte-swapped."""
    return bytes(cobs.encode(packet.body + check(packet.body).to_bytes(2, "big"))) + b"\0"


def stuffed(body: bytes) -> bytes:
    """Returns an oversized body with a valid CRC, which `encode` refuses."""
    return bytes(cobs.encode(body + check(body).to_bytes(2, "little"))) + b"\0"


def frames() -> Iterator[tuple[str, int, bytes]]:
    """Yields name, budget and frame, from dark to all white."""
    chance = Random(4)
    white = bytes([255]) * 3
    yield "dark", 100, bytes(3 * 10)
    yield "within the budget", 100, b"\x80\x40\x20" * 3
    yield "one white pixel at half its draw", 22, white
    yield "one white pixel, nothing to give", 1, white
    yield "less than the dark chain draws", 5, white * 10
    yield "exactly the budget", 43 * 4, white * 4
    yield "one mA below it", 43 * 4 - 1, white * 4
    yield "16 of red", 100, b"\xff\0\0" * 16
    yield "16 of green", 100, b"\0\xff\0" * 16
    yield "16 of blue", 100, b"\0\0\xff" * 16
    yield "dim and long", 160, b"\x03\x00\x01" * 150
    for count, budget in ((121, 2000), (484, 2000), (484, 4000), (512, 4000), (512, 513)):
        yield f"{count} white at {budget} mA", budget, white * count
    for count, budget in ((7, 60), (60, 500), (244, 1500), (484, 3999)):
        yield f"{count} at random at {budget} mA", budget, chance.randbytes(3 * count)


def text_of_packets() -> str:
    """Returns the text of packets.txt."""
    lines = [f"{name} | {each.body.hex()} | {encode(each).hex()}" for name, each in packets()]
    return _text("name | body without its CRC | on the wire", lines)


def text_of_streams() -> str:
    """Returns the text of streams.txt."""
    lines = [
        f"{name} | {data.hex()} | {' '.join(body.hex() for body in bodies)} | {bad}"
        for name, data, bodies, bad in streams()
    ]
    return _text("name | what comes | bodies found in it | bad packets", lines)


def text_of_limits() -> str:
    """Returns the text of limit.txt."""
    lines = []
    for name, budget, frame in frames():
        limited = limit(frame, budget)
        assert milliamps(limited) <= max(budget, len(frame) // 3)
        lines.append(f"{name} | {budget} | {frame.hex()} | {limited.hex()}")
    return _text("name | max_mA | frame, red green blue | the frame, limited", lines)


def _text(head: str, lines: list[str]) -> str:
    maker = "`python -m tests.tools.wire_vectors`"
    made = f"# Made by {maker}; both ends of the wire are tested against it."
    return "\n".join([made, f"# {head}", *lines, ""])


TEXTS = {
    "packets.txt": text_of_packets,
    "streams.txt": text_of_streams,
    "limit.txt": text_of_limits,
}

if __name__ == "__main__":
    for name, text in TEXTS.items():
        (FOLDER / name).write_text(text(), encoding="utf-8")
