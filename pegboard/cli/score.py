"""`pegboard score`: counts a hand, or all possible hands."""

import json
import sys
import time
from typing import Annotated

import typer

from pegboard.cli.codes import Option
from pegboard.cli.line import Crib, Json
from pegboard.cribbage.cards import format_cards, parse_cards
from pegboard.cribbage.scoring import score_hand
from pegboard.errors import NotationError
from pegboard.narration.counting import spoken


def score_command(
    cards: Annotated[
        list[str] | None, typer.Argument(help="Four cards, such as 5H 5C 5S JD.")
    ] = None,
    starter: Annotated[str | None, typer.Option(help="The starter, such as 5D.")] = None,
    crib: Crib = False,
    every: Annotated[bool, typer.Option("--all", help="Count every possible hand.")] = False,
    as_json: Json = False,
) -> int:
    """Counts one hand or all of them, and returns the exit code."""
    if every:
        if cards or starter:
            raise typer.BadParameter("--all counts every hand: give no cards with it")
        return score_all(crib, as_json)
    if starter is None:
        raise typer.BadParameter("--starter is missing: pegboard score 5H 5C 5S JD --starter 5D")
    return print_hand_score(cards or [], starter, crib, as_json)


def print_hand_score(cards: list[str], starter: str, crib: bool, as_json: bool) -> int:
    """Counts one hand and prints its items and its spoken form.

    Args:
        cards: four cards, one or more per argument.
        starter: starter.
        crib: True to count as a crib.
        as_json: True to print a JSON object.

    Returns:
        The exit code.
    """
    try:
        hand, turned = parse_cards(" ".join(cards)), parse_cards(starter)
        parse_cards(format_cards(hand + turned))  # raises an error if the starter is in the hand
        if len(hand) != 4:
            raise NotationError(Option.FOUR_CARDS, n=len(hand), cards=repr(format_cards(hand)))
        if len(turned) != 1:
            raise NotationError(Option.ONE_STARTER, n=len(turned), cards=repr(starter))
    except NotationError as error:
        print(f"pegboard score: {error}", file=sys.stderr)
        return 2
    score = score_hand(hand, turned[0], crib=crib)
    if as_json:
        items = [
            {"kind": item.kind, "points": item.points, "cards": [str(card) for card in item.cards]}
            for item in score.items
        ]
        print(json.dumps({"points": score.total, "items": items, "spoken": spoken(score)}))
        return 0
    for item in score.items:
        print(f"{item.kind:<18}{item.points:>3}  {' '.join(map(str, item.cards))}")
    print(f"{'points':<18}{score.total:>3}")
    print(spoken(score))
    return 0


def score_all(crib: bool, as_json: bool) -> int:
    """Counts every possible hand with every starter, and prints the distribution of scores.

    Args:
        crib: True to count as cribs.
        as_json: True to print a JSON object.

    Returns:
        The exit code.
    """
    from pegboard.players.batch_scoring import (  # imported late because numpy loads slowly
        ALL_HANDS,
        count_all_hands,
    )

    began = time.perf_counter()
    counts = count_all_hands(crib, _show_progress if sys.stderr.isatty() else lambda starters: None)
    seconds = time.perf_counter() - began
    if as_json:
        by_points = {str(points): hands for points, hands in enumerate(counts)}
        print(json.dumps({"counts": by_points, "hands": sum(counts), "seconds": round(seconds, 3)}))
        return 0
    for points, hands in enumerate(counts):
        print(f"{points:>6} points {hands:>10,} hands  {hands / ALL_HANDS:8.4%}")
    mean = sum(points * hands for points, hands in enumerate(counts)) / ALL_HANDS
    print(f"{sum(counts):,} {'cribs' if crib else 'hands'}, {mean:.4f} points on average,")
    print(f"counted in {seconds:.2f} s")
    return 0


def _show_progress(starters: int) -> None:
    end = "\n" if starters == 52 else ""
    print(f"\rcounted with {starters} of 52 starters", end=end, file=sys.stderr, flush=True)
