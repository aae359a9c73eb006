"""The camera process as the service sees it: ask, wait a while, and start it again if it died."""

import asyncio
import base64
import json
import logging
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from pegboard.cards import Card
from pegboard.errors import DeviceError, DeviceLost

log = logging.getLogger(__name__)

LINE_BYTES = 8 * 1024 * 1024
"""The longest answer, a picture in base64 included."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What one look at the table gave."""

    cards: tuple[Card, ...]
    """Best first, each once."""
    doubtful: tuple[Card, ...]
    """Those a player should look at."""
    sure: bool
    starter: Card | None
    """The one that lies apart, where there are five."""
    picture: bytes
    """JPEG."""
    waited: str = ""
    """Why the table would not come to rest while the camera looked; empty where it did."""


DOUBT = 0.85
"""Below this confidence a card is named as doubtful when a reading is not sure."""

SETTLE_S = 6.0
"""At most so long a look waits for a hand to be laid down and left alone."""

CAMERA_PROCESS = (sys.executable, "-m", "pegboard.cameras.process")


class Eyes:
    """One camera in a process of its own. For one event loop."""

    def __init__(
        self, address: str, *, timeout_s: float, command: Sequence[str] = CAMERA_PROCESS
    ) -> None:
        """Starts nothing yet: a board whose COUNT nobody presses pays nothing for its camera.

        Args:
            address: of the camera, see `pegboard.cameras`.
            timeout_s: a look that takes longer is given up.
            command: starts the process; the address is added to it.
        """
        self._command = command
        self.address = address
        self.ok = True
        self.says = ""
        self._timeout_s = timeout_s
        self._process: asyncio.subprocess.Process | None = None
        self._turn = asyncio.Lock()

    async def look(self) -> Seen:
        """Reads the cards on the table.

        Raises:
            DeviceError: no picture, or the camera process died or hung; it is started again at
                the next look.
        """
        async with self._turn:
            try:
                async with asyncio.timeout(self._timeout_s):
                    answer = await self._ask()
            except TimeoutError:
                await self._end()
                raise self._failed(
                    DeviceLost(f"the camera gave no answer in {self._timeout_s:g} s; started again")
                ) from None
            except (OSError, ValueError) as error:
                await self._end()
                raise self._failed(
                    DeviceLost(f"the camera process ended ({error}); it starts again")
                ) from None
            except asyncio.CancelledError:
                await self._end()  # its late answer must not be taken for the next one's
                raise
            if "error" in answer:
                raise self._failed(DeviceError(answer["error"]))
            self.ok, self.says = True, ""
            return _seen(answer)

    def _failed(self, error: DeviceError) -> DeviceError:
        self.ok, self.says = False, str(error)
        log.warning("camera: %s", error)
        return error

    async def _ask(self) -> dict[str, Any]:
        process = self._process
        if process is None or process.returncode is not None:
            process = self._process = await asyncio.create_subprocess_exec(
                *self._command,
                self.address,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LINE_BYTES,
            )
        assert process.stdin is not None and process.stdout is not None
        # Half of the time is for starting the process and for a slow machine's last reading.
        process.stdin.write(f"look {min(SETTLE_S, self._timeout_s / 2):g}\n".encode())
        await process.stdin.drain()
        line = await process.stdout.readline()
        if not line:
            raise OSError(f"exit code {await process.wait()}")
        answer: dict[str, Any] = json.loads(line)
        return answer

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def close(self) -> None:
        """Ends the process; a second call does nothing."""
        await self._end()


def _seen(answer: dict[str, Any]) -> Seen:
    confidence = {Card.parse(item["card"]): item["confidence"] for item in answer["cards"]}
    cards = tuple(confidence)
    doubtful: tuple[Card, ...] = ()
    if not answer["sure"]:
        doubtful = tuple(card for card in cards if confidence[card] < DOUBT) or cards[-1:]
    starter = answer["starter"]
    return Seen(
        cards=cards,
        doubtful=doubtful,
        sure=answer["sure"],
        starter=None if starter is None else Card.parse(starter),
        picture=base64.b64decode(answer["picture"]),
        waited=answer.get("waited", ""),
    )
