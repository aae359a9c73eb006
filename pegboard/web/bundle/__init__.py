"""Bundler that packs the page into a few small files for the wheel, so a Pi needs no build step.

    files = bundle(Path("pegboard/web/static"))      # path below static/ -> content

A checkout serves `static/` as it is; the wheel contains these files instead. Each page has one
script and one style sheet; everything else is loaded on demand:

    index.html                   references files of one folder
    page-0123456789/             named by a hash of its content, so versions never mix
        main/main.css            the page's sheets, and those of `SOON`
        main/main.js             the page's script and its imports
        main/soon.js             the modules of `SOON`, preloaded
        main/admin-settings.js   what `import("./admin/settings.js")` loads beyond the above
        main/shared-admin.js     modules of a folder shared by several of those
        admin/words/en.js        the catalogues
        admin/settings.css       sheets loaded on demand

It uses only the standard library, because little else is installed during the wheel's build.
`hatch_build.py` calls it; the wheel does not contain it.
"""

import hashlib
import posixpath
import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from pegboard.web.bundle.scripts import Module, in_import_order, read, write

PAGES = (
    "index.html", "history/index.html", "overlay/index.html", "hall/index.html",
    "hall/director.html", "hall/player.html", "hall/signs.html", "hall/overlay.html",
    "hall/tv.html", "hall/print.html",
)  # fmt: skip
UNCHANGED = (
    "core/theme.js", "icon.svg", "setup/rules.css",
    "offline/index.html", "offline/offline.css", "offline/offline.js", "offline/texts.js",
    "offline/worker.js",
)  # fmt: skip
"""Files with fixed addresses, which the service itself or installed pages refer to."""
SOON = {
    "main.js": (
        "board/pegdrag.js", "core/awake.js", "core/abandoned.js", "counting/offer.js",
        "counting/picker.js", "counting/show.js", "counting/watch_key.js", "play/sounds.js",
        "setup/attract.js", "setup/home.js",
    ),
}  # fmt: skip
"""Modules that a page's script loads right after the start, in some states of the board."""

_STYLE = re.compile(r'\bstyle\("([^"]+\.css)"\)')
_LINK = re.compile(r'<link rel="(stylesheet|modulepreload)" href="/static/([^"]+)">\n')
_SCRIPT = re.compile(r'<script type="module" src="/static/([^"]+)"></script>')
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


def bundle(folder: Path) -> dict[str, bytes]:
    """Returns the wheel's files, by path, for the sources in a folder.

    Raises:
        UnsupportedSyntax: a script uses unsupported syntax.
    """
    sources = {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(folder.rglob("*"))
        if path.suffix in (".js", ".css", ".html", ".svg")
    }
    modules = {name: read(name, sources[name]) for name in sources if name.endswith(".js")}
    sheets = {name: minify_sheet(sources[name]) for name in sources if name.endswith(".css")}
    made = {}
    for name, module in modules.items():
        if module.name.split("/")[-2:-1] == ["words"] and "words" in module.exports:
            text = write(name, {name: in_import_order([name], modules)}, modules)
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


def minify_sheet(source: str) -> str:
    """Returns a style sheet without comments, indentation and empty lines."""
    lines = (line.strip() for line in _COMMENT.sub("", source).splitlines())
    return "".join(f"{line}\n" for line in lines if line)


def _page(
    source: str, modules: Mapping[str, Module], sheets: Mapping[str, str], made: dict[str, str]
) -> str:
    """Adds one page's files to `made`; returns its HTML, with `@` in place of their folder."""
    script, link = _SCRIPT.search(source), _LINK.search(source)
    assert script is not None and link is not None, "a page has a module and a sheet"
    title = _chunk_name(script[1])
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
    """Returns the modules that a page may load, by the name of the chunk that contains them."""
    page = in_import_order([script], modules)
    files = {_chunk_name(script): page}
    if soon := SOON.get(script):
        files["soon"] = [name for name in in_import_order(soon, modules) if name not in page]
    at_once = {name for those in files.values() for name in those}
    opened: dict[str, list[str]] = {}
    new = [*at_once]
    while new:
        for later in modules[new.pop()].lazy:
            if later not in at_once and later not in opened:
                opened[later] = [x for x in in_import_order([later], modules) if x not in at_once]
                new += opened[later]
    users = Counter(name for those in opened.values() for name in those)
    for later in sorted(opened):
        for name in opened[later]:
            shared = f"shared-{posixpath.dirname(name)}"
            chunk = files.setdefault(_chunk_name(later) if users[name] == 1 else shared, [])
            if name not in chunk:
                chunk.append(name)
    return files


def _chunk_name(name: str) -> str:
    """Returns the name of a module's chunk, without its suffix."""
    return name.removesuffix(".js").replace("/", "-")
