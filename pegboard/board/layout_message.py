"""The `layout` message: the position of each pixel on the board."""

from typing import Any

from pegboard.board.layout import Layout


def layout_message(layout: Layout) -> dict[str, Any]:
    """Returns the position of each pixel on the board.

    Returns:
        `{"name", "length", "width_mm", "height_mm", "names": [track, …], "tracks": [[[pixel, x_mm,
        y_mm], … holes 1 to 121], …]}`, and where the board has them `"starts": [[pixel, x_mm,
        y_mm] | null, …]`, hole 0 of each track, and `"extras": [{"shows": "crib" | "wins" |
        "count", "track": n | null, "lamps": [[pixel, x_mm, y_mm], …]}, …]`, lamps beside the holes.
    """

    def place(track: int, hole: int) -> list[float] | None:
        pixel, point = layout.pixel(track, hole), layout.position_mm(track, hole)
        return None if pixel is None or point is None else [pixel, *point]

    return {
        "name": layout.name,
        "length": layout.length,
        "width_mm": layout.width_mm,
        "height_mm": layout.height_mm,
        "names": [f"track {track}" for track in range(layout.tracks)],
        "tracks": [
            [place(track, hole) for hole in range(1, layout.holes + 1)]
            for track in range(layout.tracks)
        ],
        "starts": [place(track, 0) for track in range(layout.tracks)],
        "extras": [
            {
                "shows": extra.shows,
                "track": extra.track,
                "lamps": [
                    [pixel, *at] for pixel, at in zip(extra.pixels, extra.points, strict=True)
                ],
            }
            for extra in layout.extras
        ],
    }
