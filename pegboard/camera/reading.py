"""Messages about single readings of the table: cards, their positions and confidence.

    stream --settle--> sightings (here) --> input --> action
    (frames)           (cards on the table) (meaning in this game)

A reading only lists cards; the counting session interprets five as a hand and its starter. Whole
deals are followed card by card instead: see `pegboard.camera.watched`.
"""

from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from pegboard.cribbage.cards import Card, Suit
from pegboard.vision.packs.countries import DECIDED, answered, letters_of

T = TypeVar("T")

DOUBTFUL_CONFIDENCE = 0.85
"""Confidence below which a card of an unsure reading is named as doubtful."""

Corner = tuple[float, float]

TWINS = {Suit.CLUBS: Suit.SPADES, Suit.SPADES: Suit.CLUBS}
"""The other suit of the same colour: the usual misreading."""
TWINS |= {Suit.HEARTS: Suit.DIAMONDS, Suit.DIAMONDS: Suit.HEARTS}
"""The suit of the same colour: what a misread card most often is."""


class DeckRequest(Struct, frozen=True):
    """The request `deck`; see `process`."""

    setting: str
    language: str
    shares: dict[str, float] | None


@dataclass(frozen=True, slots=True)
class PackPrior:
    """Assumptions about the pack on the table before the camera sees it."""

    setting: str = "auto"
    """Value of the setting `camera.deck`."""
    language: str = "en"
    """Language of the board: packs of its country are more usual."""
    shares: dict[str, float] | None = None
    """Probability of each pack by its code, from an earlier camera process, if any."""

    def after_answer(self, code: str, *, is_right: bool) -> "PackPrior":
        """Returns the assumptions after people have confirmed or ruled out a pack."""
        return replace(self, shares=answered(code, is_right=is_right))

    @property
    def expected(self) -> "SeenPack | None":
        """Pack to expect before the camera has seen any cards; None if none is certain."""
        shares = self.shares or {}
        likely = max(shares, key=lambda code: shares[code], default="")
        code = self.setting if self.setting != "auto" else likely
        if not code or (self.setting == "auto" and shares[likely] < DECIDED):
            return None
        return SeenPack(self.setting, shares, code, letters_of(code))

    def to_json(self) -> str:
        """Returns the JSON of the request `deck`."""
        return msgspec.json.encode(self).decode()

    @classmethod
    def of_json(cls, text: str) -> "PackPrior":
        """Parses the JSON of `to_json`.

        Raises:
            ValueError: the text has another form.
        """
        found = msgspec.json.decode(text, type=DeckRequest)
        return cls(found.setting, found.language, found.shares)


@dataclass(frozen=True, slots=True)
class SeenPack:
    """Pack on the table, as identified by the camera process."""

    setting: str
    shares: dict[str, float]
    """Probability of each pack by its code."""
    code: str
    """Code of the likeliest pack; `unknown` if its letters cannot be read."""
    letters: dict[str, str]
    """Its letters, by rank in our notation."""
    is_read: bool = True
    """False if its court cards cannot be read because they have other letters."""
    question: str = ""
    """Code of the pack to ask people about; empty if none is uncertain."""
    question_letters: dict[str, str] = field(default_factory=dict)
    """Letters of that pack."""


def parse_pack(answer: dict[str, Any]) -> SeenPack | None:
    """Parses the pack in an answer of the camera process; returns None if there is none.

    Raises:
        ValueError: it is not such an answer.
    """
    found = answer.get("deck")
    return None if found is None else convert_answer(found, SeenPack)


def convert_answer(answer: Any, form: type[T]) -> T:
    """Converts an answer of the camera process, or a part of one, to a type.

    Raises:
        ValueError: the answer has another form.
    """
    try:
        return msgspec.convert(answer, form)
    except msgspec.ValidationError as error:
        raise ValueError(f"not an answer of the camera process: {error}") from error


@dataclass(frozen=True, slots=True)
class DetectedCard:
    """Card as the camera saw it."""

    card: Card
    confidence: float
    corners: tuple[Corner, ...]
    """Outline in pixels of the picture."""
    others: tuple[Card, ...] = ()
    """Other cards read in its place, or often mistaken for it."""


@dataclass(frozen=True, slots=True)
class CardReading:
    """Result of one reading of the table."""

    sightings: tuple[DetectedCard, ...]
    """Cards, best first, each once."""
    sure: bool
    starter: Card | None
    """The card that clearly lies apart, if there are five."""
    picture: bytes
    """JPEG."""
    width: int = 0
    """Width of the picture that was read, in pixels; the corners refer to it."""
    height: int = 0
    waited: str = ""
    """Why the table did not come to rest in time; empty if it did."""
    number: int = 0
    """Number of the reading, counted by the camera process."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """Cards read, best first."""
        return tuple(sighting.card for sighting in self.sightings)

    @property
    def doubtful(self) -> tuple[Card, ...]:
        """Read cards that a player should check."""
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
    """Parses an answer to `look`.

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
