"""For all tests: examples are searched for as long as it takes, and CI searches the same ones."""

import os

# Nets this small are many times slower on cores that other tests want as well; numpy reads it once.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from hypothesis import settings

# No deadline: how long one example takes says nothing on a machine that others use too.
settings.register_profile("here", deadline=None)
# In CI the same examples every time: a change is judged by itself, not by the luck of the draw.
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")
