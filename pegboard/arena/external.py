"""Players loaded from Python files with a class `Bot`.

    class Bot:
        name = "mine"
        def choose_discard(self, hand, is_dealer, scores): ...   # ["5H", …] -> the cards laid away
        def choose_play(self, hand, pile, count, view): ...      # -> one of view["legal"]

`scores` is (mine, the opponent's). `view` has legal, is_dealer, scores, starter, played (("me" or
"opp", card) in order), my_discards, opp_left, opp_min and target. Two players only.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Protocol

from pegboard.arena.program import PREFIX, ProgramPlayer
from pegboard.cribbage.cards import Card
from pegboard.cribbage.game import Action, Discard, Play, View
from pegboard.errors import Code, Common, ConfigError, IllegalAction, NotationError
from pegboard.players import Player, by_name


class Bot(Protocol):
    """Interface of the class `Bot` in a bot's file."""

    def choose_discard(
        self, hand: list[str], is_dealer: bool, scores: tuple[int, int]
    ) -> Sequence[str]:
        """Returns the cards to discard."""

    def choose_play(
        self, hand: list[str], pile: list[str], count: int, view: dict[str, Any]
    ) -> str:
        """Returns one of `view["legal"]`."""


class BotFault(Code):
    """Codes of `IllegalAction` and `ConfigError` for external bots."""

    DISCARD = "bot-discard", "{name} discards {said}, holding {hand}"
    PLAY = "bot-play", "{name} plays {said}; must be one of {legal}"
    ANSWER = "bot-answer", "{name} answers {said}: {why}"
    NO_CLASS = "bot-no-class", "{file}: {why}; it needs a class Bot"
    FAILED = "bot-failed", "{file}: {kind}: {why}"
    NO_METHOD = "bot-no-method", "{file}: its Bot has no {method}"


class BotPlayer:
    """Adapts a bot to the player interface."""

    def __init__(self, bot: Bot, name: str) -> None:
        self.name = name
        self._bot = bot

    def choose(self, view: View, rng: Random) -> Action:
        """Returns the bot's choice if it is legal.

        Raises:
            IllegalAction: the bot's answer is not a legal choice.
        """
        match view.legal[0]:
            case Discard():
                return self._discard(view)
            case Play():
                return self._play(view)
        return view.legal[0]

    def _discard(self, view: View) -> Action:
        choice = self._bot.choose_discard(
            [str(card) for card in view.hand], view.dealer == view.seat, _scores(view)
        )
        cards = self._cards(choice)
        for action in view.legal:
            if isinstance(action, Discard) and set(action.cards) == set(cards) and len(cards) == 2:
                return action
        raise IllegalAction(
            BotFault.DISCARD, name=self.name, said=repr(choice), hand=_text(view.hand)
        )

    def _play(self, view: View) -> Action:
        opponent = 1 - view.seat
        legal = [str(action.card) for action in view.legal if isinstance(action, Play)]
        context = {
            "legal": legal,
            "is_dealer": view.dealer == view.seat,
            "scores": _scores(view),
            "starter": str(view.starter),
            "played": [("me" if by == view.seat else "opp", str(card)) for by, card in view.plays],
            "my_discards": [str(card) for card in view.discards],
            "opp_left": view.hand_sizes[opponent],
            "opp_min": view.least[opponent],
            "target": view.rules.target,
        }
        hand, pile = [str(card) for card in view.hand], [str(card) for card in view.pile]
        choice = self._bot.choose_play(hand, pile, view.count, context)
        cards = self._cards([choice])
        for action in view.legal:
            if isinstance(action, Play) and [action.card] == cards:
                return action
        raise IllegalAction(BotFault.PLAY, name=self.name, said=repr(choice), legal=" ".join(legal))

    def _cards(self, answer: Any) -> list[Card]:
        try:
            return [Card.parse(card) for card in answer]
        except (NotationError, TypeError, AttributeError) as error:
            raise IllegalAction(
                BotFault.ANSWER, name=self.name, said=repr(answer), why=error
            ) from error


def _scores(view: View) -> tuple[int, int]:
    return view.scores[view.seat], view.scores[1 - view.seat]


def _text(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards))


@contextmanager
def opened(what: str) -> Iterator[Player]:
    """Loads a player for a `with` block; ends it afterwards if it is a program."""
    player = load_player(what)
    try:
        yield player
    finally:
        if isinstance(player, ProgramPlayer):
            player.close()


def load_player(what: str) -> Player:
    """Loads a player by level name, program command, or `.py` path.

    Args:
        what: a level's name, `exec:` and a command, or the path of a file with a class `Bot`.

    Raises:
        ConfigError: there is no such level or program, or the file has no usable class `Bot`.
    """
    if what.startswith(PREFIX):
        return ProgramPlayer(what.removeprefix(PREFIX))
    if not what.endswith(".py"):
        return by_name(what)
    path = Path(what)
    spec = importlib.util.spec_from_file_location(f"_bot_{path.stem}", path)
    if spec is None or spec.loader is None or not path.is_file():
        raise ConfigError(Common.NO_SUCH_FILE, file=what)
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
        bot = module.Bot()
    except AttributeError as error:
        raise ConfigError(BotFault.NO_CLASS, file=what, why=error) from error
    except Exception as error:  # a user's file may raise anything when it is loaded
        raise ConfigError(
            BotFault.FAILED, file=what, kind=type(error).__name__, why=error
        ) from error
    for method in ("choose_discard", "choose_play"):
        if not callable(getattr(bot, method, None)):
            raise ConfigError(BotFault.NO_METHOD, file=what, method=method)
    return BotPlayer(bot, str(getattr(bot, "name", path.stem)))
