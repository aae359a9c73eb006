"""For all tests: examples are searched for as long as it takes, and CI searches the same ones.

Several workers share the files of tests; see `tests/tools/scheduling.py`.
"""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

# Nets this small are many times slower on cores that other tests want as well; numpy reads it once.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import pytest
from hypothesis import Phase, settings
from xdist.remote import Producer  # type: ignore[import-untyped]

from tests.support import memory_journal
from tests.tools import groups, scheduling

# No deadline: how long one example takes says nothing on a machine that others use too.
settings.register_profile("here", deadline=None)
# In CI the same examples every time: a change is judged by itself, not by the luck of the draw.
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
# For `tests.mutants`: that a rule is broken is enough, the smallest example is not looked for.
any_example = (Phase.explicit, Phase.reuse, Phase.generate)
settings.register_profile("mutants", deadline=None, phases=any_example)
settings.load_profile("ci" if os.environ.get("CI") else "here")


DISK = os.environ.setdefault("PEGBOARD_TEST_DISK", tempfile.gettempdir())
MEMORY = Path("/dev/shm")
ROOM_BYTES = 2 << 30


def roomy(folder: Path) -> bool:
    """Tells if a folder takes what tests write, programs included."""
    if not (folder.is_dir() and os.access(folder, os.W_OK)):
        return False
    there = os.statvfs(folder)
    return there.f_bavail * there.f_frsize >= ROOM_BYTES and not there.f_flag & os.ST_NOEXEC


# A journal syncs with every press: on a slow disk tests would do little but wait for it.
if roomy(MEMORY):
    os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the choice of groups, and the option of `make test-durations`."""
    parser.addoption(
        "--group",
        action="append",
        choices=groups.NAMES,
        default=[],
        help="run the tests of this group only (see tests/tools/groups.py); can be repeated",
    )
    parser.addoption(
        "--keep-durations",
        action="store_true",
        help=f"write what each file took to {groups.DURATIONS.name}",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Measures what each file takes, where that is asked for; a worker leaves it to the others."""
    if config.getoption("--keep-durations") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(scheduling.Stopwatch(groups.DURATIONS))


def group_of(item: pytest.Item) -> str:
    """Returns the group of a test: that of its closest mark, else that of its folder."""
    mark = item.get_closest_marker("group")
    name = str(mark.args[0]) if mark else groups.of_folder(item.path)
    if name not in groups.NAMES:
        raise pytest.UsageError(f"{item.nodeid}: no group {name!r}, see tests/tools/groups.py")
    return name


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leaves out files that have no test of the chosen groups, without importing them."""
    chosen = config.getoption("--group")
    is_tests = collection_path.name.startswith("test_") and collection_path.suffix == ".py"
    if chosen and is_tests and not groups.of_file(collection_path) & set(chosen):
        return True
    return None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Notes the group of each test, and leaves out those of groups that were not chosen."""
    chosen = config.getoption("--group")
    run: list[pytest.Item] = []
    left_out: list[pytest.Item] = []
    for item in items:
        name = group_of(item)
        item.user_properties.append(("group", name))
        (run if not chosen or name in chosen else left_out).append(item)
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = run


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Has the workers read different files first."""
    worker = getattr(session.config, "workerinput", None)
    if worker is not None:
        part = int(worker["workerid"].removeprefix("gw")) / worker["workercount"]
        given = [Path(name) for name in session.config.args if "::" not in name]
        folders = [path.resolve() for path in given if path.is_dir()]
        scheduling.import_from(part, folders, session.config.getoption("--group"))


def pytest_xdist_auto_num_workers() -> int:
    """Says how many workers `-n auto` means."""
    return scheduling.workers(scheduling.cores())


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> scheduling.SlowestFirst:
    """Says who hands out the tests to several workers."""
    return scheduling.SlowestFirst(config, log)


@pytest.fixture
def disk_path() -> Iterator[Path]:
    """Yields a folder on the disk, for what is too large to be kept in memory."""
    with tempfile.TemporaryDirectory(dir=DISK) as name:
        yield Path(name)


@pytest.fixture(autouse=True)
def no_journal_stays_open() -> Iterator[None]:
    """From Python 3.13 on a database that nobody closed fails whatever test runs then."""
    yield
    memory_journal.close_all()
