"""The perspective of a viewer: everything that decides the state it gets."""

from dataclasses import dataclass

from pegboard.session.feed.viewer import Role


@dataclass(frozen=True, slots=True)
class Perspective:
    """All that decides what a viewer is told; viewers with equal perspectives are told the same.

    Attributes:
        role: of the viewer.
        seat: the seat whose hand it sees and which it plays now; None for none.
        covered: seats played at the board whose hands it may uncover.
        language: in which it is told.
    """

    role: Role
    seat: int | None = None
    covered: tuple[int, ...] = ()
    language: str = "en"
