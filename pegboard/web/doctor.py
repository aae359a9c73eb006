"""Doctor routes: `GET /api/doctor` reports problems, `POST` applies a fix.

Only for viewers who may act, because findings name files and versions on this machine.
"""

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from pegboard.errors import IllegalAction
from pegboard.ops.doctor.service import DoctorService
from pegboard.session.codes import Refusal
from pegboard.web.authorization import viewer_of
from pegboard.web.json_response import localized_response, post_endpoint, refusal_response


class FixRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body that names the fix to apply, as in the report: such as `forget the reset`."""

    fix: str


def doctor_routes(doctor: DoctorService) -> list[BaseRoute]:
    """Returns the routes of the doctor."""

    async def report(request: Request) -> Response:
        if not viewer_of(request.scope).may_act:
            why = IllegalAction(Refusal.ONLY_LOOKING)
            return refusal_response(request, why, 401, need="pairing")
        return localized_response(request, await doctor.report())

    async def fix(_request: Request, body: FixRequest) -> dict[str, Any]:
        """Applies a fix, `{"fix": name}`; answers 200 with `says`, or 4xx with `fault`."""
        return {"ok": True, "says": await doctor.fix(body.fix)}

    return [
        Route("/api/doctor", report),
        Route("/api/doctor", post_endpoint(FixRequest, fix), methods=["POST"]),
    ]
