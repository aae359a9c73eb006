"""The types of everything sent to a page: messages, and the feed of states and frames."""

from collections.abc import AsyncIterator
from typing import Any

JsonObject = dict[str, Any]
"""One JSON object, as it goes over the wire."""


Feed = AsyncIterator[str | bytes]
"""Frames in order: text is a `state` message, bytes are a frame (3 bytes a pixel)."""
