#!/usr/bin/env python3
"""Prints what the Raspberry Pi Imager wants to know of an image before it offers name and Wi-Fi.

    hardware/image/manifest.py IMAGE.img IMAGE.img.xz VERSION > IMAGE.rpi-imager-manifest

From version 2 on the Imager asks nothing about an image of your own unless such a file names its
`init_format`. The file names the image by its full path: move the image, and make it again.
"""

import hashlib
import json
import os
import sys
import time
from pathlib import Path

DEVICES = ["pi4-64bit", "pi3-64bit"]


def manifest(
    image: Path, packed: Path, version: str, now: float
) -> dict[str, list[dict[str, object]]]:
    """Describes one image.

    Args:
        image: as it lies on the card.
        packed: the same, for the Imager to unpack.
        version: of pegboard.
        now: its date, seconds since 1970.

    Returns:
        The Imager's list of systems, with this one in it.
    """
    entry = {
        "name": f"pegboard {version}",
        "description": "Electronic cribbage board: starts to its page at http://pegboard.local:8121",
        "url": packed.resolve().as_uri(),
        "icon": "",
        "release_date": time.strftime("%Y-%m-%d", time.gmtime(now)),
        "extract_size": image.stat().st_size,
        "extract_sha256": _sha256(image),
        "image_download_size": packed.stat().st_size,
        "image_download_sha256": _sha256(packed),
        "devices": DEVICES,
        "init_format": "cloudinit",
        "architecture": "armv8",
    }
    return {"os_list": [entry]}


def _sha256(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


if __name__ == "__main__":
    date = float(os.environ.get("SOURCE_DATE_EPOCH") or time.time())
    found = manifest(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], date)
    sys.stdout.write(json.dumps(found, indent=2) + "\n")
