"""The board's settings for the page: report, preview, change."""

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
    local_layouts,
    merged,
    value_at,
)
from pegboard.ops.settings.first_start import FirstStart

PREVIEWED = ("board.brightness", "board.night_brightness")
"""Settings that can be previewed."""


class BoardSettings:
    """The settings of a board. Use from one event loop only."""

    def __init__(
        self,
        base: Config,
        fixed: Iterable[str],
        file: SettingsFile,
        config_file: Path | None,
        first_start: FirstStart,
    ) -> None:
        """Stores the settings as read at the start.

        Args:
            base: the configuration without the page's settings.
            fixed: keys that cannot be changed.
            file: the file of the settings.
            config_file: the configuration file, of which only the name is shown.
            first_start: stores whether the board has been set up.
        """
        self.first_start = first_start
        self._base, self._fixed, self._file = base, frozenset(fixed), file
        self._named = config_file.name if config_file is not None else ""
        self._writing = asyncio.Lock()
        self._chosen = file.read()
        self.apply: Callable[[Config], Awaitable[None]] = nothing
        """Applies the new configuration."""
        self.preview: Callable[[float], None] = lambda level: None
        """Shows a brightness temporarily."""
        self.try_sound: Callable[[], Awaitable[None]] = silence
        """Speaks a sentence on the sound device; raises DeviceError on failure."""
        self.try_lights: Callable[[bool], Awaitable[list[tuple[int, str]]]] = darkness
        """Switches between the first LED of each row and the game; returns pixels and colours.
        Raises DeviceError if the strip fails."""
        self.check_board: Callable[[Config], None] = lambda config: None
        """Raises ConfigError if the game on the table cannot continue with a configuration."""
        self.on_set_up: Callable[[], None] = lambda: None
        """Called when the first set-up is complete."""
        self.restarting = False
        """True once the service is about to restart with other settings."""

    @property
    def config(self) -> Config:
        """Configuration with the settings applied; `auto` is not resolved."""
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
            "values": {key: self._public_value(config, key) for key in KEYS},
            "fixed": sorted(self._fixed),
            "file": self._named,
            "cameras": await asyncio.to_thread(_cameras),
            "sounds": await asyncio.to_thread(_sounds),
            "layouts": await asyncio.to_thread(_layouts, local_layouts(self._file.folder)),
            "strips": await asyncio.to_thread(_strips, config.board.layout),
            "dials": DIALS,
            "restarting": self.restarting,
        }

    def _public_value(self, config: Config, key: str) -> Any:
        value = value_at(config, key)
        return without_password(value) if key == "camera.source" else value

    async def change(self, changes: Mapping[str, Any], *, save: bool = True) -> None:
        """Changes settings, or previews them.

        Args:
            changes: new values by key.
            save: False for a preview: brightness is shown, everything else only checked.

        Raises:
            ConfigError: a key or value is invalid, or the key is fixed.
            DeviceError: the file cannot be written; nothing has changed.
        """
        settings = self.check(changes)
        await self._check_offered(settings)
        await asyncio.to_thread(self._check_strip, settings)
        if not save:
            for key in PREVIEWED:
                if key in settings:
                    self.preview(settings[key])
            return
        async with self._writing:
            chosen = {**self._chosen, **settings}
            await asyncio.to_thread(self._file.write, chosen)
            self._chosen = chosen
            await self.apply(self.config)

    def check(self, changes: Mapping[str, Any]) -> dict[str, Any]:
        """Returns settings converted to the types of the configuration.

        Raises:
            ConfigError: a key or value is invalid, or the key is fixed.
        """
        settings = checked(changes, self._file.folder)
        for key in settings:
            if key in self._fixed:
                where = self._named or _("the command that started the board")
                raise ConfigError(SettingFault.FIXED, key=key, file=where)
        return settings

    async def _check_offered(self, settings: Mapping[str, Any]) -> None:
        """Checks that a device is one of those offered."""
        offered: dict[str, set[str]] = {"voice.speaker": {"auto", "none"}}
        if "camera.source" in settings:
            sources = await asyncio.to_thread(cameras)
            addresses = {
                address for source in sources for address in (source.address, source.best_address)
            }
            offered["camera.source"] = {"auto", "none"} | addresses
        if "voice.device" in settings:
            sounds = await asyncio.to_thread(sound_cards)
            offered["voice.device"] = {DEFAULT} | {card.address for card in sounds}
        for key, choices in offered.items():
            value = settings.get(key)
            if value is not None and value not in choices and value != value_at(self.config, key):
                raise ConfigError(
                    SettingFault.NOT_OFFERED, key=key, known=", ".join(sorted(choices)), value=value
                )

    def _check_strip(self, settings: Mapping[str, Any]) -> None:
        """Checks that the board is playable: the strip exists, and there are enough tracks.

        Raises:
            ConfigError: the layout has too few tracks.
            DeviceError: the strip is not available.
        """
        if not {"board.layout", "board.strip", "buttons.inputs"} & settings.keys():
            return
        now = merged(self.config, settings, ())
        if now.board.strip != self.config.board.strip:
            offers = {
                candidate.address: candidate
                for candidate in strip_offers(_length(now.board.layout))
            }
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
    """Returns the number of pixels of a layout; a typical one if unreadable."""
    try:
        return load_layout(layout).length
    except ConfigError:
        return USUAL_LENGTH


def _layouts(paths: Iterable[str]) -> list[dict[str, Any]]:
    """Returns the bundled layouts, the board for two first, and the custom ones of this board.

    Args:
        paths: paths of the custom layouts.
    """
    named = {name: load_layout(name) for name in (*layout_names(), *paths)}
    ordered = sorted(
        named.items(), key=lambda pair: (pair[1].tracks, pair[1].length, pair[1].width_mm)
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
        for name, each in ordered
    ]


def _strips(layout: str) -> list[dict[str, Any]]:
    return [
        {
            "address": offer.address,
            "problem": "" if offer.problem is None else localize_error(offer.problem),
        }
        for offer in strip_offers(_length(layout))
    ]


def _cameras() -> list[dict[str, str]]:
    return [
        {"address": source.best_address, "name": source.name}
        for source in cameras()
        if not source.problem
    ]


def _sounds() -> list[dict[str, str]]:
    return [{"address": card.address, "name": card.name} for card in sound_cards()]


async def silence() -> None:
    """Placeholder until the service has started."""


async def darkness(on: bool) -> list[tuple[int, str]]:
    """Placeholder until the service has started."""
    return []


async def nothing(config: Config) -> None:
    """Placeholder until the service has started."""
