"""Messages about a followed deal between the board and the camera process; see `following`."""

from dataclasses import dataclass
from typing import Any, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from pegboard.camera.reading import Corner, SeenPack, convert_answer
from pegboard.cribbage import Action, format_action, parse_action
from pegboard.cribbage.cards import Card

View = Literal["ok", "blocked", "moved"]
"""State of the camera's view; `moved` is reported once, for a view that replaces the old one."""


class FollowRequest(Struct, frozen=True):
    """The request `follow`: a `DealState` with its actions as lines."""

    version: int
    players: int
    dealer: int
    deal: int
    lines: tuple[str, ...]
    certain: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DealState:
    """State of the present deal, according to the game.

    Attributes:
        version: counter that the game increments; answers name the version that they are based on.
        players: seats at the table.
        dealer: seat that deals, or deals next.
        deal: the camera process's number for this deal; 0 if it has none yet.
        actions: the deal, the cut, plays, gos and the crib, as the game has them.
        certain: indices of actions that people entered or corrected.
    """

    version: int
    players: int
    dealer: int
    deal: int = 0
    actions: tuple[Action, ...] = ()
    certain: frozenset[int] = frozenset()

    def to_json(self) -> str:
        """Returns the JSON of the request."""
        lines = tuple(map(format_action, self.actions))
        request = FollowRequest(
            self.version, self.players, self.dealer, self.deal, lines, tuple(sorted(self.certain))
        )
        return msgspec.json.encode(request).decode()


def parse_deal_state(text: str) -> DealState:
    """Parses the JSON of a request; see `DealState.to_json`.

    Raises:
        ValueError: the text is not such a request.
    """
    request = msgspec.json.decode(text, type=FollowRequest)
    actions = tuple(map(parse_action, request.lines))
    certain = frozenset(request.certain)
    return DealState(
        request.version, request.players, request.dealer, request.deal, actions, certain
    )


@dataclass(frozen=True, slots=True)
class WatchedLine:
    """Line of the deal, as the camera observed it.

    Attributes:
        action: the line.
        is_sure: True if it raises no question.
        question: subject of the doubt: `dealer`, `starter`, `play` or `crib`; or empty.
        likely: other cards that the card may be, likeliest first.
    """

    action: Action
    is_sure: bool = True
    question: str = ""
    likely: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class WatchedCard:
    """Face-up card, with its corners in pixels of the picture."""

    card: Card
    corners: tuple[Corner, ...]
    is_sure: bool = True


@dataclass(frozen=True, slots=True)
class WatchResult:
    """State of the followed deal after one more picture.

    Attributes:
        version: version of the `DealState` that this is based on.
        deal: number of deals begun.
        lines: current lines of the present deal.
        is_still: True if nothing moves.
        view: state of the camera's view.
        fps: useful pictures a second from this camera.
        ms: cost of the picture, in milliseconds.
        cards: cards that lie face up.
        width: of the picture, in pixels.
        height: of the picture, in pixels.
        picture: small JPEG; empty if none is due.
        saw_deal: True if the hands of the present deal were seen being dealt.
        turned: clockwise rotation, in degrees, that the picture seems to need.
    """

    version: int
    deal: int
    lines: tuple[WatchedLine, ...]
    is_still: bool
    view: View
    fps: float
    ms: float
    cards: tuple[WatchedCard, ...]
    width: int
    height: int
    picture: bytes = b""
    saw_deal: bool = True
    turned: int = 0


class LineRow(Struct, frozen=True):
    """Line in the answer to `watch`; `question` is empty if nothing is doubtful."""

    line: str
    sure: bool
    question: str
    likely: tuple[str, ...]


class CardRow(Struct, frozen=True):
    """A card in the answer to `watch`."""

    card: str
    corners: tuple[Corner, ...]
    sure: bool


class WatchAnswer(Struct, frozen=True):
    """The answer to `watch`; see `following`. `picture` is left out if none is due."""

    version: int
    deal: int
    lines: tuple[LineRow, ...]
    still: bool
    view: View
    fps: float
    ms: float
    cards: tuple[CardRow, ...]
    width: int
    height: int
    dealt: bool = True
    turned: int = 0
    picture: bytes | UnsetType = UNSET
    deck: SeenPack | UnsetType = UNSET


def parse_watch_answer(answer: dict[str, Any]) -> WatchResult | None:
    """Parses an answer to `watch`; returns None if the camera process follows no deals.

    Raises:
        ValueError: it is not such an answer.
    """
    if answer.get("following") is False:
        return None
    found = convert_answer(answer, WatchAnswer)
    return WatchResult(
        version=found.version,
        deal=found.deal,
        lines=tuple(map(_line, found.lines)),
        is_still=found.still,
        view=found.view,
        fps=found.fps,
        ms=found.ms,
        cards=tuple(WatchedCard(Card.parse(e.card), e.corners, e.sure) for e in found.cards),
        width=found.width,
        height=found.height,
        picture=found.picture or b"",
        saw_deal=found.dealt,
        turned=found.turned,
    )


def _line(row: LineRow) -> WatchedLine:
    likely = tuple(map(Card.parse, row.likely))
    return WatchedLine(parse_action(row.line), row.sure, row.question, likely)
