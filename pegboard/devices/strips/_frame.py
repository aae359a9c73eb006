"""Checks that every strip makes on a frame."""


def check_frame(frame: bytes, length: int) -> None:
    """Raises ValueError unless the frame has three bytes for each pixel."""
    if len(frame) != 3 * length:
        raise ValueError(f"a frame of {len(frame)} bytes for {length} pixels, not {3 * length}")
