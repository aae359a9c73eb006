"""Bundling of the page: the same modules in fewer files, and rejected unsupported syntax."""

import gzip
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pegboard.http.static_files import STATIC
from pegboard.web.bundle import PAGES, UNCHANGED, bundle
from pegboard.web.bundle.scripts import (
    Module,
    UnsupportedSyntax,
    in_import_order,
    minify_script,
    read,
    write,
)
from tests.support.paths import ROOT

HEADERS = 800
"""Maximum size of response headers, in bytes."""
FIRST_BYTES = 100_000
"""Maximum size of the first page; the rest of 110,000 is for state and layout."""


@pytest.fixture(scope="module")
def bundled() -> dict[str, bytes]:
    return bundle(STATIC)


def folder_of(bundled: dict[str, bytes]) -> str:
    """Returns the content-hashed folder of a bundle."""
    (folder,) = {name.split("/")[0] for name in bundled if name.startswith("page-")}
    return folder


def referenced_files(page: bytes) -> list[str]:
    """Returns the files a page references."""
    return re.findall(r'"/static/([^"]+)"', page.decode())


def modules(**sources: str) -> dict[str, Module]:
    """Parses sources into modules of the folder `a`, by name."""
    return {f"a/{name}.js": read(f"a/{name}.js", text) for name, text in sources.items()}


def test_bundle_wraps_module_in_function_of_its_imports() -> None:
    those = modules(
        one="// About it.\nexport const ONE = 1;\nexport async function two() {\n  return ONE;\n}\n"
        "const three = 3;\nexport { three as four };\n",
        main='import {\n  ONE,\n  two as second,\n} from "./one.js";\n'
        'import * as one from "./one.js";\n'
        "second(/** @type {any} */ (ONE), one.four);\n",
    )
    text = write("p/p.js", {"p/p.js": in_import_order(["a/main.js"], those)}, those)
    assert text == (
        "const $a_one = (() => {\nconst ONE = 1;\nasync function two() {\nreturn ONE;\n}\n"
        "const three = 3;\nreturn { ONE, two, four: three };\n})();\n"
        "const $a_main = (() => {\nconst {\nONE,\ntwo: second,\n} = $a_one;\n"
        "const one = $a_one;\nsecond((ONE), one.four);\n})();\n"
    )


def test_lazy_chunk_shares_modules_of_main_chunk() -> None:
    those = modules(
        words="export const { words } = await import(`./words/${language}.js`);\n",
        main='import { words } from "./words.js";\nconst open = () => import("./late.js");\n',
        late='import { words } from "./words.js";\nexport const view = words;\n',
    )
    chunks = {"p/p.js": in_import_order(["a/main.js"], those), "p/a-late.js": ["a/late.js"]}
    first, late = (write(path, chunks, those) for path in chunks)
    assert "const $a_words = await (async () => {\n" in first
    assert "await import(`../a/words/${language}.js`)" in first
    assert 'import("./a-late.js").then((file) => file.$a_late)' in first
    assert first.endswith("export { $a_words };\n")
    assert late.startswith('import { $a_words } from "./p.js";\n')
    assert late.endswith("return { view };\n})();\nexport { $a_late };\n")


@pytest.mark.parametrize(
    "source",
    [
        'import late from "./late.js";\n',
        "export default 1;\n",
        "export let one = 1;\n",
        'export * from "./late.js";\n',
        "const open = () => import(name);\n",
        "const lines = `one\n  two`;\n",
        "const one = 1; /* goes\n on */\n",
    ],
)
def test_bundle_rejects_unsupported_statement(source: str) -> None:
    with pytest.raises(UnsupportedSyntax, match=r"^a/main\.js"):
        modules(main=source)


def test_bundle_rejects_import_of_missing_export() -> None:
    those = modules(
        one="export const ONE = 1, TWO = 2;\n", main='import { TWO } from "./one.js";\n'
    )
    with pytest.raises(UnsupportedSyntax, match="no export of TWO"):
        write("p/p.js", {"p/p.js": in_import_order(["a/main.js"], those)}, those)


def test_bundle_rejects_import_cycle() -> None:
    those = modules(one='import "./two.js";\n', two='import "./one.js";\n')
    with pytest.raises(UnsupportedSyntax, match="imports itself"):
        in_import_order(["a/one.js"], those)


def test_minifier_keeps_comment_markers_inside_strings() -> None:
    source = '/**\n * A type.\n */\nconst HOST = "//board/*"; // stays\n/* one line */\n\n  x();\n'
    assert minify_script("a.js", source) == 'const HOST = "//board/*"; // stays\nx();\n'


def test_bundled_pages_reference_existing_files(bundled: dict[str, bytes]) -> None:
    assert {*PAGES, *UNCHANGED} < {*bundled}
    for page in (*PAGES, "offline/index.html"):
        assert referenced_files(bundled[page]), page
        assert {*referenced_files(bundled[page])} <= {*bundled}, page
    for name in ("icon.svg", "core/theme.js"):
        assert bundled[name] == (STATIC / name).read_bytes()


def test_lazily_loaded_files_exist_in_bundle(bundled: dict[str, bytes]) -> None:
    folder = folder_of(bundled)
    for name, content in bundled.items():
        if not name.startswith(folder) or not name.endswith(".js"):
            continue
        text, beside = content.decode(), name.rpartition("/")[0]
        for file in re.findall(r'(?:from |import\()"\./([^"]+)"', text):
            assert f"{beside}/{file}" in bundled, f"{name}: {file}"
        for sheet in re.findall(r'style\("([^"]+)"\)', text):
            assert f"{folder}/{sheet}" in bundled, f"{name}: {sheet}"
        for words in re.findall(r"import\(`\.\./([^`]+)`\)", text):
            assert f"{folder}/{words.replace('${language}', 'fr')}" in bundled, f"{name}: {words}"


def test_first_page_stays_within_file_and_size_limits(bundled: dict[str, bytes]) -> None:
    folder = folder_of(bundled)
    files = [file for file in referenced_files(bundled["index.html"]) if file != "icon.svg"]
    assert files == [
        "core/theme.js",
        *(f"{folder}/main/{x}" for x in ("main.css", "soon.js", "main.js")),
    ]
    catalogues = [bundled[f"{folder}/words/{language}.js"] for language in ("en", "fr", "de")]
    sent = [bundled[name] for name in ("index.html", *files)] + [max(catalogues, key=len)]
    weight = sum(len(gzip.compress(content, 9)) + HEADERS for content in sent)
    assert weight <= FIRST_BYTES, f"{weight} bytes"


def test_dialogs_are_not_in_main_chunk(bundled: dict[str, bytes]) -> None:
    folder = folder_of(bundled)
    first = b"".join(
        bundled[f"{folder}/main/{name}"] for name in ("main.js", "soon.js", "main.css")
    )
    for part in (
        b"$admin_settings =",
        b"$admin_camera =",
        b"$play_review =",
        b"#settings ",
        b"#camera ",
    ):
        assert part not in first, part
    for name in ("admin-settings", "admin-camera", "play-review", "setup-newgame", "first-first"):
        assert f"{folder}/main/{name}.js" in bundled


def test_bundle_folder_hash_covers_every_file(tmp_path: Path) -> None:
    def made(name: str, text: str) -> str:
        folder = tmp_path / name
        for page in PAGES:
            (folder / page).parent.mkdir(parents=True, exist_ok=True)
            (folder / page).write_text(
                '<link rel="stylesheet" href="/static/one.css">\n'
                '<script type="module" src="/static/one.js"></script>\n'
            )
        for file in (*UNCHANGED, "one.css"):
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_text("")
        (folder / "one.js").write_text('import("./late.js");\n')
        (folder / "late.js").write_text(text)
        return folder_of(bundle(folder))

    assert made("a", "one();\n") == made("b", "// The same.\none();\n") != made("c", "two();\n")


def test_bundle_imports_only_standard_library() -> None:
    """Wheel builds have hatchling, but none of our dependencies."""
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import pegboard.web.bundle"
    subprocess.run([sys.executable, "-I", "-S", "-c", code], check=True)
