"""Backup and restore over HTTP, the nightly copies, and notices that were read.

    POST /api/backup                the backup as a download
    POST /api/restore[?force=1]     a backup as the body: {"ok": true, "says": …}
    GET  /api/copies                {"copies": [{"date", "bytes"}, …], "says": why none was made}
    POST /api/notices               {"read": id}

A backup holds everybody's games and the configuration, so only the board may make one, by POST.
With the header `pegboard-passphrase` (percent-encoded) it is encrypted, and restored again.
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
from pegboard.web.json_response import posted, refused, told

KIND = "application/zip"
"""Content type of a backup, both ways. A page elsewhere cannot send it unasked."""
SPARE_BYTES = 16 * 1024 * 1024


class Upload(Code):
    """Codes of `BadBody` for a backup that did not arrive."""

    TOO_LARGE = "upload-too-large", "a backup must be at most {most} MB"
    NO_ROOM = "upload-no-room", "the disk is too full for it; free some space"
    NOT_WHOLE = "upload-not-whole", "the backup did not arrive complete"


class ReadRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The id of a notice that somebody has read."""

    read: str


def backup_routes(backups: BackupScheduler) -> list[BaseRoute]:
    """Returns the routes of the backups."""
    pages = _Keeping(backups)
    return [
        Route("/api/backup", pages.backup, methods=["POST"]),
        Route("/api/restore", pages.restore, methods=["POST"]),
        Route("/api/copies", pages.copies),
        Route("/api/notices", posted(ReadRequest, pages.notices), methods=["POST"]),
    ]


class _Keeping:
    def __init__(self, backups: BackupScheduler) -> None:
        self.backups = backups

    async def backup(self, request: Request) -> Response:
        try:
            file = await self.backups.backup()
            if passphrase := _passphrase(request):
                file = await asyncio.to_thread(_encrypted, file, self.backups.state, passphrase)
        except UnfitBackup as problem:
            return refused(request, problem, 422)
        except DeviceError as error:
            return refused(request, error, 507)

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
            return told(request, {"ok": False, "fault": f"the body must be {KIND}"}, 415)
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
            return refused(request, problem, 409)
        except BadBody as problem:
            return refused(request, problem, problem.status)
        except UnfitBackup as problem:
            return refused(request, problem, 422)
        except DeviceError as problem:
            return refused(request, problem, 507)
        except OSError as problem:
            why = problem.strerror or str(problem)
            return refused(request, DeviceError(Common.VERBATIM, says=why), 507)
        return told(request, {"ok": True, "says": str(done), **asdict(done)})

    async def copies(self, request: Request) -> Response:
        there = [
            {"date": copy.date, "bytes": copy.path.stat().st_size} for copy in self.backups.copies()
        ]
        wrong = self.backups.fault
        return told(
            request, {"copies": there, "says": "" if wrong is None else localize_error(wrong)}
        )

    async def notices(self, _request: Request, asked: ReadRequest) -> None:
        # Another page may have read it first: that is no fault.
        self.backups.notices.acknowledge(asked.read)


def _passphrase(request: Request) -> str:
    """Returns the passphrase of a backup, which a header carries percent-encoded."""
    return unquote(request.headers.get("pegboard-passphrase", ""))


def _encrypted(file: IO[bytes], folder: Path, passphrase: str) -> IO[bytes]:
    """Returns the same backup encrypted, positioned at its start; closes the open one."""
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
        BadBody: it is too long, or ended too soon.
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
