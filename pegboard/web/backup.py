"""HTTP routes for backup, restore, nightly copies, and acknowledging notices.

    POST /api/backup                the backup as a download
    POST /api/restore[?force=1]     a backup as the body: {"ok": true, "says": …}
    GET  /api/copies                {"copies": [{"date", "bytes"}, …], "says": why none was made}
    POST /api/notices               {"read": id}

A backup contains all games and the configuration, so only the board may make one, by POST. The
header `pegboard-passphrase` (percent-encoded) encrypts it, and decrypts it for a restore.
"""

import asyncio
import os
import shutil
import tempfile
from collections.abc import AsyncIterator
from dataclasses import asdict
from functools import partial
from pathlib import Path
from time import strftime
from typing import IO
from urllib.parse import unquote

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from pegboard.errors import Code, Common, DeviceError, IllegalAction
from pegboard.http.json_body import BadBody
from pegboard.notice import localize_error
from pegboard.ops.backups import BackupScheduler
from pegboard.ops.encrypted_backup import decrypted, encrypt
from pegboard.storage.backup import LARGEST_FILE
from pegboard.storage.integrity.manifest import CHUNK, UnfitBackup
from pegboard.web.json_response import localized_response, post_endpoint, refusal_response

KIND = "application/zip"
"""Content type of backups, in both directions. Other origins' pages cannot send it without CORS."""
SPARE_BYTES = 16 * 1024 * 1024


class Upload(Code):
    """Codes of `BadBody` for a backup that did not arrive intact."""

    TOO_LARGE = "upload-too-large", "a backup must be at most {most} MB"
    NO_ROOM = "upload-no-room", "the disk is too full for it; free some space"
    NOT_WHOLE = "upload-not-whole", "the backup did not arrive complete"


class ReadRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of a request that acknowledges a notice, by id."""

    read: str


def backup_routes(backups: BackupScheduler) -> list[BaseRoute]:
    """Returns the routes for backups."""
    pages = _Endpoints(backups)
    return [
        Route("/api/backup", pages.backup, methods=["POST"]),
        Route("/api/restore", pages.restore, methods=["POST"]),
        Route("/api/copies", pages.copies),
        Route("/api/notices", post_endpoint(ReadRequest, pages.notices), methods=["POST"]),
    ]


class _Endpoints:
    def __init__(self, backups: BackupScheduler) -> None:
        self.backups = backups

    async def backup(self, request: Request) -> Response:
        try:
            file = await self.backups.backup()
            if passphrase := _passphrase(request):
                file = await asyncio.to_thread(_encrypted, file, self.backups.state, passphrase)
        except UnfitBackup as problem:
            return refusal_response(request, problem, 422)
        except DeviceError as error:
            return refusal_response(request, error, 507)

        async def content() -> AsyncIterator[bytes]:
            with file:
                while chunk := file.read(CHUNK):
                    yield chunk

        name = f"pegboard-{strftime('%Y-%m-%d')}.backup"
        return StreamingResponse(
            content(),
            media_type=KIND,
            headers={
                "content-length": str(os.fstat(file.fileno()).st_size),
                "content-disposition": f'attachment; filename="{name}"',
                "cache-control": "no-store",
            },
        )

    async def restore(self, request: Request) -> Response:
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != KIND:
            return localized_response(
                request, {"ok": False, "fault": f"the body must be {KIND}"}, 415
            )
        force = request.query_params.get("force") == "1"
        try:
            self.backups.refuse_open(force)
            with tempfile.TemporaryDirectory(dir=self.backups.state, prefix=".upload-") as folder:
                file = Path(folder) / "upload"
                await _receive(request, file)
                plain = await asyncio.to_thread(
                    decrypted, file, file.parent, partial(_passphrase, request)
                )
                done = await self.backups.restore(plain, force=force)
        except IllegalAction as problem:
            return refusal_response(request, problem, 409)
        except BadBody as problem:
            return refusal_response(request, problem, problem.status)
        except UnfitBackup as problem:
            return refusal_response(request, problem, 422)
        except DeviceError as problem:
            return refusal_response(request, problem, 507)
        except OSError as problem:
            why = problem.strerror or str(problem)
            return refusal_response(request, DeviceError(Common.VERBATIM, says=why), 507)
        return localized_response(request, {"ok": True, "says": str(done), **asdict(done)})

    async def copies(self, request: Request) -> Response:
        copies = [
            {"date": copy.date, "bytes": copy.path.stat().st_size} for copy in self.backups.copies()
        ]
        wrong = self.backups.fault
        return localized_response(
            request, {"copies": copies, "says": "" if wrong is None else localize_error(wrong)}
        )

    async def notices(self, _request: Request, body: ReadRequest) -> None:
        # Another page may have acknowledged it already; that is not an error.
        self.backups.notices.acknowledge(body.read)


def _passphrase(request: Request) -> str:
    """Returns the backup passphrase from its percent-encoded header."""
    return unquote(request.headers.get("pegboard-passphrase", ""))


def _encrypted(file: IO[bytes], folder: Path, passphrase: str) -> IO[bytes]:
    """Encrypts an open backup into a new file, rewound to its start; closes the old one."""
    out: IO[bytes] = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115 - closed when it is sent
    with file:
        try:
            encrypt(file, out, passphrase)
        except BaseException:
            out.close()
            raise
    out.seek(0)
    return out


async def _receive(request: Request, file: Path) -> None:
    """Writes the body to a file as it arrives, up to the largest backup and the free space.

    Raises:
        BadBody: the body is too long or was cut off.
        OSError: the disk is full.
    """
    room = shutil.disk_usage(file.parent).free - SPARE_BYTES
    length = 0
    try:
        with file.open("xb") as target:
            async for chunk in request.stream():
                length += len(chunk)
                if length > LARGEST_FILE:
                    most = LARGEST_FILE // 2**20
                    raise BadBody(Upload.TOO_LARGE, most=most, status=413)
                if length > room:
                    raise BadBody(Upload.NO_ROOM, status=507)
                target.write(chunk)
    except ClientDisconnect:
        raise BadBody(Upload.NOT_WHOLE) from None
