"""Fills dist/ with everything a release contains: `.ci/dist.py [--key FILE] [--address URL]`.

`make release-dry-run` and `make release` build the parts first: the wheel in dist/, the firmware,
the drawings and lists in build/release. SHA256SUMS and the wheel are signed with the key, which
systemd/release.pub must contain; without one, a temporary key signs, and dist/dry-run.pub is its
public half. Names, sizes and sums are printed.

Two runs of the same sources give the same archives: sorted names, fixed dates, no owners. The
signatures differ (they contain the time), and so does the guide between versions of Chromium.
"""

import argparse
import gzip
import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

import sign

from hardware.image.manifest import published
from pegboard import __version__
from pegboard.ops.update.signature import KEYS, BadSignature, read_keys, verify

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
HARDWARE = ROOT / "build" / "release" / "hardware"
GUIDE = ROOT / "build" / "release" / "guide.pdf"
FIRMWARE = ROOT / "build" / "firmware" / "pegboard.uf2"
IMAGE = ROOT / "build" / "image" / f"pegboard-{__version__}-arm64.img.xz"
SUMS = "SHA256SUMS"
DRY_RUN = "dry-run.pub"
DATE = (2020, 1, 1, 0, 0, 0)
DATE_S = 1577836800
"""Date of every member of an archive."""
OUTSIDE = re.compile(r"\[([^\]]+)\]\(\.\.[^)]*\)")
"""Link of a README out of its folder."""


class Incomplete(Exception):
    """A missing or wrong part of the release, named in the message with the cure."""


def pack_zip(target: Path, top: str, files: Mapping[str, bytes]) -> None:
    """Writes a zip file.

    Args:
        target: path of the archive.
        top: name of its top folder.
        files: contents by path below `top`.
    """
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as pack:
        for name in sorted(files):
            entry = zipfile.ZipInfo(f"{top}/{name}", DATE)
            entry.external_attr = 0o644 << 16
            pack.writestr(entry, files[name], zipfile.ZIP_DEFLATED)


def pack_tar(target: Path, top: str, files: Mapping[str, bytes]) -> None:
    """Writes a tar.gz file with executable scripts (`*.sh`). Arguments as for `pack_zip`."""
    with (
        target.open("wb") as raw,
        gzip.GzipFile("", "wb", mtime=DATE_S, fileobj=raw) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as pack,
    ):
        for name in sorted(files):
            entry = tarfile.TarInfo(f"{top}/{name}")
            entry.size, entry.mtime = len(files[name]), DATE_S
            entry.mode = 0o755 if name.endswith(".sh") else 0o644
            pack.addfile(entry, io.BytesIO(files[name]))


def below(folder: Path) -> dict[str, bytes]:
    """Returns the contents of all files below a folder, by relative path."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def board_files(wheel: Path) -> dict[str, bytes]:
    """Returns the files that install a board without a checkout: installer, wheel, locks, units."""
    command = ["git", "ls-files", "-z", "systemd"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    files = {
        name.removeprefix("systemd/"): (ROOT / name).read_bytes()
        for name in listed.split("\0")
        if name
    }
    files["README.md"] = OUTSIDE.sub(r"\1", files["README.md"].decode()).encode()
    return files | {wheel.name: wheel.read_bytes(), "LICENSE": (ROOT / "LICENSE").read_bytes()}


def sum_of(file: Path) -> str:
    """Returns the SHA-256 of a file in hexadecimal digits."""
    with file.open("rb") as source:
        return hashlib.file_digest(source, "sha256").hexdigest()


def write_sums(folder: Path) -> Path:
    """Writes SHA256SUMS for a folder, in the format of `sha256sum`; returns its path."""
    sums = folder / SUMS
    sums.unlink(missing_ok=True)
    lines = [f"{sum_of(file)}  {file.name}\n" for file in sorted(folder.iterdir())]
    sums.write_text("".join(lines), encoding="utf-8")
    return sums


def add_image(folder: Path, wheel: Path, address: str) -> str:
    """Adds the card image if it was built from this wheel.

    Args:
        folder: dist/, which receives the files.
        wheel: path of the released wheel.
        address: URL of the download folder; if empty, the manifest is left out.

    Returns:
        A note about the part that is left out, or an empty string.
    """
    stem = IMAGE.name.removesuffix(".img.xz")
    built_of = IMAGE.with_name(f"{stem}.wheel")
    if not IMAGE.exists():
        return "Without a card image: `make image` builds it."
    if not built_of.exists() or built_of.read_text().split()[0] != sum_of(wheel):
        return f"Without the card image: {IMAGE.name} was built of another wheel; `make image`."
    shutil.copyfile(IMAGE, folder / IMAGE.name)
    shutil.copyfile(IMAGE.with_name(f"{stem}.packages"), folder / f"{stem}.packages")
    if not address:
        return (
            "Without a manifest for the Raspberry Pi Imager: RELEASE_ADDRESS=URL names its place."
        )
    name = f"{stem}.rpi-imager-manifest"
    manifest = published(json.loads(IMAGE.with_name(name).read_text()), address)
    (folder / name).write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")
    return ""


def fill(folder: Path, address: str) -> tuple[list[Path], str]:
    """Fills the folder that holds the wheel, and removes older files.

    Returns:
        The files to sign, and a note about a part that is left out.

    Raises:
        Incomplete: a part was not built.
    """
    wheel = folder / f"pegboard-{__version__}-py3-none-any.whl"
    for part, command in (
        (wheel, "make wheel"),
        (FIRMWARE, "make firmware"),
        (HARDWARE / "carrier" / "carrier-gerbers.zip", "make release-dry-run"),
        (GUIDE, "make release-dry-run"),
    ):
        if not part.exists():
            raise Incomplete(f"{part.relative_to(ROOT)} is missing: {command}")
    for file in folder.iterdir():
        if file != wheel:
            file.unlink()
    shutil.copyfile(FIRMWARE, folder / f"pegboard-firmware-{__version__}.uf2")
    shutil.copyfile(GUIDE, folder / f"pegboard-guide-{__version__}.pdf")
    hardware, board = f"pegboard-hardware-{__version__}", f"pegboard-board-{__version__}"
    lists = below(HARDWARE) | {"LICENSE": (ROOT / "LICENSE").read_bytes()}
    pack_zip(folder / f"{hardware}.zip", hardware, lists)
    pack_tar(folder / f"{board}.tar.gz", board, board_files(wheel))
    note = add_image(folder, wheel, address)
    return [wheel, write_sums(folder)], note


def throw_away_key(folder: Path, public: Path) -> tuple[Path, Path]:
    """Makes a temporary key; returns the paths of its secret and public halves."""
    os.environ["PEGBOARD_KEY_PASSPHRASE"] = "dry run"
    secret = folder / "dry-run.key"
    sign.make_key(secret, public)
    return secret, public


def check_signatures(signatures: list[Path], public: Path) -> None:
    """Verifies signatures in the same way as an installed board.

    Raises:
        Incomplete: `public` does not contain the signing key.
    """
    for signature in signatures:
        try:
            verify(signature.with_suffix(""), signature.read_text(), read_keys(public))
        except BadSignature as error:
            signature.unlink()
            raise Incomplete(
                f"{public.name} does not have this key: `make release-key` adds a new one"
            ) from error


def main() -> int:
    """Fills and signs dist/; returns 1 if a part is missing."""
    parser = argparse.ArgumentParser(description="Fill dist/ with a release.")
    parser.add_argument("--key", type=Path, help="the secret key; without it, one of this run")
    parser.add_argument("--address", default="", help="the folder people will download from")
    options = parser.parse_args()
    try:
        files, note = fill(DIST, options.address)
        with tempfile.TemporaryDirectory() as folder:
            key, public = options.key, ROOT / "systemd" / KEYS
            if key is None:
                key, public = throw_away_key(Path(folder), DIST / DRY_RUN)
            check_signatures(sign.sign_files(key, files), public)
    except (Incomplete, OSError, TypeError, ValueError) as error:
        print(f"release: {error}", file=sys.stderr)
        return 1
    for file in sorted(DIST.iterdir()):
        print(f"{sum_of(file)}  {file.stat().st_size:>11,}  {file.name}")
    if options.key is None:
        print(f"Signed with a key of this run: dist/{DRY_RUN}. Nothing is tagged.")
    if note:
        print(note)
    return 0


if __name__ == "__main__":
    sys.exit(main())
