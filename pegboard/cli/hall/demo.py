"""`pegboard hall demo`: a club night of six computer players at three simulated boards."""

import asyncio
import json
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from hashlib import sha256
from pathlib import Path
from random import SystemRandom
from typing import Annotated

import typer

from pegboard.chain.key_file import load_key
from pegboard.cli.hall.table import rows
from pegboard.cli.line import Json
from pegboard.errors import PegboardError
from pegboard.hall.archive.export import export
from pegboard.hall.archive.verify import verify
from pegboard.hall.demo.duplicate import EVENT as DUPLICATE
from pegboard.hall.demo.duplicate import play_duplicate
from pegboard.hall.demo.live import LIVE_SPEED, LiveNight
from pegboard.hall.demo.live_board import Pace
from pegboard.hall.demo.night import EVENT, DemoResult, play_night
from pegboard.hall.demo.process import hall_process
from pegboard.hall.folder import KEY, open_hall
from pegboard.hall.service.config import HallWeb
from pegboard.host.atomic_file import atomic_write
from pegboard.tournament.standings.awards import CLUB_GAMES

DONE, NOT_PROVED, UNUSABLE = 0, 1, 2
HALL_PORT = HallWeb().port


def demo_command(
    out: Annotated[Path, typer.Option(help="File of the event that is written.")] = Path(
        "club-night.zip"
    ),
    folder: Annotated[
        Path | None, typer.Option(help="Folder to keep the hall and its boards in.")
    ] = None,
    rounds: Annotated[int, typer.Option(min=1, max=99, help="Games of the night.")] = CLUB_GAMES,
    seed: Annotated[str, typer.Option(help="The same seed plays the same night.")] = "",
    duplicate: Annotated[
        bool, typer.Option("--duplicate", help="Everybody plays the same cards against the expert.")
    ] = False,
    live: Annotated[
        bool, typer.Option("--live", help="Play in front of a real hall, on its pages, at a pace.")
    ] = False,
    speed: Annotated[
        float, typer.Option(min=0.1, max=1000, help="With --live: so many times as fast as people.")
    ] = LIVE_SPEED,
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="With --live: port of the pages.")
    ] = HALL_PORT,
    as_json: Json = False,
) -> int:
    """Plays a club night, or a duplicate night, writes its file and verifies it.

    A live night ends with Ctrl-C; what has been played until then is proved all the same.

    Returns:
        The exit code: 0; 1 if the file does not prove the night; 2 where a file cannot be written.
    """
    seed = seed or str(SystemRandom().randrange(10**9))
    on_game = _ignore if as_json else _NightProgress().report
    if live and duplicate:
        print("pegboard hall demo: --live must be without --duplicate", file=sys.stderr)
        return UNUSABLE
    try:
        with ExitStack() as stack:
            if folder is None:
                folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="pegboard-")))
            event = DUPLICATE if duplicate else EVENT
            if live:
                event = asyncio.run(_play_live(folder, Pace(seed, speed), rounds, port, on_game))
            hall = stack.enter_context(open_hall(folder))
            if duplicate:
                secret = sha256(seed.encode()).hexdigest()
                for played in play_duplicate(hall, folder, secret, time.time(), games=rounds):
                    on_game(played)
            elif not live:
                play_night(hall, folder, seed, time.time(), rounds=rounds, on_result=on_game)
            state = hall.state(event)
            data = export(hall.store, event, load_key(folder / KEY))
        atomic_write(out, data, mode=0o644)
        report = verify(data, str(out))
    except (OSError, PegboardError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        print(f"pegboard hall demo: {reason}", file=sys.stderr)
        return UNUSABLE
    if as_json:
        places = [[place.place, place.player, place.tally.points] for place in state.standings()]
        result = {"seed": seed, "file": str(out), "games": report.games, "standings": places}
        print(json.dumps(result | {"faults": [str(fault) for fault in report.faults]}))
    else:
        print("", *rows(state), "", sep="\n")
        for fault in report.faults:
            print(f"wrong: {fault}")
        if not report.faults:
            print(f"{out}: {report.games} games, every card signed, all proved (seed {seed})")
            print(f"Try: pegboard hall verify {out}")
    return NOT_PROVED if report.faults else DONE


async def _play_live(
    folder: Path, pace: Pace, rounds: int, port: int, on_game: Callable[[DemoResult], None]
) -> str:
    """Plays a night in a running hall until Ctrl-C; returns the id of the event."""
    stop = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    with hall_process(folder, port) as hall:
        night = LiveNight(hall, folder, pace, rounds, on_game)
        event = await asyncio.to_thread(night.open)
        _print_note(f"Watch it at {hall.address}/ (a player's page: {hall.address}/player)")
        _print_note(
            f"Direct it at {hall.address}/director with the PIN {hall.pin}. Ctrl-C ends it."
        )
        playing, stopping = asyncio.create_task(night.play()), asyncio.create_task(stop.wait())
        await asyncio.wait((playing, stopping), return_when=asyncio.FIRST_COMPLETED)
        if playing.done():
            playing.result()
            _print_note("The night is over; its pages are there until Ctrl-C.")
            await stopping
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
    return event


def _print_note(line: str) -> None:
    """Prints a line on stderr, because `--json` prints only results on stdout."""
    print(line, file=sys.stderr, flush=True)


def _ignore(played: DemoResult) -> None:
    """Ignores a game."""


class _NightProgress:
    """Prints the progress of the night."""

    def __init__(self) -> None:
        self._round = 0

    def report(self, played: DemoResult) -> None:
        if played.round != self._round:
            self._round = played.round
            print(f"Round {played.round}")
        loser = next(player for player in played.players if player != played.winner)
        skunk = ", a skunk" if played.margin > 30 else ""
        winner, loser = (name.removeprefix("*").title() for name in (played.winner, loser))
        print(
            f"  table {played.table}: {winner} beats {loser} by {played.margin}{skunk}",
            flush=True,
        )
