"""The verifiable shuffle: its description, uniformity, and detection of tampering."""

import doctest
import re
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pegboard.cli.verify import verify_command
from pegboard.cribbage import tags
from pegboard.cribbage.actions import Action, Deal, Undo
from pegboard.cribbage.audit import check
from pegboard.cribbage.cards import DECK, Card, parse_cards
from pegboard.cribbage.game import Rules, State, apply, new_game, view
from pegboard.cribbage.notation import Record, format_action, format_record, parse_record
from pegboard.cribbage.shuffle import Shuffle, draw_seed
from pegboard.cribbage.tags import header_of
from pegboard.errors import NotationError
from pegboard.narration.events import face
from pegboard.players import by_name
from tests.support.paths import ROOT

SEED = "5c" * 32


def by_the_book(seed: str, phrase: str, deal: int) -> list[Card]:
    """Shuffles as documented in `cribbage.shuffle`, implemented independently."""

    def numbers() -> Iterator[int]:
        block = 0
        while True:
            yield from sha256(f"{seed}|{phrase}|{deal}|{block}".encode()).digest()
            block += 1

    suits, ranks = "CDHS", "A23456789TJQK"
    deck = [Card.parse(rank + suit) for suit in suits for rank in ranks]
    drawn = numbers()
    for place in range(51, 0, -1):
        number = next(drawn)
        while number >= 256 // (place + 1) * (place + 1):
            number = next(drawn)
        other = number % (place + 1)
        deck[place], deck[other] = deck[other], deck[place]
    return deck


@given(
    seed=st.integers(0, 2**256 - 1).map(lambda n: f"{n:064x}"),
    phrase=st.text(max_size=20).filter(str.isprintable),
    deal=st.integers(1, 60),
)
def test_shuffle_matches_its_description(seed: str, phrase: str, deal: int) -> None:
    deck = Shuffle(seed, phrase).deck(deal)
    assert list(deck) == by_the_book(seed, phrase, deal)
    assert sorted(deck) == sorted(DECK)
    assert Shuffle(seed, phrase).commitment == sha256(seed.encode()).hexdigest()


def test_every_card_is_first_and_last_equally_often() -> None:
    """Chi-square with 51 degrees of freedom exceeds 95.9 once in ten thousand."""
    shuffle, number = Shuffle(SEED), 52_000
    decks = [shuffle.deck(deal) for deal in range(1, number + 1)]
    for place in (0, 12, 51):
        counts = dict.fromkeys(DECK, 0)
        for deck in decks:
            counts[deck[place]] += 1
        mean = number / 52
        assert sum((times - mean) ** 2 / mean for times in counts.values()) < 95.9


@pytest.mark.parametrize(("players", "left"), [(2, 39), (3, 35), (4, 31)])
def test_deal_follows_from_the_seed(players: int, left: int) -> None:
    deal, cut = Shuffle(SEED).dealt(Rules(players=players), 1, 4)
    deck = Shuffle(SEED).deck(4)
    assert deal.hands is not None and deal.dealer == 1
    out = [card for hand in deal.hands for card in hand]
    out += [] if deal.crib_card is None else [deal.crib_card]
    assert [*out, cut.card] == list(deck[: 52 - left])
    assert (deal.crib_card is not None) == (players == 3)


def test_seed_uses_256_random_bits() -> None:
    class Small(Random):
        def getrandbits(self, bits: int) -> int:
            assert bits == 256
            return 7

    assert draw_seed(Small()) == f"{7:064x}"
    assert len({draw_seed(Random(n)) for n in range(50)}) == 50


# --- the record


def played(players: int = 2, *, phrase: str = "", undo: bool = True, seed: str = SEED) -> str:
    """Returns the record of a game, some of which is undone and replayed."""
    rules, rng = Rules(players=players, target=61), Random(3)
    shuffle, player = Shuffle(seed, phrase), by_name("beginner")
    history: list[tuple[Action, State]] = []
    actions: list[Action] = []
    state = new_game(rules)
    while not state.over:
        deals = sum(isinstance(action, Deal) for action, _ in history)
        if state.stage_name == "deal":
            action: Action = shuffle.dealt(rules, state.dealer, deals + 1)[0]
        elif state.stage_name == "cut":
            action = shuffle.dealt(rules, state.dealer, deals)[1]
        else:
            seats = range(players) if state.turn is None else (state.turn,)
            seat_view = next(seat_view for s in seats if (seat_view := view(state, s)).legal)
            action = player.choose(seat_view, rng)
        history.append((action, state))
        actions.append(action)
        state = apply(state, action).state
        if undo and len(actions) in (30, 60):
            for _ in range(20):
                _, state = history.pop()
                actions.append(Undo())
    head = header_of(rules, ("Ann", "Ben"), 0, shuffle=shuffle).replace(f"# seed {seed}\n", "")
    header = parse_record(head).header
    tag_values = tags.read(head)
    return tags.write(format_record(Record(header, tuple(actions))), tag_values, {"seed": seed})


GAME = played(phrase="the cat sat")


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("phrase", ["", "käse | # 7"])
def test_untampered_game_verifies(players: int, phrase: str) -> None:
    found = check(played(players, phrase=phrase))
    assert found.fair and found.faults == () and found.deals > 2
    assert found.commitment == Shuffle(SEED).commitment


def changed(line: int, new: str) -> str:
    lines = GAME.split("\n")
    lines[line - 1] = new
    return "\n".join(lines)


def lines_of(word: str) -> list[int]:
    return [n for n, line in enumerate(GAME.split("\n"), 1) if line.startswith(word)]


@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_changed_card_is_detected(data: st.DataObject) -> None:
    line = data.draw(st.sampled_from(lines_of("deal ")))
    word, dealer, *hands = GAME.split("\n")[line - 1].split()
    seat = data.draw(st.sampled_from([0, 1]))
    place = 2 * data.draw(st.integers(0, 5))
    out = {hand[n : n + 2] for hand in hands for n in range(0, 12, 2)}
    card = data.draw(st.sampled_from([str(card) for card in DECK if str(card) not in out]))
    hands[seat] = hands[seat][:place] + card + hands[seat][place + 2 :]
    found = check(changed(line, " ".join([word, dealer, *hands])))
    assert not found.fair
    assert found.faults[0].line == line and found.faults[0].deal is not None
    shown = " ".join(face(card) for card in parse_cards(hands[seat]))
    assert f"Player {seat + 1} has {shown};" in found.faults[0].says


@given(data=st.data())
@settings(max_examples=30, deadline=None)
def test_changed_starter_is_detected(data: st.DataObject) -> None:
    line = data.draw(st.sampled_from(lines_of("cut ")))
    card = data.draw(st.sampled_from(DECK))
    found = check(changed(line, f"cut {card}"))
    if GAME.split("\n")[line - 1] == f"cut {card}":
        assert found.fair
    else:
        assert found.faults[0].line == line


@given(digit=st.integers(0, 63), word=st.sampled_from(["seed", "commitment"]))
@settings(max_examples=30, deadline=None)
def test_changed_seed_or_commitment_is_detected(digit: int, word: str) -> None:
    (line,) = lines_of(f"# {word} ")
    text = GAME.split("\n")[line - 1]
    place = len(f"# {word} ") + digit
    other = "0" if text[place] != "0" else "1"
    found = check(changed(line, text[:place] + other + text[place + 1 :]))
    assert not found.fair and "not the commitment" in found.faults[0].says
    assert (len(found.faults) > 1) == (word == "seed")


def test_changed_phrase_is_detected() -> None:
    found = check(GAME.replace("# phrase the cat sat", "# phrase the cat sits"))
    assert not found.fair and found.faults[0].deal == 1


def test_reordered_deals_are_detected() -> None:
    first, *_, later = lines_of("deal ")
    lines = GAME.split("\n")
    lines[first - 1], lines[later - 1] = (
        f"deal 0 {' '.join(lines[later - 1].split()[2:])}",
        f"deal {lines[later - 1].split()[1]} {' '.join(lines[first - 1].split()[2:])}",
    )
    found = check("\n".join(lines))
    assert not found.fair and found.faults[0].line == first and found.faults[0].deal == 1


def test_missing_deal_is_detected() -> None:
    """After an omitted deal the next one has the wrong number."""
    second = lines_of("deal ")[1]
    found = check(changed(second, ""))
    assert not found.fair and "not a legal game" in found.faults[-1].says


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("players 2\npeg 0 5\n", "no commitment"),
        (f"players 2\n# commitment {'0' * 64}\ndeal 0\n", "no seed"),
        (f"players 2\n# commitment {'0' * 64}\npeg 0 5\n# seed {SEED}\n", "nothing was dealt"),
    ],
)
def test_unverifiable_record_gives_a_reason(text: str, says: str) -> None:
    found = check(text)
    assert says in found.missing and not found.fair


def test_manual_deal_cannot_be_verified() -> None:
    text = f"players 2\n# commitment {Shuffle(SEED).commitment}\ndeal 0\n# seed {SEED}\n"
    found = check(text)
    assert not found.fair and "by hand" in found.faults[0].says


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("players 7\n", "got 7"),
        ("players 2\n# seed 12\n", "64 hexadecimal digits, got '12'"),
        (f"players 2\n# seed {SEED.upper()}\n", "64 hexadecimal"),
        (f"players 2\n# seed {SEED}\n# seed {SEED}\n", "line 3: '# seed' is given twice"),
        ("players 2\ndance\n", "line 2"),
    ],
)
def test_unreadable_proof_is_refused(text: str, says: str) -> None:
    with pytest.raises(NotationError, match=says):
        check(text, "x.game")


# --- remarks


@given(
    phrase=st.text(max_size=64).filter(lambda t: t.isprintable()).map(str.strip),
    actions=st.sampled_from(["", "peg 0 5\nundo\n"]),
)
def test_comments_round_trip_without_other_effects(phrase: str, actions: str) -> None:
    record = f"players 2\ntarget 121\n\n{actions}"
    text = tags.write(record, {"level": "club", "phrase": phrase}, {"seed": SEED})
    remarks = {"level": "club", "phrase": phrase, "seed": SEED}
    assert tags.read(text) == {word: says for word, says in remarks.items() if says}
    assert replace(parse_record(text), lines=()) == replace(parse_record(record), lines=())


@pytest.mark.parametrize("phrase", ["a\nb", "x" * 65, "\x07"])
def test_invalid_phrase_is_refused(phrase: str) -> None:
    with pytest.raises(NotationError, match="not a phrase"):
        tags.check_phrase(phrase)
    assert tags.check_phrase("  our own # words ") == "our own # words"


# --- the command


def test_verify_command_reports_success(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.game"
    path.write_text(GAME)
    assert verify_command(path, as_json=False) == 0
    out = capsys.readouterr().out
    assert out.startswith("fair: the cards of ") and Shuffle(SEED).commitment in out
    line, other = lines_of("cut ")[0], Shuffle(SEED, "the cat sat").deck(1)[-1]
    path.write_text(changed(line, f"cut {other}"))
    assert verify_command(path, as_json=True) == 1
    assert '"fair": false' in capsys.readouterr().out
    assert verify_command(path, as_json=False) == 1
    assert f"  line {line}, deal 1: the starter is {face(other)}; " in capsys.readouterr().out
    path.write_text("players 2\npeg 0 5\n")
    assert verify_command(path, as_json=False) == 1
    assert capsys.readouterr().out.startswith("cannot be verified: it has no commitment")


@pytest.mark.parametrize("content", [b"\xff\xfe", b"players 9\n", None])
def test_verify_command_reports_unreadable_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes | None
) -> None:
    path = tmp_path / "x.game"
    if content is not None:
        path.write_bytes(content)
    assert verify_command(path, as_json=False) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.startswith(f"pegboard verify: {path}")
    assert captured.err.count("\n") == 1


def test_documented_example_verifies() -> None:
    """Runs the documented algorithm and compares its cards with ours."""
    page = ROOT / "pegboard" / "players" / "SHUFFLE.md"
    tried = doctest.testfile(str(page), module_relative=False)
    assert tried.attempted >= 7 and tried.failed == 0
    text = page.read_text(encoding="utf-8")
    (seed,) = re.findall('seed = "(.*)"', text)
    shuffle = Shuffle(seed, "seven crows")
    assert f"    # commitment {shuffle.commitment}\n" in text
    for action in shuffle.dealt(Rules(), 0, 1):
        assert f"    {format_action(action)}\n" in text
