"""Cards' stays at their places: surer with each look, ended when they are missed twice."""

import numpy as np

from pegboard.cribbage.cards import DECK, Card
from pegboard.vision.follow.seen.glimpse import Glimpse
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
    visits.dealt()
    assert look(visits, 4, glimpse("TS", sure=0.7)) == []
    assert look(visits, 5, glimpse("TS", x=400, sure=0.7)) == ["TS"], "elsewhere it is a card"
    other = Visits()
    look(other, 1, glimpse("TS"))
    look(other, 2, glimpse("TS"))
    other.dealt()
    other.all.clear()
    assert look(other, 4, glimpse("TS", sure=0.7)) == ["TS"], "that was a card already"
