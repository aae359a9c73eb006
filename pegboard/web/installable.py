"""Files that make the page installable: manifest, icons, and the offline page.

The icons are drawn here. The service worker (`static/offline/worker.js`) caches only the offline
page, so no outdated page is shown after an update.
"""

import struct
import zlib
from functools import cache

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from pegboard.http.static_files import Files

SIZES = (180, 192, 512)
"""Pixels along the edge of the icons."""
WOOD, DARK, BLUE, GOLD = (91, 56, 31), (22, 13, 7), (86, 180, 233), (242, 182, 50)
HOLES = (
    (8, 11, 3.4, DARK), (16, 11, 3.4, DARK), (24, 11, 4.2, GOLD),
    (8, 21, 3.4, DARK), (16, 21, 3.8, BLUE), (24, 21, 3.4, DARK),
)  # fmt: skip
"""The holes of `static/icon.svg`, in 32nds of the edge: x, y, radius, colour."""
MANIFEST = {
    "name": "pegboard",
    "short_name": "pegboard",
    "description": "An electronic cribbage board",
    "id": "/",
    "start_url": "/",
    "scope": "/",
    "display": "standalone",
    "background_color": "#17100b",
    "theme_color": "#17100b",
    "icons": [
        {"src": "/static/icon.svg", "type": "image/svg+xml", "sizes": "any", "purpose": "any"},
        {"src": "/icon-192.png", "type": "image/png", "sizes": "192x192", "purpose": "any"},
        {"src": "/icon-512.png", "type": "image/png", "sizes": "512x512", "purpose": "any"},
        {"src": "/icon-512.png", "type": "image/png", "sizes": "512x512", "purpose": "maskable"},
    ],
}


def installable_routes(files: Files) -> list[BaseRoute]:
    """Returns the routes for these files, which need no authorisation."""

    async def manifest(request: Request) -> Response:
        return JSONResponse(MANIFEST, media_type="application/manifest+json")

    async def worker(request: Request) -> Response:
        return await files.get_response("offline/worker.js", request.scope)

    async def offline(request: Request) -> Response:
        return await files.get_response("offline/index.html", request.scope)

    def icon(size: int) -> Route:
        async def draw(request: Request) -> Response:
            return Response(icon_png(size), media_type="image/png")

        return Route(f"/icon-{size}.png", draw)

    return [
        Route("/manifest.webmanifest", manifest),
        Route("/worker.js", worker),
        Route("/offline", offline),
        *map(icon, SIZES),
    ]


@cache
def icon_png(size: int) -> bytes:
    """Draws the app icon as PNG with `size` × `size` pixels and smooth edges."""
    rows = [bytearray(bytes(WOOD) * size) for _ in range(size)]
    scale = size / 32
    for x, y, radius, color in HOLES:
        left, right = int((x - radius - 1) * scale), int((x + radius + 1) * scale)
        for row in range(int((y - radius - 1) * scale), int((y + radius + 1) * scale)):
            for column in range(left, right):
                away = ((column + 0.5 - x * scale) ** 2 + (row + 0.5 - y * scale) ** 2) ** 0.5
                cover = min(1.0, max(0.0, radius * scale - away + 0.5))
                if cover:
                    at = 3 * column
                    mixed = (round(w + (c - w) * cover) for w, c in zip(WOOD, color, strict=True))
                    rows[row][at : at + 3] = bytes(mixed)
    pixels = b"".join(b"\0" + row for row in rows)  # filter type 0 for each line
    head = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    parts = (b"IHDR", head), (b"IDAT", zlib.compress(pixels, 9)), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in parts)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
