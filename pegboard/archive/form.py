"""A person's latest games against a computer, for whoever wants to know how strong that is."""

from pegboard.archive.archive import Archive
from pegboard.history.players import folded

SEATS = 2


async def results_against_computers(archive: Archive, name: str) -> list[tuple[str, bool]]:
    """Returns the level of the computer, and whether the person won; the latest game last.

    Only finished games of one person against one computer count.

    Args:
        archive: of the games.
        name: of the person.
    """
    known = await archive.known()
    found: list[tuple[float, str, bool]] = []
    for line in known.lines:
        if line.winner is None or len(line.levels) != SEATS:
            continue
        people = [seat for seat, level in enumerate(line.levels) if level is None]
        if len(people) != 1 or folded(line.names[people[0]]) != folded(name):
            continue
        level = line.levels[1 - people[0]]
        if level:
            found.append((line.started, level, line.winner == people[0]))
    return [(level, won) for _, level, won in sorted(found)]
