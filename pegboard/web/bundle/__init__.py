"""Bundle the page for the wheel: few requests, light files, and nothing to build on a Pi.

    files = bundle(Path("pegboard/web/static"))      # path below static/ -> content

A checkout serves `static/` as it is; the wheel has these files instead. Each page has one script
and one style sheet, and everything else comes when it is opened:

    index.html                   names files of one folder
    page-0123456789/             named by its content: files of two versions never meet
        main/main.css            the sheets that the page names, and those of `SOON`
        main/main.js             the page's script and all that it imports
        main/soon.js             the modules of `SOON`, fetched at the same time
        main/admin-settings.js   what `import("./admin/settings.js")` loads, without the above
        main/shared-admin.js     the modules of a folder that several of those import
        admin/words/en.js        the catalogues
        admin/settings.css       the sheets that come later

The standard library is enough: the wheel is built where little else is installed. `hatch_build.py`
calls it, and no wheel contains it.
"""

import hashlib
import posixpath
import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from pegboard.web.bundle.scripts import Module, in_order, read, write

PAGES = (
    "index.html", "history/index.html", "overlay/index.html", "hall/index.html",
    "hall/director.html", "hall/player.html", "hall/signs.html", "hall/overlay.html",
)  # fmt: skip
UNCHANGED = (
    "core/theme.js", "icon.svg", "setup/rules.css",
    "offline/index.html", "offline/offline.css", "offline/offline.js", "offline/texts.js",
    "offline/worker.js",
)  # fmt: skip
"""Files whose addresses are fixed: the service itself, or what a browser has kept, names them."""
SOON = {
    "main.js": (
        "board/pegdrag.js", "core/awake.js", "core/left.js", "counting/offer.js",
        "counting/picker.js", "counting/show.js", "counting/watch_key.js", "play/sounds.js",
        "setup/attract.js", "setup/home.js",
    ),
}  # fmt: skip
"""Script of a page -> modules that it loads at its start, each in some states of the board."""

_STYLE = re.compile(r'\bstyle\("([^"]+\.css)"\)')
_LINK = re.compile(r'<link rel="(stylesheet|modulepreload)" href="/static/([^"]+)">\n')
_SCRIPT = re.compile(r'<script type="module" src="/static/([^"]+)"></script>')
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


def bundle(folder: Path) -> dict[str, bytes]:
    """Return the files of the wheel for those of a folder, by path.

    Raises:
        NotUnderstood: a script has a form that is not read.
    """
    sources = {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(folder.rglob("*"))
        if path.suffix in (".js", ".css", ".html", ".svg")
    }
    modules = {name: read(name, sources[name]) for name in sources if name.endswith(".js")}
    sheets = {name: bare_sheet(sources[name]) for name in sources if name.endswith(".css")}
    made = {}
    for name, module in modules.items():
        if module.name.split("/")[-2:-1] == ["words"] and "words" in module.exports:
            text = write(name, {name: in_order([name], modules)}, modules)
            made[name] = f"{text}export const {{ words }} = {module.variable};\n"
    pages = {name: _page(sources[name], modules, sheets, made) for name in PAGES}
    late = {name for text in made.values() for name in _STYLE.findall(text)}
    made |= {name: sheets[name] for name in late - {*made}}
    content = "".join(f"{name}\0{made[name]}\0" for name in sorted(made))
    top = f"page-{hashlib.sha256(content.encode()).hexdigest()[:10]}"
    files = {f"{top}/{name}": text for name, text in made.items()}
    files |= {name: text.replace("/static/@/", f"/static/{top}/") for name, text in pages.items()}
    files |= {name: sources[name] for name in UNCHANGED}
    return {name: text.encode() for name, text in files.items()}


def bare_sheet(source: str) -> str:
    """Return a style sheet without comments, indents and empty lines."""
    lines = (line.strip() for line in _COMMENT.sub("", source).splitlines())
    return "".join(f"{line}\n" for line in lines if line)


def _page(
    source: str, modules: Mapping[str, Module], sheets: Mapping[str, str], made: dict[str, str]
) -> str:
    """Add the files of one page to `made`; return the page itself, with `@` for their folder."""
    script, link = _SCRIPT.search(source), _LINK.search(source)
    assert script is not None and link is not None, "a page has a module and a sheet"
    title = _flat(script[1])
    chunks = {f"{title}/{file}.js": those for file, those in _chunks(script[1], modules).items()}
    soon = chunks.get(f"{title}/soon.js", [])
    late = (name for module in soon for name in _STYLE.findall(modules[module].text))
    named = (path for kind, path in _LINK.findall(source) if kind == "stylesheet")
    first, sheet = [*dict.fromkeys([*named, *late])], f"{title}/{title}.css"
    made[sheet] = "".join(sheets[name] for name in first)

    def style(found: re.Match[str]) -> str:
        return f'style("{sheet if found[1] in first else found[1]}")'

    for path in chunks:
        made[path] = _STYLE.sub(style, write(path, chunks, modules))
    head = f'<link rel="stylesheet" href="/static/@/{sheet}">\n'
    if soon:
        head += f'<link rel="modulepreload" href="/static/@/{title}/soon.js">\n'
    text = source[: link.start()] + head + _LINK.sub("", source[link.start() :])
    return text.replace(script[1], f"@/{title}/{title}.js")


def _chunks(script: str, modules: Mapping[str, Module]) -> dict[str, list[str]]:
    """Return the modules that a page may ever need, by the name of the file they are put into."""
    page = in_order([script], modules)
    files = {_flat(script): page}
    if soon := SOON.get(script):
        files["soon"] = [name for name in in_order(soon, modules) if name not in page]
    at_once = {name for those in files.values() for name in those}
    opened: dict[str, list[str]] = {}
    new = [*at_once]
    while new:
        for later in modules[new.pop()].later:
            if later not in at_once and later not in opened:
                opened[later] = [x for x in in_order([later], modules) if x not in at_once]
                new += opened[later]
    users = Counter(name for those in opened.values() for name in those)
    for later in sorted(opened):
        for name in opened[later]:
            shared = f"shared-{posixpath.dirname(name)}"
            chunk = files.setdefault(_flat(later) if users[name] == 1 else shared, [])
            if name not in chunk:
                chunk.append(name)
    return files


def _flat(name: str) -> str:
    """Return the name of the file for a module, in the folder of its page."""
    return name.removesuffix(".js").replace("/", "-")
