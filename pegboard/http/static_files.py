"""Static files: each compressed once and cached, with an ETag computed from its content.

Dynamic responses are not compressed: if one held a secret next to attacker-controlled text, its
length would reveal how similar they are (BREACH).
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
"""Static files of all pages: those of the board, and in `hall/` those of the hall."""


@dataclass(frozen=True, slots=True)
class CachedFile:
    """A file in memory, ready to send."""

    stamp: tuple[int, int]
    """Modification time (ns) and size (bytes) of the file when it was read."""
    etag: str
    plain: bytes
    packed: bytes
    """The gzip encoding; empty if it is not shorter."""


class Files(StaticFiles):
    """A folder of files, each sent in the shortest encoding the client accepts."""

    def __init__(self, folder: Path, fill: Mapping[str, str] | None = None) -> None:
        """Creates an empty cache.

        Args:
            folder: folder with the files.
            fill: replacements for placeholders in HTML files.
        """
        super().__init__(directory=folder)
        self._fill = fill or {}
        self._cache: dict[str, CachedFile] = {}

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """Returns the response with a file, or 304 if the client has the current version."""
        request = Headers(scope=scope)
        file = self._load(Path(full_path), (stat_result.st_mtime_ns, stat_result.st_size))
        packed = bool(file.packed) and accepts_gzip(request.get("accept-encoding", ""))
        headers = {
            "ETag": f'"{file.etag}-gzip"' if packed else f'"{file.etag}"',
            "Vary": "Accept-Encoding",
            **({"Content-Encoding": "gzip"} if packed else {}),
        }
        kind = mimetypes.guess_type(full_path)[0] or "application/octet-stream"
        response = Response(
            file.packed if packed else file.plain, status_code, headers, media_type=kind
        )
        if self.is_not_modified(response.headers, request):
            return NotModifiedResponse(response.headers)
        return response

    def _load(self, path: Path, stamp: tuple[int, int]) -> CachedFile:
        file = self._cache.get(str(path))
        if file is None or file.stamp != stamp:
            plain = path.read_bytes()
            if path.suffix == ".html":
                for placeholder, text in self._fill.items():
                    plain = plain.replace(placeholder.encode(), text.encode())
            file = self._cache[str(path)] = compressed(plain, stamp)
        return file


def compressed(plain: bytes, stamp: tuple[int, int] = (0, 0)) -> CachedFile:
    """Returns a file in plain and gzip encoding, with its ETag."""
    packed = gzip.compress(plain, 9, mtime=0)
    etag = hashlib.sha256(plain).hexdigest()[:20]
    return CachedFile(stamp, etag, plain, packed if len(packed) < len(plain) else b"")


def accepts_gzip(accept_encoding: str) -> bool:
    """Returns whether an Accept-Encoding header allows gzip (RFC 9110, 12.5.3)."""
    weights: dict[str, float] = {}
    for part in accept_encoding.lower().split(","):
        name, _, weight = part.partition(";")
        try:
            weights[name.strip()] = float(weight.partition("=")[2] or 1)
        except ValueError:
            weights[name.strip()] = 0.0
    return weights.get("gzip", weights.get("*", 0.0)) > 0
