"""Decisions and state of an event, undo, and results replayed from journals."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from random import Random

import msgspec
import pytest

from pegboard.chain.codes import UploadFault
from pegboard.chain.item import Item
from pegboard.chain.keys import RESULT
from pegboard.chain.upload import Anchor
from pegboard.cribbage.cards import Card, parse_cards
from pegboard.cribbage.game import Action, Cut, Deal, Discard, apply, legal_actions, new_game
from pegboard.cribbage.notation import format_action
from pegboard.cribbage.rules import Rules
from pegboard.errors import IllegalAction, PegboardError, WireError
from pegboard.hall.archive.sheets import standings_sheet
from pegboard.hall.codes import HallFault
from pegboard.hall.demo.board import SimulatedBoard
from pegboard.hall.folder import open_hall
from pegboard.hall.hall import EARLY, FINISHED, EarlyGame, Hall
from pegboard.hall.store.port import EpochAppend
from pegboard.hall.store.sqlite import SqliteStore
from pegboard.hall_client.signing import Seating, sign_cards
from pegboard.players import by_name
from pegboard.tournament.card_checks import check_cards
from pegboard.tournament.codes import EventFault
from pegboard.tournament.decisions import (
    Amended,
    AnyDecision,
    Drawn,
    Entered,
    EventKind,
    Forfeited,
    Game,
    Left,
    MatchWon,
    Opened,
    Placed,
    PlayedOff,
    Recorded,
    Renamed,
    Seeded,
    Signed,
    StoredDecision,
    Undone,
    WrittenLine,
    parse_decision,
    signed_content,
)
from pegboard.tournament.result import GameResult, lines_of, result_of
from pegboard.tournament.scorecards.line import Line, lost, won
from pegboard.tournament.standings.ranking import Place
from pegboard.tournament.state import EventState, fold

OPENED = Opened(at=1.0, by="d", name="Club", kind=EventKind.CLUB, games=3, seed="s")
FIELD = [Entered(at=1.0, by="d", player=player, name=player.upper()) for player in "abcd"]
DRAWN = Drawn(at=2.0, by="d", round=1, games=(Game(1, "a", "b"), Game(2, "c", "d")))


def signed(one: Line, other: Line, **changes: object) -> Signed:
    lines = (WrittenLine.of(one), WrittenLine.of(other))
    usual = Signed(
        at=3.0, by="board", round=1, table=1, board="board", epoch=1, game="g", seq=9, link="00",
        players=("a", "b"), held_s=(2.0, 2.5), lines=lines, signature="",
    )  # fmt: skip
    return msgspec.structs.replace(usual, **changes)


SEEDED = Seeded(at=1.0, by="d", players=("a", "b"))


def won_match(winner: str, loser: str, round: int = 1, games: tuple[int, int] = (2, 1)) -> MatchWon:
    return MatchWon(at=9.0, by="d", round=round, number=1, winner=winner, loser=loser, games=games)


SIGNED = signed(won(1, "b", 17), lost(1, "a", 17))


def amended(old: Line | None, new: Line) -> Amended:
    was = None if old is None else WrittenLine.of(old)
    return Amended(
        at=4.0, by="judge", player="a", old=was, new=WrittenLine.of(new), rule="12.2 b", reason="x"
    )


def test_unreadable_decision_is_not_committed() -> None:
    """Found by fuzzing: an undo of decision 10,001 made its event unreadable."""
    with closing(SqliteStore(":memory:")) as store:
        hall = Hall(store)
        hall.decide("e", OPENED)
        for wrong in (
            Undone(at=1.0, by="d", seq=2**31),
            Entered(at=1.0, by="d", player="", name=""),
        ):
            with pytest.raises(WireError):
                hall.decide("e", wrong)
        with pytest.raises(IllegalAction, match="opened once"):
            hall.decide("e", Undone(at=1.0, by="d", seq=1))
        hall.decide("e", Undone(at=1.0, by="d", seq=10_001))
        assert len(Hall(store).decisions("e")) == 2


def test_decisions_are_committed_atomically() -> None:
    """Commits both cards of a game or none, even if the hall is killed in between."""
    with closing(SqliteStore(":memory:")) as store:
        hall = Hall(store)
        assert hall.decide("e", OPENED, *FIELD, DRAWN).present == ("a", "b", "c", "d")
        assert len(store.decisions("e")) == 6
        fits = Left(at=3.0, by="d", player="a")
        with pytest.raises(IllegalAction, match="x is not"):
            hall.decide("e", fits, Left(at=3.0, by="d", player="x"))
        assert len(store.decisions("e")) == 6 and "a" in hall.state("e").present
        undone = hall.decide("e", fits, Undone(at=4.0, by="d", seq=7))
        assert undone.present == ("a", "b", "c", "d") and len(store.decisions("e")) == 8


def test_state_is_fold_of_decisions() -> None:
    state = fold([
        OPENED, *FIELD, Placed(at=1.0, by="d", table=1, board="x"),
        Placed(at=1.0, by="d", table=2, board="x"), DRAWN, SIGNED,
        amended(won(1, "b", 17), won(1, "b", 16)), Left(at=5.0, by="d", player="d"),
        PlayedOff(at=6.0, by="d", winner="c", loser="d"),
        Seeded(at=6.5, by="d", players=("a", "b"), reason="two of four"),
        MatchWon(at=7.0, by="d", round=1, number=1, winner="a", loser="b", games=(2, 0)),
    ])  # fmt: skip
    assert state.present == ("a", "b", "c") and state.boards == {2: "x"}
    assert state.cards["a"].lines == (won(1, "b", 16),)
    assert state.cards["b"].lines == (lost(1, "a", 17),), "cards need not mirror each other"
    places: tuple[Place, ...] = state.standings()
    assert [place.player for place in places] == ["a", "c", "d", "b"]
    assert state.bracket()[-1][0].winner == "a" and state.cut().qualified == ("a",)


REFUSED: dict[str, tuple[list[AnyDecision], EventFault]] = {
    "not opened": ([FIELD[0]], EventFault.OPENED_FIRST),
    "twice opened": ([OPENED, OPENED], EventFault.OPENED_FIRST),
    "twice entered": ([OPENED, FIELD[0], FIELD[0]], EventFault.ENTERED_ALREADY),
    "left before": ([OPENED, Left(at=1.0, by="d", player="a")], EventFault.NOT_PRESENT),
    "another round": (
        [OPENED, *FIELD, msgspec.structs.replace(DRAWN, round=2)], EventFault.NOT_NEXT,
    ),
    "not everybody": (
        [OPENED, *FIELD, msgspec.structs.replace(DRAWN, games=DRAWN.games[:1])],
        EventFault.PLAYS_ONCE,
    ),
    "not drawn": ([OPENED, *FIELD, SIGNED], EventFault.NOT_DRAWN),
    "another table": (
        [OPENED, *FIELD, DRAWN, msgspec.structs.replace(SIGNED, table=2)], EventFault.OTHERS_PLAY,
    ),
    "held too short": (
        [OPENED, *FIELD, DRAWN, msgspec.structs.replace(SIGNED, held_s=(2.0, 1.9))],
        EventFault.HOLD,
    ),
    "another line": (
        [OPENED, *FIELD, DRAWN, signed(won(2, "b", 17), lost(1, "a", 17))], EventFault.OTHER_LINE,
    ),
    "signed twice": ([OPENED, *FIELD, DRAWN, SIGNED, SIGNED], EventFault.SIGNED_ALREADY),
    "a game on two cards": (
        [
            OPENED, *FIELD, DRAWN, SIGNED,
            Drawn(at=4.0, by="d", round=2, games=(Game(1, "a", "c"), Game(2, "b", "d"))),
            msgspec.structs.replace(
                signed(won(2, "c", 17), lost(2, "a", 17)), round=2, players=("a", "c"),
            ),
        ],
        EventFault.GAME_USED,
    ),
    "a stranger": (
        [OPENED, PlayedOff(at=1.0, by="d", winner="x", loser="y")], EventFault.NOT_ENTERED,
    ),
    "no bracket yet": ([OPENED, *FIELD, won_match("a", "b")], EventFault.NO_MATCH),
    "not in the bracket": ([OPENED, *FIELD, SEEDED, won_match("a", "d")], EventFault.NO_MATCH),
    "no such match": ([OPENED, *FIELD, SEEDED, won_match("a", "b", 2)], EventFault.NO_MATCH),
    "no such result": (
        [OPENED, *FIELD, SEEDED, won_match("a", "b", games=(3, 0))], EventFault.NO_SCORE,
    ),
    "seeded too late": ([OPENED, *FIELD, SEEDED, won_match("a", "b"), SEEDED], EventFault.SEEDS),
    "a seed twice": (
        [OPENED, *FIELD, Seeded(at=1.0, by="d", players=("a", "a"))], EventFault.SEEDS,
    ),
    "best of two": ([msgspec.structs.replace(OPENED, best_of=2)], EventFault.BEST_OF),
    "an old correction": (
        [OPENED, *FIELD, DRAWN, SIGNED, amended(won(1, "b", 20), won(1, "b", 16))],
        EventFault.LINE_CHANGED,
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED.values(), ids=list(REFUSED))
def test_invalid_decision_is_refused(case: tuple[list[AnyDecision], EventFault]) -> None:
    decisions, code = case
    fold(decisions[:-1])
    with pytest.raises(PegboardError) as caught:
        fold(decisions)
    assert caught.value.code is code


def test_every_decision_and_undo_can_be_undone() -> None:
    log: list[AnyDecision] = [OPENED, *FIELD, DRAWN, SIGNED]
    correction = amended(won(1, "b", 17), won(1, "b", 16))
    undone = [*log, correction, Undone(at=5.0, by="d", seq=8)]
    assert fold(undone) == fold(log)
    assert fold([*undone, Undone(at=6.0, by="d", seq=9)]) == fold([*log, correction])
    with pytest.raises(IllegalAction):
        fold([*log, Undone(at=5.0, by="d", seq=6)])
    assert fold([*log, Undone(at=5.0, by="d", seq=7), Undone(at=5.0, by="d", seq=6)]) == fold(
        log[:5]
    )


def test_late_player_forfeits_game() -> None:
    late = Forfeited(at=3.0, by="d", round=1, late="a")
    state = fold([OPENED, *FIELD, DRAWN, late])
    assert state.cards["b"].lines == (Line(1, "a", 2, plus=10),)
    assert state.cards["a"].lines == (Line(1, "b", 0, minus=10),)
    cases: list[tuple[list[AnyDecision], EventFault]] = [
        ([OPENED, *FIELD, late], EventFault.NOT_DRAWN),
        ([OPENED, *FIELD, DRAWN, late, late], EventFault.SIGNED_ALREADY),
        ([OPENED, *FIELD, DRAWN, msgspec.structs.replace(late, late="x")], EventFault.NOT_PRESENT),
    ]
    for wrong, code in cases:
        with pytest.raises(IllegalAction) as caught:
            fold(wrong)
        assert caught.value.code is code


def test_typed_result_is_written_on_both_cards() -> None:
    typed = Recorded(at=3.0, by="d", round=1, winner="b", loser="a", score=90)
    log: list[AnyDecision] = [OPENED, *FIELD, DRAWN, typed]
    state = fold(log)
    assert state.cards["b"].lines == (Line(1, "a", 3, plus=31),), "90 is a skunk"
    assert state.cards["a"].lines == (Line(1, "b", 0, minus=31),)
    other = msgspec.structs.replace(typed, winner="a", loser="b", score=91)
    for wrong, code in {
        other: EventFault.SIGNED_ALREADY,
        msgspec.structs.replace(other, reason=" "): EventFault.SIGNED_ALREADY,
        msgspec.structs.replace(other, reason="x", loser="c"): EventFault.NO_PAIRING,
        msgspec.structs.replace(other, reason="x", loser="a"): EventFault.NO_PAIRING,
        msgspec.structs.replace(other, reason="x", round=2): EventFault.NOT_DRAWN,
    }.items():
        with pytest.raises(IllegalAction) as caught:
            fold([*log, wrong])
        assert caught.value.code is code
    corrected = [*log, msgspec.structs.replace(other, reason="misheard")]
    assert fold(corrected).cards["a"].lines == (Line(1, "b", 2, plus=30),)
    assert fold(corrected).cards["b"].lines == (Line(1, "a", 0, minus=30),)
    assert fold([*corrected, Undone(at=5.0, by="d", seq=8)]) == state
    assert fold([*log, Undone(at=5.0, by="d", seq=7)]) == fold(log[:-1]), "one undo, both cards"
    assert parse_decision(msgspec.json.encode(typed)) == typed
    with pytest.raises(WireError):
        parse_decision(msgspec.json.encode(msgspec.structs.replace(typed, score=121)))


def test_corrected_name_keeps_player_and_card() -> None:
    renamed = Renamed(at=4.0, by="d", player="a", old="A", name="Anna")
    state = fold([OPENED, *FIELD, DRAWN, SIGNED, renamed])
    assert state.names["a"] == "Anna" and state.cards["a"].lines
    assert '"name": "Anna"' in standings_sheet(state).decode()
    assert fold([OPENED, *FIELD, renamed, Undone(at=5.0, by="d", seq=6)]).names["a"] == "A"
    with pytest.raises(IllegalAction) as caught:
        fold([OPENED, *FIELD, msgspec.structs.replace(renamed, player="x")])
    assert caught.value.code is EventFault.NOT_ENTERED


def test_cross_check_corrects_qualifiers_cards() -> None:
    def write_line(player: str, line: Line) -> Amended:
        return msgspec.structs.replace(amended(None, line), player=player)

    log: list[AnyDecision] = [
        OPENED, *(Entered(at=1.0, by="d", player=p, name=p) for p in "abcdefgh"),
        write_line("a", won(1, "b", 18)), write_line("a", won(2, "c", 30)),
        write_line("b", lost(1, "a", 16)), write_line("b", won(2, "d", 31)),
        write_line("b", won(3, "c", 5)),
        write_line("c", lost(2, "a", 30)), write_line("c", lost(3, "b", 5)),
        write_line("h", won(1, "g", 30)), write_line("h", won(2, "g", 17)),
    ]  # fmt: skip
    state = fold(log)
    assert state.cut().qualified == ("b", "a")
    check = check_cards(state, "judge", 9.0)
    done = [(c.player, c.old and c.old.line(), c.new.line(), c.rule) for c in check.corrections]
    assert done == [
        ("a", won(1, "b", 18), won(1, "b", 16), "12.2 b g"),
        ("b", lost(1, "a", 16), lost(1, "a", 18), "12.2 b g"),
        ("d", None, lost(2, "b", 31), "12.2 c g"),
    ]
    assert (check.gained, check.lost) == (("h",), ("a",)), "46 are fewer than 47"
    again = fold([*log, *check.corrections])
    assert again.cut().qualified == ("b", "h")
    assert [c.player for c in check_cards(again, "judge", 9.5).corrections] == ["g", "g"]


def test_malformed_decision_is_refused() -> None:
    for text in (b"{}", b"no", b'{"do":"undo","at":1,"by":"d","seq":0}',
                 msgspec.json.encode(SIGNED)[:-1] + b',"x":1}'):  # fmt: skip
        with pytest.raises(WireError) as caught:
            parse_decision(text)
        assert caught.value.code is EventFault.NO_DECISION
    assert parse_decision(msgspec.json.encode(SIGNED)) == SIGNED


def items(lines: list[str], header: str = "players 2\ntarget 121\ndealer 0") -> list[Item]:
    texts = [header, *lines]
    return [Item(n + 5, "g", n, str(n), 1.0, "x", text) for n, text in enumerate(texts)]


def test_result_is_replayed_from_items() -> None:
    by_hand = ["peg 0 120", "undo", "peg 1 90", "peg 0 121"]
    result = result_of(items(by_hand))
    assert result == GameResult(0, (121, 90)) and result.margin == 31
    assert lines_of(result, 4, ("a", "b")) == (won(4, "b", 31), lost(4, "a", 31))
    assert lines_of(GameResult(1, (120, 121)), 1, ("a", "b"))[1] == won(1, "a", 1)
    for wrong, code in (
        (items(by_hand)[:-1], EventFault.NOT_OVER),
        (items(by_hand)[1:], EventFault.LINES_MISSING),
        ([], EventFault.LINES_MISSING),
        (items(by_hand)[:2] + items(by_hand)[3:], EventFault.LINES_MISSING),
        (items(by_hand, "players 2\ntarget 61"), EventFault.NOT_TOURNAMENT),
        (items(by_hand, "players 3"), EventFault.NOT_TOURNAMENT),
    ):
        with pytest.raises(IllegalAction) as caught:
            result_of(wrong)
        assert caught.value.code is code


def test_result_has_award_hand_of_29() -> None:
    hands = parse_cards("5H5C5DJS2C3C"), parse_cards("AH2HTDQD7C7D")
    state = new_game(Rules(), 1)
    lines = []
    action: Action
    for action in (Deal(1, hands), Discard(0, parse_cards("2C3C")),
                   Discard(1, parse_cards("7C7D")), Cut(Card.parse("5S"))):  # fmt: skip
        state = apply(state, action).state
        lines.append(format_action(action))
    while state.stage_name == "play":
        assert state.turn is not None
        action = legal_actions(state, state.turn)[0]
        state = apply(state, action).state
        lines.append(format_action(action))
    result = result_of(items([*lines, "correct 0 121"], "players 2\ndealer 1"))
    assert result.award_hands == ((0, 29),)


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with open_hall(tmp_path / "hall") as found:
        yield found


@pytest.fixture
def board(tmp_path: Path) -> Iterator[SimulatedBoard]:
    found = SimulatedBoard(tmp_path / "board")
    yield found
    found.close()


def open_event(hall: Hall) -> tuple[str, str]:
    opening: list[AnyDecision] = [OPENED, *FIELD[:2]]
    for decision in opening:
        hall.decide("e", decision)
    return hall.draw("e", "d", 2.0).pairings[0].seats


def test_signed_cards_must_match_journal(hall: Hall, board: SimulatedBoard) -> None:
    players = open_event(hall)
    feed = board.reader.feed
    seating = Seating("e", 1, 1, players)
    with pytest.raises(IllegalAction):
        sign_cards(feed, board.key, "g", seating, (2.0, 2.0), 3.0)
    board.play("g", ("A", "B"), [by_name("random")] * 2, Random(1), 1.0)
    cards = sign_cards(feed, board.key, "g", seating, (2.0, 2.0), 3.0)
    with pytest.raises(WireError) as unknown:
        hall.decide("e", cards)
    assert unknown.value.code is UploadFault.UNKNOWN
    hall.join(board.key.public, "Table 1", 1.0)
    with pytest.raises(IllegalAction) as early:
        hall.decide("e", cards)
    assert early.value.code is HallFault.NO_JOURNAL
    upload = feed.upload(board.key, hall.known_heads(board.key.id, feed.epoch))
    assert upload is not None and hall.receive([upload]) == [feed.head]
    for forged, code in (
        (msgspec.structs.replace(cards, lines=cards.lines[::-1]), EventFault.OTHER_LINE),
        (msgspec.structs.replace(cards, held_s=(9.0, 9.0)), UploadFault.FORGED),
        (sign_again(board, cards, "another"), UploadFault.FORGED),
        (sign_again(board, cards, seq=cards.seq - 1), HallFault.NO_JOURNAL),
        (sign_again(board, cards, lines=tuple(other_margin(e) for e in cards.lines)),
         UploadFault.OTHER_CARDS),
        (sign_again(board, cards, seq=cards.seq - 1, link=feed.link(cards.seq - 1).hex()),
         EventFault.NOT_OVER),
    ):  # fmt: skip
        before = hall.state("e")
        with pytest.raises(PegboardError) as caught:
            hall.decide("e", forged)
        assert caught.value.code is code and hall.state("e") == before
    after = hall.decide("e", cards)
    assert len(after.signed) == 1 and Hall(hall.store).state("e") == after
    hall.store.revoke(board.key.id, 9.0)
    (answer,) = hall.receive([upload])
    assert isinstance(answer, WireError) and answer.code is UploadFault.REVOKED
    with pytest.raises(WireError):
        hall.known_heads(board.key.id, feed.epoch)


def sign_again(board: SimulatedBoard, cards: Signed, event: str = "e", **changes: object) -> Signed:
    changed = msgspec.structs.replace(cards, **changes)
    signature = board.key.sign(RESULT, signed_content(event, changed)).hex()
    return msgspec.structs.replace(changed, signature=signature)


def other_margin(line: WrittenLine) -> WrittenLine:
    spread = 5 if (line.plus or line.minus) != 5 else 6
    both = {"plus": spread} if line.plus else {"minus": spread}
    points = 2 if line.plus else 0
    return msgspec.structs.replace(line, points=points, **both)


def test_long_game_can_be_signed(
    hall: Hall, board: SimulatedBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pegboard.hall.hall.SEARCH_ITEMS", 10)
    players = open_event(hall)
    hall.join(board.key.public, "Table", 1.0)
    board.play("g", ("A", "B"), [by_name("random")] * 2, Random(1), 1.0)
    feed = board.reader.feed
    upload = feed.upload(board.key, hall.known_heads(feed.board, feed.epoch))
    assert upload and hall.receive([upload]) == [feed.head]
    seating = Seating("e", 1, 1, players)
    cards = sign_cards(feed, board.key, "g", seating, (2.0, 2.0), 3.0)
    for stands in (None, "other"):  # a board may sign only at its own table
        if stands:
            hall.decide("e", Placed(at=1.0, by="d", table=1, board=stands))
        with pytest.raises(IllegalAction) as caught:
            hall.sign("e", feed.board, cards)
        assert caught.value.code is EventFault.OTHER_TABLE
    hall.decide("e", Placed(at=1.0, by="d", table=1, board=feed.board))
    with pytest.raises(IllegalAction):
        hall.sign("e", "other", cards)  # and only for itself
    before = hall.state("e")
    FINISHED.put(hall.store, {feed.board: ["g"]}, "e 1")
    for _ in range(2):
        with pytest.raises(IllegalAction) as caught:
            hall.sign("e", feed.board, cards)
        assert caught.value.code is EventFault.OVER_BEFORE and hall.state("e") == before
    assert EARLY.get(hall.store, "e") == [EarlyGame(1, 1, feed.board, "g")]
    FINISHED.put(hall.store, {feed.board: ["earlier"]}, "e 1")
    FINISHED.put(hall.store, {feed.board: ["g"]}, "e 2")
    assert hall.sign("e", feed.board, cards).signed == (cards,)
    assert hall.sign("e", feed.board, cards).signed == (cards,), "the same again changes nothing"


def test_two_uploads_of_one_board_commit_in_order(
    hall: Hall, board: SimulatedBoard, tmp_path: Path
) -> None:
    other = SimulatedBoard(tmp_path / "other")
    for simulated in (board, other):
        hall.join(simulated.key.public, "Table", 1.0)
        simulated.play("g", ("A", "B"), [by_name("random")] * 2, Random(1), 1.0)
    feed, away = board.reader.feed, other.reader.feed
    heads = hall.known_heads(feed.board, feed.epoch)
    first = feed.upload(board.key, heads, 10)
    both = feed.upload(board.key, heads, 30)
    further = away.upload(other.key, hall.known_heads(away.board, away.epoch))
    assert first and both and further
    answers = hall.receive([first, further, both])
    assert [answer.seq for answer in answers if isinstance(answer, Anchor)] == [
        10, len(away.items), 30,
    ]  # fmt: skip
    assert list(hall.store.items(feed.board, feed.epoch)) == feed.items[:30]
    other.close()


class Overtaken(SqliteStore):
    """A store on which another hall commits first, a given number of times."""

    times = 0

    def add(self, additions: Sequence[EpochAppend]) -> None:
        if self.times > 0:
            self.times -= 1
            super().add(additions)  # the other hall commits the same upload
        super().add(additions)

    def decide(self, event: str, decisions: Sequence[StoredDecision]) -> None:
        if self.times > 0:
            self.times -= 1
            name = f"other{self.times}"
            with closing(SqliteStore(self.path)) as other:
                Hall(other).decide(event, Entered(at=1.0, by="d", player=name, name=name))
        super().decide(event, decisions)


def test_hall_retries_after_store_conflict(tmp_path: Path, board: SimulatedBoard) -> None:
    store = Overtaken(tmp_path / "hall.db")
    hall = Hall(store)
    hall.join(board.key.public, "Table", 1.0)
    board.play("g", ("A", "B"), [by_name("random")] * 2, Random(1), 1.0)
    feed = board.reader.feed
    upload = feed.upload(board.key, hall.known_heads(feed.board, feed.epoch))
    assert upload
    store.times = 1
    assert hall.receive([upload]) == [feed.head]
    assert list(store.items(feed.board, feed.epoch)) == feed.items, "stored once"
    hall.decide("e", OPENED)
    store.times = 3
    assert hall.decide("e", FIELD[0]).present == ("other2", "other1", "other0", "a")
    store.times = 1000
    with pytest.raises(IllegalAction) as caught:
        hall.decide("e", FIELD[1])
    assert caught.value.code is HallFault.BUSY
    store.close()


def test_two_halls_share_one_store(hall: Hall) -> None:
    other = Hall(hall.store)
    open_event(hall)
    assert other.state("e") == hall.state("e")
    other.decide("e", Entered(at=5.0, by="d", player="late", name="Late"))
    hall.decide("e", Left(at=6.0, by="d", player="b"))
    assert other.state("e").present == ("a", "late")
    hall.decide("e", Undone(at=7.0, by="d", seq=6))
    assert other.state("e").present == ("a", "b", "late")
    hall.draw("e", "d", 8.0)
    hall.draw("e", "d", 8.0)
    with pytest.raises(IllegalAction) as caught:
        other.draw("e", "d", 8.0)
    assert caught.value.code is EventFault.ALL_DRAWN
    assert isinstance(other.state("none"), EventState)
