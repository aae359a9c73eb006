"""Lists the sound devices that the kernel reports, and parses ALSA addresses.

A card's number depends on the order in which the cards appear: a USB card plugged
in may become card 0. Its name does not, so the addresses here are `plughw:CARD=NAME,DEV=0`.
`plughw` converts to a card's formats, `hw` does not. The HDMI outputs of a Pi
accept only IEC 958 frames, which only `sysdefault` produces (raspberrypi/linux#3043).
"""

import re
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from pegboard.errors import Code, ConfigError

DEFAULT = "default"
"""ALSA's default device: card 0, unless asound.conf changes it."""

_ADDRESS = re.compile(
    r"(?P<plain>default|sysdefault|null|pulse|pipewire|jack|bluealsa(:[A-Za-z0-9=:,_.-]+)?)"
    r"|(?P<plugin>hw|plughw|default|sysdefault|dmix|front|hdmi|iec958|surround\d{2}):(CARD=)?"
    r"(?P<card>[0-9]{1,2}|[A-Za-z_][A-Za-z0-9_-]{0,31})"
    r"(,(DEV=)?(?P<device>[0-9]{1,2})(,(SUBDEV=)?[0-9]{1,2})?)?"
)
_CARD = re.compile(r"\s*(\d+) \[(\S+)\s*\]: .*? - (.*)")
_DEVICE = re.compile(r"(\d+)-(\d+): (.*?) : .* : playback")
_HDMI = "vc4hdmi"
"""Name of a Pi's HDMI outputs, before their number."""
CARDS, DEVICES = "proc/asound/cards", "proc/asound/pcm"


class SoundFault(Code):
    """Codes of `ConfigError` for the address of a sound device."""

    NO_ADDRESS = (
        "sound-no-address",
        "{device} is no sound device; must be default, or a card such as plughw:CARD=Device,DEV=0",
    )
    AS_FILE = (
        "sound-as-file",
        "{device} must be the path of a .wav file",
        "a sound device is written as device under [voice]",
    )


@dataclass(frozen=True, slots=True)
class SoundCard:
    """An output of a sound card.

    Attributes:
        address: ALSA address, by the card's name.
        name: name for people.
        number: number of the card, which may change.
        id: name of the card in addresses.
        device: number of the output on the card.
    """

    address: str
    name: str
    number: int
    id: str
    device: int


@dataclass(frozen=True, slots=True)
class SoundAddress:
    """A parsed address of a sound device.

    Attributes:
        card: name or number of the card; empty for the default.
        device: number of the output on the card.
    """

    card: str = ""
    device: int = 0

    @property
    def is_numbered(self) -> bool:
        """Returns True if the card is given by number."""
        return self.card.isdecimal()

    def find(self, cards: list[SoundCard]) -> SoundCard | None:
        """Returns the output with this address; None if it is absent."""
        for card in cards:
            if self.card in (card.id, str(card.number)) and self.device == card.device:
                return card
        return None


def read_address(device: str) -> SoundAddress:
    """Parses the address of a sound device.

    Raises:
        ConfigError: it is malformed.
    """
    match = _ADDRESS.fullmatch(device)
    if match is None:
        raise ConfigError(SoundFault.NO_ADDRESS, device=repr(device))
    return SoundAddress(match["card"] or "", int(match["device"] or 0))


def check_file(path: str) -> None:
    """Checks the output file of a voice, used in place of a sound device.

    Raises:
        ConfigError: it has neither a folder nor the suffix of a sound file, as `hw:1`, or is a
            device of the kernel.
    """
    folder, _, name = path.rpartition("/")
    is_device = not folder or ":" in name or path.startswith("/dev/")
    if is_device and not name.lower().endswith(".wav"):
        raise ConfigError(SoundFault.AS_FILE, device=repr(path))


def sound_cards(root: Path = Path("/")) -> list[SoundCard]:
    """Returns the outputs of all cards, in the order of the cards.

    Args:
        root: root of the file system; another folder in tests.
    """
    names = {int(match[1]): (match[2], match[3].strip()) for match in _lines(root / CARDS, _CARD)}
    outputs = [
        (int(match[1]), int(match[2]), match[3])
        for match in _lines(root / DEVICES, _DEVICE)
        if int(match[1]) in names
    ]
    cards = []
    for number, device, output in sorted(outputs):
        id, name = names[number]
        several = sum(row[0] == number for row in outputs) > 1
        cards.append(
            SoundCard(
                _address(id, device),
                f"{name}, {output}" if several else name,
                *(number, id, device),
            )
        )
    return cards


def _address(id: str, device: int) -> str:
    """Returns the address of an output, including the converter it needs."""
    return f"sysdefault:CARD={id}" if id.startswith(_HDMI) else f"plughw:CARD={id},DEV={device}"


def _lines(file: Path, pattern: re.Pattern[str]) -> list[re.Match[str]]:
    with suppress(OSError):
        lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
        return [match for match in map(pattern.match, lines) if match]
    return []
