"""The perspective of a viewer: everything that decides the state it gets."""

from dataclasses import dataclass

from pegboard.pairing.viewer import Role


@dataclass(frozen=True, slots=True)
class Perspective:
    """Everything that decides a viewer's state; equal perspectives get equal states.

    Attributes:
        role: of the viewer.
        seat: the seat whose hand it sees and which it plays now; None for none.
        covered: seats played at the board whose hands it may uncover.
        language: that of the texts.
        is_at_board: whether it is the board's own page.
    """

    role: Role
    seat: int | None = None
    covered: tuple[int, ...] = ()
    language: str = "en"
    is_at_board: bool = False
