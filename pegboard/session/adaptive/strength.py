"""The strength of the adaptive computer, chosen from the player's latest games."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from pegboard.i18n import Message, _, name_of
from pegboard.notice import Level, Notice
from pegboard.players.adaptive import ADAPTIVE
from pegboard.players.adaptive.blend import neighbours
from pegboard.players.adaptive.rating import Result, level_for
from pegboard.schema.setup import GameSetup
from pegboard.session.feed.notice_board import NoticeBoard

Recent = Callable[[str], Awaitable[Sequence[Result]]]
"""Function that returns a player's finished two-player games against the computer, latest last."""
GAMES_SHOWN = 10
"""Number of latest games in the notice."""
HISTORY_TIMEOUT_S = 2.0
"""Longest wait of a new game for the player's history, in seconds."""
_LEVELS = {
    "novice": _("Novice"),
    "beginner": _("Beginner"),
    "club": _("Club player"),
    "expert": _("Expert"),
}


class AdaptiveStrength:
    """The choice of the adaptive computer's level for each new game.

    Args:
        recent: returns a player's latest results.
        notices: shows the chosen level.
    """

    def __init__(self, recent: Recent, notices: NoticeBoard) -> None:
        self._recent, self._notices = recent, notices
        self._notice: Notice | None = None

    async def choose_level(self, setup: GameSetup) -> GameSetup:
        """Returns the setup, with the adaptive computer's level for this game filled in."""
        if not any(who.startswith(ADAPTIVE) for who in setup.seats):
            return setup
        people = [setup.names[seat] for seat in setup.people]
        results = await self._recent_results(people[0]) if len(people) == 1 else []
        level = level_for(results)
        self._notice = _level_notice(level, people[0] if people else "", results[-GAMES_SHOWN:])
        seats = tuple(level if who.startswith(ADAPTIVE) else who for who in setup.seats)
        return replace(setup, seats=seats)

    def announce(self) -> None:
        """Posts a notice of the chosen level, once the game is on the table."""
        if self._notice is not None:
            self._notices.post(self._notice)
            self._notice = None

    async def _recent_results(self, person: str) -> list[Result]:
        """Returns the person's latest results; empty while a long journal is still being read."""
        reading = asyncio.ensure_future(self._recent(person))
        done, _unread = await asyncio.wait([reading], timeout=HISTORY_TIMEOUT_S)
        return list(reading.result()) if done else []


def _level_notice(level: str, person: str, results: Sequence[Result]) -> Notice:
    weaker, stronger, share = neighbours(level)
    won = sum(won for _, won in results)
    strength: Message | str = _(
        "between {weaker} and {stronger}", weaker=_LEVELS[weaker], stronger=_LEVELS[stronger]
    )
    if not share:
        strength = _LEVELS[weaker]
    text = _("The computer's level: {strength}.", strength=strength)
    if results:
        text = _(
            "{who} won {won} of the last {n} games. The computer's level: {strength}.",
            who=name_of(person),
            won=won,
            n=len(results),
            strength=strength,
        )
    facts = {"level": level, "won": won, "games": len(results)}
    return Notice(Level.INFO, "game", "adaptive", text, facts=facts, name="game")
