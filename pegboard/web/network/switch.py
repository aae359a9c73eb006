"""The switch that lets phones on the network open the page while the service runs.

The switch is the setting `web.phones`. A change needs confirmation at the board, unless it came
from the board's own page. A `host` in the configuration file overrides the switch.
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

SETTING = "web.phones"
"""The key of the switch among the settings."""


class NetworkSwitch:
    """The switch for phones, and the listener that it controls. Use from one event loop only."""

    def __init__(
        self,
        settings: BoardSettings,
        question: SwitchQuestion,
        network: NetworkListener | None,
        port: int,
    ) -> None:
        """Stores the parts; the network listener is closed.

        Args:
        settings: the board's settings, which store the switch.
        question: the question for the people at the board.
        network: the listener; None in tests of the routes.
        port: port of the page.
        """
        self._settings, self._question = settings, question
        self._network, self._port = network, port
        self._fault: DeviceError | None = None

    @property
    def host(self) -> str:
        """Address on which the service listens now."""
        is_open = self._network is not None and self._network.is_open
        return EVERYWHERE[0] if is_open else self._settings.config.web.host

    def report(self) -> dict[str, Any]:
        """Returns whether phones can reach the page, at which address, and if not, why.

        Address and QR code are empty while phones cannot connect; `problem` is empty without one.
        """
        address, is_on = page_address(self.host, self._port)
        return {
            "on": is_on,
            "address": address if is_on else "",
            "svg": qr_code(address) if is_on else "",
            "problem": "" if self._fault is None else localize_error(self._fault),
        }

    async def start(self) -> None:
        """Opens the listener if the switch is on; logs a failure."""
        try:
            await self.apply()
        except DeviceError as error:
            log.warning("%s", error)

    async def prepare(self, is_on: bool, viewer: Viewer, *, is_confirmed: bool) -> None:
        """Asks for confirmation at the board if needed, and opens the network listener.

        Args:
        is_on: True to allow phones.
        viewer: the sender of the request.
        is_confirmed: True if the page has asked; counts for the board's own page only.

        Raises:
        IllegalAction: nobody at the board confirmed.
        DeviceError: another program uses the port on the network.
        """
        if is_on == self._settings.config.web.phones and not (is_on and self._fault):
            return
        # The board's own page may close the network listener without confirmation.
        needs_yes = not viewer.is_at_board or (is_on and not is_confirmed)
        if needs_yes and not await self._question.ask("open" if is_on else "close"):
            raise IllegalAction(Refusal.NOT_AGREED)
        if is_on:
            await self._open()

    async def apply(self) -> None:
        """Opens or closes the network listener according to the settings.

        Raises:
        DeviceError: another program uses the port on the network.
        """
        if self._settings.config.web.phones:
            await self._open()
        else:
            self._fault = None
            if self._network is not None:
                self._network.close()

    async def _open(self) -> None:
        # With a `host` in the configuration file, the service listens beyond loopback already.
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
