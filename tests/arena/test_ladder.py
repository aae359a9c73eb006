"""Round-robin ladder: correct ratings, and resuming after an interruption."""

import json
import math
import sys
import xml.etree.ElementTree as ET
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from pegboard.arena import arena
from pegboard.arena.ladder import games
from pegboard.arena.ladder.chart import draw_chart
from pegboard.arena.ladder.games import LadderFault, play_on
from pegboard.arena.ladder.ratings import MEAN, Ladder
from pegboard.cli.arena.ladder import ladder_command
from pegboard.errors import ConfigError, IllegalAction

PLAYERS = ("greedy", "beginner", "random")


def test_rating_difference_matches_the_results() -> None:
    won = {n: (2 if n % 4 == 0 else 1) for n in range(400)}  # 500 of 800
    standings = Ladder(("a", "b"), 1, {("a", "b"): won}).standings()
    apart = standings[0].rating - standings[1].rating
    assert apart == pytest.approx(400 * math.log10(500.5 / 300.5), abs=0.01)
    assert sum(each.rating for each in standings) == pytest.approx(2 * MEAN)
    assert [(each.player, each.games, each.wins) for each in standings] == [
        ("a", 800, 500), ("b", 800, 300),
    ]  # fmt: skip
    # Sets are 2 or 1 of 2: a standard error of 0.0108 of the rate, of half that many Elo each.
    per_rate = 400 / math.log(10) / (0.625 * 0.375) / 2
    assert standings[0].error == pytest.approx(1.96 * per_rate * 0.25 * 0.433 / 10, rel=0.25)


def test_simulated_ratings_are_recovered() -> None:
    """Checks that the 95 % intervals hold 19 of 20 simulated strengths."""
    truth = {"a": 1650.0, "b": 1550.0, "c": 1450.0, "d": 1350.0}
    inside = 0
    for seed in range(10):
        rng = Random(seed)
        sets = {}
        for a, b in combinations(truth, 2):
            chance = 1 / (1 + 10 ** ((truth[b] - truth[a]) / 400))
            sets[a, b] = {n: sum(rng.random() < chance for _ in range(2)) for n in range(150)}
        for each in Ladder(tuple(truth), seed, sets).standings():
            inside += abs(each.rating - truth[each.player]) <= each.error
    assert 34 <= inside <= 40


def test_weaker_players_rank_lower_and_seed_reproduces_games(tmp_path: Path) -> None:
    once = play_on(PLAYERS, 12, 3)
    assert [each.player for each in once.standings()][-1] == "random"
    file = tmp_path / "ladder.jsonl"
    shares = []
    stored = play_on(PLAYERS, 12, 3, file, progress=lambda now, of: shares.append((now.games, of)))
    assert stored.sets == once.sets
    assert shares[-1] == (36, 36) and shares == sorted(shares)
    for a, b in combinations(PLAYERS, 2):
        rate, other = stored.rate(a, b), stored.rate(b, a)
        assert rate is not None and other is not None and rate + other == pytest.approx(1)


def test_interrupted_ladder_resumes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = play_on(PLAYERS, 12, 3)
    file = tmp_path / "ladder.jsonl"
    play_on(PLAYERS, 6, 3, file)
    with file.open("a") as out:
        out.write('{"pair": ["greedy", "ran')  # the plug was pulled
    played = 0
    real = arena.play_part

    def counted(job: tuple[object, range]) -> object:
        nonlocal played
        played += len(job[1])
        return real(job)  # type: ignore[arg-type]

    monkeypatch.setattr(games, "play_part", counted)
    assert play_on(PLAYERS, 12, 3, file).sets == whole.sets
    assert played == 9, "three sets of each pair were there"
    assert play_on((*PLAYERS[::-1], "club"), 2, 3, file).rate("random", "greedy") is not None
    assert all(json.loads(line) for line in file.read_text().splitlines())


def test_mismatched_files_and_players_are_reported(tmp_path: Path) -> None:
    file = tmp_path / "ladder.jsonl"
    play_on(PLAYERS[:2], 2, 3, file)
    for players, seed, fault in (
        (PLAYERS[:1], 3, LadderFault.TOO_FEW),
        (("club", "club"), 3, LadderFault.TOO_FEW),
        (PLAYERS, 4, LadderFault.OTHER),
    ):
        with pytest.raises(ConfigError) as failed:
            play_on(players, 2, seed, file)
        assert failed.value.code == fault
    file.write_text("{}\nhello\n")
    with pytest.raises(ConfigError) as failed:
        play_on(PLAYERS, 2, 3, file)
    assert failed.value.code == LadderFault.NO_LADDER and "line 1" in str(failed.value)
    with pytest.raises((ConfigError, IllegalAction)):
        play_on(("club", "nobody"), 2, 3)


def test_command_prints_a_table_and_draws_a_chart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chart = tmp_path / "ladder.svg"
    options = {"games": 8, "seed": 3, "processes": 1}
    assert ladder_command(list(PLAYERS), chart=chart, **options) == 0  # type: ignore[arg-type]
    output = capsys.readouterr().out
    assert "±" in output and output.count("random") == 2
    texts = [node.text for node in ET.parse(chart).iter() if node.text and node.text.strip()]
    assert {"greedy", "beginner", "random"} <= set(texts)
    assert ladder_command(list(PLAYERS), as_json=True, **options) == 0  # type: ignore[arg-type]
    found = json.loads(capsys.readouterr().out)
    assert found["games"] == 24 and found["seed"] == 3
    assert set(found["standings"][0]["against"]) == set(PLAYERS) - {found["standings"][0]["player"]}
    assert ladder_command(["club", "nobody"], **options) == 2  # type: ignore[arg-type]
    assert "nobody" in capsys.readouterr().err


def test_chart_draws_long_and_unusual_names(tmp_path: Path) -> None:
    ladder = Ladder(("exec:python3 /home/ann/players/mine.py <&>", "b"), 1)
    ladder.sets[ladder.players] = {0: 1, 1: 2}  # type: ignore[index]
    assert "mine.py &lt;&amp;&gt;" in draw_chart(ladder.standings())


def test_rule_breaker_loses_the_game_and_ladder_continues(tmp_path: Path) -> None:
    """Includes a program that always plays its first card, and one that ignores requests."""
    moody = tmp_path / "moody.py"
    moody.write_text(
        "import random, sys\n"
        "print('name moody', flush=True)\n"
        "sys.stdin.readline()\n"
        "for line in sys.stdin:\n"
        "    facts = dict(word.split('=', 1) for word in line.split()[1:] if '=' in word)\n"
        "    legal = facts.get('legal', '').split(',')\n"
        "    print('ZZ' if random.random() < 0.02 else legal[0], flush=True)\n"
    )
    player = f"exec:{sys.executable} {moody}"
    file = tmp_path / "ladder.jsonl"
    ladder = play_on((player, "random"), 40, 3, file)
    found = {each.player: each for each in ladder.standings()}
    assert found[player].games == found["random"].games == 40
    assert 0 < found[player].forfeits < 40 and found["random"].forfeits == 0
    again = play_on((player, "random"), 40, 3, file)
    assert again.forfeits == ladder.forfeits and again.sets == ladder.sets
