"""Lists the cameras that the kernel reports, without opening them.

Not every /dev/video* is a camera: a Raspberry Pi has its codecs and its image processor there,
and a USB camera has a second device for metadata.
"""

import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from pegboard.i18n import _

# Words in the names of devices that are no camera, or only a part of the ribbon cable's.
# Whole words, because every "display" contains "isp".
_NO_CAMERA = re.compile(
    r"(?<![a-z0-9])(bcm2835|v?codec|isp|unicam|rp1-cfe|rpivid|hevc|pisp(be)?|stateful"
    r"|rk(isp|cif|vdec|venc)\w*|hantro|cedrus|ipu\d+|vpu|rga|mfc|venus|wave5|m2m|jpeg"
    r"|v?dec(oder)?|v?enc(oder)?|scaler|deinterlace)(?![a-z])",
    re.I,
)
_SENSOR = re.compile(
    r"^(imx|csimx|ov|ox0|og|gc|ar0|mt9|s5k|hi|mira|vd5[56]g|vgxy|veye|alvium|arducam[-_])[\w-]*"
    r" \d+-[0-9a-f]{4}$",
    re.I,
)
"""Name of a sensor on the ribbon cable, with I2C bus and address.

Names are those of drivers in Raspberry Pi's kernel (drivers/media/i2c) supported by its libcamera,
and Arducam's; not those of focus motors (dw9807, ad5398), converters (tc358743), or depth sensors
(irs1125).
"""


_BY_ID = "dev/v4l/by-id"
"""udev's links to USB cameras, by maker and serial number."""


@dataclass(frozen=True, slots=True)
class CameraInfo:
    """A camera: its address, its name, and any reason it cannot be used."""

    address: str
    name: str
    problem: str = ""
    stable_address: str = ""
    """Address that is the same in every USB port; empty if it has none."""

    @property
    def best_address(self) -> str:
        """Address to configure: the stable one if there is one."""
        return self.stable_address or self.address


def _is_accessible(path: Path) -> bool:
    return os.access(path, os.R_OK | os.W_OK)


def cameras(
    root: Path = Path("/"),
    is_accessible: Callable[[Path], bool] = _is_accessible,
    is_installed: Callable[[str], bool] = lambda module: find_spec(module) is not None,
) -> list[CameraInfo]:
    """Returns the available cameras, the one that `auto` prefers first.

    Args:
        root: root of the file system; another folder in tests.
        is_accessible: whether this process may open a device.
        is_installed: whether a Python module is installed.
    """
    return _ribbon(root, is_installed) + _usb(root, is_accessible)


def _ribbon(root: Path, installed: Callable[[str], bool]) -> list[CameraInfo]:
    names = [_text(p / "name") for p in _devices(root, "v4l-subdev*")]
    sensors = [name for name in names if _SENSOR.match(name)]
    problem: str = ""
    if sensors and not installed("picamera2"):
        problem = _(
            "picamera2 is not installed: `sudo apt install python3-picamera2`, and make the "
            "virtual environment with --system-site-packages"
        )
    return [CameraInfo(f"picamera:{n or ''}", sensor, problem) for n, sensor in enumerate(sensors)]


def _usb(root: Path, is_accessible: Callable[[Path], bool]) -> list[CameraInfo]:
    usb, links = [], _links(root)
    for device in _devices(root, "video*"):
        name, node = _text(device / "name"), root / "dev" / device.name
        if not node.exists() or _text(device / "index") not in ("", "0"):
            continue
        if _NO_CAMERA.search(name) and not _is_usb(device):
            continue
        problem: str = ""
        if not is_accessible(node):
            problem = _("no permission; `sudo usermod -aG video $USER`, then log in again")
        lasting = links.get(device.name, "")
        usb.append(CameraInfo(f"v4l:/dev/{device.name}", name or "camera", problem, lasting))
    return usb


def _is_usb(device: Path) -> bool:
    """Returns whether a device is on USB, where names are the maker's choice and mean nothing."""
    return (device / "device/subsystem").resolve().name == "usb"


def _links(root: Path) -> dict[str, str]:
    """Returns the addresses below /dev/v4l/by-id, by the name of the device they link to."""
    links = sorted((root / _BY_ID).glob("*"))
    return {link.resolve().name: f"v4l:/{link.relative_to(root)}" for link in links}


def _devices(root: Path, pattern: str) -> list[Path]:
    folder = root / "sys/class/video4linux"
    return sorted(folder.glob(pattern), key=lambda p: (len(p.name), p.name))


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
