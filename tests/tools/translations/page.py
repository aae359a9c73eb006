"""Translatable sentences of the page, and the scripts generated from them.

The English ones are data, `words/en.json` in the folders of `pegboard/web/static`, or `texts.json`
for a page with a few texts, whose script has them in every language:

    "title": "Players",
    "reading(done, of)": "Reading games … {done} of {of}",
    "games(n)": {"one": "{n} game", "other": "{n} games"},
    "theCrib(name)": {"you": "Your crib", "other": "{name:of} crib"},
    "picture(names)": {"no names": "no cards", "other": "cards: {names}"},

A key with facts becomes a function. It may have several forms: for the plurals of `n`, for a `name`
that is the language's "You", and for a fact that is empty, 0 or left out. In a catalogue the
context of a sentence is its place, `page.history.theCrib`, and its form if it is not the usual one,
`page.history.theCrib you`.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from pegboard.i18n import LANGUAGES, po
from pegboard.i18n.catalogue import header_of
from tests.support.code_tables import ROOT

STATIC = ROOT / "web" / "static"
SOURCES = tuple(sorted(STATIC.rglob("words/en.json")))
"""The English texts, a file for each folder of words."""
SMALL = tuple(sorted(STATIC.rglob("texts.json")))
"""The few English texts of pages that have every language in one script, `texts.js`."""

_FACT = re.compile(r"\{(\w+)(:of)?\}")
_SPECIAL = re.compile(r"[`\\]|\$(?=\{)")
_NAME = re.compile(r"[A-Za-z_$][\w$]*|[1-9]\d*|0")
_SIGN = re.compile(r"(?<![<>!=])([!=]=)(?!=)")


def entries() -> Iterator[po.Entry]:
    """Yields the translatable entries."""
    for source in (*SOURCES, *SMALL):
        note = f"#: {source.relative_to(ROOT.parent).as_posix()}"
        for context, forms in _leaves(_context(source), read(source)):
            for form, text in forms.items():
                if form not in ("one", "other"):
                    yield po.Entry(f"{context} {form}", text, "", (), (note,))
            plural = forms["other"] if "one" in forms else ""
            yield po.Entry(context, forms.get("one", forms["other"]), plural, (), (note,))


def read(source: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(source.read_text(encoding="utf-8"))
    return found


def _context(source: Path) -> str:
    folder = source.parent if source in SMALL else source.parent.parent
    return f"page.{'main' if folder == STATIC else folder.relative_to(STATIC).as_posix()}"


def _leaves(context: str, value: Any) -> Iterator[tuple[str, Mapping[str, str]]]:
    """Yields each non-empty sentence with its context."""
    if isinstance(value, str):
        if value:
            yield context, {"other": value}
        return
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    for key, each in pairs:
        name, _, facts = str(key).partition("(")
        if facts and isinstance(each, dict):
            yield f"{context}.{name}", each
        else:
            yield from _leaves(f"{context}.{name}", each)


def scripts(catalogues: Mapping[str, Iterable[po.Entry]]) -> dict[Path, str]:
    """Returns every generated script by path.

    Args:
        catalogues: language -> the entries of its `.po` file; English has only its header.
    """
    names = "".join(f"  {tag}: {_quoted(name)},\n" for tag, name in LANGUAGES.items())
    made = {
        STATIC / "words" / "languages.js": "// The languages and their own names. Written by "
        "`make words` from LANGUAGES of pegboard/i18n.\n\n"
        f"/** @type {{Record<string, string>}} */\nexport const LANGUAGES = {{\n{names}}};\n"
    }
    every = {language: _Script(language, list(found)) for language, found in catalogues.items()}
    for source in SOURCES:
        for language, script in every.items():
            made[source.with_name(f"{language}.js")] = script.of(source)
    for source in SMALL:
        texts = "".join(f"  {tag}: {script.texts(source)},\n" for tag, script in every.items())
        made[source.with_name("texts.js")] = (
            "// Written by `make words` from texts.json and pegboard/i18n: make changes there.\n\n"
            "/** @type {Record<string, Record<string, string>>} */\n"
            f"export const TEXTS = {{\n{texts}}};\n"
        )
    return made


class _Script:
    """Writes the scripts of one language."""

    def __init__(self, language: str, found: list[po.Entry]) -> None:
        self._language = language
        self._header = header_of(found[0])
        self._texts = {each.context: each.texts for each in found if each.is_translated}
        seats = {each.source: each.texts[0] for each in found if each.context == "seat"}
        self._you = seats.get("You") or "You"

    def of(self, source: Path) -> str:
        """Returns the script beside an English source file."""
        body = self._value(_context(source), read(source), "")
        above = "./" if source.parent.parent == STATIC else "../../words/"
        english = "en.json" if self._language == "en" else f"pegboard/i18n/{self._language}.po"
        lines = [f"// Written by `make words` from {english}: make changes there.", ""]
        if "count(" in body:
            lines += [f'import {{ counter }} from "{above}grammar.js";', ""]
            plural = self._header["Plural-Forms"].partition("plural=")[2].rstrip(";")
            plural = _SIGN.sub(r"\1=", plural)
            lines.append(f"const count = counter((n) => Number({plural}));")
        if "${of(" in body:
            lines += ["/** @param {string} name */", f"const of = (name) => {self._possessive()};"]
        lines += [""] * (lines[-1] != "") + ['/** @type {import("./words.d.ts").Words} */']
        return "\n".join([*lines, f"export const words = {body};", ""])

    def texts(self, source: Path) -> str:
        """Returns the object with the texts of a small page."""
        return self._value(_context(source), read(source), "  ")

    def _possessive(self) -> str:
        form = self._header["X-Possessive"].replace("{}", "${name}")
        pattern, _, special = self._header.get("X-Possessive-Exception", "").partition(" ")
        if not pattern:
            return f"`{form}`"
        return f"(/{pattern}/i.test(name) ? `{special.replace('{}', '${name}')}` : `{form}`)"

    def _value(self, context: str, value: Any, indent: str) -> str:
        if isinstance(value, str):
            return _quoted(self._said(context, (value,))[0])
        deeper = f"{indent}  "
        lines = []
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            name, bracket, facts = str(key).partition("(")
            place = f"{context}.{name}"
            if bracket:
                text = self._function(place, facts.removesuffix(")"), each)
            else:
                text = self._value(place, each, deeper)
            label = f"{name if _NAME.fullmatch(name) else _quoted(name)}: "
            lines.append(f"{deeper}{label if isinstance(value, dict) else ''}{text},\n")
        start, end = "{}" if isinstance(value, dict) else "[]"
        return f"{start}\n{''.join(lines)}{indent}{end}"

    def _function(self, context: str, facts: str, value: str | dict[str, str]) -> str:
        forms = {"other": value} if isinstance(value, str) else dict(value)
        usual = [forms.pop(form) for form in ("one", "other") if form in forms]
        texts = self._said(context, tuple(usual))
        body, used = _template(texts[0]), set()
        if len(usual) > 1:
            body, used = f"count(n, {', '.join(map(_template, texts))})", {"n"}
        # First what is empty, then who is addressed.
        for form, english in sorted(forms.items(), reverse=True):
            text = self._said(f"{context} {form}", (english,))[0]
            texts += (text,)
            fact = form.removeprefix("no ")
            if form == "you":
                fact, body = "name", f"(name === {_quoted(self._you)} ? {_template(text)} : {body})"
            else:
                body = f"({fact} ? {body} : {_template(text)})"
            used.add(fact)
        used |= {fact for text in texts for fact, _ in _FACT.findall(text)}
        names = re.findall(r"\w+", facts)
        if facts.startswith("{"):
            return f"({{ {', '.join(name for name in names if name in used)} }}) => {body}"
        return f"({', '.join(name if name in used else f'_{name}' for name in names)}) => {body}"

    def _said(self, context: str, english: tuple[str, ...]) -> tuple[str, ...]:
        return self._texts.get(context, english)


def _template(text: str) -> str:
    """Returns a text as a JavaScript template literal."""
    if not _FACT.search(text):
        return _quoted(text)
    escaped = _SPECIAL.sub(r"\\\g<0>", text)
    return (
        "`"
        + _FACT.sub(lambda fact: f"${{of({fact[1]})}}" if fact[2] else f"${{{fact[1]}}}", escaped)
        + "`"
    )


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
