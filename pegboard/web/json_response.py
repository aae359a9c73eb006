"""An answer as JSON, in the language of whoever asks; see `access.asked_language`."""

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse

from pegboard.i18n import into
from pegboard.web.authorization import viewer_of


def told(request: Request, content: Any, status: int = 200) -> JSONResponse:
    """Returns an answer with all that is said in it in the language of the request."""
    return JSONResponse(into(viewer_of(request.scope).language, content), status)
