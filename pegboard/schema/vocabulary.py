"""The words that messages share: cards, seats, stages."""

from typing import Literal, TypeAlias

from pegboard.cribbage.actions import Verb
from pegboard.cribbage.state import StageName
from pegboard.kinds import Mode
from pegboard.pairing.viewer import Role

__all__ = ["Card", "Corner", "FarStage", "Mode", "Ok", "Role", "Seat", "Stage", "Verb"]

Card: TypeAlias = str
"""A rank and a suit: `5H`, `TD`."""

Seat: TypeAlias = int
"""A seat's number, 0 is the first."""

Stage: TypeAlias = StageName

FarStage = Literal[
    "inviting", "invited", "joining", "shuffling", "playing", "over", "left", "fault"
]
"""`inviting`: the other has not answered; `invited`: this board has not; `joining`: it has, and
waits for the other; `shuffling`: the next pack is not ready; `left`: one of them has left."""

Ok = Literal["", "peg", "yes", "let-go", "continue", "next-game", "next-match"]
"""The effect of OK: it pegs the hand on offer, says yes, lets go what a claim left out …"""

Corner: TypeAlias = tuple[float, float]
"""A place in a picture, in pixels: x to the right, y down."""
