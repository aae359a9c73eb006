"""WS2812 encoding, verified by a strict decoder at every clock of every Pi."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegboard.devices.raspberry_pi import KINDS, divided_clock
from pegboard.devices.strips import spi
from pegboard.devices.strips._chain import Chain
from pegboard.devices.strips._simulated_spi import Port
from pegboard.devices.strips._ws2812 import (
    CHIPS,
    CODES,
    USUAL_HZ,
    Encoder,
    code_for,
)
from pegboard.errors import DeviceMissing
from tests.support.ws2812_decoder import SHEETS, OutOfSpec, decode

CORES_MHZ = sorted(
    {kind.core_MHz for kind in KINDS} | {250, 300, 333, 350, 400, 450, 500, 550, 600}
)
"""Possible core clocks in MHz: the defaults of every Pi, and settings of config.txt."""


def pixels(frame: bytes) -> list[tuple[int, int, int]]:
    return list(zip(frame[1::3], frame[::3], frame[2::3], strict=True))


def line(frame: bytes, chip: str, clock_hz: float) -> bytes:
    reset_us = CHIPS[chip].reset_us
    code = code_for(CHIPS[chip], clock_hz)
    return Encoder(len(frame) // 3, code, clock_hz, reset_us).encode(frame)


COUNTING = bytes(range(256)) * 6
EVERY_BYTE = COUNTING[: 3 * 484]


@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize("core_MHz", CORES_MHZ)
def test_every_pi_clock_is_within_data_sheet(chip: str, core_MHz: int) -> None:
    clock_hz = divided_clock(core_MHz * 1_000_000, USUAL_HZ[chip])
    assert 0.97 * USUAL_HZ[chip] <= clock_hz <= USUAL_HZ[chip]
    assert decode(line(EVERY_BYTE, chip, clock_hz), clock_hz, SHEETS[chip]) == pixels(EVERY_BYTE)


@pytest.mark.parametrize("chip", CHIPS)
@given(requested_hz=st.integers(1_000_000, 5_000_000), core_MHz=st.sampled_from(CORES_MHZ))
def test_code_for_accepts_exactly_decodable_clocks(
    chip: str, requested_hz: int, core_MHz: int
) -> None:
    clock_hz = divided_clock(core_MHz * 1_000_000, requested_hz)
    frame = bytes(range(0, 255, 5))
    try:
        sent = line(frame, chip, clock_hz)
    except ValueError as error:
        assert "no code is within the data sheet" in str(error) and " MHz would be" in str(error)
        for code in CODES:
            levels = Encoder(17, code, clock_hz, 500).encode(frame)
            with pytest.raises(OutOfSpec):
                decode(levels, clock_hz, SHEETS[chip])
        return
    assert decode(sent, clock_hz, SHEETS[chip]) == pixels(frame)


@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize("core_MHz", CORES_MHZ)
def test_codes_fill_bytes_and_end_low(chip: str, core_MHz: int) -> None:
    code = code_for(CHIPS[chip], divided_clock(core_MHz * 1_000_000, USUAL_HZ[chip]))
    assert code.bits == 4 and code.zero + code.one in ("10001100", "10001110")


@pytest.mark.parametrize(
    ("chip", "clock_hz", "message"),
    [
        ("ws2812b-v5", 2_400_000, "at 2.400 MHz .* ws2812b-v5 LEDs; 3.00 to 3.45 MHz would be"),
        ("ws2812b-2013", 2_400_000, "3.16 to 3.33 MHz would be"),
        # 3.2 MHz requested of a core that idles at 250 MHz with the divisor for 400
        ("ws2812b-v5", 250_000_000 / 126, "at 1.984 MHz"),
    ],
)
def test_code_for_error_names_usable_clocks(chip: str, clock_hz: float, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        code_for(CHIPS[chip], clock_hz)


@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize("length", [1, 2, 10, 244, 484])
def test_encoder_encodes_first_and_last_pixel(chip: str, length: int) -> None:
    hz = USUAL_HZ[chip]
    for pixel in (0, length - 1):
        frame = bytearray(3 * length)
        frame[3 * pixel : 3 * pixel + 3] = b"\x01\x80\xff"
        levels = line(bytes(frame), chip, hz)
        reset = bytes(int(CHIPS[chip].reset_us * 1e-6 * hz / 8))
        assert levels.startswith(reset) and levels.endswith(reset)  # the line rests low
        lit = decode(levels, hz, SHEETS[chip])
        assert len(lit) == length and lit[pixel] == (0x80, 0x01, 0xFF)
        assert sum(map(any, lit)) == 1


def test_encoder_size_matches_transfer() -> None:
    v5 = Encoder(484, CODES[0], 3_200_000, 280)
    assert v5.size == len(v5.encode(bytes(1452))) == 124 + 484 * 12 + 124
    old = Encoder(484, CODES[1], 3_200_000, 50)
    assert old.size == len(old.encode(bytes(1452))) == 23 + 484 * 12 + 23
    short = Encoder(1, CODES[1], 3_200_000, 50)
    assert short.size == len(short.encode(bytes(3))) == 96  # minimum for DMA in the Pi's driver


def test_strict_decoder_detects_errors() -> None:
    sheet, hz = SHEETS["ws2812b-v5"], 3_200_000
    good = line(b"\x00\xff\x12", "ws2812b-v5", hz)[123:]
    assert decode(good, hz, sheet) == [(0xFF, 0, 0x12)]
    for bad, clock, message in (
        (good, 2_400_000, "neither 0 nor 1"),
        (good[:-20], hz, "is no reset"),
        (good[:5] + b"\xff" + good[6:], hz, "neither 0 nor 1"),
        (good[:5] + b"\x00" + good[6:], hz, "low after a"),
        (good[:9] + bytes(200), hz, "no whole pixels"),
        (b"\x00\xff", hz, "stays high"),
    ):
        with pytest.raises(OutOfSpec, match=message):
            decode(bad, clock, sheet)


@given(st.binary(min_size=3, max_size=90).map(lambda data: data[: len(data) // 3 * 3]))
def test_simulated_leds_agree_with_strict_decoder(frame: bytes) -> None:
    for chip, hz in USUAL_HZ.items():
        chain = Chain(len(frame) // 3, chip=CHIPS[chip])
        chain.receive(line(frame, chip, hz), hz)
        assert chain.lit == frame
        assert chain.out_of_spec == 0


def test_simulated_leds_detect_drifting_clock() -> None:
    chain = Chain(4)
    chain.receive(line(bytes(12), "ws2812b-v5", 3_200_000), 3_200_000 * 250 / 400)
    assert chain.lit == b"\xff" * 12  # every 0 is as long as a 1: white, as on real LEDs
    assert chain.out_of_spec


def test_simulated_leds_beyond_short_frame_keep_colour() -> None:
    chain = Chain(3)
    for frame in (bytes([9] * 9), bytes([1, 2, 3])):
        chain.receive(line(frame, "ws2812b-v5", 3_200_000), 3_200_000)
        chain.lit  # noqa: B018 - looks, as a page does
    assert chain.lit == bytes([1, 2, 3, 9, 9, 9, 9, 9, 9])
    chain.receive(bytes(20), 3_200_000)
    assert chain.lit == bytes([1, 2, 3, 9, 9, 9, 9, 9, 9])


@pytest.mark.parametrize("chip", CHIPS)
def test_high_idle_line_corrupts_no_led(chip: str) -> None:
    """Checks that the falling edge shifts all LEDs after a zero byte, and none after a reset."""
    hz, frame = USUAL_HZ[chip], bytes(range(1, 61))
    sent = line(frame, chip, hz)
    encoder = Encoder(20, code_for(CHIPS[chip], hz), hz, CHIPS[chip].reset_us)
    for levels, whole in ((sent, True), (sent[encoder.pause - 1 :], False)):
        chain = Chain(20, chip=CHIPS[chip])
        port = Port(chain, paced=False, idles_high=True)
        port.open_path("")
        port.max_speed_hz = hz
        for _ in range(2):
            port.writebytes2(levels)
            _ = chain.lit
        wrong = sum(chain.lit[n : n + 3] != frame[n : n + 3] for n in range(0, 60, 3))
        assert wrong == (0 if whole else 20)


def simulated(options: str, length: int) -> spi.SimulatedSpiStrip:
    strip = spi.open(f"mock,{options}".rstrip(","), length, paced=False)
    assert isinstance(strip, spi.SimulatedSpiStrip)
    return strip


RANDOM = bytes((97 * n + n * n // 5) % 256 for n in range(3 * 244))


@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize("core_MHz", CORES_MHZ)
def test_rest_after_each_byte_corrupts_no_led(chip: str, core_MHz: int) -> None:
    strip = simulated(f"chip={chip},core={core_MHz}", 244)
    strip.show(RANDOM)
    assert strip.lit == RANDOM
    assert strip.port.chain.out_of_spec, "the rest is outside the data sheet"


@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize("core_MHz", CORES_MHZ)
def test_timing_without_rests_is_within_data_sheet(chip: str, core_MHz: int) -> None:
    clock_hz = divided_clock(core_MHz * 1_000_000, USUAL_HZ[chip])
    code = code_for(CHIPS[chip], clock_hz)
    encoded = Encoder(244, code, clock_hz, CHIPS[chip].reset_us).encode(RANDOM)
    assert decode(encoded, clock_hz, SHEETS[chip]) == pixels(RANDOM)
    with pytest.raises(OutOfSpec, match="low after a"):
        decode(rested(encoded), clock_hz, SHEETS[chip])


def rested(levels: bytes) -> bytes:
    """Returns the levels with one low clock after each byte."""
    bits = "".join(f"{byte:08b}0" for byte in levels)
    return int(bits.ljust(-(-len(bits) // 8) * 8, "0"), 2).to_bytes(-(-len(bits) // 8))


@pytest.mark.parametrize("options", ["", "rest=0"])
@pytest.mark.parametrize("chip", CHIPS)
def test_code_works_with_and_without_rests(chip: str, options: str) -> None:
    strip = simulated(f"chip={chip},{options}".rstrip(","), 10)
    strip.show(RANDOM[:30])
    assert strip.lit == RANDOM[:30] and strip._encoder.bits == 4


@pytest.mark.parametrize("hz", [2_400_000, 2_500_000])
def test_three_bit_clock_is_refused(hz: int) -> None:
    """Refuses an encoding whose pulses a rest after each byte would split."""
    with pytest.raises(DeviceMissing, match=r"3\.16 to 3\.33 MHz would be"):
        simulated(f"chip=ws2812b-2013,hz={hz}", 244)


def test_real_port_refuses_rest_option() -> None:
    with pytest.raises(DeviceMissing, match="unknown option 'rest=0'"):
        spi.check("/dev/spidev0.0,rest=0")


def test_reordered_swaps_colours() -> None:
    chain = Chain(1, order="RGB")
    chain.receive(line(b"\x01\x02\x03", "ws2812b-v5", 3_200_000), 3_200_000)
    assert chain.lit == b"\x02\x01\x03"
