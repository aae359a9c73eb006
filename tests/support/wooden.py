"""A board of another layout than the usual one."""

from pegboard.service.build import Parts


def made_of_wood(parts: Parts) -> None:
    """As if LEDs hung on the board: it has the tracks it has."""
    parts.desk.host._boards._drawn = False
