"""The catalogue of a language: its sentences, numbers and names, from its `.po` file.

Entries may have a context: `you`, the form for the person addressed; `seat`, a name given by the
board; `number`, numbers in words; `page`, texts of the page. The header contains the grammar:
`Plural-Forms`, `X-Decimal`, and `X-Possessive`, which may have an exception for names that match a
pattern (`X-Possessive-Exception: [sx]$ {}’`).
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pkgutil import get_data

from pegboard.i18n.po import Entry, read


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The catalogue of one language.

    Attributes:
        sentences: English template -> translation; one for each plural form where they differ.
        you: English template -> the form for the person addressed, where it differs.
        names: English name given by the board -> translation.
        number: spells out a number from 0 to 999.
        possessive: returns the possessive of a name.
        plural: returns the index of the plural form for a number.
        decimal: the decimal sign.
        apostrophes: makes the apostrophes of a template curly, except between backticks; facts
            such as names stay as they are.
    """

    sentences: Mapping[str, str | tuple[str, ...]]
    you: Mapping[str, str]
    names: Mapping[str, str]
    number: Callable[[int], str]
    possessive: Callable[[str], str]
    plural: Callable[[int], int]
    decimal: str = "."
    apostrophes: Callable[[str], str] = str


def load(language: str) -> Catalogue:
    """Loads the catalogue of a language; sentences without a translation stay English."""
    from gettext import c2py

    entries = _entries(language)
    header = header_of(next(entries))
    sentences: dict[str, str | tuple[str, ...]] = {}
    you, names, numbers = {}, {}, []
    for entry in entries:
        if entry.context.startswith("page."):
            break  # the page's entries come last in the file and are not used here
        if entry.context == "number":
            numbers.append(entry.texts[0] or entry.source)
        elif entry.plural:
            english = (entry.source, *[entry.plural] * (len(entry.texts) - 1))
            sentences[entry.plural] = entry.texts if entry.is_translated else english
        elif not entry.is_translated:
            continue
        elif entry.context == "":
            sentences[entry.source] = entry.texts[0]
        elif entry.context == "you":
            you[entry.source] = entry.texts[0]
        elif entry.context == "seat":
            names[entry.source] = entry.texts[0]
    return Catalogue(
        sentences=sentences,
        you=you,
        names=names,
        number=counting(*numbers),
        possessive=possessive(
            header.get("X-Possessive", "{}’s"), header.get("X-Possessive-Exception", "")
        ),
        plural=c2py(header["Plural-Forms"].partition("plural=")[2].rstrip(";")),
        decimal=header.get("X-Decimal", "."),
    )


def seat_names() -> dict[str, str]:
    """Returns a mapping from the names that the board gives, in other languages, to English ones.

    `make words` writes them into a small file, so that no catalogue needs to be loaded for them.
    """
    import json

    languages = json.loads(get_data("pegboard.i18n", "seats.json") or b"{}")
    return {name: english for names in languages.values() for english, name in names.items()}


def header_of(entry: Entry) -> dict[str, str]:
    """Parses the header entry into fields."""
    pairs = (line.partition(": ") for line in entry.texts[0].splitlines())
    return {key: value for key, _, value in pairs}


def counting(small: str, hundreds: str, more: str) -> Callable[[int], str]:
    """Returns a function that spells out the numbers from 0 to 999.

    Args:
        small: 0 to 99, separated by commas.
        hundreds: 100, 200 ... 900.
        more: 100 and a `{rest}`, 200 and a rest ... 900.
    """
    words, full, begun = small.split(", "), hundreds.split(", "), more.split(", ")

    def number(n: int) -> str:
        if n < 100:
            return words[n]
        rest = n % 100
        return begun[n // 100 - 1].format(rest=words[rest]) if rest else full[n // 100 - 1]

    return number


def possessive(form: str, exception: str = "") -> Callable[[str], str]:
    """Returns a function that forms the possessive of a name.

    Args:
        form: the usual form, such as `{}s`.
        exception: a pattern for other names, and their form: `[sx]$ {}’`.
    """
    pattern, _, special = exception.partition(" ")
    differs = re.compile(pattern or "$.", re.IGNORECASE)
    return lambda name: (special if differs.search(name) else form).format(name)


def _entries(language: str) -> Iterator[Entry]:
    return read(get_data("pegboard.i18n", f"{language}.po") or b"")
