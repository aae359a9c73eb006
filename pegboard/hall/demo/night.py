"""A simulated club night: six players, three boards, nine rounds, all cards signed."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from random import Random

from pegboard.errors import WireError
from pegboard.hall.demo.board import SimulatedBoard
from pegboard.hall.hall import Hall
from pegboard.hall_client.signing import Seating, sign_cards
from pegboard.players import by_name
from pegboard.tournament.decisions import Entered, EventKind, Opened, Placed, Signed
from pegboard.tournament.rotation.circle import Round
from pegboard.tournament.standings.awards import CLUB_GAMES
from pegboard.tournament.state import EventState

EVENT = "club-night"
DIRECTOR = "demo"
PLAYERS = {
    "Ada": "club", "Ben": "beginner", "Cleo": "greedy", "Dov": "club", "Edie": "beginner",
    "Finn": "random",
}  # fmt: skip
"""Level of each computer player, by name."""
ROUND_S = 20 * 60.0
HELD_S = (2.0, 2.0)


@dataclass(frozen=True, slots=True)
class DemoResult:
    """The result of a signed game, for display."""

    round: int
    table: int
    players: tuple[str, str]
    winner: str
    margin: int


def play_night(
    hall: Hall,
    folder: Path,
    seed: str,
    now: float,
    *,
    players: Mapping[str, str] = PLAYERS,
    rounds: int = CLUB_GAMES,
    kind: EventKind = EventKind.CLUB,
    on_result: Callable[[DemoResult], None] = lambda played: None,
) -> EventState:
    """Plays a whole night.

    Args:
        hall: hall without an earlier night of this kind.
        folder: parent folder of the boards.
        seed: seed of the rotation and of all cards.
        now: start of the night, in seconds since 1970.
        players: name -> level; an even number of players.
        rounds: number of rounds.
        kind: club night, or the main event of a tournament.
        on_result: called with each game as soon as its cards are signed.

    Returns:
        The event after the last round.

    Raises:
        IllegalAction: the hall has such a night already.
        DeviceError: a file cannot be written.
    """
    tables = range(1, len(players) // 2 + 1)
    opened = Opened(at=now, by=DIRECTOR, name="Club night", kind=kind, games=rounds, seed=seed)
    hall.decide(EVENT, opened)
    for name in players:
        hall.decide(EVENT, Entered(at=now, by=DIRECTOR, player=name.lower(), name=name))
    with ExitStack() as stack:
        for table in tables:
            board = stack.enter_context(closing(SimulatedBoard(folder / f"board{table}")))
            hall.join(board.key.public, f"Table {table}", now)
            hall.decide(EVENT, Placed(at=now, by=DIRECTOR, table=table, board=board.key.id))
    for played in play_rounds(hall, folder, EVENT, players, seed, now):
        on_result(played)
    return hall.state(EVENT)


def play_rounds(
    hall: Hall, folder: Path, event: str, players: Mapping[str, str], seed: str, now: float
) -> Iterator[DemoResult]:
    """Draws and plays the remaining rounds of an event.

    Args:
        hall: hall with the event, its players, and its boards at their tables.
        folder: parent folder of the boards.
        event: id of the event.
        players: name -> level.
        seed: seed of all cards.
        now: start of the first round to play, in seconds since 1970.

    Yields:
        Each game as soon as its cards are signed.
    """
    state = hall.state(event)
    with ExitStack() as stack:
        boards = {
            table: stack.enter_context(closing(SimulatedBoard(folder / f"board{table}")))
            for table in state.boards
        }
        for board in boards.values():
            board.reader.catch_up(board.journal)
        for _ in range(state.games - len(state.rounds)):
            drawn = hall.draw(event, DIRECTOR, now)
            yield from _round(hall, boards, drawn, _Night(event, seed, players), now)
            now += ROUND_S


@dataclass(frozen=True, slots=True)
class _Night:
    event: str
    seed: str
    players: Mapping[str, str]

    def named(self, player: str) -> str:
        return next(name for name in self.players if name.lower() == player)


def _round(
    hall: Hall, boards: dict[int, SimulatedBoard], drawn: Round, night: _Night, now: float
) -> Iterator[DemoResult]:
    for pairing in drawn.pairings:
        board, players = boards[pairing.table], pairing.seats
        game = f"{night.event}-round{drawn.number}-table{pairing.table}"
        names = (night.named(players[0]), night.named(players[1]))
        ended = board.play(
            game,
            names,
            [by_name(night.players[name]) for name in names],
            Random(f"{night.seed}|{game}"),
            now,
        )
        send(hall, board)
        feed, seating = (
            board.reader.feed,
            Seating(night.event, drawn.number, pairing.table, players),
        )
        signed = sign_cards(feed, board.key, game, seating, HELD_S, ended)
        hall.decide(night.event, signed)
        yield demo_result(signed)


def demo_result(signed: Signed) -> DemoResult:
    """Returns the result of a signed game."""
    winner = 0 if signed.lines[0].points else 1
    margin = signed.lines[winner].plus or 0
    return DemoResult(signed.round, signed.table, signed.players, signed.players[winner], margin)


def send(hall: Hall, board: SimulatedBoard) -> None:
    """Uploads the items that the hall lacks, as a connected board does."""
    feed = board.reader.feed
    heads = hall.known_heads(feed.board, feed.epoch)
    while (upload := feed.upload(board.key, heads)) is not None:
        (answer,) = hall.receive([upload])
        if isinstance(answer, WireError):
            raise answer
        heads = hall.known_heads(feed.board, feed.epoch) if answer is None else (answer, *heads)
