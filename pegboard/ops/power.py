"""Restart and shutdown of the machine on request from the page.

The service has no right to do this itself, as with updates. It writes a request into its state
folder; systemd notices the file and starts `pegboard-power.service`, which executes it as root:

    python -m pegboard.ops.power /var/lib/pegboard

Only two requests are accepted. Without systemd, on a developer's computer or in a container, they
are simulated; a machine that was not set up by the installer is left alone.
"""

import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

from pegboard.errors import Code, DeviceError
from pegboard.host.atomic_file import save
from pegboard.i18n import Message, _
from pegboard.ops.request_file import consume_line
from pegboard.storage.state_names import POWER_REQUEST

PATH_UNIT = Path("/etc/systemd/system/pegboard-power.path")
"""systemd's path unit that watches for requests, as enabled by the installer."""
SYSTEMD = Path("/run/systemd/system")
"""Folder that exists while systemd runs."""

PowerAction = Literal["restart", "shut down"]
COMMANDS: Mapping[str, tuple[str, ...]] = {
    "restart": ("systemctl", "reboot"),
    "shut down": ("systemctl", "poweroff"),
}


class PowerFault(Code):
    """Codes of `DeviceError` for a machine that cannot be shut down from the page."""

    ELSEWHERE = (
        "power-elsewhere",
        "This board was not set up by its installer: switch it off at the machine itself",
    )


class Power:
    """Real or simulated power control of the machine. Its methods block on the disk."""

    def __init__(
        self, state: Path, *, path_unit: Path = PATH_UNIT, systemd: Path = SYSTEMD
    ) -> None:
        """Stores the paths; reads nothing yet.

        Args:
            state: state folder of the board.
            path_unit: exists if requests are executed.
            systemd: exists if systemd runs.
        """
        self._state, self._path_unit, self._systemd = state, path_unit, systemd
        self.simulated_requests: list[PowerAction] = []
        """Requests that were only simulated."""

    @property
    def is_simulated(self) -> bool:
        """Returns True if there is no systemd to carry requests out."""
        return not self._systemd.exists()

    @property
    def is_possible(self) -> bool:
        """Returns True if requests are executed or simulated."""
        return self.is_simulated or self._path_unit.exists()

    def request(self, action: PowerAction) -> Message:
        """Requests a restart or shutdown; returns a message for people.

        Raises:
            DeviceError: this machine does not allow it, or the request cannot be written.
        """
        if not self.is_possible:
            raise DeviceError(PowerFault.ELSEWHERE)
        if self.is_simulated:
            self.simulated_requests.append(action)
            if action == "restart":
                return _("Simulated: the machine would restart now.")
            return _("Simulated: the machine would switch off now.")
        save(self._state / POWER_REQUEST, f"{action}\n".encode())
        if action == "restart":
            return _("The board is restarting. This page reconnects by itself.")
        return _("The board is switching off. Wait until its lights are out, then unplug it.")


def carry_out(state: Path) -> int:
    """Executes the request in a state folder; returns an exit code.

    Does nothing if the file cannot be removed, or the machine would restart again and again.
    """
    request = consume_line(state / POWER_REQUEST)
    if (state / POWER_REQUEST).exists() or request not in COMMANDS:
        sys.stderr.write("pegboard: there is no wish to restart or shut down\n")
        return 2
    try:
        return subprocess.run(COMMANDS[request]).returncode
    except OSError as error:
        sys.stderr.write(f"pegboard: {COMMANDS[request][0]}: {error.strerror}\n")
        return 2


def main(arguments: Sequence[str]) -> int:
    """Executes the request in the state folder named on the command line."""
    if len(arguments) != 1:
        sys.stderr.write("usage: python -m pegboard.ops.power STATE_FOLDER\n")
        return 2
    return carry_out(Path(arguments[0]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
