"""A review, and calls made where they stand, for an archive."""

import asyncio
from collections.abc import Callable
from typing import Any

REVIEW: dict[str, Any] = {
    "unit": "chance", "names": ["Ann", "Ben"],
    "sides": [{"luck": {"deal": 0.25, "play": 0.125}, "skill": -0.05}, {"luck": {}, "skill": -0.1}],
    "decisions": [
        {"seat": 0, "verdict": "best", "cost_points": 0.0},
        {"seat": 0, "verdict": "slip", "cost_points": 0.5},
        {"seat": 1, "verdict": "mistake", "cost_points": -0.2},
    ],
}  # fmt: skip


async def run_blocking(call: Callable[..., Any], *args: Any) -> Any:
    return await asyncio.to_thread(call, *args)
