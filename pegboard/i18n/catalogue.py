"""A language's catalogue: its sentences, numbers and names, from its `.po` file.

What is no sentence has a context: `you`, said to the person named; `seat`, a name that the board
gives to a seat; `number`, numbers in words; `page`, what the page says. The header has the grammar:
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
        says: its sentences by the English template; one for each plural where they differ.
        you: those that differ where `who` is the person addressed.
        names: those that the board itself gives to seats, by the English ones.
        number: a number from 0 to 999 in words.
        of: a name as the one whom something belongs to.
        plural: the place of a number's sentence among those of the plurals.
        decimal: the sign between ones and tenths.
        apostrophes: a template with the apostrophes of print; commands between backticks keep
            theirs, and so do the facts: a name is nobody's to change.
    """

    says: Mapping[str, str | tuple[str, ...]]
    you: Mapping[str, str]
    names: Mapping[str, str]
    number: Callable[[int], str]
    of: Callable[[str], str]
    plural: Callable[[int], int]
    decimal: str = "."
    apostrophes: Callable[[str], str] = str


def load(language: str) -> Catalogue:
    """Reads the catalogue of a language; what is not translated is said in English."""
    from gettext import c2py

    entries = _entries(language)
    header = header_of(next(entries))
    says: dict[str, str | tuple[str, ...]] = {}
    you, names, numbers = {}, {}, []
    for entry in entries:
        if entry.context.startswith("page."):
            break  # these come last, and only the page says them
        if entry.context == "number":
            numbers.append(entry.texts[0] or entry.source)
        elif entry.plural:
            english = (entry.source, *[entry.plural] * (len(entry.texts) - 1))
            says[entry.plural] = entry.texts if entry.is_translated else english
        elif not entry.is_translated:
            continue
        elif entry.context == "":
            says[entry.source] = entry.texts[0]
        elif entry.context == "you":
            you[entry.source] = entry.texts[0]
        elif entry.context == "seat":
            names[entry.source] = entry.texts[0]
    return Catalogue(
        says=says,
        you=you,
        names=names,
        number=counting(*numbers),
        of=possessive(header.get("X-Possessive", "{}’s"), header.get("X-Possessive-Exception", "")),
        plural=c2py(header["Plural-Forms"].partition("plural=")[2].rstrip(";")),
        decimal=header.get("X-Decimal", "."),
    )


def seat_names() -> dict[str, str]:
    """Returns the names that the board gives to seats, in every other language, with the English.

    `make words` writes them into one small file, so that no catalogue is read for them.
    """
    import json

    languages = json.loads(get_data("pegboard.i18n", "seats.json") or b"{}")
    return {name: english for names in languages.values() for english, name in names.items()}


def header_of(entry: Entry) -> dict[str, str]:
    """Returns the fields of the entry that is the header."""
    pairs = (line.partition(": ") for line in entry.texts[0].splitlines())
    return {key: value for key, _, value in pairs}


def counting(small: str, hundreds: str, more: str) -> Callable[[int], str]:
    """Returns the numbers from 0 to 999 in words.

    Args:
        small: 0 to 99, with commas.
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
    """Returns how a name is the one whom something belongs to.

    Args:
        form: `{}s`.
        exception: a pattern for the names that have another form, and that form: `[sx]$ {}’`.
    """
    pattern, _, special = exception.partition(" ")
    differs = re.compile(pattern or "$.", re.IGNORECASE)
    return lambda name: (special if differs.search(name) else form).format(name)


def _entries(language: str) -> Iterator[Entry]:
    return read(get_data("pegboard.i18n", f"{language}.po") or b"")
