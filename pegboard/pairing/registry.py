"""Registry of paired devices and pending requests.

        invitation on the board's page --> request with the code --> OK on the board --> token

A person at the board decides: a device with the right code still waits for OK, or for approval on
the board's own page. A board without a screen can show no code; there the first device asks without
one, after OK was held (see `window`), and invites the next ones.

Use from one event loop only. The file is written on the journal's thread.
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

SEEN_RESOLUTION_S = 60.0
"""Precision, in seconds, to which the time a device was last seen is stored."""


@dataclass(slots=True)
class PairingRequest:
    """A request to pair.

    Attributes:
        id: its public id on the board's pages.
        secret: secret with which the device collects its token.
        name: requested name of the device.
        until: expiry, monotonic seconds.
        has_code: whether it came with the right code.
        answer: the token once accepted, empty once refused, None while pending.
        device: the paired device, once accepted.
        is_being_saved: whether it was accepted and is being saved.
        was_crowded: whether it was refused because another device asked too.
    """

    id: str
    secret: str
    name: str
    until: float
    has_code: bool
    answer: str | None = None
    device: Device | None = None
    is_being_saved: bool = False
    was_crowded: bool = False


class PairingRegistry:
    """The paired devices and the pending requests."""

    def __init__(
        self,
        folder: Path,
        run_blocking: Callable[..., Awaitable[Any]],
        *,
        clock: Callable[[], float],
        wall_clock: Callable[[], float],
        devices: tuple[Device, ...] = (),
    ) -> None:
        """Starts without requests.

        Args:
            folder: state folder of the board.
            run_blocking: runs file I/O: `await run_blocking(function, *arguments)`.
            clock: monotonic seconds.
            wall_clock: seconds since 1970.
            devices: the stored devices, see `devices.read_devices`.
        """
        self.on_change: Callable[[], None] = lambda: None
        """Called when a device requests pairing, is accepted or removed."""
        self.on_removed: Callable[[str], None] = lambda _: None
        """Called immediately with the id of a removed device."""
        self._folder, self._run_blocking = folder, run_blocking
        self._clock, self._wall_clock = clock, wall_clock
        self._devices = {device.id: device for device in devices}
        self._by_digest = {device.digest: device.id for device in devices}
        self._gate = Gate(clock)
        self._requests: list[PairingRequest] = []

    # --- paired devices

    @property
    def devices(self) -> tuple[Device, ...]:
        """Paired devices, latest last."""
        return tuple(self._devices.values())

    def get(self, id: str) -> Device | None:
        """Returns the paired device with an id, or None."""
        return self._devices.get(id)

    def by_token(self, token: str) -> Device | None:
        """Returns the device with a token, or None; records the time."""
        id = self._by_digest.get(store.digest(token))
        if id is None:
            return None
        device, now = self._devices[id], self._wall_clock()
        if not 0 <= now - device.seen < SEEN_RESOLUTION_S:
            self._devices[id] = device = replace(device, seen=now)
        return device

    async def revoke(self, id: str) -> None:
        """Removes a device; ignores one that is not paired."""
        if (device := self._devices.pop(id, None)) is None:
            return
        del self._by_digest[device.digest]
        self.on_removed(id)
        self.on_change()
        await self._save()

    async def remove_all(self) -> None:
        """Removes all devices.

        Raises:
            DeviceError: this could not be saved; the devices are removed nevertheless.
        """
        gone, self._devices, self._by_digest = self.devices, {}, {}
        self._requests = []
        self._gate.revoke_code()
        for device in gone:
            self.on_removed(device.id)
        self.on_change()
        await self._save()

    async def update(self, id: str, **what: Any) -> None:
        """Changes the `name`, `seat` or rights (`board`) of a device.

        Raises:
            Refused: there is no such device.
            DeviceError: this could not be saved; nothing changed.
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
                self.on_removed(id)  # the device reconnects, with its new name and rights
            self.on_change()

    async def save_last_seen(self) -> None:
        """Saves the times when devices were last seen, on shutdown."""
        if self._devices:
            with suppress(DeviceError):  # during shutdown there is nowhere to report a failure
                await self._save()

    async def _save(self) -> None:
        await self._run_blocking(store.write_devices, self._folder, self.devices)

    # --- requests

    def new_invitation(self) -> Invitation:
        """Returns a new invitation; the previous one becomes invalid."""
        return self._gate.new_invitation()

    def revoke_code(self) -> None:
        """Revokes the invitation."""
        self._gate.revoke_code()

    def open_window(self) -> None:
        """Lets the first device request pairing without a code, for a while."""
        if not self._devices:
            self._gate.window.open()

    def request(
        self, name: str, code: str = "", *, address: str = "", is_headless: bool = False
    ) -> PairingRequest:
        """Registers a device's request to pair.

        Args:
            name: requested name of the device.
            code: code or PIN; empty for none.
            address: network address of the device.
            is_headless: whether the board has no screen to show a code.

        Raises:
            Refused: the code is wrong, expired or missing, or OK must be held first.
        """
        self._sweep()
        if len(self._devices) >= store.MAX_DEVICES:
            raise Refused(PairingFault.FULL, n=store.MAX_DEVICES)
        if code:
            self._gate.check_code(code, address)
        elif self._devices or not is_headless:
            raise Refused(PairingFault.UNINVITED)
        else:
            self._check_window(address)
        used_names = [device.name for device in self.devices] + [
            each.name for each in self._requests
        ]
        asking = PairingRequest(
            secrets.token_hex(4),
            secrets.token_urlsafe(16),
            store.free_name(name, used_names),
            self._clock() + VALID_S,
            bool(code),
        )
        self._requests.append(asking)
        self.on_change()
        return asking

    def _check_window(self, address: str) -> None:
        """Checks that the window is open and no other device has asked.

        Raises:
            Refused: it is closed, or another device asked, which is then refused as well.
        """
        others = [each for each in self.waiting if not each.has_code]
        try:
            self._gate.window.check(address)
            if others:
                raise Refused(PairingFault.TWO_ASK)
        except Refused as refusal:
            if refusal.code is PairingFault.TWO_ASK:
                self._gate.window.close()
                for each in others:
                    each.answer, each.was_crowded = "", True
                self.on_change()
            raise

    async def accept_uninvited(self) -> None:
        """Accepts the only device that asked without a code, once the window has closed.

        Raises:
            DeviceError: it could not be saved; the request keeps waiting.
        """
        alone = [each for each in self.waiting if not each.has_code]
        if len(alone) == 1 and not self._devices and not self._gate.window.is_open:
            await self.accept(alone[0].id)

    @property
    def waiting(self) -> tuple[PairingRequest, ...]:
        """Pending requests, oldest first."""
        self._sweep()
        return tuple(
            each for each in self._requests if each.answer is None and not each.is_being_saved
        )

    @property
    def next_invited(self) -> PairingRequest | None:
        """The request that OK accepts: the oldest one with a code."""
        return next((each for each in self.waiting if each.has_code), None)

    async def accept(self, id: str) -> Device:
        """Accepts a request; one without a code gets the rights of the board's own page.

        Raises:
            Refused: no request with that id is pending.
            DeviceError: it could not be saved; the request keeps waiting.
        """
        asking = self._pending(id)
        device, token = store.new_device(asking.name, self._wall_clock(), board=not asking.has_code)
        asking.is_being_saved = True  # a second OK now accepts the next request
        try:
            await self._run_blocking(store.write_devices, self._folder, (*self.devices, device))
        finally:
            asking.is_being_saved = False
        self._devices[device.id] = device
        self._by_digest[device.digest] = device.id
        asking.answer, asking.device = token, device
        self.on_change()
        return device

    def refuse(self, id: str) -> None:
        """Refuses a request.

        Raises:
            Refused: no request with that id is pending.
        """
        self._pending(id).answer = ""
        self.on_change()

    def collect(self, secret: str) -> PairingRequest | None:
        """Returns the request with a secret; once answered, it is returned only once.

        Returns:
            The request, or None if there is none.
        """
        self._sweep()
        asking = next((each for each in self._requests if each.secret == secret), None)
        if asking is not None and asking.answer is not None:
            self._requests.remove(asking)
        return asking

    def _pending(self, id: str) -> PairingRequest:
        for asking in self.waiting:
            if asking.id == id:
                return asking
        raise Refused(PairingFault.NOBODY_WAITS)

    def _sweep(self) -> None:
        """Drops expired requests, and devices that did not collect their token."""
        for asking in list(self._expired()):
            self._requests.remove(asking)
            if asking.device is not None and asking.answer:
                self._devices.pop(asking.device.id, None)
                self._by_digest.pop(asking.device.digest, None)

    def _expired(self) -> Iterator[PairingRequest]:
        now = self._clock()
        return (each for each in self._requests if now >= each.until)
