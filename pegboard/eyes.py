"""The camera process as the service sees it: ask, wait a while, and start it again if it died."""

import asyncio
import json
import logging
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from pegboard.cards import Card
from pegboard.errors import DeviceError, DeviceLost
from pegboard.seen import Seen, seen_of

log = logging.getLogger(__name__)

LINE_BYTES = 8 * 1024 * 1024
"""The longest answer, a picture in base64 included."""

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

    async def look(self, starter: Card | None = None) -> Seen:
        """Reads the cards on the table.

        Args:
            starter: of the deal, where it is known: four other cards are a hand then.

        Raises:
            DeviceError: no picture, or the camera process died or hung; it is started again at
                the next look.
        """
        # Half of the time is for starting the process and for a slow machine's last reading.
        words = f"look {min(SETTLE_S, self._timeout_s / 2):g}"
        async with self._turn:
            answer = await self._answer(words if starter is None else f"{words} {starter}")
            if "error" in answer:
                raise self._failed(DeviceError(str(answer["error"])))
            try:
                seen = seen_of(answer)
            except ValueError as error:
                await self._end()
                raise self._failed(
                    DeviceLost(f"the camera process ended ({error}); it starts again")
                ) from None
            self.ok, self.says = True, ""
            return seen

    async def check(self, following: bool = False) -> dict[str, Any]:
        """One picture, read and measured, as `cameras.checked` describes it.

        Args:
            following: of still pictures the next one; else the same again.

        Raises:
            DeviceError: as for `look`.
        """
        async with self._turn:
            answer = await self._answer("check next" if following else "check")
            if "error" in answer:
                raise self._failed(DeviceError(str(answer["error"])))
            self.ok, self.says = True, ""
            return answer

    async def keep(self, number: int, file: Path) -> None:
        """Has the picture of a look written to a file, as large as it was taken.

        Raises:
            DeviceError: it is gone, or the file cannot be written. The camera may be well.
        """
        async with self._turn:
            if self._process is None:
                raise DeviceError("the camera has been started again since")
            answer = await self._answer(f"keep {number} {file}")
            if "error" in answer:
                raise DeviceError(str(answer["error"]))

    async def _answer(self, line: str) -> dict[str, Any]:
        """What the process answers to a line, in time, or it is ended and the error said."""
        try:
            async with asyncio.timeout(self._timeout_s):
                return await self._ask(line)
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

    def _failed(self, error: DeviceError) -> DeviceError:
        self.ok, self.says = False, str(error)
        log.warning("camera: %s", error)
        return error

    async def _ask(self, request: str) -> dict[str, Any]:
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
        process.stdin.write(f"{request}\n".encode())
        await process.stdin.drain()
        line = await process.stdout.readline()
        if not line:
            raise OSError(f"exit code {await process.wait()}")
        answer = json.loads(line)
        if not isinstance(answer, dict):
            raise ValueError(f"it said {line[:40]!r}")
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
