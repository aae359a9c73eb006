"""Colours: text, hues, and conversion from screen to LED values."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegboard.board.color import BLACK, OKABE_ITO, RGB, WHITE, for_leds, for_screen


def test_colour_round_trips_through_text() -> None:
    assert RGB.parse("#0072B2") == (0, 0x72, 0xB2)
    assert str(RGB.parse("e69f00")) == "#E69F00"


@pytest.mark.parametrize("text", ["", "#", "blue", "#12345", "#12345678", "#GG0000"])
def test_invalid_colour_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"not a colour: .* \(one like #0072B2\)"):
        RGB.parse(text)


def test_colours_mix_and_shade() -> None:
    assert BLACK.mix(WHITE, 0.5) == (128, 128, 128)
    assert RGB(10, 20, 30).mix(WHITE, 0) == (10, 20, 30)
    assert RGB(200, 100, 0).shade(0.5) == (100, 50, 0)
    assert RGB(0, 60, 120).vivid() == (0, 128, 255)
    assert BLACK.vivid() == BLACK


def test_default_palette_is_colour_blind_safe() -> None:
    assert [str(color) for color in OKABE_ITO.tracks] == [
        "#0072B2",
        "#E69F00",
        "#009E73",
        "#CC79A7",
    ]


def test_half_on_a_screen_is_a_fifth_of_the_light() -> None:
    assert for_leds(bytes([0, 128, 255])) == bytes([0, 56, 255])
    assert for_leds(bytes([0, 128, 255]), 0.5) == bytes([0, 28, 128])


def test_dimmed_mark_stays_visible_and_off_stays_off() -> None:
    assert for_leds(bytes([0, 10, 40, 255]), 0.01) == bytes([0, 0, 1, 3])
    assert for_leds(bytes([0, 10, 40, 255]), 0) == bytes(4)


@pytest.mark.parametrize("brightness", [-0.1, 1.1])
def test_brightness_is_bounded(brightness: float) -> None:
    with pytest.raises(ValueError, match="brightness should be from 0 to 1"):
        for_leds(b"", brightness)


@given(st.binary(max_size=300))
def test_led_conversion_is_invertible(frame: bytes) -> None:
    back = for_screen(for_leds(frame))
    assert len(back) == len(frame)
    assert all(abs(a - b) <= 12 for a, b in zip(frame, back, strict=True) if a > 60)


@given(st.floats(0, 1))
def test_brightness_is_monotonic(brightness: float) -> None:
    ramp = for_leds(bytes(range(256)), brightness)
    assert list(ramp) == sorted(ramp)
