"""For all tests: examples are searched for as long as it takes, and CI searches the same ones.

Where several workers test at once, a file is one worker's: what its tests share is set up once.
All that drive a browser are one worker's too: a browser alone keeps a core busy.
"""

import os
from collections.abc import Iterator

# Nets this small are many times slower on cores that other tests want as well; numpy reads it once.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import pytest
from hypothesis import settings
from xdist.remote import Producer  # type: ignore[import-untyped]
from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

from tests.support import memory

# No deadline: how long one example takes says nothing on a machine that others use too.
settings.register_profile("here", deadline=None)
# In CI the same examples every time: a change is judged by itself, not by the luck of the draw.
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")


class ByFile(LoadScopeScheduling):  # type: ignore[misc]
    """Hands out files of tests, the largest first, and the browser's as if they were one."""

    def _split_scope(self, nodeid: str) -> str:
        path = nodeid.partition("::")[0]
        return "browser" if path.startswith("tests/browser/") else path


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> ByFile:
    """Says who hands out the tests to several workers."""
    return ByFile(config, log)


@pytest.fixture(autouse=True)
def no_journal_stays_open() -> Iterator[None]:
    """From Python 3.13 on a database that nobody closed fails whatever test runs then."""
    yield
    memory.close_all()
