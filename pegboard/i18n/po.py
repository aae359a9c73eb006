r"""Read catalogues: gettext's `.po` files, which translators' tools write.

>>> [entry] = read('msgctxt "you"\nmsgid "{who} deals"\nmsgstr "Du gibst"\n'.encode())
>>> entry.context, entry.source, entry.texts
('you', '{who} deals', ('Du gibst',))
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

_BLOCK = re.compile(rb"(?:[^\n]+\n?)+")
"""The lines of an entry; an empty line ends it."""
_ESCAPE = re.compile(r"\\(.)")
_ESCAPED = {"n": "\n", "t": "\t"}


class Entry(NamedTuple):
    """A sentence and its translation.

    Attributes:
        context: which of several equal sentences this is; empty for most.
        source: in English; empty for the header.
        plural: in English for other numbers than one, if the sentence counts something.
        texts: the translation, one for each plural of the language; empty texts if there is none.
        notes: the lines above it, each with its `#`.
    """

    context: str
    source: str
    plural: str
    texts: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def is_translated(self) -> bool:
        """Whether it has a translation that nobody doubts."""
        doubted = any(note.startswith("#,") and "fuzzy" in note for note in self.notes)
        return all(self.texts) and not doubted


def read(data: bytes) -> Iterator[Entry]:
    """Yields the entries of a catalogue in their order, each read when its turn comes."""
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
        if "msgid" in found:  # an obsolete entry has comments only
            texts = tuple(text for key, text in found.items() if key.startswith("msgstr"))
            context, plural = found.get("msgctxt", ""), found.get("msgid_plural", "")
            yield Entry(context, found["msgid"], plural, texts, tuple(notes))


def _plain(text: str) -> str:
    """Returns a quoted text without its backslashes."""
    if "\\" not in text:
        return text
    return _ESCAPE.sub(lambda sign: _ESCAPED.get(sign[1], sign[1]), text)
