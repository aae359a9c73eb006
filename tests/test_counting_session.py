"""A hand from the camera to the pegs: told, asked about, put right; and the light."""

import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from pegboard.album import Album
from pegboard.board.scene import Scene
from pegboard.counting_session import CountingSession
from pegboard.eyes import Eyes
from pegboard.service import Parts
from tests.camera_fake import answer, eyes_that_see
from tests.test_desk import ask, board, press, tell, until

NOBS = answer("5H 5D JS 5C 5S", "5S")
"""Twenty-nine."""
TOTALS = [2, 4, 6, 8, 10, 12, 14, 16, 28, 29]


def watched(parts: Parts, eyes: Eyes, state: Path, **options: Any) -> list[Scene]:
    """Gives the board other eyes; the scenes that it shows from now on."""
    desk, scenes = parts.desk, []
    desk._counting = CountingSession(
        parts.table,
        eyes,
        desk._noticed,
        peg=desk._peg_by_itself,
        album=Album(state / "pictures", max_mb=1),
        **{"tell_s": 0.01} | options,
    )
    show = parts.lights.show

    def seen(scene: Scene) -> None:
        scenes.append(scene)
        show(scene)

    parts.lights.show = seen  # type: ignore[method-assign]
    return scenes


def at_a_board(
    state: Path,
    eyes: Eyes,
    story: Callable[[Parts, list[Scene]], Awaitable[None]],
    **options: Any,
) -> None:
    async def run() -> None:
        async with board(state) as parts:
            scenes = watched(parts, eyes, state, **options)
            try:
                await story(parts, scenes)
            finally:
                await eyes.close()

    tell(run)


def offered(parts: Parts) -> dict[str, Any]:
    offer: dict[str, Any] = parts.desk.snapshot()["offer"]
    return offer


async def counted(parts: Parts) -> dict[str, Any]:
    assert offered(parts) is None
    press(parts, "count")
    await until(lambda: offered(parts) is not None)
    return offered(parts)


async def pegged(parts: Parts) -> None:
    press(parts, "ok")
    await until(lambda: offered(parts) is None)


def test_the_peg_ahead_follows_the_telling(tmp_path: Path) -> None:
    async def story(parts: Parts, scenes: list[Scene]) -> None:
        offer = await counted(parts)
        assert [step["total"] for step in offer["steps"]] == TOTALS
        await until(lambda: offered(parts)["told"])
        ahead = [scene.pending for scene in scenes]
        assert all(first == 0 for first, _ in ahead), "the other track has nothing ahead"
        said = [
            points
            for points, before in zip(
                (p for _, p in ahead), [None, *(p for _, p in ahead)], strict=False
            )
            if points != before
        ]
        assert said == [0, *TOTALS]
        assert scenes[-1].pending == (0, 29) and scenes[-1].pegs[1].front == 0
        await pegged(parts)
        assert scenes[-1].pending == (0, 0) and scenes[-1].pegs[1].front == 29

    at_a_board(tmp_path, eyes_that_see(NOBS), story)


def test_a_dismissed_hand_leaves_nothing_ahead(tmp_path: Path) -> None:
    async def story(parts: Parts, scenes: list[Scene]) -> None:
        await counted(parts)
        await until(lambda: scenes[-1].pending != (0, 0))
        press(parts, "undo")
        await until(lambda: offered(parts) is None)
        assert scenes[-1].pending == (0, 0) and parts.table.seq == 0

    at_a_board(tmp_path, eyes_that_see(NOBS), story, tell_s=0.2)


def test_no_point_is_ahead_while_a_card_is_in_doubt(tmp_path: Path) -> None:
    async def story(parts: Parts, scenes: list[Scene]) -> None:
        offer = await counted(parts)
        assert offer["asks"] == "card" and offer["doubtful"] == ["5C"]
        assert scenes[-1].pending == (0, 0)
        press(parts, "ok")
        await until(lambda: "is 5C right?" in (parts.desk.snapshot()["notice"] or ""))
        assert (await ask(parts, change={"card": "5C", "to": "5C", "offer": offer["id"]}))["ok"]
        await until(lambda: scenes[-1].pending == (0, 29))
        assert offered(parts)["asks"] == ""

    at_a_board(tmp_path, eyes_that_see(NOBS | {"sure": False, "cards": doubtful("5C")}), story)


def doubtful(card: str) -> list[dict[str, Any]]:
    return list(answer("5H 5D JS 5C 5S", "5S", doubtful=card)["cards"])


def test_one_card_is_put_right_and_keeps_its_place(tmp_path: Path) -> None:
    async def story(parts: Parts, scenes: list[Scene]) -> None:
        before = await counted(parts)
        assert (await ask(parts, change={"card": "5C", "to": "6C", "offer": before["id"]}))["ok"]
        after = offered(parts)
        assert after["cards"] == ["5H", "5D", "JS", "6C"] and after["points"] == 15
        assert after["outlines"]["6C"] == before["outlines"]["5C"]
        assert "5C" in after["others"]["6C"], "what it was taken for it may be after all"
        assert after["id"] == before["id"]
        refused = await ask(parts, change={"card": "6C", "to": "JS"})
        assert not refused["ok"] and "JS is there already" in refused["error"]
        late = await ask(parts, change={"card": "6C", "to": "7C", "offer": "another"})
        assert not late["ok"] and "not on offer any more" in late["error"]
        assert offered(parts)["cards"] == after["cards"]

    at_a_board(tmp_path, eyes_that_see(NOBS), story)


def test_the_starter_is_asked_once_and_whose_hand_is_said(tmp_path: Path) -> None:
    """Pone with all five cards, then the dealer and the crib with their four; four looks."""
    looks = [
        answer("5H 5D JS 5C 5S", None),
        answer("2H 4C 8D KH"),
        answer("5S AH 9C 9D TD", "AH"),
    ]

    async def story(parts: Parts, scenes: list[Scene]) -> None:
        offer = await counted(parts)
        assert offer["asks"] == "starter" and offer["problem"] == "which of these is the starter?"
        await ask(parts, change={"starter": "5S"})
        assert offered(parts)["seat"] == 1 and offered(parts)["points"] == 29
        await pegged(parts)
        assert parts.desk.snapshot()["next"].startswith("Now the dealer: lay Blue's hand")
        offer = await counted(parts)
        assert (offer["seat"], offer["crib"], offer["asks"]) == (0, False, "")
        assert offer["starter"] == "5S" and offer["problem"] is None
        assert "5S" not in offer["outlines"], "it lies nowhere in this picture"
        await pegged(parts)
        assert parts.desk.snapshot()["next"].startswith("Now the crib: lay Blue's crib")
        offer = await counted(parts)
        assert (offer["seat"], offer["crib"], offer["starter"]) == (0, True, "5S")
        await pegged(parts)
        assert parts.table.state.stage_name == "deal" and parts.table.state.dealer == 1
        assert [line.split()[0] for line in parts.desk.record().splitlines()[-5:]] == [
            "deal", "cut", "hand", "hand", "crib",
        ]  # fmt: skip

    at_a_board(tmp_path, eyes_that_see(*looks), story)


@pytest.mark.parametrize(
    ("seen", "says"),
    [
        (answer("5H 5D JS"), "four cards and the starter are wanted, and there are 3: add"),
        (answer("5H 5D JS 5C 2H 3H"), "and there are 6: take one away"),
        (answer(""), "no card was recognised"),
    ],
)
def test_what_is_no_hand_is_said(tmp_path: Path, seen: dict[str, Any], says: str) -> None:
    async def story(parts: Parts, scenes: list[Scene]) -> None:
        offer = await counted(parts)
        assert says in offer["problem"]
        assert says in parts.desk.snapshot()["next"]
        assert scenes[-1].pending == (0, 0)

    at_a_board(tmp_path, eyes_that_see(seen), story)


def test_fewer_and_more_cards_are_mended_one_by_one(tmp_path: Path) -> None:
    async def story(parts: Parts, scenes: list[Scene]) -> None:
        await counted(parts)
        await ask(parts, change={"card": None, "to": "5C"})
        assert "there are 4" in offered(parts)["problem"]
        await ask(parts, change={"card": None, "to": "5S"})
        assert offered(parts)["asks"] == "starter"
        await ask(parts, change={"card": None, "to": "2H"})
        assert "there are 6: take one away" in offered(parts)["problem"]
        await ask(parts, change={"card": "2H", "to": None})
        await ask(parts, change={"starter": "5S"})
        assert offered(parts)["points"] == 29
        await ask(parts, change={"card": "5S", "to": "6S"})
        assert offered(parts)["starter"] == "6S" and len(offered(parts)["cards"]) == 4

    at_a_board(tmp_path, eyes_that_see(answer("5H 5D JS")), story)


# --- by itself


def test_a_certain_hand_pegs_itself_where_that_is_wished(tmp_path: Path) -> None:
    async def story(parts: Parts, scenes: list[Scene]) -> None:
        await counted(parts)
        await until(lambda: offered(parts) is None)
        assert parts.table.state.scores == (0, 29)
        assert scenes[-1].pending == (0, 0)

    at_a_board(tmp_path, eyes_that_see(NOBS), story, peg_after_s=0.05)


def test_it_counts_down_on_the_page(tmp_path: Path) -> None:
    async def story(parts: Parts, scenes: list[Scene]) -> None:
        await counted(parts)
        seconds: list[int] = []

        def ends() -> bool:
            offer = offered(parts)
            if offer is not None and offer["countdown"] not in (None, *seconds):
                seconds.append(offer["countdown"])
            return parts.table.state.scores == (0, 29)

        await until(ends)
        assert seconds == [2, 1]

    at_a_board(tmp_path, eyes_that_see(NOBS), story, peg_after_s=1.2)


def test_pegging_by_itself_is_done_to_the_end(tmp_path: Path) -> None:
    """UNDO between the lines of the record comes too late, and leaves no half a deal behind."""

    async def story(parts: Parts, scenes: list[Scene]) -> None:
        submit, lines = parts.table.submit, []

        async def submitted(action: Any, **what: Any) -> Any:
            lines.append(action)
            if len(lines) == 1:
                parts.desk._counting.dismiss()
            return await submit(action, **what)

        parts.table.submit = submitted  # type: ignore[method-assign]
        await counted(parts)
        await until(lambda: parts.table.state.scores == (0, 29))
        assert len(lines) == 3 and offered(parts) is None

    at_a_board(tmp_path, eyes_that_see(NOBS), story, peg_after_s=0.05)


@pytest.mark.parametrize("stop", ["a press", "a touch"])
@pytest.mark.parametrize("when", ["told", "counting down"])
def test_any_press_or_touch_stops_it(tmp_path: Path, stop: str, when: str) -> None:
    async def story(parts: Parts, scenes: list[Scene]) -> None:
        await counted(parts)
        if when == "counting down":
            await until(lambda: offered(parts)["countdown"] is not None)
        if stop == "a press":
            press(parts, "0+1")
            await until(lambda: parts.desk.snapshot()["pending"] == [1, 0])
        else:
            await ask(parts, hold=True)
        await until(lambda: offered(parts)["told"])
        await until(
            lambda: (
                parts.desk._counting.aloud._task is None or parts.desk._counting.aloud._task.done()
            )
        )
        assert offered(parts)["countdown"] is None
        assert parts.table.state.scores[1] == 0, "it waits for OK"
        press(parts, "ok", "ok")
        await until(lambda: parts.table.state.scores[1] == 29 or parts.table.state.scores[0] == 1)

    at_a_board(tmp_path, eyes_that_see(NOBS), story, tell_s=0.05, peg_after_s=0.5)


@pytest.mark.parametrize(
    "seen",
    [
        NOBS | {"sure": False},
        NOBS | {"waited": "something moves"},
        NOBS | {"starter": None},
        answer("5H 5D JS", None),
    ],
    ids=["doubtful", "unsettled", "no starter", "too few"],
)
def test_nothing_uncertain_pegs_itself(tmp_path: Path, seen: dict[str, Any]) -> None:
    async def story(parts: Parts, scenes: list[Scene]) -> None:
        await counted(parts)
        aloud = parts.desk._counting.aloud
        await until(lambda: aloud._task is None or aloud._task.done())
        assert offered(parts)["countdown"] is None and parts.table.seq == 0

    at_a_board(tmp_path, eyes_that_see(seen), story, peg_after_s=0.01)


def test_a_corrected_hand_waits_for_ok(tmp_path: Path) -> None:
    async def story(parts: Parts, scenes: list[Scene]) -> None:
        await counted(parts)
        await ask(parts, change={"card": "5C", "to": "6C"})
        aloud = parts.desk._counting.aloud
        await until(lambda: aloud.told)
        await until(lambda: aloud._task is None or aloud._task.done())
        assert parts.table.seq == 0
        await pegged(parts)
        assert parts.table.state.scores == (0, 15)

    at_a_board(tmp_path, eyes_that_see(NOBS), story, tell_s=0.05, peg_after_s=0.01)


# --- the light


def light(parts: Parts) -> int:
    return sum(parts.lights.frame)


@pytest.mark.parametrize(
    ("seen", "ends"),
    [
        (NOBS, "an answer"),
        ({"error": "no picture"}, "an error"),
        ({"dies": True}, "a crash"),
        ({"cards": "nonsense", "sure": 1}, "nonsense"),
        (NOBS | {"after_s": 30}, "a cancel"),
        (NOBS | {"after_s": 30}, "a hang"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_the_leds_are_dim_while_the_camera_looks_and_only_then(
    tmp_path: Path, seen: dict[str, Any], ends: str
) -> None:
    async def story(parts: Parts, scenes: list[Scene]) -> None:
        await until(lambda: light(parts) > 0)
        before = parts.lights.frame
        press(parts, "count")
        await until(lambda: parts.desk._counting.looking)
        await until(lambda: 0 < light(parts) < sum(before) / 2)
        assert all(dim <= full for dim, full in zip(parts.lights.frame, before, strict=True))
        if ends == "a cancel":
            press(parts, "undo")
        await until(lambda: not parts.desk._counting.looking)
        await until(lambda: not scenes[-1].dim)
        press(parts, "undo")  # what was counted is dismissed
        await until(lambda: parts.lights.frame == before)

    slow = {"after_s": 0.3} | seen
    at_a_board(tmp_path, eyes_that_see(slow, timeout_s=1.0 if ends == "a hang" else 20.0), story)


def test_undo_while_the_camera_looks_takes_back_the_look_and_no_score(tmp_path: Path) -> None:
    async def story(parts: Parts, scenes: list[Scene]) -> None:
        press(parts, "0+5", "ok")
        await until(lambda: parts.table.state.scores == (5, 0))
        press(parts, "count")
        await until(lambda: parts.desk._counting.looking)
        press(parts, "undo")
        await until(lambda: not parts.desk._counting.looking)
        assert parts.table.state.scores == (5, 0) and offered(parts) is None

    at_a_board(tmp_path, eyes_that_see(NOBS | {"after_s": 30}), story)


def test_counting_again_forgets_the_hand_before(tmp_path: Path) -> None:
    async def story(parts: Parts, scenes: list[Scene]) -> None:
        first = await counted(parts)
        press(parts, "count")
        await until(lambda: parts.desk._counting.looking)
        assert offered(parts) is None and scenes[-1].pending == (0, 0)
        await until(lambda: offered(parts) is not None)
        assert offered(parts)["id"] != first["id"]

    at_a_board(tmp_path, eyes_that_see(NOBS | {"after_s": 0.1}), story)


# --- the picture


def test_nothing_is_kept_unasked(tmp_path: Path) -> None:
    async def story(parts: Parts, scenes: list[Scene]) -> None:
        await counted(parts)
        await pegged(parts)
        assert not (tmp_path / "pictures").exists()
        refused = await ask(parts, save=True)
        assert not refused["ok"] and "no picture" in refused["error"]

    at_a_board(tmp_path, eyes_that_see(NOBS), story)


def test_a_picture_is_kept_whole_with_what_it_really_showed(tmp_path: Path) -> None:
    async def story(parts: Parts, scenes: list[Scene]) -> None:
        await counted(parts)
        assert (await ask(parts, save=True))["ok"]
        assert (await ask(parts, save=True))["ok"], "twice is once"
        name = offered(parts)["saved"]
        [picture] = (tmp_path / "pictures").glob("*.jpg")
        assert picture.stem == name and picture.read_bytes() == b"the whole picture"
        await ask(parts, change={"card": "5C", "to": "6C"})
        note = json.loads(picture.with_suffix(".json").read_text())
        assert [item["card"] for item in note["read"]] == ["5H", "5D", "JS", "5C", "5S"]
        assert note["read"][1]["corners"][0] == [100, 0] and note["read"][1]["confidence"] == 0.99
        assert note["cards"] == ["5H", "5D", "JS", "6C"] and note["starter"] == "5S"
        assert (note["width"], note["height"], note["sure"]) == (1000, 400, True)

    at_a_board(tmp_path, eyes_that_see(NOBS), story)


def test_a_process_that_has_gone_leaves_the_pages_picture(tmp_path: Path) -> None:
    async def story(parts: Parts, scenes: list[Scene]) -> None:
        await counted(parts)
        await parts.desk._counting._eyes.close()  # type: ignore[union-attr]
        assert (await ask(parts, save=True))["ok"]
        [picture] = (tmp_path / "pictures").glob("*.jpg")
        assert picture.read_bytes() == b"a small picture"

    at_a_board(tmp_path, eyes_that_see(NOBS), story)


def test_a_disk_that_takes_nothing_is_said_and_stops_nothing(tmp_path: Path) -> None:
    async def story(parts: Parts, scenes: list[Scene]) -> None:
        (tmp_path / "pictures").write_text("a file where the folder should be")
        await counted(parts)
        refused = await ask(parts, save=True)
        assert not refused["ok"] and "the picture was not kept" in refused["error"]
        assert offered(parts)["saved"] is None
        await pegged(parts)
        assert parts.table.state.scores == (0, 29)
        assert all(device["ok"] for device in parts.desk.snapshot()["devices"])

    at_a_board(tmp_path, eyes_that_see(NOBS), story)
