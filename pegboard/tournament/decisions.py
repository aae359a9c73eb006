"""The decisions of an event: an append-only log of everything people and boards did.

Every decision can be undone, and so can an undo: the state is the fold of the effective decisions
(`state.py`). The texts are chained like a board's journal:

    root = SHA-256 of ["pegboard event 1", event]
    link = SHA-256 of the previous link and the decision's text
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from pegboard.chain.item import Seq, canonical_json
from pegboard.errors import WireError
from pegboard.tournament.codes import EventFault
from pegboard.tournament.scorecards.line import MARGIN_MOST, Line

Name = Annotated[str, Meta(min_length=1, max_length=64)]
Count = Annotated[int, Meta(ge=1, le=10_000)]
Hex = Annotated[str, Meta(pattern="^([0-9a-f]{2})*$", max_length=256)]
MatchKey = tuple[Annotated[int, Meta(ge=0, le=64)], Count]
"""Round of the bracket and number of the match; round 0 for play-offs."""


ROUNDS_MOST = 200
"""Maximum number of rounds; a congress has 22."""


@dataclass(frozen=True, slots=True)
class StoredDecision:
    """A decision as stored: number, text, and link in the event's chain."""

    seq: int
    text: bytes
    link: bytes


class EventKind(StrEnum):
    """The kinds of events."""

    CLUB = "club"
    MAIN = "main"
    CONSOLATION = "consolation"
    DUPLICATE = "duplicate"


class WrittenLine(Struct, frozen=True, array_like=True):
    """A line of a score card in a decision; see `scorecards.line.Line`."""

    game: Count
    opponent: Name
    points: int | None
    plus: int | None
    minus: int | None

    @classmethod
    def of(cls, line: Line) -> "WrittenLine":
        """Converts a line for a decision."""
        return cls(line.game, line.opponent, line.points, line.plus, line.minus)

    def line(self) -> Line:
        """Converts back to a line.

        Raises:
            ConfigError: no game can give these numbers.
        """
        return Line(self.game, self.opponent, self.points, self.plus, self.minus)


class Decision(Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True):
    """Base of all decisions: time in seconds since 1970, and author."""

    at: float
    by: Name


class Opened(Decision, frozen=True, kw_only=True, tag="open"):
    """Opens the event; always its first decision.

    Attributes:
        name: display name.
        kind: kind of event.
        games: number of rounds.
        best_of: games of a match in the bracket: 1, 3, 5 or 7.
        seed: seed of the rotation; for a duplicate night, the commitment to its deals.
    """

    name: Name
    kind: EventKind
    games: Annotated[int, Meta(ge=1, le=ROUNDS_MOST)]
    best_of: Annotated[int, Meta(ge=1, le=7)] = 3
    seed: Annotated[str, Meta(max_length=64)]


class Entered(Decision, frozen=True, kw_only=True, tag="enter", omit_defaults=True):
    """Enters a player, at any time; also re-enters one who had left.

    Attributes:
        player: id of the player.
        name: display name.
        number: membership number at the ACC or the club, or empty.
        club: club of the player, or empty.
    """

    player: Name
    name: Name
    number: Annotated[str, Meta(max_length=16)] = ""
    club: Annotated[str, Meta(max_length=64)] = ""


class Renamed(Decision, frozen=True, kw_only=True, tag="rename"):
    """Corrects the name of a player.

    Attributes:
        player: id of the player, which stays.
        old, name: previous and new display name.
    """

    player: Name
    old: Name
    name: Name


class Left(Decision, frozen=True, kw_only=True, tag="leave"):
    """Withdraws a player, whose card stays."""

    player: Name


class Placed(Decision, frozen=True, kw_only=True, tag="place"):
    """Puts a board at a table, replacing the one there."""

    table: Count
    board: Name


class Game(Struct, frozen=True, array_like=True):
    """A drawn pairing: table, and players at seats 0 and 1."""

    table: Count
    first: Name
    second: Name


class Drawn(Decision, frozen=True, kw_only=True, tag="draw"):
    """Draws a round.

    Attributes:
        round: number of the round.
        games: pairings with tables.
        bye: player with the bye, or None.
        reason: director's reason for deviating from the seed; empty without a deviation.
    """

    round: Count
    games: tuple[Game, ...]
    bye: Name | None = None
    reason: Annotated[str, Meta(max_length=500)] = ""


class Reseated(Decision, frozen=True, kw_only=True, tag="reseat"):
    """Replaces the pairings of the last round with the same players at other seats."""

    round: Count
    games: tuple[Game, ...]
    bye: Name | None = None


class Signed(Decision, frozen=True, kw_only=True, tag="sign"):
    """Records the two cards of a game, signed by the seats and the board.

    Attributes:
        round: number of the round, and of the game on the cards; for a match, number of its game.
        table: number of the table.
        board, epoch, game: location of the game's journal.
        seq, link: journal item that ended the game.
        players: players at seats 0 and 1.
        held_s: seconds for which each seat held its button.
        lines: each player's line.
        signature: the board's signature of the other fields.
        match: match of the game; None for a game of a round.
    """

    round: Count
    table: Count
    board: Name
    epoch: Annotated[int, Meta(ge=0)]
    game: Annotated[str, Meta(max_length=200)]
    seq: Seq
    link: Hex
    players: tuple[Name, Name]
    held_s: tuple[float, float]
    lines: tuple[WrittenLine, WrittenLine]
    signature: Hex
    match: MatchKey | None = None


class Called(Decision, frozen=True, kw_only=True, tag="call"):
    """Assigns a match or play-off to a table; a later call moves it.

    Attributes:
        match: round and number of the match.
        table: number of the table.
        players: players at seats 0 and 1.
    """

    match: MatchKey
    table: Count
    players: tuple[Name, Name]


class Counted(Decision, frozen=True, kw_only=True, tag="game"):
    """Counts an unsigned game of a match with its result from the board's journal.

    Attributes:
        match: round and number of the match.
        number: number of the game in the match.
        winner, loser: players of the game.
        board, game: location of the game's journal.
    """

    match: MatchKey
    number: Count
    winner: Name
    loser: Name
    board: Name
    game: Annotated[str, Meta(min_length=1, max_length=200)]


class Forfeited(Decision, frozen=True, kw_only=True, tag="forfeit"):
    """Records that a player was more than five minutes late (ACC rule 11.4)."""

    round: Count
    late: Name


class Recorded(Decision, frozen=True, kw_only=True, tag="result", omit_defaults=True):
    """Records on both cards a result that the director typed.

    Attributes:
        round: number of the round, and of the game on the cards.
        winner, loser: players of the game.
        score: final score of the loser.
        reason: reason for replacing lines that the cards have; may be empty if they have none.
    """

    round: Count
    winner: Name
    loser: Name
    score: Annotated[int, Meta(ge=0, le=MARGIN_MOST - 1)]
    reason: Annotated[str, Meta(max_length=500)] = ""


class Amended(Decision, frozen=True, kw_only=True, tag="amend"):
    """Replaces a line of a score card; see `scorecards.corrections`."""

    player: Name
    old: WrittenLine | None
    new: WrittenLine
    rule: Annotated[str, Meta(max_length=64)]
    reason: Annotated[str, Meta(max_length=500)]


class PlayedOff(Decision, frozen=True, kw_only=True, tag="play-off"):
    """Records a play-off game between two tied players."""

    winner: Name
    loser: Name


class Seeded(Decision, frozen=True, kw_only=True, tag="seed"):
    """Seeds the bracket; later corrections of cards do not change it.

    Attributes:
        players: qualifiers, the top seed first.
        reason: director's reason for deviating from the cards; empty without a deviation.
    """

    players: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=4096)]
    reason: Annotated[str, Meta(max_length=500)] = ""


class ConsolationOpened(Decision, frozen=True, kw_only=True, tag="consolation"):
    """Names the event that is the consolation of this one."""

    event: Name


class Revealed(Decision, frozen=True, kw_only=True, tag="reveal"):
    """Reveals the secret of a duplicate night's deals after the last game."""

    secret: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class MatchWon(Decision, frozen=True, kw_only=True, tag="match"):
    """Records the result of a match; games are (0, 0) if the loser did not appear."""

    round: Count
    number: Count
    winner: Name
    loser: Name
    games: tuple[int, int]


class Undone(Decision, frozen=True, kw_only=True, tag="undo"):
    """Undoes an earlier decision, given by its number; a congress makes more than ten thousand."""

    seq: Annotated[int, Meta(ge=1, lt=2**31)]


AnyDecision = (
    Opened
    | Entered
    | Renamed
    | Left
    | Placed
    | Drawn
    | Reseated
    | Signed
    | Called
    | Counted
    | Forfeited
    | Recorded
    | Amended
    | PlayedOff
    | Seeded
    | ConsolationOpened
    | Revealed
    | MatchWon
    | Undone
)
_decoder: msgspec.json.Decoder[AnyDecision] = msgspec.json.Decoder(AnyDecision)


def event_root(event: str) -> bytes:
    """Returns the root of an event's chain, 32 bytes."""
    return hashlib.sha256(canonical_json(["pegboard event 1", event])).digest()


def decision_link(before: bytes, text: bytes) -> bytes:
    """Returns the link of a decision, 32 bytes."""
    return hashlib.sha256(before + text).digest()


def chain_decisions(
    before: bytes, decisions: Iterable[AnyDecision], first: int = 1
) -> list[StoredDecision]:
    """Encodes and chains decisions for the store.

    Args:
        before: link of the previous decision, or the event's root.
        decisions: decisions in order.
        first: number of the first one.
    """
    stored = []
    for seq, decision in enumerate(decisions, first):
        text = msgspec.json.encode(decision)
        before = decision_link(before, text)
        stored.append(StoredDecision(seq, text, before))
    return stored


def parse_decision(text: bytes) -> AnyDecision:
    """Parses a decision.

    Raises:
        WireError: the text is not a decision.
    """
    try:
        return _decoder.decode(text)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise WireError(EventFault.NO_DECISION, why=error) from error


def signed_content(event: str, signed: Signed) -> list[object]:
    """Returns the content that a board signs for the cards of a game.

    Args:
        event: id of the event, so that the signature is not valid for another one.
        signed: the cards; their signature is ignored.
    """
    return [
        *(event, signed.round, signed.table, signed.board, signed.epoch, signed.game, signed.seq),
        *(signed.link, signed.players, signed.held_s),
        [[e.game, e.opponent, e.points, e.plus, e.minus] for e in signed.lines],
        *([] if signed.match is None else [signed.match]),
    ]
