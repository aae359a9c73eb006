"""Signs the two score cards of a finished game."""

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
    """A game of an event: event, round, table, and the players at seats 0 and 1.

    For a match, `round` is the number of the game in it.
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
        feed: the board's feed, up to the end of the game.
        key: secret key of the board.
        game: id in the journal.
        seating: event, round, table and players.
        held_s: seconds for which each seat held its button.
        at: time in seconds since 1970.
        entries: number of entries when the game was signed; None for all.

    Raises:
        IllegalAction: the game is not over, or unknown.
        NotationError: an entry cannot be parsed.
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
