"""Differences between pictures, so that only changes are sent.

A run costs four bytes before its pixels and a pixel three, so that two runs with a single
unchanged pixel between them are cheaper as one.
"""

from collections.abc import Iterator

from pegboard.devices.usb_board.protocol.messages import Run

_WORTH_A_RUN = 2
"""Minimum number of unchanged pixels between two separate runs."""


def changes(before: bytes | None, after: bytes) -> tuple[Run, ...]:
    """Returns the runs that turn one picture into another; the whole picture if `before` is None.

    Args:
        before: picture on the board, three bytes a pixel; None if unknown.
        after: new picture, of the same length.
    """
    if before is None:
        return (Run(0, after),)
    return tuple(Run(first, after[3 * first : 3 * end]) for first, end in _spans(before, after))


def _spans(before: bytes, after: bytes) -> Iterator[tuple[int, int]]:
    """Yields the first pixel and the end of every span of changed pixels."""
    first = end = -_WORTH_A_RUN
    for pixel in range(len(after) // 3):
        part = slice(3 * pixel, 3 * pixel + 3)
        if before[part] == after[part]:
            continue
        if pixel - end >= _WORTH_A_RUN:
            if end > first:
                yield first, end
            first = pixel
        end = pixel + 1
    if end > first:
        yield first, end
