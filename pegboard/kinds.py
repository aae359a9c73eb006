"""Kinds of game: players, dealing, and permitted operations.

Each kind is one object; all differences between kinds are its fields and properties. Journals,
requests and messages name its mode; a tag of the record distinguishes kinds with the same mode.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

from pegboard.errors import Code

Mode = Literal["score", "computer", "demo"]
"""`score`: real cards, the board counts and pegs. `computer`: people hold cards that were dealt
to them. `demo`: the computer holds every seat."""
MODES: tuple[Mode, ...] = get_args(Mode)
PERSON = "person"
"""Player of a seat played by a person."""
REMOTE_PLAYER = "far"
"""Player of a seat played by a person at another board."""


class KindRefusal(Code):
    """Codes of refusals of operations that a kind of game does not allow."""

    DEMO_PLAYS = "demo-plays", "a demo game is running; start your own game first"
    BOARD_COUNTS = "board-counts", "in a game against the computer the board keeps the count"
    FAR_STANDS = (
        "far-stands",
        "in a game with another board nothing can be taken back: the other board has seen it",
    )
    EVENT_NAMES = (
        "event-names",
        "the names of this game come from the event: the director corrects them",
    )
    FAR_NAMES = (
        "far-names",
        "in a game with another board the names cannot change: the other board has recorded them",
    )
    PEOPLE_ALONE = (
        "people-alone",
        "seats: people alone play with their own cards; mode must be computer for dealt cards",
    )
    DEMO_ALONE = "demo-alone", "seats: in a demo the computer must have every seat"
    NO_PERSON = "no-person", "seats: at least one must be a person; without people it is a demo"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameKind:
    """The answers to every question that differs between kinds of game.

    Attributes:
        mode: name in journals and messages.
        tag: name of a tag of the record and a word in it; empty if the mode is sufficient.
        has_people: whether people play; otherwise a press at the board takes over.
        has_computers: whether the computer may play seats.
        has_real_cards: whether people use their own pack, so that the board knows only what it is
            shown or what is entered. They may enter points and edit any line.
        is_stored: whether it goes into the journal.
        board_deals: whether this board shuffles, deals and turns up the starter.
        is_remote: whether another board plays a seat, so that both boards agree on every action.
        shows_all_hands: whether everybody sees every hand.
        shares_deals: whether others play the same deals, so that no card may be revealed.
        follows_film: whether the camera watches a film in place of the table.
        entry_refusal: reason for refusing entered points; None if they are allowed.
        action_refusal: reason for refusing actions of people; None if they are allowed.
        undo_refusal: reason for refusing undo; None if it is allowed.
        rename_refusal: reason for refusing corrections of names; None if they are allowed.
    """

    mode: Mode
    tag: tuple[str, str] = ("", "")
    has_people: bool = True
    has_computers: bool = False
    has_real_cards: bool = False
    is_stored: bool = True
    board_deals: bool = False
    is_remote: bool = False
    shows_all_hands: bool = False
    shares_deals: bool = False
    follows_film: bool = False
    entry_refusal: KindRefusal | None = None
    action_refusal: KindRefusal | None = None
    undo_refusal: KindRefusal | None = None
    rename_refusal: KindRefusal | None = None

    @property
    def has_dealt_hands(self) -> bool:
        """Returns True if people hold hidden cards, so that each may undo only their own moves."""
        return self.has_people and not self.has_real_cards

    @property
    def deals_to_people(self) -> bool:
        """Returns True if this board knows the people's cards, so that it can give hints."""
        return self.has_people and self.board_deals

    def default_seats(self, players: int, level: str) -> tuple[str, ...]:
        """Returns the default player of each seat.

        Args:
            players: number of players.
            level: level of the computers.
        """
        people = int(self.has_people) if self.has_computers else players
        return (PERSON,) * people + (level,) * (players - people)

    def seats_refusal(self, seats: Sequence[str]) -> KindRefusal | None:
        """Returns the reason for refusing these players, or None."""
        if not self.has_computers:
            return None if set(seats) == {PERSON} else KindRefusal.PEOPLE_ALONE
        if not self.has_people:
            return KindRefusal.DEMO_ALONE if PERSON in seats else None
        return None if PERSON in seats else KindRefusal.NO_PERSON


REAL_CARDS = GameKind(mode="score", has_real_cards=True)
"""The board keeps the score of a game at the table."""
SAMPLE = replace(
    REAL_CARDS, is_stored=False, follows_film=True, rename_refusal=KindRefusal.DEMO_PLAYS
)
"""A deal in a film that the camera follows; not stored."""
AGAINST_COMPUTER = GameKind(
    mode="computer",
    has_computers=True,
    board_deals=True,
    entry_refusal=KindRefusal.BOARD_COUNTS,
)
"""The board deals, and the computer plays the seats without people."""
DUPLICATE = replace(
    AGAINST_COMPUTER,
    tag=("hall", "deals"),
    shares_deals=True,
    rename_refusal=KindRefusal.EVENT_NAMES,
)
"""A game of an event in which others play the same deals."""
REMOTE = replace(
    AGAINST_COMPUTER,
    tag=("seats", REMOTE_PLAYER),
    board_deals=False,
    is_remote=True,
    undo_refusal=KindRefusal.FAR_STANDS,
    rename_refusal=KindRefusal.FAR_NAMES,
)
"""A game between two boards; each plays one seat, and both shuffle."""
DEMO = GameKind(
    mode="demo",
    has_people=False,
    has_computers=True,
    is_stored=False,
    board_deals=True,
    shows_all_hands=True,
    action_refusal=KindRefusal.DEMO_PLAYS,
    undo_refusal=KindRefusal.DEMO_PLAYS,
    rename_refusal=KindRefusal.DEMO_PLAYS,
)
"""Computers play each other while nobody is there."""
KINDS = (REMOTE, DUPLICATE, AGAINST_COMPUTER, REAL_CARDS, SAMPLE, DEMO)
"""All kinds, those with a tag first."""
_NO_TAGS: Mapping[str, str] = {}


def kind_of(mode: str, tags: Mapping[str, str] = _NO_TAGS, *, is_stored: bool = True) -> GameKind:
    """Returns the kind of a game; `REAL_CARDS` for an unknown mode.

    Args:
        mode: mode in the journal or request.
        tags: tags of the record by name.
        is_stored: whether it is to be stored.
    """
    for kind in KINDS:
        word, mark = kind.tag
        is_marked = mark in ("", *tags.get(word, "").split())
        if kind.mode == mode and is_marked and (is_stored or not kind.is_stored):
            return kind
    return REAL_CARDS
