"""The supported packs with French suits, and the letters of their aces and court cards.

Sources: A. Pollett's table of indices by country, and pictures of packs. Ranks run from 0 (ace) to
12 (king). Imports neither OpenCV nor numpy, because the service uses it too.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

ACE, JACK, QUEEN, KING = 0, 10, 11, 12
LETTERED = (ACE, JACK, QUEEN, KING)
"""Ranks that have a letter; the glyphs of the others are numbers in every pack."""

DECIDED = 0.9
"""Probability above which a pack counts as identified."""
UNKNOWN = "unknown"
"""Code of unsupported packs: their numbers are read, their letters are not."""


@dataclass(frozen=True)
class Pack:
    """The letters of one country's packs.

    Attributes:
        code: code of the pack; a value of the setting `camera.deck`.
        letters: glyphs in use with their shares, by rank.
    """

    code: str
    letters: Mapping[int, Mapping[str, float]]

    def usual(self, rank: int) -> str:
        """Returns the usual glyph of a rank."""
        return next(iter(self.letters[rank]))


def _pack(code: str, ace: str, jack: str, queen: str, king: str) -> Pack:
    """Returns a pack; several glyphs of a rank are separated by spaces, and equally frequent."""
    names = [name.split() for name in (ace, jack, queen, king)]
    return Pack(
        code,
        {
            rank: {glyph: 1 / len(glyphs) for glyph in glyphs}
            for rank, glyphs in zip(LETTERED, names, strict=True)
        },
    )


PACKS = {
    pack.code: pack
    for pack in (
        _pack("english", "A", "J", "Q", "K"),
        _pack("french", "A 1", "V", "D", "R"),
        _pack("german", "A", "B", "D", "K"),
        _pack("dutch", "A", "B", "V", "H"),
        _pack("scandinavian", "A E 1", "Kn B", "D", "K"),
        _pack("polish", "A", "W", "D", "K"),
    )
}
CODES = (*PACKS, UNKNOWN)
"""All codes, in the order of the arrays with a value per pack."""


RANK_LETTERS = {ACE: "A", JACK: "J", QUEEN: "Q", KING: "K"}
"""Our notation of the ranks with letters."""


def letters_of(code: str, printed: Collection[str] = ()) -> dict[str, str]:
    """Returns the letters of a pack by rank in our notation; English for an unknown pack.

    Args:
        code: code of the pack.
        printed: glyphs that were read; preferred where a rank has several.
    """
    pack = PACKS.get(code, PACKS["english"])
    return {
        name: next((glyph for glyph in pack.letters[rank] if glyph in printed), pack.usual(rank))
        for rank, name in RANK_LETTERS.items()
    }


def answered(code: str, *, is_right: bool) -> dict[str, float]:
    """Returns the shares of the packs after players have confirmed or ruled out one."""
    return {pack: float((pack == code) == is_right) for pack in CODES}
