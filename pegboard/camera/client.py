"""Client of the camera process: sends requests, awaits answers, and restarts a dead process."""

import asyncio
import base64
import logging
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

from pegboard.camera.reading import CardReading, PackPrior, SeenPack, parse_pack, parse_reading
from pegboard.camera.transport import Child, Link, Unit
from pegboard.camera.watched import DealState, WatchResult, parse_watch_answer
from pegboard.cribbage.cards import Card
from pegboard.devices.cameras import Lens
from pegboard.devices.notices import without_password
from pegboard.errors import Code, Common, DeviceError, DeviceLost, PegboardError

log = logging.getLogger(__name__)

NONE = "none"
"""Address that means no camera; one may be chosen later."""
SAMPLES = "files:"
"""Address of the sample pictures, which `auto` falls back to without a camera."""
SETTLE_S = 6.0
"""Longest wait of a reading for a hand to be laid down and left alone, in seconds."""

CAMERA_PROCESS = (sys.executable, "-m", "pegboard.camera.process")


class CameraProcess(Code):
    """Codes of `DeviceError` and `DeviceLost` for the camera process."""

    ENDED = "camera-process-ended", "the camera process ended ({why}); restarting it"
    NO_ANSWER = (
        "camera-no-answer",
        "the camera did not answer within {seconds:g} s; restarted",
    )
    STARTED_AGAIN = "camera-started-again", "the camera has been restarted since"


class CameraClient:
    """Client of one camera, which runs in a separate process. Use from one event loop only."""

    def __init__(
        self,
        address: str,
        *,
        timeout_s: float,
        command: Sequence[str] = CAMERA_PROCESS,
        unit: Path | None = None,
        find: Callable[[], str] | None = None,
        focus_m: float = 0.0,
        rotation: int = 0,
        pack: PackPrior | None = None,
    ) -> None:
        """Creates the client; the camera process starts with the first request.

        Args:
            address: address of the camera, see `pegboard.devices.cameras`; or NONE.
            timeout_s: seconds after which a request is abandoned.
            command: starts the process; the address is appended.
            unit: socket of the camera's systemd unit, which starts the process instead.
            find: returns the address of the camera that is present now, for a camera that was
                found, not configured: after replugging its address may differ. Called in a thread.
            focus_m: distance at which the focus is fixed, in metres; 0 for autofocus.
            rotation: degrees clockwise by which every picture is turned: 0, 90, 180 or 270.
            pack: assumptions about the pack on the table; none by default.
        """
        self._command, self._unit, self._find = command, unit, find
        self.address = address
        self.rotation = rotation
        """Degrees clockwise by which every picture is turned."""
        self.pack = pack or PackPrior()
        """Assumptions about the pack on the table, for the next process."""
        self.seen_pack: SeenPack | None = None
        """The pack on the table; None until a process has identified it."""
        self.on_pack: Callable[[SeenPack], None] | None = None
        """Called when the process changes its view of the pack."""
        self.fault: DeviceError | None = None
        """The latest fault; None if the latest request succeeded."""
        self.focus_fault: DeviceError | None = None
        """The reason the focus could not be fixed; None if it is. The pictures may be good all the
        same."""
        self._focus_m = focus_m
        self._timeout_s = timeout_s
        self._link: Link | None = None
        self._starting: asyncio.Future[Link] | None = None
        self._ending: asyncio.Future[None] | None = None
        self._lock = asyncio.Lock()
        self._request_number = self._look_number = 0
        """Requests to this process so far, and the number of its latest reading."""
        self._is_numbering = False
        """True if this process numbers its answers."""
        self._is_closed = False
        """True from `close` until the next request; failures in this time are not faults."""

    @property
    def is_ok(self) -> bool:
        """Returns True if there is no fault."""
        return self.fault is None

    @property
    def is_present(self) -> bool:
        """Returns True if there is a camera."""
        return self.address != NONE

    @property
    def process(self) -> asyncio.subprocess.Process | None:
        """Camera process, if it is our child; else None."""
        return self._link.process if isinstance(self._link, Child) else None

    async def read_cards(self, starter: Card | None = None) -> CardReading:
        """Reads the cards on the table.

        Args:
            starter: starter of the deal, if known; four other cards are then a hand.

        Raises:
            DeviceError: no picture, or the camera process died or hung; the next request starts
                another one.
        """
        # The other half is for starting the process, and for the last reading on a slow machine.
        words = f"look {min(SETTLE_S, self._timeout_s / 2):g}"
        async with self._lock:
            answer = await self._ask_camera(words if starter is None else f"{words} {starter}")
            try:
                reading = parse_reading(answer)
                if reading.number and reading.number != self._look_number + 1:
                    raise ValueError(f"it answered look {reading.number}")
                self._look_number = reading.number
            except ValueError as error:
                await self._end()
                raise self._record_fault(DeviceLost(CameraProcess.ENDED, why=error)) from None
            self.fault = None
            return reading

    async def check(self, following: bool = False) -> dict[str, Any]:
        """Returns the reading and measurements of one picture; see `pegboard.camera.checked`.

        Args:
            following: whether to take the next still picture, rather than the same one again.

        Raises:
            DeviceError: as for `read_cards`.
        """
        return await self._request("check next" if following else "check")

    async def scan(self) -> tuple[str, bytes]:
        """Looks for a QR code in one picture; returns its text (empty if none) and the JPEG.

        Raises:
            DeviceError: as for `read_cards`.
        """
        answer = await self._request("scan")
        try:
            return str(answer["text"]), base64.b64decode(answer["picture"])
        except (KeyError, TypeError, ValueError) as error:
            await self._end()
            raise self._record_fault(DeviceLost(CameraProcess.ENDED, why=repr(error))) from None

    async def follow(self, known: DealState) -> None:
        """Starts following deals, or synchronises the camera process with the game.

        Raises:
            DeviceError: as for `read_cards`.
        """
        await self._request(f"follow {known.to_json()}")

    async def watch(self) -> WatchResult | None:
        """Processes one more picture, and returns the state of the deal.

        Returns None if the process follows nothing because it was restarted after `follow`.

        Raises:
            DeviceError: as for `read_cards`.
        """
        answer = await self._request("watch")
        try:
            return parse_watch_answer(answer)
        except (ValueError, PegboardError) as error:
            await self._end()
            raise self._record_fault(DeviceLost(CameraProcess.ENDED, why=error)) from None

    async def stop_following(self) -> None:
        """Stops following; does nothing if no process is running.

        Raises:
            DeviceError: as for `read_cards`.
        """
        if self._link is not None:
            await self._request("rest")

    async def _request(self, words: str) -> dict[str, Any]:
        async with self._lock:
            answer = await self._ask_camera(words)
            self.fault = None
            return answer

    async def _ask_camera(self, line: str) -> dict[str, Any]:
        """Returns the answer to a line; retries once if the camera now has another address.

        Raises:
            DeviceError: as for `read_cards`.
        """
        if self.fault is not None or self.address == SAMPLES:
            await self._find_camera_again()
        answer = await self._ask_focused(line)
        if "error" in answer:
            failed = self._record_fault(_reported_error(answer))
            if not await self._find_camera_again():
                raise failed
            answer = await self._ask_focused(line)
            if "error" in answer:
                raise self._record_fault(_reported_error(answer))
        return answer

    async def _ask_focused(self, line: str) -> dict[str, Any]:
        """Returns the answer to a line, after setting the focus if the process is new."""
        if self._focus_m and (self._link is None or self._link.ended):
            await self._send_focus()
        return await self._ask_in_time(line)

    async def _send_focus(self) -> None:
        answer = await self._ask_in_time(f"focus {self._focus_m:g}")
        # An error means that the camera is missing; the next request reports it.
        can = answer.get("focus", True) or not self._focus_m
        camera = without_password(self.address)
        self.focus_fault = None if can else DeviceError(Lens.NOT_SET, camera=camera)

    async def fix_focus(self, metres: float) -> None:
        """Fixes the focus at a distance in metres from now on; 0 turns autofocus on."""
        async with self._lock:
            self._focus_m, self.focus_fault = metres, None
            if self._link is not None:
                with suppress(DeviceError):
                    await self._send_focus()

    async def _find_camera_again(self) -> bool:
        """Switches to the camera that is present now; returns whether its address is new.

        Never switches to the sample pictures: nobody would notice that the camera is missing.
        """
        if self._find is None:
            return False
        address = await asyncio.to_thread(self._find)
        if address in (self.address, SAMPLES):
            return False
        log.info("camera: %s instead of %s", address, self.address)
        await self._end()
        self.address = address
        return True

    async def save_picture(self, number: int, file: Path) -> None:
        """Saves the picture of a reading to a file, at full size.

        Raises:
            DeviceError: the picture is gone, or the file cannot be written. The camera may be fine.
        """
        async with self._lock:
            if self._link is None:
                raise DeviceError(CameraProcess.STARTED_AGAIN)
            is_child = isinstance(self._link, Child)
            answer = await self._ask_in_time(
                f"keep {number} {file}" if is_child else f"keep {number}"
            )
            if "error" in answer:
                raise _reported_error(answer)
            if not is_child:  # the unit runs as a user who may not write the file
                await asyncio.to_thread(_write_picture, file, str(answer.get("kept", "")))

    async def _ask_in_time(self, line: str) -> dict[str, Any]:
        """Returns the answer to a line; ends the process if it fails or takes too long.

        Raises:
            DeviceError: with the reason.
        """
        try:
            async with asyncio.timeout(self._timeout_s):
                return await self._ask_process(line)
        except TimeoutError:
            await self._end()
            raise self._record_fault(
                DeviceLost(CameraProcess.NO_ANSWER, seconds=self._timeout_s)
            ) from None
        except (OSError, ValueError) as error:
            await self._end()
            raise self._record_fault(DeviceLost(CameraProcess.ENDED, why=error)) from None
        except asyncio.CancelledError:
            await self._end()  # else its late answer would be taken for the next request's
            raise

    def _record_fault(self, error: DeviceError) -> DeviceError:
        if self._is_closed:
            return error
        if self.fault != error:  # log a repeated fault only once
            log.warning("camera: %s", error)
        self.fault = error
        return error

    async def _ask_process(self, request: str) -> dict[str, Any]:
        link = self._link
        if link is None or link.ended:
            await self._end()
            link = await self._start_link()
            self._request_number = self._look_number = 0
            self._is_numbering = False
            if self.rotation:
                await self._exchange(link, f"turn {self.rotation}")
            if self.pack != PackPrior():
                await self._exchange(link, f"deck {self.pack.to_json()}")
        return await self._exchange(link, request)

    async def _exchange(self, link: Link, request: str) -> dict[str, Any]:
        """Returns the answer of a process to one request."""
        if link.unread:
            # A surplus answer would shift all later ones by one request.
            raise ValueError("it answered twice")
        self._request_number += 1
        line = await link.ask(f"{request} #{self._request_number}")
        try:
            answer = msgspec.json.decode(line, type=dict[str, Any])
        except msgspec.ValidationError:
            raise ValueError(f"it said {line[:40]!r}") from None
        to = answer.pop("to", None)
        self._is_numbering = self._is_numbering or to is not None
        if self._is_numbering and to != self._request_number:
            raise ValueError("it answered another request")
        self._update_pack(parse_pack(answer))
        return answer

    def _update_pack(self, pack: SeenPack | None) -> None:
        if pack is None or pack == self.seen_pack:
            return
        self.seen_pack, self.pack = pack, replace(self.pack, shares=pack.shares)
        if self.on_pack is not None:
            self.on_pack(pack)

    async def _open_link(self) -> Link:
        if self._unit is not None:
            return await Unit.connect(self._unit, self.address)
        return await Child.start(self._command, self.address)

    async def _start_link(self) -> Link:
        """Starts the process, so that `_end` can still end it if this call is cancelled."""
        self._is_closed = False
        starting = self._starting = asyncio.ensure_future(self._open_link())
        self._link = await asyncio.shield(starting)
        return self._link

    async def _end(self) -> None:
        """Ends the process, if there is one; completes even if the caller is cancelled."""
        if self._ending is None or self._ending.done():
            self._ending = asyncio.ensure_future(self._end_link())
        await asyncio.shield(self._ending)

    async def _end_link(self) -> None:
        starting, self._starting = self._starting, None
        link, self._link = self._link, None
        if link is None and starting is not None:
            with suppress(OSError):
                link = await starting
        if link is not None:
            await link.end()

    async def switch_camera(self, address: str, find: Callable[[], str] | None = None) -> None:
        """Switches to another camera; a request in progress is finished first.

        Args:
            address: of the camera; or NONE.
            find: as for the constructor.
        """
        async with self._lock:
            await self._end()
            self.address, self._find = address, find
            self.fault = self.focus_fault = None

    async def turn(self, rotation: int) -> None:
        """Turns all further pictures; a deal that is being followed continues.

        Args:
            rotation: degrees clockwise: 0, 90, 180 or 270.

        Raises:
            DeviceError: as for `read_cards`; the next process turns its pictures nevertheless.
        """
        self.rotation = rotation
        if self._link is not None:
            await self._request(f"turn {rotation}")

    async def assume_pack(self, pack: PackPrior) -> None:
        """Passes new assumptions about the pack on the table to the process.

        Raises:
            DeviceError: as for `read_cards`; the next process gets them nevertheless.
        """
        self.pack, self.seen_pack = pack, None
        if self._link is not None:
            await self._request(f"deck {pack.to_json()}")

    async def close(self) -> None:
        """Ends the process, or waits for it if it is ending already; idempotent."""
        self._is_closed = True
        await self._end()


def _write_picture(file: Path, picture: str) -> None:
    try:
        file.write_bytes(base64.b64decode(picture, validate=True))
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise DeviceError(Common.FILE_TROUBLE, file=str(file), why=why) from error


def _reported_error(answer: dict[str, Any]) -> DeviceError:
    """Returns the error that the process reported."""
    message, cure = str(answer["error"]), str(answer.get("cure") or "")
    if not cure:
        return DeviceError(Common.VERBATIM, says=message)
    return DeviceError(Common.VERBATIM_WITH_CURE, says=message, cure=cure)
