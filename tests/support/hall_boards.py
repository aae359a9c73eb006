"""Helpers for real boards that have joined a hall."""

from contextlib import closing
from pathlib import Path
from random import Random

from pegboard.chain.item import Item
from pegboard.chain.key_file import load_key
from pegboard.hall.store.port import HallStore
from pegboard.hall_client.journal_feed import JournalFeed
from pegboard.storage.journal import SqliteJournal
from pegboard.storage.state_names import BOARD_KEY
from tests.support.running_board import RunningBoard


def hall_notice(board: RunningBoard) -> dict[str, object]:
    """Returns the board's notice about its hall, or an empty dict."""
    devices = board.get("api/state")["devices"]
    return next((each for each in devices if each["name"] == "hall"), {})


def journal_items(state: Path) -> list[Item]:
    """Returns all items of a board's journal, read from its file."""
    with closing(SqliteJournal(state / "journal.db")) as journal:
        reader = JournalFeed(load_key(state / BOARD_KEY).id, journal.lineage())
        reader.catch_up(journal)
        return reader.feed.items


def hall_items(store: HallStore, board: str) -> list[Item]:
    """Returns all items a hall has of a board; asserts a single epoch and branch."""
    (view,) = store.epochs(board)
    assert len(view.branches) == 1, "nothing forked"
    return list(store.items(board, view.epoch))


def peg_randomly(board: RunningBoard, rng: Random, times: int) -> int:
    """Pegs random points, starting new games as needed; returns the number of items created."""
    made = 0
    for _ in range(times):
        action = f"peg {rng.randrange(2)} {rng.randint(1, 12)}"
        acknowledged = board.command(action=action)
        if not acknowledged["ok"]:
            assert board.get("api/state")["winner"] is not None, acknowledged
            assert board.command(new={"mode": "score"})["ok"]
            assert board.command(action=action)["ok"]
            made += 1
        made += 1
    return made
