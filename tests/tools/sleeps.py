"""Rejects sleeps in tests, which should wait for events.

    python -m tests.tools.sleeps

A test that sleeps is slow on every machine and fails on a slow one. Where time itself is the
subject, or a load needs a pace, the file has its row in the table below, with the number of its
sleeps. A file with fewer sleeps than its row fails as well, so that the table only shrinks.
`asyncio.sleep(0)` is no wait: it lets the event loop turn. Programs in strings are not examined.
"""

import ast
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[2]
INSTEAD = {
    "time.sleep": "wait for an event by wait_until of tests/support/waiting.py",
    "asyncio.sleep": "wait for an event by await_until of tests/support/waiting.py",
    "wait_for_timeout": "wait for what the page shows: expect, wait_for_function",
}
TABLE: dict[str, tuple[int, str]] = {
    "tests/support/waiting.py": (2, "the pause between two looks, for all tests"),
    # --- time is the subject
    "tests/camera/test_camera_client.py": (1, "a look is cancelled at several moments"),
    "tests/devices/test_faults_machine.py": (1, "a finger: a shorter press is a bounce"),
    "tests/web/test_connections.py": (2, "a slow upload; a loop that is held up past a tick"),
    "tests/remote/test_boards.py": (1, "half a minute without a network"),
    "tests/hall/test_scoreboard.py": (4, "slow readers, and pauses between changes"),
    "tests/host/test_watchdog.py": (1, "a loop that is held up"),
    "tests/service/test_show_on_video.py": (1, "looks at several moments of a film"),
    "tests/support/fake_cameras.py": (2, "the frame rates of a stream and of a driver"),
    "tests/support/lossy_proxy.py": (1, "a network that delays messages"),
    # --- paces of a load, and moments at which a plug is pulled
    "tests/hall/test_two_halls.py": (1, "kills at random moments"),
    "tests/ops/test_backups.py": (2, "a pace: people who play on"),
    "tests/tools/connection_flood.py": (4, "a pace: connections that come, come back and dribble"),
    "tests/tools/hall_soak.py": (4, "a pace: boards, a director, and kills at random moments"),
    "tests/tools/hall_attack.py": (1, "a pace: hostile clients"),
    "tests/tools/hall_load.py": (1, "a pace: actions of people at twenty boards"),
    "tests/tools/soak.py": (2, "kills at random moments"),
    "tests/tools/soak_play.py": (7, "a pace: people, and troubles that last a while"),
    "tests/machine/test_power_cuts.py": (1, "the plug is pulled at a random moment"),
    "tests/machine/inside/player.py": (2, "a pace: players, one of them idle now and then"),
    "tests/machine/inside/sparks.py": (1, "a pace: sparks of a contact"),
    # --- programs inside an emulated machine, which have nothing but the standard library
    "tests/machine/guest/agent.py": (1, "a port that nobody has opened yet"),
    "tests/machine/inside/usb_board.py": (3, "a port that comes and goes"),
    "tests/machine/inside/video.py": (2, "the frame rate of a camera"),
    "tests/machine/test_usb_firmware.py": (1, "a port that comes and goes"),
    # --- pictures and measurements of something at rest
    "tests/machine/test_kiosk.py": (2, "two pictures of a screen at rest"),
    "tests/tools/emulated_latency.py": (1, "a wire on which nothing moves"),
    "tests/tools/page_speed.py": (3, "a page at rest before it is measured"),
    "tests/tools/screenshots.py": (4, "pegs at rest before a picture"),
}
"""Number of sleeps by file, as a path from the root, and the reason for them."""


def sleeps_of(source: str) -> list[tuple[int, str]]:
    """Finds the sleeps in a module.

    Returns:
        The line and the name of each use of `time.sleep` and `asyncio.sleep`, whatever they were
        imported as, and of each call of Playwright's `wait_for_timeout`.
    """
    if "sleep" not in source and "wait_for_timeout" not in source:
        return []
    tree = ast.parse(source)
    modules: dict[str, str] = {}
    functions: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules |= {
                alias.asname or alias.name: alias.name
                for alias in node.names
                if alias.name in ("time", "asyncio")
            }
        elif isinstance(node, ast.ImportFrom) and node.module in ("time", "asyncio"):
            functions |= {
                alias.asname or alias.name: f"{node.module}.sleep"
                for alias in node.names
                if alias.name == "sleep"
            }

    def name_of(node: ast.AST) -> str | None:
        match node:
            case ast.Attribute(attr="wait_for_timeout"):
                return "wait_for_timeout"
            case ast.Attribute(value=ast.Name(id=module), attr="sleep") if module in modules:
                return f"{modules[module]}.sleep"
            case ast.Name(id=function, ctx=ast.Load()) if function in functions:
                return functions[function]
        return None

    yields = {
        node.func
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and name_of(node.func) == "asyncio.sleep" and _is_zero(node)
    }
    return sorted(
        (node.lineno, name)
        for node in ast.walk(tree)
        if isinstance(node, ast.expr) and node not in yields and (name := name_of(node))
    )


def _is_zero(call: ast.Call) -> bool:
    match call.args:
        case [ast.Constant(value=0)]:
            return True
    return False


def faults_of(root: Path, table: Mapping[str, tuple[int, str]]) -> list[str]:
    """Returns a line per unlisted sleep, and per row that lists too many.

    Args:
        root: folder that has the tests in `tests/`.
        table: as TABLE.
    """
    found = {
        path.relative_to(root).as_posix(): sleeps_of(path.read_text(encoding="utf-8"))
        for path in sorted((root / "tests").rglob("*.py"))
    }
    faults = []
    for file in sorted({*found, *table}):
        sleeps, (most, _) = found.get(file, []), table.get(file, (0, ""))
        if len(sleeps) > most:
            room = f" (the table has {most} of {len(sleeps)})" if most else ""
            faults += [f"{file}:{line}: {name}: {INSTEAD[name]}{room}" for line, name in sleeps]
        elif len(sleeps) < most:
            faults.append(
                f"{file}: {len(sleeps)} sleeps, and {most} in the table of "
                "tests/tools/sleeps.py: correct the table"
            )
    return faults


def main() -> int:
    """Prints all faults; returns 1 if there are any."""
    faults = faults_of(ROOT, TABLE)
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
