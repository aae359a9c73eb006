r"""Reader for gettext's `.po` files as written by translation tools.

>>> [entry] = read('msgctxt "you"\nmsgid "{who} deals"\nmsgstr "Du gibst"\n'.encode())
>>> entry.context, entry.source, entry.texts
('you', '{who} deals', ('Du gibst',))
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

_BLOCK = re.compile(rb"(?:[^\n]+\n?)+")
"""Lines of an entry; an empty line ends it."""
_ESCAPE = re.compile(r"\\(.)")
_ESCAPED = {"n": "\n", "t": "\t"}


class Entry(NamedTuple):
    """An entry: a sentence and its translation.

    Attributes:
        context: distinguishes entries with equal sources; empty for most.
        source: the English text; empty for the header.
        plural: the English plural, if the sentence counts something.
        texts: the translation, one text per plural form; empty if missing.
        notes: the comment lines above it, with their `#`.
    """

    context: str
    source: str
    plural: str
    texts: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def is_translated(self) -> bool:
        """True if it has a translation that is not marked as fuzzy."""
        doubted = any(note.startswith("#,") and "fuzzy" in note for note in self.notes)
        return all(self.texts) and not doubted


def read(data: bytes) -> Iterator[Entry]:
    """Yields the entries of a catalogue lazily, in order."""
    for block in _BLOCK.finditer(data.replace(b"\r", b"")):
        notes: list[str] = []
        found: dict[str, str] = {}
        key = ""
        for line in block[0].decode("utf-8").rstrip("\n").split("\n"):
            if line[0] == "#":
                notes.append(line)
                continue
            if line[0] != '"':
                key, _, line = line.partition(" ")
            found[key] = found.get(key, "") + _plain(line[1:-1])
        if "msgid" in found:  # an obsolete entry consists of comments only
            texts = tuple(text for key, text in found.items() if key.startswith("msgstr"))
            context, plural = found.get("msgctxt", ""), found.get("msgid_plural", "")
            yield Entry(context, found["msgid"], plural, texts, tuple(notes))


def _plain(text: str) -> str:
    """Returns the unescaped content of quoted strings."""
    if "\\" not in text:
        return text
    return _ESCAPE.sub(lambda sign: _ESCAPED.get(sign[1], sign[1]), text)
