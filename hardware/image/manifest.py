#!/usr/bin/env python3
"""Prints the manifest with which the Raspberry Pi Imager offers host name and Wi-Fi settings.

    hardware/image/manifest.py IMAGE.img IMAGE.img.xz VERSION > IMAGE.rpi-imager-manifest
    ... --address URL     folder from which the image is downloaded

Since version 2 the Imager offers no settings for a custom image unless such a file states its
`init_format`. Without an address the file contains the local path of the image: after moving the
image, create it again.
"""

import argparse
import hashlib
import json
import os
import sys
import time
from pathlib import Path

DEVICES = ["pi4-64bit", "pi3-64bit"]
Manifest = dict[str, list[dict[str, object]]]


def manifest(image: Path, packed: Path, version: str, now: float) -> Manifest:
    """Returns the manifest of an image.

    Args:
        image: the uncompressed image.
        packed: the compressed image.
        version: version of pegboard.
        now: date of the image, in seconds since 1970.

    Returns:
        The Imager's list of systems, with this image.
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


def published(manifest: Manifest, address: str) -> Manifest:
    """Returns the manifest for an image to download from a folder at `address`."""
    place = address.rstrip("/")
    entries = [
        entry | {"url": f"{place}/{str(entry['url']).rpartition('/')[2]}"}
        for entry in manifest["os_list"]
    ]
    return {"os_list": entries}


def _sha256(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description="Print what the Raspberry Pi Imager wants to know."
    )
    parser.add_argument("image", type=Path)
    parser.add_argument("packed", type=Path)
    parser.add_argument("version")
    parser.add_argument("--address", help="the folder that people download the image from")
    options = parser.parse_args()
    date = float(os.environ.get("SOURCE_DATE_EPOCH") or time.time())
    found = manifest(options.image, options.packed, options.version, date)
    if options.address:
        found = published(found, options.address)
    sys.stdout.write(json.dumps(found, indent=2) + "\n")
