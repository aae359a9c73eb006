"""Names accepted as Host: those of this machine that nobody else can own."""

import asyncio
import json
from pathlib import Path

import pytest

from pegboard.http.host_names import (
    AVAHI,
    AVAHI_CACHE_S,
    HostNames,
    announced_name,
    network_name,
    plain_name,
    query_avahi,
    search_domains,
)
from pegboard.http.origin_check import Guard
from tests.support.healthy_machine import write_file

FRITZ = "# by NetworkManager\nsearch fritz.box\nnameserver 192.168.178.1\n"


class Machine:
    """A machine with a host name, network files, and an avahi that counts queries."""

    def __init__(self, root: Path, host: str = "Pegboard", announced: str = "") -> None:
        self.root, self.host, self.announced = root, host, announced
        self.questions, self.now_s = 0, 0.0
        self.names = HostNames(
            lambda: self.host, lambda: search_domains(root), self._answer, lambda: self.now_s
        )

    def _answer(self) -> str:
        self.questions += 1
        return self.announced

    def has(self, name: str) -> bool:
        return asyncio.run(self.names.include(plain_name(name)))


@pytest.mark.parametrize(
    ("resolv", "names"),
    [
        ("", ["pegboard", "PEGBOARD", "pegboard.local", "Pegboard.Local.", "pegboard."]),
        (FRITZ, ["pegboard.fritz.box", "pegboard.FRITZ.BOX.", "pegboard.local"]),
        ("domain lan\n", ["pegboard.lan"]),
        ("search home.arpa.\n", ["pegboard.home.arpa"]),
        ("search home Intranet.Example.ORG\n", ["pegboard.home", "pegboard.intranet.example.org"]),
        ("domain lan\r\nsearch fritz.box\r\n", ["pegboard.fritz.box"]),
        ("search\tfritz.box\n", ["pegboard.fritz.box"]),
        ("  search fritz.box\n", ["pegboard.fritz.box"]),
    ],
)
def test_names_of_the_machine_are_included(tmp_path: Path, resolv: str, names: list[str]) -> None:
    write_file(tmp_path, "etc/resolv.conf", resolv)
    machine = Machine(tmp_path)
    for name in names:
        assert machine.has(name), name


@pytest.mark.parametrize(
    ("resolv", "name"),
    [
        (FRITZ, "pegboard.evil.com"),
        (FRITZ, "pegboard.fritz.box.evil.com"),
        (FRITZ, "pegboard.evilfritz.box"),
        (FRITZ, "pegboard.box"),
        (FRITZ, "pegboard.x.fritz.box"),
        (FRITZ, "x.pegboard.fritz.box"),
        (FRITZ, "fritz.box"),
        (FRITZ, "evil.fritz.box"),
        (FRITZ, "pegboard-2.fritz.box"),
        (FRITZ, "pegboard-evil.local"),
        (FRITZ, "pegboard-2.local"),
        (FRITZ, "pegboard.local.evil.com"),
        (FRITZ, "pegboard.fritz.box.."),
        (FRITZ, "pegboard."  "."),
        (FRITZ, ".local"),
        (FRITZ, ""),
        (FRITZ, "localhost"),
        ("domain evil.com\nsearch fritz.box\n", "pegboard.evil.com"),  # the last line counts
        ("# search evil.com\n;search evil.com\n", "pegboard.evil.com"),
        ("nameserver evil.com\noptions evil.com\n", "pegboard.evil.com"),
        ("searchevil.com\n", "pegboard.com"),
        ("search com\n", "pegboard.com"),  # anybody can register this domain
        ("search de. io\n", "pegboard.de"),
        ("search .\n", "pegboard."  "."),
        ("search *.evil.com *\n", "pegboard.*.evil.com"),
        ("search " + "a" * 70_000 + ".evil.com\n", "pegboard.evil.com"),
        ("search -evil.com\n", "pegboard.-evil.com"),
    ],
)  # fmt: skip
def test_foreign_names_are_excluded(tmp_path: Path, resolv: str, name: str) -> None:
    write_file(tmp_path, "etc/resolv.conf", resolv)
    assert not Machine(tmp_path).has(name)


@pytest.mark.parametrize(
    ("file", "text", "name"),
    [
        ("run/NetworkManager/resolv.conf", FRITZ, "pegboard.fritz.box"),
        ("run/NetworkManager/no-stub-resolv.conf", FRITZ, "pegboard.fritz.box"),
        (
            "run/systemd/netif/leases/2",
            "# private\nADDRESS=192.168.1.7\nDOMAINNAME=lan\nHOSTNAME=x\n",
            "pegboard.lan",
        ),
        (
            "run/systemd/netif/leases/3",
            "DOMAIN_SEARCH_LIST=home.arpa example.org\n",
            "pegboard.example.org",
        ),
    ],
)
def test_domain_is_read_from_dhcp_lease(tmp_path: Path, file: str, text: str, name: str) -> None:
    write_file(tmp_path, file, text)
    assert Machine(tmp_path).has(name)
    assert not Machine(tmp_path).has("pegboard.x")


def test_domain_is_forgotten_when_the_network_changes(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    assert not machine.has("pegboard.fritz.box")  # a board often boots before its network is up
    write_file(tmp_path, "etc/resolv.conf", FRITZ)
    assert machine.has("pegboard.fritz.box")
    write_file(tmp_path, "etc/resolv.conf", "search hotel.example\n")
    assert not machine.has("pegboard.fritz.box")
    (tmp_path / "etc/resolv.conf").unlink()
    assert not machine.has("pegboard.hotel.example")


@pytest.mark.parametrize(
    ("host", "announced", "name", "is_own"),
    [
        ("pegboard", "pegboard-2.local", "pegboard-2.local", True),
        ("pegboard", "pegboard-2.local", "PEGBOARD-2.LOCAL.", True),
        ("pegboard", "pegboard-13.local", "pegboard-13.local", True),
        ("pegboard-2", "pegboard-3.local", "pegboard-3.local", True),
        ("pegboard.example.org", "pegboard-2.local", "pegboard-2.local", True),
        ("pegboard.example.org", "pegboard.local", "pegboard.example.org", True),
        ("pegboard", "pegboard-2.local", "pegboard-3.local", False),
        ("pegboard", "pegboard.local", "pegboard-2.local", False),
        ("pegboard", "pegboard-2.evil.com", "pegboard-2.evil.com", False),
        ("pegboard", "evil.local", "evil.local", False),
        ("pegboard", "pegboard-evil.local", "pegboard-evil.local", False),
        ("(none)", "", "(none)", False),
        ("", "", "", False),
    ],
)
def test_numbered_name_is_included_only_while_announced(
    tmp_path: Path, host: str, announced: str, name: str, is_own: bool
) -> None:
    assert Machine(tmp_path, host, announced).has(name) is is_own


def test_avahi_queries_are_cached_and_skipped_for_foreign_names(tmp_path: Path) -> None:
    machine = Machine(tmp_path, announced="pegboard-2.local")
    for name in ("evil.com", "pegboard.evil.com", "pegboard-2.evil.com", "pegboard.local"):
        machine.has(name)
    assert machine.questions == 0
    for _ in range(3):
        assert machine.has("pegboard-2.local")
    assert machine.questions == 1
    machine.announced, machine.now_s = "pegboard-3.local", AVAHI_CACHE_S
    assert not machine.has("pegboard-2.local")
    assert machine.has("pegboard-3.local")
    assert machine.questions == 2


@pytest.mark.parametrize(
    ("host", "announced", "name"),
    [
        ("Pegboard", "", "pegboard.local"),
        ("pegboard", "pegboard-2.local", "pegboard-2.local"),  # another device has pegboard.local
        ("pegboard.example.org", "", "pegboard.local"),
    ],
)
def test_network_name_prefers_announced_name(host: str, announced: str, name: str) -> None:
    assert network_name(lambda: host, lambda: announced) == name


@pytest.mark.parametrize(
    ("answer", "name"),
    [
        ('{"type":"s","data":["Pegboard-2.local"]}', "pegboard-2.local"),
        ('{"type":"s","data":["pegboard.local."]}', "pegboard.local"),
        ('{"type":"s","data":[]}', ""),
        ('{"type":"u","data":[7]}', ""),
        ("[]", ""),
        ("Call failed: The name is not activatable", ""),
        (None, ""),
    ],
)
def test_avahi_reply_is_parsed(answer: str | None, name: str) -> None:
    assert announced_name(answer) == name


def test_avahi_is_queried_over_dbus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "busctl"
    answer = json.dumps({"type": "s", "data": ["pegboard-2.local"]})
    program.write_text(f"#!/bin/sh\n[ \"$9\" = GetHostNameFqdn ] && echo '{answer}'\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    assert query_avahi(tmp_path) == ""  # avahi does not run, so it is not queried
    write_file(tmp_path, AVAHI, "312")
    assert query_avahi(tmp_path) == "pegboard-2.local"
    program.write_text("#!/bin/sh\nexit 1\n")
    assert query_avahi(tmp_path) == ""


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("pegboard-2.local:8121", 200),
        ("pegboard.fritz.box:8121", 200),
        ("PEGBOARD.fritz.box.", 200),
        ("pegboard.local.:8121", 200),
        ("board.example.:8121", 200),
        ("BOARD.example", 200),
        ("pegboard.evil.com:8121", 400),
        ("pegboard-3.local", 400),
        ("pegboard.fritz.box:evil", 400),
        ("[pegboard.fritz.box]", 400),
        (".", 400),
    ],
)
@pytest.mark.parametrize("kind", ["board", "hall"])
def test_guard_accepts_only_host_names(tmp_path: Path, host: str, status: int, kind: str) -> None:
    write_file(tmp_path, "etc/resolv.conf", FRITZ)
    machine = Machine(tmp_path, announced="pegboard-2.local")
    sent: list[dict[str, object]] = []

    async def app(scope: object, receive: object, send: object) -> None:
        sent.append({"status": 200})

    async def send(message: object) -> None:
        assert isinstance(message, dict)
        sent.append(message)

    guard = Guard(app, ["Board.Example.", "."], name=kind, host_names=machine.names)
    scope = {"type": "http", "method": "GET", "headers": [(b"host", host.encode())]}
    asyncio.run(guard(scope, send, send))  # type: ignore[arg-type]
    assert sent[0]["status"] == status
    if status == 400:
        assert f"This {kind} does not answer to the host name".encode() in sent[1]["body"]  # type: ignore[operator]
        assert b"add it to web.allowed_hosts" in sent[1]["body"]  # type: ignore[operator]
