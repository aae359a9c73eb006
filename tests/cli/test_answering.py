"""People answer one question of a followed deal as the truth has it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import cast

from pegboard.cli.follow.answering import AnsweringPlayer
from pegboard.cli.follow.asking import WAIT_S
from pegboard.cribbage import Action, Deal, Undo, format_action, parse_action
from pegboard.vision.follow.follower import Follower
from pegboard.vision.follow.line_event import LineEvent, Question

TRUTH = ("deal 0", "cut 5H", "play 1 8H", "play 0 7C", "go 1", "hand 1 8H9CTSJD", "crib 2C3CKDQS")


@dataclass
class FakeFollower:
    """A follower that reports the given lines."""

    is_following: bool = True
    record: list[Action] = field(default_factory=list)
    questions: dict[Action, Question | None] = field(default_factory=dict)
    synchronised: list[tuple[list[str], Collection[int]]] = field(default_factory=list)
    last: Sequence[LineEvent] = ()

    def synchronise(self, actions: list[Action], certain: Collection[int], now: float) -> None:
        self.synchronised.append(([format_action(action) for action in actions], certain))
        begun = max(n for n, action in enumerate(self.record) if isinstance(action, Deal))
        self.record[begun:] = actions

    def finish(self) -> Sequence[LineEvent]:
        return self.last


class Table:
    """A film of which the truth is known."""

    def __init__(self, *truth: str) -> None:
        self.follower = FakeFollower()
        lines = [parse_action(line) for line in truth]
        self._now = 0.0
        self._answering = AnsweringPlayer(cast(Follower, self.follower), lines)

    def emit(self, *lines: str, doubted: str = "", waits: bool = True) -> list[str]:
        printed = []
        for line in lines:
            action = Undo() if line == "undo" else parse_action(line)
            if isinstance(action, Undo):
                self.follower.record.pop()
            else:
                self.follower.record.append(action)
            doubt = Question.PLAY if line == doubted else None
            self.follower.questions[action] = doubt
            printed.append(LineEvent(action, doubt is None, doubt))
        standing = self._answering.process(printed, self._now)
        if doubted and waits:  # a crib with a question waits
            self._now += WAIT_S
            standing = self._answering.process([], self._now)
        return [format_action(action) for action in standing]

    def end(self) -> list[str]:
        return [format_action(action) for action in self._answering.finish()]


def test_wrong_play_is_corrected() -> None:
    table = Table(*TRUTH)
    wrong = ["play 0 7S" if line == "play 0 7C" else line for line in TRUTH]
    printed = table.emit(*wrong, doubted="play 0 7S")
    synchronised = [line for line in TRUTH if not line.startswith("hand")]
    assert table.follower.synchronised == [(synchronised, {3})]
    assert printed == synchronised, "the follower emits the hands again"
    assert table.emit("undo", *TRUTH[-2:]) == list(TRUTH)


def test_correct_line_is_confirmed() -> None:
    table = Table(*TRUTH)
    table.emit(*TRUTH, doubted="play 1 8H")
    assert [certain for _, certain in table.follower.synchronised] == [{2}]


def test_correct_crib_is_confirmed_as_read() -> None:
    table = Table(*TRUTH)
    printed = table.emit(*TRUTH[:-1], "crib QSKD2C3C", doubted="crib QSKD2C3C")
    assert [certain for _, certain in table.follower.synchronised] == [{5}]
    assert printed[-1] == "crib QSKD2C3C"


def test_finished_deal_is_corrected_line_by_line() -> None:
    table = Table(*TRUTH)
    lines = ["cut 5D" if line == "cut 5H" else line for line in TRUTH[:-1]]
    table.emit(*lines, doubted="cut 5D")
    assert table.follower.synchronised == [], "nobody is asked before the end"
    table.follower.is_following = False
    assert table.end() == list(TRUTH[:-1])
    assert table.follower.synchronised == []


def test_one_question_per_deal_is_answered() -> None:
    second = [line.replace("deal 0", "deal 1") for line in TRUTH]
    table = Table(*TRUTH, *second)
    table.emit(*TRUTH, doubted="play 0 7C")
    table.emit("undo", *TRUTH[-2:], doubted="crib 2C3CKDQS")
    assert len(table.follower.synchronised) == 1
    printed = table.emit(*second, doubted="cut 5H")
    assert printed == [*TRUTH, *(line for line in second if not line.startswith("hand"))]
    assert [certain for _, certain in table.follower.synchronised] == [{3}, {1}]


def test_unread_crib_is_entered() -> None:
    table = Table(*TRUTH)
    table.emit(*TRUTH[:-1], "hand 0 5C7CJSQD")
    assert table.end() == [*TRUTH[:-1], "hand 0 5C7CJSQD", TRUTH[-1]]


def test_question_about_undone_line_is_ignored() -> None:
    table = Table(*TRUTH)
    first = "crib 2C3CKDQC"
    table.emit(*TRUTH[:-1], first, doubted=first, waits=False)
    assert table.emit("undo", TRUTH[-1], doubted=TRUTH[-1])[-1] == TRUTH[-1]
    assert [certain for _, certain in table.follower.synchronised] == [{5}]
