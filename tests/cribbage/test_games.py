"""Golden games: the records in tests/data/games with expected events per line.

Behind each action stands ``# = SEAT KIND POINTS, ...`` for its awards (nothing there: no award)
and ``! text`` for its warnings; the last line says how the game stands at the end, and may say
what it is worth in a match: games won by each side.
"""

import re
from pathlib import Path

import pytest

from pegboard.cribbage.events import Scored, Warned
from pegboard.cribbage.match import games_won
from pegboard.cribbage.notation import format_action, format_record, parse_record
from pegboard.cribbage.replay import fold_undos, replay, replay_steps
from tests.support.paths import TEST_DATA

GAMES = sorted((TEST_DATA / "games").glob("*.game"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_golden_game_replays(path: Path) -> None:
    text = path.read_text()
    record = parse_record(text, path.name)
    rules, dealer = record.header.rules, record.header.dealer
    lines = text.split("\n")
    for number, moment in zip(
        record.lines, replay_steps(rules, dealer, record.actions), strict=True
    ):
        awards = [
            f"{event.seat} {event.item.kind} {event.item.points}"
            for event in moment.events
            if isinstance(event, Scored)
        ]
        warnings = [f"! {event.text}" for event in moment.events if isinstance(event, Warned)]
        expected = ["= " + ", ".join(awards)] if awards else []
        line, _, comment = lines[number - 1].partition("#")
        assert line.strip() == format_action(moment.action)
        assert comment.strip() == " ".join(expected + warnings), f"line {number}"
    state = moment.state
    end = re.fullmatch(r"# end: ([\d ]+)(?:, winner (\d), skunk (\d)(, games [\d ]+)?)?", lines[-2])
    assert end is not None
    assert state.scores == tuple(map(int, end[1].split()))
    assert state.winner == (None if end[2] is None else int(end[2]))
    assert state.skunk == int(end[3] or 0)
    if end[4]:
        assert end[4] == f", games {' '.join(map(str, games_won(state)))}"
    # The same game without its undos, and read again from its own text.
    actions = [action for _, action in fold_undos(record.actions)]
    assert replay(rules, dealer, actions) == state
    assert parse_record(format_record(record)) == record


def test_golden_games_exist() -> None:
    assert len(GAMES) > 20
