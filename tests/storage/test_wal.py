"""Write-ahead logs truncated by power cuts, over frames of an older generation."""

import sqlite3
import struct
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pegboard.storage.integrity import wal
from pegboard.storage.integrity.wal import FRAME_HEADER, HEADER, read_wal
from pegboard.storage.recovery import open_journal
from tests.support.journals import append_pegs

PAGE = 4096
STEP = FRAME_HEADER + PAGE


@pytest.fixture
def generations(tmp_path: Path) -> Iterator[tuple[bytes, bytes]]:
    """Returns a log of forty commits, and its next generation with a small and a large commit."""
    file = tmp_path / "any.db"
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = wal")
        db.execute("PRAGMA wal_autocheckpoint = 0")
        db.execute("CREATE TABLE t (a, b)")
        for number in range(40):
            db.execute("INSERT INTO t VALUES (?, ?)", (number, "x" * 900))
        log = file.with_name("any.db-wal")
        older = log.read_bytes()
        db.execute("PRAGMA wal_checkpoint")
        db.execute("INSERT INTO t VALUES (40, 'y')")
        db.execute("UPDATE t SET b = b || 'z'")
        yield older, log.read_bytes()


def test_older_frames_in_torn_commit_are_ignored(
    generations: tuple[bytes, bytes],
) -> None:
    """Reads a log whose last commit is partly written, with older frames in between."""
    older, log = generations
    whole = read_wal(log)
    assert not whole.damaged and not whole.torn
    commits = [number for number, frame in enumerate(whole.frames) if frame.size]
    assert len(commits) == 2 and commits[1] - commits[0] > 6
    for first in range(commits[0] + 1, commits[1]):
        for beyond in range(first + 1, commits[1] + 1):
            first_at, beyond_at = HEADER + first * STEP, HEADER + beyond * STEP
            torn = read_wal(log[:first_at] + older[first_at:beyond_at] + log[beyond_at:])
            assert torn.torn and not torn.damaged, (first, beyond)


def test_torn_new_header_loses_nothing(tmp_path: Path) -> None:
    """Simulates a power cut while the header of a checkpointed log was rewritten."""
    journal, _ = open_journal(tmp_path, 1.0)
    append_pegs(journal, "four", 1, 84)
    file, log = tmp_path / "journal.db", tmp_path / "journal.db-wal"
    live, empty = log.read_bytes(), file.read_bytes()
    journal.checkpoint()
    moved = file.read_bytes()
    journal.close()
    for seed in range(5):
        noise = Random(seed).randbytes(HEADER)
        file.write_bytes(moved)
        log.write_bytes(noise + live[HEADER:])
        journal, notice = open_journal(tmp_path, 1.0)
        journal.close()
        assert notice is None, seed
    # With the old file the log is still needed.
    file.write_bytes(empty)
    log.write_bytes(noise + live[HEADER:])
    journal, notice = open_journal(tmp_path, 1.0)
    journal.close()
    assert notice is not None and notice.facts["lost"] == 0


def plain_sums(words: Sequence[int], first: int, second: int) -> tuple[int, int]:
    """Computes the checksum as in section 4.2 of the format."""
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = (first + even + second) % 2**32
        second = (second + odd + first) % 2**32
    return first, second


@given(
    st.sampled_from("<>"),
    st.integers(1, 5),
    st.binary(min_size=1, max_size=4096),
    st.tuples(*[st.integers(0, 2**32 - 1)] * 2),
)
@example("<", 3, b"\xff" * 4096, (2**32 - 1, 2**32 - 1))
def test_batched_checksums_match_reference(
    order: str, pieces: int, seed: bytes, before: tuple[int, int]
) -> None:
    content = (seed * (pieces * STEP // len(seed) + 1))[: pieces * STEP]
    pairs = (0, *range(3, STEP // 8))
    for piece, sums in enumerate(wal._sums(content, STEP, pairs, order == "<")):
        part = content[piece * STEP : (piece + 1) * STEP]
        words = struct.unpack(f"{order}{len(part) // 4}I", part)
        summed = [words[2 * pair + half] for pair in pairs for half in (0, 1)]
        assert sums == plain_sums(summed, 0, 0)
        assert wal._continued(sums, before, len(summed)) == plain_sums(summed, *before)
