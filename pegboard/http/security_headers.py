"""Security headers for every response, which allow only resources of this server."""

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pegboard.http.origin_check import is_loopback

ALWAYS = {
    "Content-Security-Policy": (
        "default-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'; object-src 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
"""Headers of every response, including refusals."""

BUNDLED = "/static/page-"
"""Prefix of URLs that contain a hash of their content; see `bundle/`."""
FOR_EVER = "max-age=31536000, immutable"


class SafeHeaders:
    """ASGI middleware that adds the headers and forbids caching of dynamic content."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        path: str = scope["path"]
        # Browsers revalidate cached files (ETag), so no page mixes two versions after an update.
        # On insecure origins browsers ignore Cross-Origin-Opener-Policy and warn about it.
        secure = scope.get("scheme") == "https" or is_loopback(scope)
        fresh = path == "/" or path.startswith("/static/")
        fixed = path.startswith(BUNDLED)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(ALWAYS)
                if not secure:
                    del headers["Cross-Origin-Opener-Policy"]
                is_found = message["status"] in (200, 304)
                headers["Cache-Control"] = (
                    FOR_EVER if fixed and is_found else "no-cache" if fresh else "no-store"
                )
            await send(message)

        await self.app(scope, receive, send_with_headers)
