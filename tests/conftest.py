"""For all tests: examples are searched for as long as it takes, and CI searches the same ones.

Where several workers test at once, a file is one worker's: what its tests share is set up once.
All that drive a browser are one worker's too: a browser alone keeps a core busy.
"""

import os

# Nets this small are many times slower on cores that other tests want as well; numpy reads it once.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import pytest
from hypothesis import settings

# No deadline: how long one example takes says nothing on a machine that others use too.
settings.register_profile("here", deadline=None)
# In CI the same examples every time: a change is judged by itself, not by the luck of the draw.
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")


def pytest_itemcollected(item: pytest.Item) -> None:
    """Says which tests go to the same worker."""
    group = "browser" if item.get_closest_marker("browser") else item.path.name
    item.add_marker(pytest.mark.xdist_group(group))
