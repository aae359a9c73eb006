"""Test vectors of the protocol, shared with the firmware."""

from pathlib import Path

import pytest

from pegboard.board.color import limit
from pegboard.devices.usb_board.protocol.messages import pack, parse
from pegboard.devices.usb_board.protocol.packets import Decoder, Packet, check, encode
from tests.tools.wire_vectors import FOLDER, MESSAGES, TEXTS


def rows(name: str) -> list[list[str]]:
    lines = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    return [[part.strip() for part in line.split("|")] for line in lines if line[0] != "#"]


@pytest.mark.parametrize("name", TEXTS)
def test_vector_files_are_up_to_date(name: str) -> None:
    assert (FOLDER / name).read_text(encoding="utf-8") == TEXTS[name](), (
        "the protocol changed: run `python -m tests.tools.wire_vectors`, "
        "and see that the firmware agrees"
    )


def test_crc_matches_catalogue_check_value() -> None:
    assert check(b"123456789") == 0x29B1


@pytest.mark.parametrize("row", rows("packets.txt"), ids=lambda row: row[0])
def test_packet_vectors_decode(row: list[str]) -> None:
    name, body, wire = row[0], bytes.fromhex(row[1]), bytes.fromhex(row[2])
    assert wire.count(0) == 1 and wire[-1] == 0
    decoder = Decoder()
    (packet,) = decoder.feed(wire)
    assert packet == Packet(body[0], body[1], body[2:]) and decoder.bad == 0
    assert encode(packet) == wire
    if name in MESSAGES:
        message, seq = MESSAGES[name]
        assert parse(packet) == message and pack(message, seq) == packet


@pytest.mark.parametrize("at_once", [True, False], ids=["at once", "byte by byte"])
@pytest.mark.parametrize("row", rows("streams.txt"), ids=lambda row: row[0])
def test_stream_vectors_decode(row: list[str], at_once: bool) -> None:
    data, decoder = bytes.fromhex(row[1]), Decoder()
    pieces = [data] if at_once else [bytes([byte]) for byte in data]
    bodies = [packet.body.hex() for piece in pieces for packet in decoder.feed(piece)]
    assert bodies == row[2].split()
    assert decoder.bad == int(row[3])


@pytest.mark.parametrize("row", rows("limit.txt"), ids=lambda row: row[0])
def test_limit_vectors_match_constants(row: list[str]) -> None:
    assert limit(bytes.fromhex(row[2]), int(row[1])).hex() == row[3]


def test_vector_folder_has_no_other_files() -> None:
    assert {path.name for path in Path(FOLDER).glob("*.txt")} == set(TEXTS)
