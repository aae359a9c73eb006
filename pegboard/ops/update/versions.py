"""The folder of installed versions, with links to the current and the previous one."""

import re
import shutil
from contextlib import suppress
from pathlib import Path

from pegboard.errors import DeviceError
from pegboard.host.atomic_file import sync_folder
from pegboard.ops.update.codes import UpdateFault

INSTALLED = Path("/opt/pegboard")

_VERSION = re.compile(
    r"(?:(?P<epoch>\d+)!)?(?P<numbers>\d+(?:\.\d+)*)(?:(?P<pre>a|b|rc)(?P<candidate>\d+))?"
    r"(?:\.post(?P<post>\d+))?(?:\.dev(?P<dev>\d+))?(?:\+.*)?"
)
"""PEP 440 as used in wheel names; a local part after + is a build of the same version."""


def is_older(version: str, current: str) -> bool:
    """Returns whether a version is older than another; an invalid one counts as older."""
    ours, theirs = _order(current), _order(version)
    return version != current and (ours is None or theirs is None or theirs < ours)


def _order(version: str) -> tuple[object, ...] | None:
    """Returns a sort key for versions by PEP 440."""
    match = _VERSION.fullmatch(version)
    if match is None:
        return None
    numbers = [int(part) for part in match["numbers"].split(".")]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    # 1.dev1 < 1a1.dev1 < 1a1 < 1rc1 < 1 < 1.post1
    is_only_dev = match["dev"] is not None and match["pre"] is None and match["post"] is None
    stage = "" if is_only_dev else match["pre"] or "z"
    return (
        int(match["epoch"] or 0),
        numbers,
        (stage, int(match["candidate"] or 0)),
        -1 if match["post"] is None else int(match["post"]),
        float("inf") if match["dev"] is None else int(match["dev"]),
    )


class Versions:
    """The installed versions in a folder."""

    def __init__(self, folder: Path = INSTALLED) -> None:
        self.folder = folder

    @property
    def current(self) -> str:
        """Current version.

        Raises:
            DeviceError: pegboard is not installed in this folder.
        """
        name = self._named("current")
        if name is None:
            raise DeviceError(UpdateFault.NOT_INSTALLED, folder=str(self.folder))
        return name

    @property
    def previous(self) -> str | None:
        """Previous version; None if it no longer exists."""
        return self._named("previous")

    def program(self, name: str, program: str = "pegboard") -> Path:
        """Returns the path of a program in a version."""
        return self.folder / "versions" / name / "bin" / program

    def _named(self, link: str) -> str | None:
        try:
            name = (self.folder / link).readlink().name
        except OSError:
            return None
        return name if (self.folder / "versions" / name).is_dir() else None

    def switch(self, name: str) -> None:
        """Makes a version the current one, and the old current one the previous."""
        before = self._named("current")
        if before == name:
            return
        if before is not None:
            self._link("previous", before)
        self._link("current", name)

    def _link(self, link: str, name: str) -> None:
        """Replaces a link atomically and syncs it."""
        new = self.folder / f".{link}.new"
        new.unlink(missing_ok=True)
        new.symlink_to(Path("versions") / name)
        new.replace(self.folder / link)
        sync_folder(self.folder)

    def prune(self) -> None:
        """Deletes all versions except the current and the previous one."""
        current = {self._named("current"), self._named("previous")}
        for path in (self.folder / "versions").iterdir():
            if path.name not in current:
                with suppress(OSError):
                    shutil.rmtree(path)
