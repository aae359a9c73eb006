"""The voice in use: another one takes its place when the settings change."""

import asyncio
import os
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from pegboard.config import Config, VoiceConfig
from pegboard.devices.speakers import open_speaker
from pegboard.i18n import Message
from pegboard.service.voice import Voice, language_of

OpenVoice = Callable[[VoiceConfig], Voice | None]
Listen = Callable[[Voice], Coroutine[Any, Any, None]]


class Speech:
    """Runs the voice of a board, if it has one. Use from one event loop only."""

    def __init__(self, config: VoiceConfig, factory: OpenVoice) -> None:
        """Starts silent.

        Args:
            config: the decided settings: no `auto` is left in them.
            factory: returns the voice of such settings; None where they name none.
        """
        self.config = config
        self._factory = factory
        self.voice = factory(config)
        """The voice; None without a speaker."""
        self._changed = asyncio.Event()

    def change(self, config: VoiceConfig) -> None:
        """Takes another speaker or volume; what is being said is broken off."""
        if config != self.config:
            self.close()
            self.config, self.voice = config, self._factory(config)
            self._changed.set()

    def add(self, text: Message) -> None:
        """Queues a text after all others, if there is a speaker: each of them is said."""
        if self.voice is not None:
            self.voice.add(text)

    async def finished(self) -> None:
        """Returns once everything that was added has been said, or cannot be."""
        if self.voice is not None:
            await self.voice.finished()

    async def run(self, listen: Listen) -> None:
        """Speaks until cancelled, always with the latest voice.

        Args:
            listen: follows the board with a voice until cancelled.
        """
        while True:
            self._changed.clear()
            if self.voice is None:
                await self._changed.wait()
                continue
            speaking = asyncio.ensure_future(self._speak(self.voice, listen))
            changed = asyncio.ensure_future(self._changed.wait())
            try:
                await asyncio.wait({speaking, changed}, return_when=asyncio.FIRST_COMPLETED)
                if not self._changed.is_set():
                    speaking.result()
            finally:
                speaking.cancel()
                changed.cancel()
                await asyncio.gather(speaking, changed, return_exceptions=True)

    async def _speak(self, voice: Voice, listen: Listen) -> None:
        await asyncio.gather(voice.run(), listen(voice))

    def close(self) -> None:
        """Stops speaking at once and releases the speaker."""
        if self.voice is not None:
            self.voice.close()


def open_voice(config: Config, changed: Callable[[], None], chosen: VoiceConfig) -> Voice | None:
    """Returns the board's voice, if it has a speaker."""
    speaker, volume = chosen.speaker, chosen.volume
    if speaker == "none":
        return None
    language = language_of(config, os.environ)
    voice = Voice(partial(open_speaker, speaker, volume), language, changed)
    voice.by_ear = chosen.by_ear
    return voice
