"""Retained topics of a hall, made from its public parts. No I/O.

Only what the hall's public page shows is known here: neither hidden cards nor hidden standings
can leak.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pegboard.errors import seat_name
from pegboard.mqtt.entities import Device, JsonObject
from pegboard.mqtt.home_assistant import stage

MAX_DISCOVERED_BOARDS = 50
"""Maximum number of boards announced to Home Assistant; all have topics."""
LEADERS = 10
"""Number of places in the attributes of the leader."""
NO_GAME: JsonObject = {"scores": [], "dealer": "", "stage": None, "winner": None}


@dataclass(frozen=True, slots=True)
class HallIdentity:
    """The identity of a hall.

    Attributes:
        id: letters and digits; the same for all processes of a hall.
        version: version of pegboard.
        url: address of the hall's page.
        topic: the prefix of all topics is TOPIC/hall_ID.
        discovery: Home Assistant's prefix; `none` to publish no discovery.
    """

    id: str
    version: str
    url: str
    topic: str
    discovery: str

    @property
    def base(self) -> str:
        """Prefix of all topics of this hall."""
        return f"{self.topic}/hall_{self.id}"


class HallTopics:
    """The parts of a hall's scoreboard, published as topics.

    Args:
    hall: the hall's identity.
    """

    def __init__(self, hall: HallIdentity) -> None:
        self._hall = hall
        self._parts: dict[str, Any] = {}
        self._rounds: dict[str, int] = {}
        """Round of each event, by its id."""
        self._earlier: dict[str, dict[str, str]] = {}
        """Event -> board -> its game that was over when the current round was drawn."""

    def apply(self, parts: Mapping[str, Any], *, all: bool) -> None:
        """Applies changes of the scoreboard.

        Args:
        parts: the changed parts, by key.
        all: True if these are all parts.
        """
        before = {} if all else self._parts
        self._parts = {**before, **parts}
        rounds = {event["id"]: event["round"] for _, event in self._events()}
        games = {board: part["game"] for board, part in self._boards()}
        for id, number in rounds.items():
            if self._rounds.get(id, number) != number:
                over = {b: g["game"] for b, g in games.items() if g and g["winner"] is not None}
                self._earlier[id] = over
        self._rounds = rounds

    def _events(self) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Yields the events in progress, the main one first, each with the prefix of its topics."""
        if main := self._parts.get("event"):
            yield self._hall.base, main
        for id in self._parts.get("running", ()):
            if event := self._parts.get(f"event {id}"):
                yield f"{self._hall.base}/event/{id}", event

    def _boards(self) -> Iterator[tuple[str, dict[str, Any]]]:
        for key, part in self._parts.items():
            if key.startswith("board "):
                yield key.removeprefix("board "), part

    def topics(self) -> dict[str, JsonObject]:
        """Returns the payload of every topic: the states first, then the discovery messages."""
        base, seats = self._hall.base, self._seats()
        boards = {id: self._board(id, part, seats.get(id)) for id, part in self._boards()}
        payloads = {f"{base}/hall": self._summary(boards), f"{base}/standings": standings_of({})}
        for id, board in boards.items():
            payloads[f"{base}/board/{id}"] = board
        for prefix, event in self._events():
            payloads[f"{prefix}/standings"] = standings_of(event)
            for table in tables_now(event):
                id = table["board"]
                status = boards[id] if seats.get(id) == (event, table) else NO_GAME
                payloads[f"{prefix}/table/{table['table']}"] = {
                    **{key: status[key] for key in NO_GAME},
                    "table": table["table"],
                    "round": event["round"],
                    "names": names_at(event, table),
                    "points": table["points"],
                    "board": status.get("board", ""),
                    "connected": status.get("connected", False),
                }
        if self._hall.discovery != "none":
            payloads |= self._discovery(boards)
        return payloads

    def _seats(self) -> dict[str, tuple[Mapping[str, Any], Mapping[str, Any]]]:
        """Returns each board's place; if it has several, preferably one whose game is in play."""
        board_ids = {id for id, _ in self._boards()}
        found: dict[str, tuple[Mapping[str, Any], Mapping[str, Any]]] = {}
        for _, event in self._events():
            for table in tables_now(event):
                board = table["board"]
                if board in board_ids and (
                    board not in found or None not in found[board][1]["points"]
                ):
                    found[board] = event, table
        return found

    def _board(
        self,
        id: str,
        part: Mapping[str, Any],
        place: tuple[Mapping[str, Any], Mapping[str, Any]] | None,
    ) -> JsonObject:
        game, names = part["game"], list[str]()
        if place is not None:
            names = names_at(*place)
            if game is not None and self._earlier.get(place[0]["id"], {}).get(id) == game["game"]:
                game = None  # the players now drawn for this table have not started their game
        shown = dict(NO_GAME)
        if game is not None:
            fits = len(names) == game["players"]
            who = names if fits else [seat_name(seat) for seat in range(game["players"])]
            winner = game["winner"]
            shown = {
                "scores": [side["front"] for side in game["sides"]],
                "dealer": who[game["dealer"]],
                "stage": game["stage"],
                "winner": None if winner is None else who[winner],
            }
        return {
            **shown,
            "board": part["name"],
            "event": place[0]["name"] if place is not None else None,
            "table": place[1]["table"] if place is not None else None,
            "names": names,
            "connected": part["connected"],
            "behind": part["behind"],
        }

    def _summary(self, boards: Mapping[str, JsonObject]) -> JsonObject:
        events = [event for _, event in self._events()]
        main = events[0] if events else {}
        tables = [table for event in events for table in tables_now(event)]
        missing = [
            f"{table['table']}: {boards[table['board']]['board']}"
            for table in tables
            if table["board"] in boards and not boards[table["board"]]["connected"]
        ]
        timer = self._parts.get("timer") or {}
        return {
            "name": self._parts.get("hall", {}).get("name", ""),
            "event": main.get("name"),
            "round": main.get("round", 0),
            "rounds": main.get("games", 0),
            "timer_until": timer.get("until"),
            "beside": [{"id": event["id"], "event": event["name"]} for event in events[1:]],
            "boards": len(boards),
            "connected": sum(board["connected"] for board in boards.values()),
            "open_games": sum(None in table["points"] for table in tables),
            "missing": missing,
        }

    # --- Home Assistant

    def _discovery(self, boards: Mapping[str, JsonObject]) -> dict[str, JsonObject]:
        hall, name = self._hall, self._parts.get("hall", {}).get("name", "")
        device_id, base = f"pegboard_hall_{hall.id}", hall.base
        device = Device(
            device_id, name or "Hall", "Hall of cribbage boards",
            hall.version, hall.url, f"{base}/hall", f"{base}/online",
        )  # fmt: skip
        standings = f"{base}/standings"
        leader = device.sensor(
            "leader",
            "Leader",
            "{{ value_json.standings[0].name if value_json.standings else none }}",
            icon="mdi:trophy",
            json_attributes_topic=standings,
            json_attributes_template=(
                f"{{{{ {{'standings': value_json.standings[:{LEADERS}], "
                "'hidden': value_json.hidden} | tojson }}"
            ),
        )
        leader[1]["state_topic"] = standings
        missing = device.diagnosis(
            "missing", "Board missing", "problem",
            "{{ 'ON' if value_json.missing else 'OFF' }}",
            json_attributes_topic=f"{base}/hall",
            json_attributes_template='{{ {"missing": value_json.missing} | tojson }}',
        )  # fmt: skip
        numbers = [
            device.sensor(key, label, f"{{{{ value_json.{key} }}}}", icon=icon)
            for key, label, icon in (
                ("event", "Event", "mdi:calendar"),
                ("round", "Round", "mdi:counter"),
                ("open_games", "Open games", "mdi:cards"),
                ("connected", "Boards connected", "mdi:lan-connect"),
            )
        ]
        found = {
            f"{hall.discovery}/device/{device_id}/config": device.discovery(
                [*numbers, leader, missing]
            )
        }
        for id in [*boards][:MAX_DISCOVERED_BOARDS]:
            topic = f"{hall.discovery}/device/{device_id}_{id}/config"
            found[topic] = self._discovered_board(id, boards[id]["board"], device_id)
        return found

    def _discovered_board(self, id: str, name: str, via: str) -> JsonObject:
        hall, base = self._hall, self._hall.base
        device = Device(
            f"{via}_{id}", f"Board {name}", "Cribbage board in a hall",
            hall.version, hall.url, f"{base}/board/{id}", f"{base}/online", via,
        )  # fmt: skip
        scores = [device.score(seat) for seat in range(2)]
        connected = device.diagnosis(
            "connected", "Connected", "connectivity",
            "{{ 'ON' if value_json.connected else 'OFF' }}",
        )  # fmt: skip
        return device.discovery([*scores, stage(device), connected])


def tables_now(event: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Returns the tables in play: those of the round, and those of matches."""
    matches = [{**each, "points": [None, None]} for each in event.get("matches", ())]
    match_tables = {each["table"] for each in matches}
    seeded = bool(event.get("seeds"))
    return [
        *(t for t in event["tables"] if not seeded and t["table"] not in match_tables),
        *matches,
    ]


def names_at(event: Mapping[str, Any], table: Mapping[str, Any]) -> list[str]:
    """Returns the names of the players at a table, seat 0 first."""
    names = event["names"]
    return [names.get(player, player) for player in table["players"]]


def standings_of(event: Mapping[str, Any]) -> JsonObject:
    """Returns the payload for an event's standings; hidden ones are already left out."""
    keys = ("place", "tied", "points", "won", "plus", "minus", "games")
    rows = [
        {"name": event["names"].get(row["player"], row["player"])} | {key: row[key] for key in keys}
        for row in event.get("standings", ())
    ]
    hidden = event.get("hidden", False)
    return {"event": event.get("name"), "hidden": hidden, "standings": rows}
