"""A simulated duplicate night: everyone plays the same deals against the expert."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random

from pegboard.cribbage.shuffle import Shuffle
from pegboard.hall.demo.board import SimulatedBoard
from pegboard.hall.demo.night import DIRECTOR, ROUND_S, DemoResult, send
from pegboard.hall.hall import SECRETS, Hall
from pegboard.hall_client.signing import Seating, sign_cards
from pegboard.players import by_name
from pegboard.tournament.decisions import Entered, EventKind, Opened, Placed, Revealed
from pegboard.tournament.duplicate import LEVEL, commitment_of, dealer_of, game_seed

EVENT = "duplicate-night"
PLAYERS = {"Ada": "expert", "Ben": "club", "Cleo": "beginner", "Dov": "novice"}
"""Level of each computer player, by name."""
GAMES = 4
HELD_S = (2.0, 0.0)
"""Seconds each seat held its button; the expert does not sign."""


def play_duplicate(
    hall: Hall,
    folder: Path,
    secret: str,
    now: float,
    *,
    players: Mapping[str, str] = PLAYERS,
    games: int = GAMES,
) -> Iterator[DemoResult]:
    """Plays a whole night and reveals its deals.

    Args:
        hall: hall without an earlier night of this kind.
        folder: parent folder of the boards.
        secret: secret of the deals, 64 hexadecimal digits; also seeds the players' choices.
        now: start of the night, in seconds since 1970.
        players: name -> level.
        games: number of games.

    Yields:
        Each game as soon as it is signed.

    Raises:
        IllegalAction: the hall has such a night already.
        DeviceError: a file cannot be written.
    """
    SECRETS.put(hall.store, secret.encode(), EVENT)
    opened = Opened(
        at=now,
        by=DIRECTOR,
        name="Duplicate night",
        kind=EventKind.DUPLICATE,
        games=games,
        seed=commitment_of(secret),
    )
    hall.decide(EVENT, opened)
    with ExitStack() as stack:
        boards: dict[int, SimulatedBoard] = {}
        for table, name in enumerate(players, 1):
            board = stack.enter_context(closing(SimulatedBoard(folder / f"board{table}")))
            boards[table] = board
            hall.join(board.key.public, f"Table {table}", now)
            hall.decide(EVENT, Entered(at=now, by=DIRECTOR, player=name.lower(), name=name))
            hall.decide(EVENT, Placed(at=now, by=DIRECTOR, table=table, board=board.key.id))
        for number in range(1, games + 1):
            for pairing in hall.draw(EVENT, DIRECTOR, now).pairings:
                board, (player, foe) = boards[pairing.table], pairing.seats
                name = next(name for name in players if name.lower() == player)
                game, shuffle = f"{EVENT}-{number}", Shuffle(game_seed(secret, number))
                ended = board.play(
                    game,
                    (name, "Expert"),
                    [by_name(players[name]), by_name(LEVEL)],
                    Random(f"{secret}|{number}"),
                    now,
                    (dealer_of(number), shuffle),
                )
                send(hall, board)
                seating = Seating(EVENT, number, pairing.table, (player, foe))
                signed = sign_cards(board.reader.feed, board.key, game, seating, HELD_S, ended)
                hall.decide(EVENT, signed)
                line = signed.lines[0]
                winner = player if line.points else foe
                margin = line.plus or line.minus or 0
                yield DemoResult(number, pairing.table, (player, foe), winner, margin)
            now += ROUND_S
    hall.decide(EVENT, Revealed(at=now, by=DIRECTOR, secret=secret))
