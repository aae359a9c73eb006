"""Signs the two cards of a finished game: each seat its own, the board both."""

from dataclasses import dataclass

import msgspec

from pegboard.chain.feed import Feed
from pegboard.chain.keys import RESULT, SigningKey
from pegboard.errors import IllegalAction
from pegboard.tournament.codes import EventFault
from pegboard.tournament.decisions import Signed, WrittenLine, signed_content
from pegboard.tournament.result import game_items, lines_of, result_of


@dataclass(frozen=True, slots=True)
class Seating:
    """A game as it was drawn: event, round and table, and the players at seats 0 and 1.

    Of a match of the bracket the round is the number of the game in it.
    """

    event: str
    round: int
    table: int
    players: tuple[str, str]
    match: tuple[int, int] | None = None


def sign_cards(
    feed: Feed,
    key: SigningKey,
    game: str,
    seating: Seating,
    held_s: tuple[float, float],
    at: float,
    entries: int | None = None,
) -> Signed:
    """Returns the signed cards of a game.

    Args:
        feed: the board's, up to the end of the game.
        key: the board's.
        game: its id in the journal.
        seating: from the draw.
        held_s: for how long each seat held its own button.
        at: seconds since 1970.
        entries: how many of the game had been made when it was signed; None for all.

    Raises:
        IllegalAction: the game is not over, or not known.
        NotationError: a line of it cannot be read.
    """
    items = [
        item for item in game_items(feed.items, game) if entries is None or item.number <= entries
    ]
    if not items or (entries is not None and items[-1].number != entries):
        raise IllegalAction(EventFault.LINES_MISSING)
    lines = lines_of(result_of(items), seating.round, seating.players)
    last = items[-1].seq
    unsigned = Signed(
        at=at,
        by=feed.board,
        round=seating.round,
        table=seating.table,
        board=feed.board,
        epoch=feed.epoch,
        game=game,
        seq=last,
        link=feed.link(last).hex(),
        players=seating.players,
        held_s=held_s,
        lines=(WrittenLine.of(lines[0]), WrittenLine.of(lines[1])),
        signature="",
        match=seating.match,
    )
    signature = key.sign(RESULT, signed_content(seating.event, unsigned)).hex()
    return msgspec.structs.replace(unsigned, signature=signature)
