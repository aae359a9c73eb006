"""Chooses this machine's hardware where the configuration says `auto`.

LEDs and buttons come from the first of these that is present: the board with our firmware on
USB; SPI and the pins of a Raspberry Pi; its PWM, if we are root. Otherwise they are simulated,
and the reason names what is missing. Pins of any other machine are used only if the
configuration names them.
"""

import os
import shutil
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from pegboard.board.layout_files import load_layout
from pegboard.config import Config
from pegboard.devices import raspberry_pi
from pegboard.devices.cameras.discovery import cameras
from pegboard.devices.inputs._kernel_pins import kernel_library
from pegboard.devices.strips import _faults, spi, ws281x
from pegboard.errors import ConfigError, DeviceMissing
from pegboard.i18n import _
from pegboard.notice import localize_error

STRIPS = ("auto", "serial:", "spi:", "ws281x:", "memory:")
"""Strip addresses offered on the settings page; those of a Pi's pins only on a Pi."""
USUAL_LENGTH = 244
"""Number of pixels if the layout is unreadable, which is reported elsewhere."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The choice of `auto` for one device, with the reason: `LEDs: the USB board (serial:), …`."""

    device: Literal["LEDs", "Buttons", "Camera", "Voice"]
    why: str

    def __str__(self) -> str:
        return f"{self.device}: {self.why}"


@dataclass(frozen=True, slots=True)
class StripOffer:
    """A strip address that could be configured on this machine."""

    address: str
    problem: DeviceMissing | None = None
    """Reason that it does not work now, with cure; None if no problem is known."""


def strip_offers(length: int, root: Path = Path("/")) -> list[StripOffer]:
    """Returns the strip addresses possible on this machine, whether they work now or not.

    Args:
        length: pixels of the chain.
        root: root of the file system; another folder in tests.
    """
    return [
        StripOffer(address, _strip_problem(address, length, root))
        for address in STRIPS
        if address not in ("spi:", "ws281x:") or raspberry_pi.model(root) is not None
    ]


def _strip_problem(address: str, length: int, root: Path) -> DeviceMissing | None:
    if address == "serial:":
        from pegboard.devices.usb_board import port  # import pyserial only when ports are searched

        try:
            port.find_port(root / "dev/serial/by-id")
        except DeviceMissing as problem:
            return problem
    if address == "spi:":
        return spi.trouble(_host(root), length)
    return ws281x.trouble(_host(root)) if address == "ws281x:" else None


def choose(config: Config, root: Path = Path("/")) -> tuple[Config, list[Choice]]:
    """Returns the configuration with every `auto` resolved.

    Args:
        config: configuration from the file and the command line.
        root: root of the file system; another folder in tests.

    Returns:
        The resolved configuration, and each choice with its reason.
    """
    choices: list[Choice] = []
    board, buttons, camera = config.board, config.buttons, config.camera
    usb = _usb_board(root) if "auto" in (board.strip, buttons.source) else None
    if board.strip == "auto":
        strip, why = _strip(usb, root, config)
        board = replace(board, strip=strip)
        choices.append(Choice("LEDs", why))
    if buttons.source == "auto":
        source, why = _buttons(usb, root)
        buttons = replace(buttons, source=source)
        choices.append(Choice("Buttons", why))
    if camera.source == "auto":
        source, why = choose_camera(root)
        camera = replace(camera, source=source)
        choices.append(Choice("Camera", why))
    voice = config.voice
    if voice.speaker == "auto":
        speaker, why = _speaker(root)
        voice = replace(voice, speaker=speaker)
        choices.append(Choice("Voice", why))
    return replace(config, board=board, buttons=buttons, camera=camera, voice=voice), choices


def _speaker(root: Path) -> tuple[str, str]:
    if not any((root / "dev/snd").glob("pcmC*p")):
        return "none", "none, because this machine has no sound output (/dev/snd)."
    if shutil.which("espeak-ng") is None:
        return "none", "none, because espeak-ng is not installed (`sudo apt install espeak-ng`)."
    return "espeak:", "espeak-ng (espeak:), and there is a sound output."


def choose_camera(root: Path = Path("/")) -> tuple[str, str]:
    """Returns the address of the camera that `auto` chooses now, and the reason."""
    available = cameras(root)
    for camera in available:
        if not camera.problem:
            return camera.address, f"{camera.address}, {camera.name} is there."
    why = "there is no camera"
    if available:
        why = f"{available[0].name} cannot be used ({available[0].problem})"
    return "files:", f"simulated: COUNT reads sample pictures (files:), because {why}."


def _usb_board(root: Path) -> str | None:
    """Returns the port of the USB board with our firmware.

    None if there is none, or more than one.
    """
    from pegboard.devices.usb_board import port  # import pyserial only when ports are searched

    try:
        return str(port.find_port(root / "dev/serial/by-id").relative_to(root))
    except DeviceMissing:
        return None


def _strip(usb: str | None, root: Path, config: Config) -> tuple[str, str]:
    """Returns the address of the strip, and the reason for the choice."""
    if usb is not None:
        return "serial:", f"the USB board (serial:), /{usb} is there."
    model = raspberry_pi.model(root)
    if model is None:
        return "memory:", _(
            "simulated (memory:), drawn on the page; no pegboard is connected by USB and this is "
            "not a Raspberry Pi."
        )
    try:
        length = load_layout(config.board.layout).length
    except ConfigError:
        length = USUAL_LENGTH
    site = _host(root)
    no_spi = spi.trouble(site, length)
    if no_spi is None:
        return "spi:", f"SPI (spi:, data on GPIO 10), {model} has {spi.USUAL_PORT}."
    if ws281x.trouble(site) is None:
        return "ws281x:", f"PWM (ws281x:, data on GPIO 18) on {model}, as root; for SPI: {no_spi}."
    return "memory:", _(
        "simulated (memory:), drawn on the page; to use real ones on {model}: {why}.",
        model=model,
        why=localize_error(no_spi),
    )


def _host(root: Path) -> _faults.Host:
    return _faults.Host(
        root=root,
        is_installed=lambda name: find_spec(name) is not None,
        is_accessible=_is_accessible,
    )


def _is_accessible(path: Path) -> bool:
    return os.access(path, os.R_OK | os.W_OK)


def _has_gpiod() -> bool:
    return find_spec("gpiod") is not None and kernel_library() is not None


def _buttons(usb: str | None, root: Path) -> tuple[str, str]:
    """Returns the address of the buttons, and the reason for the choice."""
    if usb is not None:
        return "serial:", f"on the USB board (serial:), /{usb} is there."
    if not any((root / "dev").glob("gpiochip*")):
        why = "there is no /dev/gpiochip*"
    elif raspberry_pi.model(root) is None:
        # Chipsets and USB adapters have GPIO pins too, but no header.
        why = (
            "this is not a Raspberry Pi; where buttons are wired to the pins of another board, "
            'set source = "gpio:" under [buttons]'
        )
    elif not (find_spec("lgpio") or _has_gpiod()):
        why = "neither gpiod nor lgpio is installed"
    else:
        return "gpio:", "the real pins (gpio:), /dev/gpiochip* is there."
    return "gpio:mock", f"simulated pins (gpio:mock), because {why}."
