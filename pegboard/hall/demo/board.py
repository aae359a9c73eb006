"""A simulated board with a real journal, played by two computer players."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from pegboard.chain.key_file import load_key
from pegboard.cribbage.game import Action, Deal
from pegboard.cribbage.notation import Header, Record, format_action, format_record
from pegboard.cribbage.rules import Rules
from pegboard.cribbage.shuffle import Shuffle
from pegboard.hall_client.journal_feed import JournalFeed
from pegboard.players import Player
from pegboard.players.selfplay import play_game
from pegboard.storage.journal import SqliteJournal
from pegboard.storage.port import Entry
from pegboard.storage.state_names import BOARD_KEY, JOURNAL

ACTION_S = 7.0
"""Seconds between two actions; a game takes 15 minutes."""


class SimulatedBoard:
    """A simulated board with a key and a journal in its folder."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.key = load_key(folder / BOARD_KEY)
        self.journal = SqliteJournal(folder / JOURNAL)
        self.reader = JournalFeed(self.key.id, self.journal.lineage())

    def play(
        self,
        game: str,
        names: tuple[str, str],
        players: Sequence[Player],
        rng: Random,
        at: float,
        dealt: tuple[int, Shuffle] | None = None,
    ) -> float:
        """Plays one game to the end, committing deal by deal.

        Args:
            game: its id.
            names: at seats 0 and 1.
            players: who choose for them.
            rng: the shuffles.
            at: when it begins, in seconds since 1970.
            dealt: who deals first, and the cards, in place of those of `rng`.

        Returns:
            When it ended.

        Raises:
            DeviceError: the journal cannot be written.
        """
        waiting: list[Entry] = []
        actions = self.begin(game, names, players, rng, at, dealt)
        for seq, action in enumerate(actions, 1):
            if isinstance(action, Deal) and waiting:
                self.commit(game, waiting)
                waiting.clear()
            at += ACTION_S
            waiting.append(entry(game, seq, action, at))
        self.commit(game, waiting)
        return at

    def begin(
        self,
        game: str,
        names: tuple[str, str],
        players: Sequence[Player],
        rng: Random,
        at: float,
        dealt: tuple[int, Shuffle] | None = None,
    ) -> Iterator[Action]:
        """Starts a game in the journal and returns its actions, to be committed in order.

        Args:
            game: its id.
            names: at seats 0 and 1.
            players: who choose for them.
            rng: the shuffles.
            at: when it begins, in seconds since 1970.
            dealt: who deals first, and the cards, in place of those of `rng`.

        Returns:
            The actions of the game.
        """
        rules = Rules(match="acc")
        dealer, shuffle = (rng.randrange(2), None) if dealt is None else dealt
        header = format_record(Record(Header(rules, dealer, names), ()))
        self.journal.start(game, header, "score", at)
        return (action for action, _ in play_game(players, rng, rules, dealer, shuffle))

    def commit(self, game: str, entries: Sequence[Entry]) -> None:
        """Commits the next entries of a game and adds them to the feed."""
        self.journal.append_all(game, entries)
        self.reader.catch_up(self.journal)

    def close(self) -> None:
        """Closes the journal."""
        self.journal.close()


def entry(game: str, seq: int, action: Action, at: float) -> Entry:
    """Returns an action as a journal entry."""
    return Entry(seq, f"{game}-{seq}", at, _author(action), format_action(action))


def _author(action: Action) -> str:
    return f"seat {action.seat}" if hasattr(action, "seat") else "board"
