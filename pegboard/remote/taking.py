"""What the other board sends about the deal that goes on, and what is not accepted of it."""

from typing import Protocol

from pegboard.cribbage.cards import Card
from pegboard.cribbage.state import Over, Showing, State
from pegboard.errors import WireError
from pegboard.remote.codes import FarFault
from pegboard.remote.fairness import check_gos
from pegboard.remote.kept import KeptGame, OneDeal
from pegboard.remote.messages import (
    AnyMessage,
    CutAt,
    Dealt,
    Discarded,
    Opened,
    PlayedAt,
    SaidGo,
    Shuffled,
    Thrown,
    Turned,
)
from pegboard.remote.pack import REST

SEATS = 2


class Course(Protocol):
    """Interface of the game that a message changes: `FarGame`."""

    kept: KeptGame

    @property
    def state(self) -> State:
        """The game as both boards have it."""

    def dealt(self, deal: OneDeal) -> None:
        """Deals: the other board gets its cards."""

    def learn(self, deal: OneDeal, keys: dict[int, bytes]) -> None:
        """Takes keys of the other board."""

    def open(self, deal: OneDeal, cards: dict[int, Card]) -> None:
        """Knows more cards."""

    def turn_up(self, deal: OneDeal, place: int, key: bytes) -> None:
        """Turns the starter up."""

    def play(self, deal: OneDeal, seat: int, place: int) -> None:
        """Plays a card."""

    def go(self, deal: OneDeal, seat: int) -> None:
        """Says go."""

    def finished(self, deal: OneDeal) -> bool:
        """Tells if a deal was played to its end."""

    def send(self, message: AnyMessage) -> None:
        """Writes a message."""


def take(game: Course, deal: OneDeal, message: AnyMessage) -> None:
    """Takes one message about the deal that goes on.

    Raises:
        WireError: no board of ours would send it now.
        IllegalAction: the rules forbid it.
    """
    other = 1 - game.kept.seat
    match message:
        case Shuffled(cards=cards):
            deal.pack.take(cards)
        case Dealt(keys=keys) if {*keys} == {*deal.pack.mine} and not deal.cards:
            if deal.dealer == other:
                game.dealt(deal)
            elif not deal.dealt:
                raise not_now(message)
            game.learn(deal, keys)
        case Discarded(places=(one, two)) if deal.dealt and other not in deal.thrown:
            if one == two or not {one, two} <= {*deal.pack.others}:
                raise WireError(FarFault.NOT_HELD)
            deal.thrown[other] = (one, two)
        case CutAt(place=place, key=key) if (
            deal.dealer != other and len(deal.thrown) == SEATS and place in REST
            and deal.cut is None
        ):  # fmt: skip
            game.send(Turned(deal.number, deal.pack.keys([place])[place]))
            game.turn_up(deal, place, key)
        case Turned(key=key) if deal.dealer == other and deal.cut not in (None, *deal.cards):
            assert deal.cut is not None
            game.turn_up(deal, deal.cut, key)
        case PlayedAt(place=place, key=key):
            gone = (*deal.thrown.get(other, ()), *deal.played_by(other))
            if place not in deal.pack.others or place in gone:
                raise WireError(FarFault.NOT_HELD)
            game.learn(deal, {place: key})
            game.play(deal, other, place)
        case SaidGo():
            game.go(deal, other)
        case Thrown(keys=keys) if (
            not deal.shown[other] and {*keys} == {*deal.thrown.get(other, ())}
            and isinstance(game.state.stage, Showing | Over)
        ):  # fmt: skip
            game.learn(deal, keys)
            deal.shown[other] = True
        case Opened(seed=seed) if not deal.opened[other] and game.finished(deal):
            deal.pack.check(seed, deal.number)
            hidden = [place for place in deal.pack.others if place not in deal.cards]
            if hidden and any(go.seat == other for go in deal.gos):
                game.open(deal, deal.pack.opened(seed, hidden))
            check_gos(deal, other)
            deal.opened[other] = True
        case _:
            raise not_now(message)


def not_now(message: AnyMessage) -> WireError:
    """Returns the error of a message that comes out of turn."""
    return WireError(FarFault.NOT_NOW, kind=str(type(message).__struct_config__.tag))
