"""Simulated people who answer questions about a followed deal according to the truth."""

from collections.abc import Sequence
from itertools import islice

from pegboard.cli.follow.asking import QuestionQueue
from pegboard.cli.follow.record import without_gos
from pegboard.cribbage import Action, Crib, Deal, Hand
from pegboard.vision.follow.follower import Follower
from pegboard.vision.follow.line_event import LineEvent


class AnsweringPlayer:
    """The lines of one film after a simulated player answered the first question of each deal."""

    def __init__(self, follower: Follower, truth: Sequence[Action]) -> None:
        """Starts before the first picture.

        Args:
            follower: follows the film.
            truth: the lines of its deals.
        """
        self._follower, self._truth = follower, _deals(truth)
        self._questions: QuestionQueue | None = QuestionQueue(follower)
        """None from an answer to the next deal, because only one question is asked per deal."""
        self._standing: list[Action] = []
        self._answered_deals = 0
        """Number of deals up to the last one about which a question was answered."""
        self._corrected: dict[int, tuple[Action | None, Action]] = {}
        """Corrected line of each deal that was over, by the deal's number: before and after.

        The former is None if the crib was not read."""

    def process(self, events: Sequence[LineEvent], now: float) -> list[Action]:
        """Answers a question if one is raised, and returns the current lines.

        Args:
            events: new events of the follower.
            now: when the latest picture was taken, in seconds.
        """
        self._ask(events, now, over=False)
        return self._lines()

    def finish(self) -> list[Action]:
        """Returns the final lines, after the end of the film."""
        self._ask(self._follower.finish(), 0.0, over=True)
        return self._lines()

    def _ask(self, events: Sequence[LineEvent], now: float, over: bool) -> None:
        news = without_gos(events, self._standing)
        if self._questions is None:
            begun = [n for n, event in enumerate(news) if isinstance(event.action, Deal)]
            if not begun:
                return
            self._questions, news = QuestionQueue(self._follower), news[begun[-1] :]
        for line in self._questions.process(news, now, over):
            deals = _deals(self._follower.record)
            doubtful = line.about[0] if line.about else None
            stands = doubtful is None or (bool(deals) and doubtful in deals[-1])
            if line.question is None or not stands or len(deals) > len(self._truth):
                continue  # nothing is asked, or the doubtful line has been undone
            if self._answered_deals < len(deals):
                self._answered_deals = len(deals)
                self._answer(len(deals) - 1, doubtful, now, over)

    def _answer(self, number: int, doubtful: Action | None, now: float, over: bool) -> None:
        """Confirms or corrects a line, or enters the crib if that is the question."""
        if doubtful is None:
            self._corrected[number] = None, self._truth[number][-1]
            return
        deal = _deals(self._follower.record)[number]
        lines: list[Action] = [a for a in deal if not isinstance(a, Hand)]
        true = _true_line(self._truth[number], lines, doubtful)
        if over or not self._follower.is_following:
            self._corrected[number] = doubtful, true
            return
        place = lines.index(doubtful)
        lines[place] = true
        self._follower.synchronise(lines, {place}, now)
        self._standing = list(self._follower.record)  # without the hands, which are emitted again
        self._questions = None

    def _lines(self) -> list[Action]:
        lines: list[Action] = []
        for number, deal in enumerate(_deals(self._follower.record)):
            was, true = self._corrected.get(number, (None, None))
            lines += [true if true is not None and a == was else a for a in deal]
            if true is not None and was is None:
                lines.append(true)
        return lines


def _deals(lines: Sequence[Action]) -> list[list[Action]]:
    """Returns the lines, grouped by deal."""
    deals: list[list[Action]] = []
    for line in lines:
        if isinstance(line, Deal):
            deals.append([])
        if deals:
            deals[-1].append(line)
    return deals


def _true_line(truth: Sequence[Action], lines: Sequence[Action], doubtful: Action) -> Action:
    """Returns the true line for a doubtful one; both have the same number among their kind."""
    kind = type(doubtful)
    place = [a for a in lines if type(a) is kind].index(doubtful)
    true = next(islice((a for a in truth if type(a) is kind), place, None), doubtful)
    if isinstance(true, Deal):
        return Deal(true.dealer)
    if isinstance(true, Crib) and isinstance(doubtful, Crib):
        return doubtful if set(true.cards) == set(doubtful.cards) else true
    return true
