"""Writes the generated types: `make types`."""

from tests.tools.protocol_types import TARGET
from tests.tools.protocol_types.writer import Writer

TARGET.write_text(Writer().text(), encoding="utf-8")
