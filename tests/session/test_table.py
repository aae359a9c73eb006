"""The table: actions are committed before they are shown; failures change nothing."""

import asyncio
from typing import Any

import pytest

from pegboard.cribbage.game import Rules, Undo
from pegboard.cribbage.notation import parse_action
from pegboard.cribbage.tags import header_of
from pegboard.errors import Common, DeviceError, IllegalAction
from pegboard.session.table import MAX_STATES, Table
from pegboard.storage.journal import SqliteJournal
from pegboard.storage.port import ENTRIES_MOST, Entry
from tests.support.memory_journal import memory_journal, run_inline
from tests.support.waiting import await_until


def new_table(journal: Any = None) -> Table:
    return Table(journal or memory_journal(), run_inline, lambda: 1000.0)


HEADER = header_of(Rules(), ("Ann", "Ben"), 0)


def test_action_is_committed_before_it_is_published() -> None:
    async def story() -> None:
        journal = memory_journal()
        table = new_table(journal)
        await table.start_game("g", HEADER, "score")
        updates: list[tuple[int, int]] = []
        commit = journal.append

        def append(game: str, entry: Entry) -> bool:
            updates.append((table.seq, table.state.scores[0]))
            return commit(game, entry)

        journal.append = append  # type: ignore[method-assign]
        assert await table.submit(parse_action("peg 0 5"), id="a", by="t")
        assert updates == [(0, 0)], "the state had moved before the commit"
        assert table.state.scores == (5, 0)
        assert await table.submit(parse_action("peg 0 5"), id="a", by="t") is None
        assert table.seq == 1

    asyncio.run(story())


def test_failed_commit_or_refusal_changes_nothing() -> None:
    class Full(SqliteJournal):
        def append(self, game: str, entry: Entry) -> bool:
            raise DeviceError(Common.VERBATIM, says="disk is full")

    async def story() -> None:
        table = new_table(memory_journal(Full))
        await table.start_game("g", HEADER, "score")
        before = table.state, table.seq, table.record_text()
        with pytest.raises(DeviceError):
            await table.submit(parse_action("peg 0 5"), id="a", by="t")
        with pytest.raises(IllegalAction):
            await table.submit(parse_action("play 0 5H"), id="b", by="t")
        with pytest.raises(IllegalAction, match="undo"):
            await table.submit(parse_action("undo"), id="c", by="t")
        assert (table.state, table.seq, table.record_text()) == before
        assert not table.has_executed("a")

    asyncio.run(story())


def test_concurrent_submits_are_serialised() -> None:
    async def story() -> None:
        table = new_table()
        await table.start_game("g", HEADER, "score")
        peg = parse_action("peg 1 1")
        ids = [str(number % 20) for number in range(60)]
        await asyncio.gather(*(table.submit(peg, id=id, by="t") for id in ids))
        assert table.state.scores == (0, 20)

    asyncio.run(story())


def test_cancelled_submit_keeps_journal_and_state_in_step() -> None:
    async def story() -> None:
        gate, written = asyncio.Event(), asyncio.Event()

        async def slow(call: Any, *args: Any) -> Any:
            result = call(*args)
            written.set()
            await gate.wait()
            return result

        journal = memory_journal()
        table = Table(journal, slow, lambda: 0.0)
        gate.set()
        await table.start_game("g", HEADER, "score")
        gate.clear()
        written.clear()
        waiting = asyncio.ensure_future(table.submit(parse_action("peg 0 5"), id="a", by="t"))
        await written.wait()
        waiting.cancel()
        gate.set()
        await await_until(lambda: table.state.scores == (5, 0), "the points")
        assert len(journal.load("g")) == 1

    asyncio.run(story())


def test_resume_restores_state_and_undone_lines() -> None:
    async def story() -> None:
        journal = memory_journal()
        table = new_table(journal)
        await table.start_game("g", HEADER, "score")
        lines = ["peg 0 5", "peg 1 2", "undo", "deal 0", "cut JH", "play 1 KD"]
        for number, line in enumerate(lines):
            await table.submit(parse_action(line), id=str(number), by="t")
        again = new_table(journal)
        await again.resume("g", HEADER, "score")
        assert again.state == table.state
        assert again.history == table.history
        assert again.record_text() == table.record_text()
        assert again.record_text().splitlines()[-6:] == lines
        assert again.names == ("Ann", "Ben")
        assert await again.submit(parse_action("play 1 KD"), id="5", by="t") is None

    asyncio.run(story())


def test_undo_uses_cached_states(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        table = new_table()
        await table.start_game("g", HEADER, "score")
        for number in range(MAX_STATES + 20):
            await table.submit(parse_action(f"peg {number % 2} 1"), id=f"peg {number}", by="t")
        with monkeypatch.context() as patched:
            patched.delattr(Table, "_replay_all")
            for number in range(MAX_STATES):
                await table.submit(Undo(), id=f"undo {number}", by="t")
        assert table.state.scores == (10, 10) and len(table.history) == 20
        for number in range(15):  # beyond them: one replay, and the states are there again
            await table.submit(Undo(), id=f"more {number}", by="t")
        assert table.state.scores == (3, 2)
        state, history, _ = table._replay_all(table._actions)
        assert (state, history) == (table.state, table.history)

    asyncio.run(story())


def test_full_game_refuses_further_actions() -> None:
    journal = memory_journal()
    journal.start("g", HEADER, "score", 1.0)
    assert journal.append("g", Entry(ENTRIES_MOST, "last", 1.0, "t", "peg 0 1"))
    with pytest.raises(IllegalAction, match="at most 20000 entries"):
        journal.append("g", Entry(ENTRIES_MOST + 1, "one more", 1.0, "t", "peg 0 1"))
    assert len(journal.load("g")) == 1


def test_repeated_game_id_starts_nothing() -> None:
    async def story() -> None:
        table = new_table()
        await table.start_game("one", HEADER, "score")
        await table.start_game("two", HEADER, "computer")
        await table.submit(parse_action("peg 0 5"), id="a", by="t")
        await table.start_game("one", HEADER, "score")
        await table.start_game("two", HEADER, "computer")
        assert (table.game, table.mode, table.state.scores) == ("two", "computer", (5, 0))

    asyncio.run(story())
