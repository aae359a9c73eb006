"""A language's catalogue: its sentences, numbers and names."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The catalogue of one language.

    Attributes:
        says: its sentences by the English template; a mapping by plural where they differ.
        you: those that differ where `who` is the person addressed.
        names: those that the board itself gives to seats, by the English ones.
        number: a number from 0 to 999 in words.
        of: a name as the one whom something belongs to.
        plural: `one` or `other`.
        decimal: the sign between ones and tenths.
        typeset: a finished sentence as it is set in that language.
        apostrophes: a template with the apostrophes of print; commands between backticks keep
            theirs, and so do the facts: a name is nobody's to change.
    """

    says: Mapping[str, str | Mapping[str, str]]
    you: Mapping[str, str]
    names: Mapping[str, str]
    number: Callable[[int], str]
    of: Callable[[str], str]
    plural: Callable[[int], str]
    decimal: str = "."
    typeset: Callable[[str], str] = str
    apostrophes: Callable[[str], str] = str


SEAT_NAMES: Mapping[str, Mapping[str, str]] = {
    "fr": {
        "You": "Vous", "The dealer": "Le donneur", "Pone": "Le pone",
        "Computer": "Ordinateur", "Player": "Joueur", "Seat": "Place", "Blue": "Bleu",
        "Orange": "Orange", "Green": "Vert", "Pink": "Rose",
    },
    "de": {
        "You": "Du", "The dealer": "Der Geber", "Pone": "Die Vorhand",
        "Computer": "Computer", "Player": "Spieler", "Seat": "Platz", "Blue": "Blau",
        "Orange": "Orange", "Green": "Grün", "Pink": "Rosa",
    },
}  # fmt: skip
"""Names that the board gives to seats, by language and by the English one. They are recognised in
every language, also in one whose catalogue nobody has needed yet."""
