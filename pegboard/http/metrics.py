"""`/metrics`, for Prometheus; served only with `[web] metrics`."""

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
"""Content type of Prometheus's text format."""


def metrics_routes(read: Callable[[], Awaitable[bytes]]) -> list[BaseRoute]:
    """Returns the route for the metrics; `read` returns their text."""

    async def metrics(request: Request) -> Response:
        return Response(await read(), headers={"Content-Type": CONTENT_TYPE})

    return [Route("/metrics", metrics)]
