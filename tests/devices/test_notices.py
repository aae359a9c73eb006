"""Notices about devices for the page."""

import pytest

from pegboard.cribbage.game import apply, new_game
from pegboard.cribbage.notation import parse_action
from pegboard.cribbage.rules import Rules
from pegboard.devices.notices import device_notice, is_simulated, without_password
from pegboard.errors import Common, DeviceMissing
from pegboard.i18n import _
from pegboard.notice import Level
from pegboard.session.views.next_step import prompt_hand


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
def test_notice_hides_password(address: str, simulated: bool, shown: str) -> None:
    assert is_simulated(address) is simulated
    assert without_password(address) == shown


def test_device_notice_reflects_fault() -> None:
    well = device_notice("strip", "spi:")
    assert (well.level, well.code, well.sentence, well.is_ok) == (Level.OK, "strip-works", "", True)
    samples = device_notice("camera", "files:", note=_("simulated"))
    assert (samples.level, samples.sentence, samples.is_ok) == (Level.INFO, "simulated", True)
    fault = DeviceMissing(Common.VERBATIM_WITH_CURE, says="it is gone", cure="plug it in")
    missing = device_notice("buttons", "serial:", fault, _("simulated"))
    assert (missing.level, missing.code, missing.is_ok) == (Level.FAULT, "said-with-cure", False)
    assert missing.sentence == "it is gone; plug it in"
    assert (missing.about, missing.name, missing.address) == ("buttons", "buttons", "serial:")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_camera_prompt_advances_from_hands_to_crib(players: int) -> None:
    names = ("Ann", "Ben", "Cid", "Dot")[:players]
    state = new_game(Rules(players=players), 0)
    assert prompt_hand(state, names) is None
    hands = ["2C3D7H9S", "2D3H7S9C", "2H3S7C9D", "2S3C7D9H"]
    lines = ["deal 0", "cut KD"]
    lines += [f"hand {seat % players} {hands[seat - 1]}" for seat in range(1, players + 1)]
    prompts = []
    for line in lines:
        state = apply(state, parse_action(line)).state
        prompts.append(prompt_hand(state, names))
    expected = [f"Lay {name}’s hand" for name in names[2:]]
    assert prompts[2:] == [
        *expected,
        "Now the dealer: lay Ann’s hand",
        "Now the crib: lay Ann’s crib",
    ]
