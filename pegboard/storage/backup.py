"""A backup: one file with all games, the configuration and the board's settings.

A zip that any computer can open, with a manifest of its exact contents:

    manifest.json   the other files with length and SHA-256; the numbers of games and entries
    journal.db      every game, as SQLite's `VACUUM INTO` copies a journal in use
    config.toml     the configuration file, if there is one
    remembered.json the last setup
    settings.json   the settings made on the page
    own-layout.toml the layout of this board alone, if it has one

It does not contain the paired devices: a backup travels, and a device removed since must not
come back with it. Nor does it contain saved pictures.
The configuration may hold passwords: keep a backup as safe as those.
"""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any

from pegboard.config import parse
from pegboard.errors import PegboardError
from pegboard.storage.codes import Unfit
from pegboard.storage.game_rows import (
    Extent,
    UnfitGame,
    check_file,
    check_game,
    extent,
    longest_that_fits,
    open_to_read,
    read_games,
)
from pegboard.storage.integrity.manifest import Kind, UnfitBackup, contents, is_count, pack
from pegboard.storage.journal_errors import FAILURES
from pegboard.storage.port import Game
from pegboard.storage.state_names import JOURNAL, OWN_LAYOUT, REMEMBERED, SETTINGS

CONFIG = "config.toml"
TRAVELLING = (REMEMBERED, SETTINGS, OWN_LAYOUT)
"""Files of the state folder that are people's, and may travel."""

LARGEST_FILE = 256 * 1024 * 1024
"""Bytes of a backup that is read."""
LARGEST_JOURNAL = 1024 * 1024 * 1024
"""Bytes of the journal in it, unpacked; a backup that would fill the disk is refused."""
LARGEST_SETTING = 256 * 1024


def _fits(manifest: Mapping[str, Any]) -> bool:
    journal = manifest["journal"]
    counted = all(is_count(journal[word]) for word in ("games", "entries"))
    return set(journal) == {"games", "entries", "sha256"} and counted


KIND = Kind(
    format="pegboard backup",
    version=1,
    database=JOURNAL,
    small=dict.fromkeys((CONFIG, *TRAVELLING), LARGEST_SETTING),
    file_bytes=LARGEST_FILE,
    database_bytes=LARGEST_JOURNAL,
    fits=_fits,
)


@dataclass(frozen=True, slots=True)
class Unpacked:
    """A backup, unpacked and complete. Its games have not been checked yet."""

    journal: Path
    extent: Extent
    """As the manifest says it."""
    made: str
    settings: Mapping[str, bytes]
    """By name, the configuration among them."""


def write_backup(out: IO[bytes], journal: Path, settings: Mapping[str, bytes]) -> Extent:
    """Writes a backup.

    Args:
        out: where to; afterwards it is at its beginning again.
        journal: a copy of the journal that nobody has open.
        settings: what else goes in, by name.

    Returns:
        How much is in it.

    Raises:
        OSError: the disk is full.
    """
    with closing(open_to_read(journal)) as db:
        held = extent(read_games(db))
    pack(out, KIND, {"journal": asdict(held)}, journal, settings)
    return held


def settings_of(state: Path, config: Path | None) -> dict[str, bytes]:
    """Returns the other files of a backup: those that exist and are not too large."""
    found = {}
    for name in TRAVELLING:
        path = state / name
        if path.is_file() and path.stat().st_size <= LARGEST_SETTING:
            found[name] = path.read_bytes()
    if config is not None and config.is_file() and config.stat().st_size <= LARGEST_SETTING:
        found[CONFIG] = config.read_bytes()
    return found


def unpack(file: Path | IO[bytes], folder: Path) -> Unpacked:
    """Unpacks a backup into a folder, and verifies that it is complete.

    Args:
        file: its path, or the open file.
        folder: an empty one.

    Raises:
        UnfitBackup: it is not.
        OSError: it cannot be read, or there is no room for it.
    """
    found = contents(file, KIND, folder)
    if found.database is None:
        raise UnfitBackup(Unfit.OTHER_FILES)
    if CONFIG in found.small:
        _check_config(found.small[CONFIG])
    held, made = found.manifest["journal"], found.manifest["made"]
    return Unpacked(found.database, Extent(**held), made, found.small)


def _check_config(content: bytes) -> None:
    try:
        parse(content.decode("utf-8-sig"), "its configuration")
    except (UnicodeDecodeError, PegboardError) as error:
        raise UnfitBackup(Unfit.INSIDE, why=error) from error


@dataclass(frozen=True, slots=True)
class FitGames:
    """The games of a backup that this pegboard can use."""

    games: Iterator[Game]
    """Oldest first; to be read once."""
    unfit: list[UnfitGame]
    """Reason for each that is left out or cut, complete after the games were read."""


@contextmanager
def fit_games(unpacked: Unpacked) -> Iterator[FitGames]:
    """Yields the games of a backup, after verifying that they are those its manifest counts.

    A game that cannot be replayed to its end is cut where the rules refuse it, or left out: it must
    not keep the others from being restored.

    Raises:
        UnfitBackup: they are others, or not one can be used.
    """
    unfit: list[UnfitGame] = []

    def fit(db: sqlite3.Connection) -> Iterator[Game]:
        number = 0
        for game in read_games(db):
            try:
                check_game(game)
            except UnfitGame as error:
                unfit.append(error)
                cut = longest_that_fits(game)
                if cut is None:
                    continue
                game = cut
            number += 1
            yield game
        if unfit and not number:
            raise UnfitBackup(Unfit.INSIDE, why=unfit[0])

    try:
        with closing(open_to_read(unpacked.journal)) as db:
            check_file(db)
            if extent(read_games(db)) != unpacked.extent:
                raise UnfitBackup(Unfit.OTHER_GAMES)
            yield FitGames(fit(db), unfit)
    except (*FAILURES, UnfitGame) as error:
        raise UnfitBackup(Unfit.INSIDE, why=error) from error
