"""The wheel: everything a board needs, without development files."""

import re
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

import pytest

import pegboard
from pegboard.web.bundle import bundle
from tests.support import wheels
from tests.support.paths import ROOT

PAGE = "pegboard/web/static/"
"""The page's files; in the wheel they are bundled."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return wheels.build(tmp_path_factory.mktemp("wheel"))


def packages(lock: Path) -> dict[str, set[str]]:
    """Returns the packages of a lock file with their versions."""
    found: dict[str, set[str]] = {}
    for name, version in re.findall(r"^([a-z0-9-]+)==([^ ;\\]+)", lock.read_text(), re.M):
        found.setdefault(name, set()).add(version)
    return found


def test_wheel_contains_everything_a_board_needs(wheel: Path) -> None:
    inside = wheels.file_names(wheel)
    here = {
        str(path.relative_to(ROOT))
        for folder in ("pegboard", "systemd", "hardware/layouts")
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    moved = {"systemd/": "pegboard/appliance/", "hardware/layouts/": "pegboard/board/layouts/"}
    for old, new in moved.items():
        here = {new + path.removeprefix(old) if path.startswith(old) else path for path in here}
    workshop = (
        "pegboard/vision/training/",
        "pegboard/vision/films/",
        "pegboard/players/training/",
        "pegboard/web/screenshots/",
        "pegboard/web/bundle/",
        PAGE,
    )
    required = {path for path in here if not path.startswith(workshop)}
    required |= {PAGE + name for name in bundle(ROOT / PAGE)}
    assert {path for path in inside if ".dist-info/" not in path} == required
    assert any(path.endswith(".onnx") for path in inside)
    assert PAGE + "index.html" in inside and "pegboard/board/layouts/two-track.toml" in inside


def test_wheel_scripts_are_executable(wheel: Path) -> None:
    import zipfile

    with zipfile.ZipFile(wheel) as pack:
        for name in ("install.sh", "kiosk.sh"):
            mode = pack.getinfo(f"pegboard/appliance/{name}").external_attr >> 16
            assert mode & 0o111, f"{name} has mode {mode:o}"


def test_wheel_build_is_reproducible(wheel: Path, tmp_path: Path) -> None:
    assert wheels.build(tmp_path).read_bytes() == wheel.read_bytes()


def test_version_is_consistent() -> None:
    assert pegboard.__version__ == wheels.present_version()


def test_runtime_lock_matches_test_lock() -> None:
    tested = packages(ROOT / "requirements.lock")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    for lock in ("runtime.lock", "numpy1.lock"):
        locked = packages(ROOT / "systemd" / lock)
        required = {re.split(r"[><=;\[ ]", need)[0] for need in project["dependencies"]}
        assert required <= set(locked), f"{lock} lacks {required - set(locked)}: make lock"
        extra = {"numpy", "opencv-python-headless"} if lock == "numpy1.lock" else set()
        for name in set(locked) - extra:
            assert locked[name] == tested[name], f"{lock}: {name}: make lock"
        assert "http" not in (ROOT / "systemd" / lock).read_text(), "a lock names no place"
        assert not {"hatchling", "editables", "pytest"} & set(locked)
    assert packages(ROOT / "systemd/numpy1.lock")["numpy"] < {"2"} or all(
        version.startswith("1.") for version in packages(ROOT / "systemd/numpy1.lock")["numpy"]
    )


def test_postgres_lock_matches_test_lock() -> None:
    """Guards the file that the set-up of the group `hall` installs."""
    assert set(packages(ROOT / "systemd" / "postgres.lock")) == {"psycopg", "psycopg-binary"}
    assert "systemd/postgres.lock" in (ROOT / ".ci" / "setup").read_text()


def test_locks_name_no_index_and_agree_on_versions() -> None:
    locks = [ROOT / "requirements.lock", *(ROOT / ".ci" / "locks").glob("*.lock")]
    locks += (ROOT / "systemd").glob("*.lock")
    assert len(locks) >= 8
    versions: dict[str, set[str]] = {}
    for lock in locks:
        assert "://" not in lock.read_text(), lock
        if lock.name != "numpy1.lock":
            for name, found in packages(lock).items():
                versions.setdefault(name, set()).update(found)
    several = packages(ROOT / "requirements.lock")
    assert {name for name, found in versions.items() if len(found) > 1} <= {
        name for name, found in several.items() if len(found) > 1
    }, "groups must agree: make lock"


@pytest.mark.group("install")
def test_installed_wheel_plays_a_game(wheel: Path, disk_path: Path) -> None:
    """Installs it as on a board, from the lock with hashes, and plays a game."""
    venv.create(disk_path / "own", with_pip=True)
    python = disk_path / "own" / "bin" / "python"
    pip = [str(python), "-m", "pip", "--disable-pip-version-check", "-q", "install", "--no-deps"]
    lock = ROOT / "systemd" / "runtime.lock"
    subprocess.run([*pip, "--require-hashes", "-r", str(lock)], check=True, timeout=280)
    subprocess.run([*pip, "--no-index", str(wheel)], check=True, timeout=100)
    process = subprocess.run(
        [str(python.with_name("pegboard")), "demo", "--headless", "--speed", "0", "--json"],
        cwd=disk_path,
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert process.returncode == 0, process.stderr
    assert '"winner"' in process.stdout
    check = subprocess.run([str(python), "-m", "pip", "check"], capture_output=True, text=True)
    assert check.returncode == 0, check.stdout
    assert sys.version_info[:2] == tuple(
        map(int, subprocess.check_output([str(python), "-V"], text=True).split()[1].split(".")[:2])
    )
