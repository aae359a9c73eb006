"""The letters printed for ace, jack, queen and king in decks of many countries.

A rendered deck has one `Alphabet`. Each letter is labelled by its shape, not its meaning: a
Cyrillic Ve is a B, and a V is a V in France and in the Netherlands alike. Sources: A. Pollett's
table "Indices" of the letters by country, and decks of gnome-cards-data.
"""

from __future__ import annotations

import random
import re
import subprocess
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from pegboard.vision.glyphs import GLYPHS
from pegboard.vision.training.render import glyphs
from pegboard.vision.training.render.masks import Mask

OTHER = GLYPHS.index("other")
_SAME = dict(
    zip("\u0410\u0412\u0415\u041a\u041d\u0391\u0392\u0395\u0397\u039a", "ABEKHABEHK", strict=True)
)
"""Cyrillic and Greek capitals that look like Latin glyphs."""
_TEXTS = {"T": "10"}


class Alphabet(NamedTuple):
    """Letters of ace, jack, queen and king."""

    ace: str
    jack: str
    queen: str
    king: str

    def text(self, rank: int) -> str:
        """Returns the text printed for a rank, 0 (ace) to 12."""
        return {0: self.ace, 10: self.jack, 11: self.queen, 12: self.king}.get(rank) or GLYPHS[rank]

    def glyph(self, rank: int) -> int:
        """Returns the glyph of that text, a number in `GLYPHS`."""
        return glyph_of(self.text(rank))


ENGLISH = Alphabet("A", "J", "Q", "K")
COUNTRIES: dict[str, tuple[Alphabet, ...]] = {
    "english": (ENGLISH,),
    "french": (Alphabet("1", "V", "D", "R"), Alphabet("A", "V", "D", "R")),
    "german": (Alphabet("A", "B", "D", "K"),),
    "dutch": (Alphabet("A", "B", "V", "H"),),
    "scandinavian": (
        Alphabet("A", "Kn", "D", "K"),
        Alphabet("E", "Kn", "D", "K"),
        Alphabet("1", "Kn", "D", "K"),
        Alphabet("E", "B", "D", "K"),
        Alphabet("1", "B", "D", "K"),
    ),
    "polish": (Alphabet("A", "W", "D", "K"),),
}
"""Alphabets by the country of the deck."""
RUSSIAN = Alphabet("\u0422", "\u0412", "\u0414", "\u041a")
_SHARES = {
    "english": 45,
    "french": 11,
    "german": 7,
    "dutch": 7,
    "scandinavian": 9,
    "polish": 4,
    "mixed": 17,
}
_SHARES_ABROAD = {
    "french": 14,
    "german": 12,
    "dutch": 18,
    "scandinavian": 20,
    "polish": 14,
    "mixed": 22,
}
_READ = ("A", "J", "Q", "K", "1", "V", "D", "R", "B", "H", "W", "Kn", "E")
_LATIN = (*"CFGLMNPSTUXY", "\u00c4")
_SCRIPTS = {
    "cyrillic": "\u0422\u0414\u0411\u0416\u0426\u0428\u042e\u042f\u042d\u041f\u041b\u0424\u0418",
    "greek": "\u0393\u0398\u039e\u03a0\u03a3\u03a6\u03a8\u03a9",
    "hebrew": "אבגדהחטכלמנסעפצקרשת",
    "runic": "ᚠᚢᚦᚨᚲᚷᚹᚾᛃᛇᛈᛉᛊᛏᛗᛚᛜᛞᛟ",
    "georgian": "აბგდევთკმნპს",
    "armenian": "ԱԲԳԴԶԷԸԺԾՀՄՇ",
    "devanagari": "अकखगचजतदपमरस",
}
_HELD_OUT_SCRIPTS = {
    "thai": "กขคงจชตบพมวอ",
    "ethiopic": "ሀለሐመረሰቀበተነአወ",
}
_HARD = re.compile(r"mono|extracond|semicond", re.IGNORECASE)


class NationalStyle(NamedTuple):
    """Features of a deck that depend on its country.

    Attributes:
        alphabet: letters of the deck.
        corner_pips: court cards have a large pip close to the index, as in France.
        small: indices are smaller than those of English decks.
        names: court cards show the name of the figure.
        maker: the ace of spades has a maker's mark.
    """

    alphabet: Alphabet
    corner_pips: bool
    small: bool
    names: bool
    maker: bool


def glyph_of(text: str) -> int:
    """Returns the glyph that a text looks like, a number in `GLYPHS`."""
    text = _SAME.get(text, text)
    return GLYPHS.index(text) if text in GLYPHS else OTHER


def national_style(
    rng: random.Random, country: str | None = None, held_out: bool = False
) -> NationalStyle:
    """Returns the letters and other features of decks from a given or random country.

    Special countries: "abroad" is any but the English-speaking ones, "mixed" draws each letter
    from any country, and "unknown" has only unreadable letters.
    """
    if country in (None, "abroad"):
        shares = _SHARES_ABROAD if country else _SHARES
        country = rng.choices(list(shares), list(shares.values()))[0]
    abroad = country != "english"
    return NationalStyle(
        random_alphabet(rng, country, held_out),
        corner_pips=rng.random() < (0.5 if abroad else 0.08),
        small=rng.random() < (0.4 if abroad else 0.06),
        names=rng.random() < (0.25 if abroad else 0.04),
        maker=rng.random() < 0.3,
    )


def is_of(alphabet: Alphabet, country: str) -> bool:
    """Returns whether these letters are printed on a country's decks; see `national_style`."""
    if country == "abroad":
        return alphabet != ENGLISH
    return alphabet in ((RUSSIAN,) if country == "unknown" else COUNTRIES.get(country, ()))


def random_alphabet(rng: random.Random, country: str, held_out: bool = False) -> Alphabet:
    """Returns random letters of a country; see `national_style`."""
    if country == "unknown":
        scripts = {**_SCRIPTS, **(_HELD_OUT_SCRIPTS if held_out else {})}
        return Alphabet(*rng.sample(scripts[rng.choice(sorted(scripts))], 4))
    if country != "mixed":
        return rng.choice(COUNTRIES[country])
    if rng.random() < 0.12:
        return RUSSIAN
    strange: tuple[str, ...] = _LATIN
    if rng.random() < 0.6:
        strange = tuple(_SCRIPTS[rng.choice(sorted(_SCRIPTS))])
    share = rng.choice([0.15, 0.5, 1.0])
    drawn: list[str] = []
    while len(drawn) < 4:
        letter = rng.choice(strange if rng.random() < share else _READ)
        if letter not in drawn:
            drawn.append(letter)
    return Alphabet(*drawn)


def mask(rng: random.Random, font: Path, text: str, held_out: bool) -> Mask | None:
    """Returns the mask of a text in a font, or in another font if that one lacks a character."""
    if _has(font, text):
        return glyphs.glyph(font, text)
    fallbacks = _fonts_with(text, held_out)
    drawn = rng.sample(fallbacks, len(fallbacks))
    fallback = next((fallback for fallback in drawn if _has(fallback, text)), None)
    return None if fallback is None else glyphs.glyph(fallback, text)


def _has(font: Path, text: str) -> bool:
    """Returns whether a font has all characters of a text: none looks like its missing glyph."""
    lacking = glyphs.glyph(font, "\U0010fffd")
    for character in text:
        ink = glyphs.glyph(font, character)
        if ink is None:
            return False
        if lacking is not None and ink.shape == lacking.shape and (ink == lacking).all():
            return False
    return True


@lru_cache(maxsize=600)
def _fonts_with(text: str, held_out: bool) -> tuple[Path, ...]:
    """Returns upright fonts with the first character; one in four is held out."""
    listed = subprocess.run(
        ["fc-list", f":charset={ord(text[0]):x}", "file"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    paths = sorted({Path(line.rstrip().rstrip(":")) for line in listed.splitlines()})
    fit = [path for path in paths if glyphs.is_upright(path) and not _HARD.search(path.name)]
    split = tuple(path for i, path in enumerate(fit) if (i % 4 == 2) == held_out)
    return split or tuple(fit)
