"""The tables of the store in a SQLite file, and their migrations."""

SCHEMA = """
create table board (
    id text primary key,
    key blob not null,
    name text not null,
    added real not null,
    revoked real
) strict;
create table epoch (
    number integer primary key,           -- in the order in which they began
    board text not null references board,
    epoch integer not null,
    chosen integer,
    unique (board, epoch)
) strict;
create table branch (
    id integer primary key,
    epoch integer not null references epoch,
    number integer not null,
    parent integer not null,
    start integer not null,
    seq integer not null,                 -- of its head
    link blob not null,
    signature blob not null,
    unique (epoch, number)
) strict;
create table item (
    branch integer not null references branch,
    seq integer not null,
    game text not null,
    number integer not null,
    id text not null,
    at real not null,
    by text not null,
    text text not null,
    link blob not null,
    primary key (branch, seq)
) strict, without rowid;
create table decision (
    event text not null,
    seq integer not null,
    text blob not null,
    link blob not null,
    primary key (event, seq)
) strict;
"""
KEPT = """
create table kept (
    turn integer primary key,             -- in the order in which they were kept
    name text not null unique,
    value blob not null
) strict;
"""
NOTES = """
create table note (
    turn integer primary key,             -- in the order in which they were committed
    kind text not null,
    key text not null,
    value blob not null,
    unique (kind, key)
) strict;
insert into note select turn, substr(name, 1, instr(name || ' ', ' ') - 1),
    substr(name, instr(name || ' ', ' ') + 1), value from kept;
drop table kept
"""
"""Migration: the first word of the old name becomes the kind, the rest the key."""
TABLES = "select type, name, sql from sqlite_master order by name"
CHANGES = (SCHEMA, KEPT, NOTES)
"""Statements that upgrade each version to the next."""
VERSION = len(CHANGES)
