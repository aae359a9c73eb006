"""Execution of intents from the buttons, on the board and on its page.

    Input --debounce, staging--> Intent --Session--> Moves --> table --> journal

Runs on the event loop; `Publisher` shows the changes.
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
from pegboard.notice import Notice
from pegboard.pairing.viewer import AT_BOARD, Sender
from pegboard.session.codes import Refusal
from pegboard.session.ok import confirm
from pegboard.session.parts import Parts


class Session:
    """Handler of one session's intents."""

    def __init__(
        self,
        parts: Parts,
        *,
        on_reset: Callable[[], Awaitable[Notice]],
        on_safe: Callable[[], Notice] | None = None,
    ) -> None:
        """Creates the session.

        Args:
            parts: the parts of the session.
            on_reset: called on a reset request at the board; returns a notice to post.
            on_safe: called on a request for safe mode; returns a notice to post.
        """
        self._parts, self._on_reset, self._on_safe = parts, on_reset, on_safe

    async def on_press(self, button: Button | None, sender: Sender = AT_BOARD) -> bool:
        """Handles a press that stops automatic pegging, answers a prompt or ends a demo.

        Args:
            button: the pressed button; None for the turn of a dial. COUNT is not consumed by a
            take-over: the hand on the table is still counted.
            sender: the sender of the press.

        Returns:
            True if the press is consumed.
        """
        parts = self._parts
        parts.attract.record_activity()
        parts.counting.narration.cancel_autopeg()
        if button is not None and await self._answer_prompt(button, sender):
            return True
        if parts.by_ear is not None and button is not None and parts.by_ear.press(button):
            return True
        if button is not None and button.kind is ButtonKind.PLUS1 and parts.signing.game_to_sign:
            parts.updates.schedule()
            return True  # after an event game, holding +1 signs and a press pegs nothing
        if not parts.lobby.is_unattended or parts.pairing.next_invited:
            return False
        counts = button is not None and button.kind is ButtonKind.COUNT
        return await parts.lobby.take_over() or not counts

    async def _answer_prompt(self, button: Button, sender: Sender) -> bool:
        """Answers an open question about phones or the pack with OK or UNDO."""
        parts = self._parts
        if button.kind is ButtonKind.OK:
            return await confirm(parts, sender, at_once=True)
        if button.kind is not ButtonKind.UNDO or not sender.viewer.is_at_board:
            return False
        return parts.switch_question.answer(is_yes=False) or parts.pack.answer_question(
            is_yes=False
        )

    async def handle(self, intent: Intent, sender: Sender, on_commit: Callable[[], None]) -> None:
        """Executes an intent; calls `on_commit` when it is on disk, before the new state is shown.

        Raises:
            PegboardError: it cannot be done; a DeviceError may be temporary.
        """
        parts = self._parts
        if isinstance(intent, Undo):
            parts.signing.check_may_drop(parts.seating.undoable_seats(sender.viewer))
        match intent:
            case Commit() if parts.table.kind.entry_refusal is not None:
                raise IllegalAction(parts.table.kind.entry_refusal)
            case Commit(seat=seat, delta=points) if parts.counting.is_claimed_by(seat):
                await parts.counting.claim(
                    parts.counting.offer_for(None, False), points, by=sender.by
                )
                on_commit()
            case Commit(seat=seat, delta=points) if parts.counting.is_called_by(seat):
                await parts.counting.call_missed(seat, points, by=sender.by)
                on_commit()
            case Commit(seat=seat, delta=points):
                parts.watching.sync.refuse_duplicate(seat, points)
                action = intent.to_action(parts.table.state.scores[seat])
                id = uuid4().hex
                await parts.moves.submit(action, id=id, by=sender.by, on_commit=on_commit)
            case Undo() if parts.signing.withdraw():
                pass
            case Undo() if parts.counting.is_reading or parts.counting.is_undecided:
                parts.counting.dismiss()
            case Undo():
                parts.counting.dismiss()
                seats = parts.seating.undoable_seats(sender.viewer)
                id = sender.id or uuid4().hex
                await parts.undoing.undo_latest(id=id, by=sender.by, seats=seats)
            case Count():
                parts.counting.read_camera()
            case Confirm():
                await confirm(parts, sender)
            case Sign(seat=seat, held_s=held_s):
                if seat in parts.signing.unsigned_seats:
                    parts.signing.sign(seat, held_s)
            case OpenDoor():
                parts.pairing.open_window()
            case Reset():
                parts.notices.post(await self._on_reset())
            case SafeStart():
                if self._on_safe is not None:
                    parts.notices.post(self._on_safe())

    def scores(self) -> Sequence[int]:
        """Returns every seat's score on the board."""
        return self._parts.table.state.scores

    def names(self) -> Sequence[str]:
        """Returns the names of the seats."""
        return self._parts.table.names

    def refuse_entry(self, seat: int, other: str) -> None:
        """Refuses a press while someone else enters points for the seat, which would count twice.

        Args:
            seat: seat that is to be scored.
            other: key of the sender who is entering points.

        Raises:
            IllegalAction: always; names the other sender.
        """
        device = self._parts.pairing.get(other)
        named = device.name if device else _("the board's own page")
        name = name_of(self._parts.table.names[seat])
        raise IllegalAction(Refusal.BEING_ENTERED, other=named, name=name)
