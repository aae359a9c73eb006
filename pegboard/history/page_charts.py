"""The charts on the history's pages, drawn from the numbers in their tables."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import floor
from typing import Any

from pegboard.history.charts import Row, bars, course, distribution, score_curve
from pegboard.history.players import seat_names
from pegboard.history.published import PER_DEAL, ROLES
from pegboard.history.summary import GameLine
from pegboard.history.timeline import TimelineEntry
from pegboard.i18n import _, localize, name_of

LEAST, MOST = 320, 640
"""Minimum and maximum width of a chart in pixels."""

Translate = Callable[[str], str]
"""Translates a text to the language of the chart."""
JsonObject = Mapping[str, Any]

CATEGORIES = {
    "hand": _("Hand"),
    "crib": _("Crib"),
    "play": _("Play"),
    "other": _("Other"),
    "total": _("All"),
}
ROLE_NAMES = {"dealer": _("Dealer"), "pone": _("Pone")}
LEVELS = {
    "novice": _("Novice"),
    "beginner": _("Beginner"),
    "club": _("Club player"),
    "expert": _("Expert"),
    "adaptive": _("Adaptive"),
}


def requested_width(text: str | None) -> int | None:
    """Returns the width of charts given in a query string; None if no charts were requested."""
    if not text or not text.isascii() or not text.isdecimal() or len(text) > 5:
        return None
    return max(LEAST, min(MOST, int(text)))


def game_charts(
    line: GameLine, story: Sequence[TimelineEntry], width: int, language: str
) -> dict[str, str]:
    """Returns the charts of one game.

    Args:
        line: summary of the game.
        story: timeline of the game.
        width: width in pixels.
        language: one of `i18n.LANGUAGES`.

    Returns:
        `scores`; empty for a game without actions.
    """
    if not story:
        return {}
    names = side_names(line, partial(localize, language))
    scores = [(entry.deal, entry.scores) for entry in story]
    return {"scores": score_curve(scores, names, line.target, width)}


def player_charts(page: JsonObject, width: int, language: str) -> dict[str, Any]:
    """Returns the charts of one player.

    Args:
        page: result of `pages.player_page`.
        width: width in pixels.
        language: one of `i18n.LANGUAGES`.

    Returns:
        `per_deal`, by number of seats; `hands` and `cribs`, if any was counted; `skill` and
        `luck`, if a game was reviewed.
    """
    translate: Translate = partial(localize, language)
    charts: dict[str, Any] = {
        "per_deal": {size: _per_deal(page, size, width, translate) for size in page["tables"]}
    }
    if page["hands"]:
        charts["hands"] = distribution(page["hands"], page["published"]["hands"], width)
    if page["cribs"]:
        charts["cribs"] = distribution(page["cribs"], page["published"]["cribs"], width)
    judged = [game for game in page["course"] if game["decisions"]]
    if judged:
        good = [100 * each["good"] / each["decisions"] for each in judged]
        low = max(0, 10 * floor(min(good) / 10) - 10)
        charts["skill"] = course(good, low, 100, width, lambda value: f"{value:g} %")
    luck = [100 * each["luck"] for each in judged if each["unit"] == "chance"]
    if luck:
        most = max(10.0, *map(abs, luck))
        charts["luck"] = course(luck, -most, most, width, partial(_signed, translate), side=1)
    return charts


def side_names(line: GameLine, translate: Translate) -> list[str]:
    """Returns the name of each side of a game: people by name, computers by level."""
    names: dict[int, str] = {}
    levels = zip(seat_names(line), line.levels, strict=True)
    for seat, (name, level) in enumerate(levels):
        called = translate(name) if level is None else translate(_computer(level))
        side = line.side_of(seat)
        both = _("{one} and {other}", one=names.get(side, ""), other=called)
        names[side] = translate(both) if side in names else called
    return [names[side] for side in sorted(names)]


def _computer(level: str) -> str:
    """Returns the name of a computer player, with its level if known."""
    if not level:
        return name_of("Computer")
    return _("Computer ({level})", level=LEVELS.get(level.partition("-")[0], level))


def _per_deal(page: JsonObject, size: str, width: int, translate: Translate) -> str:
    """Draws a player's points per deal as dealer and as pone, for one number of seats."""
    rows = []
    for role in ROLES:
        average = page["tables"][size].get(role)
        if average is None:
            continue
        for category, name in CATEGORIES.items():
            if not (average[category] or category in ("hand", "play", "total")):
                continue
            total, figure = (
                category == "total",
                PER_DEAL.get((role, category)) if size == "2" else None,
            )
            text = _tenth(translate, average[category])
            if total and average["error"] is not None:
                text += f" ± {_tenth(translate, average['error'])}"
            label = f"{translate(ROLE_NAMES[role])}{':' if total else ','} {translate(name)}"
            mark = None if figure is None else figure.value
            rows.append(Row(label, average[category], mark, text, total))
    return bars(rows, width)


def _tenth(translate: Translate, value: float) -> str:
    return translate(_("{n:.1f}", n=float(value)))


def _signed(translate: Translate, value: float) -> str:
    sign = "+" if value > 0.05 else "−" if value < -0.05 else ""
    return sign + _tenth(translate, abs(value))
