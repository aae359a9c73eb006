"""The voice in use: another one takes its place when the settings change."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from pegboard.config import VoiceConfig
from pegboard.service.voice import Voice

OpenVoice = Callable[[VoiceConfig], Voice | None]
Listen = Callable[[Voice], Coroutine[Any, Any, None]]


class Speech:
    """Runs the voice of a board, if it has one. Use from one event loop only."""

    def __init__(self, config: VoiceConfig, factory: OpenVoice, listen: Listen) -> None:
        """Starts silent.

        Args:
            config: the decided settings: no `auto` is left in them.
            factory: returns the voice of such settings; None where they name none.
            listen: follows the board with a voice until cancelled.
        """
        self.config = config
        self._factory, self._listen = factory, listen
        self.voice = factory(config)
        """The voice; None without a speaker."""
        self._changed = asyncio.Event()

    def change(self, config: VoiceConfig) -> None:
        """Takes another speaker or volume; what is being said is broken off."""
        if config != self.config:
            self.close()
            self.config, self.voice = config, self._factory(config)
            self._changed.set()

    async def run(self) -> None:
        """Speaks until cancelled, always with the latest voice."""
        while True:
            self._changed.clear()
            if self.voice is None:
                await self._changed.wait()
                continue
            speaking = asyncio.ensure_future(self._speak(self.voice))
            changed = asyncio.ensure_future(self._until_changed())
            try:
                await asyncio.wait({speaking, changed}, return_when=asyncio.FIRST_COMPLETED)
                if not self._changed.is_set():
                    speaking.result()
            finally:
                speaking.cancel()
                changed.cancel()
                await asyncio.gather(speaking, changed, return_exceptions=True)

    async def _speak(self, voice: Voice) -> None:
        await asyncio.gather(voice.run(), self._listen(voice))

    async def _until_changed(self) -> None:
        await self._changed.wait()

    def close(self) -> None:
        """Stops speaking at once and releases the speaker."""
        if self.voice is not None:
            self.voice.close()
