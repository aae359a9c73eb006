"""Watching the table: what the camera believes of the deal."""

from typing import Literal, TypeAlias, TypedDict

from pegboard.schema.vocabulary import Card, Corner, Seat

WatchView: TypeAlias = Literal["starting", "ok", "blocked", "moved"]
"""Whether the camera sees the table; `starting` until its first picture, and after it was lost."""


class WatchedLine(TypedDict):
    """A card of the deal as it stands: the starter, or one that was played."""

    at: int
    """Its place in the game so far: `{"edit": {"at": at, "seq": seq, "action": …}}` mends it."""
    action: str
    """The line of the record: `play 1 8C`."""
    seat: Seat | None
    """Null for the starter."""
    card: Card
    sure: bool
    """False where the camera is in doubt and nobody has confirmed it."""
    likely: list[Card]
    """Other cards that it may be, likeliest first."""


WatchAnswer: TypeAlias = Literal["yes", "turned", "no"]
"""`turned`: no, and the camera is turned round."""


class WatchChoice(TypedDict):
    """An answer, and its words: `{"watch": id, "answer": answer}` gives it."""

    answer: WatchAnswer
    text: str


class WatchQuestion(TypedDict):
    """A question; `{"watch": id}` says yes, and so does OK."""

    id: str
    code: str
    """The same in every language."""
    text: str
    at: int | None
    """The place of the line that it is about, in the game so far."""
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
