"""The store in a PostgreSQL database (15 or newer), for a hall with several processes.

An append locks the rows of its boards in a fixed order until the commit, so that processes wait for
each other without deadlock. Decision numbers are unique, so the second of two conflicting commits
fails. Every commit is synced. A lost connection is reopened by the next call.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec
import psycopg

from pegboard.chain.branches import EpochView
from pegboard.chain.item import Item, item_bytes, root_link
from pegboard.errors import DeviceError
from pegboard.hall.codes import StoreFault
from pegboard.hall.store.port import EpochAppend, JoinedBoard, Marks, StoreConflict
from pegboard.hall.store.postgres_link import PostgresLink
from pegboard.hall.store.postgres_schema import CHANGES, LOCK, SCHEMA, VERSION
from pegboard.hall.store.views import EPOCHS, by_board, epoch_views
from pegboard.tournament.decisions import StoredDecision

PAGE = 5000
"""Number of items per query."""


class PostgresStore:
    """A hall's store in a database.

    Args:
        url: `postgresql://USER@HOST/DATABASE`, without a password.
        password: password; None to let libpq find it (PGPASSFILE, PGPASSWORD, peer authentication).

    Raises:
        DeviceError: the database cannot be reached, is too old, or belongs to a newer pegboard.
    """

    shared = True

    def __init__(self, url: str, password: str | None = None) -> None:
        self._link = PostgresLink(url, password)
        self._run, self._query = self._link.run, self._link.query
        self._commit = self._link.commit
        try:
            self._link.check()
            self._prepare()
        except BaseException:
            self._link.close()
            raise
        self.path = self._link.name

    def _prepare(self) -> None:
        with self._commit():
            self._run("select pg_advisory_xact_lock(%s)", LOCK)
            self._run(SCHEMA)
            [(version,)] = self._run("select coalesce(max(number), 0) from version")
            if version > VERSION:
                facts = {"file": self._link.name, "version": version, "known": VERSION}
                raise DeviceError(StoreFault.NEWER, **facts)
            for change in CHANGES[version:]:
                self._run(change)
            if version < VERSION:
                self._run("insert into version values (%s)", VERSION)

    # --- boards

    def add_board(self, board: JoinedBoard) -> bool:
        """Adds a board; returns False if its id exists."""
        with self._commit():
            rows = self._run(
                "insert into board values (%s, %s, %s, %s, %s) on conflict do nothing returning id",
                *(board.id, board.key, _text(board.name), board.added, board.revoked),
            )
        return bool(rows)

    def revoke(self, board: str, at: float) -> bool:
        """Revokes a board's key; returns False if the board is unknown."""
        with self._commit():
            rows = self._run(
                "update board set revoked = %s where id = %s returning id", at, _text(board)
            )
        return bool(rows)

    def board(self, id: str) -> JoinedBoard | None:
        """Returns a board; None if it has not joined."""
        rows = self._query("select * from board where id = %s", _text(id))
        return JoinedBoard(*rows[0]) if rows else None

    def boards(self) -> list[JoinedBoard]:
        """Returns all boards, ordered by the time at which they joined."""
        return [JoinedBoard(*row) for row in self._query("select * from board order by added, id")]

    # --- journals

    def epochs(self, board: str) -> list[EpochView]:
        """Returns the epochs of a board, oldest first."""
        return self._views("e.board = %s", _text(board))

    def all_epochs(self) -> dict[str, list[EpochView]]:
        """Returns the epochs of all boards that have any, by board, with one query."""
        return by_board(self._views("true"))

    def view(self, board: str, epoch: int) -> EpochView:
        """Returns an epoch; an empty view if it is unknown."""
        found = self._views("e.board = %s and e.epoch = %s", _text(board), epoch)
        return found[0] if found else EpochView.new(board, epoch)

    def read(self, which: Sequence[tuple[str, int]]) -> list[tuple[JoinedBoard | None, EpochView]]:
        """Returns each of several epochs with its board."""
        ids = [_text(board) for board, _ in which]
        rows = self._query("select * from board where id = any(%s)", ids)
        boards = {row[0]: JoinedBoard(*row) for row in rows}
        views = {
            (view.board, view.epoch): view
            for view in self._views(
                "(e.board, e.epoch) in (select * from unnest(%s::text[], %s::bigint[]))",
                *(ids, [epoch for _, epoch in which]),
            )
        }
        return [
            (boards.get(board), views.get((board, epoch)) or EpochView.new(board, epoch))
            for board, epoch in which
        ]

    def _views(self, which: str, *values: object) -> list[EpochView]:
        return epoch_views(self._query(EPOCHS.format(which=which), *values))

    def link_at(self, board: str, epoch: int, branch: int, seq: int) -> bytes | None:
        """Returns the link of an item, also in a shared prefix; None beyond the end."""
        if seq == 0:
            return root_link(board, epoch)
        rows = self._query(
            "select b.parent, b.start, i.link from branch b join epoch e on b.epoch = e.number "
            "left join item i on i.branch = b.id and i.seq = %s "
            "where e.board = %s and e.epoch = %s and b.number = %s",
            *(seq, _text(board), epoch, branch),
        )
        if not rows:
            return None
        [(parent, start, link)] = rows
        return self.link_at(board, epoch, parent, seq) if seq <= start else link

    def add(self, additions: Sequence[EpochAppend]) -> None:
        """Commits several appends together.

        Raises:
            StoreConflict: a branch does not have the expected length; nothing is added.
            DeviceError: a board is unknown, or the database fails; nothing is added.
        """
        with self._commit():
            boards = sorted({addition.board for addition in additions})
            self._run(
                "select id from board where id = any(%s) order by id for no key update", boards
            )
            for some in _distinct_runs(additions):
                self._append(some)

    def _append(self, additions: Sequence[EpochAppend]) -> None:
        """Appends to distinct epochs with a fixed number of statements."""
        names = [
            [addition.board for addition in additions],
            [addition.epoch for addition in additions],
        ]
        self._run(
            "insert into epoch (board, epoch) select * from unnest(%s::text[], %s::bigint[]) "
            "on conflict do nothing",
            *names,
        )
        heads: dict[tuple[str, int], dict[int, tuple[int, int]]] = {}
        epochs: dict[tuple[str, int], int] = {}
        for board, epoch, row, number, id, seq in self._run(
            "select e.board, e.epoch, e.number, b.number, b.id, b.seq "
            "from unnest(%s::text[], %s::bigint[]) as a (board, epoch) "
            "join epoch e on e.board = a.board and e.epoch = a.epoch "
            "left join branch b on b.epoch = e.number",
            *names,
        ):
            branches = heads.setdefault((board, epoch), {})
            epochs[board, epoch] = row
            if number is not None:
                branches[number] = (id, seq)
        grown: list[tuple[int, int, bytes, bytes]] = []
        items: list[tuple[int, int, str, bytes]] = []
        for addition in additions:
            key, growth = (addition.board, addition.epoch), addition.append
            branch, branches = growth.branch, heads[addition.board, addition.epoch]
            found = branches.get(branch.number)
            if growth.after != (branch.start if found is None else found[1]):
                raise StoreConflict(StoreFault.CONFLICT, what=addition.board)
            if found is None and len(branches) != branch.number:
                raise StoreConflict(StoreFault.CONFLICT, what=addition.board)
            if found is None:
                [(id,)] = self._run(
                    "insert into branch (epoch, number, parent, start, seq, link, signature) "
                    "values (%s, %s, %s, %s, %s, %s, %s) returning id",
                    *(epochs[key], branch.number, branch.parent, branch.start),
                    *(branch.head.seq, branch.head.link, branch.signature),
                )
            else:
                id = found[0]
                grown.append((id, branch.head.seq, branch.head.link, branch.signature))
            items += [
                (id, item.seq, item_bytes(item).decode(), link)
                for item, link in zip(growth.items, growth.links, strict=True)
            ]
        if grown:
            self._run(
                "update branch b set seq = g.seq, link = g.link, signature = g.signature "
                "from unnest(%s::bigint[], %s::bigint[], %s::bytea[], %s::bytea[]) "
                "as g (id, seq, link, signature) where b.id = g.id",
                *_columns(grown),
            )
        self._run(
            "insert into item select * from "
            "unnest(%s::bigint[], %s::bigint[], %s::text[], %s::bytea[])",
            *_columns(items),
        )

    def items(self, board: str, epoch: int, branch: int = 0, after: int = 0) -> Iterator[Item]:
        """Yields the items of a branch in order, from the one after `after`."""
        rows = self._query(
            "select b.id, b.parent, b.start from branch b join epoch e on b.epoch = e.number "
            "where e.board = %s and e.epoch = %s and b.number = %s",
            *(_text(board), epoch, branch),
        )
        if not rows:
            return
        [(id, parent, start)] = rows
        if after < start:
            for item in self.items(board, epoch, parent, after):
                if item.seq > start:
                    break
                yield item
        while True:
            rows = self._query(
                "select content from item where branch = %s and seq > %s order by seq limit %s",
                *(id, after, PAGE),
            )
            for (content,) in rows:
                item = msgspec.json.decode(content, type=Item)
                after = item.seq
                yield item
            if len(rows) < PAGE:
                return

    def choose(self, board: str, epoch: int, branch: int | None) -> None:
        """Saves the director's choice of a branch."""
        with self._commit():
            self._run(
                "update epoch set chosen = %s where board = %s and epoch = %s",
                *(branch, _text(board), epoch),
            )

    # --- events and key-value collections

    def decide(self, event: str, decisions: Sequence[StoredDecision]) -> None:
        """Appends decisions to an event's log.

        Raises:
            StoreConflict: the log does not have the expected length; nothing is added.
        """
        try:
            with self._commit():
                [(last,)] = self._run(
                    "select coalesce(max(seq), 0) from decision where event = %s", event
                )
                numbers = [decision.seq for decision in decisions]
                if numbers != [*range(last + 1, last + 1 + len(decisions))]:
                    raise StoreConflict(StoreFault.CONFLICT, what=event)
                self._run(
                    "insert into decision (event, seq, text, link) select %s, * from "
                    "unnest(%s::bigint[], %s::bytea[], %s::bytea[])",
                    *(event, numbers, [decision.text for decision in decisions]),
                    [decision.link for decision in decisions],
                )
        except DeviceError as error:
            if isinstance(error.__cause__, psycopg.errors.UniqueViolation):
                raise StoreConflict(StoreFault.CONFLICT, what=event) from error
            raise

    def decisions(self, event: str, after: int = 0) -> list[StoredDecision]:
        """Returns the decisions of an event in order, from the one after `after`."""
        rows = self._query(
            "select seq, text, link from decision where event = %s and seq > %s order by seq",
            *(_text(event), after),
        )
        return [StoredDecision(*row) for row in rows]

    def events(self) -> list[str]:
        """Returns the ids of all events, in the order in which they were opened."""
        rows = self._query("select event from decision where seq = 1 order by turn")
        return [event for (event,) in rows]

    def put_value(self, kind: str, key: str, value: bytes | None) -> None:
        """Sets a value of a collection; None deletes it."""
        with self._commit():
            if value is None:
                self._run("delete from note where kind = %s and key = %s", kind, key)
                return
            self._run(
                "insert into note (kind, key, value) values (%s, %s, %s) "
                "on conflict (kind, key) do update "
                "set value = excluded.value, turn = nextval('note_turn')",
                *(kind, key, value),
            )

    def values(self, kind: str, key: str | None = None) -> dict[str, bytes]:
        """Returns the values of a collection by key, in the order in which they were put."""
        rows = self._query(
            "select key, value from note where kind = %s and key = coalesce(%s::text, key) "
            "order by turn",
            *(kind, key),
        )
        return dict(rows)

    def marks(self) -> Marks:
        """Returns the current change markers."""
        boards: dict[str, tuple[object, ...]] = {}
        for id, *mark in self._query(
            "select b.id, b.revoked is not null, e.epoch, e.chosen, array("
            "  select seq from branch where epoch = e.number order by number"
            ") from board b left join epoch e on e.number = "
            "(select max(number) from epoch where board = b.id)"
        ):
            boards[id] = tuple(mark)
        rows = self._query("select event, max(seq) from decision group by event")
        return Marks(boards, dict(rows))

    def close(self) -> None:
        """Closes the connection; a second call does nothing."""
        self._link.close()


def _text(text: str) -> str:
    """Replaces NUL characters, which PostgreSQL cannot store."""
    return text.replace("\0", "\ufffd")


def _distinct_runs(additions: Iterable[EpochAppend]) -> Iterator[list[EpochAppend]]:
    """Splits appends into runs in which no epoch occurs twice."""
    run: dict[tuple[str, int], EpochAppend] = {}
    for addition in additions:
        if (addition.board, addition.epoch) in run:
            yield [*run.values()]
            run.clear()
        run[addition.board, addition.epoch] = addition
    if run:
        yield [*run.values()]


def _columns(rows: Sequence[tuple[Any, ...]]) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)]
