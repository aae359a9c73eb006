"""The effective configuration as TOML."""

import dataclasses
import json

from pegboard.config import Config


def show(config: Config) -> str:
    """Returns the effective configuration as TOML that `parse` can read."""
    lines: list[str] = [
        f"{item.name} = {_toml(getattr(config, item.name))}"
        for item in reversed(dataclasses.fields(config))
        if not dataclasses.is_dataclass(getattr(config, item.name))
    ]
    for section in dataclasses.fields(config):
        table = getattr(config, section.name)
        if dataclasses.is_dataclass(table):
            lines.append(f"\n[{section.name}]")
            lines.extend(
                f"{item.name} = {_toml(getattr(table, item.name))}"
                for item in dataclasses.fields(table)
            )
    return "\n".join(lines) + "\n"


def _toml(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int() | float():
            return repr(value)
        case tuple():
            return "[" + ", ".join(_toml(item) for item in value) + "]"
        case dict():
            inside = ", ".join(f"{_toml(key)} = {_toml(item)}" for key, item in value.items())
            return "{ " + inside + " }" if value else "{}"
    # A JSON string is a TOML string, except for one control character.
    return json.dumps(str(value), ensure_ascii=False).replace("\x7f", "\\u007f")
