"""The result of a game, replayed from the board's journal with `pegboard.cribbage`."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pegboard.chain.item import BEGIN, Item
from pegboard.cribbage.events import Counted
from pegboard.cribbage.game import apply
from pegboard.cribbage.notation import parse_action, parse_record
from pegboard.cribbage.replay import fold_undos
from pegboard.cribbage.rules import Rules
from pegboard.cribbage.state import new_game
from pegboard.errors import IllegalAction
from pegboard.tournament.codes import EventFault
from pegboard.tournament.scorecards.line import Line, lost, won

AWARD_FROM = 28


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of a two-player game.

    Attributes:
        winner: seat of the winner, 0 or 1.
        scores: final scores of both seats.
        award_hands: seat and points of each hand of 28 or 29.
    """

    winner: int
    scores: tuple[int, int]
    award_hands: tuple[tuple[int, int], ...] = ()

    @property
    def margin(self) -> int:
        """Winning margin in points."""
        return abs(self.scores[0] - self.scores[1])


def result_of(items: Sequence[Item]) -> GameResult:
    """Replays one game.

    Args:
        items: items of the game: its beginning, then all entries.

    Raises:
        NotationError: an entry cannot be parsed.
        IllegalAction: an action is illegal, an entry is missing, the game is not over, or it is not
            a two-player game to 121.
    """
    if [item.number for item in items] != [*range(BEGIN, len(items))] or not items:
        raise IllegalAction(EventFault.LINES_MISSING)
    header = parse_record(items[0].text, items[0].game).header
    if not is_tournament(header.rules):
        raise IllegalAction(EventFault.NOT_TOURNAMENT)
    state = new_game(header.rules, header.dealer)
    hands: list[tuple[int, int]] = []
    for _, action in fold_undos(parse_action(item.text) for item in items[1:]):
        state, events = apply(state, action)
        hands += [
            (event.seat, event.score.total)
            for event in events
            if isinstance(event, Counted) and not event.crib and event.score.total >= AWARD_FROM
        ]
    if state.winner is None:
        raise IllegalAction(EventFault.NOT_OVER)
    return GameResult(state.winner, (state.scores[0], state.scores[1]), tuple(hands))


def is_tournament(rules: Rules) -> bool:
    """Returns True if a game can count on a score card: two players to 121."""
    return rules.players == 2 and rules.target == 121


def lines_of(result: GameResult, game: int, players: tuple[str, str]) -> tuple[Line, Line]:
    """Returns the lines of a game on the two cards.

    Args:
        result: result of the game.
        game: number of the game on the cards.
        players: players at seats 0 and 1.
    """
    written = [lost(game, players[1], result.margin), lost(game, players[0], result.margin)]
    winner = result.winner
    written[winner] = won(game, players[1 - winner], result.margin)
    return written[0], written[1]


def game_items(items: Iterable[Item], game: str) -> list[Item]:
    """Filters the items of one game."""
    return [item for item in items if item.game == game]
