"""The package's public names, its README, and its imports."""

import ast
import doctest
import subprocess
import sys
from pathlib import Path

import pegboard.cribbage

FOLDER = Path(pegboard.cribbage.__file__).parent


def test_public_names_exist() -> None:
    assert sorted(set(pegboard.cribbage.__all__)) == sorted(pegboard.cribbage.__all__)
    for name in pegboard.cribbage.__all__:
        assert getattr(pegboard.cribbage, name) is not None
    assert not hasattr(pegboard.cribbage, "SNOBS")


def test_names_match_their_type_hints() -> None:
    """Names resolved at run time equal those that type checkers see."""
    tree = ast.parse((FOLDER / "__init__.py").read_text())
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    named: dict[str, str | None] = {}
    for node in imports:
        if (node.module or "").startswith("pegboard."):
            named |= {alias.name: node.module for alias in node.names}
    assert set(named) == set(pegboard.cribbage.__all__)
    for name, module in named.items():
        home = __import__(module or "", fromlist=[name])
        assert getattr(home, name) is getattr(pegboard.cribbage, name)


def test_readme_is_correct_and_complete() -> None:
    page = FOLDER / "README.md"
    tried = doctest.testfile(str(page), module_relative=False)
    assert tried.attempted >= 30 and tried.failed == 0
    assert doctest.testmod(pegboard.cribbage).failed == 0
    text = page.read_text()
    assert [name for name in pegboard.cribbage.__all__ if name not in text] == []
    files = {path.name for path in FOLDER.glob("*.py")} - {"__init__.py"}
    assert [name for name in sorted(files) if f"`{name}`" not in text] == []


def test_package_imports_only_the_standard_library() -> None:
    """Besides its own modules and the shared errors."""
    modules = [f"pegboard.cribbage.{path.stem}" for path in FOLDER.glob("*.py")]
    code = f"import sys, {', '.join(sorted(modules))}; print(*sys.modules)"
    code = code.replace("pegboard.cribbage.__init__", "pegboard.cribbage")
    bare = subprocess.run(
        [sys.executable, "-c", "import sys; print(*sys.modules)"],
        capture_output=True, text=True, check=True,
    ).stdout.split()  # fmt: skip
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    more = {name for name in done.stdout.split() if name not in bare}
    ours = {name for name in more if name.partition(".")[0] == "pegboard"}
    assert {name.partition(".")[0] for name in more - ours} <= sys.stdlib_module_names
    assert {".".join(name.split(".")[:2]) for name in ours} == {
        "pegboard", "pegboard.cribbage", "pegboard.errors",
    }  # fmt: skip


def test_importing_cards_does_not_import_the_game() -> None:
    code = "import sys, pegboard.cribbage as c; c.Card; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "pegboard.cribbage.game" not in done.stdout.split()
