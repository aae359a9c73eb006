"""Questions about a followed deal, attached to its last line."""

from dataclasses import dataclass, field
from typing import cast

from pegboard.cli.follow.asking import WAIT_S, Line, QuestionQueue
from pegboard.cli.follow.record import without_gos
from pegboard.cribbage import Action, Undo, format_action, parse_action
from pegboard.vision.follow.follower import Follower
from pegboard.vision.follow.line_event import LineEvent, Question

LINES = ("deal 0", "cut 5H", "play 1 8H", "play 0 7C", "hand 1 8H9CTSJD", "crib 2C3CKDQS")


@dataclass
class FakeFollower:
    """As much of a follower as is asked for."""

    is_following: bool = True
    questions: dict[Action, Question | None] = field(default_factory=dict)


class Film:
    """Printed lines of a deal."""

    def __init__(self) -> None:
        self.follower = FakeFollower()
        self._asking = QuestionQueue(cast(Follower, self.follower))
        self._emitted: list[Action] = []
        self.standing: list[Line] = []
        self.undone = 0
        self.now = 0.0

    def emit(self, *lines: str, doubted: tuple[str, ...] = (), over: bool = False) -> None:
        events = []
        for line in lines:
            action = Undo() if line == "undo" else parse_action(line)
            question = Question.PLAY if line in doubted else None
            events.append(LineEvent(action, question is None, question))
            self.follower.questions[action] = question
        for printed in self._asking.process(without_gos(events, self._emitted), self.now, over):
            if isinstance(printed.action, Undo):
                self.standing.pop()
                self.undone += 1
            else:
                self.standing.append(printed)

    def wait(self) -> None:
        self.now += WAIT_S
        self.emit()

    @property
    def lines(self) -> list[str]:
        return [format_action(events.action) for events in self.standing]

    @property
    def questions_asked(self) -> list[tuple[str, str]]:
        """Returns the lines with a question, and the doubtful lines."""
        return [
            (format_action(events.action), " ".join(map(format_action, events.about)))
            for events in self.standing
            if events.question
        ]


def test_resolved_doubt_raises_no_question() -> None:
    film = Film()
    film.emit(*LINES[:4], doubted=("play 1 8H",))
    assert film.questions_asked == [] and not film.standing[2].is_sure
    film.follower.questions[parse_action("play 1 8H")] = None
    film.emit(*LINES[4:])
    film.emit(over=True)
    assert film.questions_asked == [] and film.undone == 0 and film.lines == list(LINES)


def test_remaining_doubt_is_asked_with_the_crib() -> None:
    film = Film()
    film.emit(*LINES[:4], doubted=("play 1 8H", "play 0 7C"))
    film.emit(*LINES[4:])
    assert film.lines == list(LINES[:5]), "the crib is still read on"
    film.wait()
    assert film.questions_asked == [(LINES[-1], "play 1 8H play 0 7C")] and film.undone == 0
    assert [events.is_sure for events in film.standing] == [True, True, False, False, True, False]
    film.follower.is_following = False
    film.emit()
    assert len(film.questions_asked) == 1 and film.undone == 0, "once"


def test_doubt_resolved_during_crib_delay_raises_no_question() -> None:
    film = Film()
    film.emit(*LINES, doubted=("play 1 8H",))
    film.follower.questions[parse_action("play 1 8H")] = None
    film.emit()
    assert film.lines == list(LINES) and film.questions_asked == []
    assert film.standing[-1].is_sure and not film.standing[2].is_sure


def test_delayed_crib_is_released_by_later_line_or_end_of_deal() -> None:
    for later in (True, False):
        film = Film()
        film.emit(*LINES, doubted=("play 1 8H",))
        film.follower.is_following = later
        film.emit(*["deal 1"] * later)
        assert film.questions_asked == [(LINES[5], "play 1 8H")]
        assert film.lines == [*LINES, *["deal 1"] * later] and film.undone == 0


def test_deal_without_crib_asks_with_last_line() -> None:
    for ends in (True, False):
        film = Film()
        film.emit(*LINES[:5], doubted=("play 0 7C",))
        film.follower.is_following = not ends
        film.emit(over=not ends)
        assert film.questions_asked == [(LINES[4], "play 0 7C")]
        assert film.undone == 1 and film.lines == list(LINES[:5])


def test_unprinted_go_does_not_hide_question() -> None:
    film = Film()
    film.emit(*LINES[:4], "play 1 KH", "go 0", doubted=("play 0 7C",))
    film.emit(over=True)
    assert film.questions_asked == [("play 1 KH", "play 0 7C")] and film.lines[-1] == "play 1 KH"


def test_reread_crib_is_asked_again() -> None:
    film = Film()
    film.emit(*LINES, doubted=(LINES[5],))
    film.wait()
    assert film.questions_asked == [(LINES[5], LINES[5])]
    film.emit("undo", "crib 2C3CKDQC")
    assert film.questions_asked == [] and film.lines[-1] == "crib 2C3CKDQC"


def test_next_deal_has_its_own_question() -> None:
    film = Film()
    film.emit(*LINES, doubted=("play 0 7C",))
    film.emit("deal 1", "cut 6H", "play 0 2H", "play 1 3H", doubted=("play 0 2H",))
    assert film.questions_asked == [(LINES[5], "play 0 7C")], "the second deal goes on"
    film.emit(over=True)
    assert film.questions_asked == [(LINES[5], "play 0 7C"), ("play 1 3H", "play 0 2H")]


def test_undone_deal_raises_no_question() -> None:
    film = Film()
    film.emit("deal 0", doubted=("deal 0",))
    film.emit("undo")
    film.emit(over=True)
    assert film.standing == [] and film.questions_asked == []


def test_hands_raise_no_question() -> None:
    film = Film()
    film.emit(*LINES[:5])
    film.follower.questions[parse_action(LINES[4])] = Question.HAND
    film.emit(over=True)
    assert film.questions_asked == [] and film.undone == 0


def test_unread_crib_is_asked_for_after_all_hands() -> None:
    film = Film()
    film.emit(*LINES[:5], "hand 0 5C7CJSQD")
    film.emit(over=True)
    assert film.questions_asked == [("hand 0 5C7CJSQD", "")] and film.undone == 1
    assert film.standing[-1].question is Question.CRIB and not film.standing[-1].is_sure
    film.emit(over=True)
    assert len(film.questions_asked) == 1 and film.undone == 1, "once"
