"""A hall on its store: joins boards, accepts their journals, and commits decisions.

No clock and no network: the caller passes the time, and every answer follows the commit. Several
halls may share one store: after a conflict an operation is retried on the new state.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from msgspec import Struct

from pegboard.chain.branches import (
    Append,
    EpochView,
    Receipt,
    apply_append,
    evaluate_upload,
    known_heads,
)
from pegboard.chain.codes import UploadFault
from pegboard.chain.item import BEGIN, Item
from pegboard.chain.keys import RESULT, board_id, is_signed
from pegboard.chain.upload import Anchor, Upload, checked_links
from pegboard.errors import IllegalAction, WireError
from pegboard.hall.codes import HallFault
from pegboard.hall.store.key_values import KeyValues
from pegboard.hall.store.port import EpochAppend, HallStore, JoinedBoard, StoreConflict
from pegboard.tournament.codes import EventFault
from pegboard.tournament.decisions import (
    AnyDecision,
    Drawn,
    EventKind,
    Game,
    Signed,
    Undone,
    WrittenLine,
    chain_decisions,
    event_root,
    parse_decision,
    signed_content,
)
from pegboard.tournament.duplicate import check_deals
from pegboard.tournament.matches import matches_at_tables
from pegboard.tournament.result import game_items, lines_of, result_of
from pegboard.tournament.rotation.circle import Round
from pegboard.tournament.state import EventState, apply_decision, fold

SEARCH_ITEMS = 2000
"""Number of latest items searched first for a signed game, which is almost always among them."""
SECRETS = KeyValues("secret", bytes)
"""Secret of each duplicate night, by event."""
FINISHED = KeyValues("over", dict[str, list[str]])
"""Games that each board had finished when a round was drawn, by event and round."""
MATCHES = "matches"
"""Key used in `FINISHED` in place of a round, for games finished before a match was called."""
EARLY_MOST = 20
TRIES = 20
"""Maximum number of attempts after conflicts with other processes."""


class EarlyGame(Struct, frozen=True):
    """A signed game that had ended before its round was drawn or its match was called."""

    round: int
    table: int
    board: str
    game: str


EARLY = KeyValues("early", list[EarlyGame])
"""Refused early games of each event, the latest one last."""


@dataclass(slots=True)
class _Log:
    """An event's log, as far as it has been read, and the state after it."""

    link: bytes
    decisions: list[AnyDecision] = field(default_factory=list)
    state: EventState = field(default_factory=EventState)


class Hall:
    """A hall on its store; see the module."""

    def __init__(self, store: HallStore) -> None:
        self.store = store
        self._logs: dict[str, _Log] = {}

    def join(self, key: bytes, name: str, now: float) -> JoinedBoard:
        """Joins a board; does nothing if it has joined already.

        Args:
            key: public key of the board, 32 bytes.
            name: display name.
            now: current time, in seconds since 1970.
        """
        self.store.add_board(JoinedBoard(board_id(key), key, name, now))
        return self._board(board_id(key))

    def _board(self, board: str) -> JoinedBoard:
        return _require_joined(board, self.store.board(board))

    def check(self, board: str) -> None:
        """Checks that a board has joined and is not revoked.

        Raises:
            WireError: it has not joined, or its key was revoked.
        """
        self._board(board)

    def known_heads(self, board: str, epoch: int) -> tuple[Anchor, ...]:
        """Returns the stored heads of a journal, from one of which the board continues.

        Raises:
            WireError: the board has not joined, or its key was revoked.
        """
        self._board(board)
        return known_heads(self.store.view(board, epoch))

    def receive(
        self,
        uploads: Sequence[Upload],
        on_append: Callable[[EpochView, Append], None] | None = None,
    ) -> list[Anchor | WireError | None]:
        """Checks uploads and commits them together; several from one board are committed in order.

        Args:
            uploads: uploads of any boards.
            on_append: called after the commit with each epoch and what was appended to it.

        Returns:
            For each upload the board's last stored item; None if it continues no known branch; the
            error if it is invalid.

        Raises:
            DeviceError: the store cannot be written.
        """
        answers: dict[int, Anchor | WireError | None] = {}
        waiting = list(range(len(uploads)))
        while waiting:
            by_board = {uploads[place].board: place for place in reversed(waiting)}
            now = sorted(by_board.values())
            results = self._receive_together([uploads[place] for place in now], on_append)
            answers |= dict(zip(now, results, strict=True))
            waiting = [place for place in waiting if place not in answers]
        return [answers[place] for place in range(len(uploads))]

    def _receive_together(
        self, uploads: Sequence[Upload], on_append: Callable[[EpochView, Append], None] | None
    ) -> list[Anchor | WireError | None]:
        for _ in range(TRIES):
            stored = self.store.read([(upload.board, upload.epoch) for upload in uploads])
            answers = [
                self._evaluate(upload, board, view)
                for upload, (board, view) in zip(uploads, stored, strict=True)
            ]
            additions = [
                EpochAppend(upload.board, upload.epoch, answer.append)
                for upload, answer in zip(uploads, answers, strict=True)
                if isinstance(answer, Receipt) and answer.append is not None
            ]
            try:
                if additions:
                    self.store.add(additions)
            except StoreConflict:
                continue
            for (_, view), answer in zip(stored, answers, strict=True):
                if (
                    on_append is not None
                    and isinstance(answer, Receipt)
                    and answer.append is not None
                ):
                    on_append(apply_append(view, answer.append), answer.append)
            return [a.acknowledged if isinstance(a, Receipt) else a for a in answers]
        raise IllegalAction(HallFault.BUSY)

    def _evaluate(
        self, upload: Upload, board: JoinedBoard | None, view: EpochView
    ) -> Receipt | WireError:
        try:
            links = checked_links(upload, _require_joined(upload.board, board).key)
        except WireError as error:
            return error
        heads = {branch.number: branch.head for branch in view.branches}

        def link_at(branch: int, seq: int) -> bytes | None:
            head = heads[branch]
            if seq >= head.seq:  # the common case needs no query
                return head.link if seq == head.seq else None
            return self.store.link_at(upload.board, upload.epoch, branch, seq)

        return evaluate_upload(view, upload, links, link_at)

    def state(self, event: str) -> EventState:
        """Returns the current state of an event; an empty one if it does not exist."""
        return self._read(event).state

    def _read(self, event: str) -> _Log:
        log = self._logs.setdefault(event, _Log(event_root(event)))
        news = self.store.decisions(event, len(log.decisions))
        for stored in news:
            decision = parse_decision(stored.text)
            log.decisions.append(decision)
            log.link = stored.link
            if not isinstance(decision, Undone):
                log.state = apply_decision(log.state, decision)
            else:
                log.state = fold(log.decisions)
        return log

    def decide(
        self,
        event: str,
        *decisions: AnyDecision,
        check: Callable[[EventState], None] | None = None,
    ) -> EventState:
        """Commits decisions atomically and returns the event after them.

        Args:
            event: id of the event.
            decisions: decisions in order.
            check: raises an error if the event has changed since the decisions were made.

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
        """Commits decisions computed from the current state, and returns the event after them.

        Args:
            event: id of the event.
            make: returns the decisions for a state; called again after a conflict.

        Raises:
            IllegalAction, ConfigError, NotationError: a decision is not allowed.
            WireError: a decision is malformed, or signed cards contradict the board's journal or
                lack its signature.
            DeviceError: the store cannot be written.
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
                state = fold(so_far) if undone else apply_decision(state, decision)
                if isinstance(decision, Signed):
                    self._check_cards(event, decision)
            if not state.games:  # the opening was undone
                raise IllegalAction(EventFault.OPENED_FIRST)
            stored = chain_decisions(log.link, decisions, len(log.decisions) + 1)
            for stored_decision in stored:
                parse_decision(
                    stored_decision.text
                )  # an unreadable decision would make the event unusable
            try:
                self.store.decide(event, stored)
            except StoreConflict:
                continue
            return self._read(event).state
        raise IllegalAction(HallFault.BUSY)

    def sign(self, event: str, board: str, signed: Signed) -> EventState:
        """Commits cards signed at a board; committing the same cards again does nothing.

        Raises:
            IllegalAction: the board is not at that table, the game was over before the draw, or the
                cards do not fit the event.
            WireError: the cards contradict the board's journal, or lack its signature.
            DeviceError: the store cannot be written.
        """
        state = self.state(event)
        if signed in state.signed:
            return state
        if signed.board != board or state.boards.get(signed.table) != board:
            raise IllegalAction(EventFault.OTHER_TABLE, table=signed.table)
        matches = {(at_table.match, at_table.players) for at_table in matches_at_tables(state)}
        if signed.match is not None and (signed.match, signed.players) not in matches:
            raise IllegalAction(EventFault.OTHERS_PLAY, round=signed.round, table=signed.table)
        self._check_is_new(event, signed)
        return self.decide(event, signed)

    def _check_is_new(self, event: str, signed: Signed) -> None:
        """Refuses a game that ended before its draw or call, and notes it for the director."""
        key = f"{event} {MATCHES if signed.match is not None else signed.round}"
        if signed.game not in (FINISHED.get(self.store, key) or {}).get(signed.board, ()):
            return
        early = EarlyGame(signed.round, signed.table, signed.board, signed.game)
        noted = EARLY.get(self.store, event) or []
        if early not in noted:
            EARLY.put(self.store, [*noted, early][-EARLY_MOST:], event)
        raise IllegalAction(EventFault.OVER_BEFORE, table=signed.table, game=signed.game)

    def decisions(self, event: str) -> list[AnyDecision]:
        """Returns all decisions in order, including undone ones."""
        return list(self._read(event).decisions)

    def draw(self, event: str, by: str, now: float) -> Round:
        """Draws the next round, which follows from the seed.

        Raises:
            IllegalAction: all rounds have been drawn.
            ConfigError: there are too few players.
        """
        coming = self.state(event).next_round()
        if coming is None:
            raise IllegalAction(EventFault.ALL_DRAWN)
        games = tuple(Game(pairing.table, *pairing.seats) for pairing in coming.pairings)
        self.decide(event, Drawn(at=now, by=by, round=coming.number, games=games, bye=coming.bye))
        return coming

    def secret(self, event: str) -> str:
        """Returns the secret of a duplicate night.

        Raises:
            IllegalAction: this hall does not have it.
        """
        found = SECRETS.get(self.store, event)
        if found is None:
            raise IllegalAction(HallFault.NO_SECRET)
        return found.decode()

    def _check_cards(self, event: str, signed: Signed) -> None:
        """Checks the signature of cards, and replays their game from the stored journal."""
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
        """Returns the items of a signed game, up to the signed one."""
        found: list[Item] = []
        for after_seq in (max(signed.seq - SEARCH_ITEMS, 0), 0):
            items = self.store.items(signed.board, signed.epoch, branch, after_seq)
            until = takewhile(lambda item: item.seq <= signed.seq, items)
            found = game_items(until, signed.game)
            if found and found[0].number == BEGIN:
                break
        return found


def _require_joined(id: str, board: JoinedBoard | None) -> JoinedBoard:
    """Returns a board that has joined and is not revoked.

    Raises:
        WireError: it has not joined, or its key was revoked.
    """
    if board is None:
        raise WireError(UploadFault.UNKNOWN, board=id)
    if board.revoked is not None:
        raise WireError(UploadFault.REVOKED, board=id)
    return board
