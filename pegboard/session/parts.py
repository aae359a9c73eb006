"""The parts of a session, which work together on one game."""

from collections.abc import Callable
from dataclasses import dataclass

from pegboard.pairing import PairingRegistry
from pegboard.pairing.switch_question import SwitchQuestion
from pegboard.session.attract import Attract
from pegboard.session.board_choice import BoardChoice
from pegboard.session.by_ear.player import ByEar
from pegboard.session.computer import Opponents
from pegboard.session.counting.counter import CountingSession
from pegboard.session.counting.pack import PackSession
from pegboard.session.counting.show import Show
from pegboard.session.feed.notice_board import NoticeBoard
from pegboard.session.feed.presence import Presence
from pegboard.session.lobby import Lobby
from pegboard.session.moves import Moves, Updates
from pegboard.session.remote.remote import RemoteSession
from pegboard.session.seating import Naming, Seating
from pegboard.session.signing.signing import Signing
from pegboard.session.table import Table
from pegboard.session.undo import Undoing
from pegboard.session.watching.sample import SampleDeal
from pegboard.session.watching.watching import WatchingSession


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of one session.

    Attributes:
        table: the game and its journal.
        updates: schedules publications.
        notices: problems and the condition of the devices.
        moves: executes actions.
        lobby: starts games.
        boards: layout in use.
        pairing: paired devices and requests.
        pack: the pack on the table, and the question about its letters.
        switch_question: the question whether phones on the network may open the page.
        presence: devices with an open page.
        seating: the location of each seat.
        opponents: the computer's players.
        undoing: undo, redo and edits.
        naming: corrections of names.
        counting: the hand being counted.
        watching: follows the deal on the table with the camera.
        sample: the sample deal, followed in a film.
        show: narrates the hands of a show.
        attract: starts a demo when nobody is there.
        signing: signatures after a game of an event.
        remote: games with another board.
        is_first_start: returns whether the first set-up is still to be done.
        by_ear: play by sound and four buttons; None if it is off.
    """

    table: Table
    updates: Updates
    notices: NoticeBoard
    moves: Moves
    lobby: Lobby
    boards: BoardChoice
    pairing: PairingRegistry
    pack: PackSession
    switch_question: SwitchQuestion
    presence: Presence
    seating: Seating
    opponents: Opponents
    undoing: Undoing
    naming: Naming
    counting: CountingSession
    watching: WatchingSession
    sample: SampleDeal
    show: Show
    attract: Attract
    signing: Signing
    remote: RemoteSession
    is_first_start: Callable[[], bool]
    by_ear: ByEar | None = None
