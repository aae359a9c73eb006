"""The scene the board shows: pegs, dealer, turn, and the moves that led to it.

A scene is made from pegs alone, never from events, so after a crash, an undo or a correction the
board shows the truth without knowing what happened. Movement is the difference between two
scenes: `shown.toward(wanted, now)` is the wanted scene, reached by walking pegs.

Everything that moves without walking keeps to a beat of 32 ticks a second, counted on the caller's
clock: two boards with one clock pulse together, and a picture changes only on a tick.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import ceil, floor
from typing import NamedTuple

from pegboard.board.track import Pegs, Walk, earliest

TICKS = 32
"""Ticks a second; a power of two, so that the time of a tick is exact in binary."""

BLINK_TICKS = 8
"""Ticks a pending peg is on, then off: it blinks twice a second."""

FRESH_S = 0.5
"""Time a pending peg stays lit after a change before it blinks, in answer to the press."""

BREATH_STEP = 2
"""Ticks between two levels of a pulse."""

CELEBRATION_TICKS = 6 * TICKS
"""A win is celebrated for six seconds."""


class Shown(NamedTuple):
    """A peg's current position."""

    hole: int
    walk: Walk | None
    """Destination, if it is lifted."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything the board shows; made by `Scene.of` or `Scene.attract`."""

    pegs: tuple[Pegs, ...]
    """Pegs of each track, at their place or where they are walking to."""
    target: int
    dealer_track: int | None
    turn_track: int | None
    pending: tuple[int, ...]
    """Points by track that are entered but not yet pegged; below 0 to take back."""
    winner: int | None
    skunk_lines: tuple[int, ...] = (91, 61)
    """The holes a loser has to reach, each a better loss than the one before."""
    dim: bool = False
    """Keep the light low: the camera is looking."""
    idle: bool = False
    """Idle animation while nobody is playing."""
    count: int = 0
    """The count of the play, 0 to 31, for a board that has lamps for it."""
    wins: tuple[int, ...] = ()
    """Games won by track, for a board that has lamps for them; () for none."""

    walks: tuple[tuple[Walk | None, Walk | None], ...] = ()
    """The walks of each track's front and rear peg; () if none walks."""
    fresh_until: tuple[float, ...] = ()
    """The time by track until which its pending peg does not blink; () for never."""
    won_at: float | None = None
    """Start of the celebration; None for a game won before anybody watched."""

    @classmethod
    def of(
        cls,
        pegs: tuple[tuple[int, int], ...],
        *,
        dealer_track: int | None = None,
        turn_track: int | None = None,
        pending: tuple[int, ...] = (),
        winner: int | None = None,
        target: int = 121,
        count: int = 0,
        wins: tuple[int, ...] = (),
    ) -> "Scene":
        """Returns the scene of a position, with no peg moving.

        Args:
            pegs: front and rear peg of each track.
            dealer_track: the track whose start hole carries the dealer's mark.
            turn_track: the track whose front peg breathes.
            pending: points entered but not pegged, for each track; () for none.
            winner: the track that has pegged out.
            target: winning score.
            count: the count of the play.
            wins: games won by each track; () for none.

        Raises:
            ValueError: `pending` or `wins` is for another number of tracks, or a peg is beyond the
                target.
        """
        pending = pending or (0,) * len(pegs)
        if len(pending) != len(pegs):
            raise ValueError(f"{len(pending)} pending scores for {len(pegs)} tracks")
        if wins and len(wins) != len(pegs):
            raise ValueError(f"games won of {len(wins)} tracks for {len(pegs)} tracks")
        for pair in pegs:
            if not all(0 <= hole <= target for hole in pair):
                raise ValueError(f"pegs {tuple(pair)} are not within 0 to {target}")
        return cls(
            tuple(Pegs(*pair) for pair in pegs),
            target,
            dealer_track=dealer_track,
            turn_track=turn_track,
            pending=pending,
            winner=winner,
            count=count,
            wins=wins,
        )

    @classmethod
    def attract(cls, tracks: int = 2, target: int = 121) -> "Scene":
        """Returns the scene of a board that waits for players."""
        return replace(cls.of(((0, 0),) * tracks, target=target), skunk_lines=(), idle=True)

    @property
    def still(self) -> "Scene":
        """Scene after all pegs have arrived."""
        return replace(self, walks=(), fresh_until=(), won_at=None)

    def toward(self, other: "Scene", now: float) -> "Scene":
        """Returns the other scene, with pegs walking there from their present positions.

        A score lifts the rear peg over the front one; taking it back lifts the front peg over the
        rear one; a correction moves the front peg alone. A peg on its way turns round where it is.
        """
        walks: tuple[tuple[Walk | None, Walk | None], ...] = ()
        if not (self.idle or other.idle) and len(self.pegs) == len(other.pegs):
            walks = tuple(self._walks(track, pegs, now) for track, pegs in enumerate(other.pegs))
        fresh = self.fresh_until or (now,) * len(self.pegs)
        if self.pending != other.pending:
            fresh = tuple(
                now + FRESH_S if self.pending[track : track + 1] != (points,) else fresh[track]
                for track, points in enumerate(other.pending)
            )
        won_at = self.won_at
        if other.winner != self.winner:
            won_at = max([now, *(walk.ends for pair in walks for walk in pair if walk)])
        return replace(
            other,
            walks=walks,
            fresh_until=fresh,
            won_at=None if other.winner is None else won_at,
        )

    def _walks(self, track: int, new: Pegs, now: float) -> tuple[Walk | None, Walk | None]:
        old = self.pegs[track]
        # A peg that stays in place tells which one moved: if the old front peg is now the rear one,
        # it was leapt over; if the new front peg is the old rear one, a score was taken back.
        crossed = new.front != old.front and (new.rear == old.front or new.front == old.rear)
        shown = self.shown(track, now)
        front, rear = reversed(shown) if crossed else shown
        return _onward(front, new.front, now), _onward(rear, new.rear, now)

    def shown(self, track: int, now: float) -> tuple[Shown, Shown]:
        """Returns the front and rear peg of a track now (in mid-leap the rear may lead)."""
        walks = self.walks[track] if self.walks else (None, None)
        front, rear = (
            Shown(walk.hole(now), walk) if walk and now < walk.ends else Shown(hole, None)
            for walk, hole in zip(walks, self.pegs[track], strict=True)
        )
        return front, rear

    def pending_hole(self, track: int, now: float) -> int | None:
        """Returns the hole where a track's pending peg is lit now.

        None if there is none or it blinks off.
        """
        points = self.pending[track]
        if not points:
            return None
        fresh = bool(self.fresh_until) and now < self.fresh_until[track]
        if not fresh and tick(now) // BLINK_TICKS % 2:
            return None
        return max(0, min(self.target, self.pegs[track].front + points))

    def celebrated(self, now: float) -> int | None:
        """Returns the ticks since the celebration began (below 0 before it); None when it ended."""
        if self.won_at is None:
            return None
        ticks = tick(now) - ceil(self.won_at * TICKS)
        return ticks if ticks < CELEBRATION_TICKS else None

    def next_change(self, now: float) -> float | None:
        """Returns the time of the picture's next change, in seconds; None if nothing moves."""
        return earliest(self._changes(now))

    def _changes(self, now: float) -> Iterator[float | None]:
        for pair in self.walks:
            yield earliest(walk.next_change(now) for walk in pair if walk)
        if any(self.pending):
            yield _next_tick(now, BLINK_TICKS)
            yield earliest(time for time in self.fresh_until if time > now)
        if self.celebrated(now) is not None:
            yield _next_tick(now, 1)
        elif self.idle or self.turn_track is not None or self.winner is not None:
            yield _next_tick(now, BREATH_STEP)


def tick(now: float) -> int:
    """Returns the number of the tick at a time."""
    return floor(now * TICKS)


def _next_tick(now: float, every: int) -> float:
    return (tick(now) // every + 1) * every / TICKS


def _onward(peg: Shown, end: int, now: float) -> Walk | None:
    """Returns a peg's walk to a hole from its present position."""
    if peg.walk and peg.walk.end == end:
        return peg.walk
    return None if peg.hole == end else Walk.between(peg.hole, end, now)
