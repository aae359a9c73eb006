"""The board's settings as its page sees them: shown, previewed, changed."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from pegboard.board.layout_files import layout_names, load_layout
from pegboard.config import Config
from pegboard.devices.autodetect import USUAL_LENGTH, strip_offers
from pegboard.devices.cameras.discovery import cameras
from pegboard.devices.inputs._wiring import DIALS
from pegboard.devices.notices import without_password
from pegboard.devices.sound_cards import DEFAULT, sound_cards
from pegboard.errors import ConfigError
from pegboard.i18n import _
from pegboard.notice import localize_error
from pegboard.ops.settings.chosen import (
    KEYS,
    SettingFault,
    SettingsFile,
    checked,
    merged,
    own_layouts,
    value_at,
)
from pegboard.ops.settings.first_start import FirstStart

PREVIEWED = ("board.brightness", "board.night_brightness")
"""Settings that can be looked at before they are kept."""


class BoardSettings:
    """The settings of one board. Use from one event loop only."""

    def __init__(
        self,
        base: Config,
        fixed: Iterable[str],
        file: SettingsFile,
        config_file: Path | None,
        first_start: FirstStart,
    ) -> None:
        """Starts with the settings as they were read.

        Args:
            base: the configuration without them.
            fixed: keys that cannot be changed.
            file: theirs.
            config_file: the configuration's; only its name is shown.
            first_start: remembers whether the board has been set up.
        """
        self.first_start = first_start
        self._base, self._fixed, self._file = base, frozenset(fixed), file
        self._named = config_file.name if config_file is not None else ""
        self._writing = asyncio.Lock()
        self._chosen = file.read()
        self.apply: Callable[[Config], Awaitable[None]] = nothing
        """Takes the configuration that holds from now on."""
        self.preview: Callable[[float], None] = lambda level: None
        """Shows a brightness for a moment."""
        self.try_sound: Callable[[], Awaitable[None]] = silence
        """Says a sentence through the sound device; raises DeviceError if it cannot."""
        self.try_lights: Callable[[bool], Awaitable[list[tuple[int, str]]]] = darkness
        """Lights the first LED of each row in place of the game, or ends that; returns pixels and
        colours, and raises DeviceError if the strip does not take them."""
        self.check_board: Callable[[Config], None] = lambda config: None
        """Raises ConfigError if the game on the table cannot continue with a configuration."""
        self.on_set_up: Callable[[], None] = lambda: None
        """Called once the first set-up is over."""
        self.restarting = False
        """True once the service is about to start again with other settings."""

    @property
    def config(self) -> Config:
        """The configuration with the settings; its `auto` is not decided."""
        return merged(self._base, self._chosen, self._fixed)

    async def report(self) -> dict[str, Any]:
        """Returns the settings for a page.

        Returns:
            `values` by key, `fixed` (the keys that the page cannot change), `file` (the name of
            the configuration file, empty without one), `cameras` and `sounds` (sound devices; each
            with `address` and `name`), `layouts` (those that come with pegboard, and
            those written for this board: `name` is a path), `strips` (each
            with `address` and its `problem`, empty if none is known), `dials` (the inputs of two
            dials, as the guide wires them) and `restarting`.
        """
        config = self.config
        return {
            "values": {key: self._shown(config, key) for key in KEYS},
            "fixed": sorted(self._fixed),
            "file": self._named,
            "cameras": await asyncio.to_thread(_cameras),
            "sounds": await asyncio.to_thread(_sounds),
            "layouts": await asyncio.to_thread(_layouts, own_layouts(self._file.folder)),
            "strips": await asyncio.to_thread(_strips, config.board.layout),
            "dials": DIALS,
            "restarting": self.restarting,
        }

    def _shown(self, config: Config, key: str) -> Any:
        value = value_at(config, key)
        return without_password(value) if key == "camera.source" else value

    async def change(self, wanted: Mapping[str, Any], *, keep: bool = True) -> None:
        """Changes settings, or shows them for a moment.

        Args:
            wanted: by key.
            keep: False to look only: a brightness is shown, everything else is checked.

        Raises:
            ConfigError: a key or a value that cannot be, or is fixed.
            DeviceError: they could not be written; nothing has changed.
        """
        found = self.check(wanted)
        await self._check_offered(found)
        await asyncio.to_thread(self._check_strip, found)
        if not keep:
            for key in PREVIEWED:
                if key in found:
                    self.preview(found[key])
            return
        async with self._writing:
            chosen = {**self._chosen, **found}
            await asyncio.to_thread(self._file.write, chosen)
            self._chosen = chosen
            await self.apply(self.config)

    def check(self, wanted: Mapping[str, Any]) -> dict[str, Any]:
        """Returns settings as the configuration has them.

        Raises:
            ConfigError: a key or a value that cannot be, or is fixed.
        """
        found = checked(wanted, self._file.folder)
        for key in found:
            if key in self._fixed:
                where = self._named or _("the command that started the board")
                raise ConfigError(SettingFault.FIXED, key=key, file=where)
        return found

    async def _check_offered(self, found: Mapping[str, Any]) -> None:
        """Checks that a device is one that was offered: no page names any other."""
        offered: dict[str, set[str]] = {"voice.speaker": {"auto", "none"}}
        if "camera.source" in found:
            there = await asyncio.to_thread(cameras)
            addresses = {address for each in there for address in (each.address, each.best_address)}
            offered["camera.source"] = {"auto", "none"} | addresses
        if "voice.device" in found:
            sounds = await asyncio.to_thread(sound_cards)
            offered["voice.device"] = {DEFAULT} | {each.address for each in sounds}
        for key, known in offered.items():
            value = found.get(key)
            if value is not None and value not in known and value != value_at(self.config, key):
                raise ConfigError(
                    SettingFault.NOT_OFFERED, key=key, known=", ".join(sorted(known)), value=value
                )

    def _check_strip(self, found: Mapping[str, Any]) -> None:
        """Checks that the board can be played on: a strip that is there, tracks for the game.

        Raises:
            ConfigError: the layout has too few tracks.
            DeviceError: the strip is not there, and why.
        """
        if not {"board.layout", "board.strip", "buttons.inputs"} & found.keys():
            return
        now = merged(self.config, found, ())
        if now.board.strip != self.config.board.strip:
            offers = {each.address: each for each in strip_offers(_length(now.board.layout))}
            offer = offers.get(now.board.strip)
            if offer is None:
                choices = ", ".join(offers)
                raise ConfigError(
                    SettingFault.NOT_OFFERED,
                    key="board.strip",
                    known=choices,
                    value=now.board.strip,
                )
            if offer.problem is not None:
                raise offer.problem
        self.check_board(now)


def _length(layout: str) -> int:
    """Returns the pixels of a layout; a usual number where it cannot be read."""
    try:
        return load_layout(layout).length
    except ConfigError:
        return USUAL_LENGTH


def _layouts(own: Iterable[str]) -> list[dict[str, Any]]:
    """Returns the layouts that come with pegboard, the board for two first, and this board's own.

    Args:
        own: paths of the latter.
    """
    named = {name: load_layout(name) for name in (*layout_names(), *own)}
    found = sorted(
        named.items(), key=lambda each: (each[1].tracks, each[1].length, each[1].width_mm)
    )
    return [
        {
            "name": name,
            "tracks": each.tracks,
            "leds": each.length,
            "leds_per_m": each.leds_per_m,
            "width_mm": each.width_mm,
            "height_mm": each.height_mm,
        }
        for name, each in found
    ]


def _strips(layout: str) -> list[dict[str, Any]]:
    return [
        {
            "address": each.address,
            "problem": "" if each.problem is None else localize_error(each.problem),
        }
        for each in strip_offers(_length(layout))
    ]


def _cameras() -> list[dict[str, str]]:
    return [
        {"address": each.best_address, "name": each.name} for each in cameras() if not each.problem
    ]


def _sounds() -> list[dict[str, str]]:
    return [{"address": each.address, "name": each.name} for each in sound_cards()]


async def silence() -> None:
    """Plays nothing: the service has not started yet."""


async def darkness(on: bool) -> list[tuple[int, str]]:
    """Lights nothing: the service has not started yet."""
    return []


async def nothing(config: Config) -> None:
    """Applies nothing: the service has not started yet."""
