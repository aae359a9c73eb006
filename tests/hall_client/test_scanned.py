"""Parsing of scanned codes."""

import pytest

from pegboard.errors import ConfigError
from pegboard.hall_client.codes import HallLink
from pegboard.hall_client.scanned import ScannedCode, parse_scanned


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("http://192.168.1.20:8131/#code=482913", ("http://192.168.1.20:8131", "482913", 0)),
        ("http://hall.local:8131/player#table=3", ("http://hall.local:8131", "", 3)),
        ("http://[fe80::1]:8131/player#table=9999", ("http://[fe80::1]:8131", "", 9999)),
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
