"""Generates the page's TypeScript types from the message schema and the commands.

    python -m tests.tools.protocol_types

What a type is called, its fields and their docstrings are read from the source, so the names that
the schema gives to texts and numbers (`Card`, `Seat`) stay; which fields a command may leave out,
and how it calls them, msgspec knows.
"""

from tests.support.paths import ROOT

TARGET = ROOT / "pegboard" / "web" / "static" / "core" / "protocol.d.ts"
