"""Watching the table: the deal as tracked by the camera."""

from typing import Literal, TypeAlias, TypedDict

from pegboard.schema.vocabulary import Card, Corner, Seat

WatchView: TypeAlias = Literal["starting", "ok", "blocked", "moved"]
"""Status of the camera's view; `starting` until the first picture, and after a loss."""


class WatchedLine(TypedDict):
    """A card in the current deal: the starter, or a played card."""

    at: int
    """Its index in the game; `{"edit": {"at": at, "seq": seq, "action": …}}` corrects it."""
    action: str
    """The line of the record: `play 1 8C`."""
    seat: Seat | None
    """Null for the starter."""
    card: Card
    sure: bool
    """False if the camera is uncertain and nobody has confirmed it."""
    likely: list[Card]
    """Alternative cards, likeliest first."""


WatchAnswer: TypeAlias = Literal["yes", "turned", "no"]
"""`turned` means no, because the camera is rotated."""


class WatchChoice(TypedDict):
    """An answer and its label, sent as `{"watch": id, "answer": answer}`."""

    answer: WatchAnswer
    text: str


class WatchQuestion(TypedDict):
    """A question; `{"watch": id}` says yes, and so does OK."""

    id: str
    code: str
    """The same in every language."""
    text: str
    at: int | None
    """Index of the line in question in the game, if any."""
    card: Card | None
    seat: Seat | None
    answers: list[WatchChoice]
    """Possible answers; the first is yes."""


class Watch(TypedDict):
    """Watching the table, in a game with real cards and a camera."""

    on: bool
    view: WatchView
    fps: float
    """Pictures a second at present."""
    picture: int
    """Number of pictures for the page so far; `/api/watch/picture` is the latest."""
    lines: list[WatchedLine]
    question: WatchQuestion | None


class SeenCard(TypedDict):
    """A card that lies face up, and its corners in pixels of the picture."""

    card: Card
    corners: list[Corner]
    sure: bool


class SeenTable(TypedDict):
    """The answer of `/api/watch`: the cards that the camera sees now."""

    picture: int
    width: int
    """Width of the picture that was read, in pixels: the corners refer to it."""
    height: int
    cards: list[SeenCard]
