"""What a page weighs on its way to a browser, and that all of it is asked for at once."""

import posixpath
import re
from functools import cache

import pytest

from pegboard.http.static_files import STATIC, compressed

FILES = {str(path.relative_to(STATIC)): path for path in sorted(STATIC.rglob("*.*"))}
CATALOGUES = {"words/en.js", "words/fr.js", "words/de.js"}
"""Of these one is loaded, the language's."""
HEADERS = 700
"""Bytes, at most, that the headers of one file's answer take."""
WEIGHT = 150_000
"""Bytes, at most, of all that is needed before the board can be touched."""
LATER_WEIGHT = 12_000
"""Bytes of a file that is loaded when it is first needed."""

BEFORE_PAINT = "core/theme.js"
"""The one script that runs before the page is painted: no module."""

_STATIC_IMPORT = re.compile(r'^(?:import|export) (?:[^;"]*? from )?"(\.[^"]+)";', re.MULTILINE)


@cache
def needs(name: str) -> frozenset[str]:
    """A module and all that it imports before it can run."""
    folder = posixpath.dirname(name)
    found = {name}
    for other in _STATIC_IMPORT.findall(FILES[name].read_text()):
        found |= needs(posixpath.normpath(posixpath.join(folder, other)))
    return frozenset(found)


def named_in_index() -> set[str]:
    index = (STATIC / "index.html").read_text()
    return {part.split('"')[0] for part in index.split('"/static/')[1:]}


def wire(name: str) -> int:
    """Bytes a file takes on the wire, to a browser that reads gzip."""
    kept = compressed(FILES[name].read_bytes())
    return len(kept.packed or kept.plain) + HEADERS


def test_everything_is_asked_for_at_once() -> None:
    """A module that only another one names would come later; what is not needed is not there."""
    catalogues = frozenset().union(*(needs(name) for name in CATALOGUES)) - CATALOGUES
    modules = {name for name in named_in_index() if name.endswith(".js")} - {BEFORE_PAINT}
    assert modules == needs("main.js") | catalogues
    assert named_in_index() <= {*FILES}


def test_the_first_page_weighs_little() -> None:
    """What travels: gzip, one catalogue, the page itself, and the headers of every file."""
    first = sum(map(wire, named_in_index() | {"index.html"})) + max(map(wire, CATALOGUES))
    assert first <= WEIGHT, f"{first} bytes"


@pytest.mark.parametrize("name", sorted({*FILES} - named_in_index() - CATALOGUES - {"index.html"}))
def test_what_is_loaded_later_is_light(name: str) -> None:
    assert wire(name) <= LATER_WEIGHT, f"{wire(name)} bytes"


def test_no_page_names_another_host_or_holds_a_script_of_its_own() -> None:
    for name, path in FILES.items():
        text = path.read_text().replace("http://www.w3.org/2000/svg", "")
        assert "http://" not in text and "https://" not in text, name
        assert "innerHTML" not in text and "eval(" not in text, name
        if path.suffix == ".html":
            assert " style=" not in text and " onclick=" not in text, name
