"""A hand on its way from the camera, or from touch, to an offer that OK pegs."""

import asyncio
from collections.abc import Callable
from uuid import uuid4

from pegboard.cards import Card
from pegboard.errors import DeviceError, IllegalAction, NotationError
from pegboard.eyes import Eyes
from pegboard.offers import Offer, new_offer
from pegboard.table import Table


class CountingSession:
    """What is being counted now. For one event loop."""

    def __init__(
        self, table: Table, eyes: Eyes | None, changed: Callable[[str | None], None]
    ) -> None:
        """Nothing is being counted.

        Args:
            table: the game whose hands are counted.
            eyes: the camera, or None.
            changed: told after every change, with a notice for people where there is one.
        """
        self.offer: Offer | None = None
        """The counted hand that waits for a yes."""
        self.picture: bytes | None = None
        """The camera's last picture, JPEG."""
        self._table, self._eyes, self._changed = table, eyes, changed
        self._look: asyncio.Task[None] | None = None

    @property
    def looking(self) -> bool:
        """Whether the camera is being read."""
        return self._look is not None and not self._look.done()

    def look(self) -> None:
        """Begins to count what the camera sees; the answer comes as an offer."""
        if self._eyes is None:
            self._changed("There is no camera: enter the hand by touch instead.")
        elif not self.looking:
            self._look = asyncio.ensure_future(self._read(self._eyes))
            self._changed(None)

    async def _read(self, eyes: Eyes) -> None:
        game, notice = self._table.game, None
        try:
            seen = await eyes.look()
        except DeviceError as error:
            notice = f"The camera could not count: {error}"
        else:
            if self._table.game == game:  # a hand of a game that was put away is nobody's
                self.picture = seen.picture
                self._offer("camera", list(seen.cards), seen.starter, seen.doubtful)
                if seen.waited:
                    notice = f"The camera gave up waiting: {seen.waited}."
        self._look = None
        self._changed(notice)

    def pick(self, cards: list[str], starter: str | None) -> None:
        """A hand by touch: four cards and the starter, or what there is of them.

        Raises:
            NotationError: one of them is not a card.
        """
        self._offer(
            "picker",
            [Card.parse(card) for card in cards],
            None if starter is None else Card.parse(starter),
        )
        self._changed(None)

    def _offer(
        self,
        source: str,
        cards: list[Card],
        starter: Card | None,
        doubtful: tuple[Card, ...] = (),
    ) -> None:
        self.offer = new_offer(
            self._table.state,
            id=uuid4().hex,
            source=source,
            cards=cards,
            starter=starter,
            doubtful=doubtful,
            names=self._table.names,
        )

    def certain(self) -> Offer:
        """The offer, where a press without a look at the cards may say yes to it.

        Raises:
            IllegalAction: it may not, and why.
        """
        offer = self.chosen(None, False)
        if offer.doubtful:
            raise IllegalAction("look at the cards on the page first: not all are certain")
        return offer

    def chosen(self, seat: int | None, crib: bool) -> Offer:
        """The offer as the hand of a seat, or the crib; with None as the board took it.

        Raises:
            IllegalAction: there is none, or it cannot be counted, and why.
            NotationError: there is no such seat.
        """
        if self.offer is None:
            raise IllegalAction("there is no counted hand to peg")
        offer = self.offer
        if seat is not None:
            if seat >= self._table.rules.players:
                raise NotationError(f"seat {seat}: there is no such seat")
            offer = offer.for_seat(seat, crib)
        if offer.problem:
            raise IllegalAction(offer.problem)
        return offer

    def dismiss(self) -> None:
        """Forgets the offer and its picture."""
        self.offer, self.picture = None, None
