"""A backup: one file with all games, the configuration and the board's settings.

A zip file with a manifest of its exact contents:

    manifest.json   the other files with length and SHA-256; the numbers of games and entries
    journal.db      every game, as SQLite's `VACUUM INTO` copies a journal in use
    config.toml     the configuration file, if there is one
    remembered.json the last setup
    settings.json   the settings made on the page
    own-layout.toml this board's custom layout, if it has one

It does not contain the paired devices, because a restore must not bring back a device that has
been removed since, nor saved pictures.
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
from pegboard.storage.integrity.manifest import Kind, UnfitBackup, is_count, pack, unpack_archive
from pegboard.storage.journal_errors import FAILURES
from pegboard.storage.port import Game
from pegboard.storage.state_names import JOURNAL, OWN_LAYOUT, REMEMBERED, SETTINGS

CONFIG = "config.toml"
TRAVELLING = (REMEMBERED, SETTINGS, OWN_LAYOUT)
"""Files of the state folder that belong in a backup."""

LARGEST_FILE = 256 * 1024 * 1024
"""Maximum size of a backup in bytes."""
LARGEST_JOURNAL = 1024 * 1024 * 1024
"""Maximum size of the unpacked journal in bytes, so that it cannot fill the disk."""
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
    """An unpacked, complete backup whose games have not been checked yet."""

    journal: Path
    extent: Extent
    """Extent according to the manifest."""
    made: str
    settings: Mapping[str, bytes]
    """Settings files by name, including the configuration."""


def write_backup(out: IO[bytes], journal: Path, settings: Mapping[str, bytes]) -> Extent:
    """Writes a backup.

    Args:
        out: file to write; positioned at its start afterwards.
        journal: copy of the journal that nobody has open.
        settings: content of the other files, by name.

    Returns:
        The number of games and entries, with a fingerprint.

    Raises:
        OSError: the disk is full.
    """
    with closing(open_to_read(journal)) as db:
        held = extent(read_games(db))
    pack(out, KIND, {"journal": asdict(held)}, journal, settings)
    return held


def settings_of(state: Path, config: Path | None) -> dict[str, bytes]:
    """Returns the content of the other files of a backup that exist and are not too large."""
    settings = {}
    for name in TRAVELLING:
        path = state / name
        if path.is_file() and path.stat().st_size <= LARGEST_SETTING:
            settings[name] = path.read_bytes()
    if config is not None and config.is_file() and config.stat().st_size <= LARGEST_SETTING:
        settings[CONFIG] = config.read_bytes()
    return settings


def unpack(file: Path | IO[bytes], folder: Path) -> Unpacked:
    """Unpacks a backup into a folder and verifies that it is complete.

    Args:
        file: path of the backup, or the open file.
        folder: empty folder to unpack into.

    Raises:
        UnfitBackup: the backup is not complete.
        OSError: the backup cannot be read, or the disk is full.
    """
    contents = unpack_archive(file, KIND, folder)
    if contents.database is None:
        raise UnfitBackup(Unfit.FILES_MISMATCH)
    if CONFIG in contents.small:
        _check_config(contents.small[CONFIG])
    held, made = contents.manifest["journal"], contents.manifest["made"]
    return Unpacked(contents.database, Extent(**held), made, contents.small)


def _check_config(content: bytes) -> None:
    try:
        parse(content.decode("utf-8-sig"), "its configuration")
    except (UnicodeDecodeError, PegboardError) as error:
        raise UnfitBackup(Unfit.INSIDE, why=error) from error


@dataclass(frozen=True, slots=True)
class FitGames:
    """The usable games of a backup."""

    games: Iterator[Game]
    """Games, oldest first; can be iterated once."""
    unfit: list[UnfitGame]
    """Reason for each game left out or truncated; complete after iterating the games."""


@contextmanager
def fit_games(unpacked: Unpacked) -> Iterator[FitGames]:
    """Yields the usable games of a backup after comparing them with its manifest.

    A game that cannot be replayed to its end is truncated at the first illegal action, or left out,
    so that the others can still be restored.

    Raises:
        UnfitBackup: the games do not match the manifest, or none is usable.
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
                raise UnfitBackup(Unfit.GAMES_MISMATCH)
            yield FitGames(fit(db), unfit)
    except (*FAILURES, UnfitGame) as error:
        raise UnfitBackup(Unfit.INSIDE, why=error) from error
