"""Import and export of events, and several running events."""

import csv
import json
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pegboard.hall.archive.verify import verify
from pegboard.hall.service.events.files import FILE_BYTES, TEXT_MOST, EventFile, Settings
from pegboard.json_form import BadMessage, decode
from pegboard.tournament.registration import (
    CLUB_MOST,
    NAME_MOST,
    NUMBER_MOST,
    ROWS_MOST,
    Registration,
)
from tests.support.running_hall import RunningHall, until
from tests.support.scripted_board import ScriptedBoard


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[RunningHall]:
    hall = RunningHall(tmp_path / "hall")
    yield hall
    assert hall.stop() == 0


def text_of(hall: RunningHall, path: str) -> tuple[str, str]:
    """Returns content and name of an exported file."""
    hall.get_as_director("desk")  # logs in
    headers = {"Authorization": f"Bearer {hall._token}"}
    request = urllib.request.Request(f"{hall.address}/api/director/{path}", headers=headers)
    with urllib.request.urlopen(request) as reply:
        return reply.read().decode(), reply.headers["Content-Disposition"]


def rows_of(hall: RunningHall, path: str) -> list[dict[str, str]]:
    return [*csv.DictReader(text_of(hall, path)[0].splitlines())]


def test_event_is_imported_and_exported_as_files(hall: RunningHall) -> None:
    players = [{"name": "Ann", "number": "CA1", "club": "Lions"}, {"name": "=Ben"}]
    setting = {"event": {"name": "Open", "kind": "main", "games": 2, "best_of": 5}}
    refused = hall.post_as_director("event.json", **setting, players=[{"nome": "Ann"}])
    assert not refused["ok"] and "nome" in str(refused["facts"])
    assert hall.post_as_director("event.json", **setting, players=players)["ok"]
    answer = hall.post_as_director("players.csv", text="Cleo;7;Owls\nAnn;CA1\n;8\n")
    assert answer["code"] == "hall-bad-rows" and answer["facts"]["rows"] == [[3, "name", "8"]]
    assert len(hall.get_as_director("desk")["event"]["present"]) == 2, "all of a list, or none"
    assert hall.post_as_director("players.csv", text="Cleo;7;Owls\nAnn;CA1\nDov\n")["entered"] == 2
    assert hall.post_as_director("draw")["ok"]
    event = hall.get_as_director("desk")["event"]
    one, other = event["tables"][0]["players"]
    new = {"do": "amend", "player": one, "old": None, "new": [1, other, 3, 40, None]}
    assert hall.post_as_director("decide", decision=new | {"rule": "x", "reason": "y"})["ok"]

    event_file, name = text_of(hall, "event.json")
    assert f'{event["id"]}.json"' in name
    event_file = json.loads(event_file)
    assert event_file["players"][0] == players[0] and event_file["event"] == setting["event"]
    assert [player["name"] for player in event_file["players"]] == ["Ann", "=Ben", "Cleo", "Dov"]
    assert rows_of(hall, "players.csv")[1] == {"name": "'=Ben", "number": "", "club": ""}
    (card,) = rows_of(hall, "cards.csv")
    assert (card["game"], card["points"], card["plus"], card["minus"]) == ("1", "3", "40", "")
    assert [row["table"] for row in rows_of(hall, "rounds.csv")] == ["1", "2"]
    first = rows_of(hall, "standings.csv")[0]
    assert (first["place"], first["points"], first["net"]) == ("1", "3", "40")
    results = json.loads(text_of(hall, "results.json")[0])
    assert results["cards"][one] == [[1, other, 3, 40, None]]
    assert results["rounds"][0]["tables"]["1"] == [one, other]
    assert results["players"]["ann"]["club"] == "Lions"
    assert hall.get_as_director("horses.csv")["code"] == "hall-no-file"

    assert hall.post_as_director("event.json", **event_file)["ok"], "what goes out comes in again"
    again = hall.get_as_director("desk")["event"]
    assert again["id"] != event["id"] and len(again["present"]) == 4 and again["round"] == 0


def test_results_are_typed_for_tables_without_a_board(hall: RunningHall) -> None:
    def desk() -> Any:
        return hall.get_as_director("desk")

    assert hall.post_as_director("event", name="Tuesday", games=2)["ok"]
    added = hall.post_as_director("players", names=["Ann", "Ben", "Cleo", "Ann"])
    assert added["entered"] == 3
    assert added["twice"] == [{"name": "Ann", "number": "", "club": ""}], "asks"
    assert hall.post_as_director("players", players=added["twice"], twice=True)["entered"] == 1
    assert hall.post_as_director("rename", player="ann-2", name=" Ann  Ray ")["ok"]
    refused = hall.post_as_director("rename", player="ann-2", name=" ")
    assert refused["code"] == "hall-not-entered"
    assert [*desk()["event"]["names"].values()] == ["Ann", "Ben", "Cleo", "Ann Ray"]
    assert hall.post_as_director("draw")["ok"]
    one, other = desk()["event"]["tables"][1]["players"]
    typed = {"table": 2, "winner": other, "score": 60}
    assert hall.post_as_director("result", **typed)["ok"]
    assert desk()["cards"][one] == [[1, other, 0, None, 61]]
    assert desk()["cards"][other] == [[1, one, 3, 61, None]]
    assert hall.post_as_director("result", **typed)["code"] == "hall-signed-already"
    assert hall.post_as_director("result", **typed | {"score": 121})["code"] == "message-other-form"
    table_1 = typed | {"table": 1}
    assert hall.post_as_director("result", **table_1)["code"] == "hall-others-play"
    corrected = typed | {"score": 100, "reason": "misheard", "round": 1}
    assert hall.post_as_director("result", **corrected)["ok"]
    assert desk()["cards"][one] == [[1, other, 0, None, 21]]
    seq = desk()["log"][-1]["seq"]
    assert hall.post_as_director("undo", seq=seq)["ok"]
    assert hall.post_as_director("undo", seq=seq - 1)["ok"]
    assert desk()["cards"][one] == desk()["cards"][other] == []
    assert hall.post_as_director("result", **typed)["ok"]
    one, other = desk()["event"]["tables"][0]["players"]
    assert hall.post_as_director("result", table=1, winner=one, score=119)["ok"]
    assert hall.post_as_director("players", names=["Eve"])["ok"], "late"
    assert hall.post_as_director("draw")["ok"]
    hall.get_as_director("desk")
    headers = {"Authorization": f"Bearer {hall._token}"}
    request = urllib.request.Request(f"{hall.address}/api/director/export", headers=headers)
    with urllib.request.urlopen(request) as reply:
        report = verify(reply.read(), "event.zip")
    assert report.faults == () and report.state.names["ann-2"] == "Ann Ray"
    assert (report.witnesses.signed, len(report.witnesses.director)) == (0, 2)
    assert hall.post_as_director("event", name="Next")["ok"]
    last = hall.get_as_director("last-players")
    assert last["event"] == "Tuesday"
    assert [player["name"] for player in last["players"]] == [
        "Ann", "Ann Ray", "Ben", "Cleo", "Eve",
    ]  # fmt: skip
    answer = hall.post_as_director("players.csv", text="Name,E-Mail\nAnn,a@example.org\nAnn,\n")
    assert (answer["entered"], answer["left_out"]) == (1, ["E-Mail"])
    assert [player["name"] for player in answer["twice"]] == ["Ann"]


def test_several_events_run_at_the_same_time(hall: RunningHall) -> None:
    def parts() -> Any:
        return hall.get("api/tables")["parts"]

    first = hall.post_as_director("event", name="Open", games=1)["event"]
    assert hall.post_as_director("players", names=["Ann", "Ben"])["ok"]
    beside = hall.post_as_director("event", name="Side", games=1, beside=True)["event"]
    assert parts()["running"] == [first, beside] and parts()["event"]["name"] == "Open"

    def of(path: str, **what: Any) -> Any:
        return hall.post_as_director(f"{path}?event={beside}", **what)

    assert of("players", names=["Ann", "Cleo"])["ok"]
    with ExitStack() as stack:
        code = hall.new_join_code()
        one = stack.enter_context(ScriptedBoard(hall.address, code, "Board A"))
        two = stack.enter_context(ScriptedBoard(hall.address, code, "Board B"))
        place = {"do": "place", "table": 1}
        assert hall.post_as_director("decide", decision=place | {"board": one.key.id})["ok"]
        assert of("decide", decision=place | {"board": two.key.id})["ok"]
        assert hall.post_as_director("draw")["ok"] and of("draw")["ok"]
        assert of("timer", minutes=5)["ok"]
        # A board at a table of two events gets the open game.
        ann = hall.get_as_director("desk")["event"]["tables"][0]["players"][0]
        forfeit = {"do": "forfeit", "round": 1, "late": ann}
        assert hall.post_as_director("decide", decision=forfeit)["ok"]
        assert of("decide", decision=place | {"board": one.key.id})["ok"]
        messages = (json.loads(one.socket.recv(30)) for _ in range(9))
        assert next(seat for seat in messages if seat.get("event") == beside)["done"] is False
        assert of("decide", decision=place | {"board": two.key.id})["ok"]
        two.play(*["peg 0 30"] * 4, "peg 0 1")
        (pending,) = until(
            lambda: hall.get_as_director(f"desk?event={beside}")["pending"], "the result"
        )
        assert hall.get_as_director("desk")["pending"] == [], "of the other event"
        assert of("accept", table=1, game=pending["game"])["ok"]
        part = parts()[f"event {beside}"]
        assert part["tables"][0]["points"] == [3, 0] and parts()["timer"]["until"] is None
        assert parts()[f"timer {beside}"]["until"] > 0
        winner = part["tables"][0]["players"][0]
        assert hall.get(f"api/card?player={winner}&event={beside}")["lines"][0]["points"] == 3
        assert len(hall.get("api/card?player=ann")["lines"]) == 1, "of the first event"
    assert hall.post_as_director("run", event=first, on=False)["ok"]
    assert parts()["running"] == [beside] and parts()[f"event {beside}"] is None
    assert parts()["event"]["name"] == "Side"
    hall.stop()
    hall.restart()
    assert parts()["running"] == [beside], "as before"
    assert hall.post_as_director("run", event=first, on=True)["ok"]
    assert parts()["running"] == [beside, first] and parts()[f"event {first}"]["round"] == 1
    assert hall.post_as_director("run", event="nothing", on=True)["code"] == "hall-no-event"
    names = {event["name"]: event["running"] for event in hall.get_as_director("desk")["events"]}
    assert names == {"Open": True, "Side": True}
    assert (
        hall.post_as_director("event", name="Next", games=1)["ok"] and len(parts()["running"]) == 1
    )


def test_timer_pauses_and_player_re_enters(hall: RunningHall) -> None:
    def timer() -> Any:
        return hall.get("api/tables")["parts"]["timer"]

    hall.post_as_director("event", name="Open", games=3)
    hall.post_as_director("players.csv", text="Ann,1,Lions\nBen\nCleo\nDov\n")
    assert hall.post_as_director("pause", on=True)["code"] == "hall-no-timer"
    assert hall.post_as_director("timer", minutes=10)["ok"] and timer()["left"] is None
    assert hall.post_as_director("pause", on=False)["code"] == "hall-no-timer"
    assert hall.post_as_director("pause", on=True)["ok"] and timer()["until"] is None
    left = timer()["left"]
    assert 500 < left <= 600
    hall.stop()
    hall.restart()
    assert timer() == {"until": None, "left": left}, "a pause waits as long as it takes"
    assert hall.post_as_director("pause", on=False)["ok"] and timer()["left"] is None
    assert hall.post_as_director("timer", minutes=0)["ok"] and timer() == {
        "until": None,
        "left": None,
    }

    assert hall.post_as_director("decide", decision={"do": "leave", "player": "ann"})["ok"]
    assert hall.post_as_director("draw")["ok"]
    event = hall.get_as_director("desk")["event"]
    assert event["bye"] is not None and all("ann" not in e["players"] for e in event["tables"])
    assert hall.post_as_director("back", player="ann")["ok"]
    assert hall.post_as_director("back", player="ann")["code"] == "hall-entered-already"
    assert hall.post_as_director("back", player="nobody")["code"] == "hall-not-entered"
    assert hall.post_as_director("draw")["ok"]
    assert hall.get_as_director("desk")["event"]["bye"] is None
    assert rows_of(hall, "players.csv")[0]["club"] == "Lions", "as before"


def test_season_covers_all_club_nights(hall: RunningHall) -> None:
    """Counts only club nights, matching players by number or name."""
    for kind, ann in (("club", "Ann"), ("club", "Anna"), ("main", "Ann")):
        hall.post_as_director("event", name="Tuesday", kind=kind, games=1)
        hall.post_as_director("players.csv", text=f"{ann},7\nBen\n")
        hall.post_as_director("draw")
        (table,) = hall.get_as_director("desk")["event"]["tables"]
        first, second = table["players"]
        forfeit = {"do": "forfeit", "round": 1, "late": "ben"}
        assert hall.post_as_director("decide", decision=forfeit)["ok"] and {first, second} > {"ben"}
    rows = rows_of(hall, "season.csv")
    assert [(row["player"], row["nights"], row["points"]) for row in rows] == [
        ("Anna", "2", "4"), ("Ben", "2", "0"),
    ]  # fmt: skip


LONG = "Ö" * 50
"""A character that is escaped in JSON, so that texts get longer."""


def test_longest_player_list_is_accepted(hall: RunningHall) -> None:
    players = [{"name": f"{n} {LONG}", "number": f"N{n}", "club": LONG} for n in range(350)]
    setting = {"event": {"name": "Open", "kind": "main", "games": 2, "best_of": 5}}
    assert hall.post_as_director("event.json", **setting, players=players)["ok"]
    exported = json.loads(text_of(hall, "event.json")[0])
    assert exported["players"] == players and hall.post_as_director("event.json", **exported)["ok"]
    text = "\n".join(f"Guest {n} {LONG};G{n};{LONG}" for n in range(350))
    assert hall.post_as_director("players.csv", text=text)["entered"] == 350
    names = [f"Visitor {n} {LONG}"[:64] for n in range(350)]
    assert hall.post_as_director("players", names=names)["ok"]
    assert len(hall.get_as_director("desk")["event"]["present"]) == 1050


def test_longest_event_file_fits_size_limit() -> None:
    longest = Registration("Ö" * NAME_MOST, "Ö" * NUMBER_MOST, "Ö" * CLUB_MOST)
    event = EventFile(Settings("Ö" * 64), (longest,) * ROWS_MOST)
    written = msgspec.json.format(msgspec.json.encode(event), indent=1)
    assert len(written) <= FILE_BYTES
    decode(written, EventFile, FILE_BYTES)
    with pytest.raises(BadMessage, match=f"at most {FILE_BYTES} bytes"):
        decode(b" " * (FILE_BYTES + 1), EventFile, FILE_BYTES)
    row = f"{longest.name};{longest.number};{longest.club}"
    assert (len(row) + 1) * ROWS_MOST <= TEXT_MOST
