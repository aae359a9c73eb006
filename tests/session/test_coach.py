"""Hints and reviews for the page."""

from pathlib import Path
from random import Random

from pegboard.cribbage.game import Deal, view
from pegboard.cribbage.notation import parse_action
from pegboard.pairing.viewer import BOARD
from tests.support.session import ask, board, press, run_async
from tests.support.waiting import await_until


def test_hint_is_only_for_own_move_and_changes_nothing(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as parts:
            coach, table = parts.coach, parts.table
            assert await coach.hint(parts.publisher.seat_of(BOARD)) == {
                "fault": "hints are for games against the computer"
            }
            await ask(parts, new={"mode": "computer"})
            await await_until(lambda: bool(view(table.state, 0).legal))
            seq = table.seq
            found = await coach.hint(parts.publisher.seat_of(BOARD))
            assert table.seq >= seq and found["text"].startswith("Throw ")
            assert parse_action(found["action"]) in view(table.state, 0).legal
            assert set(found["cards"]) <= {str(card) for card in view(table.state, 0).hand}
            assert (await coach.hint(parts.publisher.seat_of(BOARD)))["text"] == found[
                "text"
            ]  # whatever the computer laid away
            # Done as it says, the computer goes on; nothing is to be decided before it has.
            assert (await ask(parts, action=found["action"]))["ok"]

    run_async(story)


def test_review_omits_the_current_deal(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as parts:
            coach, table = parts.coach, parts.table
            await ask(parts, new={"mode": "computer"})
            await await_until(lambda: bool(view(table.state, 0).legal))
            answer = await coach.poll_review()
            while answer.get("ready") is False:  # it is still loading
                answer = await coach.poll_review()
            assert "until a deal has ended" in answer["fault"]
            assert coach.chart("en") is None
            rng = Random(2)

            async def play() -> bool:
                legal = view(table.state, 0).legal
                if legal:
                    await table.submit(rng.choice(legal), id=str(table.seq), by="test")
                    parts.game.opponents.wake()
                elif table.state.stage_name == "deal":
                    parts.game.opponents.may_deal = True
                    parts.game.opponents.wake()
                return sum(isinstance(action, Deal) for action, _ in table.history) >= 2

            await await_until(play, "the second deal", every_s=0.005)

            async def is_reviewed() -> bool:
                nonlocal answer
                answer = await coach.poll_review()
                if answer.get("ready"):
                    return True
                assert 0 <= answer["done"] <= answer["of"] or answer["of"] == 0
                return False

            await await_until(is_reviewed, "the review", every_s=0.05)
            assert answer["game"] == table.game
            assert {point["deal"] for point in answer["curve"]} == {0, 1}
            assert answer["decisions"]
            english, french = coach.chart("en") or "", coach.chart("fr") or ""
            assert english.startswith("<svg") and "Scores, deal by deal" in english
            assert french.startswith("<svg") and "Le score, donne par donne" in french
            press(parts, "ok")

    run_async(story)
