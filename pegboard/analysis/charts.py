"""Charts of a review as SVG text: scores, win chances, luck and skill.

The background is light, so that charts print well. Sides differ by shape as well as by colour, and
all styling is in attributes, so the charts also work on a page that forbids styles.
"""

from collections.abc import Callable, Sequence
from functools import partial
from xml.sax.saxutils import escape

from pegboard.analysis.model import Review
from pegboard.analysis.svg import (
    INK,
    MUTED,
    PAPER,
    bar,
    color_of,
    labels,
    line_between,
    shape,
    short,
    steps,
    text_at,
)
from pegboard.i18n import LANGUAGES, Message, _, localize, paragraph

WIDTH = 640
LEFT, RIGHT = 62, 146
_TOP = 40
_SCORES, _CHANCE, _ROW = 220, 150, 30
_GAP = 64

Translate = Callable[[str], str]
"""Says a text in the language of the picture."""


def review_svg(review: Review, names: Sequence[str], language: str = "en") -> str:
    """Returns the review's charts as one SVG document.

    Args:
        review: review of a game.
        names: name of each seat.
        language: language of the document, one of `i18n.LANGUAGES`.
    """
    translate: Translate = partial(localize, language)
    names = [translate(side) for side in review.sides(names)]
    parts: list[str] = []
    bottom = _TOP + _SCORES
    parts += _scores(review, names, _TOP, translate)
    if review.unit == "chance":
        parts += _chances(review, names, bottom + _GAP, translate)
        bottom += _GAP + _CHANCE
    rows = _rows(review, names)
    if any(worth for _, worth in rows):
        parts += _bars(review, names, rows, bottom + _GAP, translate)
        bottom += _GAP + _ROW * len(rows)
    height = bottom + 44
    title = escape(translate(_in_words(review, names)))
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
        f'height="{height}" role="img" font-family="system-ui, sans-serif" font-size="17">'
    )
    paper = f'<rect width="{WIDTH}" height="{height}" fill="{PAPER}"/>'
    return "\n".join([head, f"<title>{title}</title>", paper, *parts, "</svg>", ""])


def in_every_language(review: Review, names: Sequence[str]) -> dict[str, str]:
    """Returns the charts by language."""
    return {language: review_svg(review, names, language) for language in LANGUAGES}


def _in_words(review: Review, names: Sequence[str]) -> Message:
    last = review.curve[-1]
    scores = tuple(f"{names[side]} {last.scores[side]}" for side in range(review.rules.sides))
    text = _("The course of the game: {scores}.", scores=scores)
    if last.chance is None or review.rules.sides > 2:
        return text
    chances = [100 * (point.chance or 0.0) for point in review.curve]
    between = _(
        "{who:of} chance of winning was between {low:.0f}% and {high:.0f}%.",
        who=names[0],
        low=min(chances),
        high=max(chances),
    )
    return paragraph(text, between)


def _across(review: Review) -> Callable[[int], float]:
    last = max(len(review.curve) - 1, 1)
    return lambda number: LEFT + (WIDTH - LEFT - RIGHT) * number / last


def _scores(review: Review, names: Sequence[str], top: int, translate: Translate) -> list[str]:
    target, x = review.rules.target, _across(review)

    def y(score: float) -> float:
        return top + _SCORES * (1 - score / target)

    parts = [text_at(LEFT, top - 16, translate(_("Scores, deal by deal")), bold=True)]
    for score in (0, target // 2, target):
        parts += [
            line_between(LEFT, y(score), WIDTH - RIGHT, y(score)),
            text_at(LEFT - 8, y(score) + 6, str(score), "end", MUTED),
        ]
    starts = review.deal_starts
    parts += [line_between(x(n - 1), top, x(n - 1), top + _SCORES, dashed=True) for n in starts]
    ends = sorted(range(review.rules.sides), key=lambda side: -review.curve[-1].scores[side])
    last = review.curve[-1].scores
    told_at = [(y(last[side]) + 6, f"{last[side]} {names[side]}") for side in ends]
    placed = labels(told_at, 13, top + _SCORES + 22)
    for side, label in zip(ends, placed, strict=True):
        color = color_of(side)
        at = [(x(n), y(point.scores[side])) for n, point in enumerate(review.curve)]
        parts.append(steps(at, color))
        parts += [shape(side, *at[n - 1], color) for n in starts] + [shape(side, *at[-1], color)]
        parts += [text_at(WIDTH - RIGHT + 14, place, text) for place, text in label]
    return parts


def _chances(review: Review, names: Sequence[str], top: int, translate: Translate) -> list[str]:
    x = _across(review)
    two = review.rules.sides == 2

    def y(chance: float) -> float:
        return top + _CHANCE * (1 - chance)

    heading = _("Chance of winning")
    if two:
        heading = _("Chance of winning: up is good for {who}", who=names[0])
    parts = [text_at(LEFT, top - 16, translate(heading), bold=True)]
    for percent in (0, 50, 100):
        level = y(percent / 100)
        parts += [
            line_between(LEFT, level, WIDTH - RIGHT, level),
            text_at(LEFT - 8, level + 6, translate(_("{percent}%", percent=percent)), "end", MUTED),
        ]
    bottom = top + _CHANCE
    parts += [line_between(x(n - 1), top, x(n - 1), bottom, True) for n in review.deal_starts]
    courses = zip(*(point.chances or () for point in review.curve), strict=True)
    for side, course in enumerate(courses):
        if two and side:
            break  # complementary parts
        at = [(x(n), y(chance)) for n, chance in enumerate(course)]
        color = color_of(side)
        if two:
            path = " ".join(f"L{a:.1f} {b:.1f}" for a, b in at)
            parts.append(
                f'<path d="M{at[0][0]:.1f} {y(0.5):.1f} {path} L{at[-1][0]:.1f} {y(0.5):.1f} Z" '
                f'fill="{color}" fill-opacity="0.22"/>'
            )
            parts.append(steps(at, INK))
            last = translate(_("{percent}%", percent=round(100 * course[-1])))
            parts.append(text_at(WIDTH - RIGHT + 14, at[-1][1] + 6, last))
        else:
            ends = [*(n - 1 for n in review.deal_starts), len(at) - 1]
            parts += [steps(at, color), *(shape(side, *at[n], color) for n in ends)]
    return parts


def _rows(review: Review, names: Sequence[str]) -> list[tuple[Message, float]]:
    """Returns a chart row for each part of the result; bars to the right favour the first side."""
    first = review.accounts[0]
    if len(review.accounts) > 2:
        return [(_("{who}: decisions", who=names[a.side]), a.skill) for a in review.accounts]
    rows = [
        (_SOURCES[source], worth)
        for source, worth in first.luck.items()
        if source != "by_hand" or abs(worth) > 0.0005
    ]
    return [
        *rows,
        (_("{who:of} decisions", who=names[0]), first.skill),
        (_("{who:of} decisions", who=names[1]), first.against),
    ]


_SOURCES = {
    "deal": _("The deals"),
    "starter": _("The starters"),
    "play": _("Cards in play"),
    "by_hand": _("Not judged"),
}


def _bars(
    review: Review,
    names: Sequence[str],
    rows: Sequence[tuple[Message, float]],
    top: int,
    translate: Translate,
) -> list[str]:
    many = len(review.accounts) > 2
    unit = 1.0 if review.unit == "points" else 100.0
    left, right = 190, WIDTH - 90
    middle = right if many else (left + right) / 2
    most = max(abs(worth) for _, worth in rows)
    scale = (right - left if many else (right - left) / 2) / most
    parts = [text_at(16, top - 16, translate(_what_counts(review, names)), bold=True)]
    for number, (label, worth) in enumerate(rows):
        y = top + _ROW * number
        side = number if many else int(worth < 0)
        tip = middle + worth * scale
        color = color_of(side)
        low = min(middle, tip)
        parts.append(text_at(16, y + 19, short(translate(label), 20)))
        parts.append(bar(low, y + 3, abs(worth * scale), _ROW - 8, color))
        if abs(worth) * unit >= 0.05:
            parts.append(shape(side, tip, y + _ROW / 2 - 1, color))
        parts.append(text_at(WIDTH - 12, y + 19, _signed(unit * worth, review, translate), "end"))
    parts.append(line_between(middle, top - 4, middle, top + _ROW * len(rows), color=MUTED))
    return parts


def _what_counts(review: Review, names: Sequence[str]) -> Message:
    by_points = review.unit == "points"
    if len(review.accounts) > 2:
        return _("What decisions cost, in points" if by_points else "What decisions cost")
    one, other = map(short, names)
    return _(
        "Luck and skill, in points: right for {one}, left for {other}"
        if by_points
        else "Luck and skill: right for {one}, left for {other}",
        one=one,
        other=other,
    )


def _signed(worth: float, review: Review, translate: Translate) -> str:
    if abs(worth) < 0.05:
        return "0"
    text = _("{worth:+.1f}" if review.unit == "points" else "{worth:+.1f}%", worth=float(worth))
    return translate(text).replace("-", "−")
