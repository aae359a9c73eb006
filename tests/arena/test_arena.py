"""The arena: same cards for both sides, third-party bots, and results."""

import json
from pathlib import Path

import pytest

from pegboard.arena import arena
from pegboard.arena.external import load_player
from pegboard.cli.arena.two import arena_command
from pegboard.errors import ConfigError, IllegalAction

BOT = """
class Bot:
    name = "first"
    def choose_discard(self, hand, is_dealer, scores):
        assert len(hand) == 6 and isinstance(is_dealer, bool) and len(scores) == 2
        return hand[4:]
    def choose_play(self, hand, pile, count, view):
        assert set(view) == {"legal", "is_dealer", "scores", "starter", "played", "my_discards",
                             "opp_left", "opp_min", "target"}
        assert set(view["legal"]) <= set(hand) and len(view["my_discards"]) == 2
        assert count == sum(min("A23456789TJQK".index(card[0]) + 1, 10) for card in pile)
        mine = [card for who, card in view["played"] if who == "me"]
        assert len(mine) + len(hand) == 4
        assert view["opp_left"] == 4 - (len(view["played"]) - len(mine))
        return view["legal"][0]
"""


@pytest.fixture
def bot(tmp_path: Path) -> str:
    path = tmp_path / "mine.py"
    path.write_text(BOT)
    return str(path)


def played(a: str, b: str, games: int = 8) -> arena.Tally:
    return arena.run(arena.Trial(a, b, 5), games)


def test_player_wins_half_against_itself() -> None:
    tally = played("simple", "simple", 10)
    # The same cards with the seats swapped: what wins in one seat wins in the other.
    assert tally.wins == [1] * 5 and tally.games == 10


def test_stronger_player_wins() -> None:
    result = arena.result(arena.Trial("a", "b", 5), played("simple", "random", 16), ("s", "r"))
    assert result["a_rate"] > 0.8 and result["games"] == 16
    low, high = result["ci95"]
    assert low < result["a_rate"] <= high
    assert result["per_deal"]["a"]["dealer"] > result["per_deal"]["b"]["dealer"]
    assert result["a_wins"] == result["a_rate"] * 16


def test_first_deal_rotates(monkeypatch: pytest.MonkeyPatch) -> None:
    dealers = []
    real = arena._play

    def watched(*args: object) -> int:
        dealers.append(args[3])
        return real(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(arena, "_play", watched)
    played("random", "random", 8)
    assert dealers == [0, 0, 1, 1, 0, 0, 1, 1]


@pytest.mark.parametrize(("players", "partners", "games"), [(3, False, 3), (4, True, 2)])
def test_arena_supports_more_players(players: int, partners: bool, games: int) -> None:
    tally = arena.run(arena.Trial("simple", "random", 1, players, partners), 1)
    assert tally.games == games  # one set


def test_parallel_run_plays_the_same_games() -> None:
    trial = arena.Trial("simple", "random", 3)
    one, two = arena.run(trial, 24), arena.run(trial, 24, processes=2)
    assert (one.wins, one.points) == (two.wins, two.points)


def test_bot_is_loaded_from_a_file(bot: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert arena_command(bot, "simple", games=6, seed=2, processes=1, as_json=True) == 0
    result = json.loads(capsys.readouterr().out)
    assert list(result) == [
        "a", "b", "games", "a_wins", "a_rate", "ci95", "first_dealer_rate", "per_deal", "ms",
    ]  # fmt: skip
    assert result["a"] == "first" and result["games"] == 6
    assert result["ms"]["b"]["discard"] > 0


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("class Other: pass", "needs a class Bot"),
        ("class Bot: pass", "has no choose_discard"),
        ("import nothing_of_the_kind", "ModuleNotFoundError"),
        ("class Bot(", "SyntaxError"),
    ],
)
def test_file_without_a_bot_is_reported(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "bad.py"
    path.write_text(text)
    with pytest.raises(ConfigError, match=says):
        load_player(str(path))


def test_unknown_player_or_file_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    assert arena_command("nobody", "simple", games=2, seed=1) == 2
    assert "unknown player 'nobody'" in capsys.readouterr().err
    assert arena_command("no/such.py", "simple", games=2, seed=1) == 2
    assert "no such file" in capsys.readouterr().err


@pytest.mark.parametrize("answer", ["'AS'", "'XX'", "None", "7"])
def test_illegal_bot_action_is_refused(tmp_path: Path, answer: str) -> None:
    path = tmp_path / "cheat.py"
    path.write_text(BOT.replace('return view["legal"][0]', f"return {answer}"))
    with pytest.raises(IllegalAction, match="first"):
        played(str(path), "simple", 20)


def test_result_text_reports_wins_and_margin(capsys: pytest.CaptureFixture[str]) -> None:
    assert arena_command("simple", "random", games=4, seed=1, processes=1) == 0
    out = capsys.readouterr().out
    assert out.startswith("simple won ") and "points a deal as pone" in out
