"""Home Assistant's discovery: one device with its entities, and their states. No I/O.

The names of topics and keys are those of Home Assistant's MQTT discovery, in full. An entity's
`unique_id` never changes: people's automations and years of history depend on it.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pegboard.cribbage.events import Counted, Event, Scored, Won
from pegboard.cribbage.scoring import Kind
from pegboard.mqtt.entities import Device, Entity, JsonObject

SEATS = 4
EFFECTS = ("game", "waiting")
"""Effects of the strip: the game, or the light of a board waiting for players."""
STAGES = ("deal", "discard", "cut", "play", "show", "over")
HAPPENINGS = (
    "new_game",
    "heels",
    "hand_24",
    "hand_28",
    "hand_29",
    "skunk",
    "double_skunk",
    "game_over",
)
"""The types of the event entity."""
PAGE_COMMAND = '{"id": "{{ now().timestamp() }}"}'
"""Payload of Home Assistant's buttons; its id makes a repeated message harmless."""


@dataclass(frozen=True, slots=True)
class Board:
    """Identity of this board."""

    id: str
    """Letters and digits; created once and permanent."""
    version: str
    url: str
    topic: str = "pegboard"
    discovery: str = "homeassistant"
    """Home Assistant's prefix; `none` to publish no discovery."""

    @property
    def base(self) -> str:
        """Prefix of all topics of this board."""
        return f"{self.topic}/{self.id}"

    @property
    def config_topic(self) -> str:
        """Discovery topic of this board."""
        return f"{self.discovery}/device/pegboard_{self.id}/config"


@dataclass(frozen=True, slots=True)
class Lamp:
    """The strip as a lamp."""

    on: bool = True
    brightness: int = 255
    """1 to 255, relative to the configured brightness."""
    effect: str = EFFECTS[0]

    def as_json(self) -> JsonObject:
        """Returns the state in Home Assistant's JSON format for lights."""
        return {
            "state": "ON" if self.on else "OFF",
            "brightness": self.brightness,
            "color_mode": "brightness",
            "effect": self.effect,
        }


def discovery(board: Board, seats: int = SEATS) -> JsonObject:
    """Returns the discovery message: the device and all its entities."""
    base = board.base
    state = f"{base}/state"
    device = Device(
        ident=f"pegboard_{board.id}",
        name="Cribbage board",
        model="Electronic cribbage board",
        version=board.version,
        url=board.url,
        state=state,
        online=f"{base}/online",
    )
    scores = [device.score(seat, enabled_by_default=seat < 2) for seat in range(seats)]
    reported = [
        device.sensor("dealer", "Dealer", "{{ value_json.dealer }}", icon="mdi:cards"),
        stage(device),
        device.diagnosis(
            "problem",
            "Problem",
            "problem",
            "{{ 'ON' if value_json.problems else 'OFF' }}",
            json_attributes_topic=state,
            json_attributes_template='{{ {"problems": value_json.problems} | tojson }}',
        ),
        device.diagnosis(
            "update", "Update", "update", "{{ 'ON' if value_json.update else 'OFF' }}"
        ),
        device.entity(
            "event",
            "happening",
            "Happening",
            icon="mdi:cards-playing-heart-multiple",
            event_types=list(HAPPENINGS),
            state_topic=f"{base}/event",
        ),
    ]
    return device.discovery([*scores, *reported, *_commands(device, base)])


def stage(device: Device) -> Entity:
    """Returns the sensor for a game's stage."""
    return device.sensor(
        "stage",
        "Stage",
        "{{ value_json.stage }}",
        icon="mdi:progress-clock",
        device_class="enum",
        options=list(STAGES),
    )


def _commands(device: Device, base: str) -> list[Entity]:
    def button(key: str, name: str, icon: str) -> Entity:
        topic = f"{base}/{key}/set"
        return device.entity(
            "button",
            key,
            name,
            icon=icon,
            command_topic=topic,
            command_template=PAGE_COMMAND,
            qos=1,
        )

    strip = device.entity(
        "light",
        "strip",
        "Board",
        schema="json",
        state_topic=f"{base}/light",
        command_topic=f"{base}/light/set",
        supported_color_modes=["brightness"],
        brightness_scale=255,
        effect=True,
        effect_list=list(EFFECTS),
        # Home Assistant assumes that a JSON light has both features unless discovery denies them.
        flash=False,
        transition=False,
        qos=1,
    )
    return [
        strip,
        button("undo", "Undo", "mdi:undo"),
        button("new_game", "New game", "mdi:cards-outline"),
    ]


def state_of(state: Mapping[str, Any], *, update: bool = False) -> JsonObject:
    """Returns the published state of the game, from a watcher's `state` message."""
    names = [seat["name"] for seat in state["seats"]]
    dealer = state["dealer"]
    return {
        "game": state["game"],
        "seq": state["seq"],
        "mode": state["mode"],
        "scores": list(state["scores"]),
        "names": names,
        "dealer": names[dealer] if dealer is not None else "",
        "stage": state["stage"],
        "winner": None if state["winner"] is None else names[state["winner"]],
        "problems": [f"{d['name']}: {d['says']}" for d in state["devices"] if not d["ok"]],
        "update": update,
    }


def notable_events(events: Iterable[Event], names: Sequence[str]) -> list[JsonObject]:
    """Returns the notable events, in order, as payloads of the event entity."""
    found: list[JsonObject] = []

    def tell(kind: str, seat: int, **more: Any) -> None:
        found.append({"event_type": kind, "seat": seat, "player": names[seat], **more})

    for event in events:
        match event:
            case Counted(seat=seat, score=score) if score.total in (24, 28, 29):
                tell(f"hand_{score.total}", seat, crib=event.crib)
            case Scored(seat=seat, item=item) if item.kind is Kind.HEELS:
                tell("heels", seat)
            case Won(winner=seat, skunk=skunk):
                if skunk:
                    tell("double_skunk" if skunk == 2 else "skunk", seat)
                tell("game_over", seat, skunk=skunk)
    return found


def is_topic(text: str) -> bool:
    """Returns whether a configured topic is a valid prefix."""
    return re.fullmatch(r"[^+#\0]{1,200}", text) is not None and not text.startswith("$")
