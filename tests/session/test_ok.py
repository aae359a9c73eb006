"""OK does what the first row of its table says, and so do the prompt, the label and the pages."""

import asyncio
from pathlib import Path
from typing import get_args

import pytest

from pegboard.pairing.viewer import AT_BOARD
from pegboard.schema.vocabulary import Ok
from pegboard.session.ok import LABELS, OK, confirm
from tests.support.paths import ROOT
from tests.support.session import ask, board, run_async, state_of
from tests.tools.ok_documents import documents

PAGES = documents()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_ok_documentation_is_current(page: Path) -> None:
    assert page.read_text(encoding="utf-8") == PAGES[page], "python -m tests.tools.ok_documents"


def test_every_ok_label_has_words_and_is_used() -> None:
    assert {"", *LABELS} == set(get_args(Ok)) == {row.label for row in OK} - {None}


def test_row_that_refuses_hides_the_rows_below(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as app:
            assert (await ask(app, new={"mode": "score"}))["ok"]
            assert state_of(app)["ok"] == ""
            cards = ["5H", "5D", "JS", "5C"]
            assert (await ask(app, cards=cards, starter="5S"))["ok"]
            state = state_of(app)
            assert state["ok"] == "peg" and str(state["next"]).startswith("Peg 29 for")
            assert (await ask(app, cards=cards[:3], starter="5S"))["ok"]
            state = state_of(app)
            assert state["ok"] == "" and str(state["next"]).startswith("Check the cards")
            assert (await ask(app, dismiss=True))["ok"]
            for points in (120, 1):
                assert (await ask(app, action=f"peg 0 {points}"))["ok"]
            assert app.table.state.over and state_of(app)["ok"] == "next-game"

    run_async(story)


def test_retried_press_answers_no_later_question(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as app:
            opening = asyncio.ensure_future(app.game.switch_question.ask("open"))
            await asyncio.sleep(0)
            assert not await confirm(app.game, AT_BOARD)
            assert app.game.switch_question.switch == "open"
            assert await confirm(app.game, AT_BOARD, at_once=True) and await opening

    run_async(story)
