"""Result of one look at the table: the cards, their places and their confidence.

    stream --settle--> sightings (here) --> input --> action
    (frames)           (what lies there)    (what it means in this game)

A look only says which cards are there; the counting session takes five of them as a hand and its
starter. Whole deals are followed card by card another way: see `devices.cameras.watched`.
"""

from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from pegboard.cribbage.cards import Card, Suit
from pegboard.vision.packs.countries import DECIDED, answered, letters_of

T = TypeVar("T")

DOUBTFUL_CONFIDENCE = 0.85
"""Below this confidence a card is named as doubtful when a reading is not sure."""

Corner = tuple[float, float]

TWINS = {Suit.CLUBS: Suit.SPADES, Suit.SPADES: Suit.CLUBS}
TWINS |= {Suit.HEARTS: Suit.DIAMONDS, Suit.DIAMONDS: Suit.HEARTS}
"""The suit of the same colour: what a misread card most often is."""


class DeckRequest(Struct, frozen=True):
    """The words of the request `deck`; see `process`."""

    setting: str
    language: str
    shares: dict[str, float] | None


@dataclass(frozen=True, slots=True)
class PackPrior:
    """Assumptions about the pack on the table before the camera sees it."""

    setting: str = "auto"
    """Of `camera.deck`."""
    language: str = "en"
    """Of the board: the packs of its country are the more usual."""
    shares: dict[str, float] | None = None
    """Share of each pack by its code, as an earlier camera process believed; None if none did."""

    def after_answer(self, code: str, *, is_right: bool) -> "PackPrior":
        """Returns the assumptions once people have said whether a pack lies on the table."""
        return replace(self, shares=answered(code, is_right=is_right))

    @property
    def expected(self) -> "SeenPack | None":
        """The pack to expect before the camera has seen one; None if none is certain."""
        shares = self.shares or {}
        likely = max(shares, key=lambda code: shares[code], default="")
        code = self.setting if self.setting != "auto" else likely
        if not code or (self.setting == "auto" and shares[likely] < DECIDED):
            return None
        return SeenPack(self.setting, shares, code, letters_of(code))

    def to_json(self) -> str:
        """Returns it as the request `deck` has it."""
        return msgspec.json.encode(self).decode()

    @classmethod
    def of_json(cls, text: str) -> "PackPrior":
        """Parses what `to_json` made.

        Raises:
            ValueError: it is something else.
        """
        found = msgspec.json.decode(text, type=DeckRequest)
        return cls(found.setting, found.language, found.shares)


@dataclass(frozen=True, slots=True)
class SeenPack:
    """The pack on the table, as the camera process believes."""

    setting: str
    shares: dict[str, float]
    """Share of each pack by its code."""
    code: str
    """Of the likeliest pack; `unknown` for none whose letters are read."""
    letters: dict[str, str]
    """Its letters, by rank in our notation."""
    is_read: bool = True
    """False where its court cards cannot be read: their letters are others."""
    question: str = ""
    """Code of the pack that people should be asked about; empty if none is uncertain."""
    question_letters: dict[str, str] = field(default_factory=dict)
    """Its letters."""


def parse_pack(answer: dict[str, Any]) -> SeenPack | None:
    """Parses what an answer of the camera process says of the pack; None if it says nothing.

    Raises:
        ValueError: it is not such an answer.
    """
    found = answer.get("deck")
    return None if found is None else convert_answer(found, SeenPack)


def convert_answer(answer: Any, form: type[T]) -> T:
    """Parses an answer of the camera process, or a part of one.

    Raises:
        ValueError: it is of another form.
    """
    try:
        return msgspec.convert(answer, form)
    except msgspec.ValidationError as error:
        raise ValueError(f"not an answer of the camera process: {error}") from error


@dataclass(frozen=True, slots=True)
class DetectedCard:
    """One card as the camera saw it."""

    card: Card
    confidence: float
    corners: tuple[Corner, ...]
    """Round it, in pixels of the picture."""
    others: tuple[Card, ...] = ()
    """Other cards read in its place, or most often mistaken for it."""


@dataclass(frozen=True, slots=True)
class CardReading:
    """Result of one look at the table."""

    sightings: tuple[DetectedCard, ...]
    """Best first, each card once."""
    sure: bool
    starter: Card | None
    """The one that clearly lies apart, where there are five."""
    picture: bytes
    """JPEG."""
    width: int = 0
    """Width of the picture that was read, in pixels: the corners refer to it."""
    height: int = 0
    waited: str = ""
    """Reason the table did not come to rest during the look; empty if it did."""
    number: int = 0
    """Number of the look, counted by the camera process."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards read, best first."""
        return tuple(sighting.card for sighting in self.sightings)

    @property
    def doubtful(self) -> tuple[Card, ...]:
        """The cards a player should check."""
        if self.sure or not self.sightings:
            return ()
        weak = tuple(s.card for s in self.sightings if s.confidence < DOUBTFUL_CONFIDENCE)
        return weak or self.cards[-1:]


class ReadCard(Struct, frozen=True):
    """A card in the answer to `look`; see `process`."""

    card: str
    confidence: float
    corners: tuple[Corner, ...]
    others: tuple[str, ...] = ()


class LookAnswer(Struct, frozen=True):
    """The answer to `look`; see `process`."""

    cards: tuple[ReadCard, ...]
    sure: bool
    starter: str | None
    picture: bytes
    waited: str = ""
    width: int = 0
    height: int = 0
    number: int = 0
    deck: SeenPack | None = None


def parse_reading(answer: dict[str, Any]) -> CardReading:
    """Parses an answer of the camera process.

    Raises:
        ValueError: it is not such an answer.
    """
    found = convert_answer(answer, LookAnswer)
    sightings = {one.card: one for one in map(_detected_card, found.cards)}
    return CardReading(
        sightings=tuple(sightings.values()),
        sure=found.sure,
        starter=None if found.starter is None else Card.parse(found.starter),
        picture=found.picture,
        width=found.width,
        height=found.height,
        waited=found.waited,
        number=found.number,
    )


def _detected_card(item: ReadCard) -> DetectedCard:
    card = Card.parse(item.card)
    twin = Card(card.rank, TWINS[card.suit])
    others = tuple(dict.fromkeys([*map(Card.parse, item.others), twin]))
    return DetectedCard(card, item.confidence, item.corners, others)
