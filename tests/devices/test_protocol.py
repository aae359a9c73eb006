"""Property tests of packets and messages: fragmentation, damage and bounds."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegboard.devices.usb_board.protocol.messages import (
    PROTOCOL,
    Ack,
    Configure,
    InputChange,
    Message,
    Pixels,
    Restart,
    Run,
    Welcome,
    pack,
    parse,
)
from pegboard.devices.usb_board.protocol.packets import (
    MAX_PAYLOAD,
    MAX_STUFFED,
    Decoder,
    Packet,
    encode,
)
from pegboard.devices.usb_board.protocol.pictures import changes
from pegboard.errors import WireError
from tests.support.model_board import apply_runs
from tests.tools.wire_vectors import MESSAGES, WELCOME

BYTE = st.integers(0, 255)
PAYLOADS = st.one_of(
    st.binary(max_size=60),
    st.builds(lambda byte, count: bytes([byte]) * count, BYTE, st.integers(0, MAX_PAYLOAD)),
)
PACKETS = st.builds(Packet, BYTE, BYTE, PAYLOADS)


def buffered(decoder: Decoder) -> int:
    return len(decoder._begun)


@given(PACKETS)
def test_packet_round_trip(packet: Packet) -> None:
    wire = encode(packet)
    assert wire.count(0) == 1 and wire[-1] == 0 and len(wire) <= MAX_STUFFED + 1
    assert Decoder().feed(wire) == [packet]


@given(st.lists(PACKETS, max_size=6), st.data())
def test_decoder_accepts_any_fragmentation(packets: list[Packet], data: st.DataObject) -> None:
    stream = b"".join(b"\0" * data.draw(st.integers(0, 2)) + encode(packet) for packet in packets)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=8)))
    decoder, found = Decoder(), []
    for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        found += decoder.feed(stream[start:end])
    assert found == packets and decoder.bad == 0


@given(st.binary(max_size=80), st.data())
def test_decoder_drops_damaged_packet_and_recovers(payload: bytes, data: st.DataObject) -> None:
    packet, good = Packet(3, 1, payload), Packet(4, 2, b"good")
    wire = bytearray(encode(packet))
    # The CRC detects every error burst of up to 16 bits.
    at = data.draw(st.integers(0, len(wire) - 2))
    wire[at] ^= data.draw(st.integers(1, 255))
    decoder = Decoder()
    packets = decoder.feed(bytes(wire) + b"\0" + encode(good))
    assert packets[-1] == good
    assert packet not in packets[:-1]


@given(st.binary(max_size=80), st.integers(0, 90))
def test_truncated_packet_does_not_spoil_next(payload: bytes, length: int) -> None:
    packet, good = Packet(3, 1, payload), Packet(4, 2, b"good")
    whole = encode(packet)
    part = whole[: min(length, len(whole) - 1)]
    assert Decoder().feed(part + b"\0" + encode(good))[-1] == good


@given(st.lists(st.binary(max_size=3000), max_size=20))
def test_decoder_buffer_is_bounded(pieces: list[bytes]) -> None:
    decoder = Decoder()
    for piece in pieces:
        decoder.feed(piece)
        assert buffered(decoder) <= MAX_STUFFED
    good = Packet(4, 2, b"good")
    assert decoder.feed(b"\0" + encode(good))[-1] == good


def test_encode_refuses_oversized_payload() -> None:
    with pytest.raises(WireError, match=r"1601 bytes; the limit is 1600"):
        encode(Packet(3, 0, bytes(1601)))


@pytest.mark.parametrize("name", MESSAGES)
def test_message_round_trip(name: str) -> None:
    message, seq = MESSAGES[name]
    (packet,) = Decoder().feed(encode(pack(message, seq)))
    assert parse(packet) == message and packet.seq == seq


@pytest.mark.parametrize(
    ("packet", "words"),
    [
        (Packet(0x7F, 0), "no message has the type 0x7F"),
        (Packet(0x80, 0), "Ack of 0 bytes"),
        (Packet(0x81, 0, bytes([1]) * 25), "Welcome of 25 bytes"),
        (Packet(0x81, 0, b"\x02"), "Welcome of 1 bytes"),
        (Packet(0x03, 0), "without flags"),
        (Packet(0x03, 0, b"\x04"), "unknown ones"),
        (Packet(0x03, 0, b"\x01\0\0\0"), "half a run"),
        (Packet(0x03, 0, b"\x01\0\0\x01\0ab"), "half a run"),
        (Packet(0x90, 0, bytes(10)), "InputChange of 10 bytes"),
    ],
)
def test_parse_refuses_invalid_payloads(packet: Packet, words: str) -> None:
    with pytest.raises(WireError, match=words):
        parse(packet)


@pytest.mark.parametrize("message", [Configure(70_000), Ack(256), InputChange(0, 0, 200, 0, 0)])
def test_pack_refuses_out_of_range_numbers(message: Message) -> None:
    with pytest.raises(WireError):
        pack(message, 0)


def test_restart_payload_has_magic() -> None:
    assert pack(Restart(1), 0).payload == b"\x01PEGB"


@pytest.mark.parametrize("more", [b"", b"what we do not know"])
def test_welcome_of_other_protocol_version_is_parsed(more: bytes) -> None:
    later = bytes([PROTOCOL + 1, 2, 3, 4]) + more
    welcome = parse(Packet(0x81, 0, later))
    assert isinstance(welcome, Welcome)
    assert welcome.protocol == PROTOCOL + 1 and welcome.version == "2.3.4"
    assert WELCOME.version == "0.1.0"


# --- differences between pictures


PICTURES = st.integers(1, 40).flatmap(
    lambda pixels: st.tuples(
        *[st.lists(st.sampled_from([0, 0, 1]), min_size=3 * pixels, max_size=3 * pixels)] * 2
    )
)


@given(PICTURES)
def test_changes_transform_picture(pictures: tuple[list[int], list[int]]) -> None:
    before, after = map(bytes, pictures)
    runs = changes(before, after)
    assert apply_runs(before, runs) == after
    cost = sum(4 + len(colours) for _, colours in runs)
    assert cost <= 4 + len(after)
    assert (not runs) == (before == after)
    ends = [first + len(colours) // 3 for first, colours in runs]
    assert all(first - end >= 2 for end, (first, _) in zip(ends, runs[1:], strict=False))
    assert apply_runs(bytes(len(after)), changes(None, after)) == after


def test_peg_move_needs_two_runs() -> None:
    before = bytearray(3 * 484)
    before[30:33] = b"\xff\0\0"
    after = bytearray(3 * 484)
    after[60:63] = b"\xff\0\0"
    assert changes(bytes(before), bytes(after)) == (
        Run(10, b"\0\0\0"),
        Run(20, b"\xff\0\0"),
    )
    assert len(encode(pack(Pixels(changes(bytes(before), bytes(after))), 1))) < 25


# --- a million


def fuzz(frames: int, seed: int) -> tuple[int, int]:
    """Feeds packets, half of them corrupted; returns how many were read, and how many were bad.

    Raises:
        AssertionError: a packet was read that was never sent, or an intact one was lost.
    """
    chance = Random(seed)
    decoder = Decoder()
    read = 0
    sent = [
        Packet(chance.randrange(256), seq, chance.randbytes(chance.choice((0, 1, 6, 9, 26, 60))))
        for seq in range(256)
    ]
    wires = [encode(packet) for packet in sent]
    for _ in range(frames):
        number = chance.randrange(256)
        wire = wires[number]
        if chance.random() < 0.5:
            packets = decoder.feed(wire)
            assert packets == [sent[number]]
            read += 1
            continue
        spoilt = bytearray(wire)
        match chance.randrange(4):
            case 0:
                spoilt[chance.randrange(len(spoilt) - 1)] ^= 1 << chance.randrange(8)
            case 1:
                del spoilt[chance.randrange(len(spoilt) - 1) : -1]
            case 2:
                at = chance.randrange(len(spoilt) - 1)
                spoilt[at:at] = bytes([chance.randrange(1, 256)])
            case _:
                spoilt[:-1] = bytes(chance.choices(range(1, 256), k=chance.randrange(1, 40)))
        for packet in decoder.feed(bytes(spoilt) + b"\0"):
            # A 16-bit CRC misses one error in 65,536; the result must still be a packet.
            assert len(packet.payload) <= MAX_PAYLOAD
            read += 1
        assert buffered(decoder) == 0
    return read, decoder.bad


def test_decoder_survives_corrupted_packets() -> None:
    read, bad = fuzz(50_000, 1)
    assert read >= 24_000 and bad >= 20_000


@pytest.mark.group("firmware")
def test_decoder_survives_a_million_packets() -> None:
    read, bad = fuzz(1_000_000, 2)
    assert read >= 490_000 and bad >= 400_000
