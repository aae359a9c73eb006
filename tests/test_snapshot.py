"""What a page is told of the devices."""

import pytest

from pegboard.snapshot import Health


@pytest.mark.parametrize(
    ("address", "simulated", "shown"),
    [
        ("memory:", True, "memory:"),
        ("gpio:mock", True, "gpio:mock"),
        ("gpio:", False, "gpio:"),
        ("files:", True, "files:"),
        ("files:/home/ann/pictures", True, "files:/home/ann/pictures"),
        ("files:http://ann:secret@10.0.0.9/s.mjpg", False, "files:http://10.0.0.9/s.mjpg"),
        ("v4l:/dev/video0", False, "v4l:/dev/video0"),
    ],
)
def test_a_device_is_named_without_its_password(address: str, simulated: bool, shown: str) -> None:
    health = Health("camera", address, True, "")
    assert health.simulated is simulated
    assert health.address_to_show == shown
