r"""Translatable messages, translated for each viewer.

    >>> line = _("{who} plays {card}: {count}", who="Ann", card="5♥", count=15)
    >>> line
    'Ann plays 5♥: 15'
    >>> line.localize("fr")
    'Ann joue 5♥\xa0: 15'
    >>> _("{thing} for {points:aloud}", thing=_("a pair"), points=2).localize("de")
    'ein Paar für zwei'

The code contains each sentence as an English template. A `Message` is the English sentence, and it
remembers its template and facts so that it can be localized: programs, logs and the command line
use English, each page its own language. The catalogues (`fr.po`, `de.po`) map templates to
translations; a missing translation falls back to English.

In a template
- `{points:aloud}` is a number in words;
- `{text:sentence}` is another text with an initial capital;
- `{who}`, `{seat}`, `{turn}`, `{dealer}` and `{owner}` are names of seats. If the first of them is
  the person addressed ("You"), the catalogue entry with the context `you` takes precedence;
  `{who:of}` is the possessive of the name;
- a catalogue may have one sentence for each plural form of the number `{n}`.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from pegboard.i18n import en
from pegboard.i18n.catalogue import Catalogue, load, seat_names
from pegboard.i18n.en import YOU

__all__ = [
    "LANGUAGES",
    "YOU",
    "Catalogue",
    "Message",
    "_",
    "localize",
    "name_of",
    "number",
    "paragraph",
    "series",
]

LANGUAGES = {"en": "English", "fr": "Français", "de": "Deutsch"}
"""The supported languages: their tags, and their native names."""

_PEOPLE = ("who", "seat", "turn", "dealer", "owner")
"""Names of facts that name seats, if their values are texts."""


@cache
def _catalogue(language: str) -> Catalogue:
    """Returns the catalogue of one of `LANGUAGES`, loaded on first use."""
    return en.CATALOGUE if language == "en" else load(language)


@cache
def _english_names() -> Mapping[str, str]:
    """Returns a mapping of the names that the board gives, in all languages, to English ones."""
    return {name: name for name in en.CATALOGUE.names} | seat_names()


class Message(str):
    """An English sentence that can be localized."""

    template: str
    facts: Mapping[str, Any]

    def localize(self, language: str) -> str:
        """Translates the sentence.

        Args:
            language: one of `LANGUAGES`; anything else means English.
        """
        if language == "en" or language not in LANGUAGES:
            return str.__str__(self)
        return _made(_catalogue(language), language, self.template, self.facts)

    def __str__(self) -> str:
        """Returns the message itself, so that an error made from it stays translatable."""
        return self


def _(template: str, **facts: Any) -> Message:
    """Creates a message from a template and its facts.

    Args:
        template: in English, as for `str.format`.
        facts: values of its fields: texts, numbers, other messages, and tuples of them, which
            become lists with commas.
    """
    text = Message(_made(en.CATALOGUE, "en", template, facts))
    text.template, text.facts = template, facts
    return text


def series(texts: Iterable[str]) -> Message:
    """Joins texts with commas."""
    return _("{these}", these=tuple(texts))


def paragraph(first: Message, *more: str) -> Message:
    """Joins sentences into one paragraph."""
    text = first
    for sentence in more:
        text = _("{one} {other}", one=text, other=sentence)
    return text


def name_of(name: str) -> Message:
    """Returns a seat's name as a message; a name given by the board can be translated."""
    return _("{who}", who=name)


def number(n: int, language: str = "en") -> str:
    """Returns a number from 0 to 999 in words."""
    if language not in LANGUAGES:
        raise KeyError(language)
    return _catalogue(language).number(n)


def localize(language: str, value: Any) -> Any:
    """Translates every `Message` in a value; leaves everything else unchanged.

    Returns:
        A copy of the same shape: a dict with the same keys, a list for a list or tuple.
    """
    if language == "en":
        return value
    match value:
        case Message():
            return value.localize(language)
        case dict():
            return {key: localize(language, value) for key, value in value.items()}
        case list() | tuple():
            return [localize(language, value) for value in value]
    return value


def _made(catalogue: Catalogue, language: str, template: str, facts: Mapping[str, Any]) -> str:
    translation: str | tuple[str, ...] = catalogue.sentences.get(template, template)
    prepared = {key: _prepared(catalogue, language, key, value) for key, value in facts.items()}
    yours = [key for key in _PEOPLE if _is_you(facts.get(key))]
    if yours:
        # The sentence addresses whoever is named first; `who` need not appear in the template.
        first = min((key for key in _PEOPLE if key in facts), key=lambda key: _place(template, key))
        if first in yours:
            translation = catalogue.you.get(template, translation)
        for key in yours:
            if key != first:  # this "you" is not at the start, so it is lower-case
                prepared[key] = _Name(prepared[key].lower(), catalogue)
    if not isinstance(translation, str):
        translation = translation[catalogue.plural(int(facts["n"]))]
    return catalogue.apostrophes(translation).format_map(prepared)


def _place(template: str, key: str) -> int:
    """Returns a name's position in a template; if it is absent, 0 for `who`, else the end."""
    place = template.find(f"{{{key}")
    return place if place >= 0 else 0 if key == "who" else len(template)


def _is_you(name: Any) -> bool:
    return isinstance(name, str) and _english_names().get(name) == YOU


def _prepared(catalogue: Catalogue, language: str, key: str, value: Any) -> Any:
    """Prepares a fact for insertion into a template in the given language."""
    match value:
        case Message() if key in _PEOPLE:
            return _Name(value.localize(language), catalogue)
        case Message():
            return _Part(value.localize(language))
        case bool():
            return value
        case int():
            return _Number(value, catalogue)
        case float():
            return _Decimal(value, catalogue)
        case tuple() if type(value) is tuple:  # exclude a `Card`, which is a named tuple
            return ", ".join(str(_prepared(catalogue, language, "", each)) for each in value)
        case str() if key in _PEOPLE:
            return _Name(_named(catalogue, value), catalogue)
    return value


def _named(catalogue: Catalogue, name: str) -> str:
    """Translates a name given by the board: `Computer 2` becomes `Ordinateur 2`."""
    word, space, rest = name.rpartition(" ")
    if not rest.isdigit():
        word, space, rest = name, "", ""
    english = _english_names().get(word)
    return name if english is None else f"{catalogue.names.get(english, english)}{space}{rest}"


class _Part(str):
    """A text that can begin a sentence."""

    def __format__(self, spec: str) -> str:
        return self[:1].upper() + self[1:] if spec == "sentence" else str(self)


class _Number(int):
    """A number that can be spelled out."""

    def __new__(cls, value: int, catalogue: Catalogue) -> "_Number":
        number = super().__new__(cls, value)
        number._catalogue = catalogue
        return number

    _catalogue: Catalogue

    def __format__(self, spec: str) -> str:
        return self._catalogue.number(int(self)) if spec == "aloud" else format(int(self), spec)


class _Decimal(float):
    """A number with tenths, formatted with the language's decimal sign."""

    def __new__(cls, value: float, catalogue: Catalogue) -> "_Decimal":
        number = super().__new__(cls, value)
        number._catalogue = catalogue
        return number

    _catalogue: Catalogue

    def __format__(self, spec: str) -> str:
        return format(float(self), spec).replace(".", self._catalogue.decimal)


class _Name(str):
    """A name that can be put in the possessive."""

    def __new__(cls, value: str, catalogue: Catalogue) -> "_Name":
        name = super().__new__(cls, value)
        name._catalogue = catalogue
        return name

    _catalogue: Catalogue

    def __format__(self, spec: str) -> str:
        return self._catalogue.possessive(str(self)) if spec == "of" else str(self)
