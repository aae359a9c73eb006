"""`/metrics`, for Prometheus; there only where `[web] metrics` is on."""

from collections.abc import Awaitable, Callable, Iterable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from pegboard.ops.prometheus import CONTENT_TYPE, Metric, text


def metrics_routes(read: Callable[[], Awaitable[Iterable[Metric]]]) -> list[BaseRoute]:
    """The route; `read` gathers what it tells."""

    async def metrics(request: Request) -> Response:
        return Response(text(await read()), headers={"Content-Type": CONTENT_TYPE})

    return [Route("/metrics", metrics)]
