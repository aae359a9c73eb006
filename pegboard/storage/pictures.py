"""Pictures saved on request, to report a wrong reading.

Each is two files with one name, `20261121-061502-5f3a9c01.jpg` and `.json`: the picture as it was
taken, and what was read in it and what it really showed. They stay in one folder on this machine.
The folder has a limit: the oldest pictures go first, and no file that is not ours is touched.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

from pegboard.errors import Code, DeviceError

MIB = 1024 * 1024
ENDINGS = (".jpg", ".json")
OURS = re.compile(r"\d{8}-\d{6}-[0-9a-f]{8}\.(jpg|json)")


class AlbumFault(Code):
    """Codes of `DeviceError` for pictures that cannot be saved."""

    NOT_KEPT = "picture-not-kept", "the picture was not saved: {why}"


class Album:
    """One folder of saved pictures. Its methods block: call them away from the event loop."""

    def __init__(self, folder: Path, *, max_mb: int) -> None:
        """Stores its settings; the folder is made for the first picture.

        Args:
            folder: where the pictures lie.
            max_mb: all of them together are never larger, in MiB.
        """
        self.folder = folder
        self._limit = max_mb * MIB

    def begin(self, stamp: str) -> Path:
        """Makes room for a picture; returns the path at which to write it as JPEG.

        Args:
            stamp: when, as `20261121-061502`.

        Raises:
            DeviceError: the folder cannot be made or written to.
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self.make_room()  # before, or a disk that is full to the brim would stay so
        except OSError as error:
            raise _not_kept(error) from error
        return self.folder / f"{stamp}-{uuid4().hex[:8]}.jpg"

    def end(self, picture: Path, note: dict[str, Any]) -> None:
        """Completes a picture with its note, and enforces the limit.

        Raises:
            DeviceError: the disk is full, or the picture alone is over the limit. Then it is gone.
        """
        try:
            self.note(picture.stem, note)
            size = self._size(picture) + self._size(picture.with_suffix(".json"))
            if size > self._limit:
                limit = self._limit // MIB
                raise OSError(f"it alone is over the limit of {limit} MB (pictures_max_mb)")
            self.make_room(sparing=picture.stem)
        except OSError as error:
            self.forget(picture.stem)
            raise _not_kept(error) from error

    def note(self, name: str, note: dict[str, Any]) -> None:
        """Writes or replaces the note of a picture.

        Raises:
            OSError: it cannot be written.
        """
        text = json.dumps(note, indent=1, ensure_ascii=False) + "\n"
        (self.folder / f"{name}.json").write_text(text, encoding="utf-8")

    def forget(self, name: str) -> None:
        """Removes a picture and its note, if they exist."""
        for ending in ENDINGS:
            try:
                (self.folder / f"{name}{ending}").unlink(missing_ok=True)
            except OSError:
                continue  # a read-only disk: nothing was written either

    def make_room(self, sparing: str = "") -> None:
        """Removes the oldest pictures until the folder is within its limit.

        Args:
            sparing: the name of one that stays.

        Raises:
            OSError: one cannot be removed.
        """
        sizes: dict[str, int] = {}
        for path in self._ours():
            sizes[path.stem] = sizes.get(path.stem, 0) + self._size(path)
        total = sum(sizes.values())
        for name in sorted(sizes):
            if total <= self._limit:
                return
            if name != sparing:
                total -= sizes[name]
                for ending in ENDINGS:
                    (self.folder / f"{name}{ending}").unlink(missing_ok=True)

    def _ours(self) -> Iterator[Path]:
        for path in self.folder.iterdir():
            if OURS.fullmatch(path.name) and path.is_file() and not path.is_symlink():
                yield path

    @staticmethod
    def _size(path: Path) -> int:
        return path.stat().st_size


def _not_kept(error: OSError) -> DeviceError:
    return DeviceError(AlbumFault.NOT_KEPT, why=error.strerror or error)
