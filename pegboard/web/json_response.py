"""Answers in JSON, in the client's language; see `access.asked_language`."""

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse

from pegboard.errors import PegboardError
from pegboard.i18n import localize
from pegboard.notice import localize_error
from pegboard.web.authorization import viewer_of


def told(request: Request, content: Any, status: int = 200) -> JSONResponse:
    """Returns an answer with its messages in the language of the request."""
    return JSONResponse(localize(viewer_of(request.scope).language, content), status)


def refused(request: Request, problem: PegboardError, status: int, **more: Any) -> JSONResponse:
    """Returns a refusal: `fault` for people, `code` for programs."""
    content = {"ok": False, "fault": localize_error(problem), "code": str(problem.code)}
    return told(request, content | more, status)
