"""Routes for settings, restart and shutdown, for the board's own page.

`GET /api/settings` returns the settings, `POST` changes them; `POST /api/settings/sound` plays a
test sentence, `POST /api/settings/lights` lights the first LED of each row, and `POST
/api/settings/first-start` finishes the first set-up. `GET /api/power` returns whether the machine
can be restarted or shut down, `POST` requests it.
"""

import asyncio
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from pegboard.ops.power import Power, PowerAction
from pegboard.ops.settings.board_settings import BoardSettings
from pegboard.pairing.viewer import Viewer
from pegboard.web.authorization import viewer_of
from pegboard.web.json_response import localized_response, post_endpoint
from pegboard.web.network.switch import SETTING, NetworkSwitch


class SettingsRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body with settings by key, as in the configuration file: `{"board.brightness": 0.3}`.

    Attributes:
    set: the settings.
    keep: False to preview a brightness without saving it.
    yes: True if the board's own page has already confirmed that phones may connect; otherwise
            the response waits for confirmation at the board.
    """

    set: dict[str, Any]
    keep: bool = True
    yes: bool = False


class SoundRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Empty body of a request to play a test sentence."""


class FirstStartRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Empty body of a request to finish the first set-up."""


class LightsRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of a request to light the first LED of each row, or to show the game again."""

    on: bool


class PowerRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of a request to restart the machine or to shut it down."""

    wish: PowerAction


def settings_routes(settings: BoardSettings, phones: NetworkSwitch) -> list[BaseRoute]:
    """Returns the routes for the settings."""

    async def read(request: Request) -> Response:
        return localized_response(request, {**await settings.report(), "phones": phones.report()})

    async def change(request: Request, body: SettingsRequest) -> None:
        if body.keep and SETTING in body.set:
            await switch(body, viewer_of(request.scope))
        else:
            await settings.change(body.set, save=body.keep)

    async def switch(body: SettingsRequest, viewer: Viewer) -> None:
        found = settings.check(body.set)
        await phones.prepare(found[SETTING], viewer, is_confirmed=body.yes)
        try:
            await settings.change(body.set)
        finally:
            await phones.apply()

    async def sound(_request: Request, _: SoundRequest) -> None:
        await settings.try_sound()

    async def lights(_request: Request, body: LightsRequest) -> dict[str, Any]:
        lamps = await settings.try_lights(body.on)
        return {"ok": True, "lamps": lamps}

    async def finish_setup(_request: Request, _: FirstStartRequest) -> None:
        await asyncio.to_thread(settings.first_start.finish)
        settings.on_set_up()

    path = "/api/settings"
    return [
        Route(path, read),
        Route(path, post_endpoint(SettingsRequest, change), methods=["POST"]),
        Route(f"{path}/sound", post_endpoint(SoundRequest, sound), methods=["POST"]),
        Route(f"{path}/lights", post_endpoint(LightsRequest, lights), methods=["POST"]),
        Route(
            f"{path}/first-start", post_endpoint(FirstStartRequest, finish_setup), methods=["POST"]
        ),
    ]


def power_routes(power: Power) -> list[BaseRoute]:
    """Returns the routes for restart and shutdown."""

    async def status(request: Request) -> Response:
        return localized_response(
            request, {"possible": power.is_possible, "simulated": power.is_simulated}
        )

    async def request_power(_request: Request, body: PowerRequest) -> dict[str, Any]:
        text = await asyncio.to_thread(power.request, body.wish)
        return {"ok": True, "says": text}

    return [
        Route("/api/power", status),
        Route("/api/power", post_endpoint(PowerRequest, request_power), methods=["POST"]),
    ]
