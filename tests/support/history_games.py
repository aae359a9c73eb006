"""Games for the history: made by random players, by records, and in a journal."""

from collections.abc import Iterable, Sequence
from functools import cache
from random import Random

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


def source_of(
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
    """A game as the journal would hold it, one line a second."""
    rules = rules or Rules()
    started = BEGAN + number * 3600 if started is None else started
    lines = [text if isinstance(text, str) else format_action(text) for text in actions]
    return StoredGame(
        f"g{number}",
        number,
        started,
        mode,
        header_of(rules, tuple(names), dealer, said=said),
        tuple(
            StoredLine(seq, f"{number}:{seq}", started + seq, "web 192.168.1.7", line)
            for seq, line in enumerate(lines, 1)
        ),
    )


def whole_game(
    seed: int, rules: Rules | None = None, dealer: int = 0
) -> tuple[list[Action], list[State]]:
    """A game between sound players: the actions, and the state after each."""
    actions, states = _played(seed, rules or Rules(), dealer)
    return list(actions), list(states)


@cache
def _played(seed: int, rules: Rules, dealer: int) -> tuple[tuple[Action, ...], tuple[State, ...]]:
    steps = list(play_game([Simple()] * rules.players, Random(seed), rules, dealer))
    return tuple(action for action, _ in steps), tuple(step.state for _, step in steps)


def fill(journal: SqliteJournal, sources: Iterable[StoredGame]) -> None:
    """Writes games into a journal as the service does, line by line."""
    for source in sources:
        journal.start(source.id, source.header, source.mode, source.started)
        for entry in source.entries:
            journal.append(source.id, Entry(*entry))


def entries_of(lines: str) -> list[Action]:
    """Actions, one a line."""
    return [parse_action(line.strip()) for line in lines.strip().splitlines()]
