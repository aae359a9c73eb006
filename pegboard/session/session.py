"""Executes intents from the board's buttons and from those on its page.

    Input --debounce, staging--> Intent --Session--> Moves --> table --> journal

It runs on the event loop. `Publisher` shows its changes.
"""

from collections.abc import Awaitable, Callable, Sequence
from uuid import uuid4

from pegboard.controls import (
    Button,
    ButtonKind,
    Commit,
    Confirm,
    Count,
    Intent,
    OpenDoor,
    Reset,
    SafeStart,
    Sign,
    Undo,
)
from pegboard.errors import IllegalAction
from pegboard.i18n import _, name_of
from pegboard.notice import Level, Notice
from pegboard.session.codes import Refusal, Told
from pegboard.session.feed.viewer import AT_BOARD, Sender
from pegboard.session.parts import Parts


class Session:
    """Handles the intents of one session."""

    def __init__(
        self,
        parts: Parts,
        *,
        on_reset: Callable[[], Awaitable[Notice]],
        on_safe: Callable[[], Notice] | None = None,
    ) -> None:
        """Starts with no intent pending.

        Args:
            parts: of the session.
            on_reset: called when a reset was requested at the board; returns a notice.
            on_safe: the same for a start in safe mode.
        """
        self._parts, self._on_reset, self._on_safe = parts, on_reset, on_safe

    async def on_press(self, button: Button | None, sender: Sender = AT_BOARD) -> bool:
        """Takes over from a demo, and stops what would peg by itself.

        Args:
            button: that was pressed; None for the turn of a dial. After COUNT the hand that lies
                there is counted all the same.
            sender: who pressed it.

        Returns:
            True if the press is used up.
        """
        parts = self._parts
        parts.attract.touched()
        parts.counting.aloud.cancel_autopeg()
        if button is not None and sender.viewer.is_at_board and self._answers(button):
            return True
        if parts.by_ear is not None and button is not None and parts.by_ear.press(button):
            return True
        if button is not None and button.kind is ButtonKind.PLUS1 and parts.signing.open:
            parts.updates.changed()
            return True  # it is held to sign, and pegs nothing after the game
        if not parts.lobby.is_nobodys_game or parts.pairing.invited:
            return False
        counts = button is not None and button.kind is ButtonKind.COUNT
        return await parts.lobby.take_over() or not counts

    def _answers(self, button: Button) -> bool:
        """Answers whether the network may open the page, or which pack it is, if that is asked."""
        if button.kind not in (ButtonKind.OK, ButtonKind.UNDO):
            return False
        parts, is_yes = self._parts, button.kind is ButtonKind.OK
        return parts.switch_question.answer(is_yes=is_yes) or parts.pack.answer(is_yes=is_yes)

    async def handle(self, intent: Intent, sender: Sender, on_commit: Callable[[], None]) -> None:
        """Executes an intent; calls `on_commit` when it is on disk, before it is shown.

        Raises:
            PegboardError: it cannot be done; a DeviceError may pass.
        """
        parts = self._parts
        match intent:
            case Commit() if parts.table.mode == "computer":
                raise IllegalAction(Refusal.BOARD_COUNTS)
            case Commit(seat=seat, delta=points) if parts.counting.is_claimed_by(seat):
                await parts.counting.claim(parts.counting.chosen(None, False), points, by=sender.by)
                on_commit()
            case Commit(seat=seat, delta=points) if parts.counting.is_called_by(seat):
                await parts.counting.call(seat, points, by=sender.by)
                on_commit()
            case Commit(seat=seat, delta=points):
                parts.watching.ledger.refuse_twice(seat, points)
                action = intent.to_action(parts.table.state.scores[seat])
                id = uuid4().hex
                await parts.moves.submit(action, id=id, by=sender.by, on_commit=on_commit)
            case Undo() if parts.signing.withdraw():
                pass
            case Undo() if parts.counting.looking or parts.counting.undecided:
                parts.counting.dismiss()
            case Undo():
                parts.counting.dismiss()
                seats = parts.seating.may_undo(sender.viewer)
                id = sender.id or uuid4().hex
                await parts.undoing.latest(id=id, by=sender.by, seats=seats)
            case Count():
                parts.counting.look()
            case Confirm():
                await self._confirm(sender)
            case Sign(seat=seat, held_s=held_s):
                if seat in parts.signing.waits_for:
                    parts.signing.sign(seat, held_s)
            case OpenDoor():
                parts.pairing.open_door()
            case Reset():
                parts.notices.tell(await self._on_reset())
            case SafeStart():
                if self._on_safe is not None:
                    parts.notices.tell(self._on_safe())

    async def _confirm(self, sender: Sender) -> None:
        """Accepts an invited device, or else confirms what the board offers.

        A player's phone has an OK as well, but the people at the board say who may play.
        """
        parts, by = self._parts, sender.by
        asking = parts.pairing.invited if sender.viewer.role == "board" else None
        if asking is not None:
            await self._let_in(asking.id)
        elif parts.by_ear is not None and await parts.by_ear.confirm(by):
            pass
        elif parts.counting.offer is not None:
            offer = await parts.counting.yes()
            if offer is None:
                return
            if offer.asks == "claim":
                await parts.counting.claim(offer, 0, by=by)
            else:
                await parts.counting.accept(offer, by=by)
        elif parts.watching.question is not None:
            parts.watching.answer(parts.watching.question.id)
        elif parts.show.just_rested:
            pass
        elif parts.show.now is not None:
            self._go_on()
        elif parts.signing.waits_for:
            raise IllegalAction(Refusal.SIGN_FIRST)
        elif parts.far.may_deal:
            await parts.far.deal()
        elif parts.lobby.setup.far is not None and parts.table.state.over:
            await parts.far.again()
        elif parts.sample.is_over:
            await parts.lobby.take_over()
        elif parts.table.state.over and parts.table.mode != "demo":
            await parts.lobby.next_game()
        elif parts.opponents.awaiting_ack:
            parts.opponents.acknowledge()
            parts.updates.changed()

    def _go_on(self) -> None:
        """Tells the next hand of the show; after the last one the computer may deal."""
        parts = self._parts
        parts.show.next()
        if parts.show.now is None and parts.opponents.awaiting_ack:
            parts.opponents.acknowledge()
            parts.updates.changed()

    async def _let_in(self, id: str) -> None:
        device = await self._parts.pairing.accept(id)
        self._parts.notices.tell(
            Notice.tell(Told.MAY_PLAY, about="devices", level=Level.INFO, other=device.name)
        )

    def scores(self) -> Sequence[int]:
        """Returns every seat's score on the board."""
        return self._parts.table.state.scores

    def names(self) -> Sequence[str]:
        """Returns the names of the seats."""
        return self._parts.table.names

    def refuse_entry(self, seat: int, other: str) -> None:
        """Refuses a press: two people who enter the same score together would count it twice.

        Args:
            seat: whose score it is.
            other: the key of the sender who is at it.

        Raises:
            IllegalAction: always; it says who is at it.
        """
        device = self._parts.pairing.get(other)
        named = device.name if device else _("the board's own page")
        name = name_of(self._parts.table.names[seat])
        raise IllegalAction(Refusal.BEING_ENTERED, other=named, name=name)
