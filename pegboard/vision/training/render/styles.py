"""Random styles of invented decks: font, size, weight, colour and pips."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from pegboard.vision.training.render import figures, glyphs, letters, signs
from pegboard.vision.training.render.letters import ENGLISH, Alphabet, NationalStyle
from pegboard.vision.training.render.masks import slanted, thickened

Image8 = npt.NDArray[np.uint8]
Colour = npt.NDArray[np.float32]
Picture = Callable[[int, int], Image8]
"""(suit, rank) of a court card -> its BGRA picture."""

WIDTH, HEIGHT = 220, 308
"""Size of a face, in pixels."""
RANKS = "A23456789TJQK"
SUITS = signs.SUITS
MOST_ALIKE = 0.84
"""Maximum share of ink that club and spade have in common. Of the 38 installed fonts with both, the
maximum is 0.835 (a condensed typewriter font), the median 0.75; one pair in ten of the drawn signs
exceeds it, and then people guess as well."""


@dataclass(frozen=True)
class Style:
    """The style of one deck. Lengths are in face pixels.

    Attributes:
        ranks: mask printed for each rank.
        alphabet: letters of the ranks.
        corner_pip: side of a large pip close to the index of court cards; 0 for none.
        corner_gap: distance of that pip from the index.
        is_corner_pip_below: True if that pip is below the index, not beside it.
        names: masks of twelve figure names, jack to king of each suit; or none.
        are_names_left: True if the names are below the index, not at the opposite edge.
        maker: masks of the lines of a maker's mark on the ace of spades; or none.
    """

    ranks: dict[str, Image8]
    pips: dict[str, Image8]
    body_pips: dict[str, Image8]
    colours: dict[str, Colour]
    white: Colour
    radius: int
    rank_height: float
    rank_squeeze: float
    ten_squeeze: float
    pip_height: float
    pip_width: float
    gap: float
    index_x: float
    index_y: float
    body_pip: float
    jumbo: bool
    four_corners: bool
    frame: Colour | None
    court_pip: float
    picture: Picture
    alphabet: Alphabet = ENGLISH
    corner_pip: float = 0
    corner_gap: float = 0
    is_corner_pip_below: bool = False
    names: tuple[Image8, ...] = ()
    are_names_left: bool = False
    maker: tuple[Image8, ...] = ()

    @property
    def index_height(self) -> float:
        """Height from the top of the rank to the bottom of the pip."""
        return self.rank_height + self.gap + self.pip_height


def random_style(
    rng: random.Random,
    pictures: Sequence[Picture] = (),
    held_out: bool = False,
    national: NationalStyle | None = None,
) -> Style:
    """Returns a random style: font, width, weight, size, spacing, shade and pips.

    Args:
        rng: random source.
        pictures: pictures of court cards to choose from.
        held_out: use a font that is not trained on.
        national: letters and other national features; by default plain English.
    """
    alphabet = national.alphabet if national else ENGLISH
    while (masks := _rank_masks(rng, held_out, alphabet)) is None:
        pass
    ranks, king = masks
    jumbo = rng.random() < (0.2 if national else 0.3)
    rank_height = HEIGHT * (rng.uniform(0.15, 0.25) if jumbo else rng.uniform(0.09, 0.145))
    rank_width = WIDTH * (rng.uniform(0.13, 0.22) if jumbo else rng.uniform(0.085, 0.125))
    if national and national.small and not jumbo:
        shrunk = rng.uniform(0.6, 0.85)
        rank_height, rank_width = rank_height * shrunk, rank_width * shrunk
    king *= rank_height
    natural = rng.random() < 0.4
    pips = glyphs.signs_of(rng)
    pictures = [*pictures, *[figures.painter(rng)] * max(1, len(pictures) // 4)]
    colours, white = _inks(rng)
    style = Style(
        ranks=ranks,
        pips=pips,
        body_pips=pips if rng.random() < 0.7 else glyphs.signs_of(rng),
        colours=colours,
        white=white,
        radius=rng.choice([8, 10, 12, 14, 17]),
        rank_height=rank_height,
        rank_squeeze=rng.uniform(0.75, 1.05) if natural else rank_width / king,
        ten_squeeze=rng.uniform(0.8, 1.0) if natural else rng.uniform(0.65, 0.85),
        pip_height=rank_height * (rng.uniform(0.45, 0.8) if jumbo else rng.uniform(0.45, 0.95)),
        pip_width=rng.uniform(0.75, 1.05),
        gap=rng.uniform(0.01, 0.3) * rank_height,
        index_x=max(rng.uniform(0.035, 0.085) * WIDTH + rank_width / 2, rank_width / 2 + 5),
        index_y=rng.uniform(0.025, 0.06) * HEIGHT,
        body_pip=rng.uniform(0.15, 0.23) * WIDTH * (0.9 if jumbo else 1),
        jumbo=jumbo,
        four_corners=rng.random() < 0.12,
        frame=_frame(rng, colours),
        court_pip=rng.uniform(0.1, 0.19) * WIDTH if rng.random() < 0.35 else 0,
        picture=rng.choice(pictures),
    )
    return _with_national_style(rng, style, national, held_out) if national else style


def legible_style(
    rng: random.Random,
    pictures: Sequence[Picture] = (),
    held_out: bool = False,
    national: NationalStyle | None = None,
) -> Style:
    """Returns a random style whose clubs and spades are as distinct as in real fonts.

    Arguments are as for `random_style`.
    """
    while True:
        style = random_style(rng, pictures, held_out, national)
        both = (style.pips, style.body_pips)
        if all(signs.alike(of_suit["C"], of_suit["S"]) <= MOST_ALIKE for of_suit in both):
            return style


def _with_national_style(
    rng: random.Random, style: Style, national: NationalStyle, held_out: bool
) -> Style:
    """Returns the style with the national features of `national`."""
    font = glyphs.choose_font(rng, held_out)
    foreign = national.alphabet != ENGLISH
    four_corners = style.four_corners or (foreign and rng.random() < 0.18)
    changed = replace(
        style,
        alphabet=national.alphabet,
        four_corners=four_corners,
        maker=_words(rng, font, rng.choice([1, 2, 2, 3])) if national.maker else (),
    )
    if national.names and not four_corners:
        changed = replace(changed, names=_words(rng, font, 12), are_names_left=rng.random() < 0.35)
    if national.corner_pips:
        changed = replace(
            changed,
            court_pip=0,
            corner_pip=style.pip_height * rng.uniform(1.3, 3.2),
            corner_gap=rng.uniform(0.004, 0.03) * WIDTH,
            is_corner_pip_below=rng.random() < 0.15 and not changed.are_names_left,
            index_x=style.index_x * rng.uniform(0.8, 1.0),
        )
    return changed


def _words(rng: random.Random, font: Path, count: int) -> tuple[Image8, ...]:
    """Returns the masks of `count` invented words."""
    words: list[Image8] = []
    while len(words) < count:
        parts = [
            rng.choice("BCDFGHLMNPRSTV") + rng.choice("AEIO") for _ in range(rng.randint(1, 3))
        ]
        ink = glyphs.glyph(font, "".join(parts) + rng.choice(["", "L", "N", "R", "S"]))
        if ink is not None:
            words.append(ink)
    return tuple(words)


def _frame(rng: random.Random, colours: dict[str, Colour]) -> Colour | None:
    """Returns the colour of the frame of court cards, or None."""
    if rng.random() >= 0.6:
        return None
    return rng.choice([colours["S"], colours["H"], _colour(150, 80, 20)])


def _colour(blue: float, green: float, red: float) -> Colour:
    return np.array([blue, green, red], np.float32)


def _rank_masks(
    rng: random.Random, held_out: bool, alphabet: Alphabet
) -> tuple[dict[str, Image8], float] | None:
    """Returns the mask of each rank, and the aspect ratio of the font's K."""
    font = glyphs.choose_font(rng, held_out)
    spacing, weight = rng.uniform(0.01, 0.14), rng.choice([-1, 0, 0, 0, 1, 2])
    slope = rng.uniform(-0.12, 0.22) if rng.random() < 0.12 else 0
    has_tailed_queen = rng.random() < 0.12
    masks = {}
    for number, rank in enumerate(RANKS):
        text = alphabet.text(number)
        if number in (0, 10, 11, 12):
            plain = letters.mask(rng, font, text, held_out)
        else:
            plain = glyphs.rank_mask(rng, font, rank, spacing)
        if text == "Q" and has_tailed_queen:
            plain = glyphs.tailed_queen(rng, font)
        if plain is None:
            return None
        if slope:
            plain = slanted(plain, slope)
        changed = thickened(plain, weight)
        masks[rank] = plain if changed is None else changed
    king = masks["K"] if alphabet == ENGLISH else glyphs.glyph(font, "K")
    return None if king is None else (masks, king.shape[1] / king.shape[0])


def _inks(rng: random.Random) -> tuple[dict[str, Colour], Colour]:
    """Returns the suit colours and the card's white; 6 % of the decks have four colours."""
    level = rng.randint(225, 255)
    white = _colour(
        level - rng.choice([0, 0, 0, 5, 15, 30]), level - rng.choice([0, 0, 3, 8]), level
    )
    shade = rng.randint(0, 50)
    black = _colour(shade + rng.randint(0, 25), shade + rng.randint(0, 10), shade)
    red = _colour(rng.randint(0, 70), rng.randint(0, 60), rng.randint(150, 240))
    colours = {"C": black, "S": black, "D": red, "H": red}
    if rng.random() < 0.06:
        colours |= {"C": _colour(30, 120, 20), "D": _colour(190, 80, 20)}
    return colours, white
