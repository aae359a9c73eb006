"""The cut after the qualifying round: one in four qualifies (ACC rule 13.2)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pegboard.tournament.standings.ranking import Place

ONE_IN = 4


def qualifiers_of(entrants: int) -> int:
    """Returns the number of qualifiers: one in four, rounded up."""
    return -(-entrants // ONE_IN)


def bracket_size(qualifiers: int) -> int:
    """Returns the size of the full bracket, a power of two."""
    return 1 << max(qualifiers - 1, 0).bit_length()


@dataclass(frozen=True, slots=True)
class Cut:
    """The field divided after the qualifying round.

    Attributes:
        qualified: certain qualifiers in order of seed.
        undecided: players tied for the last places, who need a play-off.
        open_places: number of places left for the undecided.
        high_non_qualifiers: the best of the rest, in order.
    """

    qualified: tuple[str, ...]
    undecided: tuple[str, ...] = ()
    open_places: int = 0
    high_non_qualifiers: tuple[str, ...] = ()


def cut(ranking: Sequence[Place], entrants: int = 0, listed: int = 5) -> Cut:
    """Divides the field.

    Args:
        ranking: places of the players who finished the qualifying round.
        entrants: number of players of whom one in four qualifies; 0 for those ranked.
        listed: maximum number of high non-qualifiers.
    """
    places = min(qualifiers_of(entrants or len(ranking)), len(ranking))
    players = [place.player for place in ranking]
    undecided: tuple[str, ...] = ()
    certain = places
    if 0 < places < len(ranking) and ranking[places - 1].place == ranking[places].place:
        shared = ranking[places].place
        undecided = tuple(place.player for place in ranking if place.place == shared)
        certain = shared - 1
    rest = [player for player in players[certain:] if player not in undecided]
    return Cut(tuple(players[:certain]), undecided, places - certain, tuple(rest[:listed]))


def changed_qualifiers(before: Cut, after: Cut) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Returns the players who gained or lost a place and must be informed (ACC rule 12.2 i)."""
    had, has = set(before.qualified), set(after.qualified)
    return tuple(sorted(has - had)), tuple(sorted(had - has))


def consolation_field(entrants: Iterable[str], qualified: Iterable[str]) -> tuple[str, ...]:
    """Returns the entrants who did not qualify and may enter the consolation."""
    out = set(qualified)
    return tuple(player for player in entrants if player not in out)
