"""A game that a board says is over, written on both cards by the director.

Where the seats have not signed at the board, the director writes what the journal says: each card
gets its own line, with the game as the reason, so that everybody can replay it.
"""

from pegboard.errors import IllegalAction
from pegboard.tournament.codes import EventFault
from pegboard.tournament.decisions import Amended, AnyDecision, WrittenLine
from pegboard.tournament.result import GameResult, lines_of
from pegboard.tournament.state import EventState

RULE = "board"
"""The rule of these corrections: the board's journal says so."""


def accept_game(
    state: EventState, round: int, table: int, game: str, result: GameResult, by: str, at: float
) -> tuple[Amended, Amended]:
    """Returns the two lines that a game puts on the cards.

    Args:
        state: the event.
        round: in which it was played.
        table: where.
        game: its id in the board's journal.
        result: replayed from there.
        by: the director.
        at: seconds since 1970.

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


def accepted_games(decisions: list[tuple[int, AnyDecision]]) -> set[str]:
    """Returns the games that stand on cards already.

    Args:
        decisions: those that count.
    """
    return {
        decision.reason
        for _, decision in decisions
        if isinstance(decision, Amended) and decision.rule == RULE
    }
