"""A duplicate night: the same deals at all tables, each player against the expert.

The hall draws a secret when the night begins, and the event is opened with its SHA-256, the
*commitment*: it cannot choose the cards to suit anybody. The deals of game g follow from

    SHA-256 of "secret|g", as hexadecimal digits

as from the seed of any other game (`pegboard.cribbage.shuffle`), without a phrase. A board gets
that of a game when it is drawn, and never the secret, which is revealed when the night is over.
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
"""The seat of whoever plays against the expert."""


def commitment_of(secret: str) -> str:
    """Returns what binds the hall to a secret: 64 hexadecimal digits."""
    return sha256(secret.encode()).hexdigest()


def game_seed(secret: str, game: int) -> str:
    """Returns the seed of a game's shuffles."""
    return sha256(f"{secret}|{game}".encode()).hexdigest()


def dealer_of(game: int) -> int:
    """Returns the seat that deals first: the player in odd games, the expert in even ones."""
    return (game + 1) % 2


def tables_of(players: Iterable[str], present: Sequence[str], number: int) -> Round:
    """Returns a round: everybody who is present at a table of their own, against the expert.

    Args:
        players: all who were ever entered, in order: a player stays at a table.
        present: those who play.
        number: of the round.
    """
    playing = set(present)
    pairings = tuple(
        Pairing(table, (player, EXPERT))
        for table, player in enumerate(players, 1)
        if player in playing
    )
    return Round(number, pairings, None)


def check_deals(items: Sequence[Item], secret: str, game: int) -> None:
    """Checks that a game was played with its deals.

    Args:
        items: of the game, its beginning first.
        secret: of the night.
        game: its number on the cards.

    Raises:
        WireError: another seat dealt first, other cards were dealt or turned up, or a move was
            taken back after another card was seen.
        NotationError: a line cannot be read.
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
    """Checks that nothing was taken back after which the player saw a card.

    Raises:
        WireError: an undo goes behind a deal, a starter or a move of the expert.
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
    """Yields each deal and each starter: number of the deal, as it was, as it should be."""
    deal, cut = 0, None
    for action in actions:
        if isinstance(action, Deal):
            deal += 1
            right, cut = shuffle.dealt(rules, action.dealer, deal)
            yield deal, action, right
        elif isinstance(action, Cut) and cut is not None:
            yield deal, action, cut
