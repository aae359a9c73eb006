"""CSV export, with one row for each hand counted and each score pegged.

RFC 4180 (lines end with CR LF, quotes inside quotes are doubled), UTF-8. Text that a spreadsheet
would take for a formula (it begins with = + - @, a tab or a line end) is preceded by an apostrophe.
"""

from collections.abc import Iterator

from pegboard.cribbage.actions import Deal
from pegboard.cribbage.cards import format_cards
from pegboard.cribbage.events import Claimed, Counted, Scored, StarterCut
from pegboard.cribbage.replay import fold_undos, replay_steps
from pegboard.errors import PegboardError
from pegboard.history.players import seat_names
from pegboard.history.stored_game import StoredGame
from pegboard.history.summary import GameLine

COLUMNS = {
    "game": "id of the game in the journal",
    "number": "position in the order in which games were started, from 1",
    "started": "start time, ISO 8601 in UTC",
    "mode": "score, computer or demo",
    "players": "seats at the table",
    "target": "target score",
    "deal": "number of the deal in the game, from 1; 0 before the first",
    "line": "number of the journal's line",
    "row": "`hand`: a hand or crib was counted; `peg`: points were pegged",
    "seat": "seat of the player, from 0",
    "name": "name of the seat",
    "role": "dealer or pone (everybody else); empty outside a deal",
    "kind": "of a hand: hand or crib; of points: why, in the words of the record",
    "points": "of a hand: its value (or the claim); of a peg: the points pegged",
    "cards": "of a hand: its four cards; of a peg: those that make it; empty if not known",
    "starter": "the starter, if known",
    "score": "score of the side afterwards; of a hand: before it is pegged",
}
"""Contents of each column, in order."""

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def header() -> str:
    """Returns the header line."""
    return _line(list(COLUMNS))


def rows(source: StoredGame, line: GameLine, started: str) -> Iterator[str]:
    """Yields the CSV lines of one game, with line ends.

    Args:
        source: the game; one that cannot be replayed yields only the lines before the error.
        line: summary of the game.
        started: start time, as text.
    """
    rules = source.head.rules
    names = seat_names(line) if line.names else tuple(f"Seat {n + 1}" for n in range(4))
    game = [source.id, source.number, started, source.mode, rules.players, rules.target]
    deal, dealer, starter = 0, None, ""
    fronts = list(rules.handicap[: rules.sides])
    try:
        moments = fold_undos(source.actions)
        steps = replay_steps(rules, source.head.dealer, [action for _, action in moments])
        for (place, action), step in zip(moments, steps, strict=True):
            if isinstance(action, Deal):
                deal, dealer, starter = deal + 1, action.dealer, ""
            for event in step.events:
                match event:
                    case StarterCut(card=card):
                        starter = str(card)
                        continue
                    case Counted(seat=seat, crib=crib, cards=cards, score=score):
                        columns = ["crib" if crib else "hand", score.total, format_cards(cards)]
                        row = "hand"
                    case Claimed(seat=seat, crib=crib, points=points) if not _follows(
                        step.events, event
                    ):
                        columns = ["crib" if crib else "hand", points, ""]
                        row = "hand"
                    case Scored(seat=seat, item=item):
                        columns = [item.kind.value, item.points, format_cards(item.cards)]
                        row = "peg"
                        fronts[rules.side_of(seat)] += item.points
                    case _:
                        continue
                role = "" if dealer is None else "dealer" if seat == dealer else "pone"
                yield _line(
                    [
                        *game, deal, source.entries[place].seq, row, seat, names[seat], role,
                        *columns, starter, fronts[rules.side_of(seat)],
                    ]
                )  # fmt: skip
            fronts = [front for front, _ in step.state.pegs]
    except PegboardError:
        return


def _follows(events: tuple[object, ...], claimed: Claimed) -> bool:
    """Returns whether a claimed hand is followed by its count, with cards."""
    after = events[events.index(claimed) + 1 :]
    return any(
        isinstance(event, Counted) and (event.seat, event.crib) == (claimed.seat, claimed.crib)
        for event in after
    )


def _line(values: list[object]) -> str:
    return ",".join(map(_cell, values)) + "\r\n"


def _cell(value: object) -> str:
    if not isinstance(value, str):
        return str(value)
    if value.startswith(_FORMULA):
        value = f"'{value}"
    if any(sign in value for sign in ',"\r\n'):
        return '"' + value.replace('"', '""') + '"'
    return value
