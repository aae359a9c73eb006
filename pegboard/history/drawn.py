"""The charts of each page of the history, drawn from the numbers of its tables."""

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
"""Pixels a chart is wide."""

Translate = Callable[[str], str]
"""Says a text in the language of the picture."""
JsonObject = Mapping[str, Any]

WHATS = {
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


def width_asked(text: str | None) -> int | None:
    """Returns the chart width requested by an address; None for no charts."""
    if not text or not text.isascii() or not text.isdecimal() or len(text) > 5:
        return None
    return max(LEAST, min(MOST, int(text)))


def game_charts(
    line: GameLine, story: Sequence[TimelineEntry], width: int, language: str
) -> dict[str, str]:
    """Returns the charts of one game.

    Args:
        line: the game.
        story: how it went, from its beginning.
        width: in pixels.
        language: of the picture, one of `i18n.LANGUAGES`.

    Returns:
        `scores`, or nothing of a game that never began.
    """
    if not story:
        return {}
    names = side_names(line, partial(localize, language))
    scores = [(each.deal, each.scores) for each in story]
    return {"scores": score_curve(scores, names, line.target, width)}


def player_charts(found: JsonObject, width: int, language: str) -> dict[str, Any]:
    """Returns the charts of one player.

    Args:
        found: what `pages.player_page` tells.
        width: in pixels.
        language: of the pictures.

    Returns:
        `per_deal`, by the size of the table; `hands` and `cribs`, where any was counted; `skill`
        and `luck`, where a game was reviewed.
    """
    told: Translate = partial(localize, language)
    charts: dict[str, Any] = {
        "per_deal": {size: _per_deal(found, size, width, told) for size in found["tables"]}
    }
    if found["hands"]:
        charts["hands"] = distribution(found["hands"], found["published"]["hands"], width)
    if found["cribs"]:
        charts["cribs"] = distribution(found["cribs"], found["published"]["cribs"], width)
    judged = [each for each in found["course"] if each["decisions"]]
    if judged:
        good = [100 * each["good"] / each["decisions"] for each in judged]
        low = max(0, 10 * floor(min(good) / 10) - 10)
        charts["skill"] = course(good, low, 100, width, lambda value: f"{value:g} %")
    luck = [100 * each["luck"] for each in judged if each["unit"] == "chance"]
    if luck:
        most = max(10.0, *map(abs, luck))
        charts["luck"] = course(luck, -most, most, width, partial(_signed, told), side=1)
    return charts


def side_names(line: GameLine, told: Translate) -> list[str]:
    """Returns the name of each side of a game: people by name, computers by level."""
    names: dict[int, str] = {}
    levels = zip(seat_names(line), line.levels, strict=True)
    for seat, (name, level) in enumerate(levels):
        called = told(name) if level is None else told(_computer(level))
        side = line.side_of(seat)
        both = _("{one} and {other}", one=names.get(side, ""), other=called)
        names[side] = told(both) if side in names else called
    return [names[side] for side in sorted(names)]


def _computer(level: str) -> str:
    """Returns a computer's name, by its level if known."""
    if not level:
        return name_of("Computer")
    return _("Computer ({level})", level=LEVELS.get(level.partition("-")[0], level))


def _per_deal(found: JsonObject, size: str, width: int, told: Translate) -> str:
    """Draws points per deal in both roles, at tables of one size; totals are bold."""
    rows = []
    for role in ROLES:
        average = found["tables"][size].get(role)
        if average is None:
            continue
        for what, name in WHATS.items():
            if not (average[what] or what in ("hand", "play", "total")):
                continue
            total, figure = what == "total", PER_DEAL.get((role, what)) if size == "2" else None
            said = _tenth(told, average[what])
            if total and average["error"] is not None:
                said += f" ± {_tenth(told, average['error'])}"
            label = f"{told(ROLE_NAMES[role])}{':' if total else ','} {told(name)}"
            mark = None if figure is None else figure.value
            rows.append(Row(label, average[what], mark, said, total))
    return bars(rows, width)


def _tenth(told: Translate, value: float) -> str:
    return told(_("{n:.1f}", n=float(value)))


def _signed(told: Translate, value: float) -> str:
    sign = "+" if value > 0.05 else "−" if value < -0.05 else ""
    return sign + _tenth(told, abs(value))
