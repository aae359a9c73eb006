"""Reads SQLite's write-ahead log frame by frame, also beyond a damaged one.

SQLite ends a log at its first bad frame and calls what is left sound: one tipped bit silently
loses everything committed after it. A frame's checksum starts from that of the frame before, and
the stored one serves as well as a computed one: the frames behind a damaged frame can be verified.

Format: sqlite.org/fileformat2.html, section 4.
"""

import struct
from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

MAGIC = 0x377F0682
"""Of little-endian checksums; the next number means big-endian ones."""
HEADER, FRAME_HEADER = 32, 24
PAGE_SIZES = frozenset(1 << n for n in range(9, 17))
MASK = 0xFFFFFFFF
PAIR = 8
"""Bytes of two words: one for either sum."""
CARRY_EVERY = 16
"""Pairs after which sums are cut to 32 bits: until then they stay below 64."""

Sums = tuple[int, int]


@dataclass(slots=True)
class Frame:
    """One frame: a page as one commit left it."""

    page: int
    size: int
    """Pages of the database after the commit, in its last frame; 0 in the others."""
    content: bytes
    sound: bool
    """True if its checksum is right."""


@dataclass(slots=True)
class WalContents:
    """Everything that a write-ahead log still tells."""

    page_size: int = 0
    frames: list[Frame] = field(default_factory=list)
    """Those of the present generation up to its last whole commit, damaged ones included."""
    pages: frozenset[int] = frozenset()
    """Numbers of the pages that SQLite takes from the log; the first is 1."""
    damaged: bool = False
    """True if SQLite would stop before the last commit: something in between is wrong."""
    torn: bool = False
    """True if the last commit is incomplete: the power cut it short, or it is damaged."""
    headless: bool = False
    """True if the log's own header is wrong: SQLite ignores all that follows."""

    def is_in(self, database: bytes) -> bool:
        """Returns whether the database holds everything that the log tells.

        SQLite begins a log anew once that is so. The power may fail while it writes the new header
        over the old one, and nothing is lost with the log. The first frame's sums start from that
        header: here its content alone must do.
        """
        sound = all(frame.sound for frame in self.frames[1:])
        return sound and self.image(database, sound_only=False) == database

    def image(self, database: bytes, *, sound_only: bool) -> bytes:
        """Returns the database with the log applied.

        Args:
            database: the content of the database's file.
            sound_only: leave out frames whose content is doubtful.
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
        content: the whole file.
        page_size: bytes of a page, where the log's own header does not say it.
    """
    if len(content) < HEADER + FRAME_HEADER:
        return WalContents(torn=bool(content))
    head = _Head.read(content, page_size)
    if head is None:
        return WalContents(torn=any(content))
    frames, found, before = [], WalContents(head.page_size), [head.sums]
    followed = True  # as SQLite follows it: no frame was wrong so far
    own = head.own_frames(content)
    for raw, sums in zip(own, head.sums_of(own), strict=True):
        frame, before, right = head.check(raw, sums, before)
        followed = followed and right
        frames.append((frame, followed))
    # The last commit may be one that nobody was told of: the power failed before it was synced.
    commits = [0, 0, *(n for n, (f, _) in enumerate(frames, 1) if f.sound and f.size)]
    told, last = commits[-2:]
    found.frames = [frame for frame, _ in frames[:last]]
    found.pages = _committed([frame for frame, right in frames if right and head.sound])
    found.headless = not head.sound
    found.damaged = told > 0 and not (head.sound and all(right for _, right in frames[:told]))
    behind = content[HEADER + last * head.step :]
    found.torn = (
        not all(right for _, right in frames[told:])
        or (not last and any(behind))
        or head.cut_short(content)
    )
    return found


@dataclass(slots=True)
class _Head:
    """The log's header, or what its frames say it must have been."""

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
        # SQLite ignores the whole log now. The frames repeat the salts, and most of them are right.
        for tried in dict.fromkeys((page_size, size if size in PAGE_SIZES else page_size)):
            starts = range(HEADER, len(content) - FRAME_HEADER - tried + 1, FRAME_HEADER + tried)
            salts = Counter(content[at + 8 : at + 16] for at in starts)
            salts.pop(bytes(8), None)
            if salts:
                # Several generations may lie there; the present one begins the file.
                first = content[HEADER + 8 : HEADER + 16]
                common = salts.most_common(1)[0][0]
                chosen = first if salts[first] > 1 else common
                return cls(little, tried, chosen, stored, False)
        return None

    def own_frames(self, content: bytes) -> list[bytes]:
        """Returns the frames of this generation; those behind the last of them are older ones."""
        starts = range(HEADER, len(content) - self.step + 1, self.step)
        mine = [n for n, at in enumerate(starts) if content[at + 8 : at + 16] == self.salts]
        own = starts[: mine[-1] + 1 if mine else 0]
        return [content[at : at + self.step] for at in own]

    def sums_of(self, frames: list[bytes]) -> list[Sums]:
        """Returns the sums of each frame, as if it were the first; its salts are not summed."""
        pairs = (0, *range(FRAME_HEADER // PAIR, self.step // PAIR))
        return _sums(b"".join(frames), self.step, pairs, self.little)

    def cut_short(self, content: bytes) -> bool:
        """Returns whether the file ends within a frame of this generation."""
        over = (len(content) - HEADER) % self.step
        return over > 0 and content[-over:][8:16] in (self.salts, b"")

    def check(self, raw: bytes, sums: Sums, before: list[Sums]) -> tuple[Frame, list[Sums], bool]:
        """Returns a frame, the sums that the next may start from, and whether all was right.

        Args:
            raw: the frame.
            sums: its own; see `sums_of`.
            before: the sums of the frame before, or what they may have been.
        """
        stored = struct.unpack(">II", raw[16:24])
        salted = raw[8:16] == self.salts
        words = (PAIR + self.page_size) // 4
        computed = [_continued(sums, start, words) for start in before]
        if stored in computed:
            return _frame(raw, True), [stored], salted and len(before) == 1
        # The stored sums may be what is wrong, or the content: the next frame tells. A frame of an
        # older generation is followed by others of it, which its stored sums would confirm.
        either = [stored, *computed] if salted else computed
        return _frame(raw, False), either[:4], False


def _frame(raw: bytes, sound: bool) -> Frame:
    page, size = struct.unpack(">II", raw[:8])
    return Frame(page, size, raw[FRAME_HEADER:], sound)


def _committed(frames: list[Frame]) -> frozenset[int]:
    """Returns the numbers of the pages up to the last frame that ends a commit."""
    last = max((n for n, frame in enumerate(frames, 1) if frame.size), default=0)
    return frozenset(frame.page for frame in frames[:last])


def _sums(content: bytes, step: int, pairs: Sequence[int], little: bool) -> list[Sums]:
    """Returns the checksums of pieces of equal length, each from 0 on.

    Each word is added to the two sums in turn: first += even + second, second += odd + first. That
    is done for all pieces at the same time, each in 64 bits of a long number.

    Args:
        content: the pieces, one after the other.
        step: bytes of a piece, a multiple of PAIR.
        pairs: numbers of the pairs of words in a piece that are summed.
        little: the order of bytes in a word.
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
    """Returns the sums of so many words from others than 0 on: each starting sum adds a share."""
    last, this, following = _fibonacci(words)
    first, second = before
    return (
        (sums[0] + last * first + this * second) & MASK,
        (sums[1] + this * first + following * second) & MASK,
    )


@cache
def _fibonacci(n: int) -> tuple[int, int, int]:
    """Returns Fibonacci's numbers n - 1, n and n + 1."""
    last, this = 1, 0
    for _ in range(n):
        last, this = this, last + this & MASK
    return last, this, last + this & MASK
