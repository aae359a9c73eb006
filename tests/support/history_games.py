"""Stored games for history tests: from random players, records and journals."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from random import Random
from typing import Any

from pegboard.cribbage.game import Action, Rules, State
from pegboard.cribbage.notation import format_action, parse_action
from pegboard.cribbage.tags import header_of
from pegboard.history.stored_game import StoredGame, StoredLine
from pegboard.players import Simple
from pegboard.players.selfplay import play_game
from pegboard.storage.journal import SqliteJournal
from pegboard.storage.port import Entry

DAY_S = 86_400.0
BEGAN = 1_700_000_000.0


def stored_game(
    actions: Iterable[Action | str],
    *,
    names: Sequence[str] = ("Ann", "Ben"),
    rules: Rules | None = None,
    dealer: int = 0,
    number: int = 1,
    mode: str = "score",
    said: dict[str, str] | None = None,
    started: float | None = None,
) -> StoredGame:
    """Returns a game as the journal stores it, one line per second."""
    rules = rules or Rules()
    started = BEGAN + number * 3600 if started is None else started
    lines = [text if isinstance(text, str) else format_action(text) for text in actions]
    return StoredGame(
        f"g{number}",
        number,
        started,
        mode,
        header_of(rules, tuple(names), dealer, remarks=said),
        tuple(
            StoredLine(seq, f"{number}:{seq}", started + seq, "web 192.168.1.7", line)
            for seq, line in enumerate(lines, 1)
        ),
    )


def whole_game(
    seed: int, rules: Rules | None = None, dealer: int = 0
) -> tuple[list[Action], list[State]]:
    """Returns the actions of a game between simple players, and the state after each."""
    actions, states = _played(seed, rules or Rules(), dealer)
    return list(actions), list(states)


@cache
def _played(seed: int, rules: Rules, dealer: int) -> tuple[tuple[Action, ...], tuple[State, ...]]:
    steps = list(play_game([Simple()] * rules.players, Random(seed), rules, dealer))
    return tuple(action for action, _ in steps), tuple(step.state for _, step in steps)


def write_games(journal: SqliteJournal, sources: Iterable[StoredGame]) -> None:
    """Writes games into a journal line by line, as the service does."""
    for source in sources:
        journal.start(source.id, source.header, source.mode, source.started)
        for entry in source.entries:
            journal.append(source.id, Entry(*entry))


def parse_actions(lines: str) -> list[Action]:
    """Parses one action per line."""
    return [parse_action(line.strip()) for line in lines.strip().splitlines()]


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
