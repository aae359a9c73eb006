"""Search over hypotheses: whole deals, lost and misread cards, constraints."""

import math
from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pegboard.cribbage import Action, Card, Cut, Deal, Go, Play, format_action, parse_action
from pegboard.cribbage.cards import DECK
from pegboard.vision.films.deals import TableDeal, random_deal
from pegboard.vision.follow.deferral import unexplained_penalty
from pegboard.vision.follow.hypothesis import Hypothesis
from pegboard.vision.follow.observation import Observation
from pegboard.vision.follow.search import find_hypotheses

SEEDS = st.integers(0, 10**6)
PLAYERS = st.integers(2, 4)


def observation(
    at: float, card: Card, seat: int | None, players: int, sure: float = 0.98
) -> Observation:
    """Returns a confident observation before a seat; the starter lies before none."""
    logs = [-4.0 if seat is not None else math.log(1 / players)] * players
    if seat is not None:
        logs[seat] = -0.02
    return Observation(at, ((card, -0.01),), sure, tuple(logs))


def observations_of(deal: TableDeal, every_s: float = 3.0) -> list[Observation]:
    """Returns all visible events of a deal."""
    players, found = len(deal.hands), []
    for action in deal.actions:
        match action:
            case Cut(card):
                found.append(observation(10.0, card, None, players))
            case Play(seat, card):
                found.append(observation(10 + every_s * (len(found)), card, seat, players))
    return found


def unknown_dealer(deal: TableDeal) -> tuple[float, ...]:
    """Log probabilities of the dealers, none of them likelier."""
    return (-math.log(len(deal.hands)),) * len(deal.hands)


def known_dealer(deal: TableDeal) -> tuple[float, ...]:
    """Log probabilities of the dealers, with the true one almost certain."""
    dealer = next(action.dealer for action in deal.actions if isinstance(action, Deal))
    return tuple(-0.02 if seat == dealer else -4.0 for seat in range(len(deal.hands)))


def best(
    deal: TableDeal,
    observations: list[Observation],
    shown: dict[int, tuple[Card, ...]] | None = None,
) -> Hypothesis:
    return find_hypotheses(observations, unknown_dealer(deal), 5.0, shown or {})[0]


@given(SEEDS, PLAYERS)
@settings(max_examples=15, deadline=None)
def test_search_recovers_fully_observed_deal(seed: int, players: int) -> None:
    deal = random_deal(seed, players)
    actual = best(deal, observations_of(deal))
    assert [a for a in actual.actions if isinstance(a, Deal | Cut | Play)] == [
        a for a in deal.actions if isinstance(a, Deal | Cut | Play)
    ]
    assert actual.is_complete
    assert [actual.hand(seat) for seat in range(players)] == [
        tuple(p.card for p in deal.plays if p.seat == seat) for seat in range(players)
    ]


@given(SEEDS, st.integers(1, 8))
@settings(max_examples=15, deadline=None)
def test_shown_hands_restore_unobserved_play(seed: int, missing: int) -> None:
    deal = random_deal(seed)
    observations = observations_of(deal)
    del observations[missing]
    actual = find_hypotheses(observations, known_dealer(deal), 5.0, dict(enumerate(deal.hands)))[0]
    assert actual.is_complete
    assert [set(actual.hand(seat)) for seat in (0, 1)] == [set(hand) for hand in deal.hands]
    assert actual.hand(1 - deal.plays[missing - 1].seat) == tuple(
        p.card for p in deal.plays if p.seat != deal.plays[missing - 1].seat
    )


@given(SEEDS, st.integers(1, 8))
@example(2410, 3)  # the cards allow either dealer
@example(410, 8)  # the unobserved last card could have been the first one
@settings(max_examples=15, deadline=None)
def test_shown_hands_correct_misread_play(seed: int, number: int) -> None:
    deal = random_deal(seed)
    observations = observations_of(deal)
    right = observations[number].card_log_probs[0][0]
    wrong = next(
        card
        for card in map(Card.parse, ("7C", "7D", "8C", "8D", "9C", "9D", "TC", "TD", "6C", "6D"))
        if card not in (deal.starter, *deal.hands[0], *deal.hands[1])
    )
    observations[number] = replace(
        observations[number],
        card_log_probs=((wrong, math.log(0.9)), (right, math.log(0.1))),
        probability=0.9,
    )
    actual = find_hypotheses(observations, known_dealer(deal), 5.0, dict(enumerate(deal.hands)))[0]
    assert [a for a in actual.actions if isinstance(a, Play)] == list(deal.plays)


@given(SEEDS, st.integers(1, 7))
@example(33846, 1)  # the cards allow either dealer
@settings(max_examples=15, deadline=None)
def test_simultaneous_observations_are_put_in_legal_order(seed: int, number: int) -> None:
    deal = random_deal(seed)
    observations = observations_of(deal)
    plays = deal.plays[number - 1 : number + 1]
    before = deal.actions[deal.actions.index(plays[0]) - 1 :][:3]
    if any(isinstance(action, Go) for action in before) or plays[0].seat == plays[1].seat:
        return  # either seat may have said the go
    late = observations[number + 1].at
    observations[number] = replace(observations[number], at=late)
    for swapped in (False, True):
        pair = observations[number : number + 2]
        observations[number : number + 2] = pair[::-1] if swapped else pair
        actual = find_hypotheses(observations, known_dealer(deal), 5.0, {})[0]
        assert [a for a in actual.actions if isinstance(a, Play)] == list(deal.plays)


@pytest.mark.parametrize("seed", range(20))
def test_card_observed_with_starter_is_first_play(seed: int) -> None:
    deal = random_deal(seed)
    starter, play, *rest = observations_of(deal)
    pair = [replace(play, is_on_pile=True), replace(starter, at=play.at)]
    for observations in (pair, pair[::-1]):
        actual = find_hypotheses([*observations, *rest], known_dealer(deal), 5.0, {})[0]
        assert [a for a in actual.actions if not isinstance(a, Go)] == [
            a for a in deal.actions if isinstance(a, Deal | Cut | Play)
        ]


def short_deal() -> tuple[list[Observation], list[str]]:
    lines = ["deal 0", "cut 7H", "play 1 8C", "play 0 AS", "play 1 8S", "play 0 AC"]
    found = [observation(10.0, Card.parse("7H"), None, 2)]
    for number, line in enumerate(lines[2:], 1):
        play = parse_action(line)
        assert isinstance(play, Play)
        found.append(observation(10.0 + 3 * number, play.card, play.seat, 2))
    return found, lines


def best_lines(observations: list[Observation]) -> list[str]:
    hypothesis = find_hypotheses(observations, (-0.7, -0.7), 5.0, {})[0]
    return [format_action(action) for action in hypothesis.actions]


def test_card_taken_back_is_not_played() -> None:
    observations, lines = short_deal()
    slip = replace(observation(23.0, Card.parse("KD"), 1, 2), p_taken_back=0.9)
    assert best_lines([*observations[:4], slip, *observations[4:]]) == lines


def test_twin_readings_are_one_card() -> None:
    observations, lines = short_deal()
    twin = observation(10.8, Card.parse("7D"), None, 2)
    two = best_lines([observations[0], twin, *observations[1:]])
    one = best_lines(
        [
            observations[0],
            replace(twin, twin_readings=frozenset({Card.parse("7H")})),
            *observations[1:],
        ]
    )
    assert "7D" in "".join(two) and one == lines


def test_weak_implausible_observation_is_clutter() -> None:
    observations, lines = short_deal()
    noise = observation(14.0, Card.parse("KD"), 1, 2, sure=0.6)
    assert best_lines([*observations[:2], noise, *observations[2:]]) == lines


def test_redetected_card_has_no_unexplained_penalty() -> None:
    observations, _ = short_deal()
    hypothesis = find_hypotheses(observations, (-0.7, -0.7), 5.0, {})[0]
    fallen = observation(24.0, Card.parse("KD"), 0, 2)
    price, spared = unexplained_penalty(hypothesis, fallen)
    assert price < -2 and spared > 0
    assert unexplained_penalty(hypothesis, replace(fallen, is_redetected=True)) == (0.0, 0.0)


def test_bare_place_penalises_earlier_play() -> None:
    observations, _ = short_deal()
    last = Card.parse("AC")
    hands = {0: (Card.parse("AS"), last), 1: (Card.parse("8C"), Card.parse("8S"))}

    def early(since: float, shown: bool = False) -> float:
        """Likelihood of the best hypothesis that plays the last card first."""
        late = replace(observations[-1], last_bare_at=since, is_shown=shown)
        found = find_hypotheses([*observations[:-1], late], (-0.02, -4.0), 5.0, hands)
        orders = {b: [a.card for a in b.actions if isinstance(a, Play)] for b in found}
        return max(
            (b.log_likelihood for b, o in orders.items() if o[1:2] == [last]), default=-math.inf
        )

    late = observations[-1].at
    assert early(-math.inf) - early(late - 1.0) >= 3.0
    assert early(-math.inf) == early(late - 1.0, shown=True), "it was only shown"


def test_hidden_card_is_inserted_before_later_play() -> None:
    observations, lines = short_deal()
    observations[2] = replace(observations[2], at=observations[3].at + 0.5)
    assert best_lines(sorted(observations, key=lambda a: a.at)) == lines


@given(SEEDS, st.data())
@settings(max_examples=15, deadline=None)
def test_search_satisfies_constraints(seed: int, data: st.DataObject) -> None:
    """A constrained card need not be observed, or may be misread."""
    deal = random_deal(seed, 2)
    actions = tuple(a for a in deal.actions if isinstance(a, Deal | Cut | Play | Go))
    place = data.draw(st.sampled_from([n for n, a in enumerate(actions) if isinstance(a, Play)]))
    certain, observations = actions[place], observations_of(deal)
    assert isinstance(certain, Play)
    number = 1 + sum(isinstance(a, Play) for a in actions[:place])
    if data.draw(st.booleans()):
        del observations[number]
    else:
        others = [card for card in DECK if Play(certain.seat, card) not in actions]
        wrong = data.draw(st.sampled_from(others))
        observations[number] = replace(
            observations[number], card_log_probs=((certain.card, -3.0), (wrong, -0.05))
        )
    constraints: dict[int, tuple[Action, float]] = {place: (certain, 10.0)}
    while isinstance(actions[min(constraints) - 1], Go):  # gos before it are entered, too
        constraints[min(constraints) - 1] = (actions[min(constraints) - 1], 10.0)
    actual = find_hypotheses(observations, unknown_dealer(deal), 5.0, {}, constraints)[0]
    assert actual.actions[place] == certain


def test_constrained_card_is_played_nowhere_else() -> None:
    """The first ten of spades becomes the ten of clubs once the second one is certain."""
    observations, lines = short_deal()
    first, second = observations[1].card_log_probs[0][0], parse_action(lines[3])
    assert isinstance(second, Play)
    observations[1] = replace(observations[1], card_log_probs=((second.card, -0.01), (first, -4.6)))
    constraints = {3: (second, observations[2].at)}
    actual = find_hypotheses(observations, (-0.02, -4.0), 5.0, {}, constraints)[0]
    assert [format_action(a) for a in actual.actions] == lines


@given(SEEDS, st.integers(1, 6), st.data())
@settings(max_examples=50, deadline=None)
def test_constraint_on_correct_line_changes_no_line(
    seed: int, number: int, data: st.DataObject
) -> None:
    """Other observations count as much as before.

    One of them is a card of the other seat, shown a little before, taken up, and laid again.
    """
    deal = random_deal(seed, 2)
    observations = observations_of(deal)
    later = observations[number + 1]
    shown = replace(
        later,
        at=observations[number].at - 1,
        p_taken_back=0.9,
        lifted_at=observations[number].at - 0.5,
    )
    observations.insert(number, shown)
    free = find_hypotheses(observations, known_dealer(deal), 5.0, {})[0]
    plays = [place for place, action in enumerate(free.actions) if isinstance(action, Play)]
    place = data.draw(st.sampled_from(plays))
    constraints = {place: (free.actions[place], free.times[place])}
    while isinstance(free.actions[min(constraints) - 1], Go):
        constraints[min(constraints) - 1] = (
            free.actions[min(constraints) - 1],
            free.times[min(constraints) - 1],
        )
    bound = find_hypotheses(observations, known_dealer(deal), 5.0, {}, constraints)[0]
    assert bound.actions == free.actions


def test_constraint_keeps_inversion_penalty() -> None:
    """An observation before the constrained line stays early."""
    observations, lines = short_deal()
    observations[1] = replace(observations[1], at=10.5, lifted_at=15.5)  # the count goes on
    observations[2] = replace(observations[2], at=16.0, last_bare_at=13.9)
    observations[3] = replace(
        observations[3], at=14.0, last_bare_at=13.0
    )  # just after its place was bare
    observations.sort(key=lambda each: each.at)
    constraints = {3: (parse_action(lines[3]), observations[3].at)}
    free, bound = (
        {
            b.actions: b.log_likelihood
            for b in find_hypotheses(observations, (-0.02, -4.0), 5.0, {}, each)
        }
        for each in ({}, constraints)
    )
    actions = tuple(parse_action(line) for line in lines)
    assert bound[actions] == pytest.approx(free[actions], abs=0.1)


@given(SEEDS, st.integers(1, 14))
@settings(max_examples=15, deadline=None)
def test_search_continues_deal_from_constraints(seed: int, places: int) -> None:
    """Cards on the table that were played before are no new plays."""
    deal = random_deal(seed, 2)
    actions = tuple(a for a in deal.actions if isinstance(a, Deal | Cut | Play | Go))
    constraints = {place: (action, 30.0) for place, action in enumerate(actions[:places])}
    observations = [replace(each, at=31 + each.at / 100) for each in observations_of(deal)]
    for late, each in enumerate(observations):
        if each.card_log_probs[0][0] not in {getattr(a, "card", None) for a in actions[:places]}:
            observations[late] = replace(each, at=40 + 3 * late)
    actual = find_hypotheses(
        sorted(observations, key=lambda a: a.at), unknown_dealer(deal), 30.0, {}, constraints
    )[0]
    assert [a for a in actual.actions if isinstance(a, Play)] == list(deal.plays)


def plays_of(deal: TableDeal, observations: list[Observation]) -> list[Card]:
    return [a.card for a in best(deal, observations).actions if isinstance(a, Play)]


def test_covered_card_is_played_before_covering_card() -> None:
    """Both orders are tried, which the rules alone would allow."""
    deal = random_deal(1, 2)
    found = observations_of(deal)
    cards = [play.card for play in deal.plays]
    late = max(found[1].at, found[3].at)
    for lower, upper in ((1, 3), (3, 1)):
        observations = [found[0], *[replace(each, at=late) for each in found[1:4]], *found[4:]]
        above = frozenset({observations[upper].card_log_probs[0][0]})
        observations[lower] = replace(observations[lower], covered_by=above)
        actual = plays_of(deal, observations)
        if set(actual) == set(cards):  # else the other order is illegal later
            first, second = (
                observations[lower].card_log_probs[0][0],
                observations[upper].card_log_probs[0][0],
            )
            assert actual.index(first) < actual.index(second)


def test_card_first_seen_in_shown_hand_is_inserted_as_play() -> None:
    """A card that first appears in the open hand was played before."""
    deal = random_deal(3, 2)
    found = observations_of(deal)
    missed = next(n for n in range(3, 6) if found[n].seat_log_probs[0] > -1)
    late = replace(found[missed], at=60.0, is_shown=True)
    observations = [each for n, each in enumerate(found) if n != missed] + [late]
    hand = tuple(play.card for play in deal.plays if play.seat == 0)
    actual = find_hypotheses(observations, known_dealer(deal), 5.0, {0: hand})[0]
    assert actual.is_complete and set(actual.hand(0)) == set(hand)
    last = next(a for a in reversed(actual.actions) if isinstance(a, Play))
    assert last == deal.plays[-1]


def test_weak_observation_is_not_starter() -> None:
    deal = random_deal(5, 2)
    found = observations_of(deal)
    played = deal.plays[0].card
    ghost = Observation(8.0, ((played, -3.0), (DECK[0], -0.5)), 0.55, (-0.7, -0.7))
    actual = find_hypotheses([ghost, *found], known_dealer(deal), 5.0, {})[0]
    assert actual.starter == found[0].card_log_probs[0][0]


def test_carried_starter_is_penalised() -> None:
    """A supposed starter that later lies in a pile was no starter."""
    deal = random_deal(5, 2)
    found = observations_of(deal)
    false = Observation(9.0, ((found[1].card_log_probs[0][0], -0.3),), 0.9, (-0.7, -0.7))
    stays = [false, *found]
    is_carried = [false, found[0], replace(found[1], is_carried=True), *found[2:]]
    log_likelihoods = []
    for observations in (stays, is_carried):
        hypotheses = find_hypotheses(observations, known_dealer(deal), 5.0, {})
        log_likelihoods.append(
            max(b.log_likelihood for b in hypotheses if b.starter == found[1].card_log_probs[0][0])
        )
    assert log_likelihoods[1] < log_likelihoods[0] - 1


def lifted_at(found: Observation, after_s: float, p_taken_back: float = 0.0) -> Observation:
    return replace(found, lifted_at=found.at + after_s, p_taken_back=p_taken_back)


def test_early_pickup_is_not_played() -> None:
    """Nobody turns a pile while every card fits the count."""
    first = Observation(13.0, ((Card.parse("8D"), -0.01),), 0.98, (-0.02, -4.0))
    starter = Observation(10.0, ((Card.parse("6C"), -0.01),), 0.98, (-0.7, -0.7))
    dealer_1 = (-4.0, -0.02)
    assert find_hypotheses([starter, first], dealer_1, 5.0, {})[0].hand(0) == (Card.parse("8D"),)
    assert find_hypotheses([starter, lifted_at(first, 2.5)], dealer_1, 5.0, {})[0].hand(0) == ()
    assert find_hypotheses([starter, lifted_at(first, 5.0)], dealer_1, 5.0, {})[0].hand(0) != ()


def test_card_lifted_in_run_is_not_played() -> None:
    def fell(at: float, card: str, seat: int) -> Observation:
        return observation(at, Card.parse(card), seat, 2)

    starter = Observation(10.0, ((Card.parse("6C"), -0.01),), 0.98, (-0.7, -0.7))
    taken = fell(13.0, "8D", 0)
    then = [fell(20.0, "2S", 0), fell(22.0, "4S", 1), fell(24.0, "6H", 0)]
    actual = find_hypotheses([starter, lifted_at(taken, 5.0), *then], (-4.0, -0.02), 5.0, {})[0]
    assert actual.hand(0) == (Card.parse("2S"), Card.parse("6H"))


def test_bare_place_orders_plays() -> None:
    """A card seen late may have been hidden, unless its place was seen bare."""

    def orders(since: float) -> float:
        deal = random_deal(2, 2)
        found = observations_of(deal)
        later = next(
            n for n in range(2, 9) if found[n].seat_log_probs != found[n - 1].seat_log_probs
        )
        found[later] = replace(found[later], last_bare_at=since)
        hypotheses = find_hypotheses(found, known_dealer(deal), 5.0, {})
        early, late = found[later - 1].card_log_probs[0][0], found[later].card_log_probs[0][0]
        rivals = [
            b.log_likelihood
            for b in hypotheses
            if {early, late} <= b.cards
            and [a.card for a in b.actions if isinstance(a, Play) and a.card in (early, late)]
            == [late, early]
        ]
        return max(rivals, default=-99.0) - hypotheses[0].log_likelihood

    unknown, bare = orders(-math.inf), orders(1000.0)
    assert bare <= unknown


def test_last_cards_taken_up_early_are_played() -> None:
    """Last cards are taken up to be shown, even at a low count."""
    deal = next(d for d in map(random_deal, range(99)) if d.plays[-1].card.value < 10)
    found = observations_of(deal)
    at_end = [*found[:-1], lifted_at(found[-1], 2.5, p_taken_back=0.7)]
    actual = find_hypotheses(at_end, known_dealer(deal), 5.0, {})[0]
    assert actual.is_complete and actual.actions[-1] == deal.plays[-1]


def test_initial_card_off_piles_is_starter() -> None:
    """Initial cards have no order, so only their places tell."""
    cards = [Card.parse(card) for card in ("9D", "3C", "TH", "3S")]
    for order in (cards, cards[::-1], [cards[2], cards[0], cards[1], cards[3]]):
        observations = []
        for card in order:
            seat = None if str(card) == "TH" else int(str(card) != "3C")
            lying = observation(5.0, card, seat, 2)
            observations.append(replace(lying, predates_watching=True, is_on_pile=seat is not None))
        assert (
            Cut(Card.parse("TH"))
            in find_hypotheses(observations, (-4.0, -0.02), 5.0, {})[0].actions
        )
