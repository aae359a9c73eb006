"""The rules of cribbage: a self-contained library that needs only Python.

    >>> from pegboard.cribbage import Card, parse_cards, score_hand
    >>> score_hand(parse_cards("5H5CJD5S"), Card.parse("5D")).total
    29

Its public names are below; README.md in this folder shows each in use. A name is loaded on first
use, so a program that needs only the cards loads only the cards.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pegboard.cribbage.actions import (
        Action,
        Claim,
        Correct,
        Crib,
        Cut,
        Deal,
        Discard,
        Go,
        Hand,
        Muggins,
        Peg,
        Penalty,
        Play,
        Undo,
    )
    from pegboard.cribbage.cards import DECK, Card, Cards, Rank, Suit, format_cards, parse_cards
    from pegboard.cribbage.events import Event
    from pegboard.cribbage.game import apply
    from pegboard.cribbage.match import Match, finishing_order, games_won, next_dealer
    from pegboard.cribbage.notation import (
        Header,
        Record,
        format_action,
        format_record,
        parse_action,
        parse_record,
    )
    from pegboard.cribbage.rules import Rules
    from pegboard.cribbage.scoring import Item, Kind, Score, hand_points, score_hand, score_play
    from pegboard.cribbage.shuffle import Shuffle, dealt, draw_seed
    from pegboard.cribbage.state import State, Step, new_game, pending_hand
    from pegboard.cribbage.view import View, legal_actions
    from pegboard.errors import IllegalAction, NotationError

__all__ = [
    "DECK",
    "Action",
    "Card",
    "Cards",
    "Claim",
    "Correct",
    "Crib",
    "Cut",
    "Deal",
    "Discard",
    "Event",
    "Go",
    "Hand",
    "Header",
    "IllegalAction",
    "Item",
    "Kind",
    "Match",
    "Muggins",
    "NotationError",
    "Peg",
    "Penalty",
    "Play",
    "Rank",
    "Record",
    "Rules",
    "Score",
    "Shuffle",
    "State",
    "Step",
    "Suit",
    "Undo",
    "View",
    "apply",
    "dealt",
    "draw_seed",
    "finishing_order",
    "format_action",
    "format_cards",
    "format_record",
    "games_won",
    "hand_points",
    "legal_actions",
    "new_game",
    "next_dealer",
    "parse_action",
    "parse_cards",
    "parse_record",
    "pending_hand",
    "score_hand",
    "score_play",
]

_MODULES = (
    "cards", "scoring", "rules", "actions", "events", "state", "view", "game", "notation",
    "match", "shuffle",
)  # fmt: skip
"""The modules that have them, each loaded only if those before it have not the name."""

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Imports a public name's module when the name is first used."""
        if name in __all__:
            for module in _MODULES:
                home = import_module(f"{__name__}.{module}")
                if hasattr(home, name):
                    found = globals()[name] = getattr(home, name)
                    return found
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
