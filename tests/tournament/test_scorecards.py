"""Score cards: lines, totals, corrections, and all cases of rule 12.2."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegboard.errors import ConfigError, IllegalAction
from pegboard.tournament.codes import EventFault
from pegboard.tournament.scorecards.corrections import Correction, correct, corrected
from pegboard.tournament.scorecards.cross_check import cross_check
from pegboard.tournament.scorecards.line import (
    Card,
    Line,
    Tally,
    forfeit,
    lost,
    points_of,
    tally,
    won,
)

BOTH, FIRST, SECOND, NEITHER = (True, True), (True, False), (False, True), (False, False)


def line(points: int | None = None, plus: int | None = None, minus: int | None = None) -> Line:
    return Line(1, "other", points, plus, minus)


WON_17, LOST_16 = line(2, plus=17), line(0, minus=16)

CHECKS = {
    "a, a win": (line(2, plus=21), LOST_16, FIRST, line(2, plus=16), LOST_16, "ag"),
    "a, a loss": (line(2, plus=21), LOST_16, SECOND, line(2, plus=21), line(0, minus=21), "ag"),
    "a, a skunk": (line(3, plus=31), line(0, minus=30), FIRST, line(2, plus=30),
                   line(0, minus=30), "ag"),
    "b": (WON_17, LOST_16, BOTH, line(2, plus=16), line(0, minus=17), "bg"),
    "c, a win": (WON_17, line(0), BOTH, WON_17, line(0, minus=17), "cg"),
    "c, nothing at all": (LOST_16, line(), NEITHER, LOST_16, line(2, plus=16), "cg"),
    "d, two wins": (line(2, plus=9), line(2, minus=9), BOTH, line(2, plus=9), line(0, minus=9),
                    "dg"),
    "d, two losses": (line(0, minus=9), line(0, plus=9), BOTH, line(0, minus=9), line(2, plus=9),
                      "dg"),
    "e, two wins": (line(2, plus=9), line(2, plus=9), BOTH, line(0, minus=9), line(0, minus=9),
                    "eg"),
    "e, two losses": (line(0, minus=9), line(0, minus=9), BOTH, line(0, minus=9),
                      line(0, minus=9), "e"),
    "e, each its own": (line(2, plus=9), line(2, plus=8), NEITHER, line(0, minus=9),
                        line(0, minus=8), "eg"),
    "f, plus": (line(2, plus=9), line(0, plus=9), BOTH, line(2, plus=9), line(0, minus=9), "fg"),
    "f, minus": (line(0, minus=9), line(2, minus=9), BOTH, line(0, minus=9), line(2, plus=9),
                 "fg"),
    "h": (line(2, plus=15), line(0, minus=20), BOTH, line(2, plus=15), line(0, minus=20), "h"),
    "h, one": (line(2, plus=15), line(0, minus=20), FIRST, line(2, plus=15), line(0, minus=20),
               "h"),
    "agreed": (WON_17, line(0, minus=17), BOTH, WON_17, line(0, minus=17), ""),
    "neither qualifies": (WON_17, LOST_16, NEITHER, WON_17, LOST_16, ""),
    "both blank": (line(), line(2), BOTH, line(), line(2), ""),
}  # fmt: skip


@pytest.mark.parametrize("case", CHECKS.values(), ids=list(CHECKS))
def test_cross_check_follows_rule_12_2(
    case: tuple[Line, Line, tuple[bool, bool], Line, Line, str],
) -> None:
    mine, theirs, qualifies, my_line, their_line, letters = case
    ruling = cross_check((mine, theirs), qualifies)
    assert ruling.lines == (my_line, their_line)
    assert ruling.letters == letters
    turned = cross_check((theirs, mine), (qualifies[1], qualifies[0]))
    assert (turned.lines, turned.letters) == ((their_line, my_line), letters), "symmetric"


spreads = st.none() | st.integers(1, 121)
lines = st.builds(line, st.sampled_from((None, 0, 2, 3)), spreads, spreads)


@given(lines, lines, st.booleans(), st.booleans())
def test_cross_check_gives_consistent_lines(
    mine: Line, theirs: Line, one: bool, other: bool
) -> None:
    ruling = cross_check((mine, theirs), (one, other))
    if mine.spread is None and theirs.spread is None:
        assert ruling.lines == (mine, theirs)
        return
    for line in ruling.lines:
        assert (line.plus is None) != (line.minus is None)
        assert line.points == (0 if line.plus is None else points_of(line.plus))
    assert sum(bool(line.claims_win) for line in ruling.lines) <= 1, "at most one has won"
    again = cross_check(ruling.lines, (one, other))
    assert again.lines == ruling.lines, "a second check changes nothing"
    if mine.claims_win and theirs.claims_win is False and one and mine.plus is not None:
        assert (ruling.lines[0].plus or 0) <= mine.plus, "never to a qualifier's advantage"


def test_lines_and_tally_of_game() -> None:
    assert [points_of(margin) for margin in (1, 30, 31, 121)] == [2, 2, 3, 3]
    assert won(4, "Bo", 31) == Line(4, "Bo", 3, plus=31)
    assert forfeit(2, "Ann", "Bo") == (Line(2, "Bo", 2, plus=10), Line(2, "Ann", 0, minus=10))
    card = Card("Ann", (lost(2, "Cy", 40), won(1, "Bo", 35), Line(3, "Di")))
    assert [line.game for line in card.lines] == [1, 2, 3]
    total = tally(card.lines)
    assert total == Tally(points=3, games_won=1, plus=35, minus=40, games=2) and total.net == -5


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"game": 0}, EventFault.GAME_NUMBER),
        ({"points": 1}, EventFault.GAME_POINTS),
        ({"plus": 122}, EventFault.MARGIN),
        ({"minus": 0}, EventFault.MARGIN),
    ],
)
def test_impossible_line_is_refused(fields: dict[str, int], code: EventFault) -> None:
    with pytest.raises(ConfigError) as caught:
        Line(**({"game": 1, "opponent": "Bo"} | fields))  # type: ignore[arg-type]
    assert caught.value.code is code


def test_correction_replaces_line() -> None:
    old, new = won(1, "Bo", 17), won(1, "Bo", 16)
    card = Card("Ann", (old, lost(2, "Cy", 3)))
    right = Correction("Ann", "Judge", 5.0, old, new, "12.2 b", "Bo's card has 16")
    assert correct(card, right).lines == (new, lost(2, "Cy", 3))
    late = Correction("Ann", "Judge", 6.0, None, won(3, "Di", 10), "11.4", "Di was late")
    assert len(corrected(card, [right, late]).lines) == 3
    assert corrected(Card("Bo"), [right, late]) == Card("Bo")
    for wrong, code in (
        (Correction("Ann", "J", 5.0, new, old, "", "x"), EventFault.LINE_CHANGED),
        (Correction("Bo", "J", 5.0, old, new, "", "x"), EventFault.OTHER_LINE),
        (Correction("Ann", "J", 5.0, old, new, "", " "), EventFault.NO_REASON),
    ):
        with pytest.raises(IllegalAction) as caught:
            correct(card, wrong)
        assert caught.value.code is code
    with pytest.raises(ConfigError):
        Card("Ann", (old, new))
