"""Cards' stays at their places: surer with each look, ended when they are missed twice."""

from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

from pegboard.cribbage.cards import DECK, Card
from pegboard.vision.follow.moves import brief, left_soon
from pegboard.vision.follow.seen.change import Before, Changes
from pegboard.vision.follow.seen.glimpse import ACROSS, Glimpse, lies_upon
from pegboard.vision.follow.seen.suits import LEAN
from pegboard.vision.follow.seen.visits import Visits

NUMBER = {card: number for number, card in enumerate(DECK)}


def glimpse(card: str, x: float = 100, sure: float = 0.95, other: str | None = None) -> Glimpse:
    odds = np.full(52, 1e-4)
    odds[NUMBER[Card.parse(card)]] = sure
    if other is not None:
        odds[NUMBER[Card.parse(other)]] = 1 - sure
    corners = ((x, 100.0), (x + 63, 100.0), (x + 63, 188.0), (x, 188.0))
    return Glimpse(odds / odds.sum(), sure, corners, 12.0)


def everywhere(_: object) -> bool:
    return True


def look(visits: Visits, now: float, *glimpses: Glimpse) -> list[str]:
    visits.look(glimpses, now, everywhere, everywhere)
    return [str(visit.card) for visit in visits.lying]


def test_a_card_that_stays_is_one_visit_and_gets_surer() -> None:
    visits = Visits()
    look(visits, 1, glimpse("5H", sure=0.7))
    (visit,) = visits.all
    assert visit.doubtful and visit.belief < 0.75
    look(visits, 2, glimpse("5H", x=104, sure=0.7))
    look(visits, 3, glimpse("5H", sure=0.8))
    assert visits.all == [visit]
    assert visit.belief > 0.9 and not visit.doubtful
    assert (visit.first, visit.last) == (1, 3)


@pytest.mark.parametrize(
    ("now", "covered", "found"),
    [(1.5, False, True), (4.0, False, False), (4.0, True, True), (20.0, True, False)],
)
def test_a_card_that_lay_there_when_watching_began_is_found(
    now: float, covered: bool, found: bool
) -> None:
    """All such cards came at one time, and none of them counts as soon taken back."""
    visits = Visits()
    visits.look([glimpse("5H")], now, everywhere, everywhere, lambda outline: covered, began=0.0)
    (visit,) = visits.all
    assert visit.found is found and visit.first == (0.0 if found else now)
    visit.gone, visit.lifted, visit.still = visit.first + 1.0, True, visit.first
    assert (brief(visit, visits.all) == 0.0) is found
    assert left_soon(visit, visits.all) is not found


def test_a_card_missed_once_is_looked_for_and_missed_twice_has_gone() -> None:
    visits = Visits()
    look(visits, 1, glimpse("5H"))
    assert look(visits, 2) == ["5H"] and visits.doubtful
    assert look(visits, 3) == [] and visits.all[0].gone == 2


def test_a_card_that_cannot_be_seen_has_not_gone() -> None:
    visits = Visits()
    look(visits, 1, glimpse("5H"))
    for now in range(2, 6):
        visits.look((), now, lambda _: False, everywhere)
    assert len(visits.lying) == 1


def test_a_card_laid_elsewhere_pays_another_visit() -> None:
    visits = Visits()
    look(visits, 1, glimpse("5H"))
    assert look(visits, 2, glimpse("5H", x=400)) == ["5H"]
    assert [visit.gone for visit in visits.all] == [2, None]


def test_a_card_read_alike_elsewhere_while_the_first_lies_still_is_another() -> None:
    visits = Visits()
    look(visits, 1, glimpse("KS"))
    left = (100.0, 100.0)
    for x, number in ((180, 1), (600, 2)):  # too near: the other corner; far away: another card
        visits.look([glimpse("KS", x)], 2, lambda corners: corners[0] != left, everywhere)
        assert len(visits.lying) == number
    look(visits, 3, glimpse("KS"), glimpse("KS", 603))
    assert [visit.looks for visit in visits.lying] == [2, 2]


def test_a_card_read_as_its_twin_stays_what_most_looks_say() -> None:
    visits = Visits()
    look(visits, 1, glimpse("KS", sure=0.6, other="KC"))
    look(visits, 2, glimpse("KC", sure=0.55, other="KS"))
    (visit,) = visits.all
    assert visit.card == Card.parse("KS")


def test_the_other_corner_of_a_card_read_as_its_twin_is_no_second_card() -> None:
    visits = Visits()
    corners = glimpse("AS", sure=0.8, other="AC"), glimpse("AC", x=108, sure=0.6, other="AS")
    assert look(visits, 1, *corners) == ["AS"]
    assert visits.all[0].looks == 2
    beside = glimpse("AC", x=130, sure=0.6, other="AS")
    assert look(Visits(), 1, corners[0], beside) == ["AS", "AC"]
    clear = glimpse("AC", x=108, sure=0.99)
    assert look(Visits(), 1, glimpse("AS", sure=0.99), clear) == ["AS", "AC"]


def test_the_first_look_weighs_no_more_than_the_others() -> None:
    visits = Visits()
    look(visits, 1, glimpse("AC", sure=0.62, other="AS"))
    look(visits, 2, glimpse("AS", sure=0.6, other="AC"))
    assert look(visits, 3, glimpse("AS", sure=0.6, other="AC")) == ["AS"]
    assert len(visits.all) == 1


def test_noise_is_no_card() -> None:
    visits = Visits()
    for now in range(20):
        assert look(visits, now, glimpse("7S", sure=0.4)) == []


def test_what_looked_like_a_card_before_the_deal_is_printed_there() -> None:
    visits = Visits()
    assert look(visits, 1, glimpse("TS", sure=0.68)) == ["TS"]
    look(visits, 2)
    look(visits, 3)
    visits.dealt(3)
    assert look(visits, 4, glimpse("TS", sure=0.7)) == []
    assert look(visits, 5, glimpse("TS", x=400, sure=0.7)) == ["TS"], "elsewhere it is a card"
    other = Visits()
    look(other, 1, glimpse("TS"))
    look(other, 2, glimpse("TS"))
    other.dealt(2)
    other.all.clear()
    assert look(other, 4, glimpse("TS")) == [], "at the very spot it is the back, read well"
    assert look(other, 5, glimpse("TS", x=110, sure=0.7)) == ["TS"], "a card may be laid near it"


def test_a_card_that_comes_while_the_deal_is_seen_is_one() -> None:
    visits = Visits()
    look(visits, 1, glimpse("TS", sure=0.68))
    look(visits, 2, glimpse("TS", sure=0.68), glimpse("AC", x=400, sure=0.63))
    visits.dealt(2)
    assert [(str(v.card), v.old) for v in visits.all] == [("TS", True), ("AC", False)]


@pytest.mark.parametrize("places", [(100, 500), (100, 500, 110), (100, 110, 120), (100,)])
def test_what_is_read_in_places_apart_while_hands_lie_face_down_is_the_back(
    places: tuple[int, ...],
) -> None:
    visits = Visits()
    for number, x in enumerate(places):
        look(visits, 10 * number, glimpse("7D" if number else "7H", x=x, sure=0.85))
        for later in (1, 2, 3):
            look(visits, 10 * number + later)
    backs = max(places) == 500
    visits.taken_up()
    assert all(visit.old == backs for visit in visits.all)
    assert look(visits, 50, glimpse("7H", x=300)) == ([] if backs else ["7H"])
    for later in (51, 52, 53):
        look(visits, later)
    dots, pips = (np.array([-n, 0.0, n, -n]) for n in (1.5, 5))
    if backs:
        assert look(visits, 57, replace(glimpse("7H", x=300), pips=dots)) == []
    laid = replace(glimpse("7H", x=300), pips=pips)
    assert look(visits, 60, laid) == ["7H"], "its pips are those of a card"
    assert look(visits, 61, glimpse("7H", x=300)) == ["7H"], "and covered soon"


@pytest.mark.parametrize(
    ("gap", "nudged", "between", "two"),
    [(0.5, 10, True, True), (0.5, 10, False, False), (0.5, 0, True, False), (9.0, 10, True, False)],
)
def test_a_card_laid_upon_its_twin_is_another(
    gap: float, nudged: float, between: bool, two: bool
) -> None:
    """It is read where the first lies; that was hardly told from it, and somebody played since."""
    visits = Visits()
    club = 1 / (1 + np.exp(LEAN - gap))
    look(visits, 1, replace(glimpse("KC", sure=club, other="KS"), confidence=0.9))
    if between:
        look(visits, 3, glimpse("QH", x=500))
    look(visits, 5, glimpse("KC", x=100 + nudged, sure=0.99, other="KS"))
    kings = [v for v in visits.all if v.card.rank == Card.parse("KC").rank]
    assert [v.gone for v in kings] == ([5, None] if two else [None])


@pytest.mark.parametrize(("back", "card", "read"), [(0.6, 0.93, 1), (0.6, 0.88, 0), (0.9, 0.97, 0)])
def test_what_is_read_far_more_clearly_than_any_back_is_a_card(
    back: float, card: float, read: int
) -> None:
    visits = Visits()
    for number, x in enumerate((100, 500)):
        look(visits, 10 * number, glimpse("7D", x=x, sure=back))
        look(visits, 10 * number + 1, glimpse("7D", x=x, sure=0.5))
    visits.taken_up()
    for later in (20, 21):
        look(visits, later)
    assert look(visits, 22, glimpse("7H", x=300, sure=card)) == ["7H"] * read


def test_what_was_hardly_read_is_looked_at_again_for_a_while() -> None:
    visits = Visits()
    assert look(visits, 1, glimpse("5H", sure=0.4)) == []
    (hint,) = visits.hints
    assert hint.card == Card.parse("5H")
    look(visits, 2, glimpse("5H", sure=0.4))
    look(visits, 3)
    assert len(visits.hints) == 1
    look(visits, 4)
    assert visits.hints == [], "three looks are enough"


def test_what_lies_beyond_the_edge_of_what_was_read_is_looked_at_again() -> None:
    visits = Visits()
    visits.look([glimpse("5H")], 1, lambda _: False, everywhere)
    assert visits.lying == [] and len(visits.hints) == 1
    visits.look([glimpse("5H")], 2, lambda _: False, lambda _: False)
    assert visits.hints == [], "something moves there"


def test_a_misread_clear_card_is_no_hint() -> None:
    visits = Visits()
    look(visits, 1, glimpse("5H"))
    look(visits, 2, glimpse("5H"))
    look(visits, 3, glimpse("5H"), glimpse("6D", x=103, sure=0.4))
    assert visits.hints == []


def by_the_right(card: str, sure: float = 0.95, other: str | None = None) -> Glimpse:
    """A card that lies at 100, read by its right index, so that it seems to lie farther right."""
    return glimpse(card, 100 + ACROSS * 63, sure, other)


def test_a_card_read_by_its_right_index_has_not_moved() -> None:
    visits = Visits()
    look(visits, 1, glimpse("5H"))
    look(visits, 2, by_the_right("5H"))
    (visit,) = visits.all
    assert visit.looks == 2 and visit.glimpse.middle[0] == pytest.approx(131.5, abs=1)


def test_with_indices_in_all_corners_a_twin_at_the_right_is_the_same_card() -> None:
    misread = by_the_right("6C", 0.7, "6S")
    visits = Visits()
    look(visits, 1, glimpse("6S"), misread)
    assert {str(v.card) for v in visits.lying} == {"6S", "6C"}, "nobody knows yet"
    visits = Visits()
    for now, each in enumerate((glimpse("5H"), by_the_right("5H"), by_the_right("5H"))):
        look(visits, now, each)
    visits.forget()
    look(visits, 4, glimpse("6S"), misread)
    assert look(visits, 5, glimpse("6S"), misread) == ["6S"]
    visits.all.clear()
    assert look(visits, 6, by_the_right("AC", 0.9, "AS"), glimpse("AS", 100, 0.6, "AC")) == ["AC"]
    assert look(visits, 7, glimpse("AS", sure=0.95, other="AC")) == ["AS"], "the same, read better"
    assert len([v for v in visits.all if not v.old]) == 1


def test_an_index_at_the_edge_of_an_open_card_is_its_own() -> None:
    spade = replace(glimpse("QS"), pips=np.array([-6.0, -6, -6, 6]))
    visits = Visits()
    for x, seen in ((93.0, ["QS"]), (85.0, ["QS", "QC"])):  # 1 and 9 pixels beyond its left edge
        corners = ((x, 160.0), (x + 12, 160.0), (x + 12, 175.0), (x, 175.0))
        club = replace(glimpse("QC", sure=0.97), corners=corners, index_px=15.0)
        assert look(visits, 1, spade, club) == seen


def test_of_two_cards_the_open_one_lies_above() -> None:
    under, above = glimpse("5H"), replace(glimpse("9C", 130), pips=np.array([6.0, -6, -6, -6]))
    assert lies_upon(above, under) and not lies_upon(under, above)
    assert not lies_upon(replace(above, corners=glimpse("9C", 300).corners), under)
    assert not lies_upon(above, replace(under, pips=above.pips)), "side by side, seen askew"
    visits = Visits()
    look(visits, 1, above, under)
    lower, upper = (next(v for v in visits.all if str(v.card) == c) for c in ("5H", "9C"))
    assert lower.under == {upper} and upper.under == set()


class Table:
    """The places of cards as they were before, as often as is asked."""

    def __init__(self, differs: float) -> None:
        self.differs = differs

    def before(self, _: object) -> Before:
        def apart(_: object) -> float:
            return self.differs

        return cast("Before", SimpleNamespace(differs=apart))


def test_a_card_whose_place_is_bare_was_taken_up() -> None:
    table = Table(0.9)
    changes = cast("Changes", SimpleNamespace(before=table.before, small=None))
    visits = Visits()
    look(visits, 1, glimpse("5H"))
    visits.keep_before(1, changes)
    assert not visits.lift(2, changes)
    table.differs = 0.05
    assert visits.lift(3, changes)
    assert visits.all[0].lifted and visits.all[0].gone == 3
    assert not visits.lift(3.5, changes), "that is news once"


def test_nobody_takes_back_a_card_that_lay_long() -> None:
    changes = cast("Changes", SimpleNamespace(before=Table(0.0).before, small=None))
    visits = Visits()
    look(visits, 1, glimpse("5H"))
    visits.keep_before(1, changes)
    assert not visits.lift(9, changes) and visits.lying


def test_another_index_of_an_open_card_is_no_second_card() -> None:
    spade = replace(glimpse("6S"), pips=np.array([-6.0, -6, -6, 6]))
    inside = ((101.0, 160.0), (110.0, 160.0), (110.0, 175.0), (101.0, 175.0))
    other = replace(glimpse("6C", sure=0.8), corners=inside, index_px=15.0)
    visits = Visits()
    assert look(visits, 1, spade, other) == ["6S"]
    beside = replace(other, corners=tuple((x + 200, y) for x, y in inside))
    assert look(visits, 2, spade, beside) == ["6S", "6C"]
    seven = replace(glimpse("7C", sure=0.8), corners=inside, index_px=15.0)
    assert look(visits, 3, spade, seven, beside) == ["6S", "6C"], "that would cover an index"
    across = replace(seven, corners=(*inside[1:], inside[0]))
    assert look(visits, 4, spade, across, beside) == ["6S", "6C", "7C"], "that lies upon it"


def test_a_card_first_read_by_its_right_index_stays_where_it_lies() -> None:
    visits = Visits()
    look(visits, 1, by_the_right("8D"))
    look(visits, 2, replace(glimpse("8D"), pips=np.array([-6.0, 6, -6, -6])))
    (visit,) = visits.all
    assert visit.looks == 2 and visit.glimpse.middle[0] == pytest.approx(131.5, abs=1)
