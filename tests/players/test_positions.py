"""Ten positions on which well-known players agree (`positions/`; each names its source)."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from pegboard.cribbage.game import view
from pegboard.cribbage.notation import format_action, parse_record
from pegboard.cribbage.replay import replay_steps
from pegboard.cribbage.view import View
from pegboard.players import by_name
from tests.support.paths import TEST_DATA

FILES = sorted((TEST_DATA / "positions").glob("*.game"))
ASKED = 7
"""So often a player is asked: near the end the expert draws hands, and equals may take turns."""


def position(path: Path) -> tuple[View, str]:
    """Returns seat 0's view and the `# best:` line of a file."""
    text = path.read_text()
    record = parse_record(text)
    *_, last = replay_steps(record.header.rules, record.header.dealer, record.actions)
    best = next(line for line in text.splitlines() if line.startswith("# best: "))
    return view(last.state, 0), best.removeprefix("# best: ")


def answer(level: str, seen: View, asked: int = ASKED) -> str:
    """Returns the level's most frequent choice."""
    player = by_name(level)
    done = Counter(format_action(player.choose(seen, Random(seed))) for seed in range(asked))
    return done.most_common(1)[0][0]


def agrees(answer: str, best: str) -> bool:
    """Returns whether a choice matches `A`, `A or B`, or `not A`."""
    if best.startswith("not "):
        return answer != best.removeprefix("not ")
    return answer in best.split(" or ")


def test_ten_positions_name_their_sources() -> None:
    assert len(FILES) == 10
    assert all("Source: " in path.read_text() for path in FILES)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_best_move_and_an_alternative_are_legal(path: Path) -> None:
    seen, best = position(path)
    legal = [format_action(action) for action in seen.legal]
    right = [line for line in legal if agrees(line, best)]
    assert right and len(right) < len(legal)


def agreed(level: str) -> list[str]:
    """Returns the positions where the level's choice matches the experts'."""
    positions = [(path.stem, *position(path)) for path in FILES]
    return [name for name, seen, best in positions if agrees(answer(level, seen), best)]


def test_expert_agrees_with_published_best_moves() -> None:
    """It pairs the five at 100 to 91, for the others win less, and gives 8 K and not Q K, which
    bring this dealer more. The jack on the six and the ace are worth nearly the same to it."""
    assert len(agreed("expert")) >= 7


def test_beginner_agrees_less_often() -> None:
    assert len(agreed("beginner")) <= 5
