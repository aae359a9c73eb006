"""HTTP routes for pairing: requests from devices, and decisions made on the board's own page."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from pegboard.errors import DeviceError, PegboardError
from pegboard.http.addresses import network_key
from pegboard.http.invitation import VALID_S
from pegboard.http.json_body import BadBody, json_body
from pegboard.http.lan_address import page_address, qr_code
from pegboard.i18n import _, localize
from pegboard.notice import localize_error
from pegboard.pairing import Device, PairingFault, PairingRegistry, Refused
from pegboard.session.feed.types import JsonObject
from pegboard.session.publisher import Publisher
from pegboard.web.authorization import COOKIE, viewer_of

COOKIE_S = 400 * 24 * 3600
"""Seconds for which a cookie lasts, the longest that browsers allow; each visit renews it."""

PRESS_OK = _("Press OK on the board.")
ALONE = _("Wait half a minute: if no other device asks, this one is let in.")

DECISIONS = ("invite", "revoke_code", "accept", "refuse", "revoke", "rename", "board")


class PairRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of a device's request to pair: its name, and the code or PIN."""

    name: str = ""
    code: Annotated[str, Meta(max_length=64)] = ""


class AnswerRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body with which a device polls its request; a program gets the token itself, not a cookie."""

    request: str = ""
    program: bool = False


class Decision(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of a decision made on the board's own page, with the id of the device or request.

    `name` goes with `rename`, `on` with `board`.
    """

    invite: bool = False
    revoke_code: bool = False
    accept: str | None = None
    refuse: str | None = None
    revoke: str | None = None
    rename: str | None = None
    name: str | None = None
    board: str | None = None
    on: bool | None = None

    def __post_init__(self) -> None:
        if sum(getattr(self, decision) not in (None, False) for decision in DECISIONS) != 1:
            raise ValueError(f"must have one of {', '.join(DECISIONS)}")
        if (self.rename is None) != (self.name is None):
            raise ValueError("rename and name must be given together")
        if (self.board is None) != (self.on is None):
            raise ValueError("board and on must be given together")


class Pairing:
    """Endpoints for the pairing of devices."""

    def __init__(
        self,
        publisher: Publisher,
        pairing: PairingRegistry | None,
        *,
        viewing: str,
        host: Callable[[], str],
    ) -> None:
        """Stores the registry of paired devices.

        Args:
        publisher: knows the connected viewers.
        pairing: the registry; None if pairing is impossible.
        viewing: `open` or `paired`, as `/api/me` reports it.
        host: returns the current listening address.
        """
        self._publisher, self._pairing = publisher, pairing
        self._viewing, self._host = viewing, host

    @property
    def routes(self) -> list[Route]:
        """Routes for pairing and for paired devices."""
        return [
            Route("/api/me", self.me),
            Route("/api/pair", _with_refusals(self.ask), methods=["POST"]),
            Route("/api/pair/answer", _with_refusals(self.answer), methods=["POST"]),
            Route("/api/pair/leave", self.leave, methods=["POST"]),
            Route("/api/devices", self.devices, methods=["GET"]),
            Route("/api/devices", _with_refusals(self.change), methods=["POST"]),
        ]

    async def me(self, request: Request) -> Response:
        """Returns the role and the device of the sender."""
        viewer = viewer_of(request.scope)
        device = self._pairing.get(viewer.device) if self._pairing and viewer.device else None
        answer = JSONResponse(
            {
                "role": viewer.role,
                "device": None if device is None else self._device_json(device),
                "viewing": self._viewing,
                "pairing": self._pairing is not None,
            }
        )
        token = request.cookies.get(COOKIE, "")
        if device is not None and token:
            _set_cookie(answer, request, token)
        return answer

    async def ask(self, request: Request) -> Response:
        """Registers a device's pairing request: `{"name", "code"}`.

        The code is the QR code's or the PIN; without one, somebody at the board must accept.
        """
        body = await json_body(request, PairRequest)
        address = network_key(request.client.host) if request.client else ""
        asking = self._open_registry().request(
            body.name, body.code, address=address, is_headless=self._is_unattended()
        )
        content = {
            "request": asking.secret,
            "name": asking.name,
            "says": PRESS_OK if asking.has_code else ALONE,
            "expires_s": VALID_S,
        }
        return JSONResponse(localize(viewer_of(request.scope).language, content), 202)

    async def answer(self, request: Request) -> Response:
        """Returns the status of a device's request: `{"request"}`.

        With `"program": true` it returns a token in place of a cookie.
        """
        body = await json_body(request, AnswerRequest)
        pairing = self._open_registry()
        with suppress(DeviceError):  # the disk failed; the next poll tries again
            await pairing.accept_uninvited()
        asking = pairing.collect(body.request)
        if asking is None:
            return _refusal_response(request, _("Nobody answered in time. Ask again."), 410)
        if asking.answer is None:
            return JSONResponse({"waiting": True}, 202)
        if asking.was_crowded:
            return _pairing_refusal_response(request, Refused(PairingFault.TWO_ASK))
        if asking.device is None:
            return _refusal_response(request, _("The board said no."), 403)
        content: JsonObject = {"device": self._device_json(asking.device)}
        if body.program:
            return JSONResponse(content | {"token": asking.answer})
        reply = JSONResponse(content)
        _set_cookie(reply, request, asking.answer)
        return reply

    async def leave(self, request: Request) -> Response:
        """Unpairs the device that sends the request."""
        viewer = viewer_of(request.scope)
        if viewer.device and self._pairing is not None:
            await self._pairing.revoke(viewer.device)
        reply = JSONResponse({"ok": True})
        reply.delete_cookie(COOKIE, path="/")
        return reply

    async def devices(self, request: Request) -> Response:
        """Returns the paired devices, the pending requests, and the page's address for phones."""
        pairing = self._pairing
        devices, waiting = (pairing.devices, pairing.waiting) if pairing else ((), ())
        address, reachable = self._address(request)
        return JSONResponse(
            {
                "devices": [self._device_json(each) for each in devices],
                "asking": [{"id": each.id, "name": each.name} for each in waiting],
                "address": address,
                "reachable": reachable,
            }
        )

    async def change(self, request: Request) -> Response:
        """Executes a decision made on the board's page; returns an invitation or the devices."""
        decision = await json_body(request, Decision)
        pairing = self._open_registry()
        match decision:
            case Decision(invite=True):
                return JSONResponse(self._invite(pairing, request))
            case Decision(revoke_code=True):
                pairing.revoke_code()
            case Decision(accept=str(id)):
                await pairing.accept(id)
            case Decision(refuse=str(id)):
                pairing.refuse(id)
            case Decision(revoke=str(id)):
                await pairing.revoke(id)
            case Decision(rename=str(id), name=str(name)):
                await pairing.update(id, name=name)
            case Decision(board=str(id), on=bool(on)):
                await pairing.update(id, board=on)
        return await self.devices(request)

    def _invite(self, pairing: PairingRegistry, request: Request) -> dict[str, Any]:
        """Returns a new invitation: a QR code and six digits."""
        invitation = pairing.new_invitation()
        address, reachable = self._address(request)
        # The fragment after # is never sent to a server, so the code is in no log.
        link = f"{address}#pair={invitation.code}"
        return {
            "pin": invitation.pin,
            "link": link,
            "svg": qr_code(link),
            "expires_s": VALID_S,
            "address": address,
            "reachable": reachable,
        }

    def _address(self, request: Request) -> tuple[str, bool]:
        server = request.scope.get("server") or ("", 80)
        return page_address(self._host(), server[1])

    def _device_json(self, device: Device) -> dict[str, Any]:
        here = any(viewer.device == device.id for viewer in self._publisher.feed.viewers)
        return {
            "id": device.id,
            "name": device.name,
            "board": device.board,
            "seat": device.seat,
            "seen": device.seen,
            "here": here,
        }

    def _is_unattended(self) -> bool:
        """Returns whether no page is open that could show a code."""
        return all(viewer.role != "board" for viewer in self._publisher.feed.viewers)

    def _open_registry(self) -> PairingRegistry:
        if self._pairing is None:
            raise Refused(PairingFault.NO_PAIRING)
        return self._pairing


def _set_cookie(reply: Response, request: Request, token: str) -> None:
    """Sets a cookie that only this board receives: `HttpOnly` and `SameSite=Strict`."""
    reply.set_cookie(
        COOKIE,
        token,
        max_age=COOKIE_S,
        path="/",
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )


def _refusal_response(request: Request, why: str, status: int) -> Response:
    language = viewer_of(request.scope).language
    return JSONResponse(localize(language, {"ok": False, "error": why}), status)


def _with_refusals(
    endpoint: Callable[[Request], Awaitable[Response]],
) -> Callable[[Request], Awaitable[Response]]:
    """Returns an endpoint that turns refusals into responses."""

    async def answered(request: Request) -> Response:
        try:
            return await endpoint(request)
        except BadBody as problem:
            return _refusal_response(request, localize_error(problem), problem.status)
        except Refused as refusal:
            return _pairing_refusal_response(request, refusal)
        except PegboardError as error:
            return _refusal_response(request, localize_error(error), 500)

    return answered


def _pairing_refusal_response(request: Request, refusal: Refused) -> Response:
    reply = _refusal_response(request, localize_error(refusal), 429 if refusal.wait_s else 403)
    if refusal.wait_s:
        reply.headers["Retry-After"] = str(max(1, round(refusal.wait_s)))
    return reply
