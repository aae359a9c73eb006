"""Duplicate nights: scoring, prescribed deals, verification."""

import json
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegboard.chain.codes import UploadFault
from pegboard.chain.item import BEGIN, Item
from pegboard.chain.key_file import load_key
from pegboard.cli.app import run_line
from pegboard.cribbage.actions import Cut, Deal, Undo
from pegboard.cribbage.game import Action
from pegboard.cribbage.notation import format_action
from pegboard.cribbage.rules import Rules
from pegboard.cribbage.shuffle import Shuffle
from pegboard.errors import IllegalAction, WireError
from pegboard.hall.archive.export import export
from pegboard.hall.archive.verify import verify
from pegboard.hall.codes import ProofFault
from pegboard.hall.demo.board import SimulatedBoard
from pegboard.hall.demo.duplicate import EVENT, HELD_S, play_duplicate
from pegboard.hall.demo.night import DIRECTOR, send
from pegboard.hall.folder import open_hall
from pegboard.hall.hall import SECRETS, Hall
from pegboard.hall.protocol.seats import seats_of
from pegboard.hall_client.signing import Seating, sign_cards
from pegboard.players import by_name
from pegboard.storage.state_names import BOARD_KEY
from pegboard.tournament.codes import EventFault
from pegboard.tournament.decisions import Drawn, Entered, Game, Revealed, Undone
from pegboard.tournament.duplicate import check_deals, commitment_of, dealer_of, game_seed
from pegboard.tournament.public import public_event
from pegboard.tournament.scorecards.line import Card, lost, won
from pegboard.tournament.standings.duplicate import EXPERT, compare_games, rank_duplicate, scores
from tests.support.night_archive import HALL_KEY
from tests.support.running_board import SIMULATED, RunningBoard
from tests.support.running_hall import RunningHall, until

pytestmark = pytest.mark.group("hall")

NIGHT = "5e" * 32
QUICK = {"Ann": "random", "Ben": "random"}


def card_of(player: str, *margins: int) -> Card:
    card = Card(player)
    for game, margin in enumerate(margins, 1):
        if margin:
            written = won if margin > 0 else lost
            card = card.with_line(written(game, EXPERT, abs(margin)))
    return card


def test_score_is_relative_to_field_mean() -> None:
    cards = [card_of("a", 10, -4), card_of("b", 4, -4), card_of("c", -8, 0)]
    games = compare_games(cards)
    assert [game.datum for game in games] == [2, -4]
    assert scores(games) == {"a": 8, "b": 2, "c": -10}
    assert [place.player for place in rank_duplicate(cards)] == ["a", "b", "c"]
    assert rank_duplicate([card_of("a"), card_of("b", 5), card_of("c", -5)])[1].player == "a"


def test_equal_scores_are_ranked_head_to_head() -> None:
    # a and b have equal scores; a was better than b in two games of three.
    cards = [card_of("a", 6, 6, -12), card_of("b", 5, 5, -10), card_of("c", 1, 1, 1)]
    places = rank_duplicate(cards)
    assert [(place.place, place.player, place.tied) for place in places] == [
        (1, "c", False), (2, "a", False), (3, "b", False),
    ]  # fmt: skip
    shared = rank_duplicate([card_of("a", 5, -5), card_of("b", -5, 5)])
    assert [(place.place, place.tied) for place in shared] == [(1, True), (1, True)]


MARGIN = st.integers(-121, 121)


@given(st.lists(st.lists(MARGIN, min_size=1, max_size=5), min_size=1, max_size=8))
def test_scores_sum_to_zero(nights: list[list[int]]) -> None:
    cards = [card_of(f"p{n}", *margins) for n, margins in enumerate(nights)]
    found = scores(compare_games(cards))
    assert sum(found.values(), Fraction(0)) == 0
    places = rank_duplicate(cards)
    assert sorted(place.player for place in places) == sorted(card.player for card in cards)
    order = [found.get(place.player, Fraction(0)) for place in places]
    assert order == sorted(order, reverse=True)
    if all(-121 <= m <= 120 and m != -1 for margins in nights for m in margins):
        moved = [card_of(f"p{n}", *(m and m + 1 for m in night)) for n, night in enumerate(nights)]
        assert scores(compare_games(moved)) == found, "the cards' own worth plays no part"


@pytest.fixture
def weak_opponent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replaces the slow expert by a random player."""
    monkeypatch.setattr("pegboard.hall.demo.duplicate.LEVEL", "random")


@cache
def exported() -> bytes:
    with TemporaryDirectory() as name, open_hall(Path(name)) as hall:
        played = [*play_duplicate(hall, Path(name), NIGHT, 1e9, players=QUICK, games=2)]
        assert [(game.round, game.table) for game in played] == [(1, 1), (1, 2), (2, 1), (2, 2)]
        return export(hall.store, EVENT, HALL_KEY)


@pytest.mark.usefixtures("weak_opponent")
def test_duplicate_export_is_verified() -> None:
    report = verify(exported(), "night.zip")
    assert report.faults == () and report.games == 4
    assert report.state.secret == NIGHT and commitment_of(NIGHT) == report.state.seed
    shown = public_event(EVENT, report.state).duplicate
    assert shown is not None and len(shown.games) == 2
    assert sum(shown.scores.values()) == pytest.approx(0.0)


def at_board(
    hall: Hall, folder: Path, number: int, shuffle: Shuffle, dealer: int
) -> Callable[[], None]:
    """Plays a game with given cards at the first table; returns a function that submits it."""
    board = SimulatedBoard(folder / "board1")
    board.reader.catch_up(board.journal)
    players = [by_name("random"), by_name("random")]
    rng, game = Random(1), f"other-{shuffle.seed[:6]}-{dealer}"
    ended = board.play(game, ("Ann", "Expert"), players, rng, 1e9, (dealer, shuffle))
    send(hall, board)
    seating = Seating(EVENT, number, 1, ("ann", EXPERT))
    signed = sign_cards(board.reader.feed, board.key, game, seating, HELD_S, ended)
    board.close()

    def submit() -> None:
        hall.sign(EVENT, board.key.id, signed)

    return submit


@pytest.mark.usefixtures("weak_opponent")
def test_game_with_other_cards_is_refused(tmp_path: Path) -> None:
    """Refuses another seed or dealer, at the hall and in the verification of a forgery."""
    with open_hall(tmp_path) as hall:
        for _ in play_duplicate(hall, tmp_path, NIGHT, 1e9, players=QUICK, games=2):
            pass
        last = len(hall.decisions(EVENT))
        hall.decide(EVENT, Undone(at=2e9, by=DIRECTOR, seq=last))
        second = [
            seq for seq, decision in enumerate(hall.decisions(EVENT), 1) if decision.at > 1e9 + 100
        ]
        signed = [seq for seq in second if hall.decisions(EVENT)[seq - 1].by != DIRECTOR]
        for seq in signed:
            hall.decide(EVENT, Undone(at=2e9, by=DIRECTOR, seq=seq))
        right = Shuffle(game_seed(NIGHT, 2))
        for shuffle, dealer in ((Shuffle(game_seed(NIGHT, 1)), 1), (right, 0)):
            with pytest.raises(WireError) as refused:
                at_board(hall, tmp_path, 2, shuffle, dealer)()
            assert refused.value.code is UploadFault.OTHER_DEALS
        assert dealer_of(1) == 0 and dealer_of(2) == 1
        with pytest.raises(IllegalAction) as early:
            hall.decide(EVENT, Revealed(at=2e9, by=DIRECTOR, secret="00" * 32))
        assert early.value.code is EventFault.NOT_REVEALED
        report = verify(export(hall.store, EVENT, HALL_KEY), "night.zip")
        assert [fault.code for fault in report.faults] == [ProofFault.NOT_REVEALED]
        # The export of a hall that accepts wrong cards fails verification.
        SECRETS.put(hall.store, ("11" * 32).encode(), EVENT)
        at_board(hall, tmp_path, 2, Shuffle(game_seed("11" * 32, 2)), 1)()
        hall.decide(EVENT, Revealed(at=2e9, by=DIRECTOR, secret=NIGHT))
        report = verify(export(hall.store, EVENT, HALL_KEY), "night.zip")
        assert [fault.code for fault in report.faults] == [ProofFault.DEALS]
        with pytest.raises(IllegalAction):  # no draw after the reveal
            hall.draw(EVENT, DIRECTOR, 2e9)


def look(actions: Sequence[Action], seen: type[Action] | int, seat: int = 0) -> list[Action]:
    """Takes a move back once something was seen after it, and does the same again.

    Args:
        actions: of a game.
        seen: a kind of action, or whose.
        seat: whose move it is.
    """
    for place, action in enumerate(actions):
        is_seen = getattr(action, "seat", None) == seen or type(action) is seen
        moves = [n for n in range(place) if getattr(actions[n], "seat", None) == seat]
        if is_seen and moves and not isinstance(actions[place - 1], Deal):
            again = actions[moves[-1] : place + 1]
            return [*actions[: place + 1], *[Undo()] * len(again), *again, *actions[place + 1 :]]
    raise AssertionError("nothing of that was seen")


@pytest.mark.parametrize("seen", [Cut, 1, 0], ids=["starter", "reply", "nothing"])
def test_undo_after_seen_card_is_refused(seen: type[Action] | int) -> None:
    shuffle, players = Shuffle(game_seed(NIGHT, 1)), [by_name("random"), by_name("random")]
    with TemporaryDirectory() as name:
        board = SimulatedBoard(Path(name) / "board")
        honest = [*board.begin("g", ("Ann", "Expert"), players, Random(1), 1e9, (0, shuffle))]
        board.close()

    def check(actions: Sequence[Action]) -> None:
        begun = Item(1, "g", BEGIN, "", 1e9, "computer", "players 2\nrule match acc\n")
        lines = [
            Item(n + 1, "g", n, f"{n}", 1e9, "x", format_action(action))
            for n, action in enumerate(actions, 1)
        ]
        check_deals([begun, *lines], NIGHT, 1)

    check(honest)
    if seen == 0:  # Ann undoes her last action twice, which is allowed
        first = next(n for n, action in enumerate(honest) if getattr(action, "seat", None) == 0)
        check([*honest[: first + 1], Undo(), honest[first], Undo(), *honest[first:]])
        return
    with pytest.raises(WireError) as refused:
        check(look(honest, seen))
    assert refused.value.code is UploadFault.TAKEN_BACK and refused.value.facts["deal"] == 1


@pytest.mark.usefixtures("weak_opponent")
def test_duplicate_field_may_change(tmp_path: Path) -> None:
    with open_hall(tmp_path) as hall:
        for _ in play_duplicate(hall, tmp_path, NIGHT, 1e9, players=QUICK, games=1):
            pass
        state = hall.state(EVENT)
        assert seats_of(EVENT, state, {}, NIGHT) == {}, "it is over"
        assert hall.decisions(EVENT)[-1].by == DIRECTOR
        with pytest.raises(IllegalAction):
            games = (Game(1, "ann", EXPERT), Game(2, EXPERT, "ben"))
            hall.decide(EVENT, Drawn(at=2e9, by=DIRECTOR, round=2, games=games))
        hall.decide(EVENT, Entered(at=2e9, by=DIRECTOR, player="cleo", name="Cleo"))
        assert [place.player for place in hall.state(EVENT).standings()].count("cleo") == 1


def test_demo_plays_duplicate_night(tmp_path: Path, capsys: Any) -> None:
    out = tmp_path / "duplicate.zip"
    line = ["hall", "demo", "--duplicate", "--rounds", "1", "--out", str(out), "--seed", "s"]
    assert run_line(line) == 0
    output = capsys.readouterr().out
    assert "the same cards" in output and "above the mean" in output
    assert verify(out.read_bytes(), "x").faults == ()


def play_on(board: RunningBoard) -> None:
    """Plays a game against the computer to the end, with the first legal move."""
    while True:
        state = board.wait_for_state(
            lambda s: s["winner"] is not None or s["legal"] or s["awaiting_ack"]
        )
        if state["winner"] is not None:
            return
        if state["legal"]:
            board.command(action=state["legal"][0]["action"])
        else:
            board.command(press="ok")


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[RunningHall]:
    hall = RunningHall(tmp_path / "hall")
    yield hall
    assert hall.stop() == 0


def test_two_boards_get_same_deals(hall: RunningHall, tmp_path: Path) -> None:
    """Starts the game automatically without showing the seed; one board restarts in mid-game."""
    boards: list[RunningBoard] = []
    commands = []
    ids = []

    def event_part() -> Any:
        return hall.get("api/tables")["parts"]["event"]

    try:
        code = hall.new_join_code()
        for n in (1, 2):
            folder = tmp_path / f"b{n}"
            folder.mkdir()
            config = folder / "board.toml"
            config.write_text(
                f'{SIMULATED}[hall]\nurl = "{hall.address}"\ncode = "{code}"\n'
                f'name = "Table {n}"\n[game]\npace_s = 0.0\n'
            )
            commands.append((folder / "state", "--config", str(config), "--no-demo"))
            boards.append(RunningBoard(*commands[-1]))
            ids.append(load_key(folder / "state" / BOARD_KEY).id)
        until(lambda: len(hall.get_as_director("boards")["boards"]) == 2, "both boards")
        assert hall.post_as_director("event", name="Same cards", kind="duplicate", games=2)["ok"]
        assert hall.post_as_director("players", names=["Ann", "Ben"])["ok"]
        for table, id in enumerate(ids, 1):
            place = {"do": "place", "table": table, "board": id}
            assert hall.post_as_director("decide", decision=place)["ok"]
        assert hall.post_as_director("reveal")["code"] == "hall-not-revealed"
        assert boards[0].command(new={"mode": "score"})["ok"]
        assert boards[0].command(action="peg 0 5")["ok"]
        left = boards[0].get("api/state")["game"]
        assert hall.post_as_director("draw")["ok"]
        game = f"{event_part()['id']}-1"
        for board in boards:
            until(lambda board=board: board.get("api/state")["game"] == game, "the game")  # type: ignore[misc]
        first, second = (board.get("api/state") for board in boards)
        assert first["waiting"]["game"] == left, "what was played waits"
        assert first["shuffle"] == second["shuffle"] and "seed" not in first["shuffle"]
        assert [seat["name"] for seat in first["seats"]] == ["Ann", "Expert"]
        assert first["dealer"] == second["dealer"] == 0
        hands = [
            until(lambda board=board: board.get("api/state")["hands"][0], "six cards")  # type: ignore[misc]
            for board in boards
        ]
        assert hands[0] == hands[1] and len(hands[0]) == 6
        assert boards[1].stop() == 0
        boards[1] = RunningBoard(*commands[1])
        assert boards[1].get("api/state")["game"] == game
        for board in boards:
            play_on(board)
            signing = until(lambda board=board: board.get("api/state")["signing"], "to sign")  # type: ignore[misc]
            assert "seed" not in board.get("api/state")["shuffle"], "others play on"
            assert "# seed" not in board.get("api/record"), "nor in the record"
            assert signing["signed"] == [False, True], "the computer signs nothing"
            assert board.command(sign={"seat": 0, "held_s": 2.0})["ok"]
        until(lambda: all(None not in table["points"] for table in event_part()["tables"]), "cards")
        revealed = event_part()
        shown = [json.dumps(hall.get("api/tables")), json.dumps(hall.get_as_director("desk"))]
        shown += [json.dumps(board.get("api/state")) for board in boards]
        shown += [board.get("api/record") for board in boards]
        shown += [json.dumps(first), json.dumps(second)]
        assert (
            revealed["duplicate"]["secret"] == "" and len(revealed["duplicate"]["commitment"]) == 64
        )
        assert {*revealed["duplicate"]["games"][0][2]} == {"ann", "ben"}
        assert hall.post_as_director("reveal")["ok"], "early, but no game is open"
        assert hall.post_as_director("draw")["code"] == "hall-all-drawn"
        secret = event_part()["duplicate"]["secret"]
        assert commitment_of(secret) == revealed["duplicate"]["commitment"]
        right = Shuffle(game_seed(secret, 1)).dealt(Rules(), 0, 1)[0]
        assert right.hands is not None and hands[0] == [str(card) for card in right.hands[0]]
        assert all(text not in page for text in (secret, game_seed(secret, 1)) for page in shown)
    finally:
        for board in boards:
            assert board.stop() == 0
