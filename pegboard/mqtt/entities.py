"""Home Assistant's discovery message: a device and its entities. No I/O."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

JsonObject = dict[str, Any]
Entity = tuple[str, JsonObject]
"""An immutable key and its discovery entry."""


@dataclass(frozen=True, slots=True)
class Device:
    """A device as Home Assistant shows it.

    Attributes:
        ident: unique and immutable id.
        name, model: for people.
        version: version of pegboard.
        url: address of its page.
        state: topic of its entities' values.
        online: topic of its availability.
        via: id of the device it is connected through, if any.
    """

    ident: str
    name: str
    model: str
    version: str
    url: str
    state: str
    online: str
    via: str = ""

    def entity(self, platform: str, key: str, name: str, **more: Any) -> Entity:
        """Returns an entity with a `unique_id`, on which users' automations and history depend."""
        return key, {
            "platform": platform,
            "unique_id": f"{self.ident}_{key}",
            "name": name,
            **more,
        }

    def sensor(self, key: str, name: str, template: str, **more: Any) -> Entity:
        """Returns a sensor that shows a part of the state."""
        options = {"state_topic": self.state, "value_template": template, **more}
        return self.entity("sensor", key, name, **options)

    def score(self, seat: int, **more: Any) -> Entity:
        """Returns a sensor for a seat's score, with the player's name as an attribute."""
        return self.sensor(
            f"score_{seat + 1}",
            f"Score {seat + 1}",
            f"{{{{ value_json.scores[{seat}] | default(none) }}}}",
            icon="mdi:scoreboard",
            unit_of_measurement="points",
            json_attributes_topic=self.state,
            json_attributes_template=(
                f'{{{{ {{"player": value_json.names[{seat}] | default("")}} | tojson }}}}'
            ),
            **more,
        )

    def diagnosis(self, key: str, name: str, kind: str, template: str, **more: Any) -> Entity:
        """Returns a binary sensor (`ON` or `OFF`) of Home Assistant's device class `kind`."""
        options = {"state_topic": self.state, "value_template": template, **more}
        return self.entity(
            "binary_sensor", key, name, device_class=kind, entity_category="diagnostic", **options
        )

    def discovery(self, entities: Iterable[Entity]) -> JsonObject:
        """Returns the discovery message."""
        device: JsonObject = {
            "identifiers": [self.ident],
            "name": self.name,
            "manufacturer": "pegboard",
            "model": self.model,
            "sw_version": self.version,
            "configuration_url": self.url,
        }
        if self.via:
            device["via_device"] = self.via
        return {
            "device": device,
            "origin": {"name": "pegboard", "sw_version": self.version},
            "availability": [{"topic": self.online}],
            "components": dict(entities),
        }
