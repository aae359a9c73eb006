"""Read the page's modules, and write several of them into one file.

Each module becomes a function that returns its exports, called once all of its imports were:

    const $core_kept = (() => {
    function kept(name, usual) { … }
    return { kept };
    })();
    const $core_voice = (() => {
    const { kept } = $core_kept;
    …

This is no parser of JavaScript. It reads the forms of statements that our sources have, a statement
of a module at the beginning of its line, and stops at any other.
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


class NotUnderstood(Exception):
    """A source has a form that is not read here; the message is its place and text."""


@dataclass(frozen=True, slots=True)
class Module:
    """One script.

    Attributes:
        name: its path below the folder of the sources.
        text: its code, without comments, imports and the word `export`.
        imports: in their order, the module and what is borrowed of it, as the source has it.
        exports: each name by which others know a value -> its name inside.
        later: the modules that it loads when they are needed.
    """

    name: str
    text: str
    imports: tuple[tuple[str, str], ...]
    exports: Mapping[str, str]
    later: tuple[str, ...]

    @property
    def variable(self) -> str:
        """Name of the variable that has the exports."""
        return "$" + re.sub(r"\W", "_", self.name.removesuffix(".js"))

    @property
    def is_async(self) -> bool:
        """Is true if the module awaits something before it can be used."""
        return bool(_AWAIT.search(self.text))


def read(name: str, source: str) -> Module:
    """Return one module.

    Args:
        name: its path below the folder of the sources.
        source: its text.

    Raises:
        NotUnderstood: it has a form that is not read here.
    """
    text = bare_script(name, source)
    imports = tuple(
        (_beside(name, found["path"]), found["names"] or "") for found in _IMPORT.finditer(text)
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
        raise NotUnderstood(f"{name}: {unread[0]}")
    later = tuple(_beside(name, path) for path in _LATER.findall(text))
    if len(_ANY_LATER.findall(text)) != len(later) + len(_CATALOGUE.findall(text)):
        raise NotUnderstood(f"{name}: an import() of another form")
    return Module(name, text, imports, exports, later)


def _beside(name: str, path: str) -> str:
    """Return what a path in a module leads to."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), path))


def _pairs(names: str, between: str) -> list[tuple[str, str]]:
    """Return the names of a list in braces, each before and after it is renamed."""
    parts = [part.strip().partition(between) for part in names.split(",") if part.strip()]
    return [(old.strip(), new.strip() or old.strip()) for old, _, new in parts]


def bare_script(name: str, source: str) -> str:
    """Return a script without indents, empty lines, types, and comments on lines of their own.

    Raises:
        NotUnderstood: a string goes on in the next line, where its indent matters, or a comment
            that begins behind code does.
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
            raise NotUnderstood(f"{name}:{number}: {line.strip()}")
        lines.append(f"{rest}\n")
    return "".join(lines)


def in_order(names: Iterable[str], modules: Mapping[str, Module]) -> list[str]:
    """Return modules and all that they import, each after its imports.

    Raises:
        NotUnderstood: modules import each other in a circle.
    """
    found: list[str] = []
    begun: list[str] = []

    def visit(name: str) -> None:
        if name in found:
            return
        if name in begun:
            raise NotUnderstood(f"{name}: imports itself, by way of {begun[-1]}")
        begun.append(name)
        for imported, _ in modules[name].imports:
            visit(imported)
        found.append(begun.pop())

    for name in names:
        visit(name)
    return found


def write(path: str, chunks: Mapping[str, Collection[str]], modules: Mapping[str, Module]) -> str:
    """Return the text of one file of a page.

    Args:
        path: of this file, one of `chunks`.
        chunks: path of each file of the page -> its modules, each after its imports. All of them
            are in one folder.
        modules: all there are, by name.

    Raises:
        NotUnderstood: a module imports a name that the other one does not export.
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
    needed.update(name for module in elsewhere for name in module.later)
    variables = sorted(modules[name].variable for name in needed if place[name] == path)
    foot = f"export {{ {', '.join(variables)} }};\n" if variables else ""
    return "".join([*heads, *blocks, foot])


def _function(
    module: Module, path: str, place: Mapping[str, str], modules: Mapping[str, Module]
) -> str:
    """Return the statement that runs a module and puts its exports into its variable."""
    folder = posixpath.dirname(path)

    def later(found: re.Match[str]) -> str:
        name = _beside(module.name, found[1])
        variable, file = modules[name].variable, place[name]
        if file == path:
            return f"Promise.resolve({variable})"
        return f'import("./{posixpath.basename(file)}").then((file) => file.{variable})'

    def catalogue(found: re.Match[str]) -> str:
        words = posixpath.relpath(_beside(module.name, found[1]), folder)
        return f"import(`{words}/${{language}}.js`)"

    takes = ""
    for name, names in module.imports:
        imported = modules[name]
        missing = {old for old, _ in _pairs(names.strip("{}"), " as ")} - {*imported.exports}
        if names.startswith("{") and missing:
            raise NotUnderstood(f"{name}: no export of {', '.join(sorted(missing))}")
        pattern = names.removeprefix("* as ").replace(" as ", ": ")
        takes += f"const {pattern} = {imported.variable};\n" if names else ""
    text = _CATALOGUE.sub(catalogue, _LATER.sub(later, module.text))
    gives = ", ".join(new if new == old else f"{new}: {old}" for new, old in module.exports.items())
    begins = "await (async () => {" if module.is_async else "(() => {"
    ends = f"return {{ {gives} }};\n" if gives else ""
    return f"const {module.variable} = {begins}\n{takes}{text}{ends}}})();\n"
