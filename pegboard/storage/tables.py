"""The schema of a journal, and its upgrade from older versions."""

import re
import secrets
import sqlite3

from pegboard.storage.integrity.chain import link_of, root_of, seal_of
from pegboard.storage.port import Entry, Game

VERSION = 2
"""Schema version, stored as user_version."""
MOST_VERSIONS = 1000
"""Limit above which a version number means damage rather than a newer version."""

COMMENT = re.compile("--[^\n]*")
SCHEMA = """
create table game (
    id text primary key,
    number integer not null unique,       -- games in the order they were begun
    started real not null,                -- seconds since 1970
    mode text not null,                   -- how it is played: score, computer, demo
    header text not null,                 -- the record's header lines
    seal blob not null                    -- hash of these, see integrity/chain.py
) strict;
create table entry (
    game text not null references game,
    seq integer not null,                 -- 1, 2, 3 … within the game
    id text not null unique,              -- the command's own: a retry is harmless
    at real not null,                     -- seconds since 1970
    by text not null,                     -- who: button, page, computer …
    action text not null,                 -- one line of the record
    link blob not null,                   -- hash of this and of the link before
    primary key (game, seq)
) strict;
"""
SCHEMA_1 = """
create table game (
    id text primary key,
    number integer not null unique,
    started real not null,
    mode text not null,
    header text not null
) strict;
create table entry (
    game text not null references game,
    seq integer not null,
    id text not null unique,
    at real not null,
    by text not null,
    action text not null,
    primary key (game, seq)
) strict;
"""
"""Schema of version 1, without hashes."""
SCHEMAS = {1: SCHEMA_1, VERSION: SCHEMA}
INSERT_ENTRY = "insert into entry values (?, ?, ?, ?, ?, ?, ?)"


def create_tables(db: sqlite3.Connection, version: int = VERSION) -> None:
    """Creates the tables of a journal in an empty database, in the caller's transaction."""
    for statement in SCHEMAS[version].split(";"):
        db.execute(statement)
    db.execute(f"pragma user_version = {version}")


def schema_of(db: sqlite3.Connection) -> set[tuple[str, ...]]:
    """Returns the schema of a database, without comments in its SQL."""
    rows = db.execute("select type, name, tbl_name, sql from sqlite_schema")
    return {(*row[:3], " ".join(COMMENT.sub("", row[3] or "").lower().split())) for row in rows}


def lineage_of(db: sqlite3.Connection) -> int:
    """Returns the number that a journal shares with its copies; 0 for older versions.

    A restored backup gets a new lineage, because its games do not continue those before.
    """
    return int(db.execute("pragma application_id").fetchone()[0])


def set_lineage(db: sqlite3.Connection, lineage: int = 0) -> None:
    """Sets the lineage of a journal; a new one for 0."""
    db.execute(f"pragma application_id = {lineage or 1 + secrets.randbelow(2**31 - 1)}")


def upgrade(db: sqlite3.Connection) -> None:
    """Upgrades the tables of version 1, in the caller's transaction."""
    for table in ("entry", "game"):
        db.execute(f"alter table {table} rename to old_{table}")
    create_tables(db)
    links: dict[str, bytes] = {}
    for id, number, started, mode, header in db.execute("select * from old_game order by number"):
        links[id] = root_of(id, started, mode)
        row = (id, number, started, mode, header, seal_of(Game(id, started, mode, header, ())))
        db.execute("insert into game values (?, ?, ?, ?, ?, ?)", row)
    rows = db.execute("select game, seq, id, at, by, action from old_entry order by rowid")
    for game, *columns in rows:
        links[game] = link_of(links[game], Entry(*columns))
        db.execute("insert into entry values (?, ?, ?, ?, ?, ?, ?)", (game, *columns, links[game]))
    db.execute("drop table old_entry")
    db.execute("drop table old_game")
    set_lineage(db)
