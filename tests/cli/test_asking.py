"""Questions about a followed deal are asked once it is over, about what is in doubt by then."""

from dataclasses import dataclass, field
from typing import cast

from pegboard.cli.follow.asking import ASK_S, Asking
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
        self._asking = Asking(cast(Follower, self.follower))
        self.standing: list[Told] = []
        self.undone = 0

    def tell(
        self, at: float, *lines: str, doubted: tuple[str, ...] = (), over: bool = False
    ) -> None:
        told = []
        for line in lines:
            action = Undo() if line == "undo" else parse_action(line)
            doubt = Doubted.PLAY if line in doubted else None
            told.append(Told(action, doubt is None, doubt))
            self.follower.doubts[action] = doubt
        for each in self._asking.take(told, at, over):
            if isinstance(each.action, Undo):
                self.standing.pop()
                self.undone += 1
            else:
                self.standing.append(each)

    @property
    def lines(self) -> list[str]:
        return [format_action(told.action) for told in self.standing]

    @property
    def asked(self) -> list[str]:
        return [format_action(told.action) for told in self.standing if told.question]


def test_nobody_is_asked_about_a_doubt_that_is_gone_in_the_end() -> None:
    film = Film()
    film.tell(1.0, *LINES[:4], doubted=("play 1 8H",))
    assert film.asked == [] and not film.standing[2].sure
    film.follower.doubts[parse_action("play 1 8H")] = None
    film.tell(20.0, *LINES[4:])
    film.tell(30.0)
    assert film.asked == [] and film.undone == 0 and film.lines == list(LINES)


def test_a_doubt_that_is_left_is_asked_about_where_its_line_stands() -> None:
    film = Film()
    film.tell(1.0, *LINES[:4], doubted=("play 1 8H",))
    film.tell(20.0, *LINES[4:])
    assert film.undone == 0, "the crib may tell yet"
    film.tell(20.0 + ASK_S)
    assert film.asked == ["play 1 8H"] and film.undone == 4 and film.lines == list(LINES)
    assert [told.sure for told in film.standing] == [True, True, False, True, True, True]
    film.tell(40.0)
    assert film.undone == 4, "once"


def test_the_end_of_the_deal_or_of_the_film_is_late_enough() -> None:
    for ends in (True, False):
        film = Film()
        film.tell(1.0, *LINES[:5], doubted=("play 0 7C",))
        film.follower.watching = not ends
        film.tell(1.2, over=not ends)
        assert film.asked == ["play 0 7C"]


def test_what_is_told_afterwards_is_asked_about_at_once_until_the_next_deal() -> None:
    film = Film()
    film.tell(1.0, *LINES)
    film.tell(3.0)
    film.tell(3.2, "undo", "crib 2C3CKDQC", doubted=("crib 2C3CKDQC",))
    assert film.asked == ["crib 2C3CKDQC"] and film.undone == 1
    film.tell(9.0, "deal 1", "cut 6H", doubted=("cut 6H",))
    film.tell(20.0)
    assert film.asked == ["crib 2C3CKDQC"], "the second deal goes on"


def test_only_the_deal_that_is_over_is_told_again() -> None:
    film = Film()
    film.tell(1.0, *LINES)
    film.tell(3.0)
    film.tell(9.0, *LINES[:4], doubted=("play 0 7C",))
    film.tell(20.0, over=True)
    assert film.undone == 1 and film.lines == [*LINES, *LINES[:4]]
    assert film.asked == ["play 0 7C"]


def test_a_crib_that_is_taken_back_asks_nothing_yet() -> None:
    film = Film()
    film.tell(1.0, *LINES, doubted=("play 0 7C",))
    film.tell(1.2, "undo")
    film.tell(9.0)
    assert film.asked == []


def test_a_deal_that_was_none_is_forgotten() -> None:
    film = Film()
    film.tell(1.0, "deal 0", doubted=("deal 0",))
    film.tell(1.2, "undo")
    film.tell(9.0, over=True)
    assert film.standing == [] and film.asked == []


def test_nobody_is_asked_about_a_hand() -> None:
    film = Film()
    hand = LINES[4]
    film.tell(1.0, *LINES[:4])
    action = parse_action(hand)
    film.tell(2.0, hand)
    film.follower.doubts[action] = Doubted.HAND
    film.tell(3.0, over=True)
    assert film.asked == [] and film.undone == 0
