"""All tables of error codes in the package, found by their base class."""

import ast
import importlib
from functools import cache
from pathlib import Path

import pegboard.errors
from pegboard.errors import Code

ROOT = Path(pegboard.errors.__file__).parent
"""The package."""


def sources() -> dict[Path, str]:
    """Returns the source of every module of the package except training code."""
    paths = (path for path in sorted(ROOT.rglob("*.py")) if "training" not in path.parts)
    return {path: path.read_text(encoding="utf-8") for path in paths}


@cache
def trees() -> dict[Path, ast.Module]:
    """Returns the syntax trees of the same modules."""
    return {path: ast.parse(text) for path, text in sources().items()}


@cache
def code_tables() -> dict[str, type[Code]]:
    """Returns the code tables by class name."""
    found: dict[str, type[Code]] = {}
    for path, text in sources().items():
        for node in ast.parse(text).body if "Code" in text else ():
            if isinstance(node, ast.ClassDef) and any(
                isinstance(base, ast.Name) and base.id == "Code" for base in node.bases
            ):
                module = ".".join(path.relative_to(ROOT.parent).with_suffix("").parts)
                module = module.removesuffix(".__init__")
                assert node.name not in found, f"two tables are called {node.name}"
                found[node.name] = getattr(importlib.import_module(module), node.name)
    return found


def sentences(table: type[Code]) -> set[str]:
    """Returns the templates of a table's codes, including cures."""
    return {code.template for code in table} | {code.cure for code in table if code.cure}
