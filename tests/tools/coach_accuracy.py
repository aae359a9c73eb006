"""Compares the coach's estimates with many playouts of each decision.

    python -m tests.tools.coach_accuracy FILE --decisions 100 --plays 20000 --seed 1

The decisions are those of games of the club player against the expert. For each, the opponent is
dealt cards at random of those not seen, parts them as the expert does, and both play the deal to
its end; so each choice has a mean that owes nothing to the coach's book. A line of FILE is one
decision; those already there are not done again: a FILE belongs to one version of the players, as
another expert plays other games. Then it says how far apart both are, and how much `--players`
would have given away.
"""

import argparse
import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

import numpy as np
import numpy.typing as npt

from pegboard.cribbage.game import Discard, Play, State, View, view
from pegboard.cribbage.notation import format_action
from pegboard.players import by_name
from pegboard.players.batch_scoring import PLACES
from pegboard.players.coach import weigh
from pegboard.players.discards import KEPT_KEYS, kept_key
from pegboard.players.engine import endings, inference
from pegboard.players.engine.beliefs import all_hands, ways
from pegboard.players.engine.features import Known
from pegboard.players.engine.judging import judge
from pegboard.players.engine.knowledge import facts_of, knowledge, ranks_of
from pegboard.players.engine.many import RANKS, BatchPlay, by_rank
from pegboard.players.engine.playout import play_out
from pegboard.players.engine.tables import tables
from pegboard.players.selfplay import play_game
from pegboard.players.weighing import race
from pegboard.players.weighing.counting import points

Floats = npt.NDArray[np.float64]
Cards = npt.NDArray[np.integer]
Counts = npt.NDArray[np.int8]
KNOWN = tables(2, False)
JACK = 10
CHOICES = 5
"""Discards of which the mean is played out: the coach's best four, and the last."""


def decisions(seed: int) -> Iterator[View]:
    """Yields decisions with a choice from an endless series of games."""
    rng = Random(seed)
    while True:
        before: State | None = None
        players = [by_name("club"), by_name("expert")]
        rng.shuffle(players)
        for action, step in play_game(players, Random(rng.random())):
            if before is not None and isinstance(action, Discard | Play):
                seat_view = view(before, action.seat)
                if len(seat_view.legal) > 1 and rng.random() < 0.2:
                    yield seat_view
            before = step.state


def play_out_deals(
    plays: BatchPlay, facts: Known, need: Cards, dealer: int
) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int64]]:
    """Returns the pegs of pone and dealer, and which of them won during the play."""
    out, after = race.watch(need)
    play_out(plays, facts, judge(2, False), after)
    return plays.points[:, [1 - dealer, dealer]], race.role_of(out, dealer)


def evaluate_discard(
    seen: View, two: Cards, plays: int, chance: np.random.Generator
) -> tuple[Floats, ...]:
    """Returns points and win chances of one discard per simulated deal, each (plays,)."""
    me, dealing = seen.seat, seen.seat == seen.dealer
    six = np.array([PLACES[card] for card in seen.hand])
    mine = np.tile([card for card in six if card not in two], (plays, 1))
    rest = np.setdiff1d(np.arange(52), six)
    dealt = chance.permuted(np.tile(rest, (plays, 1)), axis=1)[:, :7]
    starter = dealt[:, 6]
    chosen = KNOWN.worth.best(dealt[:, :6], np.full(plays, not dealing))
    theirs, away = KNOWN.worth.split(dealt[:, :6], chosen)
    kept, laid = np.empty((plays, 2, RANKS), np.int8), np.empty((plays, 2, RANKS), np.int8)
    kept[:, me], kept[:, 1 - me] = by_rank(mine), by_rank(theirs)
    laid[:, me], laid[:, 1 - me] = by_rank(np.tile(two, (plays, 1))), by_rank(away)
    table = BatchPlay(kept, np.full(plays, 1 - seen.dealer, np.int8))
    facts = Known(laid, (starter % RANKS).astype(np.int8), np.full(plays, seen.dealer, np.int8))
    need = np.tile(endings.TARGET - np.array(seen.scores), (plays, 1))
    heels = 2 * (starter % RANKS == JACK)
    need[:, seen.dealer] -= heels
    pegs, out = play_out_deals(table, facts, need, seen.dealer)
    pegs[:, race.DEALER] += heels.astype(np.int16)
    crib = points((*np.tile(two, (plays, 1)).T, *away.T), starter, crib=True)
    own_points = points(mine.T, starter, crib=False)
    others = points(theirs.T, starter, crib=False)
    return evaluate_show(seen, pegs, out, own_points, others, crib)


def evaluate_show(
    seen: View,
    pegs: npt.NDArray[np.int16],
    out: npt.NDArray[np.int64],
    own: npt.NDArray[np.int16],
    others: npt.NDArray[np.int16],
    crib: npt.NDArray[np.int16],
) -> tuple[Floats, ...]:
    """Returns net points and win chances after the show, each (deals,)."""
    dealing = seen.seat == seen.dealer
    shows = race.Shows.of(dealing, own, others, crib)
    lead = (pegs[:, 0] + shows.pone - pegs[:, 1] - shows.dealer - shows.crib).astype(np.float64)
    assert KNOWN.board is not None
    return -lead if dealing else lead, race.won(seen, KNOWN.board, pegs, shows, out)


def evaluate_cards(seen: View, plays: int, chance: np.random.Generator) -> tuple[Floats, ...]:
    """Returns points and win chances by card, (choices, deals), and deal probabilities."""
    me, other, dealing = seen.seat, 1 - seen.seat, seen.seat == seen.dealer
    assert seen.starter is not None
    shown = np.array([PLACES[card] for card in seen.played[other]], np.intp)
    mine = [PLACES[card] for card in (*seen.hand, *seen.played[me])]
    away = [PLACES[card] for card in seen.discards]
    used_cards = {*mine, *away, *shown.tolist(), PLACES[seen.starter]}
    rest = np.array([place for place in range(52) if place not in used_cards])
    drawn = chance.permuted(np.tile(rest, (plays, 1)), axis=1)[:, : 6 - len(shown)]
    six = np.concatenate([np.tile(shown, (plays, 1)), drawn], axis=1)
    four, two = KNOWN.worth.split(six, KNOWN.worth.best(six, np.full(plays, not dealing)))
    fits = ~(two[:, :, None] == shown).any(axis=(1, 2))
    four, two = four[fits], two[fits]
    key = kept_key(four)
    # Of two cards of a rank it might have laid the other one.
    played_ranks = ranks_of(seen.played[other])
    held = all_hands()[key]
    orders = ways()[held, np.minimum(played_ranks, held)].prod(axis=1)
    odds = np.bincount(key, 1 / orders, minlength=KEPT_KEYS)
    share = (inference.posterior_odds(seen, odds / odds.sum())[0] / np.maximum(odds, 1e-12))[
        key
    ] / orders
    there = share > 0
    four, two, share = four[there], two[there], share[there] / share[there].sum()
    number = len(four)
    kept_ranks = np.zeros((number, 2, RANKS), np.int8)
    kept_ranks[:, other] = by_rank(four)
    facts = facts_of(seen, number)
    facts.discards[:, other] = by_rank(two)
    need = np.tile(endings.TARGET - np.array(seen.scores), (number, 1))
    starter = np.full(number, PLACES[seen.starter])
    own_points = points(np.tile(mine, (number, 1)).T, starter, crib=False)
    others = points(four.T, starter, crib=False)
    crib = points((*np.tile(away, (number, 1)).T, *two.T), starter, crib=True)
    found = []
    for one in seen.legal:
        assert isinstance(one, Play)
        table = knowledge(seen).after(kept_ranks, [one.card.rank - 1])
        pegs, out = play_out_deals(table, facts, need, seen.dealer)
        found.append(evaluate_show(seen, pegs, out, own_points, others, crib))
    return np.array([p for p, _ in found]), np.array([c for _, c in found]), share


def compare(seen: View, plays: int, seed: int) -> dict[str, object]:
    """Returns the differences to the coach's best choice, estimated and played out."""
    chance, options = np.random.default_rng(seed), weigh(seen, Random(seed))
    if isinstance(options[0].action, Discard):
        options = (*options[: CHOICES - 1], options[-1])
        found = []
        for option in options:
            assert isinstance(option.action, Discard)
            two = np.array([PLACES[card] for card in option.action.cards])
            # The same deals for each choice.
            found.append(evaluate_discard(seen, two, plays, np.random.default_rng(seed)))
        lead, won = np.array([p for p, _ in found]), np.array([c for _, c in found])
        share = np.full(plays, 1 / plays)
    else:
        lead, won, share = evaluate_cards(seen, plays, chance)
        place = [seen.legal.index(option.action) for option in options]
        lead, won = lead[place], won[place]
    apart, chances = lead - lead[0], won - won[0]
    truth, wins = apart @ share, chances @ share
    doubt = np.sqrt(np.square(apart - truth[:, None]) @ share * np.square(share).sum())
    doubt_won = np.sqrt(np.square(chances - wins[:, None]) @ share * np.square(share).sum())
    return {
        "kind": "discard" if isinstance(seen.legal[0], Discard) else "card",
        "scores": list(seen.scores),
        "deals": round(1 / float(np.square(share).sum())),
        "choices": [format_action(option.action) for option in options],
        "said": [round(o.points - options[0].points, 4) for o in options],
        "played": [round(float(t), 4) for t in truth],
        "noise": [round(float(d), 4) for d in doubt],
        "doubt": [round(o.doubt, 4) for o in options],
        "said_won": [None if o.behind is None else round(-o.behind, 5) for o in options],
        "played_won": [round(float(t), 5) for t in wins],
        "noise_won": [round(float(d), 5) for d in doubt_won],
        "doubt_won": [round(o.chance_doubt, 5) for o in options],
    }


def summary(lines: list[dict]) -> Iterator[str]:  # type: ignore[type-arg]
    """Yields lines with the mean errors and the share of identical best choices."""
    for kind in ("discard", "card"):
        some = [line for line in lines if line["kind"] == kind]
        if not some:
            continue
        for unit, scale, name in (("", 1.0, "points"), ("_won", 100.0, "% of chance")):
            rows = [
                (scale * abs(s - p), scale * n)
                for line in some
                for s, p, n in zip(
                    line["said" + unit], line["played" + unit], line["noise" + unit], strict=True
                )
                if n > 0
            ]
            error, noise = np.mean([r for r, _ in rows]), np.mean([n for _, n in rows]) * 0.8
            least = 0.05 if not unit else 0.3
            clear = right = 0
            for line in some:
                two = sorted(line["said" + unit][1:], reverse=True)[:1]
                other = line["said" + unit].index(two[0], 1)
                if scale * abs(line["played" + unit][other]) > least:
                    clear += 1
                    right += (line["played" + unit][other] < 0) == (two[0] < 0)
            yield (
                f"{kind}s: {len(some)}, {len(rows)} differences: error {error:.3f} {name}, of which"
                f" the playing out's own noise is about {noise:.3f}; best two as played out in"
                f" {right} of {clear} that differ"
            )


def given_away(name: str, pairs: list[tuple[View, dict]]) -> Iterator[str]:  # type: ignore[type-arg]
    """Yields lines with the win chance that a player's choices give away."""
    player = by_name(name)
    lost: dict[str, list[float]] = {"card": [], "discard as dealer": [], "discard as pone": []}
    unknown = 0
    for number, (seen, line) in enumerate(pairs):
        chosen = format_action(player.choose(seen, Random(number)))
        won = dict(zip(line["choices"], line["played_won"], strict=True))
        kind = "card" if isinstance(seen.legal[0], Play) else "discard as "
        kind += "" if kind == "card" else "dealer" if seen.seat == seen.dealer else "pone"
        if chosen in won:
            lost[kind].append(100 * (max(won.values()) - won[chosen]))
        else:
            unknown += 1
    for kind, each in lost.items():
        if each:
            error = 1.96 * np.std(each) / len(each) ** 0.5
            yield f"{name}: a {kind} gives away {np.mean(each):.3f} +- {error:.3f} % ({len(each)})"
    if unknown:
        yield f"{name}: {unknown} discards were so bad that they were not played out"


def main() -> None:
    """Compares decisions and prints the differences."""
    parser = argparse.ArgumentParser()
    parser.add_argument("file", type=Path)
    parser.add_argument("--decisions", type=int, default=100)
    parser.add_argument("--plays", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", nargs="*", default=[], help="levels, such as expert")
    arguments = parser.parse_args()
    arguments.file.touch()
    lines = [json.loads(line) for line in arguments.file.read_text().splitlines()]
    views = list(islice(decisions(arguments.seed), arguments.decisions))
    with arguments.file.open("a") as file:
        for number, seen in enumerate(views[len(lines) :], len(lines)):
            lines.append(compare(seen, arguments.plays, 1000 * arguments.seed + number))
            file.write(json.dumps(lines[-1]) + "\n")
            file.flush()
    print("\n".join(summary(lines)))
    for name in arguments.players:
        print("\n".join(given_away(name, list(zip(views, lines, strict=False)))))


if __name__ == "__main__":
    main()
