"""Refused actions, which change nothing, and rules that golden games do not cover."""

import doctest

import pytest

import pegboard.cribbage.game
from pegboard.cribbage.cards import Card, parse_cards
from pegboard.cribbage.codes import Doubt
from pegboard.cribbage.game import (
    Claim,
    Counted,
    Cut,
    Deal,
    Discard,
    Go,
    IllegalAction,
    Kind,
    Muggins,
    Peg,
    Pegs,
    Penalty,
    Play,
    Rules,
    Scored,
    Showing,
    State,
    Warned,
    apply,
    legal_actions,
    new_game,
    pending_hand,
    view,
)
from pegboard.cribbage.notation import parse_action
from pegboard.cribbage.scoring import score_hand
from pegboard.errors import ConfigError

DEAL = "deal 0 5S4S2S6H7H8H 6DJH4H7C2D8D"
OPEN = f"{DEAL}\ndiscard 0 7H8H\ndiscard 1 2D8D"
PLAY = f"{OPEN}\ncut 3D"
TABLE = "deal 0\ncut 3D"
SHOWN = f"""{PLAY}
play 1 JH
play 0 5S
play 1 7C
play 0 6H
go 1
play 0 2S
play 1 6D
play 0 4S
play 1 4H"""
FOLLOWED = SHOWN.replace(OPEN, "deal 0")


def after(lines: str, rules: Rules | None = None) -> State:
    state = new_game(rules or Rules())
    for line in lines.split("\n"):
        state = apply(state, parse_action(line)).state
    return state


def refused(state: State, line: str) -> str:
    before = repr(state)
    with pytest.raises(IllegalAction) as error:
        apply(state, parse_action(line))
    assert repr(state) == before
    return str(error.value)


@pytest.mark.parametrize(
    ("lines", "line", "why"),
    [
        (DEAL, "deal 1", "seats are to discard"),
        (DEAL, "cut 3D", "seats are to discard"),
        (DEAL, "discard 0 7H", "must discard 2, got 1"),
        (DEAL, "discard 0 7H8H5S", "must discard 2, got 3"),
        (DEAL, "discard 0 7H6D", "does not hold 6D"),
        (DEAL, "discard 2 7H6D", "seat must be 0 to 1, got 2"),
        (DEAL, "play -1 7H", "seat must be 0 to 1, got -1"),
        (f"{DEAL}\ndiscard 0 7H8H", "discard 0 5S4S", "has already discarded"),
        (OPEN, "discard 0 5S4S", "seat 1 is to cut the starter"),
        (OPEN, "play 1 JH", "seat 1 is to cut the starter"),
        (OPEN, "cut JH", "JH cannot be cut: it was dealt"),
        (OPEN, "cut 8H", "8H cannot be cut: it was dealt"),
        (OPEN, "hand 1 6DJH4H7C", "the program counts an open deal"),
        (PLAY, "play 0 5S", "not seat 0's turn, but seat 1's"),
        (PLAY, "play 1 2D", "seat 1 does not hold 2D"),
        pytest.param(PLAY, "go 1", "can play, and so must", id=f"{PLAY}-go 1-can play, so it must"),
        (PLAY, "go 0", "not seat 0's turn"),
        (PLAY, "cut 3C", "seat 1 is to play"),
        (PLAY, "deal 1", "seat 1 is to play"),
        (PLAY, "hand 1 6DJH4H7C", "the program counts an open deal"),
        (PLAY, "crib 7H8H2D8D", "the program counts an open deal"),
        (PLAY, "claim 1 4", "the program counts an open deal"),
        (PLAY, "muggins 0 2", "muggins is not played in this game"),
        (PLAY, "undo", "undo is replay"),
        (PLAY, "peg 0 0", "points must be 1 to 121, got 0"),
        (PLAY, "peg 0 -1", "points must be 1 to 121, got -1"),
        (PLAY, "peg 0 122", "points must be 1 to 121, got 122"),
        (PLAY, "penalty 0 0", "points must be 1 to 121, got 0"),
        (PLAY, "correct 0 -1", "score must be 0 to 121, got -1"),
        (PLAY, "correct 0 122", "score must be 0 to 121, got 122"),
        (f"{PLAY}\nplay 1 JH", "play 1 6D", "not seat 1's turn"),
        (f"{PLAY}\nplay 1 JH\nplay 0 5S", "play 1 JH", "does not hold JH"),
        (f"{PLAY}\nplay 1 JH\nplay 0 5S\nplay 1 7C\nplay 0 6H", "play 1 4H", "count to 32"),
        (SHOWN, "deal 0", "it is seat 1's deal"),
        (SHOWN, "play 0 5S", "seat 1 is to deal"),
        ("peg 0 121", "peg 0 1", "only undo is accepted"),
        ("peg 0 121", "deal 0", "only undo is accepted"),
        ("peg 0 1", "deal 1", "it is seat 0's deal"),
        ("peg 0 1", "deal 0 5S4S2S6H7H8H", "1 hands dealt to 2 seats"),
        ("peg 0 1", "deal 0 5S4S2S6H7H8H 6DJH4H7C2D", "seat 1 must be dealt 6 cards, got 5"),
        ("peg 0 1", "deal 0 5S4S2S6H7H8H 6DJH4H7C2D8H", "8H is dealt twice"),
        ("peg 0 1", f"{DEAL} + 3D", "three players only"),
        (TABLE, "discard 0 7H8H", "discard is not possible now"),
        (TABLE, "play 0 5S", "not seat 0's turn"),
        (TABLE, "go 1", "no go at 0: every card can be played"),
        (f"{TABLE}\nplay 1 JH\nplay 0 JS\nplay 1 AH", "go 0", "no go at 21: every card can be"),
        (TABLE, "deal 0", "it is seat 1's deal"),
        (TABLE, "crib 7H8H2D8D", "seat 1 is to play"),
        (TABLE, "hand 0 5S4S2S6H", "seat 1's hand is counted first"),
        (TABLE, "hand 1 5S4S2S", "a hand must be four different cards, got 3"),
        pytest.param(
            TABLE,
            "claim 0 4",
            "seat 1 counts the hand now, not seat 0",
            id=f"{TABLE}-claim 0 4-seat 1 counts its hand now, not seat 0",
        ),
        (TABLE, "claim 1 30", "a hand must be worth 0 to 29 points, got 30"),
        (TABLE, "claim 1 -1", "0 to 29 points, got -1"),
        ("deal 0", "hand 1 6DJH4H7C", "seat 1 is to cut"),
        (f"{TABLE}\nplay 1 JH\nplay 0 JS\nplay 1 9H", "play 0 3H", "count to 32"),
        (f"{TABLE}\nhand 1 6DJH4H7C", "crib 7H8H2D8D", "seat 0's hand is counted before the crib"),
        (FOLLOWED, "play 1 4H", "the crib is to be counted"),
        (FOLLOWED, "crib 7H8H2D", "the crib must be four different cards, got 3"),
        (FOLLOWED, "claim 1 3", "seat 0 counts the crib now, not seat 1"),
        (FOLLOWED, "hand 1 6DJH4H", "a hand must be four different cards, got 3"),
    ],
)
def test_illegal_action_is_refused(lines: str, line: str, why: str) -> None:
    assert why in refused(after(lines), line)


def test_three_player_deal_needs_a_crib_card() -> None:
    game = new_game(Rules(3))
    hands = "5S4S2S6H7H 6DJH4H7C2D 8D8S8CQCQD"
    assert "one card goes straight to the crib" in refused(game, f"deal 0 {hands}")
    assert "5S is dealt twice" in refused(game, f"deal 0 {hands} + 5S")
    state = apply(game, parse_action(f"deal 0 {hands} + KS")).state
    assert state.turn is None and state.stage_name == "discard" and state.is_open
    for line in ("discard 0 7H", "discard 1 2D"):
        state = apply(state, parse_action(line)).state
    assert state.turn == 2
    state = apply(state, parse_action("discard 2 QD")).state
    assert state.turn == 1 and state.stage_name == "cut"
    with pytest.raises(IllegalAction, match="a table deal takes no crib card"):
        apply(game, Deal(0, None, Card.parse("KS")))


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"players": 5}, "players must be 2, 3 or 4, got 5"),
        ({"players": 3, "partners": True}, "partners needs four players, got 3"),
        ({"target": 100}, "target must be 121 or 61, got 100"),
        ({"dealer_bonus": -1}, "below the target, got -1"),
        ({"match": "E"}, "got 'E' for 2 sides"),
        ({"players": 3, "match": "D"}, "got 'D' for 3 sides"),
        ({"wrong_call": "3"}, "wrong-call must be one of none, excess, 2, got '3'"),
        ({"handicap": (1,)}, "handicap must be one starting score per seat, 2"),
        ({"handicap": (121, 0)}, "handicap must be below 121, got 121"),
        (
            {"players": 4, "partners": True, "handicap": (1, 2, 3, 2)},
            "handicap must be the same for both partners",
        ),
        ({"skunk": 121}, "skunk must be a score below 121, or 0 for none; got 121"),
        ({"double_skunk": -2}, "or 0 for none; got -2"),
        (
            {"skunk": 50, "double_skunk": 60},
            "double-skunk must not be above the skunk line 50, got 60",
        ),
    ],
)
def test_rules_out_of_range_are_reported(options: dict[str, object], named: str) -> None:
    with pytest.raises(ConfigError) as error:
        Rules(**options)  # type: ignore[arg-type]
    assert named in str(error.value)


def test_skunk_lines() -> None:
    assert [Rules().skunk_of(score) for score in (0, 60, 61, 90, 91)] == [2, 2, 1, 1, 0]
    assert [Rules(target=61).skunk_of(score) for score in (0, 30, 31)] == [1, 1, 0]
    assert Rules(skunk=0).skunk_of(0) == 0
    assert Rules(skunk=50).double_skunk == 50


def test_best_result_over_a_beaten_side_counts() -> None:
    state = after("correct 0 100\ncorrect 2 80\npeg 1 121", Rules(3))
    assert (state.winner, state.skunk) == (1, 1)
    assert after("correct 0 30\ncorrect 2 80\npeg 1 121", Rules(3)).skunk == 2


def test_invalid_dealer_is_refused() -> None:
    with pytest.raises(ValueError, match="dealer must be 0 to 1, got 2"):
        new_game(Rules(), 2)


def test_each_play_moves_pegs_at_most_once() -> None:
    state = after(f"peg 0 5\n{PLAY}\nplay 1 JH\nplay 0 5S")
    assert state.pegs == (Pegs(7, 5), Pegs(0, 0))
    # 7C makes nothing; 6H a run of three.
    state = apply(state, parse_action("play 1 7C")).state
    state = apply(state, parse_action("play 0 6H")).state
    assert state.pegs == (Pegs(10, 7), Pegs(0, 0))
    # Fifteen and last in one play are one move of 3.
    lines = "deal 0\ncut KD\nplay 1 TH\nplay 0 TS\nplay 1 JD\ngo 0\nplay 0 KC\nplay 1 QS\nplay 0 KH"
    state = after(f"{lines}\ngo 1\nplay 1 7H")
    front = state.pegs[0].front
    events = apply(state, parse_action("play 0 8D")).events
    assert [e.item.points for e in events[:4] if hasattr(e, "item")] == [2, 1]
    state = after(f"{lines}\ngo 1\nplay 1 7H\nplay 0 8D\nclaim 0 0")
    assert state.pegs[0].front - state.pegs[0].rear > 0 and state.pegs[0].front > front + 3


def test_correct_moves_the_front_peg_and_keeps_the_rear_behind() -> None:
    state = after("peg 0 5\npeg 0 4")
    assert state.pegs[0] == Pegs(9, 5)
    assert apply(state, parse_action("correct 0 7")).state.pegs[0] == Pegs(7, 5)
    assert apply(state, parse_action("correct 0 3")).state.pegs[0] == Pegs(3, 3)
    assert apply(state, parse_action("correct 0 20")).state.pegs[0] == Pegs(20, 5)
    won = apply(state, parse_action("correct 1 121")).state
    assert won.over and won.winner == 1 and won.skunk == 2


def test_finished_game_still_shows_its_cards() -> None:
    state = after(f"peg 0 119\n{PLAY}\nplay 1 JH\nplay 0 5S")
    assert state.over and state.winner == 0 and state.skunk == 2
    assert (state.count, state.turn, state.is_open) == (15, None, True)
    assert state.pile == parse_cards("JH5S") and state.starter == Card.parse("3D")
    assert view(state, 1).played == (parse_cards("5S"), parse_cards("JH"))
    assert view(state, 1).legal == ()
    assert state.winner == 0 and after(PLAY).winner is None and after(PLAY).skunk == 0


def test_legal_actions() -> None:
    assert len(legal_actions(after(DEAL), 0)) == 15
    assert legal_actions(after(f"{DEAL}\ndiscard 0 7H8H"), 0) == ()
    assert legal_actions(after(OPEN), 1) == ()
    assert legal_actions(after(PLAY), 0) == ()
    late = after(f"{PLAY}\nplay 1 JH\nplay 0 5S\nplay 1 7C\nplay 0 6H")
    assert legal_actions(late, 1) == (Go(1),)
    table = after(f"{TABLE}\nplay 1 TH\nplay 0 TS\nplay 1 6H")
    legal = legal_actions(table, 0)
    assert Go(0) in legal and Play(0, Card.parse("5C")) in legal
    assert Play(0, Card.parse("6C")) not in legal and Play(0, Card.parse("3D")) not in legal
    assert legal_actions(table, 1) == ()
    ended = apply(table, Go(0)).state
    assert Play(0, Card.parse("6C")) in legal_actions(ended, 0)  # the count may be over
    assert Go(1) in legal_actions(ended, 1)
    assert legal_actions(after(FOLLOWED), 0) == tuple(Claim(0, n) for n in range(30))


def test_view_contains_exactly_the_seats_knowledge() -> None:
    seat_view = view(after(DEAL), 1)
    assert seat_view.hand == parse_cards("6DJH4H7C2D8D") and seat_view.hand_sizes == (6, 6)
    seat_view = view(after(OPEN), 1)
    assert seat_view.hand == parse_cards("6DJH4H7C") and seat_view.discards == parse_cards("2D8D")
    seat_view = view(after("deal 0"), 1)
    assert seat_view.hand == () and seat_view.hand_sizes == (4, 4) and seat_view.stage_name == "cut"
    seat_view = view(after(f"{PLAY}\nplay 1 JH\nplay 0 5S\nplay 1 7C\nplay 0 6H\ngo 1"), 0)
    assert seat_view.least == (1, 4) and seat_view.hand_sizes == (2, 2)
    assert view(after(PLAY), 0).hand == parse_cards("5S4S2S6H")  # though it is seat 1's turn
    assert view(after(TABLE), 0).discards == ()
    rules = Rules(manual_count=True)
    shown = after(SHOWN, rules)
    assert view(shown, 0).discards == parse_cards("7H8H") and view(shown, 0).crib == ()
    shown = apply(shown, Claim(1, 0)).state
    assert view(shown, 0).crib == ()
    shown = apply(shown, Claim(0, 0)).state
    assert view(shown, 1).crib == parse_cards("7H8H2D8D")
    assert view(shown, 1).shown == (parse_cards("5S4S2S6H"), parse_cards("6DJH4H7C"))
    laid_open = after(f"{TABLE}\nhand 1 6DJH4H7C", rules)
    assert view(laid_open, 0).shown == ((), parse_cards("6DJH4H7C"))
    assert view(after("peg 0 1"), 0).hand == ()


def test_pending_hand_follows_counting_order() -> None:
    state = after(SHOWN, Rules(muggins=True))
    assert pending_hand(state) == state.turn == 1
    state = apply(state, Claim(1, 0)).state
    assert pending_hand(state) == state.turn == 0
    state = apply(state, Claim(0, 0)).state
    assert pending_hand(state) == "crib" and state.turn == 0
    state = apply(state, Claim(0, 0)).state
    assert pending_hand(state) is None and state.turn == state.dealer == 1
    assert (state.count, state.pile, state.starter, state.plays) == (0, (), None, ())


def test_muggins_scores_missed_points() -> None:
    rules = Rules(muggins=True)
    state = after(SHOWN, rules)
    assert "there is no claim to call muggins on" in refused(state, "muggins 0 2")
    assert "there is no claim" in refused(
        after(PLAY, rules).at(new_game(rules).stage), "muggins 0 2"
    )
    state = apply(state, Claim(1, 0)).state  # worth nothing
    assert legal_actions(state, 0)[-1] == Muggins(0, 29)
    assert "cannot call points of their own side" in refused(state, "muggins 1 2")
    assert "a muggins call must be at least 1 point, got 0" in refused(state, "muggins 0 0")
    step = apply(state, Muggins(0, 2))
    assert step.state.pegs == state.pegs
    assert step.events == (Warned(Doubt.NOTHING_MISSED, seat=0, points=2, worth=0),)
    assert "there is no claim" in refused(step.state, "muggins 0 2")
    partners = after("deal 0\ncut 3D\nclaim 1 0", Rules(4, True, muggins=True))
    assert "cannot call points of their own side" in refused(partners, "muggins 3 2")
    assert apply(partners, Muggins(2, 2)).state.scores == (2, 0, 2, 0)
    # A claim that misses points does not reveal them.
    step = apply(state, Claim(0, 2))
    assert not any(isinstance(event, Counted) for event in step.events)
    # The show of a table deal: the hand is shown, then claimed.
    table = after(TABLE, rules)
    trusted = apply(table, Muggins(0, 2)).state
    assert trusted.scores == (2, 0), "points missed in a play nobody follows are called on trust"
    laid_open = after(f"{TABLE}\nhand 1 6DJH4H7C\nhand 0 5S4S2S6H\nclaim 1 0\nclaim 0 9", rules)
    assert laid_open.scores[0] == 9
    assert "was already claimed" in refused(laid_open, "hand 1 6DJH4H7C")
    assert apply(laid_open, parse_action("crib 7H8H2D8D")).state.turn == 0
    # A hand that is not shown is claimed, and called, on trust.
    unseen = after(f"{TABLE}\nclaim 1 4", rules)
    assert apply(unseen, Muggins(0, 3)).state.scores == (3, 4)


@pytest.mark.parametrize(
    ("price", "calls", "scores"),
    [
        ("none", 9, (7, 0)),
        ("excess", 9, (7, 2)),
        ("2", 9, (7, 2)),
        ("excess", 29, (7, 22)),
        ("2", 29, (7, 2)),
        ("excess", 7, (7, 0)),
        ("2", 4, (4, 0)),
    ],
)
def test_wrong_call_costs_the_house_rule_penalty(
    price: str, calls: int, scores: tuple[int, int]
) -> None:
    rules = Rules(muggins=True, wrong_call=price)
    hand = "hand 1 2H3H4H8D"  # with the king: a run of three and two fifteens
    state = after(f"deal 0\ncut KS\n{hand}\nclaim 1 0", rules)
    assert isinstance(state.stage, Showing) and state.stage.missed.points == 7
    assert apply(state, Muggins(0, calls)).state.scores == scores


def test_crib_stays_open_while_it_can_be_called() -> None:
    state = after(SHOWN, Rules(muggins=True))
    for points in (0, 0, 2):
        assert state.turn is not None
        state = apply(state, Claim(state.turn, points)).state
    seat_view = view(state, 1)
    assert state.stage_name == "deal" and state.starter is None
    assert seat_view.crib == parse_cards("7H8H2D8D") and seat_view.starter is not None
    missed = score_hand(seat_view.crib, seat_view.starter, crib=True).total - 2
    assert missed > 0 and legal_actions(state, 0) == () and len(seat_view.legal) == 29
    called = apply(state, Muggins(1, missed))
    assert called.state.scores[1] - state.scores[1] == missed
    assert view(called.state, 1).crib == (), "the cards are taken up"
    # Where nothing can be called they are gone at once.
    plain = after(SHOWN, Rules(manual_count=True))
    for seat in (1, 0, 0):
        plain = apply(plain, Claim(seat, 0)).state
    assert plain.stage_name == "deal" and view(plain, 1).crib == ()


def test_winning_claim_ends_the_game() -> None:
    state = after(f"peg 1 119\n{TABLE}")
    won = apply(state, Claim(1, 4)).state
    assert won.over and won.scores == (0, 121)


def test_incomplete_table_play_is_scored_as_far_as_known() -> None:
    known_play = "play 1 5H\nplay 0 4S\nplay 1 5C\nplay 0 2H\nplay 1 5S\nplay 0 TS\nplay 1 JC"
    state = after(f"{TABLE}\n{known_play}")
    assert state.stage_name == "play"
    step = apply(state, parse_action("hand 0 4S2HTSTC"))
    assert step.state.scores[1] > 8 and pending_hand(step.state) == "crib"
    assert step.events[0] == Warned(Doubt.PLAY_NOT_FOLLOWED)
    # The hands known may win before the claim that was to be made.
    near = apply(after(f"{TABLE}\n{known_play}"), Peg(1, 110)).state
    for line in ("hand 0 4S2HTSTC", "claim 0 4"):
        won = apply(near, parse_action(line)).state
        assert won.over and won.winner == 1 and won.scores[0] == state.scores[0]


def test_duplicate_card_positions_are_warned_about() -> None:
    def warnings(state: State, line: str) -> list[str]:
        events = apply(state, parse_action(line)).events
        return [event.text for event in events if isinstance(event, Warned)]

    assert warnings(after(TABLE), "play 1 3D") == ["3D was already seen in this deal"]
    assert warnings(after(TABLE), "hand 1 3D4H7C6D") == ["3D was already seen in this deal"]
    state = after(f"{TABLE}\nhand 1 6DJH4H7C")
    assert warnings(state, "hand 0 6D5S4S2S") == ["6D was already seen in this deal"]
    assert warnings(after(FOLLOWED), "crib JH8H2D8D") == ["JH was already seen in this deal"]
    assert warnings(after(f"{TABLE}\nclaim 1 2"), "deal 1") == [
        "the previous deal was not fully counted"
    ]
    assert warnings(after("deal 0"), "deal 1") == warnings(after(TABLE), "deal 1") == []


def test_open_deal_refuses_shown_cards() -> None:
    state = after(SHOWN, Rules(muggins=True))
    assert "the program counts an open deal" in refused(state, "hand 1 6DJH4H7C")
    assert "the program counts an open deal" in refused(state, "crib 7H8H2D8D")


def test_actions_are_values() -> None:
    assert Play(0, Card.parse("5H")) == Play(0, Card.parse("5H"))
    assert len({Peg(0, 2), Claim(0, 2), Penalty(0, 2)}) == 3
    assert len({Go(1), Go(1), Cut(Card.parse("5H")), Discard(1, parse_cards("5H6H"))}) == 3


def test_docstring_example() -> None:
    assert doctest.testmod(pegboard.cribbage.game).failed == 0


def test_go_and_card_that_causes_it_are_one_move() -> None:
    state = new_game(Rules())
    hands = "8HAHAC9H2C3C KHQHJHTC4C5D"
    lines = f"deal 0 {hands}|discard 0 2C3C|discard 1 4C5D|cut 6S|play 1 KH|play 0 8H|play 1 QH"
    for line in [*lines.split("|"), "play 0 AH", "go 1", "play 0 AC"]:
        state, events = apply(state, parse_action(line))
    scored = [(event.item.kind, event.item.points) for event in events if isinstance(event, Scored)]
    assert scored == [(Kind.PAIR, 2), (Kind.GO, 1)]
    assert state.pegs[0] == Pegs(3, 0)
    assert (state.turn, state.count) == (1, 0)


def test_view_lists_scores_by_seat() -> None:
    state = apply(new_game(Rules(players=4, partners=True)), Peg(2, 7)).state
    assert view(state, 1).scores == state.scores == (7, 0, 7, 0)
