"""Simulated people who answer questions about a followed deal correctly."""

from collections.abc import Sequence
from itertools import islice

from pegboard.cli.follow.questions import DealQuestions
from pegboard.cli.follow.record import without_gos
from pegboard.cribbage import Action, Crib, Deal, Hand
from pegboard.vision.follow.follower import Follower
from pegboard.vision.follow.judging import Told


class SimulatedAnswers:
    """Follows a film and answers the first question of each deal correctly."""

    def __init__(self, follower: Follower, truth: Sequence[Action]) -> None:
        """Creates the state before the first picture.

        Args:
            follower: follows the film.
            truth: true lines of the deals.
        """
        self._follower, self._truth = follower, _deals(truth)
        self._questions: DealQuestions | None = DealQuestions(follower)
        """None from an answer until the next deal, because each deal has at most one question."""
        self._standing: list[Action] = []
        self._answered = 0
        """Number of deals for which a question was answered."""
        self._corrections: dict[int, tuple[Action | None, Action]] = {}
        """Lines corrected after their deal: (old, new) by number of the deal; old is None for an
        unread crib.
        """

    def update(self, emitted: Sequence[Told], now: float) -> list[Action]:
        """Answers any question raised by a picture; returns the current lines.

        Args:
            emitted: lines emitted by the follower for the latest picture.
            now: time of the picture in seconds.
        """
        self._process(emitted, now, over=False)
        return self._lines()

    def finish(self) -> list[Action]:
        """Returns the lines at the end of the film."""
        self._process(self._follower.finish(), 0.0, over=True)
        return self._lines()

    def _process(self, emitted: Sequence[Told], now: float, over: bool) -> None:
        news = without_gos(emitted, self._standing)
        if self._questions is None:
            begun = [n for n, emission in enumerate(news) if isinstance(emission.action, Deal)]
            if not begun:
                return
            self._questions, news = DealQuestions(self._follower), news[begun[-1] :]
        for line in self._questions.update(news, now, over):
            deals = _deals(self._follower.record)
            doubtful = line.about[0] if line.about else None
            stands = doubtful is None or (bool(deals) and doubtful in deals[-1])
            if line.question is None or not stands or len(deals) > len(self._truth):
                continue  # the line was undone meanwhile
            if self._answered < len(deals):
                self._answered = len(deals)
                self._answer(len(deals) - 1, doubtful, now, over)

    def _answer(self, number: int, doubtful: Action | None, now: float, over: bool) -> None:
        """Confirms or corrects a line, or enters the crib."""
        if doubtful is None:
            self._corrections[number] = None, self._truth[number][-1]
            return
        deal = _deals(self._follower.record)[number]
        lines: list[Action] = [a for a in deal if not isinstance(a, Hand)]
        true = _line_of(self._truth[number], lines, doubtful)
        if over or not self._follower.watching:
            self._corrections[number] = doubtful, true
            return
        place = lines.index(doubtful)
        lines[place] = true
        self._follower.settle(lines, {place}, now)
        self._standing = list(self._follower.record)  # without the hands, which are emitted again
        self._questions = None

    def _lines(self) -> list[Action]:
        lines: list[Action] = []
        for number, deal in enumerate(_deals(self._follower.record)):
            was, true = self._corrections.get(number, (None, None))
            lines += [true if true is not None and a == was else a for a in deal]
            if true is not None and was is None:
                lines.append(true)
        return lines


def _deals(lines: Sequence[Action]) -> list[list[Action]]:
    """Splits lines by deal."""
    deals: list[list[Action]] = []
    for line in lines:
        if isinstance(line, Deal):
            deals.append([])
        if deals:
            deals[-1].append(line)
    return deals


def _line_of(truth: Sequence[Action], lines: Sequence[Action], doubtful: Action) -> Action:
    """Returns the true line for a doubtful one: the one at the same position among its kind."""
    kind = type(doubtful)
    place = [a for a in lines if type(a) is kind].index(doubtful)
    true = next(islice((a for a in truth if type(a) is kind), place, None), doubtful)
    if isinstance(true, Deal):
        return Deal(true.dealer)
    if isinstance(true, Crib) and isinstance(doubtful, Crib):
        return doubtful if set(true.cards) == set(doubtful.cards) else true
    return true
