"""Changed settings, applied to a running service where no restart is needed."""

import asyncio
import logging
import os
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from pegboard.board.layout_files import load_layout
from pegboard.camera.reading import PackPrior
from pegboard.config import Config
from pegboard.devices.autodetect import choose
from pegboard.devices.notices import is_simulated
from pegboard.errors import ConfigError, DeviceError
from pegboard.host.atomic_file import atomic_write
from pegboard.ops.settings.chosen import RESTARTING, SettingFault, value_at
from pegboard.ops.settings.night import Dimmer
from pegboard.service.build import App, finder_of
from pegboard.service.voice import language_of
from pegboard.service.wire import commit_of, pace_of, show_pace_of
from pegboard.storage.state_names import SCREEN_OFF

log = logging.getLogger(__name__)

"""Name in the service's runtime folder, where the kiosk of the same machine reads it."""


class LiveSettings:
    """Changes of settings in one running service. Use from one event loop only."""

    def __init__(self, app: App, restart: Callable[[], Awaitable[None]] | None = None) -> None:
        """Connects the service with its settings.

        Args:
            app: assembled parts of the service.
            restart: restarts the service shortly; None if that is impossible.
        """
        self._restart = restart
        self._app, settings = app, app.settings
        self._latest = settings.config
        self._dimmer = Dimmer(
            app.config.board,
            app.lights.set_brightness,
            lambda: time.localtime().tm_hour,
            time.monotonic,
        )
        settings.apply, settings.preview = self.apply, self._dimmer.preview
        settings.try_sound = app.speech.test
        settings.on_set_up = app.game.updates.schedule
        settings.try_lights, settings.check_board = self._try_lights, self._check_board
        app.game.watching.set_rotation = self._set_rotation

    async def _set_rotation(self, rotation: int) -> None:
        """Rotates the camera's pictures, and saves that unless a file fixes the setting."""
        try:
            await self._app.settings.change({"camera.rotation": rotation})
        except (ConfigError, DeviceError) as error:
            log.warning("the rotation of the camera is not kept: %s", error)
            await self._app.camera_client.turn(rotation)

    async def _try_lights(self, on: bool) -> list[tuple[int, str]]:
        """Lights the first LED of each row, or shows the game again; returns LEDs and colours."""
        lights = self._app.lights
        if not on:
            await lights.show_test(b"")
            return []
        from pegboard.devices.strip_check import row_starts  # needs a TOML editor, so import late

        starts = row_starts(lights.layout)
        picture = bytearray(3 * lights.layout.length)
        for pixel, colour in starts:
            picture[3 * pixel : 3 * pixel + 3] = bytes(colour)
        await lights.show_test(bytes(picture))
        return [(pixel, "#" + bytes(colour).hex()) for pixel, colour in starts]

    def _check_board(self, config: Config) -> None:
        """Checks that the buttons fit and the game can continue. Blocks on file I/O."""
        from pegboard.devices.inputs.serial import plan  # imported here because it loads pyserial

        layout = load_layout(config.board.layout)
        plan(layout.tracks, config.buttons.inputs)
        if is_simulated(choose(config)[0].board.strip):
            return  # a simulated board adapts to any number of sides
        table = self._app.table
        sides = table.rules.sides
        if table.is_stored and table.seq and not table.state.over and layout.tracks < sides:
            raise ConfigError(
                SettingFault.TRACKS, layout=layout.name, tracks=layout.tracks, sides=sides
            )

    async def run(self) -> None:
        """Adapts the brightness to the time of day until cancelled."""
        await asyncio.to_thread(write_screen_off, self._app.config.web.screen_off_s)
        await self._dimmer.run()

    async def apply(self, config: Config) -> None:
        """Applies a configuration with `auto` unresolved.

        Raises:
            DeviceError: the colours of the next games could not be saved; the rest is applied.
        """
        app, before, self._latest = self._app, self._latest, config
        board, web = app.config.board, app.config.web
        camera, voice = app.config.camera, app.config.voice
        if (config.camera, config.voice) != (before.camera, before.voice):
            decided, _choices = await asyncio.to_thread(choose, config)
            camera, voice = decided.camera, decided.voice
        lit = ("brightness", "night_from_h", "night_to_h", "night_brightness")
        board = replace(board, **{name: getattr(config.board, name) for name in lit})
        app.config = replace(
            app.config,
            board=board,
            buttons=replace(app.config.buttons, commit_s=config.buttons.commit_s),
            camera=camera,
            web=replace(web, screen_off_s=config.web.screen_off_s, phones=config.web.phones),
            voice=voice,
            game=config.game,
        )
        self._dimmer.change(board)
        app.presses.set_commit(commit_of(config))
        app.game.opponents.pace_s = pace_of(config)
        app.game.show.set_pace(show_pace_of(config), advances=not config.game.calm)
        app.game.lobby.defaults = config.game
        app.game.watching.set_enabled(camera.watch)
        app.speech.reconfigure(voice)
        client = app.camera_client
        if config.camera.source != before.camera.source:
            await client.switch_camera(camera.source, finder_of(config.camera.source))
        if config.camera.focus_m != before.camera.focus_m:
            await client.fix_focus(config.camera.focus_m)
        if client.rotation != camera.rotation:
            with suppress(DeviceError):  # a failure is reported as the camera's
                await client.turn(camera.rotation)
        if config.camera.deck != before.camera.deck:
            with suppress(DeviceError):
                await client.assume_pack(PackPrior(camera.deck, language_of(config, os.environ)))
        if web.screen_off_s != config.web.screen_off_s:
            await asyncio.to_thread(write_screen_off, config.web.screen_off_s)
        app.game.updates.schedule()
        if config.game.colors != before.game.colors:
            await app.game.lobby.prefer_colors(config.game.colors)
        starts_again = any(value_at(config, key) != value_at(before, key) for key in RESTARTING)
        if starts_again and self._restart is not None:
            app.settings.restarting = True
            await self._restart()


def write_screen_off(screen_off_s: int) -> None:
    """Writes the kiosk's screen-off delay to the service's runtime folder, if there is one."""
    folder = os.environ.get("RUNTIME_DIRECTORY")
    if folder:
        atomic_write(Path(folder) / SCREEN_OFF, f"{screen_off_s}\n".encode(), mode=0o644)
