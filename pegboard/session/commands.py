"""Execution of commands from pages and programs: once per id, after checking rights and state."""

import asyncio
import logging
from collections import OrderedDict
from dataclasses import replace

import msgspec
from msgspec import UNSET

from pegboard.controls import Button
from pegboard.cribbage.first_deal import FirstDeal
from pegboard.cribbage.game import Deal, Undo, legal_actions
from pegboard.cribbage.notation import parse_action
from pegboard.errors import Common, IllegalAction, NotationError, PegboardError
from pegboard.i18n import _, name_of
from pegboard.narration.events import cut_for_deal
from pegboard.notice import Level, Notice
from pegboard.pairing.viewer import Role, Sender, Viewer
from pegboard.schema.codes import Mistaken
from pegboard.schema.commands import (
    Accept,
    Act,
    AnswerPack,
    AnswerSwitch,
    AnswerWatch,
    AssignSeat,
    Change,
    Command,
    Count,
    Dismiss,
    Edit,
    Hold,
    NewGame,
    PickCards,
    Ping,
    Press,
    Redo,
    Rename,
    Resume,
    Save,
    ShowSample,
    Sign,
    Sit,
    Stand,
    Uncover,
    UndoTo,
    ack,
    refusal,
    verb_of,
)
from pegboard.schema.messages import AckMessage
from pegboard.session.buttons import Presses
from pegboard.session.codes import Refusal
from pegboard.session.parts import Parts
from pegboard.session.views.log import latest_lines
from pegboard.session.watching.question import Answer

log = logging.getLogger(__name__)

MAX_ACKS = 2000
"""Number of answers cached for clients that send a command again."""


class Commands:
    """Executor of one session's commands. Use from one event loop only."""

    def __init__(self, parts: Parts, presses: Presses) -> None:
        """Creates the executor.

        Args:
            parts: the parts of the session.
            presses: the buttons.
        """
        self._parts, self._presses = parts, presses
        self._acks: OrderedDict[str, tuple[Command, asyncio.Future[AckMessage]]] = OrderedDict()
        """Command and answer by id."""
        self._turn = asyncio.Lock()
        """Serialises commands with a `seq`, so that none runs between check and action."""

    async def execute(self, command: Command, by: str, viewer: Viewer) -> AckMessage:
        """Executes a client's command once per id; a repeated id gets the same answer.

        Each device has its own ids. Programs on this machine share theirs: a different command
        under a used id is refused, not acknowledged.
        """
        if isinstance(command, Ping):
            return ack(command.id)
        id = f"{viewer.device or viewer.role}:{command.id}"
        if id not in self._acks:
            answer = asyncio.ensure_future(self._acknowledge(command, by, viewer))
            self._acks[id] = command, answer
            while len(self._acks) > MAX_ACKS:
                self._acks.popitem(last=False)
        asked, known = self._acks[id]
        if asked != command:
            return refusal(command.id, IllegalAction(Refusal.ID_USED))
        return await asyncio.shield(known)

    async def _acknowledge(self, asked: Command, by: str, viewer: Viewer) -> AckMessage:
        # Prefix the device, so that the ids of different devices differ in the journal too.
        unique_id = f"{viewer.device}/{asked.id}" if viewer.device else asked.id
        command = msgspec.structs.replace(asked, id=unique_id)
        try:
            if command.seq is not UNSET or command.game is not UNSET:
                async with self._turn:
                    await self._execute(command, by, viewer)
            else:
                await self._execute(command, by, viewer)
        except PegboardError as error:
            return refusal(asked.id, error, self._parts.table.names)
        except Exception:
            # Log only the verb: names and cards are private.
            log.exception("a command failed: %s", verb_of(type(command)))
            return refusal(asked.id, PegboardError(Common.INSIDE))
        return ack(asked.id)

    async def _execute(self, command: Command, by: str, viewer: Viewer) -> None:
        parts, counting, seating = self._parts, self._parts.counting, self._parts.seating
        viewer = self._current_viewer(viewer)
        if parts.table.has_executed(command.id) or parts.lobby.waiting.has_executed(command.id):
            return  # it was executed before the service restarted
        self._check_not_stale(command)
        parts.notices.clear()
        parts.attract.record_activity()
        counting.narration.cancel_autopeg()
        if isinstance(command, Act | NewGame | ShowSample | Resume | UndoTo | Redo | Edit):
            parts.signing.check_may_drop(seating.undoable_seats(viewer))
        match command:
            case Press(button=name):
                await self._press(name, by, viewer, command.id)
            case Act(line=line):
                await self._act(line, command.id, by, viewer)
            case NewGame(setup=request):
                if viewer.role != "board":  # a guest may not discard an unfinished game
                    request = msgspec.structs.replace(request, keep=True)
                cut = await parts.lobby.new_game(request, id=command.id)
                if cut is not None:
                    parts.notices.post(self._cut_notice(cut))
                await self._take_own_seat(viewer)
            case Rename(names=names):
                await parts.naming.rename(names, viewer, id=command.id)
            case ShowSample():
                await parts.sample.start(id=command.id)
            case Resume(to=to):
                await parts.lobby.resume(to, id=command.id)
            case UndoTo(point=point):
                seats = self._parts.seating.undoable_seats(viewer)
                await parts.undoing.undo_to(point.to, point.seq, id=command.id, by=by, seats=seats)
            case Redo():
                seats = self._parts.seating.undoable_seats(viewer)
                await parts.undoing.redo(id=command.id, by=by, seats=seats)
            case Edit(line=line):
                action = parse_action(line.action)
                await parts.undoing.edit(line.at, line.seq, action, id=command.id, by=by)
            case Count():
                counting.read_camera()
            case PickCards(cards=cards, starter=starter, seat=seat):
                counting.offer_hand(cards, starter, seat)
            case Accept(muggins=int(caller), points=points):
                await counting.call_missed(caller, points, by=by)
            case Accept(seat=seat, crib=crib, claim=int(points)):
                await counting.claim(counting.offer_for(seat, crib), points, by=by)
            case Accept(seat=seat, crib=crib):
                await counting.peg(counting.offer_for(seat, crib), by=by)
            case Change(correction=correction):
                await counting.correct_offer(correction)
            case Save():
                await counting.save_picture()
            case Hold():
                pass  # nothing more: every command cancels automatic pegging
            case Dismiss():
                counting.dismiss()
            case AnswerWatch(question=question, answer=answer):
                parts.watching.answer_question(question, Answer(answer))
            case Sit(seat=seat):
                await seating.sit(viewer, seat, parts.table.state)
            case Stand():
                await seating.stand(viewer)
            case AssignSeat(assignment=assignment):
                await seating.assign(viewer, assignment.seat, assignment.to)
            case Uncover(seat=seat):
                seating.uncover(viewer, seat)
            case AnswerSwitch(is_yes=is_yes):
                if not viewer.is_at_board:
                    raise IllegalAction(Refusal.SAY_AT_BOARD)
                if not parts.switch_question.answer(is_yes=is_yes):
                    raise IllegalAction(Refusal.QUESTION_GONE)
            case AnswerPack(is_yes=is_yes):
                if not parts.pack.answer_question(is_yes=is_yes):
                    raise IllegalAction(Refusal.QUESTION_GONE)
            case Sign(signature=signature):
                if signature.seat not in seating.seats_of(viewer):
                    raise IllegalAction(Refusal.NOTHING_TO_SIGN)
                parts.signing.sign(signature.seat, signature.held_s)
        parts.updates.schedule()

    def _current_viewer(self, viewer: Viewer) -> Viewer:
        """Returns the viewer with its current device and rights.

        The device may have been removed while its command was in transit.

        Raises:
            IllegalAction: the viewer may not act, or no longer.
        """
        device = self._parts.pairing.get(viewer.device) if viewer.device else None
        if not viewer.may_act or (viewer.device and device is None):
            raise IllegalAction(Refusal.ONLY_LOOKING)
        if device is None:
            return viewer
        role: Role = "board" if device.board else "player"
        return replace(viewer, role=role, name=device.name)

    def _check_not_stale(self, command: Command) -> None:
        """Checks that the game still has the state on which the client based the command, if given.

        Raises:
            IllegalAction: somebody else acted first; the error names the action.
        """
        table = self._parts.table
        if command.game not in (UNSET, table.game):
            raise IllegalAction(Refusal.ANOTHER_GAME)
        if command.seq not in (UNSET, table.seq):
            last = latest_lines(table, 1)
            came = last[0].text if last else _("something was taken back")
            raise IllegalAction(Refusal.OUTRUN, came=came)

    async def _press(self, name: str, by: str, viewer: Viewer, id: str) -> None:
        button = Button.parse(name)
        if button.seat is not None and button.seat >= self._parts.table.rules.players:
            raise NotationError(Mistaken.NO_SUCH_BUTTON, name=name, got=button.seat)
        await self._presses.press(button, Sender(by, viewer, id))

    async def _act(self, line: str, id: str, by: str, viewer: Viewer) -> None:
        parts, action = self._parts, parse_action(line)
        seats = parts.seating.seats_of(viewer)
        if isinstance(action, Undo):
            if not parts.signing.withdraw():
                await self._undo(id, by, viewer)
            return
        kind = parts.table.kind
        if kind.action_refusal is not None:
            raise IllegalAction(kind.action_refusal)
        if kind.is_remote:
            await parts.remote.play(action, seats)
            return
        if kind.has_dealt_hands:
            seat = getattr(action, "seat", None)
            if seat in parts.lobby.setup.computers:
                raise IllegalAction(Refusal.COMPUTERS_SEAT, seat=seat)
            if seat in parts.lobby.setup.people and seat not in seats:
                name = name_of(parts.table.names[seat])
                raise IllegalAction(Refusal.OTHERS_SEAT, seat=seat, name=name)
            if not any(action in legal_actions(parts.table.state, each) for each in seats):
                raise IllegalAction(Refusal.NOT_NOW)
        if isinstance(action, Deal) and parts.watching.answer_by_deal(action):
            return
        await parts.moves.submit(action, id=id, by=by)

    async def _undo(self, id: str, by: str, viewer: Viewer) -> None:
        await self._parts.undoing.undo_latest(
            id=id, by=by, seats=self._parts.seating.undoable_seats(viewer)
        )

    def _cut_notice(self, cut: FirstDeal) -> Notice:
        """Returns the notice of the cut for the deal, shown until the next press."""
        rounds = [[[seat, str(card)] for seat, card in each] for each in cut.rounds]
        text = cut_for_deal(cut, self._parts.table.names)
        facts = {"dealer": cut.dealer, "rounds": rounds}
        return Notice(Level.INFO, "game", "cut-for-deal", text, facts=facts, name="game")

    async def _take_own_seat(self, viewer: Viewer) -> None:
        """Gives the device its seat when it starts a game alone against the computer."""
        people = self._parts.lobby.setup.people
        deals = self._parts.table.kind.has_dealt_hands
        if viewer.role == "player" and deals and len(people) == 1:
            await self._parts.seating.assign(Viewer("board"), people[0], viewer.device)
