"""Plays a ladder's games, and stores the results so that an interrupted ladder can resume."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path

from pegboard.arena.arena import Trial, parts_of, play_part, played
from pegboard.arena.ladder.ratings import SWAPS, Ladder
from pegboard.errors import Code, Common, ConfigError


class LadderFault(Code):
    """Codes of `ConfigError` for a ladder."""

    TOO_FEW = "ladder-too-few", "a ladder needs two players at least, each once; got {names}"
    OTHER = "ladder-other", "{file}: begun with {key} {was}, not {now}; choose another file"
    NO_LADDER = "ladder-no-file", "{file}: line {line} is not one of a ladder"


def play_on(
    players: Sequence[str],
    games: int,
    seed: int,
    file: Path | None = None,
    processes: int = 1,
    progress: Callable[[Ladder, int], None] = lambda ladder, of: None,
) -> Ladder:
    """Plays until every pair has played this many games; returns the results.

    Args:
        players: levels, files or programs; see `pegboard.arena.external`.
        games: games of each pair, rounded up to whole sets.
        seed: the same seed deals the same cards to every pair.
        file: where results are stored; games already in it are not played again.
        processes: number of processes that play at the same time.
        progress: called after each part with the results so far and the total number of games.

    Raises:
        ConfigError: there is no such player, or the file belongs to another ladder.
        OSError: the file cannot be read or written.
    """
    names = tuple(players)
    if len(names) < 2 or len(set(names)) < len(names):
        raise ConfigError(LadderFault.TOO_FEW, names=", ".join(names))
    ladder = Ladder(names, seed) if file is None else _read(file, names, seed)
    of = math.ceil(games / SWAPS)
    jobs = []
    # Alternate between the pairs, so that all have played about equally if the run is stopped.
    for numbers in parts_of(of):
        for pair in combinations(names, 2):
            left = [n for n in numbers if n not in ladder.sets.get(pair, {})]
            if left:
                trial = Trial(*pair, seed, forfeits=True)
                jobs.append((trial, range(left[0], left[-1] + 1)))
    total = SWAPS * of * len(names) * (len(names) - 1) // 2
    for (trial, numbers), part in zip(jobs, played(_played, jobs, processes), strict=True):
        won, forfeits = part
        pair = (trial.a, trial.b)
        ladder.sets.setdefault(pair, {}).update(zip(numbers, won, strict=True))
        _count(ladder, pair, forfeits)
        if file is not None:
            lost = {"forfeits": forfeits} if any(forfeits) else {}
            _keep(file, {"pair": pair, "first": numbers.start, "won": won, **lost})
        progress(ladder, total)
    return ladder


def _played(job: tuple[Trial, range]) -> tuple[list[int], list[int]]:
    """Returns the first player's wins by set, and each player's forfeits."""
    tally = play_part(job)
    return [int(won) for won in tally.wins], [tally.forfeits.get(label, 0) for label in "ab"]


def _count(ladder: Ladder, pair: tuple[str, str], forfeits: Sequence[int]) -> None:
    for player, games in zip(pair, forfeits, strict=True):
        ladder.forfeits[player] = ladder.forfeits.get(player, 0) + games


def _read(file: Path, players: tuple[str, ...], seed: int) -> Ladder:
    """Reads stored results, removing a truncated last line from the file."""
    ladder = Ladder(players, seed)
    if not file.exists():
        _keep(file, {"ladder": 1, "seed": seed})
        return ladder
    content = file.read_bytes()
    whole = content[: content.rfind(b"\n") + 1]
    if whole != content:
        os.truncate(file, len(whole))
    begun = seed
    for number, line in enumerate(whole.splitlines(), 1):
        try:
            entry = json.loads(line)
            if number == 1:
                begun = int(entry["seed"])
                continue
            a, b = entry["pair"]
            won = {entry["first"] + n: int(games) for n, games in enumerate(entry["won"])}
            lost = [int(games) for games in entry.get("forfeits", (0, 0))]
        except (ValueError, KeyError, TypeError) as error:
            raise ConfigError(LadderFault.NO_LADDER, file=str(file), line=number) from error
        if {a, b} <= {*players} and len(lost) == SWAPS:
            _count(ladder, (a, b), lost)
        for pair, own in (((a, b), won), ((b, a), {n: SWAPS - w for n, w in won.items()})):
            if pair in combinations(players, 2):
                ladder.sets.setdefault(pair, {}).update(own)
    if begun != seed:
        raise ConfigError(LadderFault.OTHER, file=str(file), key="seed", was=begun, now=seed)
    if not whole:
        _keep(file, {"ladder": 1, "seed": seed})
    return ladder


def _keep(file: Path, what: dict[str, object]) -> None:
    try:
        with file.open("a") as out:
            out.write(json.dumps(what) + "\n")
    except OSError as error:
        raise ConfigError(
            Common.FILE_TROUBLE, file=str(file), why=error.strerror or error
        ) from error
