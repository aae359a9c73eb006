"""Pictures saved on request, to report misread cards.

Each consists of two files with one name, `20261121-061502-5f3a9c01.jpg` and `.json`: the picture,
and the cards that were read and those that it really showed. They stay in one folder on this
machine. Its size is limited: the oldest pictures are deleted, and other files are never touched.
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

    NOT_SAVED = "picture-not-kept", "the picture was not saved: {why}"


class PictureStore:
    """A folder of saved pictures. Its methods block: do not call them on the event loop."""

    def __init__(self, folder: Path, *, max_mb: int) -> None:
        """Stores the settings; the folder is created with the first picture.

        Args:
            folder: folder of the pictures.
            max_mb: maximum total size in MiB.
        """
        self.folder = folder
        self._limit = max_mb * MIB

    def reserve(self, stamp: str) -> Path:
        """Makes room for a picture; returns the path to which to write the JPEG.

        Args:
            stamp: time of the picture, as `20261121-061502`.

        Raises:
            DeviceError: the folder cannot be made or written to.
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self.make_room()  # done first, or a full disk would stay full
        except OSError as error:
            raise _not_saved(error) from error
        return self.folder / f"{stamp}-{uuid4().hex[:8]}.jpg"

    def complete(self, picture: Path, note: dict[str, Any]) -> None:
        """Writes the note of a picture and enforces the limit.

        Raises:
            DeviceError: the disk is full, or the picture exceeds the limit; it is deleted then.
        """
        try:
            self.note(picture.stem, note)
            size = self._size(picture) + self._size(picture.with_suffix(".json"))
            if size > self._limit:
                limit = self._limit // MIB
                raise OSError(f"it alone is over the limit of {limit} MB (pictures_max_mb)")
            self.make_room(except_for=picture.stem)
        except OSError as error:
            self.forget(picture.stem)
            raise _not_saved(error) from error

    def note(self, name: str, note: dict[str, Any]) -> None:
        """Writes or replaces the note of a picture.

        Raises:
            OSError: the note cannot be written.
        """
        text = json.dumps(note, indent=1, ensure_ascii=False) + "\n"
        (self.folder / f"{name}.json").write_text(text, encoding="utf-8")

    def forget(self, name: str) -> None:
        """Removes a picture and its note, if they exist."""
        for ending in ENDINGS:
            try:
                (self.folder / f"{name}{ending}").unlink(missing_ok=True)
            except OSError:
                continue  # read-only disk: nothing was written anyway

    def make_room(self, except_for: str = "") -> None:
        """Deletes the oldest pictures until the folder is within its limit.

        Args:
            except_for: name of a picture that must stay.

        Raises:
            OSError: a file cannot be deleted.
        """
        sizes: dict[str, int] = {}
        for path in self._ours():
            sizes[path.stem] = sizes.get(path.stem, 0) + self._size(path)
        total = sum(sizes.values())
        for name in sorted(sizes):
            if total <= self._limit:
                return
            if name != except_for:
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


def _not_saved(error: OSError) -> DeviceError:
    return DeviceError(AlbumFault.NOT_SAVED, why=error.strerror or error)
