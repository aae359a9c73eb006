"""Answers of the hall in JSON: a code and its facts for the page, a sentence for programs."""

from typing import Any

from starlette.responses import JSONResponse

from pegboard.errors import PegboardError


def done(**content: Any) -> JSONResponse:
    """Returns an answer that all went well."""
    return JSONResponse({"ok": True, **content})


def refused(error: PegboardError, status: int = 409) -> JSONResponse:
    """Returns a refusal."""
    return JSONResponse({"ok": False, "fault": str(error), **error.as_json()}, status)
