"""External programs as players: the documented examples, and faulty ones."""

import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pegboard.players
from pegboard.arena import arena
from pegboard.arena.external import opened
from pegboard.arena.program import LONGEST, ProgramFault, ProgramPlayer, question
from pegboard.cli.arena.two import arena_command
from pegboard.cribbage.cards import Card, parse_cards
from pegboard.cribbage.game import Discard, Play, Rules, View
from pegboard.cribbage.state import PastDeal
from pegboard.errors import ConfigError, IllegalAction
from pegboard.players import by_name
from pegboard.players.selfplay import play_game
from tests.support.waiting import wait_until

PAGE = (Path(pegboard.players.__file__).parent / "PROTOCOL.md").read_text()

CARDS = {"hand", "discards", "starter", "pile", "plays", "legal"}
"""Facts that name cards."""


def example(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None
    assert found[1].count("\n") <= 36
    return found[1]


@pytest.fixture
def python_program(tmp_path: Path) -> str:
    (tmp_path / "first.py").write_text(example("python"))
    return f"exec:{sys.executable} {tmp_path / 'first.py'}"


@pytest.fixture
def c_program(tmp_path: Path) -> str:
    (tmp_path / "first.c").write_text(example("c"))
    made = tmp_path / "first in C"
    strict = ["-std=c11", "-Wall", "-Wextra", "-Werror"]
    subprocess.run(["cc", *strict, "-o", str(made), str(tmp_path / "first.c")], check=True)
    return f"exec:'{made}'"


def written(folder: Path, text: str) -> str:
    """Writes a program whose answers are an expression of the request line."""
    file = folder / "bad.py"
    file.write_text("import sys, time, os\nfor line in sys.stdin:\n    " + text)
    return f"{sys.executable} {file}"


def greeting(then: str) -> str:
    return f"print('name Bad' if line.startswith('crib') else {then}, flush=True)"


@pytest.mark.group("rules")
def test_documented_programs_play(
    python_program: str, c_program: str, capsys: pytest.CaptureFixture[str]
) -> None:
    trial = arena.Trial(python_program, c_program, 3)
    tally = arena.run(trial, 20)
    result = arena.result(trial, tally, ("a", "b"))
    assert result["games"] == 20 and result["a_rate"] > 0.5, "fifteens are worth something"
    assert arena_command(python_program, "random", games=2, seed=1, processes=1) == 0
    assert "First in Python won" in capsys.readouterr().out


@pytest.mark.group("rules")
def test_external_program_makes_the_same_choices_as_ours(c_program: str) -> None:
    """Plays the same games with two, three and four players."""

    class First:
        name = "first"

        def choose(self, view: View, rng: Random) -> object:
            return view.legal[0]

    for rules in (Rules(), Rules(players=3), Rules(players=4, partners=True)):
        games = []
        with opened(c_program) as program:
            for player in (program, First()):
                seats = [player] * rules.players
                games.append([a for a, _ in play_game(seats, Random(4), rules, 0)])  # type: ignore[arg-type]
        assert games[0] == games[1]


def parsed(text: str) -> PastDeal:
    dealer, starter, plays, hands = text.split("/")
    played_cards = (play.split(":") for play in plays.split(","))
    return PastDeal(
        int(dealer),
        Card.parse(starter),
        tuple((int(seat), Card.parse(card)) for seat, card in played_cards),
        tuple(map(parse_cards, hands.split(","))),
    )


@given(st.integers(0, 10**6), st.integers(2, 4))
def test_request_contains_own_knowledge_and_no_hidden_card(seed: int, players: int) -> None:
    rules = Rules(players=players, target=61)
    requests: list[tuple[View, str]] = []

    class Asks:
        name = "asks"

        def choose(self, view: View, rng: Random) -> object:
            if isinstance(view.legal[0], Discard | Play):
                requests.append((view, question(view, 5.0)))
            return by_name("random").choose(view, rng)

    for _ in play_game([Asks()] * players, Random(seed), rules, 0):  # type: ignore[list-item]
        pass
    assert requests
    for view, line in requests:
        verb, *words = line.split(" ")
        facts = dict(word.split("=", 1) for word in words)
        assert verb == ("discard" if isinstance(view.legal[0], Discard) else "play")
        assert list(facts)[-1] == "legal"
        known_cards = {*view.hand, *view.discards, *(card for _, card in view.plays)}
        known_cards |= {view.starter} if view.starter else set()
        card_facts = " ".join(facts[key] for key in CARDS if key in facts)
        assert set(re.findall(r"[A2-9TJQK][CDHS]", card_facts)) <= set(map(str, known_cards))
        assert len(facts["legal"].split(",")) == len(view.legal)
        assert facts["scores"] == ",".join(map(str, view.scores))
        assert [parsed(deal) for deal in facts.get("past", "").split(";") if deal] == [*view.past]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (greeting("'XX'"), ProgramFault.ILLEGAL),
        (greeting("''"), ProgramFault.ILLEGAL),
        (greeting("'5H' * 400"), ProgramFault.ILLEGAL),
        (greeting(f"'5' * {2 * LONGEST}"), ProgramFault.TOO_LONG),
        (greeting("os._exit(1)"), ProgramFault.ENDED),
        (greeting("time.sleep(60)"), ProgramFault.SLOW),
    ],
)
def test_faulty_program_loses_its_seat(tmp_path: Path, text: str, fault: ProgramFault) -> None:
    player = ProgramPlayer(written(tmp_path, text), answer_s=0.5)
    assert player.name == "Bad"
    with pytest.raises(IllegalAction) as failed:
        for _ in play_game([player, by_name("random")], Random(1), Rules(), 0):
            pass
    assert failed.value.code == fault
    assert "discard players=2" in str(failed.value)


@pytest.mark.parametrize("session", [False, True])
def test_child_processes_end_with_the_program(tmp_path: Path, session: bool) -> None:
    child = "import os, sys, time; open(sys.argv[1], 'w').write(str(os.getpid())); time.sleep(99)"
    note = tmp_path / "pid"
    start = f"import subprocess; subprocess.Popen([sys.executable, '-c', {child!r}, {str(note)!r}]"
    start += f", start_new_session={session})"
    player = ProgramPlayer(written(tmp_path, f"{start}; " + greeting("''")))
    assert player.name == "Bad"
    wait_until(lambda: note.exists() and note.read_text(), "the child")
    state = Path(f"/proc/{int(note.read_text())}/stat")
    player.close()

    def has_ended() -> bool:
        with suppress(FileNotFoundError, ProcessLookupError):
            return state.read_text().rpartition(")")[2].split()[0] == "Z"
        return True

    wait_until(has_ended, "the end of the child")


def test_program_must_exist_and_introduce_itself(tmp_path: Path) -> None:
    for command in ("", "no-such-program-anywhere -x", "'"):
        with pytest.raises(ConfigError) as failed:
            ProgramPlayer(command)
        assert failed.value.code == ProgramFault.NO_PROGRAM
    with pytest.raises(ConfigError) as failed:
        assert ProgramPlayer(written(tmp_path, "print('hello', flush=True)")).name
    assert failed.value.code == ProgramFault.NO_NAME
    assert arena_command("exec:no-such-program-anywhere", "random", games=2, seed=1) == 2
