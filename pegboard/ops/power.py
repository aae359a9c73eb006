"""Restarts or switches off the machine, on a wish from the page.

Like an update: the service has no right to do it. It writes its wish into its state folder, systemd
sees the file, and `pegboard-power.service` carries it out as root:

    python -m pegboard.ops.power /var/lib/pegboard

The wish is one of two words and nothing else. Without systemd, on a developer's computer or in a
container, it is simulated; a machine that was not set up by the installer is left alone.
"""

import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

from pegboard.errors import Code, DeviceError
from pegboard.host.atomic_file import save
from pegboard.i18n import Message, _
from pegboard.ops.wish_file import take_line
from pegboard.storage.state_names import POWER_REQUEST

LISTENS = Path("/etc/systemd/system/pegboard-power.path")
"""systemd's path unit that watches for a wish, as the installer enabled it."""
SYSTEMD = Path("/run/systemd/system")
"""The folder is there where systemd runs."""

PowerWish = Literal["restart", "shut down"]
COMMANDS: Mapping[str, tuple[str, ...]] = {
    "restart": ("systemctl", "reboot"),
    "shut down": ("systemctl", "poweroff"),
}


class PowerFault(Code):
    """Codes of `DeviceError` for a machine that cannot be switched off from the page."""

    ELSEWHERE = (
        "power-elsewhere",
        "This board was not set up by its installer: switch it off at the machine itself",
    )


class Power:
    """The machine's switch, real or simulated. Its methods block: they use the disk."""

    def __init__(self, state: Path, *, listens: Path = LISTENS, systemd: Path = SYSTEMD) -> None:
        """Looks at nothing yet.

        Args:
            state: the state folder.
            listens: is there where somebody takes wishes.
            systemd: is there where systemd runs.
        """
        self._state, self._listens, self._systemd = state, listens, systemd
        self.wished: list[PowerWish] = []
        """Wishes that were only simulated."""

    @property
    def simulated(self) -> bool:
        """True where there is no systemd to ask."""
        return not self._systemd.exists()

    @property
    def possible(self) -> bool:
        """True where a wish is carried out, or simulated."""
        return self.simulated or self._listens.exists()

    def ask(self, wish: PowerWish) -> Message:
        """Asks for a restart, or to be switched off; returns what to tell people.

        Raises:
            DeviceError: this machine does not allow it, or the wish could not be written.
        """
        if not self.possible:
            raise DeviceError(PowerFault.ELSEWHERE)
        if self.simulated:
            self.wished.append(wish)
            if wish == "restart":
                return _("Simulated: the machine would restart now.")
            return _("Simulated: the machine would switch off now.")
        save(self._state / POWER_REQUEST, f"{wish}\n".encode())
        if wish == "restart":
            return _("The board is restarting. This page reconnects by itself.")
        return _("The board is switching off. Wait until its lights are out, then unplug it.")


def carry_out(state: Path) -> int:
    """Takes the wish out of the state folder and obeys it; returns an exit code.

    Nothing is done while the file cannot be removed: the machine would restart again and again.
    """
    wish = take_line(state / POWER_REQUEST)
    if (state / POWER_REQUEST).exists() or wish not in COMMANDS:
        sys.stderr.write("pegboard: there is no wish to restart or shut down\n")
        return 2
    try:
        return subprocess.run(COMMANDS[wish]).returncode
    except OSError as error:
        sys.stderr.write(f"pegboard: {COMMANDS[wish][0]}: {error.strerror}\n")
        return 2


def main(arguments: Sequence[str]) -> int:
    """Carries out the wish in the state folder that the command line names."""
    if len(arguments) != 1:
        sys.stderr.write("usage: python -m pegboard.ops.power STATE_FOLDER\n")
        return 2
    return carry_out(Path(arguments[0]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
