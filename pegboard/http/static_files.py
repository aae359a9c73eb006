"""Serves the page's files: compressed once, cached, with ETags by content.

Only these files are compressed. The board's answers are not: if one holds a secret next to
something a stranger chose, its length must not reveal how similar they are (BREACH).
"""

import gzip
import hashlib
import mimetypes
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

STATIC = Path(__file__).parents[1] / "web" / "static"
"""The files of all pages: the board's and, in `hall/`, the hall's, which share what they draw."""


@dataclass(frozen=True, slots=True)
class Kept:
    """One file, ready to send."""

    stamp: tuple[int, int]
    """Modification time (ns) and size (bytes): with another stamp it is read again."""
    etag: str
    plain: bytes
    packed: bytes
    """The same by gzip; empty if that is no shorter."""


class Files(StaticFiles):
    """A folder of files, each sent in the shortest encoding the browser accepts."""

    def __init__(self, folder: Path, fill: Mapping[str, str] | None = None) -> None:
        """Starts with no file read.

        Args:
            folder: where they are.
            fill: what stands for what in the HTML files.
        """
        super().__init__(directory=folder)
        self._fill = fill or {}
        self._kept: dict[str, Kept] = {}

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """Returns the answer with one file, or that the browser already has it."""
        asked = Headers(scope=scope)
        kept = self._keep(Path(full_path), (stat_result.st_mtime_ns, stat_result.st_size))
        packed = bool(kept.packed) and takes_gzip(asked.get("accept-encoding", ""))
        headers = {
            "ETag": f'"{kept.etag}-gzip"' if packed else f'"{kept.etag}"',
            "Vary": "Accept-Encoding",
            **({"Content-Encoding": "gzip"} if packed else {}),
        }
        kind = mimetypes.guess_type(full_path)[0] or "application/octet-stream"
        response = Response(
            kept.packed if packed else kept.plain, status_code, headers, media_type=kind
        )
        if self.is_not_modified(response.headers, asked):
            return NotModifiedResponse(response.headers)
        return response

    def _keep(self, path: Path, stamp: tuple[int, int]) -> Kept:
        kept = self._kept.get(str(path))
        if kept is None or kept.stamp != stamp:
            plain = path.read_bytes()
            if path.suffix == ".html":
                for placeholder, text in self._fill.items():
                    plain = plain.replace(placeholder.encode(), text.encode())
            kept = self._kept[str(path)] = keep(plain, stamp)
        return kept


def keep(plain: bytes, stamp: tuple[int, int] = (0, 0)) -> Kept:
    """Reads a file and prepares its encodings."""
    packed = gzip.compress(plain, 9, mtime=0)
    etag = hashlib.sha256(plain).hexdigest()[:20]
    return Kept(stamp, etag, plain, packed if len(packed) < len(plain) else b"")


def takes_gzip(accept_encoding: str) -> bool:
    """Returns whether an Accept-Encoding header allows gzip (RFC 9110, 12.5.3)."""
    weights: dict[str, float] = {}
    for part in accept_encoding.lower().split(","):
        name, _, weight = part.partition(";")
        try:
            weights[name.strip()] = float(weight.partition("=")[2] or 1)
        except ValueError:
            weights[name.strip()] = 0.0
    return weights.get("gzip", weights.get("*", 0.0)) > 0
