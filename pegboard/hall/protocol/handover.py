"""Finds the unfinished game of a failed board, for the board that replaces it."""

from collections.abc import Collection, Sequence

from pegboard.chain.item import BEGIN, Item
from pegboard.cribbage.game import apply
from pegboard.cribbage.notation import parse_action, parse_record
from pegboard.cribbage.replay import fold_undos
from pegboard.cribbage.state import new_game
from pegboard.errors import IllegalAction, NotationError
from pegboard.hall_link.messages import RECORD_MOST, Handover
from pegboard.tournament.result import game_items, is_tournament

ID_LENGTH = 64
BEGUN = 2
"""Minimum number of items of a game to hand over: its beginning and one action."""
MODE = "score"
"""Mode of games that can be handed over: with real cards the board holds no hidden ones."""


def unfinished_game(items: Sequence[Item], before: Collection[str]) -> Handover | None:
    """Returns the game that a board has begun and not finished, or None.

    Args:
        items: the board's journal.
        before: ids of games that were over before the draw.
    """
    if not items or items[-1].game in before:
        return None
    game = game_items(items, items[-1].game)
    if [item.number for item in game] != [*range(BEGIN, len(game))] or len(game) < BEGUN:
        return None
    if game[0].by != MODE:
        return None
    try:
        header = parse_record(game[0].text, game[0].game).header
        state = new_game(header.rules, header.dealer)
        for _, action in fold_undos(parse_action(item.text) for item in game[1:]):
            state = apply(state, action).state
    except (IllegalAction, NotationError):
        return None
    if state.over or not is_tournament(header.rules):
        return None
    lines = "\n".join(item.text for item in game[1:])
    record = f"{game[0].text.rstrip()}\n\n{lines}\n"
    if len(record) > RECORD_MOST:  # too long: no board would accept the message
        return None
    return Handover(f"from-{game[0].game}"[:ID_LENGTH], record)
