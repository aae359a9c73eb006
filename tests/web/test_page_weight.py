"""Weight of a page, and preloading of its modules."""

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
    """Returns a module and its transitive imports."""
    folder = posixpath.dirname(name)
    found = {name}
    for other in _STATIC_IMPORT.findall(FILES[name].read_text()):
        found |= needs(posixpath.normpath(posixpath.join(folder, other)))
    return frozenset(found)


def named_in_index() -> set[str]:
    index = (STATIC / "index.html").read_text()
    return {part.split('"')[0] for part in index.split('"/static/')[1:]}


def wire(name: str) -> int:
    """Returns the size of a file with gzip, in bytes."""
    raw = compressed(FILES[name].read_bytes())
    return len(raw.packed or raw.plain) + HEADERS


def test_page_preloads_every_module_it_imports() -> None:
    """Modules imported indirectly would load late; unused ones are not listed."""
    catalogues = frozenset().union(*(needs(name) for name in CATALOGUES)) - CATALOGUES
    modules = {name for name in named_in_index() if name.endswith(".js")} - {BEFORE_PAINT}
    assert modules == needs("main.js") | catalogues
    assert named_in_index() <= {*FILES}


def test_first_page_stays_within_weight_limit() -> None:
    """Counts compressed files, one catalogue, the page itself, and headers."""
    first = sum(map(wire, named_in_index() | {"index.html"})) + max(map(wire, CATALOGUES))
    assert first <= WEIGHT, f"{first} bytes"


@pytest.mark.parametrize("name", sorted({*FILES} - named_in_index() - CATALOGUES - {"index.html"}))
def test_lazy_modules_stay_within_weight_limit(name: str) -> None:
    assert wire(name) <= LATER_WEIGHT, f"{wire(name)} bytes"


def test_pages_have_no_foreign_host_or_inline_script() -> None:
    for name, path in FILES.items():
        text = path.read_text().replace("http://www.w3.org/2000/svg", "")
        assert "http://" not in text and "https://" not in text, name
        assert "innerHTML" not in text and "eval(" not in text, name
        if path.suffix == ".html":
            assert " style=" not in text and " onclick=" not in text, name
