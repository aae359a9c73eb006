"""Backup and restore over HTTP, the copies there are, and bulletins that were read.

    POST /api/backup                the backup as a download
    POST /api/restore[?force=1]     a backup as the body: {"ok": true, "says": …}
    GET  /api/copies                {"copies": [{"date", "bytes"}, …], "says": why none was made}
    POST /api/bulletins             {"read": id}

A backup holds everybody's games and the configuration: it is for who may act, so it is a POST.
"""

import os
import shutil
import tempfile
from collections.abc import AsyncIterator
from dataclasses import asdict
from pathlib import Path
from time import strftime

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from pegboard.errors import DeviceError, IllegalAction
from pegboard.i18n import say
from pegboard.ops.backups import Keeper
from pegboard.storage.backup import CHUNK, LARGEST_FILE, UnfitBackup
from pegboard.web.json_body import BadBody, json_body
from pegboard.web.json_response import told

KIND = "application/zip"
"""Content type of a backup, both ways. A page elsewhere cannot send it unasked."""
SPARE_BYTES = 16 * 1024 * 1024


class ReadRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The id of a bulletin that somebody has read."""

    read: str


def backup_routes(keeper: Keeper) -> list[BaseRoute]:
    """Returns the routes of one keeper."""
    pages = _Keeping(keeper)
    return [
        Route("/api/backup", pages.backup, methods=["POST"]),
        Route("/api/restore", pages.restore, methods=["POST"]),
        Route("/api/copies", pages.copies),
        Route("/api/bulletins", pages.bulletins, methods=["POST"]),
    ]


class _Keeping:
    def __init__(self, keeper: Keeper) -> None:
        self.keeper = keeper

    async def backup(self, request: Request) -> Response:
        try:
            file = await self.keeper.backup()
        except DeviceError as error:
            return told(request, {"ok": False, "fault": str(error)}, 507)

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
            self.keeper.refuse_open(force)
            with tempfile.TemporaryDirectory(dir=self.keeper.state, prefix=".upload-") as folder:
                file = Path(folder) / "upload"
                await _receive(request, file)
                done = await self.keeper.restore(file, force=force)
        except IllegalAction as problem:
            return told(request, {"ok": False, "fault": str(problem), "open": True}, 409)
        except BadBody as problem:
            return told(request, {"ok": False, "fault": str(problem)}, problem.status)
        except UnfitBackup as problem:
            return told(request, {"ok": False, "fault": str(problem)}, 422)
        except OSError as problem:
            says = getattr(problem, "strerror", None) or str(problem)
            return told(request, {"ok": False, "fault": says}, 507)
        return told(request, {"ok": True, "says": str(done), **asdict(done)})

    async def copies(self, request: Request) -> Response:
        there = [
            {"date": copy.date, "bytes": copy.path.stat().st_size} for copy in self.keeper.copies()
        ]
        return told(request, {"copies": there, "says": self.keeper.says})

    async def bulletins(self, request: Request) -> Response:
        try:
            asked = await json_body(request, ReadRequest)
        except BadBody as problem:
            return told(request, {"ok": False, "fault": str(problem)}, problem.status)
        self.keeper.read(asked.read)  # another page may have read it first: that is no fault
        return told(request, {"ok": True})


async def _receive(request: Request, file: Path) -> None:
    """Writes the body to a file as it comes, up to the largest backup and what the disk holds.

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
                    raise BadBody(say("no backup is larger than {most} MB", most=most), 413)
                if length > room:
                    raise BadBody(say("there is no room for it on the disk; free some space"), 507)
                target.write(chunk)
    except ClientDisconnect:
        raise BadBody(say("the backup did not arrive whole"), 400) from None
