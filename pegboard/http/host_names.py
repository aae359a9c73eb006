"""Names under which other devices reach this machine, used to check Host headers.

A web page can point its own domain at this machine (DNS rebinding), so only names that nobody
outside can own are accepted: this machine's host name, alone or in one of

* `.local`, announced by avahi; also with the number that avahi appends if another device has the
same name (`board-2.local`), but only while avahi reports it;
* the network's search domains (`board.fritz.box`, `board.home.arpa`), as currently listed in
resolv.conf or the DHCP lease.
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
"""Path that exists while avahi runs."""
AVAHI_QUERY = (
    "busctl", "--system", "--auto-start=no", "--timeout=2", "--json=short", "call",
    "org.freedesktop.Avahi", "/", "org.freedesktop.Avahi.Server", "GetHostNameFqdn",
)  # fmt: skip
"""Command that prints the name that avahi announces, for `announced_name`."""
AVAHI_CACHE_S = 10.0
"""Seconds for which a reply of avahi is cached."""
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
"""Single-label domains that nobody can register (RFC 6761, RFC 6762 appendix G, ICANN)."""

_LABEL = re.compile("[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?")
_NUMBER = re.compile("-[0-9]{1,9}$")


def plain_name(name: str) -> str:
    """Returns a name in lower case, without a trailing dot."""
    return name.lower().removesuffix(".")


def search_domains(root: Path = ROOT) -> frozenset[str]:
    """Returns the search domains of this network, in lower case.

    Args:
        root: folder used in place of `/`.
    """
    domains: set[str] = set()
    for file in RESOLV_CONFS:
        domains |= {*_of_resolv_conf(_text(root / file))}
    for lease in root.glob(LEASES):
        domains |= {*_of_lease(_text(lease))}
    return frozenset(filter(_is_private_domain, map(plain_name, domains)))


def _text(file: Path) -> str:
    with suppress(OSError, ValueError):
        return read_text(file, LONGEST_FILE)
    return ""


def _of_resolv_conf(text: str) -> list[str]:
    """Returns the domains of the last `search` or `domain` line; see resolv.conf(5)."""
    lines = (line.split() for line in text.splitlines())
    searched = [words[1:] for words in lines if words and words[0] in ("search", "domain")]
    return searched[-1] if searched else []


def _of_lease(text: str) -> list[str]:
    """Returns the domains in a lease of systemd-networkd, which has KEY=VALUE lines."""
    pairs = (line.partition("=") for line in text.splitlines())
    keys = ("DOMAINNAME", "DOMAIN_SEARCH_LIST")
    return [domain for key, _, value in pairs if key in keys for domain in value.split()]


def _is_private_domain(domain: str) -> bool:
    """Returns whether all hosts of a domain must be in this network.

    Anybody can register `board.com`, so a single-label domain counts only if it is reserved.
    """
    labels = domain.split(".")
    if not all(map(_LABEL.fullmatch, labels)):
        return False
    return len(labels) > 1 or domain in RESERVED


def announced_name(answer: str | None) -> str:
    """Returns the name in a reply to `AVAHI_QUERY`; empty if it contains none."""
    try:
        (name,) = json.loads(answer or "")["data"]
    except (ValueError, KeyError, TypeError):
        return ""
    return plain_name(name) if isinstance(name, str) else ""


def query_avahi(root: Path = ROOT) -> str:
    """Returns the name that avahi announces; empty if avahi does not reply."""
    if not (root / AVAHI).exists():
        return ""
    try:
        process = subprocess.run(
            AVAHI_QUERY, capture_output=True, text=True, timeout=COMMAND_S, check=True
        )
    except (OSError, ValueError, subprocess.SubprocessError):
        return ""
    return announced_name(process.stdout)


def network_name(
    host: Callable[[], str] = socket.gethostname, announced: Callable[[], str] = query_avahi
) -> str:
    """Returns the name under which other devices find this machine, as announced by avahi.

    Without avahi it is the host name in `.local`. May block; see `query_avahi`.
    """
    return announced() or f"{plain_name(host()).partition('.')[0]}.local"


class HostNames:
    """The current names of this machine, which change with its network and when names conflict."""

    def __init__(
        self,
        host: Callable[[], str] = socket.gethostname,
        domains: Callable[[], frozenset[str]] = search_domains,
        announced: Callable[[], str] = query_avahi,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Stores the sources of names; looks nothing up yet.

        Args:
            host: returns the machine's host name.
            domains: returns the network's domains; see `search_domains`.
            announced: returns the name that avahi announces; may block.
            clock: returns monotonic seconds.
        """
        self._host, self._domains, self._announced = host, domains, announced
        self._clock, self._lock = clock, asyncio.Lock()
        self._answer, self._queried_s = "", -AVAHI_CACHE_S

    async def include(self, name: str) -> bool:
        """Returns whether a plain name (see `plain_name`) belongs to this machine.

        Names that do not begin with the host name are rejected without any lookup.
        """
        host = plain_name(self._host())
        short = host.partition(".")[0]
        if not _LABEL.fullmatch(short):
            return False
        label, _, domain = name.partition(".")
        if name in (host, short, f"{short}.local"):
            return True
        if label == short:
            return domain in self._domains()
        stem, host_stem = _NUMBER.sub("", label), _NUMBER.sub("", short)
        return stem == host_stem and domain == "local" and name == await self._query_avahi()

    async def _query_avahi(self) -> str:
        """Returns the announced name; queries avahi at most once per `AVAHI_CACHE_S`."""
        async with self._lock:
            if self._clock() - self._queried_s >= AVAHI_CACHE_S:
                self._answer = await asyncio.to_thread(self._announced)
                self._queried_s = self._clock()
            return self._answer
