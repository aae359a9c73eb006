"""The decisions of an event: everything that people and boards did, in order, each with its author.

An event is nothing but this log. Every decision can be undone, and so can an undo: the state is the
fold of those that count (`state.py`). The texts are chained, as the entries of a board are:

    root = SHA-256 of ["pegboard event 1", event]
    link = SHA-256 of the link before and the decision's text
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
from pegboard.tournament.scorecards.line import Line

Name = Annotated[str, Meta(min_length=1, max_length=64)]
Count = Annotated[int, Meta(ge=1, le=10_000)]
Hex = Annotated[str, Meta(pattern="^([0-9a-f]{2})*$", max_length=256)]
MatchKey = tuple[Annotated[int, Meta(ge=0, le=64)], Count]
"""Round of the bracket, and number of the match in it; a play-off is of round 0."""


ROUNDS_MOST = 200
"""Rounds of one event; a congress has 22."""


@dataclass(frozen=True, slots=True)
class StoredDecision:
    """One decision of an event, as its text, with its link in the event's chain."""

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
        """Writes a line."""
        return cls(line.game, line.opponent, line.points, line.plus, line.minus)

    def line(self) -> Line:
        """Reads it; raises ConfigError for one that no game can give."""
        return Line(self.game, self.opponent, self.points, self.plus, self.minus)


class Decision(Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True):
    """The fields of every decision: its time, in seconds since 1970, and its author."""

    at: float
    by: Name


class Opened(Decision, frozen=True, kw_only=True, tag="open"):
    """Opens the event: the first decision of each, and no other.

    Attributes:
        name: for people.
        kind: club night, main or consolation.
        games: rounds that are played.
        best_of: games of a match in the bracket: 1, 3, 5 or 7.
        seed: of the rotation; of a duplicate night, the commitment to its deals.
    """

    name: Name
    kind: EventKind
    games: Annotated[int, Meta(ge=1, le=ROUNDS_MOST)]
    best_of: Annotated[int, Meta(ge=1, le=7)] = 3
    seed: Annotated[str, Meta(max_length=64)]


class Entered(Decision, frozen=True, kw_only=True, tag="enter", omit_defaults=True):
    """Enters a player, also after rounds have been played, or one who had left.

    Attributes:
        player: the id.
        name: for people.
        number: of the player, by the ACC or the club; empty if there is none.
        club: of the player; empty if there is none.
    """

    player: Name
    name: Name
    number: Annotated[str, Meta(max_length=16)] = ""
    club: Annotated[str, Meta(max_length=64)] = ""


class Left(Decision, frozen=True, kw_only=True, tag="leave"):
    """Withdraws a player; the card stays."""

    player: Name


class Placed(Decision, frozen=True, kw_only=True, tag="place"):
    """Puts a board at a table; the one there before is replaced."""

    table: Count
    board: Name


class Game(Struct, frozen=True, array_like=True):
    """A pairing as it is drawn: the table, and the players at seats 0 and 1."""

    table: Count
    first: Name
    second: Name


class Drawn(Decision, frozen=True, kw_only=True, tag="draw"):
    """Draws a round.

    Attributes:
        round: its number.
        games: who plays whom, and where.
        bye: the player who sits out.
        reason: of the director for drawing otherwise than the seed does; empty if it does.
    """

    round: Count
    games: tuple[Game, ...]
    bye: Name | None = None
    reason: Annotated[str, Meta(max_length=500)] = ""


class Reseated(Decision, frozen=True, kw_only=True, tag="reseat"):
    """Seats the players of the last round otherwise: all its games, as they are from now on."""

    round: Count
    games: tuple[Game, ...]
    bye: Name | None = None


class Signed(Decision, frozen=True, kw_only=True, tag="sign"):
    """Two cards of one game: each seat has signed its own, and the board both.

    Attributes:
        round: its number, which is the game's on the cards; of a match, the number of its game.
        table: where it was played.
        board, epoch, game: where its journal is.
        seq, link: the journal's item that ended the game.
        players: at seats 0 and 1.
        held_s: for how long each held its own button.
        lines: each player's own.
        signature: of the board, over all of this.
        match: of which it is a game; None for a game of a round.
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
    """Calls two players to a table for their match or play-off; a later call moves them.

    Attributes:
        match: of the bracket, or a play-off.
        table: where it is played from now on.
        players: at seats 0 and 1.
    """

    match: MatchKey
    table: Count
    players: tuple[Name, Name]


class Counted(Decision, frozen=True, kw_only=True, tag="game"):
    """Counts a game of a match that its seats have not signed, as the board's journal says.

    Attributes:
        match: of which it is a game.
        number: of the game in the match.
        winner, loser: of the game.
        board, game: where its journal is.
    """

    match: MatchKey
    number: Count
    winner: Name
    loser: Name
    board: Name
    game: Annotated[str, Meta(min_length=1, max_length=200)]


class Forfeited(Decision, frozen=True, kw_only=True, tag="forfeit"):
    """Records that a player was not there after five minutes (ACC rule 11.4)."""

    round: Count
    late: Name


class Amended(Decision, frozen=True, kw_only=True, tag="amend"):
    """Replaces a line of a score card; see `scorecards.corrections`."""

    player: Name
    old: WrittenLine | None
    new: WrittenLine
    rule: Annotated[str, Meta(max_length=64)]
    reason: Annotated[str, Meta(max_length=500)]


class PlayedOff(Decision, frozen=True, kw_only=True, tag="play-off"):
    """Records a game that parts two who are tied."""

    winner: Name
    loser: Name


class Seeded(Decision, frozen=True, kw_only=True, tag="seed"):
    """Fixes who plays in the bracket: cards corrected later do not change it any more.

    Attributes:
        players: the qualifiers, the highest first.
        reason: of the director for others than the cards say; empty if they are the same.
    """

    players: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=4096)]
    reason: Annotated[str, Meta(max_length=500)] = ""


class ConsolationOpened(Decision, frozen=True, kw_only=True, tag="consolation"):
    """Begins the consolation: an event of its own, beside the bracket, for those not in it."""

    event: Name


class Revealed(Decision, frozen=True, kw_only=True, tag="reveal"):
    """Reveals the secret of a duplicate night's deals, once it is over."""

    secret: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class MatchWon(Decision, frozen=True, kw_only=True, tag="match"):
    """Records a match of the bracket; (0, 0) if the loser did not appear."""

    round: Count
    number: Count
    winner: Name
    loser: Name
    games: tuple[int, int]


class Undone(Decision, frozen=True, kw_only=True, tag="undo"):
    """Undoes an earlier decision, by its number: a congress makes more than ten thousand."""

    seq: Annotated[int, Meta(ge=1, lt=2**31)]


AnyDecision = (
    Opened
    | Entered
    | Left
    | Placed
    | Drawn
    | Reseated
    | Signed
    | Called
    | Counted
    | Forfeited
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
    """Returns the beginning of an event's chain, 32 bytes."""
    return hashlib.sha256(canonical_json(["pegboard event 1", event])).digest()


def decision_link(before: bytes, text: bytes) -> bytes:
    """Returns the link of a decision, 32 bytes."""
    return hashlib.sha256(before + text).digest()


def chain_decisions(
    before: bytes, decisions: Iterable[AnyDecision], first: int = 1
) -> list[StoredDecision]:
    """Returns decisions as they are stored.

    Args:
        before: the link of the decision before, or the event's root.
        decisions: in order.
        first: the number of the first one.
    """
    stored = []
    for seq, decision in enumerate(decisions, first):
        text = msgspec.json.encode(decision)
        before = decision_link(before, text)
        stored.append(StoredDecision(seq, text, before))
    return stored


def parse_decision(text: bytes) -> AnyDecision:
    """Reads a decision.

    Raises:
        WireError: it is none.
    """
    try:
        return _decoder.decode(text)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise WireError(EventFault.NO_DECISION, why=error) from error


def signed_content(event: str, signed: Signed) -> list[object]:
    """Returns what the board signs: the two cards, the two signatures, the place in its journal.

    Args:
        event: in which the game was played, so that it cannot be shown as one of another.
        signed: its own signature plays no part.
    """
    return [
        *(event, signed.round, signed.table, signed.board, signed.epoch, signed.game, signed.seq),
        *(signed.link, signed.players, signed.held_s),
        [[e.game, e.opponent, e.points, e.plus, e.minus] for e in signed.lines],
        *([] if signed.match is None else [signed.match]),
    ]
