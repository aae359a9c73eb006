"""Imports only go down; the rules and their meaning touch no clock, thread, file or chance."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import pegboard

ROOT = Path(pegboard.__file__).parent
LAYERS: dict[str, int] = {
    **dict.fromkeys(
        "errors cards scoring rules actions events state view pegging play show".split()
        + "game match first_deal notation remarks".split(),
        0,
    ),
    **dict.fromkeys(
        "board charts controls counting explain fairness laid_open lesson lesson_text".split()
        + "players reference refusals replay".split()
        + "history review review_game review_text seen selfplay shuffle".split()
        + "speech telling vision wire words".split(),
        1,
    ),
    **dict.fromkeys("ports table unwritten".split(), 2),
    **dict.fromkeys(
        "strips inputs cameras speakers journal simulated".split()
        + "layout_files raspberry firmware_board firmware_port".split()
        + "kept_lines whole_files".split(),
        3,
    ),
    **dict.fromkeys(
        "__main__ album arena bots cli config corrections count_aloud counting_session".split()
        + "archive exporting review_process reviewing".split()
        + "doctor heard voice claims kept_picture places story undoing".split()
        + "camera_check camera_link camera_task coach commands desk eyes".split()
        + "host keeping light_check lights machine".split()
        + "notify offer_message offers opponents pairing places presses".split()
        + "parts reset scenes service sights sitting snapshot sources".split()
        + "attract boards remembered update watchdog welcome wishes web".split(),
        4,
    ),
    **dict.fromkeys("beside folders home logs metrics observed safe".split(), 4),
}
"""Room (a file or folder of the package) -> layer, as in design: 0 rules … 4 shell."""

FORBIDDEN_BELOW_2 = {
    "asyncio", "datetime", "io", "logging", "os", "pathlib", "random", "shutil", "socket",
    "sqlite3", "subprocess", "tempfile", "threading", "time", "urllib",
}  # fmt: skip
HARDWARE = {"cv2", "gpiozero", "lgpio", "picamera2", "rpi_ws281x", "serial", "spidev"}
MEASURE_PICTURES = {ROOT / "cli" / "bench" / "seeing.py", ROOT / "cli" / "count.py"}
"""They tell OpenCV how many threads it may use while they time it."""
MODULES = sorted(
    path
    for path in ROOT.rglob("*.py")
    if "training" not in path.parts and path != ROOT / "__init__.py"
)


def room(path: Path) -> str:
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def imports(path: Path) -> set[str]:
    """Every module imported anywhere in a file, as dotted names."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            found.add(node.module or "")
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_only_go_down(path: Path) -> None:
    layer = LAYERS[room(path)]
    for name in imports(path):
        parts = name.split(".")
        if parts[0] == "pegboard" and len(parts) > 1 and parts[1] in LAYERS:
            assert LAYERS[parts[1]] <= layer, f"{room(path)} (layer {layer}) imports {name}"


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(ROOT)))
def test_the_lower_layers_are_pure(path: Path) -> None:
    layer, names = LAYERS[room(path)], {name.split(".")[0] for name in imports(path)}
    if layer <= 1:
        allowed = set()
        if "random.Random" in imports(path):
            allowed.add("random")  # one that is passed in
        if "pathlib.PurePath" in imports(path) or room(path) == "vision":
            allowed.add("pathlib")  # a name without a file, or its own weights
        assert not names & (FORBIDDEN_BELOW_2 - allowed)
        assert "random.random" not in imports(path)
        calls = {
            node.func.id
            for node in ast.walk(ast.parse(path.read_text()))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        assert "open" not in calls, "reads or writes a file"
    if layer == 0:
        assert names <= {"pegboard"} | sys.stdlib_module_names
    if layer != 3 and room(path) != "vision" and path not in MEASURE_PICTURES:
        assert not names & HARDWARE, "hardware libraries belong to the devices"


def test_devices_never_import_each_other() -> None:
    folders = {"strips", "inputs", "cameras", "speakers"}
    for folder in folders:
        for path in (ROOT / folder).glob("*.py"):
            others = folders - {folder}
            named = {name.split(".")[1] for name in imports(path) if name.startswith("pegboard.")}
            assert not named & others, path


def test_every_room_is_in_the_plan() -> None:
    assert {room(path) for path in MODULES} <= set(LAYERS)


def test_import_pegboard_loads_nothing_heavy() -> None:
    heavy = "cv2 gpiozero numpy starlette uvicorn typer rich".split()
    code = f"import sys, pegboard; print([m for m in {heavy} if m in sys.modules])"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"
