"""The judgement of what the emulated board sends to its LEDs."""

from pegboard.devices.strips._ws2812 import CHIPS
from tests.support.emulated import Waveform


def judge(wave: Waveform) -> None:
    """All widths are within all data sheets."""
    for name, chip in CHIPS.items():
        spans = {"t0h": chip.t0h, "t0l": chip.t0l, "t1h": chip.t1h, "t1l": chip.t1l}
        for key, (least, most) in spans.items():
            low, high = wave.widths.get(key, (least, most))
            assert least <= low <= high <= most, f"{name}: {key} is {low:g} to {high:g} ns"
        assert wave.reset_before_ns > 1000 * chip.reset_us
    low, high = wave.widths["bit"]
    assert 1150 <= low <= high <= 1350
