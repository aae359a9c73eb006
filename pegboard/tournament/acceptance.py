"""Enters unsigned games on both score cards, as the director decides.

The lines of a game at a board follow from the board's journal; their reason names the game, so
anyone can replay it. The lines of a typed result follow from winner and score.
"""

from pegboard.errors import IllegalAction
from pegboard.tournament.codes import EventFault
from pegboard.tournament.decisions import Amended, AnyDecision, Recorded, WrittenLine
from pegboard.tournament.result import GameResult, lines_of
from pegboard.tournament.state import EventState

RULE = "board"
"""Rule cited for these corrections: the result in the board's journal counts."""


def accept_game(
    state: EventState, round: int, table: int, game: str, result: GameResult, by: str, at: float
) -> tuple[Amended, Amended]:
    """Returns the decisions that enter a game on both cards.

    Args:
        state: state of the event.
        round: number of the round.
        table: number of the table.
        game: id in the board's journal.
        result: result replayed from the journal.
        by: author of the decisions.
        at: time in seconds since 1970.

    Raises:
        IllegalAction: nobody plays there in that round, or a card has the line already.
    """
    if round > len(state.rounds):
        raise IllegalAction(EventFault.NOT_DRAWN, round=round)
    drawn = {pairing.table: pairing.seats for pairing in state.rounds[round - 1].pairings}
    players = drawn.get(table)
    if players is None:
        raise IllegalAction(EventFault.OTHERS_PLAY, round=round, table=table)
    for player in players:
        if state.cards[player].line(round) is not None:
            raise IllegalAction(EventFault.SIGNED_ALREADY, player=player, game=round)
    lines = lines_of(result, round, players)
    one, other = (
        Amended(
            at=at,
            by=by,
            player=player,
            old=None,
            new=WrittenLine.of(line),
            rule=RULE,
            reason=game,
        )
        for player, line in zip(players, lines, strict=True)
    )
    return one, other


def typed_result(
    state: EventState,
    round: int,
    table: int,
    winner: str,
    score: int,
    reason: str,
    by: str,
    at: float,
) -> Recorded:
    """Returns the decision that records a typed result.

    Args:
        state: state of the event.
        round: number of the round.
        table: number of the table.
        winner: player who won there.
        score: final score of the loser, 0 to 120.
        reason: reason for replacing a result; empty for a first one.
        by: author of the decision.
        at: time in seconds since 1970.

    Raises:
        IllegalAction: the winner does not play there in that round.
    """
    if not 1 <= round <= len(state.rounds):
        raise IllegalAction(EventFault.NOT_DRAWN, round=round)
    for pairing in state.rounds[round - 1].pairings:
        if pairing.table == table and winner in pairing.seats:
            (loser,) = {*pairing.seats} - {winner}
            return Recorded(
                at=at, by=by, round=round, winner=winner, loser=loser, score=score, reason=reason
            )
    raise IllegalAction(EventFault.OTHERS_PLAY, round=round, table=table)


def accepted_games(decisions: list[tuple[int, AnyDecision]]) -> set[str]:
    """Returns the ids of unsigned games that are on cards.

    Args:
        decisions: the effective decisions.
    """
    return {
        decision.reason
        for _, decision in decisions
        if isinstance(decision, Amended) and decision.rule == RULE
    }
