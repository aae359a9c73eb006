"""Reader for SQLite's write-ahead log that continues beyond damaged frames.

SQLite stops at the first bad frame and reports no error, so one bit flip silently loses everything
committed after it. A frame's checksum continues that of the previous frame. Starting from the
stored checksum of a damaged frame, the following frames can still be verified.

Format: sqlite.org/fileformat2.html, section 4.
"""

import struct
from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

MAGIC = 0x377F0682
"""Magic number for little-endian checksums; plus 1 for big-endian ones."""
HEADER, FRAME_HEADER = 32, 24
PAGE_SIZES = frozenset(1 << n for n in range(9, 17))
MASK = 0xFFFFFFFF
PAIR = 8
"""Size in bytes of two words, one for each sum."""
CARRY_EVERY = 16
"""Number of pairs after which sums are reduced to 32 bits, before they exceed 64."""

Sums = tuple[int, int]


@dataclass(slots=True)
class Frame:
    """A frame: the content of one page after a commit."""

    page: int
    size: int
    """Database size in pages in the last frame of a commit; 0 in others."""
    content: bytes
    sound: bool
    """True if its checksum is right."""


@dataclass(slots=True)
class WalContents:
    """The readable content of a write-ahead log."""

    page_size: int = 0
    frames: list[Frame] = field(default_factory=list)
    """Frames of the current generation up to its last complete commit, including damaged ones."""
    pages: frozenset[int] = frozenset()
    """Numbers, from 1, of the pages that SQLite reads from the log."""
    damaged: bool = False
    """True if SQLite would stop before the last commit because of damage."""
    torn: bool = False
    """True if the last commit is truncated or damaged."""
    headless: bool = False
    """True if the header of the log is damaged, so that SQLite ignores the log."""

    def is_in(self, database: bytes) -> bool:
        """Returns whether the database already contains the content of the log.

        SQLite restarts a log after a complete checkpoint. If the power fails while it overwrites
        the header, nothing is lost. The first frame's checksum starts from that header, so here
        only the content is compared.
        """
        sound = all(frame.sound for frame in self.frames[1:])
        return sound and self.image(database, sound_only=False) == database

    def image(self, database: bytes, *, sound_only: bool) -> bytes:
        """Returns the database with the log applied.

        Args:
            database: content of the database file.
            sound_only: True to leave out frames with a bad checksum.
        """
        size = self.page_size
        if not size:
            return database
        pages = max(
            [-(-len(database) // size), *(f.size or f.page for f in self.frames if f.sound)]
        )
        image = bytearray(database.ljust(pages * size, b"\0"))
        for frame in self.frames:
            if (frame.sound or not sound_only) and 0 < frame.page <= pages:
                image[(frame.page - 1) * size : frame.page * size] = frame.content
        return bytes(image)


def read_wal(content: bytes, page_size: int = 4096) -> WalContents:
    """Reads a write-ahead log.

    Args:
        content: content of the file.
        page_size: page size in bytes, used if the log's header is unreadable.
    """
    if len(content) < HEADER + FRAME_HEADER:
        return WalContents(torn=bool(content))
    head = _Head.read(content, page_size)
    if head is None:
        return WalContents(torn=any(content))
    frames, wal, before = [], WalContents(head.page_size), [head.sums]
    followed = True  # valid for SQLite: no bad frame so far
    raw_frames = head.current_frames(content)
    for raw, sums in zip(raw_frames, head.sums_of(raw_frames), strict=True):
        frame, before, right = head.check(raw, sums, before)
        followed = followed and right
        frames.append((frame, followed))
    # The last commit may not have been acknowledged: the power may have failed before the sync.
    commits = [0, 0, *(n for n, (f, _) in enumerate(frames, 1) if f.sound and f.size)]
    acknowledged, last = commits[-2:]
    wal.frames = [frame for frame, _ in frames[:last]]
    wal.pages = _committed([frame for frame, right in frames if right and head.sound])
    wal.headless = not head.sound
    wal.damaged = acknowledged > 0 and not (
        head.sound and all(right for _, right in frames[:acknowledged])
    )
    behind = content[HEADER + last * head.step :]
    wal.torn = (
        not all(right for _, right in frames[acknowledged:])
        or (not last and any(behind))
        or head.cut_short(content)
    )
    return wal


@dataclass(slots=True)
class _Head:
    """The header of a log, read or reconstructed from its frames."""

    little: bool
    page_size: int
    salts: bytes
    sums: Sums
    sound: bool

    @property
    def step(self) -> int:
        return FRAME_HEADER + self.page_size

    @classmethod
    def read(cls, content: bytes, page_size: int) -> "_Head | None":
        magic, _version, size = struct.unpack(">III", content[:12])
        stored = struct.unpack(">II", content[24:32])
        little = magic != MAGIC | 1
        sound = (
            magic in (MAGIC, MAGIC | 1)
            and size in PAGE_SIZES
            and _sums(content[:24], 24, range(3), little) == [stored]
        )
        if sound:
            return cls(little, size, content[16:24], stored, True)
        # SQLite ignores a log with a bad header. The frames repeat its salts, so take the majority.
        for tried in dict.fromkeys((page_size, size if size in PAGE_SIZES else page_size)):
            starts = range(HEADER, len(content) - FRAME_HEADER - tried + 1, FRAME_HEADER + tried)
            salts = Counter(content[at + 8 : at + 16] for at in starts)
            salts.pop(bytes(8), None)
            if salts:
                # The file may hold frames of several generations; the current one comes first.
                first = content[HEADER + 8 : HEADER + 16]
                common = salts.most_common(1)[0][0]
                chosen = first if salts[first] > 1 else common
                return cls(little, tried, chosen, stored, False)
        return None

    def current_frames(self, content: bytes) -> list[bytes]:
        """Returns the raw frames of the current generation, up to its last one."""
        starts = range(HEADER, len(content) - self.step + 1, self.step)
        matching = [n for n, at in enumerate(starts) if content[at + 8 : at + 16] == self.salts]
        current = starts[: matching[-1] + 1 if matching else 0]
        return [content[at : at + self.step] for at in current]

    def sums_of(self, frames: list[bytes]) -> list[Sums]:
        """Returns the checksum of each frame as if it were the first; salts are not summed."""
        pairs = (0, *range(FRAME_HEADER // PAIR, self.step // PAIR))
        return _sums(b"".join(frames), self.step, pairs, self.little)

    def cut_short(self, content: bytes) -> bool:
        """Returns whether the file ends within a frame of the current generation."""
        over = (len(content) - HEADER) % self.step
        return over > 0 and content[-over:][8:16] in (self.salts, b"")

    def check(self, raw: bytes, sums: Sums, before: list[Sums]) -> tuple[Frame, list[Sums], bool]:
        """Parses a frame; returns it, the possible sums before the next, and whether it is valid.

        Args:
            raw: bytes of the frame.
            sums: its checksum from 0; see `sums_of`.
            before: possible checksums of the previous frame.
        """
        stored = struct.unpack(">II", raw[16:24])
        salted = raw[8:16] == self.salts
        words = (PAIR + self.page_size) // 4
        computed = [_continued(sums, start, words) for start in before]
        if stored in computed:
            return _frame(raw, True), [stored], salted and len(before) == 1
        # Either the stored sums or the content may be damaged; the next frame decides. Do not
        # accept the stored sums of an older generation: its next frames would confirm them.
        either = [stored, *computed] if salted else computed
        return _frame(raw, False), either[:4], False


def _frame(raw: bytes, sound: bool) -> Frame:
    page, size = struct.unpack(">II", raw[:8])
    return Frame(page, size, raw[FRAME_HEADER:], sound)


def _committed(frames: list[Frame]) -> frozenset[int]:
    """Returns the numbers of the pages in frames up to the last commit."""
    last = max((n for n, frame in enumerate(frames, 1) if frame.size), default=0)
    return frozenset(frame.page for frame in frames[:last])


def _sums(content: bytes, step: int, pairs: Sequence[int], little: bool) -> list[Sums]:
    """Returns the checksums of pieces of equal length, each starting from 0.

    The algorithm adds words to two sums in turn: first += even + second, second += odd + first.
    It is computed for all pieces at once, with 64 bits for each in one long integer.

    Args:
        content: pieces of equal length, concatenated.
        step: length of a piece in bytes, a multiple of PAIR.
        pairs: indices of the pairs of words in a piece to be summed.
        little: True if words are little-endian.
    """
    if not little:
        words = array("I", content)
        words.byteswap()
        content = words.tobytes()
    pieces = len(content) // step
    mask = int.from_bytes(b"\xff\xff\xff\xff\0\0\0\0" * pieces, "little")
    table = memoryview(content).cast("Q")
    first = second = 0
    for number, pair in enumerate(pairs):
        both = int.from_bytes(table[pair :: step // PAIR].tobytes(), "little")
        first += (both & mask) + second
        second += (both >> 32 & mask) + first
        if number % CARRY_EVERY == 0:
            first, second = first & mask, second & mask
    return list(zip(_words(first & mask, pieces), _words(second & mask, pieces), strict=True))


def _words(number: int, pieces: int) -> tuple[int, ...]:
    return struct.unpack(f"<{2 * pieces}I", number.to_bytes(PAIR * pieces, "little"))[::2]


def _continued(sums: Sums, before: Sums, words: int) -> Sums:
    """Returns sums that start from `before` instead of 0, given those that start from 0."""
    last, this, following = _fibonacci(words)
    first, second = before
    return (
        (sums[0] + last * first + this * second) & MASK,
        (sums[1] + this * first + following * second) & MASK,
    )


@cache
def _fibonacci(n: int) -> tuple[int, int, int]:
    """Returns the Fibonacci numbers n - 1, n and n + 1."""
    last, this = 1, 0
    for _ in range(n):
        last, this = this, last + this & MASK
    return last, this, last + this & MASK
