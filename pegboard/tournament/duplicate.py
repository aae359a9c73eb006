"""The deals of a duplicate night: the same at all tables, where each player meets the expert.

The hall draws a secret and opens the event with its SHA-256, the *commitment*, so that it cannot
choose the cards later. The deals of game g follow from

    SHA-256 of "secret|g", as hexadecimal digits

as the seed of an ordinary shuffle (`pegboard.cribbage.shuffle`) without a phrase. A board gets the
seed of a game when it is drawn. The secret is revealed after the last game.
"""

from collections.abc import Iterable, Sequence
from hashlib import sha256

from pegboard.chain.codes import UploadFault
from pegboard.chain.item import Item
from pegboard.cribbage.actions import Cut, Deal, Undo
from pegboard.cribbage.game import Action
from pegboard.cribbage.notation import parse_action, parse_record
from pegboard.cribbage.replay import fold_undos
from pegboard.cribbage.rules import Rules
from pegboard.cribbage.shuffle import Shuffle
from pegboard.errors import WireError
from pegboard.tournament.rotation.circle import Pairing, Round
from pegboard.tournament.standings.duplicate import EXPERT

RULES = Rules(match="acc")
LEVEL = "expert"
PLAYER = 0
"""Seat of the expert's opponent."""


def commitment_of(secret: str) -> str:
    """Returns the commitment to a secret, 64 hexadecimal digits."""
    return sha256(secret.encode()).hexdigest()


def game_seed(secret: str, game: int) -> str:
    """Returns the seed of a game's shuffles."""
    return sha256(f"{secret}|{game}".encode()).hexdigest()


def dealer_of(game: int) -> int:
    """Returns the seat that deals first: the player in odd games, the expert in even ones."""
    return (game + 1) % 2


def tables_of(players: Iterable[str], present: Sequence[str], number: int) -> Round:
    """Returns a round in which each present player meets the expert at a separate table.

    Args:
        players: all players ever entered, in order, which fixes their tables.
        present: players of this round.
        number: number of the round.
    """
    playing = set(present)
    pairings = tuple(
        Pairing(table, (player, EXPERT))
        for table, player in enumerate(players, 1)
        if player in playing
    )
    return Round(number, pairings, None)


def check_deals(items: Sequence[Item], secret: str, game: int) -> None:
    """Checks that a game was played with the prescribed deals.

    Args:
        items: items of the game, its beginning first.
        secret: secret of the night.
        game: number of the game on the cards.

    Raises:
        WireError: dealer, deal or starter differ, or a move was undone after another card was
            seen.
        NotationError: an entry cannot be parsed.
    """
    header = parse_record(items[0].text, items[0].game).header
    shuffle = Shuffle(game_seed(secret, game))
    lines = [parse_action(item.text) for item in items[1:]]
    actions = [action for _, action in fold_undos(lines)]
    if header.dealer != dealer_of(game) or header.rules != RULES:
        raise WireError(UploadFault.OTHER_DEALS, game=game, deal=0)
    for deal, action, right in _dealt(actions, shuffle, header.rules):
        if action != right:
            raise WireError(UploadFault.OTHER_DEALS, game=game, deal=deal)
    _check_undos(lines, game)


def _check_undos(lines: Iterable[Action], game: int) -> None:
    """Checks that no move was undone after the player had seen another card.

    Raises:
        WireError: an undo goes back beyond a deal, a starter or a move of the expert.
    """
    standing: list[Action] = []
    for line in lines:
        if not isinstance(line, Undo):
            standing.append(line)
        elif getattr(standing.pop(), "seat", None) != PLAYER:
            deal = sum(isinstance(action, Deal) for action in standing)
            raise WireError(UploadFault.TAKEN_BACK, game=game, deal=max(deal, 1))


def _dealt(
    actions: Sequence[Action], shuffle: Shuffle, rules: Rules
) -> Iterable[tuple[int, Action, Action]]:
    """Yields for each deal and starter the deal's number, and the actual and prescribed action."""
    deal, cut = 0, None
    for action in actions:
        if isinstance(action, Deal):
            deal += 1
            right, cut = shuffle.dealt(rules, action.dealer, deal)
            yield deal, action, right
        elif isinstance(action, Cut) and cut is not None:
            yield deal, action, cut
