"""Update requests from the page, and their results.

The service has no right to change the program. It writes a request into its state folder; systemd
sees the file and starts `pegboard-update.service`, which runs as root. So a request is untrusted:
only the forms listed here are accepted, and it contains neither a path nor the source of versions.
"""

import re
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from pegboard.errors import NotationError, quoted
from pegboard.host.atomic_file import save
from pegboard.host.state_file import StateFile, spaced
from pegboard.ops.update.codes import UpdateFault
from pegboard.ops.wish_file import take_line
from pegboard.storage.state_names import UPDATE_REQUEST

RESULTS = Path("/var/lib/pegboard-update")
"""Root's own folder: nothing that the service can write is trusted, or written through."""
RESULT = "last.json"

_WISH = re.compile(r"(update)(?: (\d[\w.+!]{0,40}))?|(rollback)")


@dataclass(frozen=True, slots=True)
class UpdateRequest:
    """`update`, to the newest or to a version, or `rollback`."""

    what: str
    version: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """Result of the latest request."""

    ok: bool
    says: str
    at: float
    """Seconds since 1970."""
    runs: str
    """The version that has run since."""


def request_update(state: Path, what: str, version: str = "") -> None:
    """Writes an update request.

    Raises:
        NotationError: the request is invalid.
        DeviceError: it could not be written.
    """
    line = f"{what} {version}".strip()
    if parse(line) is None:
        raise NotationError(UpdateFault.NO_WISH, line=quoted(line))
    save(state / UPDATE_REQUEST, f"{line}\n".encode())


def parse(line: str) -> UpdateRequest | None:
    """Parses a request from a line; None if it is not one."""
    match = _WISH.fullmatch(line)
    return UpdateRequest(match[1] or match[3], match[2] or "") if match else None


def take(state: Path) -> UpdateRequest | None:
    """Reads and removes the request; returns None if there is none, or it is invalid."""
    return parse(take_line(state / UPDATE_REQUEST))


def keep(result: Result, folder: Path = RESULTS) -> None:
    """Stores the result of the request, readable by everybody."""
    _result_file(folder).write(result)


def latest(folder: Path = RESULTS) -> Result | None:
    """Returns the result of the latest request or command; None if there was none."""
    return _result_file(folder).read_or(None)


def _result_file(folder: Path) -> StateFile[Result]:
    layout = partial(spaced, end="\n")
    return StateFile(folder / RESULT, Result, mode=0o644, encode=layout)
