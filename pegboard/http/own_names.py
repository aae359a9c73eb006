"""The names by which other devices reach this machine, for the check of Host headers.

A page on the web can point its own name at this machine (DNS rebinding), so a name counts only if
nobody outside can have it: this machine's host name, alone or in one of

* `.local`, where avahi announces it; also under the number that avahi added because another device
  has the same name (`board-2.local`), but only while avahi itself says so;
* the domains that this network gives its devices (`board.fritz.box`, `board.home.arpa`), exactly
  as they stand in resolv.conf or in the DHCP lease at this moment.
"""

import asyncio
import json
import re
import socket
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from pegboard.text_file import read_text

ROOT = Path("/")
AVAHI = "run/avahi-daemon/pid"
"""Exists while avahi runs."""
ASK_AVAHI = (
    "busctl", "--system", "--auto-start=no", "--timeout=2", "--json=short", "call",
    "org.freedesktop.Avahi", "/", "org.freedesktop.Avahi.Server", "GetHostNameFqdn",
)  # fmt: skip
"""Command that prints the name that avahi announces, for `announced_name`."""
ASK_AGAIN_S = 10.0
"""Seconds between two questions to avahi."""
COMMAND_S = 3.0

RESOLV_CONFS = (
    "etc/resolv.conf",
    "run/NetworkManager/resolv.conf",
    "run/NetworkManager/no-stub-resolv.conf",
)
LEASES = "run/systemd/netif/leases/*"
LONGEST_FILE = 64 * 1024
RESERVED = frozenset({
    "corp", "example", "home", "internal", "intranet", "invalid", "lan", "local", "localdomain",
    "localnet", "private", "test",
})  # fmt: skip
"""Domains of one part that nobody can register (RFC 6761, RFC 6762 appendix G, ICANN)."""

_LABEL = re.compile("[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?")
_NUMBER = re.compile("-[0-9]{1,9}$")


def plain_name(name: str) -> str:
    """Returns a name in lower case, without the dot that may end it."""
    return name.lower().removesuffix(".")


def search_domains(root: Path = ROOT) -> frozenset[str]:
    """Returns the domains that this network gives its devices, in lower case.

    Args:
        root: the folder that stands for `/`.
    """
    found: set[str] = set()
    for file in RESOLV_CONFS:
        found |= {*_of_resolv_conf(_text(root / file))}
    for lease in root.glob(LEASES):
        found |= {*_of_lease(_text(lease))}
    return frozenset(filter(_is_own_domain, map(plain_name, found)))


def _text(file: Path) -> str:
    with suppress(OSError, ValueError):
        return read_text(file, LONGEST_FILE)
    return ""


def _of_resolv_conf(text: str) -> list[str]:
    """Returns the domains of the last `search` or `domain`, as resolv.conf(5) has it."""
    lines = (line.split() for line in text.splitlines())
    searched = [words[1:] for words in lines if words and words[0] in ("search", "domain")]
    return searched[-1] if searched else []


def _of_lease(text: str) -> list[str]:
    """Returns the domains of a lease of systemd-networkd, lines of KEY=VALUE."""
    pairs = (line.partition("=") for line in text.splitlines())
    keys = ("DOMAINNAME", "DOMAIN_SEARCH_LIST")
    return [domain for key, _, value in pairs if key in keys for domain in value.split()]


def _is_own_domain(domain: str) -> bool:
    """Returns whether a domain can have hosts of this network only.

    Anybody can register `board.com`, so that a domain of one part counts only if it is reserved.
    """
    labels = domain.split(".")
    if not all(map(_LABEL.fullmatch, labels)):
        return False
    return len(labels) > 1 or domain in RESERVED


def announced_name(answer: str | None) -> str:
    """Returns the name in an answer to `ASK_AVAHI`; empty if there is none."""
    try:
        (name,) = json.loads(answer or "")["data"]
    except (ValueError, KeyError, TypeError):
        return ""
    return plain_name(name) if isinstance(name, str) else ""


def ask_avahi(root: Path = ROOT) -> str:
    """Returns the name that avahi announces; empty if it does not run or answer."""
    if not (root / AVAHI).exists():
        return ""
    try:
        done = subprocess.run(
            ASK_AVAHI, capture_output=True, text=True, timeout=COMMAND_S, check=True
        )
    except (OSError, ValueError, subprocess.SubprocessError):
        return ""
    return announced_name(done.stdout)


def network_name(
    host: Callable[[], str] = socket.gethostname, announced: Callable[[], str] = ask_avahi
) -> str:
    """Returns the name by which others find this machine: the one that avahi announces.

    Where avahi says nothing, it is the host name in `.local`. May block, see `ask_avahi`.
    """
    return announced() or f"{plain_name(host()).partition('.')[0]}.local"


class OwnNames:
    """This machine's names as they are now: networks, names and conflicts change."""

    def __init__(
        self,
        host: Callable[[], str] = socket.gethostname,
        domains: Callable[[], frozenset[str]] = search_domains,
        announced: Callable[[], str] = ask_avahi,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Looks nothing up yet.

        Args:
            host: returns the machine's host name.
            domains: returns the network's domains, see `search_domains`.
            announced: returns the name that avahi announces; may block.
            clock: monotonic seconds.
        """
        self._host, self._domains, self._announced = host, domains, announced
        self._clock, self._lock = clock, asyncio.Lock()
        self._answer, self._asked_s = "", -ASK_AGAIN_S

    async def include(self, name: str) -> bool:
        """Returns whether a name, see `plain_name`, is one of this machine.

        Names that do not begin with the host name are refused without looking anything up.
        """
        own = plain_name(self._host())
        short = own.partition(".")[0]
        if not _LABEL.fullmatch(short):
            return False
        label, _, domain = name.partition(".")
        if name in (own, short, f"{short}.local"):
            return True
        if label == short:
            return domain in self._domains()
        stem, own_stem = _NUMBER.sub("", label), _NUMBER.sub("", short)
        return stem == own_stem and domain == "local" and name == await self._ask_avahi()

    async def _ask_avahi(self) -> str:
        """Returns the announced name; asks at most once in `ASK_AGAIN_S`."""
        async with self._lock:
            if self._clock() - self._asked_s >= ASK_AGAIN_S:
                self._answer = await asyncio.to_thread(self._announced)
                self._asked_s = self._clock()
            return self._answer
