"""Announcements for pages: each once, even after a reconnection or a missed state."""

from pathlib import Path
from typing import Any, cast

from pegboard.pairing.viewer import Viewer
from pegboard.schema.state import State
from pegboard.session.feed.perspective import Perspective
from pegboard.session.feed.types import Moved
from pegboard.session.views.announcements import LATEST, Announcements
from tests.support.browser.scripted import OFFER, last_score, state
from tests.support.session import ask, board, press, run_async, state_of
from tests.support.waiting import await_until

BOARD_PAGE = Perspective("board", is_at_board=True)
SCORE = Moved("g1", has_scored=True)


class Pages:
    """The pages of a board: `read` returns their new sentences, those of a score with a plus."""

    def __init__(self) -> None:
        self._announcements = Announcements()
        self._number = 0

    def read(
        self, now: dict[str, Any], *moves: Moved, board: Perspective = BOARD_PAGE
    ) -> list[str]:
        self._announcements.update(cast(State, now), moves, board)
        latest = self._announcements.latest
        new = [each for each in latest if each["id"] > self._number]
        self._number = latest[-1]["id"] if latest else 0
        return ["+" * each["scored"] + ". ".join(each["aloud"]) for each in new]


def eight(**changes: Any) -> dict[str, Any]:
    return state(last=last_score(0, "Ann", "8: pairs", "eight"), **changes)


def test_first_repeated_and_new_game_states_are_not_announced() -> None:
    pages = Pages()
    assert pages.read(eight()) == []
    assert pages.read(eight()) == []
    assert pages.read(eight(game="g2", next="Ben deals."), SCORE) == []
    assert pages.read(eight(game="g2", next="Ben deals.")) == []


def test_score_announcement_has_spoken_form_and_next_hand() -> None:
    pages = Pages()
    pages.read(state())
    assert pages.read(eight(), SCORE) == ["+eight"]
    assert pages.read(eight(prompt_hand="Lay Ben's hand"), SCORE) == ["+eight. Lay Ben's hand"]
    assert pages.read(state(prompt_hand="Lay Ben's hand", last=None), SCORE) == ["+"]


def test_offer_is_announced_by_its_outcome() -> None:
    pages = Pages()
    pages.read(eight())
    worthless, worth = OFFER | {"seat": 1, "points": 0}, OFFER | {"seat": 1, "points": 8}
    assert pages.read(eight(offer=worthless, next="Peg 0 for Ben?")) == []
    assert pages.read(eight(prompt_hand="Now the crib")) == ["Nothing for Ben. Now the crib"]
    assert pages.read(eight(prompt_hand="Now the crib", offer=worth), SCORE) == []
    assert pages.read(eight(prompt_hand="Now the crib")) == ["+8 for Ben"]
    assert pages.read(eight(prompt_hand="Now the crib", offer=worth)) == []
    assert pages.read(eight(prompt_hand="Now the crib")) == [], "it was put away"


def test_show_is_not_announced_twice() -> None:
    pages = Pages()
    pages.read(state())
    assert pages.read(state(show={"number": 1}), SCORE) == []
    assert pages.read(eight(next="OK for the next deal")) == ["+"]


def test_new_prompt_and_uncovered_hand_are_announced() -> None:
    pages = Pages()
    pages.read(state())
    assert pages.read(state(next="Ann deals.")) == [""]
    uncovered = Perspective("board", 0, (1,), is_at_board=True)
    assert pages.read(state(next="Ann deals."), board=uncovered) == [""]


def test_announcements_keep_only_the_latest() -> None:
    announcements = Announcements()
    for n in range(2 * LATEST):
        announcements.update(cast(State, state(next=f"{n}")), (), BOARD_PAGE)
    assert [each["id"] for each in announcements.latest] == [*range(LATEST, 2 * LATEST)]


def test_announcement_ids_continue_for_a_reconnected_page(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as parts:
            await ask(parts, action="peg 0 5")
            await await_until(lambda: bool(state_of(parts)["announcements"]))
            read = state_of(parts)["announcements"]
            assert [each["aloud"] for each in read if each["scored"]] == [["five"]]
            german = state_of(parts, Viewer("watcher", language="de"))["announcements"]
            assert [each["aloud"] for each in german if each["scored"]] == [["fünf"]]
            with parts.publisher.subscribe() as feed:
                update = await anext(feed)
                assert not isinstance(update, bytes)
                assert [each["id"] for each in update.state["announcements"]] == [
                    each["id"] for each in read
                ]
            press(parts, "undo")
            await await_until(lambda: state_of(parts)["announcements"][-1]["id"] > read[-1]["id"])
            now = state_of(parts)
            assert now["scores"] == [0, 0] and now["announcements"][-1]["scored"]

    run_async(story)
