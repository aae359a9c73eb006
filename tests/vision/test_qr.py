"""QR codes: drawn, and as seen by a camera."""

import numpy as np
import pytest

from pegboard.http.lan_address import qr_code
from pegboard.vision.qr import TEXT_MOST, read_qr
from tests.support.qr_pictures import camera_view, rasterized

SIGN = "http://192.168.1.20:8131/player#table=12"


def test_drawn_qr_code_is_read() -> None:
    for text in (SIGN, "http://192.168.1.20:8131/#code=482913", "https://hall.example/player"):
        assert read_qr(rasterized(qr_code(text))) == text


@pytest.mark.parametrize(("side_px", "blur", "noise"), [(420, 1.5, 8), (300, 1.0, 10), (600, 3, 5)])
def test_qr_code_in_camera_picture_is_read(side_px: int, blur: float, noise: float) -> None:
    """Requires one readable picture of three: the code is held up for a second or two."""
    code = rasterized(qr_code(SIGN))
    read = [read_qr(camera_view(code, side_px, blur=blur, noise=noise, seed=n)) for n in range(6)]
    assert {*read} <= {SIGN, ""}, "never anything else"
    assert read.count(SIGN) >= 2


def test_picture_without_qr_code_gives_empty_text() -> None:
    rng = np.random.default_rng(1)
    assert read_qr(np.full((120, 160, 3), 60, np.uint8)) == ""
    assert read_qr(rng.integers(0, 255, (300, 400, 3), dtype=np.uint8)) == ""
    code = rasterized(qr_code(SIGN))
    code[: code.shape[0] // 2] = 255
    assert read_qr(code) == "", "half of one"


def test_qr_text_length_is_bounded() -> None:
    assert read_qr(rasterized(qr_code("9" * 1800), 6)) in ("", "9" * TEXT_MOST)
