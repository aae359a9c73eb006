"""Following a deal, as it crosses to the camera process and back; see `following`."""

import base64
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pegboard.camera.reading import Corner
from pegboard.cribbage import Action, format_action, parse_action
from pegboard.cribbage.cards import Card

View = Literal["ok", "blocked", "moved"]
"""Whether the camera sees the table; `moved` is said once, and it goes on with what it sees now."""
VIEWS: tuple[View, ...] = ("ok", "blocked", "moved")


@dataclass(frozen=True, slots=True)
class Known:
    """What the game knows of its present deal.

    Attributes:
        version: counted by the game; answers say which one they know.
        players: seats at the table.
        dealer: who deals, or will deal next.
        deal: the process's number of this deal; 0 if it has none yet.
        actions: the deal, the cut, plays, gos and the crib, as they stand.
        certain: the places of those that people entered or corrected.
    """

    version: int
    players: int
    dealer: int
    deal: int = 0
    actions: tuple[Action, ...] = ()
    certain: frozenset[int] = frozenset()

    def to_json(self) -> str:
        """Returns the words of the request."""
        return json.dumps(
            {
                "version": self.version,
                "players": self.players,
                "dealer": self.dealer,
                "deal": self.deal,
                "lines": [format_action(action) for action in self.actions],
                "certain": sorted(self.certain),
            }
        )


def known_of(text: str) -> Known:
    """Parses the words of a request; see `Known.to_json`.

    Raises:
        ValueError: they are not what a game knows.
    """
    try:
        told = json.loads(text)
        return Known(
            version=int(told["version"]),
            players=int(told["players"]),
            dealer=int(told["dealer"]),
            deal=int(told["deal"]),
            actions=tuple(map(parse_action, told["lines"])),
            certain=frozenset(map(int, told["certain"])),
        )
    except (KeyError, TypeError, AttributeError, OverflowError) as error:
        raise ValueError(f"follow must be told what the game knows: {error!r}") from error


@dataclass(frozen=True, slots=True)
class WatchedLine:
    """One line of the deal as the camera believes it.

    Attributes:
        action: the line.
        sure: whether nobody need be asked about it.
        question: what a person would be asked: `dealer`, `starter`, `play`, `crib`; or nothing.
        likely: other cards that it may be, likeliest first.
    """

    action: Action
    sure: bool = True
    question: str = ""
    likely: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class WatchedCard:
    """A card that lies face up, and its corners in pixels of the picture."""

    card: Card
    corners: tuple[Corner, ...]
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Watched:
    """What the camera believes after one more picture.

    Attributes:
        version: the version of `Known` that it knows.
        deal: number of deals begun.
        lines: of the present deal, as they stand.
        still: whether nothing moves.
        view: whether it sees the table.
        fps: pictures a second that this camera is good for.
        ms: milliseconds that the picture cost.
        cards: that lie face up.
        width: of the picture, in pixels.
        height: of the picture, in pixels.
        picture: JPEG, smaller; empty where no other one is due.
        saw_deal: whether it was seen how the hands of the present deal were dealt.
        turned: degrees clockwise by which the picture seems to have to be turned.
    """

    version: int
    deal: int
    lines: tuple[WatchedLine, ...]
    still: bool
    view: View
    fps: float
    ms: float
    cards: tuple[WatchedCard, ...]
    width: int
    height: int
    picture: bytes = b""
    saw_deal: bool = True
    turned: int = 0


def watched_of(answer: dict[str, Any]) -> Watched | None:
    """Parses an answer of the camera process; None if it follows nothing.

    Raises:
        ValueError: it is not such an answer.
    """
    if answer.get("following") is False:
        return None
    try:
        view = answer["view"]
        if view not in VIEWS:
            raise ValueError(f"view {view!r}")
        return Watched(
            version=int(answer["version"]),
            deal=int(answer["deal"]),
            lines=tuple(map(_line, answer["lines"])),
            still=bool(answer["still"]),
            view=view,
            fps=float(answer["fps"]),
            ms=float(answer["ms"]),
            cards=tuple(map(_card, answer["cards"])),
            width=int(answer["width"]),
            height=int(answer["height"]),
            picture=base64.b64decode(answer.get("picture", "")),
            saw_deal=bool(answer.get("dealt", True)),
            turned=int(answer.get("turned", 0)),
        )
    except (KeyError, TypeError, AttributeError, OverflowError) as error:
        raise ValueError(f"not an answer of the camera process: {error!r}") from error


def _line(row: dict[str, Any]) -> WatchedLine:
    likely: Sequence[str] = row["likely"]
    return WatchedLine(
        parse_action(row["line"]),
        bool(row["sure"]),
        str(row["question"]),
        tuple(map(Card.parse, likely)),
    )


def _card(row: dict[str, Any]) -> WatchedCard:
    corners = tuple((float(x), float(y)) for x, y in row["corners"])
    return WatchedCard(Card.parse(row["card"]), corners, bool(row["sure"]))
