"""The parts of a session that know each other: one game and its people."""

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
        updates: has what changed shown.
        notices: tells what went wrong, and how the devices are.
        moves: does actions.
        lobby: begins games.
        boards: what is played on.
        pairing: lets devices in.
        pack: knows the pack on the table, and asks about its letters.
        switch_question: asks at the board whether the network may open the page.
        presence: which devices have a page open.
        seating: who sits where.
        opponents: the computer's side.
        undoing: takes back.
        naming: corrects names.
        counting: what is being counted.
        watching: follows the deal on the table with the camera.
        sample: shows a deal that the camera follows, from a film.
        show: tells the hands of a show.
        attract: starts a demo when nobody is there.
        signing: asks for the signatures after a game of an event.
        remote: a game with another board.
        is_first_start: returns whether nobody has gone through the first set-up yet.
        by_ear: plays by sound and four buttons; None where the board does not speak for that.
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
