"""Caches modular powers, which both boards of a test compute."""

from collections.abc import Iterator
from functools import cache

import pytest

from pegboard.remote import group, pack

power = cache(pow)


@pytest.fixture(scope="package", autouse=True)
def cached_powers() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for module in (group, pack):
            patch.setattr(module, "pow", power, raising=False)
        yield
