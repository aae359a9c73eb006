"""A club night at real boards: draw, play, cards, corrections, export."""

import csv
import io
import urllib.request
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from pegboard.chain.key_file import load_key
from pegboard.hall.archive.verify import verify
from pegboard.hall_client.journal_feed import JournalFeed
from pegboard.storage.journal import SqliteJournal
from pegboard.storage.state_names import BOARD_KEY, HALL_CARDS
from pegboard.tournament.result import GameResult, game_items, lines_of, result_of
from pegboard.tournament.scorecards.line import Card
from pegboard.tournament.standings.ranking import rank
from tests.support.hall_bracket import play_game
from tests.support.running_board import SIMULATED, RunningBoard
from tests.support.running_hall import RunningHall, until


def results_of(state: Path) -> dict[str, GameResult]:
    """Replays every finished game of a board from its journal."""
    with closing(SqliteJournal(state / "journal.db")) as journal:
        reader = JournalFeed(load_key(state / BOARD_KEY).id, journal.lineage())
        reader.catch_up(journal)
    items = reader.feed.items
    return {game: result_of(game_items(items, game)) for game in {item.game for item in items}}


def test_club_night_at_real_boards(tmp_path: Path) -> None:
    hall = RunningHall(tmp_path / "hall")
    boards: dict[str, tuple[RunningBoard, Path]] = {}
    try:
        code = hall.new_join_code()
        for number in (1, 2):
            folder = tmp_path / f"b{number}"
            folder.mkdir()
            config = folder / "board.toml"
            config.write_text(
                f'{SIMULATED}[hall]\nurl = "{hall.address}"\ncode = "{code}"\n'
                f'name = "Table {number}"\n'
            )
            board = RunningBoard(folder / "state", "--config", str(config), "--no-demo")
            id = load_key(folder / "state" / BOARD_KEY).id
            boards[id] = (board, folder / "state")
        until(lambda: len(hall.get_as_director("boards")["boards"]) == 2, "both boards")
        standings = play_night(hall, boards)
    finally:
        for board, _ in boards.values():
            assert board.stop() == 0
        assert hall.stop() == 0
    results = {
        game: result for _, state in boards.values() for game, result in results_of(state).items()
    }
    cards: dict[str, Card] = {}
    for number, players, game in PLAYED:
        for player, line in zip(players, lines_of(results[game], number, players), strict=True):
            cards[player] = cards.get(player, Card(player)).with_line(line)
    again = [(place.place, place.player, place.tally.points) for place in rank(cards.values())]
    assert again == standings, "the standings are what the boards' own journals give"


def read_csv(hall: RunningHall) -> list[dict[str, str]]:
    """Parses the exported CSV standings."""
    request = urllib.request.Request(f"{hall.address}/api/director/standings.csv")
    request.add_header("Authorization", f"Bearer {hall._token}")
    with urllib.request.urlopen(request) as reply:
        return [*csv.DictReader(io.StringIO(reply.read().decode(), newline=""))]


PLAYED: list[tuple[int, tuple[str, str], str]] = []


def signed_round(
    hall: RunningHall, boards: dict[str, tuple[RunningBoard, Path]], public_event: Callable[[], Any]
) -> None:
    """Has all seats sign, at one board while the hall is away; returns the round."""
    away, *others = public_event()["tables"]

    def signing(table: Any) -> Any:
        return boards[table["board"]][0].get("api/state")["signing"]

    def sign(table: Any, *seats: int) -> None:
        for seat in seats:
            assert boards[table["board"]][0].command(sign={"seat": seat, "held_s": 2.5})["ok"]

    for table in (away, *others):
        until(lambda table=table: signing(table), "the board to ask")  # type: ignore[misc]
        names = [public_event()["names"][player] for player in table["players"]]
        assert signing(table)["names"] == names and signing(table)["table"] == table["table"]
        game = boards[table["board"]][0].get("api/state")["game"]
        PLAYED.append((2, tuple(table["players"]), game))
    for table in others:
        sign(table, 1, 0)
        until(lambda table=table: signing(table) is None, "the hall")  # type: ignore[misc]
    assert [row["points"] != [None, None] for row in public_event()["tables"]] == [False, True]
    desk = hall.get_as_director("desk")
    assert desk["early"] == []
    (timing,) = (each for each in desk["timings"] if each["table"] == others[0]["table"])
    assert timing["round"] == 2 and 0 <= timing["took_s"] <= timing["after_s"] < 600
    sign(away, 0)
    assert signing(away)["signed"] == [True, False]
    (waits,) = until(
        lambda: hall.get_as_director("desk")["pending"], "the result: the director still may"
    )
    assert waits["table"] == away["table"]
    hall.kill()
    sign(away, 1)
    assert signing(away)["signed"] == [True, True]
    board, state = boards[away["board"]]
    until((state / HALL_CARDS).exists, "the cards on disk")
    hall.restart()
    until(lambda: hall.get_as_director("desk")["pending"] == [], "the signed cards")
    until(lambda: signing(away) is None, "the hall's word")
    (log,) = [d for entry in hall.get_as_director("desk")["log"][-1:] if (d := entry["decision"])]
    assert log["do"] == "sign" and log["held_s"] == [2.5, 2.5] and log["by"] == away["board"]
    assert board.command(press="ok")["ok"], "OK begins the next game as ever"


def play_night(hall: RunningHall, boards: dict[str, tuple[RunningBoard, Path]]) -> list[Any]:
    def desk() -> Any:
        return hall.get_as_director("desk")

    def public_event() -> Any:
        return hall.get("api/tables")["parts"]["event"]

    PLAYED.clear()
    assert hall.post_as_director("draw")["code"] == "hall-no-event"
    assert hall.post_as_director("event", name="Tuesday", games=2)["ok"]
    assert hall.post_as_director("players", names=["Ann", "Ben", " Ann ", "", "Cleo", "Dov"])["ok"]
    assert [*public_event()["names"].values()] == ["Ann", "Ben", "Cleo", "Dov"]
    for table, id in enumerate(boards, 1):
        assert hall.post_as_director(
            "decide", decision={"do": "place", "table": table, "board": id}
        )["ok"]
    assert hall.post_as_director("decide", decision={"do": "fly"})["code"] == "proof-no-decision"
    for number in (1, 2):
        for board, _ in boards.values():
            play_game(board, 0, 5)  # a friendly game that ends before the draw
        for id, (board, _) in boards.items():
            game = board.get("api/state")["game"]
            until(lambda id=id, game=game: (  # type: ignore[misc]
                (now := hall.board(id)["game"]) and (now["game"], now["winner"]) == (game, 0)
            ), "the friendly game")  # fmt: skip
        assert hall.post_as_director("draw")["ok"] and public_event()["round"] == number
        code = hall.get_as_director("boards")["code"]["code"]
        hall.kill()
        hall.restart()
        assert hall.get_as_director("boards")["code"]["code"] == code, (
            "both outlive the hall's process"
        )
        assert desk()["pending"] == [], "and so does which games were over before the draw"
        for table in public_event()["tables"]:
            play_game(boards[table["board"]][0], number - 1, 20 * number + table["table"])
        if number == 2:
            signed_round(hall, boards, public_event)
            continue
        pending = until(lambda: (p := desk()["pending"])[1:] and p, "both results")
        for waiting in pending:
            assert waiting["winner"] == number - 1 and waiting["round"] == number
            table, game = waiting["table"], waiting["game"]
            assert hall.post_as_director("accept", table=table, game=game)["ok"]
            (table,) = (t for t in public_event()["tables"] if t["table"] == waiting["table"])
            assert table["points"][waiting["winner"]] in (2, 3)
            PLAYED.append((number, tuple(table["players"]), waiting["game"]))
        assert desk()["pending"] == []
    assert hall.post_as_director("draw")["code"] == "hall-all-drawn"
    standings = [(p["place"], p["player"], p["points"]) for p in public_event()["standings"]]
    wrong = {"do": "amend", "player": "ann", "old": desk()["cards"]["ann"][0], "rule": "12.2 g",
             "new": [1, desk()["cards"]["ann"][0][1], 0, None, 7], "reason": "misread"}  # fmt: skip
    assert hall.post_as_director("decide", decision=wrong)["ok"]
    assert hall.post_as_director("decide", decision=wrong)["code"] == "hall-line-changed"
    last = desk()["log"][-1]
    assert last["decision"]["do"] == "amend" and last["counts"]
    assert hall.post_as_director("undo", seq=last["seq"])["ok"]
    assert [
        (p["place"], p["player"], p["points"]) for p in public_event()["standings"]
    ] == standings
    assert hall.post_as_director("hide", hidden=True)["ok"]
    hall.kill()
    hall.restart()
    assert public_event()["standings"] == [] and public_event()["hidden"], "hidden they stay"
    card = hall.get("api/card?player=ann")
    assert [line["game"] for line in card["lines"]] == [1, 2] and card["place"] is None
    assert [line["signed"] for line in card["lines"]] == [False, True]
    assert hall.get("api/card?player=x")["code"] == "hall-not-entered"
    rows = read_csv(hall)
    assert [(row["player"], int(row["points"])) for row in rows] == [
        (public_event()["names"][player], points) for _, player, points in standings
    ]
    assert hall.post_as_director("hide", hidden=False)["ok"]
    assert [
        (p["place"], p["player"], p["points"]) for p in public_event()["standings"]
    ] == standings
    hall.get_as_director("desk")
    request = urllib.request.Request(f"{hall.address}/api/director/export")
    request.add_header("Authorization", f"Bearer {hall._token}")
    with urllib.request.urlopen(request) as reply:
        data = reply.read()
    assert verify(data, "event.zip").faults == ()
    assert "standings.json" in zipfile.ZipFile(io.BytesIO(data)).namelist()
    return standings
