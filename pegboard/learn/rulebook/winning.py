"""Sections on the crib, the pegs, winning, the options and the glossary."""

from dataclasses import fields
from itertools import combinations_with_replacement

from pegboard.cribbage.cards import Rank
from pegboard.cribbage.match import ACC_SKUNK, ACC_WIN, TABLES
from pegboard.cribbage.rules import TARGETS, Rules
from pegboard.i18n import _
from pegboard.learn.rulebook.options import OPTIONS, WORDS
from pegboard.learn.rulebook.section import Section
from pegboard.players.crib_means import CRIB_MEANS

_SHOWN = 6
"""Number of best and worst discards listed."""

_RESULTS = {"N": _("plain"), "S": _("skunk"), "D": _("double skunk")}


def crib() -> Section:
    """Returns the section on the discard: the pairs of cards worth most and least in a crib."""
    means = {
        (one, other): CRIB_MEANS[one - 1][other - 1]
        for one, other in combinations_with_replacement(Rank, 2)
    }
    ranked = sorted(means, key=lambda pair: -means[pair])
    best, worst = ranked[:_SHOWN], ranked[: -_SHOWN - 1 : -1]

    def cell(pair: tuple[Rank, Rank]) -> str:
        names = ["10" if rank == Rank.TEN else rank.letter for rank in pair]
        return f"{' '.join(names)}: {means[pair]:.1f}"

    text = (
        _("First keep the four cards that score most together; then think of the crib."),
        _(
            "To your own crib: fives, pairs, and cards that add up to five or fifteen or are close "
            "in rank. To an opponent's: cards far apart in rank, preferably high ones, and never a "
            "five."
        ),
        _("Average value of a crib with these two cards in it, the rest being random:"),
    )
    rows = tuple((cell(give), cell(keep)) for give, keep in zip(best, worst, strict=True))
    columns = (_("best in your crib"), _("safest in an opponent's"))
    return Section("crib", _("What to discard"), text, (), columns, rows)


def pegs() -> Section:
    """Returns the section on the two pegs of a track."""
    text = (
        _(
            "Every side has a track with two pegs. To peg a score, lift the rear peg and put it "
            "that many holes beyond the front peg. The gap between the two is therefore always the "
            "side's last score, and anyone can check it."
        ),
        _(
            "A misplaced peg goes back to where it belongs; if too much was pegged, the opponents "
            "may peg the excess if the table plays that rule."
        ),
    )
    return Section("pegs", _("Pegging"), text)


def lines() -> Section:
    """Returns the section on targets and skunk lines, computed from `Rules`."""
    rows = []
    for target in TARGETS:
        rules = Rules(target=target)
        double = _("none")
        if rules.double_skunk:
            double = _("{low} to {high}", low=0, high=rules.double_skunk)
        low = rules.double_skunk + 1 if rules.double_skunk else 0
        plain = _("{points} or more", points=rules.skunk + 1)
        skunk = _("{low} to {high}", low=low, high=rules.skunk)
        rows.append((str(target), plain, skunk, double))
    text = (
        _(
            "The first side to reach the last hole wins at once, even in mid-play or before others "
            "have counted; their cards are then worth nothing. An exact count is not needed."
        ),
        _(
            "The loser's score decides the kind of win. In a game to 61 a skunk is called a lurch. "
            "With three or four sides, each losing side is judged by its own score."
        ),
    )
    columns = (_("game to"), _("plain win, loser at"), _("skunk"), _("double skunk"))
    return Section("winning", _("Winning"), text, (), columns, tuple(rows))


def games(sides: int) -> Section:
    """Returns the games a win counts for, by every match table for this many sides."""
    tables = TABLES[sides]
    rows: list[tuple[str, ...]] = [
        (
            _RESULTS[results[0]] if sides == 2 else " ".join(results),
            *["-".join(map(str, rows[results])) for rows in tables.values()],
        )
        for results in tables["A"]
    ]
    if sides == 2:
        rows = [(*row, str(ACC_SKUNK if row[0] != _RESULTS["N"] else ACC_WIN)) for row in rows]
        text = _("Games credited to the winner, by the chosen table (acc: game points).")
        deals = _("The losing side deals first in the next game.")
    else:
        text = _(
            "Games credited to first-second-..., by the results of the losing sides from second "
            "place on: N plain, S skunk, D double skunk. Last place gets none. With acc the "
            "winner gets {win} game points, or {skunk} for a skunk.",
            win=ACC_WIN,
            skunk=ACC_SKUNK,
        )
        deals = _("The side with the lowest score deals first in the next game.")
    columns = (_("result"), *tables, *(("acc",) if sides == 2 else ()))
    title = _("Games won in a match of {sides} sides", sides=sides)
    return Section(f"match-{sides}", title, (text, deals), (), columns, tuple(rows))


def options() -> Section:
    """Returns the section on the options of `Rules`, with their defaults."""
    usual = Rules()
    rows = []
    for option in fields(Rules):
        name, values, meaning = OPTIONS[option.name]
        rows.append((name, values, _usually(getattr(usual, option.name)), meaning))
    columns = (_("option"), _("values"), _("usually"), _("effect"))
    return Section("options", _("Options"), (), (), columns, tuple(rows))


def words() -> Section:
    """Returns the glossary of the game."""
    columns = (_("word"), _("meaning"))
    return Section("words", _("Words"), (), (), columns, tuple(WORDS.items()))


def _usually(value: object) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    return str(value)
