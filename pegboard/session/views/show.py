"""The show in progress, and the state up to the current hand.

The game has already counted every hand, so its state would reveal scores and the winner before
the narration gets there.
"""

from dataclasses import replace

from pegboard.board.scene import Scene
from pegboard.narration.counting import spoken
from pegboard.narration.events import lines
from pegboard.schema.offer import CountStep, NarratedHand
from pegboard.schema.state import State
from pegboard.schema.table import Match
from pegboard.session.counting.show import Show, ShownHand
from pegboard.session.table import Table
from pegboard.session.views.last_deal import last_deal
from pegboard.session.views.log import LOG_LINES, latest_lines, line_message
from pegboard.session.views.scene import scene_of


def steps_of(hand: ShownHand) -> list[CountStep]:
    """Returns the combinations of a hand in the order in which they are counted aloud."""
    return [
        {
            "said": phrase.text,
            "points": phrase.points,
            "total": phrase.total,
            "cards": [str(card) for card in phrase.cards],
        }
        for phrase in hand.phrases
    ]


def show_message(show: Show, starter: str | None) -> NarratedHand | None:
    """Returns the current hand of the show; None without a show."""
    hand = show.current
    if hand is None:
        return None
    return {
        "seat": hand.seat,
        "crib": hand.crib,
        "cards": [str(card) for card in hand.cards],
        "starter": starter,
        "points": hand.score.total,
        "steps": steps_of(hand),
        "step": show.narration.step,
        "narrated": show.narration.narrated,
        "spoken": spoken(hand.score),
        "number": show.index + 1,
        "of": len(show.hands),
    }


def state_during_show(public: State, table: Table, show: Show) -> State:
    """Returns the state as of the current hand of the show; unchanged without a show."""
    hand = show.current
    if hand is None:
        return public
    rules, left_out = table.rules, show.action_count
    events = [event for _, events in table.history[-left_out:] for event in events]
    fronts = [pegs.front for pegs in hand.pegs]
    fronts[rules.side_of(hand.seat)] += show.points_ahead
    sides = [rules.side_of(seat) for seat in range(rules.players)]
    before = lines(events[: hand.event], table.names)
    log = [*latest_lines(table, LOG_LINES, leave_out=left_out), *before][-LOG_LINES:]
    return {
        **public,
        "stage": "show",
        "scores": [fronts[side] for side in sides],
        "pegs": [(fronts[side], min(hand.pegs[side].rear, fronts[side])) for side in sides],
        "crib": public["crib"] if hand.crib else None,
        "crib_size": 0 if hand.crib else len(public["crib"] or ()),
        "dealer": public["crib_of"],
        "turn": None,
        "winner": None,
        "skunk": 0,
        "games": None,
        "awaiting_ack": True,
        "last": None,
        "last_deal": last_deal(table, leave_out=left_out),
        "match": _match_before(public),
        "log": [line_message(line) for line in log],
        "show": show_message(show, public["starter"]),
    }


def _match_before(public: State) -> Match | None:
    """Returns the match as it was before the current game."""
    match, games = public["match"], public["games"]
    if match is None or games is None:
        return match
    wins = [won - these for won, these in zip(match["wins"], games, strict=True)]
    return {**match, "wins": wins, "played": match["played"] - 1, "over": False}


def show_scene(show: Show, wins: tuple[int, ...]) -> Scene | None:
    """Returns the LED scene of the current hand; None without a show.

    Args:
        show: show that is in progress.
        wins: games won by each side before this one; empty outside a match.
    """
    hand, before = show.current, show.before
    if hand is None or before is None:
        return None
    pending = [0] * before.rules.players
    pending[hand.seat] = show.points_ahead
    scene = scene_of(replace(before, pegs=hand.pegs), tuple(pending), wins=wins)
    return replace(scene, count=0, turn_track=None)
