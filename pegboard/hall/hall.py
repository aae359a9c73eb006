"""A hall: boards join and send their journals, people decide, and all of it is committed.

No clock and no network: the time comes with each call, an answer is given only after the commit.
Several halls may work on one store: a commit that another was quicker with is decided again.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from pegboard.chain.branches import EpochView, Growth, Received, grown, have, receive
from pegboard.chain.codes import UploadFault
from pegboard.chain.item import BEGIN, Item
from pegboard.chain.keys import RESULT, board_id, is_signed
from pegboard.chain.upload import Anchor, Upload, checked_links
from pegboard.errors import IllegalAction, WireError
from pegboard.hall.codes import HallFault
from pegboard.hall.store.key_values import KeyValues
from pegboard.hall.store.port import Addition, HallStore, JoinedBoard, StoreConflict
from pegboard.tournament.codes import EventFault
from pegboard.tournament.decisions import (
    AnyDecision,
    Drawn,
    EventKind,
    Game,
    Signed,
    Undone,
    WrittenLine,
    chained,
    event_root,
    parse_decision,
    signed_content,
)
from pegboard.tournament.duplicate import check_deals
from pegboard.tournament.matches import at_tables
from pegboard.tournament.result import game_items, lines_of, result_of
from pegboard.tournament.rotation.circle import Round
from pegboard.tournament.state import EventState, after, fold

SEARCH_ITEMS = 2000
"""Items among which a signed game is looked for first; almost always it is among the last."""
SECRETS = KeyValues("secret", bytes)
"""What the store keeps of a duplicate night begins so."""
TRIES = 20
"""How often a decision is made again because another hall was quicker."""


@dataclass(slots=True)
class _Log:
    """An event as far as it has been read."""

    link: bytes
    decisions: list[AnyDecision] = field(default_factory=list)
    state: EventState = field(default_factory=EventState)


class Hall:
    """The rules of a hall on its store."""

    def __init__(self, store: HallStore) -> None:
        self.store = store
        self._logs: dict[str, _Log] = {}

    def join(self, key: bytes, name: str, now: float) -> JoinedBoard:
        """Lets a board join; one that has joined stays as it is.

        Args:
            key: its public key.
            name: for people.
            now: seconds since 1970.
        """
        self.store.add_board(JoinedBoard(board_id(key), key, name, now))
        return self._board(board_id(key))

    def _board(self, board: str) -> JoinedBoard:
        return _require_joined(board, self.store.board(board))

    def check(self, board: str) -> None:
        """Checks that a board may speak here.

        Raises:
            WireError: it has not joined, or its key was revoked.
        """
        self._board(board)

    def known_heads(self, board: str, epoch: int) -> tuple[Anchor, ...]:
        """Returns what the hall has of a journal, for the board to go on from.

        Raises:
            WireError: the board has not joined, or its key was revoked.
        """
        self._board(board)
        return have(self.store.view(board, epoch))

    def receive(
        self, uploads: Sequence[Upload], on_append: Callable[[EpochView, Growth], None] | None = None
    ) -> list[Anchor | WireError | None]:
        """Takes uploads, and commits them together; a second one of a board goes after the first.

        Args:
            uploads: of any boards.
            grew: is told what was committed, and the epoch as it is then.

        Returns:
            For each, after the commit, the last item of the board that is stored; None if it
            continues nothing that is known; the error if it is forged.

        Raises:
            DeviceError: the store cannot be written; what was not answered is sent again.
        """
        answers: dict[int, Anchor | WireError | None] = {}
        waiting = list(range(len(uploads)))
        while waiting:
            by_board = {uploads[place].board: place for place in reversed(waiting)}
            now = sorted(by_board.values())
            taken = self._receive_together([uploads[place] for place in now], on_append)
            answers |= dict(zip(now, taken, strict=True))
            waiting = [place for place in waiting if place not in answers]
        return [answers[place] for place in range(len(uploads))]

    def _receive_together(
        self, uploads: Sequence[Upload], on_append: Callable[[EpochView, Growth], None] | None
    ) -> list[Anchor | WireError | None]:
        for _ in range(TRIES):
            known = self.store.read([(upload.board, upload.epoch) for upload in uploads])
            answers = [
                self._evaluate(upload, board, view)
                for upload, (board, view) in zip(uploads, known, strict=True)
            ]
            additions = [
                Addition(upload.board, upload.epoch, answer.growth)
                for upload, answer in zip(uploads, answers, strict=True)
                if isinstance(answer, Received) and answer.growth is not None
            ]
            try:
                if additions:
                    self.store.add(additions)
            except StoreConflict:
                continue
            for (_, view), answer in zip(known, answers, strict=True):
                if on_append is not None and isinstance(answer, Received) and answer.growth is not None:
                    on_append(grown(view, answer.growth), answer.growth)
            return [a.acknowledged if isinstance(a, Received) else a for a in answers]
        raise IllegalAction(HallFault.BUSY)

    def _evaluate(
        self, upload: Upload, board: JoinedBoard | None, view: EpochView
    ) -> Received | WireError:
        try:
            links = checked_links(upload, _require_joined(upload.board, board).key)
        except WireError as error:
            return error
        heads = {branch.number: branch.head for branch in view.branches}

        def link_at(branch: int, seq: int) -> bytes | None:
            head = heads[branch]
            if seq >= head.seq:  # almost always: nobody need be asked
                return head.link if seq == head.seq else None
            return self.store.link_at(upload.board, upload.epoch, branch, seq)

        return receive(view, upload, links, link_at)

    def state(self, event: str) -> EventState:
        """Returns an event at this moment; an empty one if there is none."""
        return self._read(event).state

    def _read(self, event: str) -> _Log:
        log = self._logs.setdefault(event, _Log(event_root(event)))
        news = self.store.decisions(event, len(log.decisions))
        for stored in news:
            decision = parse_decision(stored.text)
            log.decisions.append(decision)
            log.link = stored.link
            if not isinstance(decision, Undone):
                log.state = after(log.state, decision)
            else:
                log.state = fold(log.decisions)
        return log

    def decide(
        self,
        event: str,
        *decisions: AnyDecision,
        check: Callable[[EventState], None] | None = None,
    ) -> EventState:
        """Commits decisions, all of them or none, and returns the event after them.

        Args:
            event: its id.
            decisions: in order.
            check: raises where the event before them is not as it was when they were made.

        Raises: see `decide_by`.
        """

        def made(state: EventState) -> Sequence[AnyDecision]:
            if check is not None:
                check(state)
            return decisions

        return self.decide_by(event, made)

    def decide_by(
        self, event: str, make: Callable[[EventState], Sequence[AnyDecision]]
    ) -> EventState:
        """Commits what follows from the event as it is at that moment; returns it after that.

        Args:
            event: its id.
            make: returns the decisions; it is asked again where another hall was quicker.

        Raises:
            IllegalAction, ConfigError, NotationError: one does not fit; nothing is committed.
            WireError: one is no decision, or signed cards are not what the board's journal says,
                or not signed by it.
            DeviceError: they cannot be committed.
        """
        for _ in range(TRIES):
            log = self._read(event)
            state, so_far = log.state, list(log.decisions)
            decisions = make(state)
            if not decisions:
                return state
            for decision in decisions:
                so_far.append(decision)
                undone = isinstance(decision, Undone)
                state = fold(so_far) if undone else after(state, decision)
                if isinstance(decision, Signed):
                    self._check_cards(event, decision)
            if not state.games:  # its opening was undone
                raise IllegalAction(EventFault.OPENED_FIRST)
            stored = chained(log.link, decisions, len(log.decisions) + 1)
            for each in stored:
                parse_decision(each.text)  # what could not be read again would end the event
            try:
                self.store.decide(event, stored)
            except StoreConflict:
                continue
            return self._read(event).state
        raise IllegalAction(HallFault.BUSY)

    def sign(self, event: str, board: str, signed: Signed) -> EventState:
        """Commits the cards that a board hands in; the same ones again change nothing.

        Raises:
            IllegalAction: the board does not stand at that table, or they do not fit.
            WireError: they are not what its journal says, or not signed by it.
            DeviceError: they cannot be committed.
        """
        state = self.state(event)
        if signed in state.signed:
            return state
        if signed.board != board or state.boards.get(signed.table) != board:
            raise IllegalAction(EventFault.OTHER_TABLE, table=signed.table)
        matches = {(each.match, each.players) for each in at_tables(state)}
        if signed.match is not None and (signed.match, signed.players) not in matches:
            raise IllegalAction(EventFault.OTHERS_PLAY, round=signed.round, table=signed.table)
        return self.decide(event, signed)

    def decisions(self, event: str) -> list[AnyDecision]:
        """Returns everything decided so far, also what was undone, in order."""
        return list(self._read(event).decisions)

    def draw(self, event: str, by: str, now: float) -> Round:
        """Draws the next round, as the seed gives it.

        Raises:
            IllegalAction: all rounds have been drawn.
            ConfigError: there are too few players.
        """
        coming = self.state(event).next_round()
        if coming is None:
            raise IllegalAction(EventFault.ALL_DRAWN)
        games = tuple(Game(each.table, *each.seats) for each in coming.pairings)
        self.decide(event, Drawn(at=now, by=by, round=coming.number, games=games, bye=coming.bye))
        return coming

    def secret(self, event: str) -> str:
        """Returns the secret of a duplicate night.

        Raises:
            IllegalAction: it is not in this hall.
        """
        found = SECRETS.get(self.store, event)
        if found is None:
            raise IllegalAction(HallFault.NO_SECRET)
        return found.decode()

    def _check_cards(self, event: str, signed: Signed) -> None:
        """Replays the game from the journal as it arrived here."""
        board = self._board(signed.board)
        signature = bytes.fromhex(signed.signature)
        if not is_signed(board.key, signature, RESULT, signed_content(event, signed)):
            raise WireError(UploadFault.FORGED, board=signed.board, seq=signed.seq)
        view = self.store.view(signed.board, signed.epoch)
        link = bytes.fromhex(signed.link)
        for branch in view.branches:
            at = self.store.link_at(signed.board, signed.epoch, branch.number, signed.seq)
            if at != link:
                continue
            items = self._game(signed, branch.number)
            result = result_of(items)
            if self.state(event).kind is EventKind.DUPLICATE:
                check_deals(items, self.secret(event), signed.round)
            lines = lines_of(result, signed.round, signed.players)
            if tuple(map(WrittenLine.of, lines)) != signed.lines:
                raise WireError(UploadFault.OTHER_CARDS, board=signed.board, game=signed.game)
            return
        raise IllegalAction(HallFault.NO_JOURNAL, board=signed.board, seq=signed.seq)

    def _game(self, signed: Signed, branch: int) -> list[Item]:
        """Returns the items of a signed game, up to the one that was signed."""
        found: list[Item] = []
        for after_seq in (max(signed.seq - SEARCH_ITEMS, 0), 0):
            items = self.store.items(signed.board, signed.epoch, branch, after_seq)
            until = takewhile(lambda item: item.seq <= signed.seq, items)
            found = game_items(until, signed.game)
            if found and found[0].number == BEGIN:
                break
        return found


def _require_joined(id: str, board: JoinedBoard | None) -> JoinedBoard:
    """Returns a board that counts.

    Raises:
        WireError: it has not joined, or its key was revoked.
    """
    if board is None:
        raise WireError(UploadFault.UNKNOWN, board=id)
    if board.revoked is not None:
        raise WireError(UploadFault.REVOKED, board=id)
    return board
