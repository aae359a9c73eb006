"""Access to the machine for checks: files below a root, commands, and facts about this program.

Everything that a check may use is a field. The defaults describe this machine; tests substitute
files and answers.
"""

import grp
import os
import platform
import shutil
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

from pegboard.config import Config
from pegboard.devices import raspberry_pi
from pegboard.devices.autodetect import Choice, choose
from pegboard.devices.strips._faults import Host
from pegboard.devices.usb_board.protocol.messages import Report, Welcome
from pegboard.errors import ConfigError, PegboardError
from pegboard.notice import Notice
from pegboard.ops.doctor.checks.games import Games
from pegboard.storage.paths import foreign_files

COMMAND_S = 5.0
"""Timeout of a command in seconds."""


def command_output(command: Sequence[str]) -> str | None:
    """Returns the output of a command; None if it is missing, fails or takes too long."""
    program = shutil.which(command[0])
    if program is None:
        return None
    try:
        process = subprocess.run(
            [program, *command[1:]],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=COMMAND_S,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return process.stdout.strip()


def fetch(url: str) -> str | None:
    """Returns the body of a page, whatever its HTTP status.

    "" if the peer is not a web server, None without an answer.
    """
    try:
        with urllib.request.urlopen(url, timeout=COMMAND_S) as reply:
            return str(reply.read(1_000_000).decode(errors="replace"))
    except urllib.error.HTTPError as error:
        return error.reason
    except (urllib.error.URLError, TimeoutError, ConnectionError) as error:
        nobody = (ConnectionRefusedError, socket.gaierror)
        return None if isinstance(getattr(error, "reason", error), nobody) else ""
    except (OSError, ValueError):
        return ""


def version(package: str) -> str | None:
    """Returns the version of an installed package; None if there is none."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def requires(package: str) -> list[str]:
    """Returns a package's requirements, from its own metadata."""
    try:
        return metadata.requires(package) or []
    except metadata.PackageNotFoundError:
        return []


def my_groups() -> frozenset[str]:
    """Returns the groups of this process."""
    names = set()
    for number in {*os.getgroups(), os.getegid()}:
        try:
            names.add(grp.getgrgid(number).gr_name)
        except KeyError:
            names.add(str(number))
    return frozenset(names)


def listed_groups(user: str) -> frozenset[str]:
    """Returns the groups of a user in the group database; a running process may lack new ones."""
    return frozenset(group.gr_name for group in grp.getgrall() if user in group.gr_mem)


def user_name() -> str:
    """Returns the user name of this process."""
    import pwd

    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return str(os.geteuid())


def usb_board() -> tuple[Welcome, Report]:
    """Returns identity and status of the USB board, sharing any connection of this process.

    Raises:
        DeviceError: the board is not connected or does not answer.
    """
    from pegboard.devices.usb_board.client import acquire, release  # pyserial is imported only here

    board = acquire("")
    try:
        board.set_up()
        return board.ready()
    finally:
        release(board)


def space(path: Path) -> tuple[int, int]:
    """Returns the bytes free for this user, and the total, of the file system of a path."""
    usage = os.statvfs(path)
    return usage.f_bavail * usage.f_frsize, usage.f_blocks * usage.f_frsize


@dataclass(frozen=True)
class SystemProbe:
    """A machine with a pegboard installation, as examined by the doctor."""

    config: Config = field(default_factory=Config)
    """The configuration with every `auto` resolved."""
    state: Path = Path()
    """The state folder."""
    root: Path = Path("/")
    config_file: Path | None = None
    config_fault: ConfigError | None = None
    """Error in the configuration file; `config` is the default one then."""
    why: Sequence[Choice] = ()
    """Choices of `auto` and their reasons."""
    live: Sequence[Notice] | None = None
    """Notices of the running service about its devices; None if no service runs."""
    games: Games | None = None
    """Contents of the journal; None if it could not be read."""
    safe: PegboardError | None = None
    """Reason for safe mode; None if it is off."""
    began: tuple[float, float] | None = None
    """Start of the service: seconds since 1970, and monotonic seconds."""
    wall: Callable[[], float] = time.time
    monotonic: Callable[[], float] = time.monotonic
    answer: Callable[[Sequence[str]], str | None] = command_output
    fetch: Callable[[str], str | None] = fetch
    installed: Callable[[str], bool] = lambda module: find_spec(module) is not None
    version: Callable[[str], str | None] = version
    requires: Callable[[str], list[str]] = requires
    may: Callable[[Path], bool] = lambda path: os.access(path, os.R_OK | os.W_OK)
    foreign_files: Callable[[Path], Sequence[Path]] = foreign_files
    space: Callable[[Path], tuple[int, int]] = space
    usb_board: Callable[[], tuple[Welcome, Report]] = usb_board
    environ: Mapping[str, str] = field(default_factory=lambda: os.environ)
    user: str = field(default_factory=user_name)
    groups: frozenset[str] = field(default_factory=my_groups)
    listed: Callable[[str], frozenset[str]] = listed_groups
    python: tuple[int, int, int] = sys.version_info[:3]
    bits: int = 64 if sys.maxsize > 2**32 else 32
    processor: str = field(default_factory=platform.machine)
    host: str = field(default_factory=socket.gethostname)
    sqlite: str = sqlite3.sqlite_version
    unit: str = "pegboard"
    """Name of the systemd unit."""

    @classmethod
    def here(cls, config: Config, state: Path, **more: object) -> "SystemProbe":
        """Returns a probe of this machine; `config` may contain `auto`."""
        decided, why = choose(config)
        return cls(config=decided, state=state, why=why, **more)  # type: ignore[arg-type]

    def path(self, name: str) -> Path:
        """Returns the path of a file on this machine."""
        return self.root / name.lstrip("/")

    def text(self, name: str) -> str | None:
        """Returns the content of a file without surrounding white space; None if unreadable."""
        try:
            text = self.path(name).read_text(encoding="utf-8", errors="replace")
        except OSError:
            return None
        return text.strip().strip("\0")

    def number(self, name: str) -> int | None:
        """Returns the number in a file, decimal or 0x…; None if there is none."""
        try:
            return int(self.text(name) or "", 0)
        except ValueError:
            return None

    def glob(self, pattern: str) -> list[Path]:
        """Returns the matching files on this machine, sorted."""
        return sorted(self.root.glob(pattern))

    @property
    def kind(self) -> raspberry_pi.Kind | None:
        """Kind of Raspberry Pi; None on other machines and unknown models."""
        return raspberry_pi.kind(self.root)

    @property
    def model(self) -> str | None:
        """Model name reported by a Pi; None on other machines."""
        return raspberry_pi.model(self.root)

    @property
    def config_txt(self) -> str:
        """Path of config.txt on this machine."""
        return raspberry_pi.shown(raspberry_pi.config_path(self.root), self.root)

    def site(self) -> Host:
        """Returns this machine as the strips' `Host`."""
        return Host(root=self.root, is_installed=self.installed, is_accessible=self.may)

    @property
    def log(self) -> str:
        """Command that shows the log of the service."""
        return f"`journalctl -u {self.unit} -e`"
