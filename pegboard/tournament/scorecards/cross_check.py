"""The cross-check of two score cards, ACC rule 12.2.

    a  a qualifier's card that claims more than the opponent's is reduced to it
    b  if both qualify, both get the worse number: 17 won, 16 lost become 16 won and 17 lost
    c  a spread on one card only counts for both
    d  two wins or two losses, spreads in different columns: the plus column is the winner's
    e  two wins or two losses, spreads in the same column: a loss for both, in the minus column
    f  one win, spreads in the same column: the win stands, the wrong card's spread changes column
    g  totals are added again
    h  a qualifier's card that claims less than the opponent's stands: no harm, no foul
    i  players who gain or lose a place are informed: see `standings.qualifying.changed_qualifiers`

Players are not asked. Two things that the rule leaves open are decided here: on a line without
points the column decides between win and loss; game points follow from the spread wherever a line
is changed.
"""

from dataclasses import dataclass, replace

from pegboard.tournament.scorecards.line import LOSS, Line, points_of


@dataclass(frozen=True, slots=True)
class Ruling:
    """The two lines after a cross-check, and the applied letters of rule 12.2."""

    lines: tuple[Line, Line]
    letters: str = ""


def cross_check(cards: tuple[Line, Line], qualifies: tuple[bool, bool]) -> Ruling:
    """Cross-checks the two lines of a game.

    Args:
        cards: each player's line; two blank lines are left as they are.
        qualifies: whether each player is an apparent qualifier.
    """
    spreads = [line.spread for line in cards]
    if spreads == [None, None]:
        return Ruling(cards)
    letters = set()
    if None in spreads:
        letters.add("c")
    written = next(spread for spread in spreads if spread is not None)
    numbers = [written if spread is None else spread for spread in spreads]
    wins, by = _winners(cards)
    letters |= by
    for place, (number, other) in enumerate(((numbers[0], numbers[1]), (numbers[1], numbers[0]))):
        if not qualifies[place] or number == other:
            continue
        worse = min(number, other) if wins[place] else max(number, other)
        if worse == number:
            letters.add("h")
        else:
            letters.add("b" if all(qualifies) else "a")
        numbers[place] = worse
    lines = [_line(cards[place], wins[place], numbers[place]) for place in (0, 1)]
    if lines != list(cards):
        letters.add("g")
    return Ruling((lines[0], lines[1]), "".join(sorted(letters)))


def _winners(cards: tuple[Line, Line]) -> tuple[tuple[bool, bool], set[str]]:
    """Returns which player has won (at most one), and the applied letters."""
    claims = [line.claims_win for line in cards]
    if None in claims:
        claim = claims[1] if claims[0] is None else claims[0]
        wins = (claim is not True, claim is True)
        return (wins if claims[0] is None else wins[::-1]), set()
    plus = [_in_plus(line) for line in cards]
    if claims[0] != claims[1]:
        return (claims[0] is True, claims[1] is True), {"f"} if plus[0] == plus[1] else set()
    if plus[0] != plus[1]:
        return (plus[0], plus[1]), {"d"}
    return (False, False), {"e"}


def _in_plus(line: Line) -> bool:
    """Returns True if a line's spread is, or for a blank would be, in the plus column."""
    return bool(line.claims_win) if line.spread is None else line.plus is not None


def _line(written: Line, wins: bool, number: int) -> Line:
    points = points_of(number) if wins else LOSS
    plus, minus = (number, None) if wins else (None, number)
    return replace(written, points=points, plus=plus, minus=minus)
