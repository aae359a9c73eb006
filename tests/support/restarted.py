"""What a board finds when it starts again on what a disk has left."""

from contextlib import closing
from pathlib import Path

from pegboard.session.memory import SavedTableFile
from pegboard.storage.game_rows import check_game, open_to_read, read_games
from pegboard.storage.recovery import open_journal

NOW = 1_700_000_000.0


def checked(left: Path) -> dict[str, str]:
    """Every committed action by its id, of a board that starts again on this disk.

    Also those by which a new game was taken back: the game that went on has no line of them.
    """
    journal, told = open_journal(left, NOW)
    try:
        assert told is None, told
        assert journal.check() == "ok"
    finally:
        journal.close()
    rows: dict[str, str] = {}
    with closing(open_to_read(left / "journal.db")) as db:
        for game in read_games(db):
            check_game(game)
            rows[game.id] = "new game"
            for entry in game.entries:
                assert entry.id not in rows, f"{entry.id} was doubled"
                rows[entry.id] = entry.action
    taken_back = SavedTableFile(left).content.done
    assert not rows.keys() & set(taken_back), "an undo was done twice"
    return rows | dict.fromkeys(taken_back, "undo")
