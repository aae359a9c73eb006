"""Separates results signed by both seats at a board from those that rest on the director's word."""

from collections.abc import Sequence
from dataclasses import dataclass

from pegboard.tournament.decisions import AnyDecision, Signed, WrittenLine
from pegboard.tournament.standings.duplicate import EXPERT
from pegboard.tournament.state import EventState, effective_decisions


@dataclass(frozen=True, slots=True)
class DirectorResult:
    """A result that counts, but was not signed at a board in this form.

    Attributes:
        round: number of the round; for a match, of the round of the bracket.
        table: number of the table; 0 if it is unknown.
        players: ids of the players, the winner first if it is not a game of a round.
        is_match: True for a match, a game of a match, or a play-off.
    """

    round: int
    table: int
    players: tuple[str, ...]
    is_match: bool = False


@dataclass(frozen=True, slots=True)
class Witnesses:
    """The evidence for the results of an event: signatures, or the director's word.

    Attributes:
        signed: number of lines on the cards that both seats signed.
        lines: number of all lines on the cards.
        director: results that stand on the director's word alone.
    """

    signed: int
    lines: int
    director: tuple[DirectorResult, ...]


def find_witnesses(state: EventState, decisions: Sequence[AnyDecision]) -> Witnesses:
    """Returns the evidence for the results of an event.

    Args:
        state: the event after all decisions.
        decisions: all decisions.
    """
    effective = [decision for _, decision in effective_decisions(decisions)]
    signed_lines: dict[tuple[str, int], WrittenLine] = {}
    signed_matches: set[tuple[str, str]] = set()
    for decision in effective:
        if isinstance(decision, Signed) and decision.match is None:
            for player, written in zip(decision.players, decision.lines, strict=True):
                signed_lines[player, decision.round] = written
        elif isinstance(decision, Signed):
            signed_matches.add((decision.board, decision.game))
    count, lines = 0, 0
    found: dict[DirectorResult, None] = {}
    for player, card in state.cards.items():
        for line in card.lines:
            lines += 1
            if signed_lines.get((player, line.game)) == WrittenLine.of(line):
                count += 1
            else:
                found[_result(state, player, line.opponent, line.game)] = None
    for game in state.match_games:
        if (game.board, game.game) not in signed_matches:
            players = (game.winner, game.loser)
            found[DirectorResult(game.match[0], 0, players, is_match=True)] = None
    for (round, _), result in state.results.items():
        found[DirectorResult(round, 0, (result.winner, result.loser), is_match=True)] = None
    for winner, loser in state.playoffs:
        found[DirectorResult(0, 0, (winner, loser), is_match=True)] = None
    return Witnesses(count, lines, tuple(found))


def _result(state: EventState, player: str, opponent: str, game: int) -> DirectorResult:
    pairings = state.rounds[game - 1].pairings if game <= len(state.rounds) else ()
    for pairing in pairings:
        if {player, opponent} == {*pairing.seats}:
            return DirectorResult(game, pairing.table, pairing.seats)
    players = (player, *([] if opponent in ("", EXPERT) else [opponent]))
    return DirectorResult(game, 0, tuple(sorted(players)))
