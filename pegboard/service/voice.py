"""The board's voice: announces events through a speaker, one at a time.

It watches the board like a page. It never interrupts a text; meanwhile it queues only the latest
announcement, so it never lags behind the game.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor

from pegboard.config import Config
from pegboard.devices.ports import Speaker
from pegboard.errors import PegboardError, as_pegboard_error
from pegboard.host.retrying import Backoff, doubled
from pegboard.i18n import LANGUAGES, Message
from pegboard.session.feed.types import Feed
from pegboard.session.views.announcements import Announcer

log = logging.getLogger(__name__)

SHORTEST_PAUSE_S = 1.0
LONGEST_PAUSE_S = 60.0
"""Pauses between retries of a failed speaker: first and longest."""


def language_of(config: Config, environ: Mapping[str, str]) -> str:
    """Returns the configured language; for `auto` the machine's if supported, otherwise English."""
    if config.language != "auto":
        return config.language
    tag = environ.get("LC_ALL") or environ.get("LC_MESSAGES") or environ.get("LANG") or ""
    return tag[:2] if tag[:2] in LANGUAGES else "en"


class Voice:
    """Voice that speaks a feed's announcements on a thread. Use from one event loop only."""

    def __init__(
        self,
        factory: Callable[[], Speaker],
        language: str,
        on_change: Callable[[], None],
        *,
        pause_s: float = SHORTEST_PAUSE_S,
    ) -> None:
        """Creates the voice; opens nothing yet.

        Args:
            factory: opens the speaker.
            language: language of the feed and the speech.
            on_change: called when the speaker fails or recovers.
            pause_s: first pause after a failure, seconds; it doubles each time.
        """
        self.fault: PegboardError | None = None
        """Why it cannot speak; None if it can."""
        self.language = language
        self._open, self._on_change = factory, on_change
        self._backoff = Backoff(doubled(pause_s, LONGEST_PAUSE_S))
        self._speaker: Speaker | None = None
        self._worker = ThreadPoolExecutor(1, "voice")
        self._next = ""
        self._queue: list[str] = []
        self._idle = asyncio.Event()
        self._idle.set()
        self.by_ear = False
        """True for play by ear, where queued sentences replace the announcements of pages."""
        self._failed = False
        self._bell = asyncio.Event()

    async def listen(self, feed: Feed) -> None:
        """Follows the board's states until cancelled."""
        announcer = Announcer(self.language)
        async for item in feed:
            if not isinstance(item, bytes):
                state = item.state
                text = announcer.text_for(state, item.moves)
                if not (self.by_ear and state["kind"]["has_dealt_hands"]):
                    self.announce(text)

    def announce(self, text: str) -> None:
        """Sets the next announcement, replacing one that has not been spoken yet."""
        if text:
            self._next = text
            self._bell.set()

    def enqueue(self, text: Message) -> None:
        """Queues a text to be spoken after all others.

        While the speaker fails, only the latest text is kept, as in `announce`.
        """
        if self.fault is not None:
            self._queue.clear()
        self._queue.append(text.localize(self.language))
        self._idle.clear()
        self._bell.set()

    async def wait_until_spoken(self) -> None:
        """Waits until all queued texts have been spoken or have failed."""
        if self.fault is None:
            await self._idle.wait()

    async def run(self) -> None:
        """Speaks until cancelled; retries a failed speaker with growing pauses."""
        while True:
            # Open the speaker before there is a text, so that a missing one is noticed early.
            if self._speaker is not None or await self._try(""):
                await self._bell.wait()
                self._bell.clear()
                text, self._next = self._next, ""
                if self._queue:
                    added, self._queue = self._queue, []
                    text = " ".join(each if each[-1] in ".!?" else f"{each}." for each in added)
                spoken = not text or await self._try(text)
                if not self._queue:
                    self._idle.set()
                if spoken:
                    self._backoff.reset()
                    continue
            await asyncio.sleep(self._backoff.next_s())

    async def _try(self, text: str) -> bool:
        loop = asyncio.get_running_loop()
        try:
            await loop.run_in_executor(self._worker, self._speak, text)
        except OSError as error:
            self._failed = bool(text)
            self._report(as_pegboard_error(error))
            return False
        # After a sentence has failed, only a spoken one proves that the speaker works again.
        if text or not self._failed:
            self._failed = False
            self._report(None)
        return True

    async def on_thread(self, work: Callable[[], None]) -> None:
        """Runs a function on the speaker's thread, after the current sentence."""
        await asyncio.get_running_loop().run_in_executor(self._worker, work)

    def _speak(self, text: str) -> None:
        """Speaks a text, on the speaker's thread."""
        if self._speaker is None:
            self._speaker = self._open()
        try:
            if text:
                self._speaker.say(text, self.language)
        except OSError:
            self._speaker.close()
            self._speaker = None
            raise

    def _report(self, fault: PegboardError | None) -> None:
        if fault == self.fault:
            return
        if fault is not None:
            log.warning("voice: %s", fault)
            self._idle.set()  # wake the tasks that wait for the end of speech
        self.fault = fault
        self._on_change()

    def close(self) -> None:
        """Stops speech at once, and releases the speaker and all waiting tasks."""
        self._idle.set()
        if self._speaker is not None:
            self._speaker.close()
        self._worker.shutdown(wait=False, cancel_futures=True)
