"""Puts games together from everything that can still be read of them.

The sources: the newest copy, the damaged file with and without its log, the log's own pages, and
the second log. What continues a game's chain of hashes is certain, wherever it was read. A line
whose hash is wrong is mended if a single bit tipped; otherwise it is taken as it reads, if the
rules allow it, and named.
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
    """All that was read, each thing perhaps several times and differently."""

    games: dict[str, list[Game]] = field(default_factory=dict)
    """By id, in the order in which they were begun; without entries."""
    entries: dict[Place, list[Entry]] = field(default_factory=dict)
    """By game and number."""

    def add_game(self, game: Game) -> None:
        """Adds one reading of a game's header; its entries are added apart."""
        bare = replace(game, entries=())
        there = self.games.setdefault(game.id, [])
        if all((bare, bare.seal) != (other, other.seal) for other in there):
            there.append(bare)

    def add_entry(self, game: str, entry: Entry) -> None:
        """Adds one reading of an entry."""
        there = self.entries.setdefault((game, entry.seq), [])
        if all((entry, entry.link) != (other, other.link) for other in there):
            there.append(entry)

    def add(self, games: Iterable[Game]) -> None:
        """Adds games with their entries."""
        for game in games:
            self.add_parts([game], {game.id: game.entries})

    def add_parts(self, games: Iterable[Game], entries: Mapping[str, Iterable[Entry]]) -> None:
        """Adds games, and entries by game."""
        for game in games:
            self.add_game(game)
        for id, there in entries.items():
            for entry in there:
                self.add_entry(id, entry)

    def begin_with(self, ids: Iterable[str]) -> None:
        """Puts these games before all others: they are older."""
        self.games = {id: self.games[id] for id in dict.fromkeys([*ids, *self.games])}


@dataclass(slots=True)
class WovenGames:
    """The games, and what is wrong with them."""

    games: list[Game] = field(default_factory=list)
    """Oldest first."""
    doubtful: list[DamagedLine] = field(default_factory=list)
    """Lines that are kept as they read, though they are not what was written."""
    lost: int = 0
    """Entries that were read or are known of, and fit nowhere."""


def weave(readings: Readings) -> WovenGames:
    """Puts the games together; each goes as far as its entries follow and the rules allow."""
    woven, ids = WovenGames(), set[str]()
    last: dict[str, int] = {}
    for id, seq in readings.entries:
        last[id] = max(seq, last.get(id, 0))
    kept: dict[str, int] = {}
    for id, heads in readings.games.items():
        head = _head(heads, woven)
        entries, doubtful = _entries(head, readings, last.get(id, 0), ids)
        game = longest_that_fits(replace(head, entries=tuple(entries)))
        if game is None:
            continue
        ids |= {entry.id for entry in game.entries}
        kept[id] = len(game.entries)
        woven.games.append(game)
        woven.doubtful += [DamagedLine(id, seq) for seq in doubtful if seq <= kept[id]]
    woven.lost = sum(
        seq > kept.get(id, 0) and all(entry.id not in ids for entry in there)
        for (id, seq), there in readings.entries.items()
    )
    return woven


def _head(heads: list[Game], woven: WovenGames) -> Game:
    """Returns the header that was written, or the first reading of it, named as doubtful."""
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
    """Returns a game's entries as far as they follow, and the numbers of doubtful ones."""
    entries: list[Entry] = []
    doubtful: list[int] = []
    seen = set[str]()
    link = root_of(head.id, head.started, head.mode)
    for seq in range(1, last + 1):
        there = readings.entries.get((head.id, seq), [])
        chosen = _certain(link, there, seq)
        if chosen is None:
            free = [entry for entry in there if entry.id not in ids and entry.id not in seen]
            if not free:
                break
            chosen = _continued(free, readings.entries.get((head.id, seq + 1), []))
            if chosen.link:
                doubtful.append(seq)
        if chosen.id in ids or chosen.id in seen:
            break
        seen.add(chosen.id)
        entries.append(chosen)
        link = chosen.link or link_of(link, chosen)
    return entries, doubtful


def _certain(link: bytes, there: list[Entry], seq: int) -> Entry | None:
    """Returns the reading that continues the chain, perhaps with one bit put right."""
    for entry in there:
        if entry.link and _distance(right := link_of(link, entry), entry.link) <= 1:
            return replace(entry, link=right)
    for entry in there:
        if entry.link and (mended := mended_entry(link, entry, seq)) is not None:
            return mended
    return None


def _distance(one: bytes, other: bytes) -> int:
    """Returns the number of bits in which two hashes differ."""
    return (int.from_bytes(one) ^ int.from_bytes(other)).bit_count()


def _continued(there: list[Entry], after: list[Entry]) -> Entry:
    """Returns the reading whose link, stored or computed, the next entry continues."""
    for entry in there:
        if entry.link and any(link_of(entry.link, other) == other.link for other in after):
            return entry
    return there[0]
