"""The doctor on the page: `GET /api/doctor` reports problems, `POST` applies a fix.

For who may act: the findings name files and versions of this machine.
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
from pegboard.web.json_response import posted, refused, told


class FixRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name of the fix to be applied, from the report: such as `forget the reset`."""

    fix: str


def doctor_routes(doctor: DoctorService) -> list[BaseRoute]:
    """Returns the routes of the doctor."""

    async def look(request: Request) -> Response:
        if not viewer_of(request.scope).may_act:
            why = IllegalAction(Refusal.ONLY_LOOKING)
            return refused(request, why, 401, need="pairing")
        return told(request, await doctor.report())

    async def mend(_request: Request, asked: FixRequest) -> dict[str, Any]:
        """Applies a fix, `{"fix": name}`; answers 200 with `says`, or 4xx with `fault`."""
        return {"ok": True, "says": await doctor.fix(asked.fix)}

    return [
        Route("/api/doctor", look),
        Route("/api/doctor", posted(FixRequest, mend), methods=["POST"]),
    ]
