"""The tables of the store in PostgreSQL, in a schema of their own.

An item is stored as the hashed text (`chain/item.py`), JSON in ASCII: PostgreSQL cannot store NUL,
and SQL can verify a chain with `sha256`.
"""

SETTINGS = " ".join(
    f"-c {setting}"
    for setting in (
        "search_path=pegboard_hall",
        "synchronous_commit=on",
        "default_transaction_isolation=read\\ committed",
        "lock_timeout=20s",
        "statement_timeout=60s",
        "idle_in_transaction_session_timeout=20s",
    )
)
"""Connection settings; the timeouts keep a hanging process from blocking the others."""
LOCK = 0x706567626F617264
"""Number of the advisory lock held while the tables are created."""
SCHEMA = """
create schema if not exists pegboard_hall;
create table if not exists version (number integer primary key);
"""
TABLES = """
create table board (
    id text primary key,
    key bytea not null,
    name text not null,
    added double precision not null,
    revoked double precision
);
create table epoch (
    number bigint generated always as identity primary key,
    board text not null references board,
    epoch bigint not null,
    chosen integer,
    unique (board, epoch)
);
create table branch (
    id bigint generated always as identity primary key,
    epoch bigint not null references epoch,
    number integer not null,
    parent integer not null,
    start bigint not null,
    seq bigint not null,
    link bytea not null,
    signature bytea not null,
    unique (epoch, number)
) with (fillfactor = 50);
create table item (
    branch bigint not null references branch,
    seq bigint not null,
    content text not null,
    link bytea not null,
    primary key (branch, seq)
);
create table decision (
    event text not null,
    seq bigint not null,
    text bytea not null,
    link bytea not null,
    turn bigint generated always as identity,
    primary key (event, seq)
);
create sequence kept_turn;
create table kept (
    name text primary key,
    value bytea not null,
    turn bigint not null default nextval('kept_turn')
);
"""
NOTES = """
create sequence note_turn;
create table note (
    kind text not null,
    key text not null,
    value bytea not null,
    turn bigint not null default nextval('note_turn'),
    primary key (kind, key)
);
insert into note (kind, key, value) select split_part(name, ' ', 1),
    substr(name, length(split_part(name, ' ', 1)) + 2), value from kept order by turn;
drop table kept;
drop sequence kept_turn;
"""
"""Migration: the first word of the old name becomes the kind, the rest the key."""
CHANGES = (TABLES, NOTES)
"""Statements that upgrade each version to the next."""
VERSION = len(CHANGES)
