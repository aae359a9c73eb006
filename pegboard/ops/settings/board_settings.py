"""The board's settings as its page sees them: shown, previewed, changed."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from pegboard.config import Config
from pegboard.devices.cameras.found import cameras
from pegboard.devices.notices import without_password
from pegboard.devices.sound_cards import DEFAULT, sound_cards
from pegboard.errors import ConfigError
from pegboard.i18n import _
from pegboard.ops.settings.chosen import (
    KEYS,
    SettingFault,
    SettingsFile,
    checked,
    merged,
    value_at,
)

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
    ) -> None:
        """Starts with the settings as they were read.

        Args:
            base: the configuration without them.
            fixed: keys that cannot be changed.
            file: theirs.
            config_file: the configuration's; only its name is shown.
        """
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

    @property
    def config(self) -> Config:
        """The configuration with the settings; its `auto` is not decided."""
        return merged(self._base, self._chosen, self._fixed)

    async def report(self) -> dict[str, Any]:
        """Returns the settings for a page.

        Returns:
            `values` by key, `fixed` (the keys that the page cannot change), `file` (the name of
            the configuration file, empty without one), `cameras` and `sounds` (sound devices; each
            with `address` and `name`).
        """
        config = self.config
        return {
            "values": {key: self._shown(config, key) for key in KEYS},
            "fixed": sorted(self._fixed),
            "file": self._named,
            "cameras": await asyncio.to_thread(_cameras),
            "sounds": await asyncio.to_thread(_sounds),
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
        found = checked(wanted)
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
            addresses = {address for each in there for address in (each.address, each.best)}
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


def _cameras() -> list[dict[str, str]]:
    return [{"address": each.best, "name": each.name} for each in cameras() if not each.problem]


def _sounds() -> list[dict[str, str]]:
    return [{"address": each.address, "name": each.name} for each in sound_cards()]


async def silence() -> None:
    """Plays nothing: the service has not started yet."""


async def nothing(config: Config) -> None:
    """Applies nothing: the service has not started yet."""
