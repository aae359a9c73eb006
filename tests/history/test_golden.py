"""Golden file with a small history and its statistics."""

import re
import sys
from collections.abc import Iterator

from pegboard.history.matches import matches
from pegboard.history.players import PlayerKey, spellings
from pegboard.history.statistics import Tally, result, tallies
from pegboard.history.stored_game import StoredGame, StoredLine
from pegboard.history.summarize import summarize
from pegboard.history.summary import GameLine
from tests.support.paths import TEST_DATA

FILE = TEST_DATA / "history" / "evening.txt"


def _sources(text: str) -> Iterator[StoredGame]:
    for number, (mode, record) in enumerate(
        re.findall(r"^## game \d+ (\w+)\n(.*?)(?=^##|\Z)", text, re.S | re.M), 1
    ):
        plain = "".join(line for line in record.splitlines(True) if not line.startswith("= "))
        head, _, actions = plain.partition("\n\n")
        entries = tuple(
            StoredLine(seq, f"{number}:{seq}", 3600.0 * number + seq, "page", line)
            for seq, line in enumerate(actions.split("\n"), 1)
            if line.strip()
        )
        yield StoredGame(str(number), number, 3600.0 * number, mode, head + "\n\n", entries)


def _game(line: GameLine) -> Iterator[str]:
    if line.fault:
        yield f"= {line.fault}"
        return
    yield f"= {result(line)}; known: {line.attribution}; first dealer {line.first_dealer}"
    if line.winner is not None:
        yield f"= won by side {line.winner}, skunks {line.skunks}, games {line.won}"
    for number, deal in enumerate(line.deals, 1):
        hands = ", ".join(
            f"{'crib' if h.crib else 'hand'} of {h.seat} {h.cards} {h.points}"
            + (f" (pegged {h.pegged})" if h.pegged != h.points else "")
            for h in deal.hands
        )
        left = f"; left out: {deal.left_out}" if deal.left_out else ""
        head = f"= deal {number} by {deal.dealer}, starter {deal.starter}"
        yield f"{head}: {hands}; play {deal.play}{left}"


def _player(who: PlayerKey, name: str, tally: Tally) -> Iterator[str]:
    yield f"{name or who.level}: {tally.games} games, {tally.wins} won, skunks {tally.skunks[1:]}"
    for (size, role), average in sorted(tally.averages.items()):
        yield (
            f"  {role} of {size}: {average.deals} deals, hand {average.hand}, crib {average.crib}, "
            f"play {average.play}, all {average.total}"
        )
    for best in tally.best[:2]:
        yield f"  best: {best.points} {best.cards} with {best.starter}{' in the crib' * best.crib}"
    for other, it in tally.opponents.items():
        points = f"{it.points} to {it.against}"
        yield f"  against {other.name or other.level}: {it.wins} of {it.games}, {points}"
    left = dict(sorted(tally.deals_left_out.items()))
    yield f"  pegs only: {tally.pegs_only}; unfinished: {tally.unfinished}; deals left out: {left}"


def with_results(text: str) -> str:
    """Returns the golden file with recomputed results."""
    head = text[: text.index("## game 1")]
    sources = list(_sources(text))
    lines = [summarize(source) for source in sources]
    parts = []
    for source, line in zip(sources, lines, strict=True):
        actions = "\n".join(entry.action for entry in source.entries)
        with_results = "\n".join(_game(line))
        parts.append(
            f"## game {source.number} {source.mode}\n{source.header}{actions}\n\n{with_results}\n"
        )
    names = spellings(lines)
    parts.append("## players")
    for who, tally in tallies(lines).items():
        parts += _player(who, names.get(who, ""), tally)
    parts.append("\n## matches")
    for match in matches(lines):
        games = " ".join(str(line.number) for line in match.games)
        parts.append(f"games {games}: won {match.won}")
    return head + "\n".join(parts) + "\n"


def test_history_of_an_evening_matches_golden_file() -> None:
    text = FILE.read_text(encoding="utf-8")
    assert with_results(text) == text


if __name__ == "__main__":
    sys.stdout.write(with_results(FILE.read_text(encoding="utf-8")))
