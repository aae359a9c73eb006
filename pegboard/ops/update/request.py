"""Update requests from the page, and their results.

The service has no right to change the program. It writes a request to its state folder; systemd
notices the file and starts `pegboard-update.service`, which runs as root. Requests are untrusted,
so only the forms defined here are accepted, without paths or sources of versions.
"""

import re
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from pegboard.errors import NotationError, quoted
from pegboard.host.atomic_file import save
from pegboard.host.state_file import StateFile, spaced
from pegboard.ops.request_file import consume_line
from pegboard.ops.update.codes import UpdateFault
from pegboard.storage.state_names import UPDATE_REQUEST

RESULTS = Path("/var/lib/pegboard-update")
"""Folder owned by root, because a folder that the service can write is not trusted."""
RESULT = "last.json"

_REQUEST = re.compile(r"(update)(?: (\d[\w.+!]{0,40}))?|(rollback)")


@dataclass(frozen=True, slots=True)
class UpdateRequest:
    """A request: `update`, to the newest or a given version, or `rollback`."""

    action: str
    version: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of the latest request."""

    ok: bool
    says: str
    at: float
    """Seconds since 1970."""
    runs: str
    """The version that has run since then."""


def request_update(state: Path, action: str, version: str = "") -> None:
    """Writes an update request.

    Raises:
        NotationError: the request is invalid.
        DeviceError: the file cannot be written.
    """
    line = f"{action} {version}".strip()
    if parse(line) is None:
        raise NotationError(UpdateFault.NOT_A_REQUEST, line=quoted(line))
    save(state / UPDATE_REQUEST, f"{line}\n".encode())


def parse(line: str) -> UpdateRequest | None:
    """Parses a request; returns None if invalid."""
    match = _REQUEST.fullmatch(line)
    return UpdateRequest(match[1] or match[3], match[2] or "") if match else None


def take_request(state: Path) -> UpdateRequest | None:
    """Reads and removes the request; returns None if missing or invalid."""
    return parse(consume_line(state / UPDATE_REQUEST))


def store_result(result: Result, folder: Path = RESULTS) -> None:
    """Stores the result of a request, readable by everybody."""
    _result_file(folder).write(result)


def latest_result(folder: Path = RESULTS) -> Result | None:
    """Returns the latest stored result; None if there is none."""
    return _result_file(folder).read_or(None)


def _result_file(folder: Path) -> StateFile[Result]:
    layout = partial(spaced, end="\n")
    return StateFile(folder / RESULT, Result, mode=0o644, encode=layout)
