"""Collects all translatable sentences and updates the catalogues.

`python -m tests.tools.translations` does both (`make words`): new sentences are added to each
`.po` file without a translation, sentences that nobody says any more are removed.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

import pegboard.i18n
from pegboard.i18n import LANGUAGES, po
from tests.tools.translations import code, page

FOLDER = Path(pegboard.i18n.__file__).parent
"""Folder of the catalogues."""
OTHERS = tuple(language for language in LANGUAGES if language != "en")
"""The languages that are translated from English."""

HEADER = (
    "Content-Type: text/plain; charset=UTF-8\n"
    "Content-Transfer-Encoding: 8bit\n"
    "Language: {language}\n"
    "Plural-Forms: nplurals=2; plural=n != 1;\n"
    "X-Decimal: .\n"
    "X-Possessive: {{}}’s\n"
)
"""Of a new catalogue; see `pegboard.i18n.catalogue` for the fields that begin with X."""

Key = tuple[str, str]
"""The context and the English sentence: what is unique in a catalogue."""


def all_sentences() -> Iterator[po.Entry]:
    """Yields every sentence with notes for translators."""
    yield from code.entries()
    yield from page.entries()


def key(entry: po.Entry) -> Key:
    return entry.context, entry.source


def catalogue(language: str) -> list[po.Entry]:
    """Returns the existing catalogue, or only a header for a new language."""
    path = FOLDER / f"{language}.po"
    header = HEADER.format(language=language)
    return (
        list(po.read(path.read_bytes())) if path.exists() else [po.Entry("", "", "", (header,), ())]
    )


def translated(language: str) -> Iterator[tuple[str, str]]:
    """Yields each translation with its English text."""
    for entry in catalogue(language):
        if entry.source and entry.context not in ("seat", "number"):
            yield from ((entry.source, text) for text in entry.texts)


def seats(entries: Iterable[po.Entry]) -> dict[str, str]:
    """Returns the translated seat names by English name."""
    named = (each for each in entries if each.context == "seat" and each.is_translated)
    return {each.source: each.texts[0] for each in named}


def updated(old: list[po.Entry], sentences: Iterable[po.Entry]) -> list[po.Entry]:
    """Returns the catalogue with exactly these sentences.

    Args:
        old: the catalogue before; its header, order, translations and translators' notes stay.
        sentences: all that there are; a new one stands behind the one before it.
    """
    header, *before = old
    plurals = int(header.texts[0].partition("nplurals=")[2][0])
    translated = {key(entry): entry for entry in before}
    new = {key(entry): entry for entry in sentences}
    order = [each for each in translated if each in new]
    last = -1
    for each in new:
        if each not in translated:
            order.insert(last + 1, each)
        last = order.index(each)
    return [header, *(_merged(new[each], translated.get(each), plurals) for each in order)]


def _merged(new: po.Entry, old: po.Entry | None, plurals: int) -> po.Entry:
    texts: tuple[str, ...] = ("",) * (plurals if new.plural else 1)
    if old is None:
        return new._replace(texts=texts)
    remarks = tuple(note for note in old.notes if not note.startswith(("#.", "#:")))
    if bool(old.plural) == bool(new.plural):
        texts = old.texts
    return new._replace(texts=texts, notes=remarks + new.notes)


def written(entries: Iterable[po.Entry]) -> str:
    """Serialises a catalogue."""
    return "\n".join(map(_block, entries))


def _block(entry: po.Entry) -> str:
    lines = list(entry.notes)
    if entry.context:
        lines.append(f"msgctxt {_quoted(entry.context)}")
    lines.append(f"msgid {_quoted(entry.source)}")
    if entry.plural:
        lines.append(f"msgid_plural {_quoted(entry.plural)}")
        lines += [f"msgstr[{n}] {_quoted(text)}" for n, text in enumerate(entry.texts)]
    else:
        lines.append(f"msgstr {_quoted(entry.texts[0])}")
    return "".join(f"{line}\n" for line in lines)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    if "\n" in escaped:  # the header
        return '""' + "".join(f'\n"{line}\\n"' for line in escaped.splitlines())
    return f'"{escaped}"'
