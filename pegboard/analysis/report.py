"""Output of a review: one JSON object, and a table for the terminal."""

from collections.abc import Iterator, Sequence
from typing import Any

from pegboard.analysis.model import Account, Decision, Review
from pegboard.cribbage.actions import Discard, Play
from pegboard.cribbage.cards import format_cards
from pegboard.cribbage.notation import Record, format_action
from pegboard.i18n import Message, _, series
from pegboard.narration.events import face, whose
from pegboard.players.coach import within

SIGNS = {"best": "✓", "slip": "·", "mistake": "!", "blunder": "!!"}
"""A verdict at a glance."""
SOURCES = {
    "deal": "the deals",
    "starter": "the starters",
    "play": "how the cards lay in the play",
    "by_hand": "what could not be judged",
}


def as_message(review: Review, record: Record, names: Sequence[str]) -> dict[str, Any]:
    """Returns a review as JSON with translatable messages.

    `unit` is ``chance`` or ``points``: of `skill`, `against` and `luck`. A decision has `line`, the
    line of the record (or the number of the action, from 1), `cost_points`, and `cost_chance` or
    null; `doubt_points` and `doubt_chance` are their standard errors. `step` is its place in the
    curve, `chosen` and `better` are the cards it names, and `hand`, `pile`, `starter` and `scores`
    the cards and scores before it. A curve's `chances` are by side, its `chance` is that of seat
    0's side, or null.
    """
    steps = review.steps
    return {
        "players": review.rules.players,
        "names": list(names),
        "unit": review.unit,
        "scores": review.curve[-1].scores,
        "decisions": [
            _decision(each, record, names, steps[each.place]) for each in review.decisions
        ],
        "curve": [
            {
                "line": line_of(record, point.place),
                "deal": point.deal,
                "scores": point.scores,
                "chance": _rounded(point.chance),
                "chances": None if point.chances is None else [_rounded(c) for c in point.chances],
            }
            for point in review.curve
        ],
        "sides": [_account(account, review.sides(names)) for account in review.accounts],
        "not_judged": list(review.not_judged),
    }


def line_of(record: Record, place: int) -> int | None:
    """Returns the record line of an action, or its number if lines are unknown.

    None for the point before all actions.
    """
    if place < 0:
        return None
    return record.lines[place] if record.lines else place + 1


def as_table(review: Review, record: Record, names: Sequence[str]) -> Iterator[str]:
    """Yields a review as text lines: decisions, the course of the game, luck and skill."""
    good = sum(decision.verdict == "best" for decision in review.decisions)
    if review.decisions:
        yield f"{len(review.decisions)} decisions, {good} of them as good as the best"
        yield ""
        for decision in review.decisions:
            if decision.verdict != "best":
                yield from _decision_lines(decision, record, names)
        if good < len(review.decisions):
            yield ""
    yield from _as_it_went(review, names)
    yield ""
    yield from _accounts(review, names)
    for sentence in review.not_judged:
        yield f"Not judged: {sentence}"


def did(action: Discard | Play, who: str) -> Message:
    """Returns a decision phrased to follow a name: `discarded 8♥ J♠`, `played 5♦`."""
    if isinstance(action, Play):
        return _("played {card}", who=who, card=face(action.card))
    return _("discarded {cards}", who=who, cards=" ".join(map(face, action.cards)))


def cost_text(decision: Decision) -> Message:
    """Returns a cost as text: `0.6 ± 0.1 points, 1.2 ± 0.2 % winning chances`."""
    # Rounded as displayed, because plurals depend on the displayed number.
    doubt = within(decision.doubt_points)
    points = _(
        "{n:.1f} ± {doubt:.1f} points" if doubt else "{n:.1f} points",
        n=round(decision.points, 1),
        doubt=doubt,
    )
    if decision.chance is None:
        return points
    doubt = within(100 * decision.doubt_chance)
    games = _(
        "{n:.1f} ± {doubt:.1f} % winning chances" if doubt else "{n:.1f} % winning chances",
        n=round(100 * decision.chance, 1),
        doubt=doubt,
    )
    # Near the end points may favour the opposite of what the win chance does.
    return games if decision.points < 0.05 else series([points, games])


def _decision_lines(decision: Decision, record: Record, names: Sequence[str]) -> Iterator[str]:
    line = line_of(record, decision.place)
    yield (
        f"{line:>5} {SIGNS[decision.verdict]:<2} {names[decision.seat]} "
        f"{did(decision.action, names[decision.seat])}: "
        f"{decision.verdict}, {cost_text(decision)}"
    )
    yield f"         {decision.why}"


def _as_it_went(review: Review, names: Sequence[str]) -> Iterator[str]:
    sides = review.sides(names)
    heads = [f"{name:>10.10}" for name in sides]
    chance = ""
    if review.unit == "chance":
        chance = f"   {whose(sides[0])} chance" if len(sides) == 2 else "   chances"
    yield f"after deal {' '.join(heads)}{chance}"
    ends = [n for n, p in enumerate(review.curve[1:]) if p.deal > max(review.curve[n].deal, 1)]
    for number in [*ends, len(review.curve) - 1]:
        point = review.curve[number]
        scores = " ".join(f"{score:>10}" for score in point.scores[: review.rules.sides])
        bar = ""
        if point.chances is not None and len(sides) > 2:
            bar = "  " + "".join(f" {100 * chance:>3.0f} %" for chance in point.chances)
        elif point.chance is not None:
            bar = f"   {100 * point.chance:>3.0f} % {'█' * round(20 * point.chance):░<20}"
        yield f"{point.deal:>10} {scores}{bar}"


def _accounts(review: Review, names: Sequence[str]) -> Iterator[str]:
    sides = review.sides(names)
    for account in review.accounts:
        name = sides[account.side]
        start, end = _amount(account.start, review), _amount(account.end, review)
        yield f"{name}: {start} at first, {end} at last"
        rows = [(SOURCES[source], worth) for source, worth in account.luck.items()]
        rows.append((f"{whose(name)} own decisions", account.skill))
        if len(review.accounts) == 2:
            other = sides[1 - account.side]
            rows.append((f"{whose(other)} decisions", account.against))
        for text, worth in rows:
            if abs(worth) >= 0.0005:
                yield f"  {_amount(worth, review, signed=True):>9}  {text}"


def _amount(worth: float, review: Review, signed: bool = False) -> str:
    if review.unit == "points":
        return f"{worth:+.1f}"
    return f"{100 * worth:+.1f} %" if signed else f"{100 * worth:.1f} %"


def _cards(action: Discard | Play) -> list[str]:
    """Returns the cards named by a choice, low to high."""
    cards = action.cards if isinstance(action, Discard) else (action.card,)
    return [str(card) for card in sorted(cards)]


def _decision(
    decision: Decision, record: Record, names: Sequence[str], step: int
) -> dict[str, Any]:
    found: dict[str, Any] = {
        "line": line_of(record, decision.place),
        "deal": decision.deal,
        "seat": decision.seat,
        "action": format_action(decision.action),
        "best": format_action(decision.best),
        "cost_points": round(decision.points, 3),
        "cost_chance": _rounded(decision.chance),
        "doubt_points": round(decision.doubt_points, 3),
        "doubt_chance": round(decision.doubt_chance, 4),
        "verdict": decision.verdict,
        "cost": cost_text(decision),
        "said": did(decision.action, names[decision.seat]),
        "why": decision.why,
        "hand": format_cards(decision.hand),
        "count": decision.count,
        "pile": format_cards(decision.pile),
        "starter": None if decision.starter is None else str(decision.starter),
        "scores": decision.scores,
        "step": step,
        "chosen": _cards(decision.action),
        "better": _cards(decision.best),
    }
    if decision.parts:
        chosen, best = decision.parts
        found["parts"] = {
            name: {
                "hand": round(parts.hand, 3),
                "crib": round(parts.own_crib, 3),
                "play": round(parts.play, 3),
            }
            for name, parts in (("action", chosen), ("best", best))
        }
    return found


def _account(account: Account, names: Sequence[str]) -> dict[str, Any]:
    return {
        "seat": account.side,
        "name": names[account.side],
        "start": round(account.start, 4),
        "end": round(account.end, 4),
        "luck": {source: round(worth, 4) for source, worth in account.luck.items()},
        "skill": round(account.skill, 4),
        "against": round(account.against, 4),
    }


def _rounded(chance: float | None) -> float | None:
    return None if chance is None else round(chance, 4)
