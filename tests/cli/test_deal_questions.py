"""Questions about a followed deal stand with its last line: what is in doubt by then."""

from dataclasses import dataclass, field
from typing import cast

from pegboard.cli.follow.questions import WAIT_S, DealQuestions, PrintedLine
from pegboard.cli.follow.record import without_gos
from pegboard.cribbage import Action, Undo, format_action, parse_action
from pegboard.vision.follow.follower import Follower
from pegboard.vision.follow.judging import Doubted, Told

LINES = ("deal 0", "cut 5H", "play 1 8H", "play 0 7C", "hand 1 8H9CTSJD", "crib 2C3CKDQS")


@dataclass
class Watched:
    """As much of a follower as is asked for."""

    watching: bool = True
    doubts: dict[Action, Doubted | None] = field(default_factory=dict)


class Film:
    """What is printed of a deal."""

    def __init__(self) -> None:
        self.follower = Watched()
        self._asking = DealQuestions(cast(Follower, self.follower))
        self._told: list[Action] = []
        self.standing: list[PrintedLine] = []
        self.undone = 0
        self.now = 0.0

    def tell(self, *lines: str, doubted: tuple[str, ...] = (), over: bool = False) -> None:
        told = []
        for line in lines:
            action = Undo() if line == "undo" else parse_action(line)
            doubt = Doubted.PLAY if line in doubted else None
            told.append(Told(action, doubt is None, doubt))
            self.follower.doubts[action] = doubt
        for each in self._asking.update(without_gos(told, self._told), self.now, over):
            if isinstance(each.action, Undo):
                self.standing.pop()
                self.undone += 1
            else:
                self.standing.append(each)

    def wait(self) -> None:
        self.now += WAIT_S
        self.tell()

    @property
    def lines(self) -> list[str]:
        return [format_action(told.action) for told in self.standing]

    @property
    def asked(self) -> list[tuple[str, str]]:
        """The lines with a question, and what they are about."""
        return [
            (format_action(told.action), " ".join(map(format_action, told.about)))
            for told in self.standing
            if told.question
        ]


def test_nobody_is_asked_about_a_doubt_that_is_gone_in_the_end() -> None:
    film = Film()
    film.tell(*LINES[:4], doubted=("play 1 8H",))
    assert film.asked == [] and not film.standing[2].is_sure
    film.follower.doubts[parse_action("play 1 8H")] = None
    film.tell(*LINES[4:])
    film.tell(over=True)
    assert film.asked == [] and film.undone == 0 and film.lines == list(LINES)


def test_a_doubt_that_is_left_is_asked_about_with_the_crib() -> None:
    film = Film()
    film.tell(*LINES[:4], doubted=("play 1 8H", "play 0 7C"))
    film.tell(*LINES[4:])
    assert film.lines == list(LINES[:5]), "the crib is still read on"
    film.wait()
    assert film.asked == [(LINES[-1], "play 1 8H play 0 7C")] and film.undone == 0
    assert [told.is_sure for told in film.standing] == [True, True, False, False, True, False]
    film.follower.watching = False
    film.tell()
    assert len(film.asked) == 1 and film.undone == 0, "once"


def test_a_doubt_that_goes_while_the_crib_is_read_on_is_not_asked_about() -> None:
    film = Film()
    film.tell(*LINES, doubted=("play 1 8H",))
    film.follower.doubts[parse_action("play 1 8H")] = None
    film.tell()
    assert film.lines == list(LINES) and film.asked == []
    assert film.standing[-1].is_sure and not film.standing[2].is_sure


def test_a_crib_waits_for_no_later_line_and_not_beyond_its_deal() -> None:
    for later in (True, False):
        film = Film()
        film.tell(*LINES, doubted=("play 1 8H",))
        film.follower.watching = later
        film.tell(*["deal 1"] * later)
        assert film.asked == [(LINES[5], "play 1 8H")]
        assert film.lines == [*LINES, *["deal 1"] * later] and film.undone == 0


def test_a_deal_or_a_film_that_ends_without_a_crib_asks_with_its_last_line() -> None:
    for ends in (True, False):
        film = Film()
        film.tell(*LINES[:5], doubted=("play 0 7C",))
        film.follower.watching = not ends
        film.tell(over=not ends)
        assert film.asked == [(LINES[4], "play 0 7C")]
        assert film.undone == 1 and film.lines == list(LINES[:5])


def test_a_go_that_is_not_printed_hides_no_question() -> None:
    film = Film()
    film.tell(*LINES[:4], "play 1 KH", "go 0", doubted=("play 0 7C",))
    film.tell(over=True)
    assert film.asked == [("play 1 KH", "play 0 7C")] and film.lines[-1] == "play 1 KH"


def test_a_crib_that_is_read_anew_is_asked_about_anew() -> None:
    film = Film()
    film.tell(*LINES, doubted=(LINES[5],))
    film.wait()
    assert film.asked == [(LINES[5], LINES[5])]
    film.tell("undo", "crib 2C3CKDQC")
    assert film.asked == [] and film.lines[-1] == "crib 2C3CKDQC"


def test_the_next_deal_asks_for_itself() -> None:
    film = Film()
    film.tell(*LINES, doubted=("play 0 7C",))
    film.tell("deal 1", "cut 6H", "play 0 2H", "play 1 3H", doubted=("play 0 2H",))
    assert film.asked == [(LINES[5], "play 0 7C")], "the second deal goes on"
    film.tell(over=True)
    assert film.asked == [(LINES[5], "play 0 7C"), ("play 1 3H", "play 0 2H")]


def test_a_deal_that_was_none_is_forgotten() -> None:
    film = Film()
    film.tell("deal 0", doubted=("deal 0",))
    film.tell("undo")
    film.tell(over=True)
    assert film.standing == [] and film.asked == []


def test_nobody_is_asked_about_a_hand() -> None:
    film = Film()
    film.tell(*LINES[:5])
    film.follower.doubts[parse_action(LINES[4])] = Doubted.HAND
    film.tell(over=True)
    assert film.asked == [] and film.undone == 0


def test_a_crib_that_was_not_read_is_asked_for_once_all_hands_lie_open() -> None:
    film = Film()
    film.tell(*LINES[:5], "hand 0 5C7CJSQD")
    film.tell(over=True)
    assert film.asked == [("hand 0 5C7CJSQD", "")] and film.undone == 1
    assert film.standing[-1].question is Doubted.CRIB and not film.standing[-1].is_sure
    film.tell(over=True)
    assert len(film.asked) == 1 and film.undone == 1, "once"
