"""The packages: each imports only what the table says; nothing goes round in a circle.

One table, one reading of all files. An import counts wherever it stands, in a function too.
"""

import ast
import subprocess
import sys
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import pegboard

ROOT = Path(pegboard.__file__).parent

MAY_IMPORT = {
    "errors": "",
    "text_file": "errors",
    "i18n": "",
    "kinds": "errors",
    "config": "errors text_file",
    "cribbage": "errors",
    "board": "errors text_file",
    "narration": "cribbage errors i18n",
    "vision": "cribbage i18n",
    "players": "cribbage errors",
    "storage": "config cribbage errors i18n narration",
    "analysis": "board cribbage errors i18n narration players",
    "hall": "board config cribbage errors ops players session storage text_file web",
    "learn": "cribbage errors i18n narration players",
    "history": "analysis cribbage errors i18n kinds narration storage",
    "devices": "board config cribbage errors i18n narration text_file vision",
    "session": "analysis board config cribbage devices errors history i18n kinds learn narration "
    "players storage",
    "ops": "board config cribbage devices errors i18n narration session storage text_file",
    "web": "cribbage errors history i18n kinds learn narration ops session storage",
    "mqtt": "config cribbage devices errors kinds narration ops session text_file",
    "service": "board config devices errors hall history i18n kinds mqtt narration ops session "
    "storage web",
    "cli": "analysis board config cribbage devices errors hall history kinds learn narration ops "
    "players service session storage text_file vision",
    "__main__": "cli",
}
"""Package, or file directly in pegboard/ -> what it imports. `pegboard` itself anybody may."""

PURE = "analysis board cribbage hall i18n learn narration players vision".split()
PURE_FOLDERS = ("devices/controls/", "devices/usb_board/protocol/", "history/")
NOT_PURE = {
    "analysis/worker.py", "board/layout_files.py", "hall/archive/container.py",
    "hall/board/far_desk.py", "hall/board/handed_in.py", "hall/board/join.py",
    "hall/board/link_state.py", "hall/board/membership.py", "hall/board/push.py",
    "hall/demo/board.py", "hall/demo/duplicate.py", "hall/demo/live.py", "hall/demo/live_board.py",
    "hall/demo/night.py", "hall/demo/process.py", "hall/folder.py",
    "hall/keeping/backup.py",
    "hall/keeping/facts.py", "hall/keeping/restore.py", "hall/store/key_file.py",
    "hall/store/postgres.py", "hall/store/postgres_link.py", "hall/store/sqlite.py",
    "history/archive.py", "history/cache.py", "history/export.py",
    "history/review_queue.py", "players/arena.py", "players/external.py",
    "players/ladder/games.py", "players/program.py",
}  # fmt: skip
"""What may know of clocks, files and threads there: processes, files on disk, and their keepers."""
SERVICES = ("hall/service/",)
"""The shell around a pure package: it alone may use the web's checks."""
FORBIDDEN_TO_THE_PURE = {
    "asyncio", "datetime", "io", "logging", "os", "pathlib", "psycopg", "random", "shutil",
    "socket", "sqlite3", "subprocess", "tempfile", "threading", "time", "urllib",
}  # fmt: skip

HARDWARE = {"cv2", "gpiod", "gpiozero", "lgpio", "picamera2", "rpi_ws281x", "serial", "spidev"}
OF_HARDWARE = ("devices/strips/", "devices/inputs/", "devices/cameras/", "devices/usb_board/")
NO_HARDWARE = {
    "devices/cameras/client.py", "devices/cameras/reading.py",
    "devices/cameras/setup_check.py", "devices/cameras/transport.py", "devices/cameras/watched.py",
}  # fmt: skip
MEASURE_PICTURES = {
    "cli/bench/against/probe.py", "cli/bench/seeing.py", "cli/count.py", "cli/follow/measure.py",
}  # fmt: skip
"""They tell OpenCV how many threads it may use while they measure it."""

HEAVY = {"numpy", "cv2", "gpiozero", "starlette", "uvicorn", "pydantic", "msgspec", "typer", "rich"}


class File:
    """One file: its module, and all that it imports, as dotted names."""

    def __init__(self, path: Path) -> None:
        self.name = path.relative_to(ROOT).as_posix()
        self.module = ".".join(path.relative_to(ROOT.parent).with_suffix("").parts)
        self.module = self.module.removesuffix(".__init__")
        self.package = self.module.split(".")[1] if "." in self.module else ""
        self.imports: set[tuple[str, str]] = set()
        self.calls: set[str] = set()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                self.imports |= {(alias.name, "") for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0, f"{path}: relative import"
                self.imports |= {(node.module or "", alias.name) for alias in node.names}
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                self.calls.add(node.func.id)

    @property
    def tops(self) -> set[str]:
        """The first names of its imports: what has to be installed."""
        return {module.partition(".")[0] for module, _ in self.imports}

    @property
    def pure(self) -> bool:
        """Whether it may know no clock, file, thread or chance of its own."""
        in_them = self.package in PURE or self.name.startswith(PURE_FOLDERS)
        return in_them and self.name not in NOT_PURE and not self.name.startswith(SERVICES)


@cache
def files() -> tuple[File, ...]:
    """Every file of the package but those that train nets or draw films, read once."""
    tools = {"training", "films"}
    paths = (path for path in sorted(ROOT.rglob("*.py")) if not tools & set(path.parts))
    return tuple(File(path) for path in paths)


@cache
def needs() -> dict[str, set[str]]:
    """Module -> the modules of ours that it imports."""
    known = {file.module for file in files()}
    found: dict[str, set[str]] = {}
    for file in files():
        named = {f"{module}.{name}" for module, name in file.imports}
        named |= {module for module, name in file.imports if f"{module}.{name}" not in known}
        found[file.module] = (named & known) - {file.module, "pegboard"}
    return found


def circle(graph: dict[str, set[str]]) -> list[str]:
    """The first circle that there is, or nothing."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_packages_import_what_the_table_says() -> None:
    """Neither more nor less: what is not imported any more goes from the table too."""
    found: dict[str, set[str]] = {file.package: set() for file in files() if file.package}
    for module, others in needs().items():
        if "." in module:
            package = module.split(".")[1]
            found[package] |= {other.split(".")[1] for other in others} - {package}
    assert found == {package: set(names.split()) for package, names in MAY_IMPORT.items()}


def test_nothing_goes_round_in_a_circle() -> None:
    assert circle({package: set(names.split()) for package, names in MAY_IMPORT.items()}) == []
    assert circle(needs()) == []
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"a"}}), "the test sees one"


def test_front_ends_belong_to_the_services() -> None:
    for front, services in (("web", {"service", "hall"}), ("mqtt", {"service"})):
        users = {package for package, names in MAY_IMPORT.items() if front in names.split()}
        assert users == services
    for file in files():
        if file.package == "hall" and not file.name.startswith(SERVICES):
            used = {name.split(".")[1] for name in needs()[file.module]}
            assert not used & {"web", "session"}, file.name


def test_the_rules_need_only_python() -> None:
    for file in files():
        if file.package in ("cribbage", "errors"):
            assert file.tops <= {"pegboard"} | sys.stdlib_module_names, file.name


def test_what_is_pure_touches_no_clock_file_thread_or_chance() -> None:
    for file in filter(lambda file: file.pure, files()):
        allowed = set()
        if ("random", "Random") in file.imports:
            allowed.add("random")  # one that is passed in
        if ("pathlib", "PurePath") in file.imports or file.package == "vision":
            allowed.add("pathlib")  # a name without a file, or its own weights
        assert not file.tops & (FORBIDDEN_TO_THE_PURE - allowed), file.name
        assert ("random", "random") not in file.imports, file.name
        assert "open" not in file.calls, f"{file.name} reads or writes a file"
    assert {file.name for file in files()} >= NOT_PURE | NO_HARDWARE | MEASURE_PICTURES


def test_one_file_reads_toml() -> None:
    """Give every command that reads TOML the same errors."""
    assert {file.name for file in files() if "tomllib" in file.tops} == {"text_file.py"}


def test_hardware_libraries_belong_to_the_devices() -> None:
    for file in files():
        if file.package == "vision" or file.name in MEASURE_PICTURES:
            continue
        if not file.name.startswith(OF_HARDWARE) or file.name in NO_HARDWARE:
            assert not file.tops & HARDWARE, file.name


def test_kinds_of_devices_never_import_each_other() -> None:
    kinds = {"strips", "inputs", "cameras", "speakers"}
    for file in files():
        if file.package == "devices" and (kind := file.module.split(".")[2:3]) and kind[0] in kinds:
            others = {name.split(".")[2] for name in needs()[file.module] if ".devices." in name}
            assert not others & (kinds - set(kind)), file.name


def test_no_room_is_crowded() -> None:
    assert len([path for path in ROOT.iterdir() if path.is_file()]) <= 7
    packages = [path for path in ROOT.iterdir() if (path / "__init__.py").exists()]
    assert len(packages) <= 18 and {path.name for path in packages} <= set(MAY_IMPORT)
    for folder in {path.parent for path in ROOT.rglob("*.py")}:
        assert len(list(folder.glob("*.py"))) <= 21, folder
        assert (folder / "__init__.py").exists(), folder


@pytest.mark.parametrize("package", ["pegboard", "pegboard.cribbage"])
def test_an_import_loads_nothing_heavy(package: str) -> None:
    code = f"import sys, {package}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert HEAVY & set(done.stdout.split()) == set()
