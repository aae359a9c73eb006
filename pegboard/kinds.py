"""Kinds of game: who plays, who deals, and what may be done in each.

Each kind is one object; whatever differs between kinds is a field or a property of it. Journals,
requests and messages name its mode; kinds with the same mode are told apart by a tag of the record.
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
"""Player of a seat that is not a computer's."""
REMOTE_PLAYER = "far"
"""Player of a seat that a person plays at another board."""


class KindRefusal(Code):
    """Codes of refusals of what a kind of game does not allow."""

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
        mode: its name in journals and messages.
        tag: the tag of its records, and a word in it; empty if the mode alone tells.
        has_people: whether people play; else a press at the board takes over.
        has_computers: whether the computer may play seats.
        has_real_cards: whether people hold a pack of their own; the board knows only what it is
            shown or told. They may enter points, and change any line.
        is_stored: whether it goes into the journal.
        board_deals: whether this board shuffles, deals and turns up the starter.
        is_remote: whether another board has seats of it, and both boards decide on every action.
        shows_all_hands: whether everybody sees every hand.
        shares_deals: whether others play the same deals: nothing of them is revealed.
        follows_film: whether the camera watches a film in place of the table.
        entry_refusal: why no points may be entered; None if they may.
        action_refusal: why nobody may act; None if people may.
        undo_refusal: why nothing may be taken back; None if it may.
        rename_refusal: why the names stand; None if they may be corrected.
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
        """True if people hold cards that others must not see: each takes back only their own."""
        return self.has_people and not self.has_real_cards

    @property
    def deals_to_people(self) -> bool:
        """True if people hold cards that this board knows: it may advise and name them aloud."""
        return self.has_people and self.board_deals

    def default_seats(self, players: int, level: str) -> tuple[str, ...]:
        """Returns the player of each seat, if nobody says otherwise.

        Args:
            players: how many play.
            level: of the computers.
        """
        people = int(self.has_people) if self.has_computers else players
        return (PERSON,) * people + (level,) * (players - people)

    def seats_refusal(self, seats: Sequence[str]) -> KindRefusal | None:
        """Returns why these players cannot play it; None if they can."""
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
"""A deal that the camera follows in a film; it is nobody's."""
AGAINST_COMPUTER = GameKind(
    mode="computer",
    has_computers=True,
    board_deals=True,
    entry_refusal=KindRefusal.BOARD_COUNTS,
)
"""The board deals to people, and the computer plays the seats that they leave."""
DUPLICATE = replace(
    AGAINST_COMPUTER,
    tag=("hall", "deals"),
    shares_deals=True,
    rename_refusal=KindRefusal.EVENT_NAMES,
)
"""A game of a hall's night in which others play the same deals."""
REMOTE = replace(
    AGAINST_COMPUTER,
    tag=("seats", REMOTE_PLAYER),
    board_deals=False,
    is_remote=True,
    undo_refusal=KindRefusal.FAR_STANDS,
    rename_refusal=KindRefusal.FAR_NAMES,
)
"""Two boards, one game: each has one of its seats, and both shuffle."""
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
"""Computers play one another while nobody is there."""
KINDS = (REMOTE, DUPLICATE, AGAINST_COMPUTER, REAL_CARDS, SAMPLE, DEMO)
"""Those with a tag first."""
_NO_TAGS: Mapping[str, str] = {}


def kind_of(mode: str, tags: Mapping[str, str] = _NO_TAGS, *, is_stored: bool = True) -> GameKind:
    """Returns the kind of a game; `REAL_CARDS` if this version does not know its mode.

    Args:
        mode: as the journal or a request names it.
        tags: of its record, by word.
        is_stored: whether it is to be stored, where its kind may be.
    """
    for kind in KINDS:
        word, mark = kind.tag
        is_marked = mark in ("", *tags.get(word, "").split())
        if kind.mode == mode and is_marked and (is_stored or not kind.is_stored):
            return kind
    return REAL_CARDS
