"""Counting of a hand, read by the camera or entered by hand, into an offer that OK pegs.

        COUNT --> CardReading --new_offer--> Offer --corrections--> Offer --OK--> actions

The camera finds the cards on the table (`camera.reading`); this session interprets them: five cards
are a hand and its starter. Whole deals are followed in `session.watching`.
"""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from uuid import uuid4

from msgspec import UNSET, UnsetType

from pegboard.camera.client import CameraClient
from pegboard.camera.reading import CardReading
from pegboard.cribbage.actions import Action, Muggins
from pegboard.cribbage.cards import Card
from pegboard.cribbage.codes import Illegal
from pegboard.cribbage.show import HIGHEST
from pegboard.cribbage.state import State
from pegboard.errors import DeviceError, IllegalAction, NotationError, PegboardError
from pegboard.i18n import name_of
from pegboard.notice import Level, Notice
from pegboard.schema.codes import Mistaken
from pegboard.schema.commands import Correction
from pegboard.schema.offer import Source
from pegboard.session.codes import Refusal, SessionNotice
from pegboard.session.counting.corrections import change_starter, correct_card, settle_starter
from pegboard.session.counting.countdown import STEP_S, CountNarration
from pegboard.session.counting.offer import Offer, call_actions, new_offer
from pegboard.session.counting.picture import OfferPicture
from pegboard.session.feed.notice_board import NoticeBoard
from pegboard.session.moves import Moves, Updates
from pegboard.storage.pictures import PictureStore

log = logging.getLogger(__name__)


class CountingSession:
    """The count in progress. Use from one event loop only."""

    def __init__(
        self,
        moves: Moves,
        camera_client: CameraClient | None,
        updates: Updates,
        notices: NoticeBoard,
        *,
        album: PictureStore | None = None,
        peg_after_s: float = 0.0,
        step_s: float = STEP_S,
    ) -> None:
        """Starts without an offer.

        Args:
            moves: executes the actions.
            camera_client: client of the camera process; None without a camera.
            updates: publishes changes.
            notices: shows problems of the camera.
            album: folder for saved pictures, or None.
            peg_after_s: seconds after the narration until a certain hand is pegged; 0 for never.
            step_s: seconds per combination in the narration.
        """
        self.offer: Offer | None = None
        """The counted hand that awaits OK."""
        self.picture: bytes | None = None
        """The camera's latest picture, JPEG."""
        self._offer_picture = OfferPicture(camera_client, album)
        self.narration = CountNarration(
            updates.schedule, self._auto_peg, peg_after_s=peg_after_s, step_s=step_s
        )
        """Narration of the offer."""
        self._table, self._moves = moves.table, moves
        self._camera_client = camera_client
        self._updates, self._notices = updates, notices
        self._reading: asyncio.Task[None] | None = None
        moves.add_listener(self._on_move)
        self._claim_reminder = ""
        """Id of the offer for which the claim was requested again after OK."""

    @property
    def saved_picture(self) -> str | None:
        """Name of the offer's saved picture; None if it is not saved."""
        return self._offer_picture.name

    @property
    def is_reading(self) -> bool:
        """True while the camera is being read."""
        return self._reading is not None

    @property
    def points_ahead(self) -> int:
        """Points narrated so far: how far the lit hole is ahead of the peg."""
        offer, step = self.offer, self.narration.step
        if offer is None or offer.claimed is not None:  # claimed points are pegged already
            return 0
        if self.narration.narrated:
            return offer.points
        return 0 if step is None else offer.phrases[step].total

    @property
    def callers(self) -> tuple[int, ...]:
        """Seats that may call missed points: the first seat of each other side."""
        offer, rules = self.offer, self._table.rules
        if offer is None or offer.question != "missed":
            return ()
        own_side = rules.side_of(offer.seat)
        return tuple(side for side in range(rules.sides) if side != own_side)

    @property
    def is_undecided(self) -> bool:
        """True while a hand is on offer of which nothing has been pegged."""
        return self.offer is not None and self.offer.claimed is None

    def is_claimed_by(self, seat: int) -> bool:
        """Returns whether points entered for a seat are its claim for the hand on offer."""
        return self.offer is not None and self.offer.question == "claim" and self.offer.seat == seat

    def is_called_by(self, seat: int) -> bool:
        """Returns whether points entered for a seat are a call of missed points."""
        return any(self._table.rules.side_of(seat) == caller for caller in self.callers)

    def read_camera(self) -> None:
        """Starts counting the hand in front of the camera; the result is an offer."""
        if self._camera_client is None or not self._camera_client.is_present:
            self._notices.post(
                Notice.from_code(SessionNotice.NO_CAMERA, about="camera", level=Level.INFO)
            )
        elif not self.is_reading:
            self.dismiss()
            self._reading = asyncio.ensure_future(self._read(self._camera_client))
            self._clear()

    def recount(self) -> None:
        """Reads the hand on offer again, after the meaning of the pack's letters changed."""
        offer = self.offer
        if offer is not None and offer.source == "camera" and offer.claimed is None:
            self.read_camera()

    async def _read(self, camera_client: CameraClient) -> None:
        game = self._table.game
        try:
            reading = await camera_client.read_cards(self._table.state.starter)
            if self._table.game == game:  # otherwise another game is on the table: drop it
                self.picture = reading.picture
                self._offer_picture.set(reading)
                self._new_offer("camera", list(reading.cards), reading.starter, reading)
                if reading.waited:
                    self._report(SessionNotice.GAVE_UP_WAITING, why=reading.waited)
        except DeviceError as error:
            self._report(SessionNotice.COULD_NOT_COUNT, why=error)
        except Exception:
            log.exception("counting")
            self._report(SessionNotice.BROKE_DOWN)
        self._reading = None  # also after an error, so that the lights are no longer dimmed
        self._updates.schedule()

    def _report(self, code: SessionNotice, **facts: Any) -> None:
        self._notices.post(Notice.from_code(code, about="camera", **facts))

    def _clear(self) -> None:
        self._notices.clear()
        self._updates.schedule()

    def offer_hand(
        self, cards: Sequence[str], starter: str | None, seat: int | None = None
    ) -> None:
        """Offers a hand entered by hand: four cards and the starter, or fewer.

        Args:
            cards: cards of the hand, four or fewer.
            starter: the starter; None if unknown.
            seat: owner of the hand; None for the seat that counts next.

        Raises:
            NotationError: a text is not a card, or there is no such seat.
        """
        seat = None if seat is None else self._seat(seat)
        hand = [Card.parse(card) for card in cards]
        turned = None if starter is None else Card.parse(starter)
        self.dismiss()
        self._new_offer("picker", hand, turned)
        if seat is not None and self.offer is not None:
            self._set_offer(self.offer.for_seat(seat, False))
        self._clear()

    def _new_offer(
        self,
        source: Source,
        cards: list[Card],
        starter: Card | None,
        reading: CardReading | None = None,
    ) -> None:
        offer = new_offer(
            self._table.state,
            id=uuid4().hex,
            source=source,
            cards=cards,
            starter=starter,
            names=self._table.names,
            reading=reading,
        )
        self._set_offer(offer)

    def _set_offer(self, offer: Offer) -> None:
        """Sets the offer, and narrates it unless it raises a question."""
        self.offer = offer
        if not offer.question and offer.problem is None:
            mine = self._table.kind.has_real_cards
            self.narration.narrate(len(offer.phrases), certain=offer.certain and mine)
        else:
            self.narration.stop()

    async def correct_offer(self, correction: Correction) -> None:
        """Corrects the offer.

        Raises:
            IllegalAction: the offer no longer exists.
            NotationError: the correction is invalid.
        """
        offer = self.offer
        if offer is None or offer.claimed is not None or correction.offer not in (UNSET, offer.id):
            raise IllegalAction(Refusal.OFFER_GONE)
        if isinstance(correction.starter, str):
            starter = Card.parse(correction.starter)
            settles = offer.question == "known" and starter in (offer.known_starter, offer.starter)
            offer = settle_starter(offer, starter) if settles else change_starter(offer, starter)
        elif isinstance(correction.seat, int):
            offer = offer.for_seat(self._seat(correction.seat), correction.crib is True)
        else:
            offer = correct_card(offer, _card(correction.card), _card(correction.to))
        self._set_offer(offer)
        await self._offer_picture.update_note(offer)

    async def confirm(self) -> Offer | None:
        """Confirms the doubtful card or the whole offer, on OK.

        Where points are to be claimed, the second press claims none.

        Returns:
            The offer to peg; None if a card or the starter was confirmed: only now is the value
            known, and another OK is needed.

        Raises:
            IllegalAction: there is nothing to confirm.
        """
        if self.offer is not None and self.offer.question == "known":
            await self.correct_offer(Correction(starter=str(self.offer.known_starter)))
            return None
        offer = self.offer_for(None, False)
        if offer.question == "claim" and self._claim_reminder != offer.id:
            self._claim_reminder = offer.id
            raise IllegalAction(Refusal.CLAIM_FIRST, name=name_of(self._table.names[offer.seat]))
        if not offer.doubtful:
            return offer
        card = str(offer.doubtful[0])
        await self.correct_offer(Correction(offer=offer.id, card=card, to=card))
        return None

    def offer_for(self, seat: int | None, crib: bool) -> Offer:
        """Returns the offer as a seat's hand or crib; as the board assigned it if seat is None.

        Raises:
            IllegalAction: there is no offer, or it cannot be counted.
            NotationError: there is no such seat.
        """
        if self.offer is None:
            raise IllegalAction(Refusal.NOTHING_COUNTED)
        offer = self.offer
        if seat is not None:
            offer = offer.for_seat(self._seat(seat), crib)
        if offer.problem is not None:
            raise offer.problem
        return offer

    def _seat(self, seat: int) -> int:
        if seat >= self._table.rules.players:
            raise NotationError(Mistaken.NO_SUCH_SEAT, got=seat)
        return seat

    async def peg(self, offer: Offer, *, by: str) -> None:
        """Pegs a counted hand and drops the offer; after a claim only drops it.

        While others may still call missed points, it instead ends that and reveals the value.

        Raises:
            IllegalAction: the rules forbid it now.
            DeviceError: the journal could not hold it.
        """
        if offer.question == "claim":
            raise IllegalAction(Refusal.CLAIM_FIRST, name=name_of(self._table.names[offer.seat]))
        if offer.question == "missed":
            self._settle()
            return
        if offer.claimed is None:
            await self._moves.peg_offer(offer, by=by)
        if self.offer is not None and self.offer.id == offer.id:
            self.dismiss()
        self._updates.schedule()

    async def claim(self, offer: Offer, points: int, *, by: str) -> None:
        """Pegs the points claimed by a hand's owner, then reveals its value.

        Under muggins the value is revealed only after a call, or once the others let it go.

        Args:
            offer: hand that is on offer.
            points: claimed points, 0 to 29.
            by: author of the entries in the journal.

        Raises:
            IllegalAction: there is nothing to claim, or the rules forbid it now.
            DeviceError: the journal could not hold it.
        """
        if offer.question != "claim":
            raise IllegalAction(Refusal.NOTHING_TO_CLAIM)
        if not 0 <= points <= HIGHEST:
            raise IllegalAction(Illegal.HAND_WORTH, points=points, most=HIGHEST)
        claimed = replace(offer, claimed=points)
        await self._moves.peg_offer(claimed, by=by)
        if self.offer is not None and self.offer.id == offer.id:
            self._set_offer(claimed)
        self._updates.schedule()

    async def call_missed(self, seat: int, points: int | None, *, by: str) -> None:
        """Pegs missed points that a seat calls, then reveals the hand's value.

        Args:
            seat: seat that calls muggins.
            points: called points; None for all that were missed.
            by: author of the entry in the journal.

        Raises:
            IllegalAction: there is no claim to call, or this seat may not call.
            DeviceError: the journal could not hold it.
        """
        offer = self.offer
        sides = [self._table.rules.side_of(caller) for caller in self.callers]
        if offer is None or self._table.rules.side_of(self._seat(seat)) not in sides:
            raise IllegalAction(Refusal.NOTHING_TO_CALL)
        if points is None and not offer.missed:
            raise IllegalAction(Refusal.NOTHING_TO_CALL)
        called = offer.missed if points is None else points
        for action in call_actions(self._table.state, offer, seat, called):
            await self._moves.submit(action, id=f"{offer.id}:muggins", by=by)
        self._settle()

    def _settle(self) -> None:
        """Reveals the value of a claimed hand, once missed points have been called or let go."""
        if self.offer is not None and self.offer.question == "missed":
            self._set_offer(replace(self.offer, settled=True))
        self._updates.schedule()

    def _on_move(self, action: Action, before: State) -> None:
        """Reveals the value after a call of muggins that was made elsewhere, such as on a page."""
        if isinstance(action, Muggins):
            self._settle()

    async def _auto_peg(self) -> None:
        try:
            await self.peg(self.offer_for(None, False), by="camera")
        except PegboardError as error:
            names = self._table.names
            self._notices.post(Notice.from_error(error, "camera", level=Level.WARNING, names=names))

    def dismiss(self) -> None:
        """Dismisses the offer and its picture; cancels a reading in progress."""
        self.narration.stop()
        self.offer = self.picture = None
        self._offer_picture.set(None)
        look, self._reading = self._reading, None
        if look is not None:
            look.cancel()

    async def save_picture(self) -> None:
        """Saves the picture of the offer; see `OfferPicture.save`.

        Raises:
            IllegalAction: there is no picture.
            DeviceError: the disk is full or read-only.
        """
        await self._offer_picture.save(self.offer)


def _card(text: str | UnsetType | None) -> Card | None:
    return Card.parse(text) if text else None
