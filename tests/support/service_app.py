"""The board's complete ASGI application, and its routes."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.routing import Mount, Route, WebSocketRoute

from pegboard.cli.run import changed
from pegboard.config import Config
from pegboard.pairing import devices as store
from pegboard.service.build import build_app
from pegboard.service.operations import Operations, Start
from pegboard.service.run import application
from tests.support.paired_devices import pairing_registry


@asynccontextmanager
async def service_app(tmp_path: Path, **web: Any) -> AsyncIterator[Starlette]:
    """Builds the application as the service does, with metrics and paired devices."""
    devices = pairing_registry(tmp_path, "Ann", "Kiosk", board="Kiosk").devices
    store.write_devices(tmp_path, devices)
    config = changed(Config(), simulated=True, state=tmp_path)
    options = replace(config.web, allowed_hosts=("pegboard.local",), metrics=True, **web)
    parts = await build_app(replace(config, web=options))
    try:
        yield application(parts, Operations(parts, Start(), lambda: None, 8000))
    finally:
        await parts.close()


def routes(app: Starlette) -> list[tuple[str, str]]:
    """Returns the method and path of every route, including mounted ones."""
    found = []
    for route in app.routes:
        match route:
            case Route(path=path, methods=methods):
                found += [(method, path) for method in sorted(methods or ())]
            case WebSocketRoute(path=path):
                found.append(("WEBSOCKET", path))
            case Mount(path=path):
                found.append(("GET", f"{path}/main.js"))
            case _:
                raise AssertionError(f"a route of a kind that nobody looks at: {route}")
    return found
