"""Player statistics, compared with an independent recount of the games."""

from collections import Counter
from random import Random
from statistics import stdev

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pegboard.cribbage.cards import DECK
from pegboard.cribbage.game import Deal, Rules
from pegboard.cribbage.scoring import hand_points
from pegboard.history.matches import matches
from pegboard.history.players import NOBODY, PlayerKey, folded, seat_players
from pegboard.history.published import CRIBS, DISCARD_HANDS, EVERY_HAND, PER_DEAL
from pegboard.history.statistics import BEST, Average, tallies
from pegboard.history.stored_game import StoredGame
from pegboard.history.summarize import summarize
from tests.support.history_games import DAY_S, stored_game, whole_game

NAMES = ("Ann", "ann ", " ANN", "Ben", "Zoë", "")
ANN, BEN = PlayerKey("ann"), PlayerKey("ben")


@given(st.lists(st.tuples(st.integers(0, 2**32), st.sampled_from(("2", "3", "4p")),
                          st.permutations(NAMES)), min_size=1, max_size=4))  # fmt: skip
@settings(max_examples=12, deadline=None)
def test_totals_match_recount(drawn: list[tuple[int, str, list[str]]]) -> None:
    kinds = {"2": Rules(), "3": Rules(players=3), "4p": Rules(4, partners=True)}
    sources: list[StoredGame] = []
    games, wins, skunks, met = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    points: Counter[tuple[str, int, str]] = Counter()
    deals: Counter[tuple[str, int, str]] = Counter()
    for number, (seed, kind, names) in enumerate(drawn, 1):
        given = kinds[kind]
        seats = tuple(name.strip() for name in names[: given.players])
        dealer = seed % given.players
        actions, states = whole_game(seed, given, dealer)
        sources.append(stored_game(actions, names=seats, rules=given, dealer=dealer, number=number))
        end, players = states[-1], [folded(name) for name in seats]
        own = {name: players.index(name) for name in players if name}
        for name, seat in own.items():
            won = given.side_of(seat) == end.winner
            games[name] += 1
            wins[name] += won
            skunks[name] += won and end.skunk > 0
            met.update(
                f"{name}-{other}"
                for other, at in ((each, n) for n, each in enumerate(players) if each)
                if given.side_of(at) != given.side_of(seat) and other != name
                and players.index(other) == at
            )  # fmt: skip
        if given.partners:
            continue  # points per deal are known only by side there
        before, owner = (0,) * given.players, dealer
        for action, state in zip(actions, states, strict=True):
            if isinstance(action, Deal):
                owner = action.dealer
            if state.stage_name == "deal":
                for name, seat in own.items():
                    role = "dealer" if seat == owner else "pone"
                    points[name, given.players, role] += state.scores[seat] - before[seat]
                    deals[name, given.players, role] += 1
                before = state.scores
    found = tallies(map(summarize, sources))
    assert {who.name for who in found} == {*games}
    for who, tally in found.items():
        name = who.name
        assert (tally.games, tally.wins) == (games[name], wins[name])
        assert tally.skunks[1] + tally.skunks[2] == skunks[name]
        assert sum(tally.skunks) == tally.wins and sum(tally.skunked) == tally.games - tally.wins
        for (size, role), average in tally.averages.items():
            if size < 4:
                assert average.deals == deals[name, size, role]
                assert average.total == points[name, size, role]
        for other, against in tally.opponents.items():
            if not any(kind == "4p" for _, kind, _ in drawn):
                assert against.games == met[f"{name}-{other.name}"]


def test_opponents_results_mirror_each_other() -> None:
    sources = [stored_game(whole_game(seed, dealer=seed % 2)[0], dealer=seed % 2, number=seed + 1)
               for seed in range(12)]  # fmt: skip
    found = tallies(map(summarize, sources))
    ann, ben = found[ANN], found[BEN]
    assert ann.averages[2, "dealer"].deals == ben.averages[2, "pone"].deals
    assert ann.first == ben.second == 6 and ann.first_wins + ben.second_wins == 6
    assert ann.wins + ben.wins == 12
    one, other = ann.opponents[BEN], ben.opponents[ANN]
    assert (one.points, one.against, one.skunks) == (other.against, other.points, other.skunked)
    assert len(ann.best) == BEST
    counted = [hand.points for source in sources for deal in summarize(source).deals
               for hand in deal.hands if hand.seat == 0]  # fmt: skip
    assert [hand.points for hand in ann.best] == sorted(counted, reverse=True)[:BEST]
    assert Counter(counted) == ann.hands + ann.cribs


def test_standard_error_of_average() -> None:
    line = summarize(stored_game(whole_game(3)[0]))
    average, totals = Average(), []
    for deal in line.deals[:-1]:
        average.add(deal, 0)
        totals.append(deal.total(0))
    assert average.total == sum(totals)
    assert average.error == pytest.approx(stdev(totals) / len(totals) ** 0.5)
    assert Average().error is None


def test_players_are_identified_by_name() -> None:
    line = summarize(stored_game(["peg 0 3"], names=("Ann   Lee", "")))
    assert seat_players(line) == (PlayerKey("ann lee"), NOBODY)
    assert folded("STRASSE") == folded("Straße")
    assert folded("Jose\N{COMBINING ACUTE ACCENT}") == folded("JOSÉ")
    both = summarize(stored_game([f"peg 0 {n}" for n in (31, 30, 30, 30)], names=("Ann", "ann")))
    tally = tallies([both])[ANN]
    assert (tally.games, tally.wins, tally.opponents) == (1, 1, {})


def test_demos_and_empty_games_do_not_count() -> None:
    actions, _ = whole_game(1)
    demo = stored_game(actions, mode="demo", said={"level": "club"})
    assert tallies([summarize(demo), summarize(stored_game([]))]) == {}


def test_computers_are_counted_by_level() -> None:
    actions, states = whole_game(5)
    found = tallies([summarize(stored_game(actions, mode="computer", said={"level": "expert"}))])
    assert {*found} == {ANN, PlayerKey(level="expert")}
    assert found[ANN].wins == (states[-1].winner == 0)
    usual = tallies([summarize(stored_game(actions, mode="computer"))])
    assert {*usual} == {ANN, PlayerKey(level="usual")}


def test_pegs_only_games_count_but_not_in_averages() -> None:
    pegs = stored_game([f"peg {n % 2} {10 + n % 3}" for n in range(21)])
    tally = tallies([summarize(pegs)])[ANN]
    assert (tally.games, tally.wins, tally.pegs_only, tally.averages) == (1, 1, 1, {})
    assert not tally.hands and not tally.best


# --- matches


def _pegged(number: int, **more: object) -> StoredGame:
    lines = [f"peg 0 {n}" for n in (31, 30, 30, 30)]
    return stored_game(lines, number=number, **more)  # type: ignore[arg-type]


def test_consecutive_games_form_a_match() -> None:
    found = matches(map(summarize, [_pegged(1), _pegged(2), _pegged(3, names=("Ann", "Zoë"))]))
    assert [len(match.games) for match in found] == [2]
    # Double skunks: three games each, by table A.
    assert (found[0].won, found[0].winners, found[0].over) == ([6, 0], (0,), False)
    late = [_pegged(1), _pegged(2, started=_pegged(1).started + DAY_S)]
    assert matches(map(summarize, late)) == []
    assert (
        matches(map(summarize, [_pegged(1, names=("Ann", "")), _pegged(2, names=("Ann", ""))]))
        == []
    )


def test_agreed_match_ends_at_its_length() -> None:
    said = [{"match": f"first-to 4 played {n} won {3 * n} 0"} for n in (0, 1)]
    lines = [summarize(_pegged(n + 1, said=said[n], started=n * DAY_S)) for n in (0, 1)]
    (match,) = matches(lines)  # a day apart, but agreed
    assert match.over and match.agreed is not None and match.agreed.first_to == 4
    (one,) = matches(lines[:1])
    assert not one.over
    again = [*lines, summarize(_pegged(3, said=said[0], started=3 * DAY_S))]
    assert [len(match.games) for match in matches(again)] == [2, 1]
    games = summarize(_pegged(1, said={"match": "games 1 played 0 won 0 0"}))
    assert matches([games])[0].over
    assert matches([summarize(_pegged(1, said={"match": "best of luck"}))]) == []


# --- the published figures


def test_published_hand_counts_match_scoring() -> None:
    assert sum(EVERY_HAND.values()) == 12_994_800
    rng = Random(1)
    drawn = Counter(hand_points(cards[:4], cards[4]) for cards in
                    (rng.sample(DECK, 5) for _ in range(20_000)))  # fmt: skip
    assert {*drawn} <= {*EVERY_HAND}
    for points, share in ((0, 0.0776), (2, 0.2165), (4, 0.2198)):
        assert EVERY_HAND[points] / 12_994_800 == pytest.approx(share, abs=1e-4)
        assert drawn[points] / 20_000 == pytest.approx(share, abs=0.012)


def test_expert_hands_match_published_averages() -> None:
    assert (sum(DISCARD_HANDS.values()), sum(CRIBS.values())) == (100_000, 50_000)
    hand = sum(points * many for points, many in DISCARD_HANDS.items()) / 100_000
    crib = sum(points * many for points, many in CRIBS.items()) / 50_000
    both = (PER_DEAL["dealer", "hand"].value + PER_DEAL["pone", "hand"].value) / 2
    assert hand == pytest.approx(both, abs=0.1)
    assert crib == pytest.approx(PER_DEAL["dealer", "crib"].value, abs=0.1)
    assert all(figure.source for figure in PER_DEAL.values())
