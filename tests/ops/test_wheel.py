"""The wheel: everything a board needs, and nothing of the workshop."""

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
    """Each package of a lock file, and its versions."""
    found: dict[str, set[str]] = {}
    for name, version in re.findall(r"^([a-z0-9-]+)==([^ ;\\]+)", lock.read_text(), re.M):
        found.setdefault(name, set()).add(version)
    return found


def test_all_that_a_board_needs_is_in_it(wheel: Path) -> None:
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
    wanted = {path for path in here if not path.startswith(workshop)}
    wanted |= {PAGE + name for name in bundle(ROOT / PAGE)}
    assert {path for path in inside if ".dist-info/" not in path} == wanted
    assert any(path.endswith(".onnx") for path in inside)
    assert PAGE + "index.html" in inside and "pegboard/board/layouts/two-track.toml" in inside


def test_its_scripts_may_be_run(wheel: Path) -> None:
    import zipfile

    with zipfile.ZipFile(wheel) as pack:
        for name in ("install.sh", "kiosk.sh"):
            mode = pack.getinfo(f"pegboard/appliance/{name}").external_attr >> 16
            assert mode & 0o111, f"{name} has mode {mode:o}"


def test_it_is_the_same_however_often_it_is_built(wheel: Path, tmp_path: Path) -> None:
    assert wheels.build(tmp_path).read_bytes() == wheel.read_bytes()


def test_the_version_is_one() -> None:
    assert pegboard.__version__ == wheels.present_version()


def test_what_is_locked_for_a_board_is_what_is_tested_here() -> None:
    tested = packages(ROOT / "requirements.lock")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    for lock in ("runtime.lock", "numpy1.lock"):
        locked = packages(ROOT / "systemd" / lock)
        wanted = {re.split(r"[><=;\[ ]", need)[0] for need in project["dependencies"]}
        assert wanted <= set(locked), f"{lock} lacks {wanted - set(locked)}: make lock"
        own = {"numpy", "opencv-python-headless"} if lock == "numpy1.lock" else set()
        for name in set(locked) - own:
            assert locked[name] == tested[name], f"{lock}: {name}: make lock"
        assert "http" not in (ROOT / "systemd" / lock).read_text(), "a lock names no place"
        assert not {"hatchling", "editables", "pytest"} & set(locked)
    assert packages(ROOT / "systemd/numpy1.lock")["numpy"] < {"2"} or all(
        version.startswith("1.") for version in packages(ROOT / "systemd/numpy1.lock")["numpy"]
    )


def test_what_is_locked_for_a_hall_in_postgresql_is_what_is_tested_here() -> None:
    """The set-up of the group `hall` installs this very file."""
    assert set(packages(ROOT / "systemd" / "postgres.lock")) == {"psycopg", "psycopg-binary"}
    assert "systemd/postgres.lock" in (ROOT / ".ci" / "setup").read_text()


def test_no_lock_names_a_place_or_another_version() -> None:
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
def test_in_an_environment_of_its_own_it_plays(wheel: Path, disk_path: Path) -> None:
    """Installed as a board installs it, from the lock with hashes, and a game is played."""
    venv.create(disk_path / "own", with_pip=True)
    python = disk_path / "own" / "bin" / "python"
    pip = [str(python), "-m", "pip", "--disable-pip-version-check", "-q", "install", "--no-deps"]
    lock = ROOT / "systemd" / "runtime.lock"
    subprocess.run([*pip, "--require-hashes", "-r", str(lock)], check=True, timeout=280)
    subprocess.run([*pip, "--no-index", str(wheel)], check=True, timeout=100)
    said = subprocess.run(
        [str(python.with_name("pegboard")), "demo", "--headless", "--speed", "0", "--json"],
        cwd=disk_path,
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert said.returncode == 0, said.stderr
    assert '"winner"' in said.stdout
    check = subprocess.run([str(python), "-m", "pip", "check"], capture_output=True, text=True)
    assert check.returncode == 0, check.stdout
    assert sys.version_info[:2] == tuple(
        map(int, subprocess.check_output([str(python), "-V"], text=True).split()[1].split(".")[:2])
    )
