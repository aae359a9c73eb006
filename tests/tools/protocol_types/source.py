"""Reads type names and field docstrings from the schema's source."""

import ast
import inspect
from dataclasses import dataclass, field
from textwrap import dedent
from types import ModuleType


@dataclass
class Field:
    """One field of a class: its type as it is written, and its docstring."""

    type: ast.expr
    doc: str = ""


@dataclass
class Class:
    """A class as written in its source."""

    name: str
    module: ModuleType
    bases: list[str]
    doc: str
    fields: dict[str, Field] = field(default_factory=dict)


@dataclass
class Alias:
    """A type alias of the schema."""

    name: str
    module: ModuleType
    type: ast.expr
    doc: str = ""


def declared(module: ModuleType) -> list[Class | Alias]:
    """Returns the classes and aliases of a module in source order."""
    found: list[Class | Alias] = []
    body = ast.parse(inspect.getsource(module)).body
    for node, after in zip(body, [*body[1:], None], strict=True):
        if isinstance(node, ast.ClassDef):
            found.append(_class(node, module))
        elif isinstance(node, ast.AnnAssign) and named(node.annotation, "TypeAlias"):
            assert isinstance(node.target, ast.Name) and node.value is not None
            found.append(Alias(node.target.id, module, node.value, _doc(after)))
    return found


def _class(node: ast.ClassDef, module: ModuleType) -> Class:
    doc, _, attributes = (ast.get_docstring(node) or "").partition("\n\nAttributes:\n")
    bases = [base.id for base in node.bases if isinstance(base, ast.Name)]
    made = Class(node.name, module, bases, doc)
    descriptions = _attributes(attributes)
    for each, after in zip(node.body, [*node.body[1:], None], strict=True):
        if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
            name = each.target.id
            made.fields[name] = Field(each.annotation, _doc(after) or descriptions.get(name, ""))
    return made


def _attributes(text: str) -> dict[str, str]:
    """Parses the Attributes section of a docstring."""
    found: dict[str, str] = {}
    name = ""
    for line in dedent(text).splitlines():
        if line.startswith(" "):
            found[name] += " " + line.strip()
        elif line:
            name, _, found[name] = line.partition(": ")
    return {name: doc[0].upper() + doc[1:] for name, doc in found.items()}


def _doc(node: ast.stmt | None) -> str:
    """Returns the docstring that follows a statement, if any."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return inspect.cleandoc(str(node.value.value))
    return ""


def named(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name
