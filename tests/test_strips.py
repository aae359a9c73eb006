"""Every strip there is keeps the same promises; simulated and real ones pass the same tests.

Strips that need a device are skipped where it is missing. To test one on the bench, name it and
its length: `PEGBOARD_TEST_STRIP=spi:/dev/spidev0.0 PEGBOARD_TEST_LENGTH=244`.
"""

import os
from collections.abc import Iterator

import pytest

from pegboard.errors import DeviceLost, DeviceMissing
from pegboard.ports import Strip
from pegboard.strips import open_strip, schemes

LENGTH = int(os.environ.get("PEGBOARD_TEST_LENGTH", "10"))
ADDRESSES = [f"{scheme}:" for scheme in schemes()]
if named := os.environ.get("PEGBOARD_TEST_STRIP"):
    ADDRESSES.append(named)


@pytest.fixture(params=ADDRESSES)
def strip(request: pytest.FixtureRequest) -> Iterator[Strip]:
    try:
        strip = open_strip(request.param, LENGTH)
    except DeviceMissing as error:
        if request.param == os.environ.get("PEGBOARD_TEST_STRIP"):
            raise
        pytest.skip(str(error))
    yield strip
    strip.close()


def test_takes_a_frame_of_its_length(strip: Strip) -> None:
    assert strip.length == LENGTH
    strip.show(bytes(range(30)) if LENGTH == 10 else bytes([9] * 3 * LENGTH))
    strip.show(bytes(3 * LENGTH))
    strip.show(bytes([255] + [0] * (3 * LENGTH - 1)))


@pytest.mark.parametrize("change", [-1, 1, 3, -3 * LENGTH])
def test_refuses_any_other_length(strip: Strip, change: int) -> None:
    with pytest.raises(ValueError, match=rf"{3 * LENGTH + change} bytes"):
        strip.show(bytes(3 * LENGTH + change))
    strip.show(bytes(3 * LENGTH))


def test_closes_twice(strip: Strip) -> None:
    strip.show(bytes([7] * 3 * LENGTH))
    strip.close()
    strip.close()


def test_a_closed_strip_is_lost(strip: Strip) -> None:
    strip.close()
    with pytest.raises(DeviceLost, match="closed"):
        strip.show(bytes(3 * LENGTH))


@pytest.mark.parametrize("address", ["", "moon:", "memory.x:", "_frame:", "../memory:", "os:"])
def test_says_which_strips_there_are(address: str) -> None:
    with pytest.raises(DeviceMissing, match=r"there are .*memory, .*terminal") as caught:
        open_strip(address, 3)
    assert repr(address) in str(caught.value)


def test_the_folder_is_the_list() -> None:
    assert {"memory", "terminal"} <= set(schemes())
    assert not any(name.startswith("_") for name in schemes())
