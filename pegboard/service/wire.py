"""Wires one session: its parts, its buttons, its display and its commands."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from math import inf
from pathlib import Path
from random import Random

from pegboard.archive.review_queue import ReviewQueue
from pegboard.camera.client import CameraClient
from pegboard.config import Config
from pegboard.devices.strip_driver import StripDriver
from pegboard.notice import Notice
from pegboard.pairing import PairingRegistry
from pegboard.pairing.switch_question import SwitchQuestion
from pegboard.service.speech import Speech
from pegboard.session.adaptive.adapting import Adapting, Recent
from pegboard.session.attract import Attract
from pegboard.session.board_choice import BoardChoice
from pegboard.session.buttons import Presses
from pegboard.session.by_ear.player import ByEar
from pegboard.session.by_ear.teller import Teller
from pegboard.session.coach import Coach
from pegboard.session.commands import Commands
from pegboard.session.computer import Opponents
from pegboard.session.counting.camera_setup import CameraTask
from pegboard.session.counting.counter import CountingSession
from pegboard.session.counting.pack import PackSession, pack_file
from pegboard.session.counting.show import Show
from pegboard.session.far.far import FarSession
from pegboard.session.feed.notice_board import NoticeBoard
from pegboard.session.feed.presence import Presence
from pegboard.session.lobby import Lobby
from pegboard.session.memory import LastSetup, TableMemory, WaitingGames
from pegboard.session.moves import Moves, Updates
from pegboard.session.parts import Parts
from pegboard.session.publisher import Publisher
from pegboard.session.seating import Naming, Seating
from pegboard.session.session import Session
from pegboard.session.signing.signing import Signing
from pegboard.session.table import Table
from pegboard.session.undo import Undoing
from pegboard.session.views.pages import Pages
from pegboard.session.watching.sample import SampleDeal
from pegboard.session.watching.watching import WatchingSession
from pegboard.storage.pictures import Album
from pegboard.storage.port import RunBlocking
from pegboard.storage.state_names import PICTURES

CALM_PACE_S = 3.0
"""Seconds between two moves of the computer at least, in calm play."""


@dataclass(frozen=True, slots=True)
class Outside:
    """The surroundings of a session.

    Attributes:
        config: of the service.
        state: the state folder.
        run_blocking: the journal's thread.
        clock: monotonic seconds, the same that inputs carry.
        rng: shuffles.
        camera_client: the camera, or None.
        film: the camera of the sample deal.
        remembered: how people sat down the last time.
        reviews: reviews games.
        on_reset: executes a reset requested at the board; returns a notice.
        on_safe: the same for a start in safe mode.
        speech: the board's voice.
        is_first_start: returns whether nobody has gone through the first set-up yet.
        recent: knows people's games against the computer.
    """

    config: Config
    state: Path
    run_blocking: RunBlocking
    clock: Callable[[], float]
    rng: Random
    camera_client: CameraClient | None
    film: CameraClient
    remembered: LastSetup
    reviews: ReviewQueue
    on_reset: Callable[[], Awaitable[Notice]]
    on_safe: Callable[[], Notice] | None
    speech: Speech
    is_first_start: Callable[[], bool]
    recent: Recent


@dataclass(frozen=True, slots=True)
class Wired:
    """A session that is wired together."""

    presses: Presses
    publisher: Publisher
    commands: Commands
    pages: Pages
    coach: Coach
    camera: CameraTask


def wire_parts(
    outside: Outside,
    table: Table,
    updates: Updates,
    notices: NoticeBoard,
    boards: BoardChoice,
    pairing: PairingRegistry,
) -> Parts:
    """Returns the parts of a session, each with those that it needs."""
    config, clock = outside.config, outside.clock
    moves = Moves(table, updates.changed)
    lobby = Lobby(
        table,
        boards,
        config.game,
        outside.rng,
        remembered=outside.remembered,
        waiting=WaitingGames(table, TableMemory(outside.state), outside.run_blocking),
        run_blocking=outside.run_blocking,
        adapting=Adapting(outside.recent, notices),
    )
    seating = Seating(pairing, lobby)
    by_ear, calm = config.voice.by_ear, config.game.calm
    quiet = outside.speech.finished if by_ear or calm else None
    opponents = Opponents(moves, pace_s=pace_of(config), rng=outside.rng, quiet=quiet)
    counting = CountingSession(
        moves,
        outside.camera_client,
        updates,
        notices,
        album=Album(outside.state / PICTURES, max_mb=config.camera.pictures_max_mb),
        peg_after_s=0.0 if calm else config.camera.peg_after_s,
    )
    pack = PackSession(
        outside.camera_client,
        pack_file(outside.state),
        outside.run_blocking,
        on_change=updates.changed,
        on_answer=counting.again,
    )
    signing = Signing(table, updates.changed)
    watching = WatchingSession(
        moves,
        outside.camera_client,
        updates,
        film=outside.film,
        on=config.camera.watch,
        busy=lambda: counting.looking,
    )
    moves.follow(seating.moved)
    pairing.changed = updates.changed
    return Parts(
        table=table,
        updates=updates,
        notices=notices,
        moves=moves,
        lobby=lobby,
        boards=boards,
        pairing=pairing,
        pack=pack,
        switch_question=SwitchQuestion(updates.changed),
        presence=Presence(updates.changed),
        seating=seating,
        opponents=opponents,
        undoing=Undoing(moves, opponents, lobby),
        naming=Naming(moves, lobby, seating, signing),
        counting=counting,
        watching=watching,
        sample=SampleDeal(moves, lobby, watching, outside.film, updates.changed),
        show=Show(moves, updates.changed, pace_s=show_pace_of(config), rests=not calm),
        attract=Attract(lobby, table, after_s=config.game.invites_after_s, clock=clock),
        signing=signing,
        far=FarSession(moves, lobby),
        is_first_start=outside.is_first_start,
        by_ear=_by_ear(outside.speech, moves, seating, lobby, opponents) if by_ear else None,
    )


def _by_ear(
    speech: Speech, moves: Moves, seating: Seating, lobby: Lobby, opponents: Opponents
) -> ByEar:
    """Returns what plays by sound and four buttons, for the one person at the board."""
    table = moves.table

    def seat() -> int | None:
        at_board = seating.at_board()
        alone = table.kind.deals_to_people and len(at_board) == 1
        return at_board[0] if alone else None

    def waits() -> bool:
        return opponents.awaiting_ack

    teller = Teller(table, seat, waits, lambda: lobby.match, speech.add)
    moves.follow(teller.moved)
    lobby.follow(teller.seated)
    return ByEar(moves, seat, teller, speech.add)


def wire(outside: Outside, parts: Parts, lights: StripDriver) -> Wired:
    """Returns a session with its buttons, its display and its commands."""
    config = outside.config
    session = Session(parts, on_reset=outside.on_reset, on_safe=outside.on_safe)
    presses = Presses(
        session,
        parts.updates,
        parts.notices,
        hold_s=config.buttons.debounce_ms / 1000,
        commit_s=commit_of(config),
        clock=outside.clock,
    )
    publisher = Publisher(parts, presses, lights)
    parts.lobby.follow(partial(_seat, parts, presses))
    return Wired(
        presses=presses,
        publisher=publisher,
        commands=Commands(parts, presses),
        pages=Pages(parts),
        coach=Coach(parts.table, outside.reviews),
        camera=CameraTask(
            outside.camera_client, parts.counting, outside.clock, parts.updates.changed
        ),
    )


def pace_of(config: Config) -> float:
    """Returns the seconds between two moves of the computer."""
    pace_s = config.game.pace_s
    return max(CALM_PACE_S, pace_s) if config.game.calm else pace_s


def show_pace_of(config: Config) -> float:
    """Returns the pace at which a show is told on the page; 0 where it is told by ear alone."""
    return 0.0 if config.voice.by_ear else pace_of(config)


def commit_of(config: Config) -> float:
    """Returns the seconds until a pending score is pegged; in calm play it never is by itself."""
    return inf if config.game.calm else config.buttons.commit_s


def _seat(parts: Parts, presses: Presses) -> None:
    """Resets everything that belonged to the last game."""
    presses.restart(parts.table.rules.players, parts.table.rules.target)
    parts.counting.dismiss()
    parts.watching.seated()
    parts.opponents.take_seats(parts.lobby.setup)
    parts.seating.cover()
    parts.moves.onward()
