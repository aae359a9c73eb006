"""The voice in use, replaced when the settings change."""

import asyncio
import os
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from pegboard.config import Config, VoiceConfig
from pegboard.devices.speakers import open_speaker
from pegboard.i18n import Message, _
from pegboard.service.voice import Voice, language_of

OpenVoice = Callable[[VoiceConfig], Voice | None]
Listen = Callable[[Voice], Coroutine[Any, Any, None]]


class Speech:
    """The voice of a board, if it has one. Use from one event loop only."""

    def __init__(self, config: VoiceConfig, factory: OpenVoice, language: str = "en") -> None:
        """Creates the configured voice.

        Args:
            config: the voice settings, with `auto` resolved.
            factory: returns the voice for settings; None if they have no speaker.
            language: language of the test sentence.
        """
        self.config = config
        self._language, self._testing = language, asyncio.Lock()
        self._factory = factory
        self.voice = factory(config)
        """The voice; None without a speaker."""
        self._changed = asyncio.Event()

    def reconfigure(self, config: VoiceConfig) -> None:
        """Applies another speaker or volume; interrupts the current sentence."""
        if config != self.config:
            self.close()
            self.config, self.voice = config, self._factory(config)
            self._changed.set()

    def enqueue(self, text: Message) -> None:
        """Queues a text to be spoken after all others, if there is a speaker."""
        if self.voice is not None:
            self.voice.enqueue(text)

    async def test(self) -> None:
        """Speaks a test sentence with the current settings, even if the voice is off.

        Raises:
            DeviceError: the speaker fails.
        """
        async with self._testing:
            voice = self.voice
            if voice is not None:
                await voice.on_thread(self._test)  # the device accepts one user at a time
            else:
                await asyncio.to_thread(self._test)

    def _test(self) -> None:
        config = self.config
        speaker = open_speaker(
            "espeak:" if config.speaker == "none" else config.speaker, config.volume, config.device
        )
        try:
            speaker.say(_("The board speaks here").localize(self._language), self._language)
        finally:
            speaker.close()

    async def wait_until_spoken(self) -> None:
        """Waits until everything queued has been spoken or has failed."""
        if self.voice is not None:
            await self.voice.wait_until_spoken()

    async def run(self, listen: Listen) -> None:
        """Runs the current voice, whichever that is, until cancelled.

        Args:
            listen: feeds a voice with the board's states until cancelled.
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
        """Stops speech at once and releases the speaker."""
        if self.voice is not None:
            self.voice.close()


def open_voice(config: Config, changed: Callable[[], None], chosen: VoiceConfig) -> Voice | None:
    """Returns the board's voice, or None without a speaker."""
    speaker, volume = chosen.speaker, chosen.volume
    if speaker == "none":
        return None
    language = language_of(config, os.environ)
    voice = Voice(partial(open_speaker, speaker, volume, chosen.device), language, changed)
    voice.by_ear = chosen.by_ear
    return voice
