"""The perspective of a viewer: everything that determines the state it is sent."""

from dataclasses import dataclass

from pegboard.pairing.viewer import Role


@dataclass(frozen=True, slots=True)
class Perspective:
    """Everything that determines a viewer's state; equal perspectives get equal states.

    Attributes:
        role: the viewer's role.
        seat: the seat that it plays now and whose hand it sees; None for none.
        covered: seats played at the board whose hands it may uncover.
        language: language of the texts.
        is_at_board: whether it is the board's own page.
    """

    role: Role
    seat: int | None = None
    covered: tuple[int, ...] = ()
    language: str = "en"
    is_at_board: bool = False
