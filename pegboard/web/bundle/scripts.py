"""Reader of the page's JavaScript modules, and writer of several of them into one file.

Each module becomes a function that returns its exports, called after those of its imports:

    const $core_storage = (() => {
    function stored(name, usual) { … }
    return { stored };
    })();
    const $core_voice = (() => {
    const { stored } = $core_storage;
    …

This is not a JavaScript parser. It supports the forms of import and export statements that our
sources use, each at the start of a line, and rejects any other.
"""

import posixpath
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

_IMPORT = re.compile(
    r'^import (?:(?P<names>\{[^}]*\}|\* as \w+) from )?"(?P<path>\.[^"]+)";\n', re.MULTILINE
)
_EXPORT = re.compile(
    r"^export (?:(?:async )?(?:function\*?|class|const) (?P<name>[\w$]+)"
    r"|const \{(?P<several>[^}]*)\}|\{(?P<list>[^}]*)\};\n)",
    re.MULTILINE,
)
_UNREAD = re.compile(r"^(?:import|export) .*", re.MULTILINE)
_LATER = re.compile(r'\bimport\("(\.[^"]+)"\)')
_CATALOGUE = re.compile(r"\bimport\(`(\.[^`$]*/)\$\{language\}\.js`\)")
_ANY_LATER = re.compile(r"\bimport\(")
_AWAIT = re.compile(r"^(?:\S.*[ (])?await ", re.MULTILINE)
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_CAST = re.compile(r"/\*\* .*?\*/ ?")


class UnsupportedSyntax(Exception):
    """Syntax that the bundler does not support; the message gives its place and text."""


@dataclass(frozen=True, slots=True)
class Module:
    """A JavaScript module.

    Attributes:
        name: its path below the folder of sources.
        text: its code without comments, imports and the word `export`.
        imports: in order, each module and the imported names as in the source.
        exports: exported name -> local name.
        lazy: the modules it loads by `import()`.
    """

    name: str
    text: str
    imports: tuple[tuple[str, str], ...]
    exports: Mapping[str, str]
    lazy: tuple[str, ...]

    @property
    def variable(self) -> str:
        """Name of the variable that holds the module's exports."""
        return "$" + re.sub(r"\W", "_", self.name.removesuffix(".js"))

    @property
    def is_async(self) -> bool:
        """Whether the module uses top-level await."""
        return bool(_AWAIT.search(self.text))


def read(name: str, source: str) -> Module:
    """Parses one module.

    Args:
        name: its path below the folder of sources.
        source: source text of the script.

    Raises:
        UnsupportedSyntax: the module uses unsupported syntax.
    """
    text = minify_script(name, source)
    imports = tuple(
        (_resolve(name, found["path"]), found["names"] or "") for found in _IMPORT.finditer(text)
    )
    exports: dict[str, str] = {}

    def unmarked(found: re.Match[str]) -> str:
        if found["list"] is not None:
            exports.update({new: old for old, new in _pairs(found["list"], " as ")})
            return ""
        several = [new for _, new in _pairs(found["several"] or "", ":")]
        exports.update({name: name for name in several or [found["name"]]})
        return found[0].removeprefix("export ")

    text = _EXPORT.sub(unmarked, _IMPORT.sub("", text))
    if unread := _UNREAD.search(text):
        raise UnsupportedSyntax(f"{name}: {unread[0]}")
    later = tuple(_resolve(name, path) for path in _LATER.findall(text))
    if len(_ANY_LATER.findall(text)) != len(later) + len(_CATALOGUE.findall(text)):
        raise UnsupportedSyntax(f"{name}: an import() of another form")
    return Module(name, text, imports, exports, later)


def _resolve(name: str, path: str) -> str:
    """Resolves a path relative to a module."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), path))


def _pairs(names: str, between: str) -> list[tuple[str, str]]:
    """Parses a comma-separated list of names into (original, renamed) pairs."""
    parts = [part.strip().partition(between) for part in names.split(",") if part.strip()]
    return [(old.strip(), new.strip() or old.strip()) for old, _, new in parts]


def minify_script(name: str, source: str) -> str:
    """Removes indentation, empty lines, types, and comments on lines of their own.

    Raises:
        UnsupportedSyntax: a string spans lines, so that indentation matters, or a block comment
            follows code on its line.
    """
    lines, is_comment = [], False
    for number, line in enumerate(source.splitlines(), 1):
        rest = line.strip()
        if is_comment or (rest.startswith("/*") and not _CAST.match(rest)):
            is_comment = "*/" not in rest
            rest = rest.partition("*/")[2].strip()
        rest = _CAST.sub("", rest)
        if not rest or rest.startswith("//"):
            continue
        code = _STRING.sub("", rest)
        if "/*" in code or code.count("`") % 2:
            raise UnsupportedSyntax(f"{name}:{number}: {line.strip()}")
        lines.append(f"{rest}\n")
    return "".join(lines)


def in_import_order(names: Iterable[str], modules: Mapping[str, Module]) -> list[str]:
    """Returns the given modules and all that they import, each after its own imports.

    Raises:
        UnsupportedSyntax: modules import each other in a cycle.
    """
    found: list[str] = []
    begun: list[str] = []

    def visit(name: str) -> None:
        if name in found:
            return
        if name in begun:
            raise UnsupportedSyntax(f"{name}: imports itself, by way of {begun[-1]}")
        begun.append(name)
        for imported, _ in modules[name].imports:
            visit(imported)
        found.append(begun.pop())

    for name in names:
        visit(name)
    return found


def write(path: str, chunks: Mapping[str, Collection[str]], modules: Mapping[str, Module]) -> str:
    """Returns the source of one chunk.

    Args:
        path: path of the chunk, a key of `chunks`.
        chunks: path of each chunk of the page -> its modules, each after its imports. All chunks
            are in one folder.
        modules: all modules by name.

    Raises:
        UnsupportedSyntax: a module imports a name that is not exported.
    """
    place = {name: file for file, those in chunks.items() for name in those}
    borrowed: dict[str, set[str]] = {}
    blocks = []
    for name in chunks[path]:
        for imported, _ in modules[name].imports:
            if place[imported] != path:
                borrowed.setdefault(place[imported], set()).add(modules[imported].variable)
        blocks.append(_function(modules[name], path, place, modules))
    heads = [
        f'import {{ {", ".join(sorted(borrowed[file]))} }} from "./{posixpath.basename(file)}";\n'
        for file in sorted(borrowed)
    ]
    elsewhere = [modules[name] for name, file in place.items() if file != path]
    needed = {name for module in elsewhere for name, _ in module.imports}
    needed.update(name for module in elsewhere for name in module.lazy)
    variables = sorted(modules[name].variable for name in needed if place[name] == path)
    foot = f"export {{ {', '.join(variables)} }};\n" if variables else ""
    return "".join([*heads, *blocks, foot])


def _function(
    module: Module, path: str, place: Mapping[str, str], modules: Mapping[str, Module]
) -> str:
    """Returns the statement that runs a module and assigns its exports to a variable."""
    folder = posixpath.dirname(path)

    def later(found: re.Match[str]) -> str:
        name = _resolve(module.name, found[1])
        variable, file = modules[name].variable, place[name]
        if file == path:
            return f"Promise.resolve({variable})"
        return f'import("./{posixpath.basename(file)}").then((file) => file.{variable})'

    def catalogue(found: re.Match[str]) -> str:
        words = posixpath.relpath(_resolve(module.name, found[1]), folder)
        return f"import(`{words}/${{language}}.js`)"

    takes = ""
    for name, names in module.imports:
        imported = modules[name]
        missing = {old for old, _ in _pairs(names.strip("{}"), " as ")} - {*imported.exports}
        if names.startswith("{") and missing:
            raise UnsupportedSyntax(f"{name}: no export of {', '.join(sorted(missing))}")
        pattern = names.removeprefix("* as ").replace(" as ", ": ")
        takes += f"const {pattern} = {imported.variable};\n" if names else ""
    text = _CATALOGUE.sub(catalogue, _LATER.sub(later, module.text))
    gives = ", ".join(new if new == old else f"{new}: {old}" for new, old in module.exports.items())
    begins = "await (async () => {" if module.is_async else "(() => {"
    ends = f"return {{ {gives} }};\n" if gives else ""
    return f"const {module.variable} = {begins}\n{takes}{text}{ends}}})();\n"
