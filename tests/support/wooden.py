"""A board of another layout than the usual one."""

from pegboard.service.build import App


def made_of_wood(parts: App) -> None:
    """As if LEDs hung on the board: it has the tracks it has."""
    parts.game.lobby._boards._drawn = False
