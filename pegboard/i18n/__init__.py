r"""Translatable messages, translated for each reader or listener.

    >>> line = _("{who} plays {card}: {count}", who="Ann", card="5♥", count=15)
    >>> line
    'Ann plays 5♥: 15'
    >>> line.localize("fr")
    'Ann joue 5♥\xa0: 15'
    >>> _("{thing} for {points:aloud}", thing=_("a pair"), points=2).localize("de")
    'ein Paar für zwei'

A sentence is written in English where it is said, as the template it is made from. The text that
comes of it is that English sentence and remembers how it was made, so that it can be said again in
another language: a program, a log and the command line read English, and each page its own. The
catalogues (`fr.po`, `de.po`) have the other languages by that template; what a catalogue does not
have is said in English.

In a template
- `{points:aloud}` is a number in words;
- `{text:sentence}` is another text with a capital at its beginning;
- `{who}` is a seat's name, and so are `{seat}`, `{turn}`, `{dealer}` and `{owner}`. Where the first
  of them is that of the person addressed ("You"), the catalogue's sentence with the context `you`
  goes first; `{who:of}` is what belongs to that name;
- a catalogue may have one sentence for each plural of the number `{n}`.
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
"""The languages there are: their tags, and their own names."""

_PEOPLE = ("who", "seat", "turn", "dealer", "owner")
"""Facts that are a seat's name wherever they are a text."""


@cache
def _catalogue(language: str) -> Catalogue:
    """Returns the catalogue of one of `LANGUAGES`, loaded when somebody first reads it."""
    return en.CATALOGUE if language == "en" else load(language)


@cache
def _english_names() -> Mapping[str, str]:
    """Returns the names that the board itself gives, in every language, with the English ones."""
    return {name: name for name in en.CATALOGUE.names} | seat_names()


class Message(str):
    """An English sentence that can be translated."""

    template: str
    facts: Mapping[str, Any]

    def localize(self, language: str) -> str:
        """Returns the sentence in another language.

        Args:
            language: one of `LANGUAGES`; anything else is English.
        """
        if language == "en" or language not in LANGUAGES:
            return str.__str__(self)
        return _made(_catalogue(language), language, self.template, self.facts)

    def __str__(self) -> str:
        """Returns the message itself, so that an error made from it stays translatable."""
        return self


def _(template: str, **facts: Any) -> Message:
    """Makes a message from a template and its facts.

    Args:
        template: in English, as for `str.format`.
        facts: what it names: texts, numbers, other sentences, and tuples of them, which are listed.
    """
    text = Message(_made(en.CATALOGUE, "en", template, facts))
    text.template, text.facts = template, facts
    return text


def series(texts: Iterable[str]) -> Message:
    """Returns texts as a list with commas."""
    return _("{these}", these=tuple(texts))


def paragraph(first: Message, *more: str) -> Message:
    """Joins sentences into one paragraph."""
    text = first
    for sentence in more:
        text = _("{one} {other}", one=text, other=sentence)
    return text


def name_of(name: str) -> Message:
    """Returns a seat's name alone; names given by the board are translated."""
    return _("{who}", who=name)


def number(n: int, language: str = "en") -> str:
    """Returns a number from 0 to 999 in words."""
    if language not in LANGUAGES:
        raise KeyError(language)
    return _catalogue(language).number(n)


def localize(language: str, said: Any) -> Any:
    """Translates every `Message` in a value; leaves everything else unchanged.

    Returns:
        The value in its own shape: a dict with the same keys, a list for a list or tuple.
    """
    if language == "en":
        return said
    match said:
        case Message():
            return said.localize(language)
        case dict():
            return {key: localize(language, value) for key, value in said.items()}
        case list() | tuple():
            return [localize(language, value) for value in said]
    return said


def _made(catalogue: Catalogue, language: str, template: str, facts: Mapping[str, Any]) -> str:
    wanted: str | tuple[str, ...] = catalogue.says.get(template, template)
    told = {key: _told(catalogue, language, key, value) for key, value in facts.items()}
    yours = [key for key in _PEOPLE if _is_you(facts.get(key))]
    if yours:
        # The first who is named; `who` may be left out of a sentence about nobody else.
        first = min((key for key in _PEOPLE if key in facts), key=lambda key: _place(template, key))
        if first in yours:
            wanted = catalogue.you.get(template, wanted)
        for key in yours:
            if key != first:  # within the sentence
                told[key] = _Name(told[key].lower(), catalogue)
    if not isinstance(wanted, str):
        wanted = wanted[catalogue.plural(int(facts["n"]))]
    return catalogue.apostrophes(wanted).format_map(told)


def _place(template: str, key: str) -> int:
    """Returns where a person is named; 0 for `who` if it is not, and the end for the others."""
    place = template.find(f"{{{key}")
    return place if place >= 0 else 0 if key == "who" else len(template)


def _is_you(name: Any) -> bool:
    return isinstance(name, str) and _english_names().get(name) == YOU


def _told(catalogue: Catalogue, language: str, key: str, value: Any) -> Any:
    """Returns a fact prepared for a template of the catalogue."""
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
        case tuple() if type(value) is tuple:  # a card is one too
            return ", ".join(str(_told(catalogue, language, "", each)) for each in value)
        case str() if key in _PEOPLE:
            return _Name(_named(catalogue, value), catalogue)
    return value


def _named(catalogue: Catalogue, name: str) -> str:
    """Returns a name in this language: `Computer 2` is `Ordinateur 2`."""
    word, space, rest = name.rpartition(" ")
    if not rest.isdigit():
        word, space, rest = name, "", ""
    english = _english_names().get(word)
    return name if english is None else f"{catalogue.names.get(english, english)}{space}{rest}"


class _Part(str):
    """A text that can be the beginning of a sentence."""

    def __format__(self, spec: str) -> str:
        return self[:1].upper() + self[1:] if spec == "sentence" else str(self)


class _Number(int):
    """A number that can be written in words."""

    def __new__(cls, value: int, catalogue: Catalogue) -> "_Number":
        number = super().__new__(cls, value)
        number._catalogue = catalogue
        return number

    _catalogue: Catalogue

    def __format__(self, spec: str) -> str:
        return self._catalogue.number(int(self)) if spec == "aloud" else format(int(self), spec)


class _Decimal(float):
    """A number with tenths, and the language's decimal sign."""

    def __new__(cls, value: float, catalogue: Catalogue) -> "_Decimal":
        number = super().__new__(cls, value)
        number._catalogue = catalogue
        return number

    _catalogue: Catalogue

    def __format__(self, spec: str) -> str:
        return format(float(self), spec).replace(".", self._catalogue.decimal)


class _Name(str):
    """A name with its possessive."""

    def __new__(cls, value: str, catalogue: Catalogue) -> "_Name":
        name = super().__new__(cls, value)
        name._catalogue = catalogue
        return name

    _catalogue: Catalogue

    def __format__(self, spec: str) -> str:
        return self._catalogue.of(str(self)) if spec == "of" else str(self)
