"""Parsing of scanned codes."""

import pytest

from pegboard.errors import ConfigError
from pegboard.hall_client.codes import HallLink
from pegboard.hall_client.scanned import ScannedCode, parse_scanned

SCANNED = "0123456789abcdef" * 2


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("http://192.168.1.20:8131/#code=482913", ("http://192.168.1.20:8131", "482913", 0)),
        (f"http://192.168.1.20:8131/#code={SCANNED}", ("http://192.168.1.20:8131", SCANNED, 0)),
        ("http://hall.local:8131/player#table=3", ("http://hall.local:8131", "", 3)),
        ("http://[fd00::1]:8131/player#table=9999", ("http://[fd00::1]:8131", "", 9999)),
        ("https://hall.example/player#table=12", ("https://hall.example", "", 12)),
        ("http://hall.example/#code=000001", ("http://hall.example:80", "000001", 0)),
    ],
)
def test_hall_codes_are_parsed(text: str, says: tuple[str, str, int]) -> None:
    assert parse_scanned(text) == ScannedCode(*says)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "WIFI:T:WPA;S:club;P:secret;;",
        "http://192.168.1.20:8131/",
        "http://192.168.1.20:8131/player",
        "http://192.168.1.20:8131/player#table=0",
        "http://192.168.1.20:8131/player#table=10000",
        "http://192.168.1.20:8131/player#table=3&code=482913",
        "http://192.168.1.20:8131/player#table=3\n",
        "http://192.168.1.20:8131/#code=48291",
        f"http://192.168.1.20:8131/#code={SCANNED}0",
        f"http://192.168.1.20:8131/#code={SCANNED.upper()}",
        "http://192.168.1.20:8131/#code=٤٨٢٩١٣",
        "http://192.168.1.20:99999/#code=482913",
        "http://ann@192.168.1.20:8131/#code=482913",
        "http://192.168.1.20:8131/pair#code=482913",
        "http://192.168.1.20:8131/?x#code=482913",
        "http://a..b:8131/#code=482913",
        "http://[zz]:8131/#code=482913",
        "ftp://192.168.1.20:8131/#code=482913",
        "javascript://192.168.1.20:8131/#code=482913",
        f"http://{'a' * 300}/#code=482913",
    ],
)
def test_other_codes_are_refused(text: str) -> None:
    """The error does not reveal the code, which may contain a password."""
    with pytest.raises(ConfigError) as refused:
        parse_scanned(text)
    assert refused.value.code is HallLink.OTHER_CODE and refused.value.facts == {}


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "localhost", "LOCALHOST.",
        "board.localhost", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "[::]", "169.254.169.254",
        "[fe80::1]", "224.0.0.251",
    ],
)  # fmt: skip
def test_addresses_of_this_machine_are_refused(host: str) -> None:
    """A printed code cannot lead the board to itself or its link, except to the hall it joined."""
    text = f"http://{host}:8131/#code=482913"
    with pytest.raises(ConfigError) as refused:
        parse_scanned(text)
    assert refused.value.code is HallLink.NEAR_ADDRESS
    assert parse_scanned(text, f"http://{host}:8131").code == "482913"
    with pytest.raises(ConfigError):
        parse_scanned(text, f"http://{host}:8132")
