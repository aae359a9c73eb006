"""Every test has its group, and CI runs the groups that a change can reach."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tests.tools import changed, groups
from tests.tools.groups import CORE, GROUPS, NAMES, files, of_file, of_folder
from tests.tools.touched import touched

CI = [group.name for group in GROUPS if not group.never_in_ci]


def collected(*arguments: str) -> list[str]:
    """Returns the ids that pytest would run."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run([*command, *arguments], cwd=ROOT, capture_output=True, text=True)
    return [line for line in done.stdout.splitlines() if "::" in line]


def test_groups_partition_the_tests_of_a_file() -> None:
    file = "tests/cribbage/test_mutants.py"
    rules, core = collected("--group=rules", file), collected("--group=core", file)
    assert rules and core and not set(rules) & set(core)
    assert sorted(rules + core) == sorted(collected(file))
    assert collected("--group=hall", file) == []


def test_every_group_has_tests_target_and_setup() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = next(line for line in makefile.splitlines() if line.startswith("GROUPS :="))
    assert sorted(targets.split()[2:]) == sorted(set(NAMES) - {CORE})
    setup = (ROOT / ".ci" / "setup").read_text(encoding="utf-8")
    for name in NAMES:
        assert files(name), name
        assert name == CORE or f" {name} " in setup.replace(")", " "), name


def test_every_mark_names_a_group() -> None:
    for file in (ROOT / "tests").rglob("test_*.py"):
        assert of_file(file) <= set(NAMES), file


def test_folder_sets_the_group_of_unmarked_tests() -> None:
    assert of_folder(ROOT / "tests" / "browser" / "test_board.py") == "browser"
    assert of_folder(ROOT / "tests" / "cribbage" / "test_cards.py") == CORE
    assert of_folder(ROOT / "tests" / "test_config.py") == CORE


def test_plan_lists_each_group_and_the_total() -> None:
    plan = groups.plan(["core", "hall"]).splitlines()
    assert [line.split()[0] for line in plan[1:]] == ["core", "hall", "together"]


@pytest.mark.parametrize(
    ("path", "names"),
    [
        ("README.md", set()),
        ("firmware/core/session.c", {"firmware"}),
        (".ci/locks/hardware.lock", {"hardware", "install"}),
        ("systemd/install.sh", {"install"}),
        ("tests/browser/test_menu.py", {"browser"}),
        (".ci/setup", set(NAMES)),
        ("tests/conftest.py", set(NAMES)),
    ],
)
def test_touched_maps_changes_to_tests(path: str, names: set[str]) -> None:
    assert set(touched([path])) == names


@pytest.mark.parametrize(
    ("path", "at_least", "never"),
    [
        ("pegboard/cribbage/scoring.py", {CORE, "browser", "rules", "storage"}, set()),
        ("pegboard/hall/store/postgres.py", {CORE, "hall"}, {"rules"}),
        ("pegboard/devices/strips/spi.py", {CORE}, {"rules"}),
        ("hardware/carrier/parts_gone.py", {"hardware"}, {"rules", "storage"}),
        ("pegboard/vision/weights.npz", {CORE, "camera"}, {"rules"}),
    ],
)
def test_touched_follows_imports(path: str, at_least: set[str], never: set[str]) -> None:
    """Also a module loaded by its name, one that was removed, and data beside modules."""
    found = set(touched([path]))
    assert at_least <= found and not never & found


def test_altered_ignores_formatting() -> None:
    before = changed.bodies("def test_a():\n    assert 1\n\ndef test_b(): assert 2\n")
    now = changed.bodies("# moved\n\ndef test_b():\n    assert 2\n\ndef test_a():\n    assert 3\n")
    assert now["test_b"] == before["test_b"] and now["test_a"] != before["test_a"]
    assert changed.bodies("@mark\ndef test_a(): pass") != changed.bodies("def test_a(): pass")


def test_altered_lists_changed_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    here = Path(__file__).relative_to(ROOT).as_posix()
    names = [
        node.name
        for node in ast.parse(Path(__file__).read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]
    monkeypatch.setattr(changed, "changed_since", lambda base: [here, "pegboard/config.py"])
    monkeypatch.setattr(changed, "source_at", lambda base, path: "")
    assert changed.altered("HEAD") == [f"{here}::{name}" for name in names]
    text = Path(__file__).read_text(encoding="utf-8")
    monkeypatch.setattr(changed, "source_at", lambda base, path: text)
    assert changed.altered("HEAD") == []


def test_renamed_test_is_not_altered(monkeypatch: pytest.MonkeyPatch) -> None:
    here = Path(__file__).relative_to(ROOT).as_posix()
    name = "test_renamed_test_is_not_altered"
    text = Path(__file__).read_text(encoding="utf-8")
    monkeypatch.setattr(changed, "changed_since", lambda base: [here])
    for before, expected in (
        (text.replace(f"def {name}", "def test_old_name"), []),
        (text.replace(f"def {name}", "@mark\ndef test_old_name"), [f"{here}::{name}"]),
    ):
        assert before != text
        monkeypatch.setattr(changed, "source_at", lambda base, path, before=before: before)
        assert changed.altered("HEAD") == expected


def test_quickest_files_are_rerun_within_the_budget() -> None:
    tests = ["a.py::test_1", "slow.py::test_1", "a.py::test_2", "new.py::test_1"]
    took_s = {"a.py": 50.0, "slow.py": 60.0}
    chosen, left_out = changed.within_budget(tests, took_s)
    assert chosen == ["new.py::test_1", "a.py::test_1", "a.py::test_2"] and left_out == ["slow.py"]
