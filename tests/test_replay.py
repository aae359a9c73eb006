import pytest

from pegboard.actions import Action, Peg, Undo
from pegboard.errors import IllegalAction
from pegboard.game import Rules, new_game
from pegboard.notation import parse_action
from pegboard.replay import effective, moments, replay


def actions(*lines: str) -> list[Action]:
    return [parse_action(line) for line in lines]


def test_undo_takes_back_the_latest_not_yet_taken_back() -> None:
    written = actions("peg 0 1", "peg 0 2", "undo", "peg 0 3", "undo", "undo", "peg 1 4")
    assert effective(written) == ((6, Peg(1, 4)),)
    assert replay(Rules(), 0, written).scores == (0, 4)
    seen = [moment.state.scores[0] for moment in moments(Rules(), 0, written)]
    assert seen == [1, 3, 1, 4, 1, 0, 0]


def test_undo_goes_back_over_deals_and_the_end_of_a_game() -> None:
    written = actions("deal 0", "cut 5H", "deal 1", "peg 0 121")
    assert replay(Rules(), 0, written).over
    back = [*written, *actions("undo", "undo")]
    assert replay(Rules(), 0, back).stage_name == "play"
    assert list(moments(Rules(), 0, back))[-1].state == replay(Rules(), 0, written[:2])


def test_nothing_to_undo() -> None:
    written = actions("peg 0 1", "undo", "undo")
    with pytest.raises(IllegalAction, match="nothing to undo"):
        effective(written)
    with pytest.raises(IllegalAction, match="nothing to undo"):
        replay(Rules(), 0, written)
    told = []
    with pytest.raises(IllegalAction, match="nothing to undo"):
        for moment in moments(Rules(), 0, written):
            told.append(moment)
    assert [moment.action for moment in told] == [Peg(0, 1), Undo()]
    assert told[-1].state == new_game(Rules()) and told[-1].events == ()


def test_an_empty_record_is_a_new_game() -> None:
    assert replay(Rules(3), 2, []) == new_game(Rules(3), 2)
