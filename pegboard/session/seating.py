"""Seating: where each seat is played (at the board or on a phone), and its player's name.

Only the phone at a seat sees that seat's hand. Seats without a phone are played at the board: a
single person's hand is shown; with several people every hand is covered until its owner uncovers
it while the others look away.
"""

from collections.abc import Sequence
from dataclasses import replace

from pegboard.cribbage.codes import Unreadable
from pegboard.cribbage.game import Action, State
from pegboard.errors import IllegalAction, NotationError, quoted
from pegboard.history.players import single_spaced
from pegboard.i18n import name_of
from pegboard.kinds import KindRefusal
from pegboard.pairing import Device, PairingRegistry
from pegboard.pairing.viewer import Viewer
from pegboard.schema.codes import Mistaken
from pegboard.schema.setup import GameSetup
from pegboard.session.codes import Refusal
from pegboard.session.feed.perspective import Perspective
from pegboard.session.lobby import Lobby
from pegboard.session.moves import Moves
from pegboard.session.signing.signing import Signing


class Seating:
    """The seats of devices. A device keeps its seat from game to game until it gives it up."""

    def __init__(self, pairing: PairingRegistry, lobby: Lobby) -> None:
        """Starts with every seat at the board.

        Args:
            pairing: the devices, with their seats.
            lobby: the setup of the game on the table.
        """
        self._pairing, self._lobby = pairing, lobby
        self._uncovered: int | None = None

    def phones(self) -> dict[int, Device]:
        """Returns the devices that play seats of this game, by seat."""
        people = self._lobby.setup.people
        return {each.seat: each for each in self._pairing.devices if each.seat in people}

    def board_seats(self) -> tuple[int, ...]:
        """Returns the people's seats that are played at the board."""
        phones = self.phones()
        return tuple(seat for seat in self._lobby.setup.people if seat not in phones)

    def locations(self) -> list[str | None]:
        """Returns each seat's location: `board`, the device's name, or None for a computer."""
        setup, phones = self._lobby.setup, self.phones()
        return [
            phones[seat].name if seat in phones else "board" if seat in setup.people else None
            for seat in range(setup.rules.players)
        ]

    def seats_of(self, viewer: Viewer) -> tuple[int, ...]:
        """Returns the seats that a viewer may act for, its own first."""
        own_seats = tuple(seat for seat, each in self.phones().items() if each.id == viewer.device)
        return own_seats + (self.board_seats() if viewer.role == "board" else ())

    def perspective(self, viewer: Viewer) -> Perspective:
        """Returns the perspective of a viewer."""
        sight = self._base_perspective(viewer)
        return replace(sight, language=viewer.language, is_at_board=viewer.is_at_board)

    def _base_perspective(self, viewer: Viewer) -> Perspective:
        setup = self._lobby.setup
        if viewer.role == "watcher" or not setup.kind.has_people:
            return Perspective(viewer.role)
        seats = self.seats_of(viewer)
        own_seat = next(iter(seats), None)
        if viewer.role == "player" or not setup.kind.has_dealt_hands:
            has_own = viewer.device and own_seat is not None and own_seat not in self.board_seats()
            return Perspective(viewer.role, own_seat if has_own else None)
        if len(seats) < 2:
            return Perspective("board", own_seat)
        if own_seat in self.board_seats():
            own_seat = self._uncovered if self._uncovered in seats else None
        return Perspective("board", own_seat, tuple(seat for seat in seats if seat != own_seat))

    def undoable_seats(self, viewer: Viewer) -> tuple[int, ...] | None:
        """Returns the seats whose moves a viewer may undo; None for all."""
        return None if viewer.role == "board" else self.seats_of(viewer)

    def uncover(self, viewer: Viewer, seat: int | None) -> None:
        """Uncovers a hand on the board's page; None covers all hands.

        Raises:
            IllegalAction: the seat is not played at the board.
        """
        if seat is not None and (viewer.role != "board" or seat not in self.board_seats()):
            raise IllegalAction(Refusal.NOT_AT_BOARD, seat=seat)
        self._uncovered = seat

    def on_move(self, action: Action, before: State) -> None:
        """Covers the hand of a seat that has acted, before the next player looks."""
        if self._uncovered is not None and getattr(action, "seat", None) == self._uncovered:
            self._uncovered = None

    def cover_all(self) -> None:
        """Covers all hands, for a new deal or game."""
        self._uncovered = None

    async def sit(self, viewer: Viewer, seat: int, state: State) -> None:
        """Gives a free seat to the viewer's device.

        Raises:
            NotationError: there is no such seat for people.
            IllegalAction: the seat cannot be taken now.
        """
        setup = self._lobby.setup
        if not viewer.device:
            raise IllegalAction(Refusal.HAS_EVERY_SEAT)
        self._check(seat)
        other = self.phones().get(seat)
        if other is not None and other.id != viewer.device:
            raise IllegalAction(Refusal.SEAT_TAKEN, other=other.name)
        if other is None and viewer.role != "board" and _has_hidden_hands(setup, state):
            raise IllegalAction(Refusal.CARDS_ARE_DEALT)
        await self._pairing.update(viewer.device, seat=seat)

    async def stand(self, viewer: Viewer) -> None:
        """Gives the seat of the viewer's device back to the board."""
        if viewer.device:
            await self._pairing.update(viewer.device, seat=None)

    async def assign(self, viewer: Viewer, seat: int, device: str | None) -> None:
        """Assigns a seat to a device, or to the board (None). Only for the board's own page.

        Raises:
            NotationError: there is no such seat for people.
            IllegalAction: only the board's own page may.
            Refused: there is no such device.
        """
        if viewer.role != "board":
            raise IllegalAction(Refusal.BOARD_GIVES_SEATS)
        self._check(seat)
        for each in self._pairing.devices:
            if each.seat == seat and each.id != device:
                await self._pairing.update(each.id, seat=None)
        if device is not None:
            await self._pairing.update(device, seat=seat)

    def _check(self, seat: int) -> None:
        people = self._lobby.setup.people
        if seat not in people:
            raise NotationError(Mistaken.NOBODYS_SEAT, seat=seat)


def _has_hidden_hands(setup: GameSetup, state: State) -> bool:
    """Returns whether players hold cards that others at the table must not see."""
    return setup.kind.has_dealt_hands and state.is_open and not state.over


class Naming:
    """Corrections of misspelt names, and of players entered for each other's seats."""

    def __init__(self, moves: Moves, lobby: Lobby, seating: Seating, signing: Signing) -> None:
        """Creates the correction of names for a table.

        Args:
            moves: publishes the new names.
            lobby: setup of the game; stores the names for the next one.
            seating: the seats that a phone may rename.
            signing: tells whether the game belongs to an event.
        """
        self._moves, self._lobby = moves, lobby
        self._seating, self._signing = seating, signing

    async def rename(self, names: Sequence[str | int | None], viewer: Viewer, *, id: str) -> None:
        """Corrects the names of the seats.

        Args:
            names: by seat: a name, the seat whose name it takes over, or None to keep its own.
            viewer: the requesting viewer; a phone may rename only its own seats.
            id: id of the command.

        Raises:
            IllegalAction: the names of this game cannot be changed, or not by this viewer.
            NotationError: the number of names differs from that of seats, or a name is invalid.
            DeviceError: the journal cannot be written; nothing changed.
        """
        table, setup = self._moves.table, self._lobby.setup
        if table.kind.rename_refusal is not None:
            raise IllegalAction(table.kind.rename_refusal)
        if self._signing.is_event_game:
            raise IllegalAction(KindRefusal.EVENT_NAMES)
        seats = range(table.rules.players)
        if len(names) != len(seats):
            raise NotationError(Mistaken.NAMES, n=len(names), seats=len(seats))
        sources = [name for name in names if isinstance(name, int)]
        for seat in sources:
            if seat not in seats:
                raise NotationError(Mistaken.NO_SUCH_SEAT, got=seat)
        changed = [seat for seat in seats if names[seat] not in (None, seat)]
        for seat in {*changed, *sources}:
            if seat in setup.computers:
                raise IllegalAction(Refusal.COMPUTERS_NAME, name=name_of(table.names[seat]))
        seats_of_viewer = self._seating.undoable_seats(viewer)
        if seats_of_viewer is not None and not set(changed) <= set(seats_of_viewer):
            raise IllegalAction(Refusal.ONLY_BOARD)
        before = table.header.names
        after = [
            _name(name) if isinstance(name, str) else before[seat if name is None else name]
            for seat, name in enumerate(names)
        ]
        await self._lobby.rename(after, id=id)
        self._moves.publish()


def _name(text: str) -> str:
    """Normalises the spaces of a name.

    Raises:
        NotationError: the name is blank.
    """
    name = single_spaced(text)
    if not name:
        raise NotationError(Unreadable.NOT_A_NAME, text=quoted(text))
    return name
