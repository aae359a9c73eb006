"""Camera heights derived from the recogniser's limits and the lens."""

from math import isclose

import pytest

from hardware.camera.placing import CARD_MM, HAND_MM, LENSES, Lens, field_mm, heights_mm
from pegboard.vision.verdicts import NEAR, SIZE, Verdict


@pytest.mark.parametrize("lens", LENSES, ids=lambda lens: lens.name)
@pytest.mark.parametrize("index_mm", [7.0, 10.0, 14.0])
def test_camera_heights_match_check_limits(lens: Lens, index_mm: float) -> None:
    lowest, highest = heights_mm(lens, index_mm)
    assert lowest < highest, "there is room between both"

    def index_px(height: float) -> float:
        return index_mm * lens.pixels[0] / field_mm(lens, height)[0]

    def card_share(height: float) -> float:
        return CARD_MM / min(field_mm(lens, height))

    assert isclose(index_px(highest), SIZE.good)
    assert field_mm(lens, lowest * 1.001)[0] >= HAND_MM and card_share(lowest) <= NEAR.good + 1e-9
    assert isclose(field_mm(lens, lowest)[0], HAND_MM) or isclose(card_share(lowest), NEAR.good)
    assert SIZE.judge(index_px(highest * 0.99)).verdict is Verdict.GOOD
    assert SIZE.judge(index_px(highest * 1.01)).verdict is Verdict.WEAK
    assert NEAR.judge(card_share(lowest * 1.01)).verdict is Verdict.GOOD


@pytest.mark.parametrize("lens", LENSES, ids=lambda lens: lens.name)
def test_field_of_view_has_picture_aspect(lens: Lens) -> None:
    wide, high = field_mm(lens, 500)
    assert isclose(wide / high, lens.pixels[0] / lens.pixels[1])


def test_module_3_field_is_limited_by_shorter_angle() -> None:
    # 16 : 9 sensor, pictures of 4 : 3: the height decides, 2 · 583 mm · tan(20.5°) = 436 mm.
    lens = LENSES[0]
    _, highest = heights_mm(lens)
    assert 575 < highest < 590
    assert field_mm(lens, highest) == pytest.approx((581.8, 436.4), abs=1)
