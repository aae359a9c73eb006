"""Current limiting: no frame exceeds its budget."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pegboard.board.color import idle, limit, milliamps

FRAMES = st.one_of(
    st.binary(max_size=1500).map(lambda data: data[: len(data) // 3 * 3]),
    # Long, even and dim frames are where rounding would show.
    st.builds(
        lambda data, count: data * count, st.binary(min_size=3, max_size=3), st.integers(0, 500)
    ),
)


@pytest.mark.parametrize(
    ("pixel", "mA"),
    [((0, 0, 0), 1), ((255, 0, 0), 17), ((0, 255, 0), 12), ((0, 0, 255), 16), ((255,) * 3, 43)],
)
def test_single_pixel_current(pixel: tuple[int, ...], mA: float) -> None:
    assert milliamps(bytes(pixel)) == mA
    assert milliamps(bytes(pixel) * 10) == 10 * mA


def test_white_board_current() -> None:
    white = bytes([255]) * 3 * 484
    assert milliamps(white) == 484 * 43
    assert idle(white) == 484
    assert limit(white, 484 * 43) is white
    assert 1999.8 <= milliamps(limit(white, 2000)) <= 2000


def test_limiting_keeps_the_hue() -> None:
    orange = bytes([200, 100, 0]) * 244
    for start in range(0, len(orange), 3):
        red, green, blue = limit(orange, 1500)[start : start + 3]
        assert abs(red - 2 * green) <= 2
        assert blue == 0


@given(FRAMES, st.integers(0, 30_000))
@example(bytes([1, 1, 1]) * 484, 500)
@example(bytes([3, 0, 1]) * 244, 245)
@example(bytes(3), 0)
def test_no_frame_exceeds_its_budget(frame: bytes, budget: int) -> None:
    limited = limit(frame, budget)
    assert len(limited) == len(frame)
    assert milliamps(limited) <= max(budget, idle(frame))
    assert all(new <= old for new, old in zip(limited, frame, strict=True))
    if milliamps(frame) <= budget:
        assert limited == frame
    elif budget <= idle(frame):
        assert not any(limited)
    else:
        assert milliamps(limited) > budget - 0.2


@given(FRAMES, st.integers(10, 30_000))
def test_scaled_frame_uses_its_budget(frame: bytes, budget: int) -> None:
    if milliamps(frame) > budget > idle(frame):
        assert milliamps(limit(frame, budget)) >= 0.98 * budget


@given(FRAMES, st.integers(0, 30_000))
def test_limiting_is_idempotent(frame: bytes, budget: int) -> None:
    assert limit(limit(frame, budget), budget) == limit(frame, budget)
