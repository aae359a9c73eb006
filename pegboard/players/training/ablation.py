"""`python -m pegboard.players.training.ablation FILE`: what each part of the expert is worth.

The whole expert plays the expert without one part, on the same cards with the seats swapped. Each
finished set of games is a line of FILE, so an interrupted trial resumes where it stopped.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
from pathlib import Path
from random import Random

from pegboard.arena.arena import Tally, Trial, play_set, result
from pegboard.cribbage.game import Action, Discard, View
from pegboard.players import Player
from pegboard.players.engine.styles import ALIKE
from pegboard.players.expert.player import Expert
from pegboard.players.greedy import discard, published

SEED = 1
PART = 20
"""Number of sets of two games per line of the file."""


class PublishedCribs(Expert):
    """Expert that discards by the published averages, ignoring the pegging."""

    def choose(self, view: View, rng: Random) -> Action:
        """Returns one of `view.legal`."""
        if len(view.legal) > 1 and isinstance(view.legal[0], Discard):
            return discard(view, published(view.rules.players, view.rules.partners))
        return super().choose(view, rng)


def without(part: str) -> Player:
    """Returns the expert without one of `PARTS`."""
    match part:
        case "crib values":
            return PublishedCribs()
        case "opponent model":
            return Expert(reads=False)
        case "search":
            return Expert(ahead=NEVER, near=0, deals=False)
        case "deals":
            return Expert(deals=False)
        case "styles":
            return Expert(styles=ALIKE)
        case "search at the lead":
            return Expert(ahead=3)
        case "board table":
            return Expert(board=False)
    raise ValueError(f"part {part}: one of {', '.join((*PARTS, *IN_THE_PLAY))}")


PARTS = ("deals", "crib values", "opponent model", "search", "board table", "styles")
IN_THE_PLAY = ("deals", "search at the lead", "search", "opponent model", "styles")
"""Parts whose worth is also measured in pegging points; see `duel`."""
NEVER = -1


def _play(job: tuple[str, int]) -> tuple[str, int, Tally]:
    part, first = job
    trial, tally = Trial("expert", f"without {part}", SEED), Tally()
    whole, less = Expert(), without(part)
    for number in range(first, first + PART):
        tally.add(play_set(trial, number, whole, less))
    return part, first, tally


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m pegboard.players.training.ablation", description=__doc__
    )
    parser.add_argument("file", type=Path, help="what has been played so far")
    parser.add_argument("--games", type=int, default=4000, help="for each part")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS, help="only these")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    options = parser.parse_args()
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    done = {part: {} for part in PARTS}  # type: dict[str, dict[int, list[float]]]
    if options.file.is_file():
        for line in options.file.read_text().splitlines():
            part, first, wins = json.loads(line)
            done[part][first] = wins
    jobs = [
        (part, first)
        for first in range(0, options.games // 2, PART)
        for part in options.parts
        if first not in done[part]
    ]
    with (
        options.file.open("a") as file,
        multiprocessing.get_context("spawn").Pool(options.processes) as pool,
    ):
        for part, first, tally in pool.imap_unordered(_play, jobs):
            done[part][first] = tally.wins
            print(json.dumps([part, first, tally.wins]), file=file, flush=True)
            print(f"\r{sum(map(len, done.values())) * PART * 2} games ", end="", flush=True)
    print()
    for part in options.parts:
        tally = Tally(wins=[won for wins in done[part].values() for won in wins])
        tally.games = 2 * len(tally.wins)
        found = result(Trial("", "", SEED), tally, ("", ""))
        low, high = found["ci95"]
        print(f"{part}: {found['a_rate']:.3f} ({low:.3f} to {high:.3f}), {tally.games} games")


if __name__ == "__main__":
    main()
