"""The pairing registry: pending requests, paired devices, removal.

    the board's page invites --> a device asks with the code --> OK on the board --> its token

Somebody at the board has the last word: a device that knows the code still waits for a press of OK
or for a yes on the board's own page. A board without a page of its own has no code to show: there
the first device asks without one, after OK was held (see `door`). The next ones are invited from
that device.

Use from one event loop only. The file is written by the journal's worker.
"""

import secrets
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pegboard.errors import DeviceError
from pegboard.http.invitation import VALID_S, Invitation, Refused
from pegboard.pairing import devices as store
from pegboard.pairing.devices import Device
from pegboard.pairing.errors import PairingFault
from pegboard.pairing.gate import Gate

SEEN_S = 60.0
"""Resolution of the time a device was last seen."""


@dataclass(slots=True)
class PairingRequest:
    """A device that asks to pair.

    Attributes:
        id: its public name among the board's pages.
        secret: what the device shows to collect its token.
        name: what it wants to be called.
        until: when it has waited long enough.
        invited: whether it knew the code.
        answer: its token once it is let in, empty once it is refused, None while it waits.
        device: what it has become.
        taken: whether it was accepted and is being saved.
        crowded: whether it was refused because another one asked as well.
    """

    id: str
    secret: str
    name: str
    until: float
    invited: bool
    answer: str | None = None
    device: Device | None = None
    taken: bool = False
    crowded: bool = False


class PairingRegistry:
    """The paired devices and the pending requests."""

    def __init__(
        self,
        folder: Path,
        run_blocking: Callable[..., Awaitable[Any]],
        *,
        clock: Callable[[], float],
        wall_clock: Callable[[], float],
        known: tuple[Device, ...] = (),
    ) -> None:
        """Starts without requests.

        Args:
            folder: the state folder.
            run_blocking: writes the file: `await run_blocking(function, *arguments)`.
            clock: monotonic seconds.
            wall_clock: seconds since 1970.
            known: the devices as `devices.read` gave them.
        """
        self.changed: Callable[[], None] = lambda: None
        """Called when a device asks to pair, is accepted or leaves."""
        self.gone: Callable[[str], None] = lambda _: None
        """Called with the id of a removed device, at once."""
        self._folder, self._run_blocking = folder, run_blocking
        self._clock, self._wall_clock = clock, wall_clock
        self._devices = {device.id: device for device in known}
        self._by_digest = {device.digest: device.id for device in known}
        self._gate = Gate(clock)
        self._asking: list[PairingRequest] = []

    # --- paired devices

    @property
    def devices(self) -> tuple[Device, ...]:
        """The paired devices, the latest last."""
        return tuple(self._devices.values())

    def get(self, id: str) -> Device | None:
        """Returns the device with this id, if it is paired."""
        return self._devices.get(id)

    def of(self, token: str) -> Device | None:
        """Returns the device with this token, and records that it was seen."""
        id = self._by_digest.get(store.digest(token))
        if id is None:
            return None
        device, now = self._devices[id], self._wall_clock()
        if not 0 <= now - device.seen < SEEN_S:
            self._devices[id] = device = replace(device, seen=now)
        return device

    async def revoke(self, id: str) -> None:
        """Removes a device at once and for good; ignores one that is not paired."""
        if (device := self._devices.pop(id, None)) is None:
            return
        del self._by_digest[device.digest]
        self.gone(id)
        self.changed()
        await self._save()

    async def forget(self) -> None:
        """Removes every device.

        Raises:
            DeviceError: it could not be saved; they are removed all the same.
        """
        gone, self._devices, self._by_digest = self.devices, {}, {}
        self._asking = []
        self._gate.revoke_code()
        for device in gone:
            self.gone(device.id)
        self.changed()
        await self._save()

    async def change(self, id: str, **what: Any) -> None:
        """Changes a device's `name`, `seat`, or rights of the board's own page (`board`).

        Raises:
            Refused: there is no such device.
            DeviceError: it could not be saved; nothing changed.
        """
        device = self._devices.get(id)
        if device is None:
            raise Refused(PairingFault.NOT_PAIRED)
        if "name" in what:
            others = [each.name for each in self.devices if each.id != id]
            what["name"] = store.free_name(what["name"], others)
        after = replace(device, **what)
        if after == device:
            return
        self._devices[id] = after
        try:
            await self._save()
        except DeviceError:
            self._devices[id] = device
            raise
        finally:
            if (device.name, device.board) != (after.name, after.board):
                self.gone(id)  # it comes in again as what it is now
            self.changed()

    async def save(self) -> None:
        """Saves when each device was last seen; called when the service stops."""
        if self._devices:
            with suppress(DeviceError):  # there is nobody to report it to
                await self._save()

    async def _save(self) -> None:
        await self._run_blocking(store.write, self._folder, self.devices)

    # --- who wants to come in

    def invite(self) -> Invitation:
        """Returns a fresh code; the previous one becomes invalid."""
        return self._gate.invite()

    def revoke_code(self) -> None:
        """Revokes the code: it is no longer shown or valid."""
        self._gate.revoke_code()

    def open_door(self) -> None:
        """Lets the first device ask without a code for a while; OK was held at the board."""
        if not self._devices:
            self._gate.door.open()

    def ask(
        self, name: str, given: str = "", *, address: str = "", alone: bool = False
    ) -> PairingRequest:
        """Registers a device's request to pair.

        Args:
            name: what it wants to be called.
            given: the code or the PIN; empty if it has none.
            address: where it asks from.
            alone: whether the board has no page of its own that could show one.

        Raises:
            Refused: the code is wrong or too old, or it needs one, or OK has to be held first.
        """
        self._sweep()
        if len(self._devices) >= store.MOST:
            raise Refused(PairingFault.FULL, n=store.MOST)
        if given:
            self._gate.check_code(given, address)
        elif self._devices or not alone:
            raise Refused(PairingFault.UNINVITED)
        else:
            self._check_door(address)
        taken = [device.name for device in self.devices] + [each.name for each in self._asking]
        asking = PairingRequest(
            secrets.token_hex(4),
            secrets.token_urlsafe(16),
            store.free_name(name, taken),
            self._clock() + VALID_S,
            bool(given),
        )
        self._asking.append(asking)
        self.changed()
        return asking

    def _check_door(self, address: str) -> None:
        """Checks that the door is open, and for one device only.

        Raises:
            Refused: it is not; those that asked before are refused as well.
        """
        others = [each for each in self.waiting if not each.invited]
        try:
            self._gate.door.pass_(address)
            if others:
                raise Refused(PairingFault.TWO_ASK)
        except Refused as refusal:
            if refusal.code is PairingFault.TWO_ASK:
                self._gate.door.close()
                for each in others:
                    each.answer, each.crowded = "", True
                self.changed()
            raise

    async def settle(self) -> None:
        """Accepts the device that asked while the door was open, once it is closed.

        Raises:
            DeviceError: it could not be saved; the request keeps waiting.
        """
        alone = [each for each in self.waiting if not each.invited]
        if len(alone) == 1 and not self._devices and not self._gate.door.is_open:
            await self.accept(alone[0].id)

    @property
    def waiting(self) -> tuple[PairingRequest, ...]:
        """The requests waiting to be accepted, the first one first."""
        self._sweep()
        return tuple(each for each in self._asking if each.answer is None and not each.taken)

    @property
    def invited(self) -> PairingRequest | None:
        """The request that a press of OK accepts: the first that knew the code."""
        return next((each for each in self.waiting if each.invited), None)

    async def accept(self, id: str) -> Device:
        """Accepts a request. The first device of a board without a page gets the rights of one.

        Raises:
            Refused: nobody of that id waits.
            DeviceError: it could not be saved; the request keeps waiting.
        """
        asking = self._of(id)
        device, token = store.new_device(asking.name, self._wall_clock(), board=not asking.invited)
        asking.taken = True  # a second yes meanwhile is for somebody else
        try:
            await self._run_blocking(store.write, self._folder, (*self.devices, device))
        finally:
            asking.taken = False
        self._devices[device.id] = device
        self._by_digest[device.digest] = device.id
        asking.answer, asking.device = token, device
        self.changed()
        return device

    def refuse(self, id: str) -> None:
        """Refuses a request.

        Raises:
            Refused: nobody of that id waits.
        """
        self._of(id).answer = ""
        self.changed()

    def collect(self, secret: str) -> PairingRequest | None:
        """Returns the status of the request with this secret.

        An answer is returned only once.

        Returns:
            None if there is none, or no longer.
        """
        self._sweep()
        asking = next((each for each in self._asking if each.secret == secret), None)
        if asking is not None and asking.answer is not None:
            self._asking.remove(asking)
        return asking

    def _of(self, id: str) -> PairingRequest:
        for asking in self.waiting:
            if asking.id == id:
                return asking
        raise Refused(PairingFault.NOBODY_WAITS)

    def _sweep(self) -> None:
        """Drops requests that have waited too long, and tokens that nobody fetched."""
        for asking in list(self._late()):
            self._asking.remove(asking)
            if asking.device is not None and asking.answer:
                self._devices.pop(asking.device.id, None)
                self._by_digest.pop(asking.device.digest, None)

    def _late(self) -> Iterator[PairingRequest]:
        now = self._clock()
        return (each for each in self._asking if now >= each.until)
