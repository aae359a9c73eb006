"""How people sat down the last time, so that the next game is one touch: a small file of its own.

It holds, for each mode, the command that began the last game (`session.setup.Sitting.wish`). It is
only a
convenience: a file that is missing, old or damaged means that nothing is remembered.
"""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

from pegboard.errors import DeviceError
from pegboard.history.players import folded
from pegboard.storage.atomic_file import write_whole

FILE = "remembered.json"
"""In the state folder."""
LARGEST = 16 * 1024
"""More than this nobody wrote who sat down to a game."""


class Remembered:
    """The file, and what is in it. The calls block: they touch the disk."""

    def __init__(self, folder: Path) -> None:
        """Reads what there is."""
        self.path = folder / FILE
        self.wishes: dict[str, dict[str, Any]] = {}
        """The last wish of each mode."""
        with suppress(OSError, ValueError, RecursionError):
            if self.path.stat().st_size <= LARGEST:
                found = json.loads(self.path.read_text(encoding="utf-8"))
                self.wishes = (
                    {
                        mode: wish
                        for mode, wish in found.items()
                        if isinstance(wish, dict) and wish.get("mode") == mode
                    }
                    if isinstance(found, dict)
                    else {}
                )

    def forget(self, name: str) -> None:
        """Whoever sat down by this name, folded, is not proposed again.

        Raises:
            DeviceError: it could not be written; the file is as it was.
        """
        for wish in list(self.wishes.values()):
            if name in [folded(str(other)) for other in wish.get("names") or ()]:
                self.keep({key: value for key, value in wish.items() if key != "names"})

    def keep(self, wish: dict[str, Any]) -> None:
        """Remembers how people sat down; whole or not at all, whenever the plug is pulled.

        Raises:
            DeviceError: it could not be written; the file is as it was.
        """
        wishes = {**self.wishes, wish["mode"]: wish}
        text = json.dumps(wishes, ensure_ascii=False, indent=1) + "\n"
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self.path, text.encode(), mode=0o644)
        except OSError as error:
            raise DeviceError(f"{self.path}: {error.strerror or error}") from error
        self.wishes = wishes
