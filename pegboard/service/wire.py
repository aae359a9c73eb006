"""Connection of the parts and the buttons of one session."""

import time
from collections.abc import Callable
from functools import partial
from math import inf
from random import Random

from pegboard.camera.client import CameraClient
from pegboard.config import Config
from pegboard.pairing import PairingRegistry
from pegboard.pairing.switch_question import SwitchQuestion
from pegboard.service.speech import Speech
from pegboard.session.attract import Attract
from pegboard.session.board_choice import BoardChoice
from pegboard.session.buttons import Presses
from pegboard.session.by_ear.narrator import Narrator
from pegboard.session.by_ear.player import ByEar
from pegboard.session.computer import Opponents
from pegboard.session.counting.counter import CountingSession
from pegboard.session.counting.pack import PackSession, pack_file
from pegboard.session.counting.show import Show
from pegboard.session.feed.notice_board import NoticeBoard
from pegboard.session.feed.presence import Presence
from pegboard.session.lobby import Lobby
from pegboard.session.moves import Moves, Updates
from pegboard.session.parts import Parts
from pegboard.session.remote.remote import RemoteSession
from pegboard.session.seating import Naming, Seating
from pegboard.session.session import Session
from pegboard.session.signing.signing import Signing
from pegboard.session.undo import Undoing
from pegboard.session.watching.sample import SampleDeal
from pegboard.session.watching.watching import WatchingSession
from pegboard.storage.paths import state_folder
from pegboard.storage.pictures import PictureStore
from pegboard.storage.port import RunBlocking
from pegboard.storage.state_names import PICTURES

CALM_PACE_S = 3.0
"""Shortest pause between two moves of the computer in calm play, seconds."""


def wire_parts(
    config: Config,
    moves: Moves,
    lobby: Lobby,
    boards: BoardChoice,
    *,
    updates: Updates,
    notices: NoticeBoard,
    pairing: PairingRegistry,
    run_blocking: RunBlocking,
    rng: Random,
    camera_client: CameraClient | None,
    film: CameraClient,
    speech: Speech,
    is_first_start: Callable[[], bool],
) -> Parts:
    """Creates the parts of a session and connects them.

    Args:
        config: configuration of the board.
        moves: executes actions at the table.
        lobby: starts games.
        boards: layout in use.
        updates: schedules publications.
        notices: notices shown on every page.
        pairing: registry of the paired devices.
        run_blocking: runs blocking calls on the journal's thread.
        rng: source of randomness for the computer.
        camera_client: client of the camera process; None without a camera.
        film: the camera of the sample deal.
        speech: voice of the board; None without a speaker.
        is_first_start: returns whether the first set-up is still to be done.
    """
    state, table = state_folder(config), moves.table
    seating = Seating(pairing, lobby)
    by_ear, calm = config.voice.by_ear, config.game.calm
    quiet = speech.wait_until_spoken if by_ear or calm else None
    opponents = Opponents(moves, pace_s=pace_of(config), rng=rng, quiet=quiet)
    counting = CountingSession(
        moves,
        camera_client,
        updates,
        notices,
        album=PictureStore(state / PICTURES, max_mb=config.camera.pictures_max_mb),
        peg_after_s=0.0 if calm else config.camera.peg_after_s,
    )
    pack = PackSession(
        camera_client,
        pack_file(state),
        run_blocking,
        on_change=updates.schedule,
        on_answer=counting.recount,
    )
    signing = Signing(table, updates.schedule)
    watching = WatchingSession(
        moves,
        camera_client,
        updates,
        film=film,
        is_enabled=config.camera.watch,
        busy=lambda: counting.is_reading,
    )
    moves.add_listener(seating.on_move)
    pairing.on_change = updates.schedule
    return Parts(
        table=table,
        updates=updates,
        notices=notices,
        moves=moves,
        lobby=lobby,
        boards=boards,
        pairing=pairing,
        pack=pack,
        switch_question=SwitchQuestion(updates.schedule),
        presence=Presence(updates.schedule),
        seating=seating,
        opponents=opponents,
        undoing=Undoing(moves, opponents, lobby),
        naming=Naming(moves, lobby, seating, signing),
        counting=counting,
        watching=watching,
        sample=SampleDeal(moves, lobby, watching, film, updates.schedule),
        show=Show(moves, updates.schedule, pace_s=show_pace_of(config), advances=not calm),
        attract=Attract(lobby, table, after_s=config.game.invites_after_s, clock=time.monotonic),
        signing=signing,
        remote=RemoteSession(moves, lobby),
        is_first_start=is_first_start,
        by_ear=_by_ear(speech, moves, seating, lobby, opponents) if by_ear else None,
    )


def _by_ear(
    speech: Speech, moves: Moves, seating: Seating, lobby: Lobby, opponents: Opponents
) -> ByEar:
    """Returns play by ear, for when a single person is at the board."""
    table = moves.table

    def seat() -> int | None:
        at_board = seating.board_seats()
        alone = table.kind.deals_to_people and len(at_board) == 1
        return at_board[0] if alone else None

    def waits() -> bool:
        return opponents.awaiting_ack

    teller = Narrator(table, seat, waits, lambda: lobby.match, speech.enqueue)
    moves.add_listener(teller.on_move)
    lobby.add_listener(teller.on_new_game)
    return ByEar(moves, seat, teller, speech.enqueue)


def wire_presses(config: Config, parts: Parts, session: Session) -> Presses:
    """Returns the handler of the buttons; it is reset for every new game."""
    presses = Presses(
        session,
        parts.updates,
        parts.notices,
        hold_s=config.buttons.debounce_ms / 1000,
        commit_s=commit_of(config),
        clock=time.monotonic,
    )
    parts.lobby.add_listener(partial(_reset_for_new_game, parts, presses))
    return presses


def pace_of(config: Config) -> float:
    """Returns the seconds between two moves of the computer."""
    pace_s = config.game.pace_s
    return max(CALM_PACE_S, pace_s) if config.game.calm else pace_s


def show_pace_of(config: Config) -> float:
    """Returns the pace of the show on the page; 0 if the show is only spoken, for play by ear."""
    return 0.0 if config.voice.by_ear else pace_of(config)


def commit_of(config: Config) -> float:
    """Returns the seconds until a pending score is pegged; infinite in calm play."""
    return inf if config.game.calm else config.buttons.commit_s


def _reset_for_new_game(parts: Parts, presses: Presses) -> None:
    """Resets everything that belongs to the previous game."""
    presses.reset(parts.table.rules.players, parts.table.rules.target)
    parts.counting.dismiss()
    parts.watching.on_new_game()
    parts.opponents.take_seats(parts.lobby.setup)
    parts.seating.cover_all()
    parts.moves.publish()
