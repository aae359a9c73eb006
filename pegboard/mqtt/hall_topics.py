"""A hall as the home sees it: retained topics from the parts that everybody may see. No I/O.

Nothing is known here but what the hall's own page shows: neither a hidden card nor hidden standings
can get out.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pegboard.mqtt.entities import Device, JsonObject
from pegboard.mqtt.home_assistant import stage

BOARDS_TOLD = 50
"""Boards that Home Assistant is told of; all have their topics."""
LEADERS = 10
"""Places that are attributes of the leader."""
NO_GAME: JsonObject = {"scores": [], "dealer": "", "stage": None, "winner": None}


@dataclass(frozen=True, slots=True)
class HallIdentity:
    """The identity of a hall.

    Attributes:
        id: letters and digits; the same for all processes of a hall.
        version: of pegboard.
        url: of its page.
        topic: the prefix of all topics is TOPIC/hall_ID.
        discovery: Home Assistant's prefix; `none` where it is not told.
    """

    id: str
    version: str
    url: str
    topic: str
    discovery: str

    @property
    def base(self) -> str:
        """The prefix of all topics of this hall."""
        return f"{self.topic}/hall_{self.id}"


class HallTopics:
    """The parts of a hall's scoreboard, as topics.

    Args:
        hall: whose they are.
    """

    def __init__(self, hall: HallIdentity) -> None:
        self._hall = hall
        self._parts: dict[str, Any] = {}
        self._round: tuple[str, int] | None = None
        self._earlier: dict[str, str] = {}
        """Board -> its game that was over when the present round was drawn."""

    def change(self, parts: Mapping[str, Any], *, all: bool) -> None:
        """Takes what the scoreboard says.

        Args:
            parts: that have changed, by key.
            all: True if there are no others.
        """
        before = {} if all else self._parts
        self._parts = {**before, **parts}
        event = self._event
        drawn = (str(event.get("id", "")), int(event.get("round", 0)))
        if self._round not in (None, drawn):
            games = ((board, part["game"]) for board, part in self._boards())
            over = {b: g["game"] for b, g in games if g and g["winner"] is not None}
            self._earlier = over if drawn[1] else {}
        self._round = drawn

    @property
    def _event(self) -> dict[str, Any]:
        event: dict[str, Any] = self._parts.get("event") or {}
        return event

    def _boards(self) -> Iterator[tuple[str, dict[str, Any]]]:
        for key, part in self._parts.items():
            if key.startswith("board "):
                yield key.removeprefix("board "), part

    def topics(self) -> dict[str, JsonObject]:
        """Returns what each topic says now: those of the state first, then the discovery."""
        base, tables = self._hall.base, self._tables()
        at = {table["board"]: number for number, table in tables.items() if table["board"]}
        boards = {
            id: self._board(id, part, tables.get(at.get(id, 0)), at.get(id))
            for id, part in self._boards()
        }
        told = {
            f"{base}/hall": self._summary(tables, boards),
            f"{base}/standings": self._standings(),
        }
        for id, board in boards.items():
            told[f"{base}/board/{id}"] = board
        for number, table in tables.items():
            there = boards.get(table["board"] or "", NO_GAME)
            told[f"{base}/table/{number}"] = {
                **{key: there[key] for key in NO_GAME},
                "table": number,
                "round": self._event["round"],
                "names": self._names(table),
                "points": table["points"],
                "board": there.get("board", ""),
                "connected": there.get("connected", False),
            }
        if self._hall.discovery != "none":
            told |= self._discovery(boards)
        return told

    def _tables(self) -> dict[int, dict[str, Any]]:
        return {table["table"]: table for table in self._event.get("tables", ())}

    def _names(self, table: Mapping[str, Any]) -> list[str]:
        names = self._event["names"]
        return [names.get(player, player) for player in table["players"]]

    def _board(
        self, id: str, part: Mapping[str, Any], table: Mapping[str, Any] | None, number: int | None
    ) -> JsonObject:
        game = part["game"]
        if table is not None and game is not None and self._earlier.get(id) == game["game"]:
            game = None  # those who sit there now have not begun
        shown = dict(NO_GAME)
        names = self._names(table) if table is not None else []
        if game is not None:
            fits = len(names) == game["players"]
            who = names if fits else [f"seat {n + 1}" for n in range(game["players"])]
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
            "table": number,
            "names": names,
            "connected": part["connected"],
            "behind": part["behind"],
        }

    def _summary(
        self, tables: Mapping[int, Mapping[str, Any]], boards: Mapping[str, JsonObject]
    ) -> JsonObject:
        event = self._event
        missing = [
            f"{number}: {boards[table['board']]['board']}"
            for number, table in tables.items()
            if table["board"] in boards and not boards[table["board"]]["connected"]
        ]
        return {
            "name": self._parts.get("hall", {}).get("name", ""),
            "event": event.get("name"),
            "round": event.get("round", 0),
            "rounds": event.get("games", 0),
            "timer_until": self._parts.get("timer", {}).get("until"),
            "boards": len(boards),
            "connected": sum(board["connected"] for board in boards.values()),
            "open_games": sum(None in table["points"] for table in tables.values()),
            "missing": missing,
        }

    def _standings(self) -> JsonObject:
        event = self._event
        keys = ("place", "tied", "points", "won", "plus", "minus", "games")
        rows = [
            {"name": event["names"].get(row["player"], row["player"])}
            | {key: row[key] for key in keys}
            for row in event.get("standings", ())
        ]
        hidden = event.get("hidden", False)
        return {"event": event.get("name"), "hidden": hidden, "standings": rows}

    # --- Home Assistant

    def _discovery(self, boards: Mapping[str, JsonObject]) -> dict[str, JsonObject]:
        hall, name = self._hall, self._parts.get("hall", {}).get("name", "")
        own, base = f"pegboard_hall_{hall.id}", hall.base
        device = Device(
            own, name or "Hall", "Hall of cribbage boards",
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
            f"{hall.discovery}/device/{own}/config": device.discovery([*numbers, leader, missing])
        }
        for id in [*boards][:BOARDS_TOLD]:
            topic = f"{hall.discovery}/device/{own}_{id}/config"
            found[topic] = self._discovered_board(id, boards[id]["board"], own)
        return found

    def _discovered_board(self, id: str, name: str, via: str) -> JsonObject:
        hall, base = self._hall, self._hall.base
        device = Device(
            f"{via}_{id}", f"Board {name}", "Cribbage board in a hall",
            hall.version, hall.url, f"{base}/board/{id}", f"{base}/online", via,
        )  # fmt: skip
        scores = [
            device.sensor(
                f"score_{seat + 1}",
                f"Score {seat + 1}",
                f"{{{{ value_json.scores[{seat}] | default(none) }}}}",
                icon="mdi:scoreboard",
                unit_of_measurement="points",
                json_attributes_topic=device.state,
                json_attributes_template=(
                    f'{{{{ {{"player": value_json.names[{seat}] | default("")}} | tojson }}}}'
                ),
            )
            for seat in range(2)
        ]
        there = device.diagnosis(
            "connected", "Connected", "connectivity",
            "{{ 'ON' if value_json.connected else 'OFF' }}",
        )  # fmt: skip
        return device.discovery([*scores, stage(device), there])
