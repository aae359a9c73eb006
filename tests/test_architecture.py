"""The packages: each imports only what the table says; nothing goes round in a circle.

One table, one reading of all files. An import counts wherever it stands, in a function too.
"""

import ast
import re
import subprocess
import sys
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import pegboard

ROOT = Path(pegboard.__file__).parent

MAY_IMPORT = {
    "__main__": "cli",
    "cli": "analysis archive arena board camera chain config controls cribbage devices errors "
    "hall hall_client hall_link history host kinds learn narration notice ops players schema "
    "service storage text_file tournament vision",
    "service": "archive board camera config devices errors hall hall_client hall_link host http "
    "i18n json_form kinds mqtt notice ops pairing remote schema session storage web",
    "hall": "board chain config cribbage errors hall_client hall_link host http json_form ops "
    "players storage text_file tournament",
    "web": "archive cribbage errors history host http i18n json_form kinds learn notice ops "
    "pairing schema session storage",
    "mqtt": "config cribbage devices errors host kinds notice ops pairing schema session text_file",
    "ops": "board config cribbage devices errors host http i18n notice session storage text_file",
    "session": "analysis archive board camera config controls cribbage devices errors history "
    "host i18n kinds learn narration notice pairing players schema storage",
    "schema": "board config controls cribbage errors json_form kinds narration notice pairing "
    "players",
    "pairing": "errors host http notice storage",
    "hall_client": "chain config cribbage errors hall_link host remote storage tournament",
    "camera": "config cribbage devices errors i18n narration vision",
    "devices": "board config controls cribbage errors host i18n notice text_file",
    "archive": "errors history i18n notice storage",
    "history": "analysis cribbage errors i18n kinds narration",
    "learn": "cribbage errors i18n narration notice players",
    "analysis": "board cribbage errors i18n narration notice players",
    "arena": "cribbage errors players",
    "hall_link": "chain errors tournament",
    "tournament": "chain cribbage errors",
    "remote": "chain cribbage errors",
    "chain": "cribbage errors host",
    "storage": "config cribbage errors host i18n notice",
    "players": "cribbage errors",
    "vision": "cribbage i18n",
    "narration": "cribbage errors i18n notice",
    "controls": "cribbage errors",
    "board": "errors text_file",
    "cribbage": "errors",
    "http": "errors json_form text_file",
    "host": "errors",
    "config": "errors i18n text_file",
    "text_file": "errors",
    "kinds": "errors",
    "json_form": "errors",
    "notice": "errors i18n",
    "i18n": "",
    "errors": "",
}
"""Package, or file directly in pegboard/ -> what it imports. `pegboard` itself anybody may."""

PURE = (
    "analysis board chain controls cribbage hall_link history i18n learn narration notice players "
    "remote tournament vision"
).split()
"""These know no clock, file, thread or chance of their own; all others are effectful."""
EXCEPTIONS = {
    "analysis": "worker.py",
    "board": "layout_files.py",
    "chain": "key_file.py",
    "devices": "usb_board/protocol/",
    "hall": "live/ protocol/",
}
"""Package -> files and folders of the other kind: effectful in a pure package, or pure in one that
is not."""
FORBIDDEN_TO_THE_PURE = {
    "asyncio", "datetime", "io", "logging", "os", "pathlib", "psycopg", "random", "shutil",
    "socket", "sqlite3", "subprocess", "tempfile", "threading", "time", "urllib",
}  # fmt: skip

HARDWARE = {"cv2", "gpiod", "gpiozero", "lgpio", "picamera2", "rpi_ws281x", "serial", "spidev"}
OF_HARDWARE = (
    "camera/", "devices/strips/", "devices/inputs/", "devices/cameras/", "devices/usb_board/",
)  # fmt: skip
NO_HARDWARE = {
    "camera/client.py", "camera/reading.py", "camera/setup_check.py", "camera/transport.py",
    "camera/watched.py",
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
        """First names of its imports: what has to be installed."""
        return {module.partition(".")[0] for module, _ in self.imports}

    @property
    def pure(self) -> bool:
        """True if it may not use clocks, files, threads or randomness directly."""
        inside = self.name.partition("/")[2]
        exceptions = EXCEPTIONS.get(self.package, "").split()
        return (self.package in PURE) != any(inside.startswith(part) for part in exceptions)


@cache
def files() -> tuple[File, ...]:
    """Returns every file of the package but those that train nets or draw films, read once."""
    tools = {"training", "films"}
    paths = (path for path in sorted(ROOT.rglob("*.py")) if not tools & set(path.parts))
    return tuple(File(path) for path in paths)


@cache
def needs() -> dict[str, set[str]]:
    """Module -> the modules of ours that it imports."""
    modules = {file.module for file in files()}
    found: dict[str, set[str]] = {}
    for file in files():
        named = {f"{module}.{name}" for module, name in file.imports}
        named |= {module for module, name in file.imports if f"{module}.{name}" not in modules}
        found[file.module] = (named & modules) - {file.module, "pegboard"}
    return found


def circle(graph: dict[str, set[str]]) -> list[str]:
    """Returns the first circle that there is, or nothing."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_package_imports_match_the_table() -> None:
    """Neither more nor less: what is not imported any more goes from the table too."""
    found: dict[str, set[str]] = {file.package: set() for file in files() if file.package}
    for module, others in needs().items():
        if "." in module:
            package = module.split(".")[1]
            found[package] |= {other.split(".")[1] for other in others} - {package}
    assert found == {package: set(names.split()) for package, names in MAY_IMPORT.items()}


def test_imports_have_no_cycles() -> None:
    assert circle({package: set(names.split()) for package, names in MAY_IMPORT.items()}) == []
    assert circle(needs()) == []
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"a"}}), "the test sees one"


def test_architecture_lists_packages_in_import_order() -> None:
    """In ARCHITECTURE.md, as in the table, each imports only what comes after it."""
    picture = (ROOT.parent / "ARCHITECTURE.md").read_text(encoding="utf-8")
    picture = picture.partition("## The packages")[2].partition("Outside the package")[0]
    rows = (line[:28] for line in picture.splitlines() if line.startswith("    "))
    drawn = [name for row in rows for name in re.findall(r"\b(\w+)(?:/|\.py)", row)]
    assert sorted(drawn) == sorted(set(MAY_IMPORT) - {"__main__"})
    for order in (drawn, list(MAY_IMPORT)):
        for place, package in enumerate(order):
            assert not set(MAY_IMPORT[package].split()) & set(order[:place]), package


def test_each_package_is_pure_or_effectful() -> None:
    """Exceptions lie in rooms of that name, and no package needs more than two."""
    for package, parts in EXCEPTIONS.items():
        assert all((ROOT / package / part).exists() for part in parts.split()), package
        assert len(parts.split()) <= 2, package


def test_only_services_import_front_ends() -> None:
    for front in ("web", "mqtt", "hall"):
        users = {package for package, names in MAY_IMPORT.items() if front in names.split()}
        assert users - {"cli"} == {"service"}, front


def test_rules_import_only_the_standard_library() -> None:
    for file in files():
        if file.package in ("cribbage", "errors"):
            assert file.tops <= {"pegboard"} | sys.stdlib_module_names, file.name


def test_pure_packages_use_no_clock_file_thread_or_random() -> None:
    for file in filter(lambda file: file.pure, files()):
        allowed = set()
        if ("random", "Random") in file.imports:
            allowed.add("random")  # one that is passed in
        if ("pathlib", "PurePath") in file.imports or file.package == "vision":
            allowed.add("pathlib")  # a name without a file, or its own weights
        assert not file.tops & (FORBIDDEN_TO_THE_PURE - allowed), file.name
        assert ("random", "random") not in file.imports, file.name
        assert "open" not in file.calls, f"{file.name} reads or writes a file"
    assert {file.name for file in files()} >= NO_HARDWARE | MEASURE_PICTURES


def test_only_text_file_imports_tomllib() -> None:
    """AssignSeat every command that reads TOML the same errors."""
    assert {file.name for file in files() if "tomllib" in file.tops} == {"text_file.py"}


def test_only_devices_import_hardware_libraries() -> None:
    for file in files():
        if file.package == "vision" or file.name in MEASURE_PICTURES:
            continue
        if not file.name.startswith(OF_HARDWARE) or file.name in NO_HARDWARE:
            assert not file.tops & HARDWARE, file.name


def test_device_kinds_do_not_import_each_other() -> None:
    kinds = {"strips", "inputs", "cameras", "speakers"}
    for file in files():
        if file.package == "devices" and (kind := file.module.split(".")[2:3]) and kind[0] in kinds:
            others = {name.split(".")[2] for name in needs()[file.module] if ".devices." in name}
            assert not others & (kinds - set(kind)), file.name


def test_every_package_is_in_the_table() -> None:
    folders = {path.parent for path in ROOT.rglob("*.py")}
    assert all((folder / "__init__.py").exists() for folder in folders)
    assert {folder.name for folder in folders if folder.parent == ROOT} <= set(MAY_IMPORT)


@pytest.mark.parametrize("package", ["pegboard", "pegboard.cribbage"])
def test_import_loads_no_heavy_modules(package: str) -> None:
    code = f"import sys, {package}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert HEAVY & set(done.stdout.split()) == set()
