"""Fixtures: a running service configured by `CONFIG` (TOML) of the test module."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.running_board import RunningBoard, running_board


@contextmanager
def started(folder: Path, config: str) -> Iterator[RunningBoard]:
    path = folder / "pegboard.toml"
    path.write_text(config)
    with running_board(folder / "state", "--config", str(path), "--no-demo") as service:
        yield service


@pytest.fixture(scope="module")
def shared(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RunningBoard]:
    with started(tmp_path_factory.mktemp("shared"), request.module.CONFIG) as service:
        yield service


@pytest.fixture
def service(shared: RunningBoard) -> RunningBoard:
    """Yields the module's service with a new game."""
    return shared.reset()


@pytest.fixture
def own_service(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[RunningBoard]:
    """Yields a separate service, for a test that changes it permanently."""
    with started(tmp_path, request.module.CONFIG) as service:
        yield service
