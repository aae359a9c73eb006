"""Export of all games: CSV for spreadsheets, JSON for programs, or records in a zip."""

import asyncio
import zipfile
from collections.abc import AsyncIterator, Iterable
from datetime import UTC, datetime

from pegboard.history.export_csv import header, rows
from pegboard.history.export_json import HEAD, TAIL, game_json
from pegboard.history.stored_game import StoredGame, public_record
from pegboard.history.summarize import summarize
from pegboard.storage.integrity.manifest import zip_entry

MEDIA = {
    "csv": "text/csv; charset=utf-8; header=present",
    "json": "application/json",
    "zip": "application/zip",
}
"""MIME type by kind of export."""

README = """pegboard: every game of this board as a record, one action a line.
pegboard replay FOLDER plays them again; pegboard analyze FILE reviews one.
Games that were not finished end with their last whole deal, without the seed of their shuffle.
"""


def file_name(kind: str) -> str:
    """Returns the name of an export's file."""
    return f"pegboard-history.{kind}"


def started(source: StoredGame) -> str:
    """Returns the start time of a game, ISO 8601 in UTC."""
    try:
        return datetime.fromtimestamp(source.started, UTC).isoformat(timespec="seconds")
    except (OverflowError, ValueError, OSError):
        return ""


def game_rows(source: StoredGame) -> str:
    """Returns one game as CSV lines."""
    return "".join(rows(source, summarize(source), started(source)))


def game_object(source: StoredGame) -> str:
    """Returns one game as a JSON object."""
    return game_json(source, summarize(source))


async def csv_parts(sources: AsyncIterator[StoredGame]) -> AsyncIterator[str]:
    """Yields the CSV text in parts."""
    yield header()
    async for source in sources:
        yield await asyncio.to_thread(game_rows, source)


async def json_parts(sources: AsyncIterator[StoredGame]) -> AsyncIterator[str]:
    """Yields the JSON text in parts."""
    yield HEAD
    between = "\n  "
    async for source in sources:
        yield between + await asyncio.to_thread(game_object, source)
        between = ",\n  "
    yield TAIL


def add_record(archive: zipfile.ZipFile, source: StoredGame) -> None:
    """Adds one game to a zip of records."""
    day = started(source)[:10] or "undated"
    name = zip_entry(f"pegboard/{source.number:05}-{day}.game")
    archive.writestr(name, public_record(source))


def write_zip(archive: zipfile.ZipFile, sources: Iterable[StoredGame]) -> int:
    """Adds every game and a README to a zip; returns the number of games."""
    archive.writestr(zip_entry("pegboard/README.txt"), README)
    number = 0
    for source in sources:
        add_record(archive, source)
        number += 1
    return number
