"""Sound devices, their addresses, and a voice that uses one."""

import asyncio
import shutil
from pathlib import Path

import pytest

from pegboard.config import VoiceConfig
from pegboard.devices.sound_cards import SoundCard, read_address, sound_cards
from pegboard.devices.speakers import open_speaker
from pegboard.devices.speakers.mock import MockSpeaker
from pegboard.errors import ConfigError, DeviceError, DeviceLost, DeviceMissing
from pegboard.service.speech import Speech
from pegboard.service.voice import Voice
from tests.support.healthy_machine import write_file

PI_5 = """\
 0 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0
                      vc4-hdmi-0
 1 [vc4hdmi1       ]: vc4-hdmi - vc4-hdmi-1
                      vc4-hdmi-1
 2 [Device         ]: USB-Audio - USB Audio Device
                      C-Media Electronics Inc. USB Audio Device at usb-xhci-hcd.0-1, full speed
"""
PI_5_OUTPUTS = """\
00-00: MAI PCM i2s-hifi-0 : MAI PCM i2s-hifi-0 : playback 1
01-00: MAI PCM i2s-hifi-0 : MAI PCM i2s-hifi-0 : playback 1
02-00: USB Audio : USB Audio : playback 1 : capture 1
"""


def plugged(root: Path, cards: str, outputs: str) -> None:
    write_file(root, "proc/asound/cards", cards)
    write_file(root, "proc/asound/pcm", outputs)


def test_sound_cards_of_a_pi_are_addressed_by_name(tmp_path: Path) -> None:
    plugged(tmp_path, PI_5, PI_5_OUTPUTS)
    assert [(card.address, card.name) for card in sound_cards(tmp_path)] == [
        ("sysdefault:CARD=vc4hdmi0", "vc4-hdmi-0"),
        ("sysdefault:CARD=vc4hdmi1", "vc4-hdmi-1"),
        ("plughw:CARD=Device,DEV=0", "USB Audio Device"),
    ]


def test_sound_card_address_is_independent_of_number(tmp_path: Path) -> None:
    plugged(
        tmp_path,
        " 0 [Device         ]: USB-Audio - USB Audio Device\n                      C-Media\n",
        "00-00: USB Audio : USB Audio : playback 1 : capture 1\n",
    )
    (card,) = sound_cards(tmp_path)
    assert card == SoundCard("plughw:CARD=Device,DEV=0", "USB Audio Device", 0, "Device", 0)


def test_sound_cards_lists_outputs_but_not_microphones(tmp_path: Path) -> None:
    plugged(
        tmp_path,
        " 0 [PCH            ]: HDA-Intel - HDA Intel PCH\n                      HDA Intel PCH\n"
        " 1 [C920           ]: USB-Audio - HD Pro Webcam C920\n                      Webcam\n",
        "00-00: ALC257 Analog : ALC257 Analog : playback 1 : capture 1\n"
        "00-03: HDMI 0 : HDMI 0 : playback 1\n"
        "01-00: USB Audio : USB Audio : capture 1\n"
        "07-00: Gone : Gone : playback 1\n",
    )
    assert [(card.address, card.name) for card in sound_cards(tmp_path)] == [
        ("plughw:CARD=PCH,DEV=0", "HDA Intel PCH, ALC257 Analog"),
        ("plughw:CARD=PCH,DEV=3", "HDA Intel PCH, HDMI 0"),
    ]


@pytest.mark.parametrize(
    ("cards", "outputs"),
    [("", ""), ("--- no soundcards ---\n", ""), (PI_5, ""), ("", PI_5_OUTPUTS)],
)
def test_sound_cards_is_empty_without_outputs(tmp_path: Path, cards: str, outputs: str) -> None:
    assert sound_cards(tmp_path) == []
    plugged(tmp_path, cards, outputs)
    assert sound_cards(tmp_path) == []


@pytest.mark.parametrize(
    ("device", "card", "number", "is_numbered"),
    [
        ("default", "", 0, False),
        ("pulse", "", 0, False),
        ("plughw:CARD=Device,DEV=0", "Device", 0, False),
        ("plughw:CARD=Device", "Device", 0, False),
        ("plughw:Device,3", "Device", 3, False),
        ("hw:CARD=vc4hdmi0,DEV=0", "vc4hdmi0", 0, False),
        ("sysdefault:CARD=Headphones", "Headphones", 0, False),
        ("hw:1", "1", 0, True),
        ("plughw:1,0", "1", 0, True),
        ("plughw:CARD=1,DEV=7", "1", 7, True),
        ("hw:CARD=Device,DEV=0,SUBDEV=1", "Device", 0, False),
        ("hdmi:CARD=vc4hdmi0,DEV=0", "vc4hdmi0", 0, False),
        ("front:CARD=Device,DEV=0", "Device", 0, False),
        ("sysdefault", "", 0, False),
        ("bluealsa:DEV=00:11:22:33:44:55,PROFILE=a2dp", "", 0, False),
    ],
)
def test_sound_address_is_parsed(device: str, card: str, number: int, is_numbered: bool) -> None:
    address = read_address(device)
    assert (address.card, address.device, address.is_numbered) == (card, number, is_numbered)


@pytest.mark.parametrize(
    "device",
    [
        "", " ", "1", "card1", "speakers", "Headphones", "hw", "hw:", "plughw:", "hw:,0", "hw:1,",
        "hw:1,x", "hw:1,0,0,0", "hw:1:0", "hw:-d", "plughw:CARD=", "plughw:CARD=,DEV=0",
        "plughw:CARD=A B", "plughw:CARD=A,DEV=", "plughw:CARD=A,DEV=x", "plughw:CARD=A;DEV=0",
        "plughw:DEV=0", "plughw:CARD=A,DEV=1000", "PLUGHW:CARD=A", "plug:CARD=A", "hw:100", "hw:1a",
        "/dev/snd/pcmC0D0p", "/tmp/said.wav", "hw:1\n", "default\n", "espeak:hw:1", "alsa:hw:1",
        "-d", "hw:CARD=Ä",
    ],
)  # fmt: skip
def test_malformed_sound_address_is_refused(device: str) -> None:
    with pytest.raises(ConfigError, match="is no sound device; must be default, or a card such as"):
        read_address(device)
    with pytest.raises(DeviceMissing, match="is no sound device"):
        open_speaker("espeak:", 0.5, device)


@pytest.mark.parametrize(
    "file", ["hw:1", "plughw:1,0", "plughw:CARD=Device,DEV=0", "default", "pulse", "hw:1,0", "HW:1"]
)
def test_sound_device_is_refused_as_output_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(
        DeviceMissing, match=r"must be the path of a \.wav file; .* device under \[voice\]"
    ):
        open_speaker(f"espeak:{file}")
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def espeak() -> None:
    if shutil.which("espeak-ng") is None:
        pytest.fail("no espeak-ng: apt-get install espeak-ng")


@pytest.mark.usefixtures("espeak")
def test_espeak_uses_sound_device() -> None:
    open_speaker("espeak:", 0.1, "null").say("two", "en")  # ALSA's null device
    speaker = open_speaker("espeak:", 0.1, "plughw:CARD=Nowhere,DEV=0")
    with pytest.raises(DeviceLost, match=r"device plughw:CARD=Nowhere,DEV=0: no sound \(No such"):
        speaker.say("two", "en")


@pytest.mark.parametrize(
    ("device", "options", "server"),
    [
        ("default", "", "here"),
        ("pulse", "-d pulse", "here"),
        ("plughw:CARD=Device,DEV=0", "-d plughw:CARD=Device,DEV=0", "unix:/nonexistent"),
        ("hw:1", "-d plughw:1", "unix:/nonexistent"),
        ("hw:CARD=A,DEV=1", "-d plughw:CARD=A,DEV=1", "unix:/nonexistent"),
    ],
)
def test_espeak_process_gets_device(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, device: str, options: str, server: str
) -> None:
    program = tmp_path / "espeak-ng"
    program.write_text(f'#!/bin/sh\necho "$* $PULSE_SERVER" > {tmp_path}/given\ncat >/dev/null\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.setenv("PULSE_SERVER", "here")
    open_speaker("espeak:", 0.5, device).say("two", "en")
    arguments = (tmp_path / "given").read_text().split("--stdin ")[1].split()
    assert arguments == [*options.split(), server]


def test_voice_test_works_with_and_without_board_voice() -> None:
    opened: list[MockSpeaker] = []

    def voice(config: VoiceConfig) -> Voice | None:
        if config.speaker == "none":
            return None

        def factory() -> MockSpeaker:
            speaker = open_speaker(config.speaker, config.volume, config.device)
            assert isinstance(speaker, MockSpeaker)
            opened.append(speaker)
            return speaker

        return Voice(factory, "de", lambda: None)

    async def story() -> None:
        speech = Speech(VoiceConfig("mock:", device="plughw:CARD=A"), voice, "de")
        await speech.test()
        speech.reconfigure(VoiceConfig("mock:missing"))
        with pytest.raises(DeviceError, match="missing speaker"):
            await speech.test()
        speech.reconfigure(VoiceConfig("none", device="plughw:CARD=Nowhere"))
        with pytest.raises(DeviceError, match="espeak"):
            await speech.test()
        speech.close()

    asyncio.run(story())
    assert opened == [], "the words of the game have a speaker of their own"
