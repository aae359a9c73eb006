"""Matches at tables: calls, counted games, undo, verification."""

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from pegboard.chain.keys import SigningKey
from pegboard.errors import IllegalAction
from pegboard.hall.archive.export import export
from pegboard.hall.archive.verify import verify
from pegboard.hall.demo.board import SimulatedBoard
from pegboard.hall.demo.night import send
from pegboard.hall.folder import open_hall
from pegboard.hall.protocol.seats import seats_of
from pegboard.hall_client.signing import Seating, sign_cards
from pegboard.players import by_name
from pegboard.tournament.codes import EventFault
from pegboard.tournament.decisions import Drawn, MatchWon, Placed, PlayedOff, Undone
from pegboard.tournament.matches import (
    call_due_matches,
    due_matches,
    matches_at_tables,
    play_off_call,
    swap_matches,
    swap_seats,
    unassigned_matches,
)
from pegboard.tournament.state import EventState, fold
from tests.support.hall_bracket import (
    FIRST_ROUND,
    called_match,
    counted_game,
    first_round,
    seeded_log,
)


def test_due_matches_are_called_once() -> None:
    state = fold(seeded_log())
    assert due_matches(state) == [((1, 1), ("a", "g")), ((1, 2), ("c", "e"))]
    (one,) = call_due_matches(state, [3], "hall", 1.0)
    assert (one.match, one.table, one.players) == ((1, 1), 3, ("a", "g"))
    state = fold(seeded_log(one))
    assert call_due_matches(state, [3], "hall", 1.0) == [], "that table is taken"
    (other,) = call_due_matches(state, [3, 1], "hall", 1.0)
    assert (other.match, other.table) == ((1, 2), 1)
    state = fold(seeded_log(one, other))
    assert unassigned_matches(state) == [] and [
        at_table.table for at_table in matches_at_tables(state)
    ] == [1, 3]


def test_games_decide_match() -> None:
    log = seeded_log(
        called_match(1, "a", "g"), counted_game(1, "a", "g"), counted_game(2, "g", "a")
    )
    (table,) = matches_at_tables(fold(log))
    assert (table.score, table.game) == ((1, 1), 3)
    assert fold(log).bracket()[0][0].score == (1, 1) and fold(log).bracket()[0][0].winner is None
    log += [counted_game(3, "g", "a"), called_match(2, "c", "e"), counted_game(1, "c", "e", (1, 2)),
            counted_game(2, "c", "e", (1, 2))]  # fmt: skip
    state = fold(log)
    first, second = state.bracket()[0]
    assert (first.winner, first.games, first.score) == ("g", (2, 1), (1, 2))
    assert (second.winner, second.games) == ("c", (2, 0))
    assert due_matches(state) == [((2, 1), ("g", "c"))]
    for late in (counted_game(4, "a", "g"), counted_game(3, "c", "e", (1, 2))):
        with pytest.raises(IllegalAction) as caught:
            fold([*log, late])
        assert caught.value.code is EventFault.MATCH_GAME
    with pytest.raises(IllegalAction) as caught:
        fold([*log, counted_game(1, "g", "c", (2, 1))])
    assert caught.value.code is EventFault.NO_MATCH, "it was not called"


def test_undone_game_is_played_again() -> None:
    log = seeded_log(
        called_match(1, "a", "g"), counted_game(1, "a", "g"), counted_game(2, "g", "a")
    )
    (table,) = matches_at_tables(fold([*log, Undone(at=8.0, by="d", seq=len(log) - 1)]))
    assert (table.score, table.game) == ((0, 1), 1)


def test_earlier_correction_voids_later_match() -> None:
    log = seeded_log(
        called_match(1, "a", "g"), counted_game(1, "a", "g"), counted_game(2, "a", "g")
    )
    decided = len(log)
    log += [MatchWon(at=8.0, by="d", round=1, number=2, winner="c", loser="e", games=(2, 0)),
            called_match(1, "a", "c", round=2), counted_game(1, "c", "a", (2, 1))]  # fmt: skip
    assert fold(log).bracket()[1][0].score == (0, 1)
    log.append(Undone(at=9.0, by="d", seq=decided))
    state = fold(log)
    (table,) = matches_at_tables(state)
    assert (table.match, table.game) == ((1, 1), 2) and state.bracket()[1][0].score == (0, 0)
    again = fold([*log, Undone(at=9.5, by="d", seq=len(log))])
    assert again.bracket()[1][0].score == (0, 1), "and so can the undo be undone"


def test_entered_result_overrides_games() -> None:
    log = seeded_log(called_match(1, "a", "g"), counted_game(1, "a", "g"))
    log.append(MatchWon(at=8.0, by="d", round=1, number=1, winner="g", loser="a", games=(2, 1)))
    assert fold(log).bracket()[0][0].winner == "g"
    with pytest.raises(IllegalAction) as caught:
        fold([*log, counted_game(2, "a", "g")])
    assert caught.value.code is EventFault.MATCH_GAME


def test_two_tied_players_get_play_off() -> None:
    tied = first_round({"a": 40, "c": 12, "e": 12, "g": 10})
    state = fold(tied)
    ((match, pair),) = due_matches(state)
    assert match == (0, 1) and {*pair} == {"c", "e"}
    (there,) = call_due_matches(state, [2], "hall", 1.0)
    log = [*tied, there, counted_game(1, "e", "c", (0, 1))]
    assert fold(log).playoffs == (("e", "c"),) and due_matches(fold(log)) == []
    by_hand = [*tied, there, PlayedOff(at=9.0, by="d", winner="c", loser="e")]
    with pytest.raises(IllegalAction):
        fold([*by_hand, counted_game(1, "e", "c", (0, 1))])


def test_three_tied_players_need_called_play_off() -> None:
    tied = first_round({"a": 40, "c": 12, "e": 12, "g": 12})
    state = fold(tied)
    assert due_matches(state) == []
    one = play_off_call(state, "c", "g", 4, "d", 1.0)
    state = fold([*tied, one])
    assert [at_table.players for at_table in matches_at_tables(state)] == [("c", "g")]
    for pair, table, code in ((("a", "c"), 5, EventFault.NO_PLAY_OFF),
                              (("c", "e"), 4, EventFault.OTHERS_PLAY)):  # fmt: skip
        with pytest.raises(IllegalAction) as caught:
            play_off_call(state, *pair, table, "d", 1.0)
        assert caught.value.code is code
    assert play_off_call(state, "c", "e", 5, "d", 1.0).match == (0, 2)


def test_matches_swap_tables_and_seats() -> None:
    log = seeded_log(
        called_match(1, "a", "g", 1), called_match(2, "c", "e", 2), counted_game(1, "a", "g")
    )
    state = fold(log)
    state = fold([*log, *swap_matches(state, 1, 2, "d", 8.0)])
    assert [(at.table, at.match, at.score) for at in matches_at_tables(state)] == [
        (1, (1, 2), (0, 0)), (2, (1, 1), (1, 0)),
    ]  # fmt: skip
    turned = swap_seats(state, "a", "g", "d", 8.0)
    assert turned is not None and (turned.players, turned.table) == (("g", "a"), 2)
    assert swap_seats(state, "a", "c", "d", 8.0) is None
    assert swap_matches(state, 7, 8, "d", 8.0) == []


def seat_messages(state: EventState, *before: str) -> Any:
    return seats_of("e", state, {"b": [*before]})["b"]


def test_board_gets_seat_of_each_match_game() -> None:
    place = Placed(at=6.0, by="d", table=1, board="b")
    log = seeded_log(place, called_match(1, "a", "g"))
    seat = seat_messages(fold(log), "old")
    assert (seat.match, seat.round, seat.players) == ((1, 1), 1, ("a", "g"))
    assert seat.names == ("=a", "=g") and seat.before == ("old",) and not seat.done
    assert seat_messages(fold([*log, counted_game(1, "a", "g")])).round == 2
    over = seat_messages(fold([*log, counted_game(1, "a", "g"), counted_game(2, "a", "g")]))
    assert over.match is None and over.done, "the last round, which is on the cards"


def test_signed_match_games_are_verified(tmp_path: Path) -> None:
    key, board = SigningKey(), SimulatedBoard(tmp_path / "board")
    with open_hall(tmp_path / "hall") as hall:
        hall.join(board.key.public, "Final", 1.0)
        place = Placed(at=6.0, by="d", table=1, board=board.key.id)
        log = seeded_log(place, called_match(1, "a", "g"))
        drawn = next(entry for entry in log if isinstance(entry, Drawn))
        log[log.index(drawn)] = msgspec.structs.replace(drawn, reason="by hand")
        hall.decide("e", *log)
        number = 0
        while matches_at_tables(hall.state("e")):
            number += 1
            players = [by_name("club"), by_name("random")]
            board.play(f"g{number}", ("A", "G"), players, Random(number), 9.0 + number)
            send(hall, board)
            seating = Seating("e", number, 1, ("a", "g"), (1, 1))
            there = (board.reader.feed, board.key, f"g{number}")
            cards = sign_cards(*there, seating, (2.0, 2.0), 20.0)
            elsewhere = Seating("e", number, 1, ("a", "g"), (1, 2))
            other = sign_cards(*there, elsewhere, (2.0, 2.0), 20.0)
            with pytest.raises(IllegalAction):
                hall.sign("e", board.key.id, other)
            hall.sign("e", board.key.id, cards)
            assert hall.sign("e", board.key.id, cards).signed[-1] == cards, "the same again"
        match = hall.state("e").bracket()[0][0]
        assert match.winner and sum(match.games) == number >= 2
        assert {*hall.state("e").cards["a"].lines} == {*fold(FIRST_ROUND).cards["a"].lines}
        assert due_matches(hall.state("e"))[0][0] == (1, 2)
        data = export(hall.store, "e", key)
    board.close()
    report = verify(data, "e.zip")
    assert report.faults == () and report.games == number
    assert report.state.bracket()[0][0].winner == match.winner
    rng = Random(1)
    for place_of in rng.sample(range(3000, len(data) - 3000), 40):
        spoiled = bytearray(data)
        spoiled[place_of] ^= 1
        assert verify(bytes(spoiled), "e.zip").faults
