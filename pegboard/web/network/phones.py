"""Lets phones on the network open the page, or keeps them out, while the service runs.

The switch is the setting `web.phones`. Switching asks at the board first, unless the board's own
page has done so. A `host` in the configuration file decides instead of the switch.
"""

import logging
from typing import Any

from pegboard.errors import DeviceError, IllegalAction
from pegboard.http.lan_address import EVERYWHERE, page_address, qr_code
from pegboard.notice import localize_error
from pegboard.ops.settings.board_settings import BoardSettings
from pegboard.pairing.switch_question import SwitchQuestion
from pegboard.pairing.viewer import Viewer
from pegboard.session.codes import Refusal
from pegboard.web.network.listener import NetworkListener

log = logging.getLogger(__name__)

PHONES = "web.phones"
"""The key of the switch among the settings."""


class Phones:
    """The page's door to the network. Use from one event loop only."""

    def __init__(
        self,
        settings: BoardSettings,
        question: SwitchQuestion,
        network: NetworkListener | None,
        port: int,
    ) -> None:
        """Opens nothing yet.

        Args:
            settings: have the switch.
            question: asks the people at the board.
            network: the listener; None where there is none, as in tests of the routes.
            port: of the page.
        """
        self._settings, self._question = settings, question
        self._network, self._port = network, port
        self._fault: DeviceError | None = None

    @property
    def host(self) -> str:
        """The address that the service listens on now."""
        is_open = self._network is not None and self._network.is_open
        return EVERYWHERE[0] if is_open else self._settings.config.web.host

    def report(self) -> dict[str, Any]:
        """Returns what the page shows: whether phones reach it, where, and why not.

        Address and QR code are empty while no phone reaches it; `problem` is empty without one.
        """
        address, is_on = page_address(self.host, self._port)
        return {
            "on": is_on,
            "address": address if is_on else "",
            "svg": qr_code(address) if is_on else "",
            "problem": "" if self._fault is None else localize_error(self._fault),
        }

    async def start(self) -> None:
        """Opens the door if it was open when the service stopped; a failure is reported."""
        try:
            await self.follow()
        except DeviceError as error:
            log.warning("%s", error)

    async def prepare(self, is_on: bool, viewer: Viewer, *, has_asked: bool) -> None:
        """Asks at the board where that is needed, and opens the door.

        Args:
            is_on: whether phones are to be let in.
            viewer: who wants it.
            has_asked: whether a page has asked; that counts for the board's own page only.

        Raises:
            IllegalAction: nobody at the board said yes.
            DeviceError: another program has the port on the network.
        """
        if is_on == self._settings.config.web.phones and not (is_on and self._fault):
            return
        # The board's own page may close its door to others without being asked back.
        needs_yes = not viewer.is_at_board or (is_on and not has_asked)
        if needs_yes and not await self._question.ask("open" if is_on else "close"):
            raise IllegalAction(Refusal.NOT_AGREED)
        if is_on:
            await self._open()

    async def follow(self) -> None:
        """Opens or closes the door as the settings say.

        Raises:
            DeviceError: another program has the port on the network.
        """
        if self._settings.config.web.phones:
            await self._open()
        else:
            self._fault = None
            if self._network is not None:
                self._network.close()

    async def _open(self) -> None:
        # An address in the configuration file is listened on already, and no loopback.
        if self._network is None or not self._is_switchable:
            return
        try:
            await self._network.open()
            self._fault = None
        except DeviceError as error:
            self._fault = error
            raise

    @property
    def _is_switchable(self) -> bool:
        return not page_address(self._settings.config.web.host, self._port)[1]
