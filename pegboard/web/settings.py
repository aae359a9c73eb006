"""The board's settings and its switch, for the board's own page.

`GET /api/settings` returns the settings, `POST` changes them; `POST /api/settings/sound` has the
board say a sentence, `POST /api/settings/lights` lights the first LED of each row, and `POST
/api/settings/first-start` ends the first set-up. `GET /api/power` returns whether the machine can
be restarted or switched off from here, `POST` asks for it.
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
from pegboard.web.json_response import posted, told
from pegboard.web.network.phones import PHONES, Phones


class SettingsRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Settings by key, as in the configuration file: `{"board.brightness": 0.3}`.

    Attributes:
        set: the settings.
        keep: False to look at a brightness before it is kept.
        yes: whether the board's own page has asked already if phones on the network may open it;
            otherwise that is asked at the board, and the answer waits for it.
    """

    set: dict[str, Any]
    keep: bool = True
    yes: bool = False


class SoundRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A wish to hear the sound device: nothing more is to be said."""


class FirstStartRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The end of the first set-up: nothing more is to be said."""


class LightsRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A wish to see the first LED of each row in place of the game, or the game again."""

    on: bool


class PowerRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A wish for the machine: to start again, or to be switched off."""

    wish: PowerAction


def settings_routes(settings: BoardSettings, phones: Phones) -> list[BaseRoute]:
    """Returns the routes of the settings."""

    async def look(request: Request) -> Response:
        return told(request, {**await settings.report(), "phones": phones.report()})

    async def change(request: Request, asked: SettingsRequest) -> None:
        if asked.keep and PHONES in asked.set:
            await switch(asked, viewer_of(request.scope))
        else:
            await settings.change(asked.set, save=asked.keep)

    async def switch(asked: SettingsRequest, viewer: Viewer) -> None:
        found = settings.check(asked.set)
        await phones.prepare(found[PHONES], viewer, has_asked=asked.yes)
        try:
            await settings.change(asked.set)
        finally:
            await phones.follow()

    async def sound(_request: Request, _: SoundRequest) -> None:
        await settings.try_sound()

    async def lights(_request: Request, asked: LightsRequest) -> dict[str, Any]:
        lamps = await settings.try_lights(asked.on)
        return {"ok": True, "lamps": lamps}

    async def set_up(_request: Request, _: FirstStartRequest) -> None:
        await asyncio.to_thread(settings.first_start.finish)
        settings.on_set_up()

    path = "/api/settings"
    return [
        Route(path, look),
        Route(path, posted(SettingsRequest, change), methods=["POST"]),
        Route(f"{path}/sound", posted(SoundRequest, sound), methods=["POST"]),
        Route(f"{path}/lights", posted(LightsRequest, lights), methods=["POST"]),
        Route(f"{path}/first-start", posted(FirstStartRequest, set_up), methods=["POST"]),
    ]


def power_routes(power: Power) -> list[BaseRoute]:
    """Returns the routes of the machine's switch."""

    async def look(request: Request) -> Response:
        return told(request, {"possible": power.is_possible, "simulated": power.is_simulated})

    async def ask(_request: Request, asked: PowerRequest) -> dict[str, Any]:
        says = await asyncio.to_thread(power.request, asked.wish)
        return {"ok": True, "says": says}

    return [
        Route("/api/power", look),
        Route("/api/power", posted(PowerRequest, ask), methods=["POST"]),
    ]
