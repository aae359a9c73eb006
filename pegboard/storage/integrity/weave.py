"""Reassembles games from everything that can still be read of them.

The sources are the newest copy, the damaged file with and without its log, the pages in the log,
and the second log. An entry that continues a game's hash chain is certain, whatever its source. A
line with a wrong hash is repaired if one bit flipped; otherwise it is accepted as read, if the
rules allow it, and reported as doubtful.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from pegboard.storage.game_rows import longest_that_fits
from pegboard.storage.integrity.chain import (
    DamagedLine,
    link_of,
    mended_entry,
    mended_game,
    root_of,
    seal_of,
)
from pegboard.storage.port import Entry, Game

Place = tuple[str, int]


@dataclass(slots=True)
class Readings:
    """Everything that was read; the same item may have several, different readings."""

    games: dict[str, list[Game]] = field(default_factory=dict)
    """Readings by id, in the order in which the games were started; without entries."""
    entries: dict[Place, list[Entry]] = field(default_factory=dict)
    """Readings by game and number."""

    def add_game(self, game: Game) -> None:
        """Adds a reading of a game's header, without its entries."""
        bare = replace(game, entries=())
        readings = self.games.setdefault(game.id, [])
        if all((bare, bare.seal) != (reading, reading.seal) for reading in readings):
            readings.append(bare)

    def add_entry(self, game: str, entry: Entry) -> None:
        """Adds a reading of an entry."""
        readings = self.entries.setdefault((game, entry.seq), [])
        if all((entry, entry.link) != (reading, reading.link) for reading in readings):
            readings.append(entry)

    def add(self, games: Iterable[Game]) -> None:
        """Adds games with their entries."""
        for game in games:
            self.add_parts([game], {game.id: game.entries})

    def add_parts(self, games: Iterable[Game], entries: Mapping[str, Iterable[Entry]]) -> None:
        """Adds games, and entries by game."""
        for game in games:
            self.add_game(game)
        for id, readings in entries.items():
            for entry in readings:
                self.add_entry(id, entry)

    def put_first(self, ids: Iterable[str]) -> None:
        """Moves the given games, which are older, before all others."""
        self.games = {id: self.games[id] for id in dict.fromkeys([*ids, *self.games])}


@dataclass(slots=True)
class WovenGames:
    """The reassembled games, with their doubtful and lost lines."""

    games: list[Game] = field(default_factory=list)
    """Games, oldest first."""
    doubtful: list[DamagedLine] = field(default_factory=list)
    """Lines that were kept though their hash is wrong."""
    lost: int = 0
    """Number of entries that were read or are known to have existed, but could not be used."""


def weave(readings: Readings) -> WovenGames:
    """Reassembles games, each as far as its entries are consecutive and legal."""
    woven, ids = WovenGames(), set[str]()
    last: dict[str, int] = {}
    for id, seq in readings.entries:
        last[id] = max(seq, last.get(id, 0))
    lengths: dict[str, int] = {}
    for id, heads in readings.games.items():
        head = _head(heads, woven)
        entries, doubtful = _entries(head, readings, last.get(id, 0), ids)
        game = longest_that_fits(replace(head, entries=tuple(entries)))
        if game is None:
            continue
        ids |= {entry.id for entry in game.entries}
        lengths[id] = len(game.entries)
        woven.games.append(game)
        woven.doubtful += [DamagedLine(id, seq) for seq in doubtful if seq <= lengths[id]]
    woven.lost = sum(
        seq > lengths.get(id, 0) and all(entry.id not in ids for entry in candidates)
        for (id, seq), candidates in readings.entries.items()
    )
    return woven


def _head(heads: list[Game], woven: WovenGames) -> Game:
    """Returns the original header; otherwise the first reading, and records it as doubtful."""
    for head in heads:
        if head.seal and seal_of(head) == head.seal:
            return head
    for head in heads:
        if head.seal and (mended := mended_game(head)) is not None:
            return mended
    if any(head.seal for head in heads):
        woven.doubtful.append(DamagedLine(heads[0].id, 0))
    return heads[0]


def _entries(
    head: Game, readings: Readings, last: int, ids: set[str]
) -> tuple[list[Entry], list[int]]:
    """Returns a game's consecutive entries, and the numbers of doubtful ones."""
    entries: list[Entry] = []
    doubtful: list[int] = []
    used = set[str]()
    link = root_of(head.id, head.started, head.mode)
    for seq in range(1, last + 1):
        candidates = readings.entries.get((head.id, seq), [])
        chosen = _verified(link, candidates, seq)
        if chosen is None:
            free = [entry for entry in candidates if entry.id not in ids and entry.id not in used]
            if not free:
                break
            chosen = _best_guess(free, readings.entries.get((head.id, seq + 1), []))
            if chosen.link:
                doubtful.append(seq)
        if chosen.id in ids or chosen.id in used:
            break
        used.add(chosen.id)
        entries.append(chosen)
        link = chosen.link or link_of(link, chosen)
    return entries, doubtful


def _verified(link: bytes, candidates: list[Entry], seq: int) -> Entry | None:
    """Returns the reading that continues the chain, if need be with one bit repaired."""
    for entry in candidates:
        if entry.link and _bit_distance(right := link_of(link, entry), entry.link) <= 1:
            return replace(entry, link=right)
    for entry in candidates:
        if entry.link and (mended := mended_entry(link, entry, seq)) is not None:
            return mended
    return None


def _bit_distance(first: bytes, second: bytes) -> int:
    """Returns the number of bits in which two hashes differ."""
    return (int.from_bytes(first) ^ int.from_bytes(second)).bit_count()


def _best_guess(candidates: list[Entry], after: list[Entry]) -> Entry:
    """Returns the reading whose link the next entry continues, else the first."""
    for entry in candidates:
        if entry.link and any(
            link_of(entry.link, following) == following.link for following in after
        ):
            return entry
    return candidates[0]
