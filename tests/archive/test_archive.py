"""The history in the service: read once, cached, and with names that can be forgotten."""

import asyncio
import sqlite3
import threading
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

import pytest

from pegboard.archive.archive import REST_S, Archive
from pegboard.archive.cache import HistoryCache, Stamp
from pegboard.errors import IllegalAction, NotationError
from pegboard.history.names import header_with_names
from pegboard.history.pages import short_review
from pegboard.history.players import PlayerKey
from pegboard.history.stored_game import StoredGame
from pegboard.history.summarize import summarize
from pegboard.history.summary import GameLine
from pegboard.schema.setup_request import SetupRequest
from pegboard.session.memory import LastSetups
from pegboard.storage.journal import SqliteJournal
from pegboard.storage.port import Entry
from pegboard.storage.state_names import HISTORY
from tests.support.history_games import REVIEW, run_blocking, stored_game, whole_game, write_games

T = TypeVar("T")
GAMES = [
    stored_game(whole_game(1)[0], number=1),
    stored_game(["peg 0 5", "peg 1 3"], number=2, names=("Zoë", "Ann")),
    stored_game([], number=3),
]


def with_archive(
    folder: Path, do: Callable[[Archive], Awaitable[T]], playing: str = "", **more: Any
) -> T:
    """Runs `do` with the archive of a folder, filling a new journal."""

    async def run() -> T:
        is_new = not (folder / "journal.db").exists()
        journal = SqliteJournal(folder / "journal.db")
        if is_new:
            write_games(journal, GAMES)
        archive = Archive(journal, run_blocking, folder, lambda: playing, **more)
        try:
            return await do(archive)
        finally:
            await archive.close()
            journal.close()

    return asyncio.run(run())


async def lines_of(archive: Archive) -> tuple[GameLine, ...]:
    return (await archive.history()).lines


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Records the games that are replayed."""
    found: list[str] = []

    def counted(source: StoredGame) -> GameLine:
        found.append(source.id)
        return summarize(source)

    monkeypatch.setattr("pegboard.archive.archive.summarize", counted)
    return found


def test_history_replays_each_game_once(tmp_path: Path, read: list[str]) -> None:
    first = with_archive(tmp_path, lines_of)
    assert [line.id for line in first] == read == ["g1", "g2", "g3"]
    read.clear()
    assert with_archive(tmp_path, lines_of) == first
    assert read == []


def test_history_rereads_continued_game(tmp_path: Path, read: list[str]) -> None:
    async def go_on(archive: Archive) -> None:
        await archive.history()
        read.clear()
        archive._journal.append("g2", Entry(3, "new", 1.0, "web", "peg 0 7"))
        assert (await archive.history()).lines[1].scores == (12, 3)
        assert (await archive.history()) is (await archive.history())
        archive._journal.start("g4", GAMES[0].header, "score", 5.0)
        assert [line.id for line in (await archive.history()).lines] == ["g1", "g2", "g3", "g4"]

    with_archive(tmp_path, go_on)
    assert read == ["g2", "g4"]


@pytest.mark.parametrize("damage", [b"no database " * 400, b""])
def test_cache_is_rebuilt_after_deletion(tmp_path: Path, read: list[str], damage: bytes) -> None:
    first = with_archive(tmp_path, lines_of)
    for name in (HISTORY, f"{HISTORY}-wal", f"{HISTORY}-shm"):
        (tmp_path / name).unlink(missing_ok=True)
    (tmp_path / HISTORY).write_bytes(damage)
    read.clear()
    assert with_archive(tmp_path, lines_of) == first
    assert read == ["g1", "g2", "g3"]
    read.clear()
    assert with_archive(tmp_path, lines_of) == first
    assert read == []


def test_cache_rebuilds_unreadable_summary(tmp_path: Path, read: list[str]) -> None:
    first = with_archive(tmp_path, lines_of)
    with closing(sqlite3.connect(tmp_path / HISTORY)) as db, db:
        db.execute("update line set says = '[1, 2' where game = 'g1'")
        db.execute("update line set says = '[1]' where game = 'g2'")
        db.execute("update line set stamp = '2 0 999' where game = 'g3'")
    read.clear()
    assert with_archive(tmp_path, lines_of) == first
    assert read == ["g1", "g2", "g3"]


def test_history_works_with_read_only_folder(tmp_path: Path) -> None:
    (tmp_path / HISTORY).mkdir()
    kept = HistoryCache(tmp_path)
    line = with_archive(tmp_path / "other", lines_of)[0]
    kept.store([(Stamp.of(1, ""), line)])
    assert kept.lines() == {"g1": (str(Stamp.of(1, "")), line)}
    kept.close()


def test_history_returns_players_and_games(tmp_path: Path) -> None:
    async def look(archive: Archive) -> None:
        players = await archive.players()
        assert {*players} == {PlayerKey("ann"), PlayerKey("ben"), PlayerKey("zoë")}
        assert players is await archive.players()
        assert [source async for source in archive.sources()] == GAMES
        assert await archive.source("g2") == GAMES[1]
        assert await archive.source("g9") is None

    with_archive(tmp_path, look)


def test_reviews_are_cached_until_the_game_continues(tmp_path: Path) -> None:
    async def keep(archive: Archive) -> None:
        assert await archive.review("g1") is None
        await archive.store_review(GAMES[0], short_review(REVIEW), REVIEW)
        assert await archive.review("g1") == REVIEW
        assert (await archive.history()).reviews["g1"]["seats"] == [
            {"decisions": 2, "good": 1, "points": 0.5},
            {"decisions": 1, "good": 0, "points": 0.0},
        ]

    async def after(archive: Archive) -> None:
        assert await archive.review("g1") == REVIEW
        archive._journal.append("g1", Entry(len(GAMES[0].entries) + 1, "x", 1.0, "web", "undo"))
        assert await archive.review("g1") is None

    with_archive(tmp_path, keep)
    with_archive(tmp_path, after)


# --- forgetting a name


def test_forgotten_name_is_removed_everywhere(tmp_path: Path) -> None:
    forgotten: list[str] = []

    async def forget(archive: Archive) -> None:
        await archive.history()
        await archive.store_review(GAMES[0], short_review(REVIEW), REVIEW)
        before = [source.entries async for source in archive.sources()]
        assert await archive.forget(" ZOË ") == 1
        assert await archive.forget("zoë") == 0
        assert [source.entries async for source in archive.sources()] == before
        names = [line.names for line in (await archive.history()).lines]
        assert names == [("Ann", "Ben"), ("", "Ann"), ("Ann", "Ben")]
        assert {*await archive.players()} == {PlayerKey("ann"), PlayerKey("ben")}
        assert await archive.forget("Ben") == 2
        assert await archive.review("g1") is None  # reviews contain names
        assert forgotten == ["zoë", "zoë", "ben"]

    with_archive(tmp_path, forget, also_forget=forgotten.append)
    for path in tmp_path.iterdir():
        assert b"Zo\xc3\xab" not in path.read_bytes() and b"Ben" not in path.read_bytes(), path


def test_forget_refuses_player_at_the_table(tmp_path: Path) -> None:
    async def refused(archive: Archive) -> None:
        for name in ("Zoë", "ann"):
            with pytest.raises(IllegalAction, match="is at the table"):
                await archive.forget(name)
        with pytest.raises(IllegalAction, match="name a player"):
            await archive.forget("  ")
        assert [line.names[0] for line in (await archive.history()).lines] == ["Ann", "Zoë", "Ann"]

    with_archive(tmp_path, refused, playing="g2")


def test_forgotten_name_is_not_suggested(tmp_path: Path) -> None:
    remembered = LastSetups(tmp_path)
    remembered.save(SetupRequest("score", names=("Ann", " ZOË"), target=61))
    remembered.save(SetupRequest("computer", names=("Ann", "Computer")))
    remembered.forget_name("zoë")
    assert LastSetups(tmp_path).requests == {
        "score": SetupRequest("score", target=61),
        "computer": SetupRequest("computer", names=("Ann", "Computer")),
    }


# --- correcting a name


def test_merge_joins_two_names(tmp_path: Path) -> None:
    merged: list[tuple[str, str]] = []

    async def merge(archive: Archive) -> None:
        await archive.history()
        await archive.store_review(GAMES[1], short_review(REVIEW), REVIEW)
        before = [source.entries async for source in archive.sources()]
        assert await archive.merge(" zoë ", "Ben") == 1
        assert [source.entries async for source in archive.sources()] == before
        names = [line.names for line in (await archive.history()).lines]
        assert names == [("Ann", "Ben"), ("Ben", "Ann"), ("Ann", "Ben")]
        assert await archive.review("g2") is None  # it names the players
        assert {*await archive.players()} == {PlayerKey("ann"), PlayerKey("ben")}

    with_archive(tmp_path, merge, also_merge=lambda *names: merged.append(names))
    assert merged == [("zoë", "Ben")]


@pytest.mark.parametrize(
    ("name", "into", "code"),
    [
        ("Ann", "Ben", "merge-opponents"),
        ("Zoë", "zoë", "merge-same"),
        ("Nobody", "Ben", "merge-nobody"),
        (" ", "Ben", "forget-no-name"),
        ("Ben", " ", "forget-no-name"),
        ("Zoë", "Ben", "forget-at-table"),
    ],
)
def test_merge_refuses_names_of_opponents(tmp_path: Path, name: str, into: str, code: str) -> None:
    async def refused(archive: Archive) -> None:
        with pytest.raises(IllegalAction) as caught:
            await archive.merge(name, into)
        assert caught.value.code == code
        assert [line.names[0] for line in (await archive.history()).lines] == ["Ann", "Zoë", "Ann"]

    with_archive(tmp_path, refused, playing="g2")


def test_rename_corrects_names_of_one_game(tmp_path: Path) -> None:
    async def correct(archive: Archive) -> None:
        await archive.history()
        await archive.rename("g2", ["Ann", " Zoë  Lee "])
        assert [line.names for line in (await archive.history()).lines] == [
            ("Ann", "Ben"), ("Ann", "Zoë Lee"), ("Ann", "Ben"),
        ]  # fmt: skip
        for game, names, code in (
            ("g9", ["Ann", "Ben"], "rename-no-game"),
            ("g2", ["Ann"], "rename-seats"),
            ("g1", ["Ann", "Zoë"], "rename-on-table"),
        ):
            with pytest.raises(IllegalAction) as caught:
                await archive.rename(game, names)
            assert caught.value.code == code
        with pytest.raises(NotationError):
            await archive.rename("g2", ["Ann", "#"])

    with_archive(tmp_path, correct, playing="g1")


def test_rename_at_the_table_drops_stale_review(tmp_path: Path) -> None:
    """Names can also be corrected at the table, which does not know of reviews."""

    async def corrected(archive: Archive) -> None:
        await archive.history()
        await archive.store_review(GAMES[0], short_review(REVIEW), REVIEW)
        assert await archive.review("g1") is not None
        archive._journal.rewrite_headers({"g1": header_with_names(GAMES[0], ["Ann", "Bob"])})
        assert await archive.review("g1") is None
        assert (await archive.history()).lines[0].names == ("Ann", "Bob")

    with_archive(tmp_path, corrected)


def test_corrected_name_is_suggested(tmp_path: Path) -> None:
    remembered = LastSetups(tmp_path)
    remembered.save(SetupRequest("score", names=("Ann", " ZOË")))
    remembered.rename_player("zoë", "Zoe")
    assert LastSetups(tmp_path).requests["score"].names == ("Ann", "Zoe")


def test_idle_archive_frees_memory_and_reloads(tmp_path: Path) -> None:
    async def wait(archive: Archive) -> None:
        history = await archive.history()
        await archive.free_if_idle(0.0)
        await archive.free_if_idle(REST_S - 1)
        assert await archive.history() is history  # this counts as use
        for now in (REST_S, 2 * REST_S - 1):
            await archive.free_if_idle(now)
        assert archive._history is history
        await archive.free_if_idle(2 * REST_S)
        assert archive._history is None
        assert (await archive.history()).lines == history.lines

    with_archive(tmp_path, wait)


def test_cache_close_waits_for_running_thread(tmp_path: Path) -> None:
    """A cancelled task leaves its thread running; closing the file then would crash SQLite."""
    cache = HistoryCache(tmp_path)
    begun, go_on, did = threading.Event(), threading.Event(), list[str]()

    class Slow:
        def execute(self, statement: str) -> None:
            did.append(statement)

        def executemany(self, statement: str, rows: object) -> None:
            begun.set()
            assert go_on.wait(10)

        def close(self) -> None:
            did.append("close")

    cache._db.close()
    cache._db = Slow()  # type: ignore[assignment]
    changing = threading.Thread(target=cache.store, args=([],))
    closing = threading.Thread(target=cache.close)
    changing.start()
    assert begun.wait(10)
    closing.start()
    closing.join(0.1)
    assert did == ["begin"], "it waits"
    go_on.set()
    changing.join(10)
    closing.join(10)
    assert did == ["begin", "commit", "close"]
