"""Weight of a page, and preloading of its modules."""

import posixpath
import re
from functools import cache

import pytest

from pegboard.http.static_files import STATIC, compressed

FILES = {str(path.relative_to(STATIC)): path for path in sorted(STATIC.rglob("*.*"))}
CATALOGUES = {"words/en.js", "words/fr.js", "words/de.js"}
"""Only the one of the language is loaded."""
HEADERS = 700
"""Maximum size of a file's response headers, in bytes."""
WEIGHT = 150_000
"""Maximum size of everything needed before the page is usable, in bytes."""
LATER_WEIGHT = 12_000
"""Maximum size of a lazily loaded file, in bytes."""

BEFORE_PAINT = "core/theme.js"
"""The only script that runs before the first paint; not a module."""

_STATIC_IMPORT = re.compile(r'^(?:import|export) (?:[^;"]*? from )?"(\.[^"]+)";', re.MULTILINE)


@cache
def transitive_imports(name: str) -> frozenset[str]:
    """Returns a module and its transitive imports."""
    folder = posixpath.dirname(name)
    found = {name}
    for other in _STATIC_IMPORT.findall(FILES[name].read_text()):
        found |= transitive_imports(posixpath.normpath(posixpath.join(folder, other)))
    return frozenset(found)


def preloaded_modules() -> set[str]:
    index = (STATIC / "index.html").read_text()
    return {part.split('"')[0] for part in index.split('"/static/')[1:]}


def gzipped_size(name: str) -> int:
    """Returns the size of a file with gzip, in bytes."""
    raw = compressed(FILES[name].read_bytes())
    return len(raw.packed or raw.plain) + HEADERS


def test_page_preloads_every_module_it_imports() -> None:
    """Modules imported indirectly would load late; unused ones are not listed."""
    catalogues = frozenset().union(*(transitive_imports(name) for name in CATALOGUES)) - CATALOGUES
    modules = {name for name in preloaded_modules() if name.endswith(".js")} - {BEFORE_PAINT}
    assert modules == transitive_imports("main.js") | catalogues
    assert preloaded_modules() <= {*FILES}


def test_first_page_stays_within_weight_limit() -> None:
    """Counts compressed files, one catalogue, the page itself, and headers."""
    first = sum(map(gzipped_size, preloaded_modules() | {"index.html"})) + max(
        map(gzipped_size, CATALOGUES)
    )
    assert first <= WEIGHT, f"{first} bytes"


@pytest.mark.parametrize(
    "name", sorted({*FILES} - preloaded_modules() - CATALOGUES - {"index.html"})
)
def test_lazy_modules_stay_within_weight_limit(name: str) -> None:
    assert gzipped_size(name) <= LATER_WEIGHT, f"{gzipped_size(name)} bytes"


def test_pages_have_no_foreign_host_or_inline_script() -> None:
    for name, path in FILES.items():
        text = path.read_text().replace("http://www.w3.org/2000/svg", "")
        assert "http://" not in text and "https://" not in text, name
        assert "innerHTML" not in text and "eval(" not in text, name
        if path.suffix == ".html":
            assert " style=" not in text and " onclick=" not in text, name
