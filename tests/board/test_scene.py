"""Scenes: pegs walk between pictures without jumps and always arrive."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegboard.board.scene import BLINK_TICKS, CELEBRATION_TICKS, TICKS, Scene, tick
from pegboard.board.track import Walk, earliest, seconds
from tests.support.scene_strategies import MOVES, SCENES


def of(front: int, rear: int) -> Scene:
    return Scene.of(((front, rear),))


def holes(scene: Scene, now: float, track: int = 0) -> tuple[int, int]:
    front, rear = scene.shown(track, now)
    return front.hole, rear.hole


def test_every_move_takes_between_a_third_and_one_and_a_half_seconds() -> None:
    times = [seconds(count) for count in range(1, 122)]
    assert times == sorted(times)
    assert times[0] == 0.3
    assert times[-1] == 1.6


def test_walk_visits_every_hole_and_eases_in_and_out() -> None:
    walk = Walk.between(3, 13, 100.0)
    assert walk.hole(99) == walk.hole(100) == 3
    assert walk.hole(walk.ends) == walk.end == 13
    assert walk.ends == pytest.approx(100 + seconds(10))
    now, seen, gaps = 100.0, [3], []
    while (then := walk.next_change(now)) is not None:
        gaps.append(then - now)
        now = then
        seen.append(walk.hole(now))
    assert seen == list(range(3, 14))
    assert gaps[0] > 1.5 * gaps[5]
    assert gaps[-1] > 1.5 * gaps[5]
    assert Walk.between(5, 2, 0).holes == (5, 4, 3, 2)


def test_earliest_ignores_missing_times() -> None:
    assert earliest([None, 3.0, 2.0]) == 2.0
    assert earliest([None]) is None


def test_score_moves_the_rear_peg_past_the_front_peg() -> None:
    scene = of(10, 4).toward(of(15, 10), 0)
    assert holes(scene, 0) == (4, 10)
    assert holes(scene, 5) == (15, 10)
    front, rear = scene.shown(0, 0.2)
    assert front.walk and not rear.walk
    assert front.walk.holes == tuple(range(4, 16))


def test_first_score_leaves_a_peg_at_the_start() -> None:
    scene = of(0, 0).toward(of(6, 0), 0)
    assert holes(scene, 0) == (0, 0)
    assert holes(scene, 9) == (6, 0)


def test_undo_walks_the_front_peg_back_past_the_rear() -> None:
    scene = of(15, 10).toward(of(10, 4), 0)
    front, rear = scene.shown(0, 0.2)
    assert rear.walk and not front.walk
    assert rear.walk.holes == tuple(range(15, 3, -1))


def test_correction_moves_only_the_front_peg() -> None:
    for score in (17, 12):
        front, rear = of(15, 10).toward(of(score, 10), 0).shown(0, 0.1)
        assert front.walk and front.walk.end == score
        assert rear == (10, None)


def test_rear_peg_can_be_corrected() -> None:
    front, rear = of(15, 10).toward(of(15, 9), 0).shown(0, 0.1)
    assert front == (15, None)
    assert rear.walk and rear.walk.holes == (10, 9)


def test_tracks_move_simultaneously() -> None:
    start = Scene.of(((10, 4), (20, 18)))
    scene = start.toward(Scene.of(((15, 10), (22, 20))), 1)
    assert holes(scene, 1.0, 0) == (4, 10) and holes(scene, 1.0, 1) == (18, 20)
    assert holes(scene, 3.0, 0) == (15, 10) and holes(scene, 3.0, 1) == (22, 20)


def test_running_walk_is_not_restarted() -> None:
    scene = of(10, 4).toward(of(15, 10), 0)
    again = scene.toward(Scene.of(((15, 10),), pending=(3,)), 0.2)
    assert again.walks == scene.walks
    # The next score leaps from below the peg that is still on its way.
    further = scene.toward(of(20, 15), 0.2)
    front, rear = further.shown(0, 0.2)
    assert front.hole == 10 and front.walk and front.walk.end == 20
    assert rear.walk is scene.walks[0][0]


def test_undone_move_reverses_in_flight() -> None:
    scene = of(30, 4).toward(of(40, 30), 0)
    middle = scene.shown(0, 0.6)[0].hole
    assert 4 < middle < 40
    back = scene.toward(of(30, 4), 0.6)
    assert back.shown(0, 0.6)[1].hole == middle
    assert holes(back, 9) == (30, 4)
    walk = back.walks[0][1]
    assert walk and walk.holes == tuple(range(middle, 3, -1))


def test_peg_already_in_place_does_not_move() -> None:
    scene = of(10, 4).toward(of(15, 10), 0)
    # Caught exactly over hole 4, where it set off.
    assert scene.toward(of(10, 4), 0.0).walks == ((None, None),)


def test_other_board_is_shown_without_animation() -> None:
    two = Scene.of(((5, 0), (7, 3)))
    assert of(3, 0).toward(two, 0).walks == ()
    assert Scene.attract().toward(two, 0).still == two
    assert two.toward(Scene.attract(), 0).walks == ()
    pending = Scene.of(((5, 0), (7, 3)), pending=(1, 2))
    assert of(3, 0).toward(pending, 1.0).pending_hole(1, 1.4) == 9


def test_pending_peg_lights_at_once_and_blinks_twice_a_second() -> None:
    pending_scene = Scene.of(((20, 15),), pending=(4,))
    off = BLINK_TICKS / TICKS  # the blink's dark half begins here
    scene = of(20, 15).toward(pending_scene, off)
    assert [scene.pending_hole(0, off + t) for t in (0, 0.49, 0.5, 0.74, 0.75)] == [
        24, 24, None, None, 24,
    ]  # fmt: skip
    assert pending_scene.pending_hole(0, 0.0) == 24
    assert pending_scene.pending_hole(0, off) is None
    assert of(20, 15).pending_hole(0, 0.0) is None


def test_press_on_one_track_does_not_affect_the_others_blinking() -> None:
    scene = Scene.of(((0, 0), (0, 0)), pending=(1, 0))
    off = BLINK_TICKS / TICKS
    scene = (
        Scene.of(((0, 0), (0, 0)))
        .toward(scene, 0)
        .toward(Scene.of(((0, 0), (0, 0)), pending=(1, 2)), 1 + off)
    )
    assert scene.pending_hole(0, 1 + off) is None
    assert scene.pending_hole(1, 1 + off) == 2


def test_pending_peg_stays_on_the_board() -> None:
    assert Scene.of(((119, 110),), pending=(9,)).pending_hole(0, 0) == 121
    assert Scene.of(((3, 1),), pending=(-9,)).pending_hole(0, 0) == 0


def test_win_is_celebrated_once_the_peg_is_out() -> None:
    won = Scene.of(((121, 110),), winner=0)
    scene = of(110, 100).toward(won, 0)
    assert scene.won_at is not None
    assert scene.won_at == pytest.approx(seconds(21))
    assert (scene.celebrated(0) or 0) < 0
    assert scene.celebrated(2) is not None
    assert scene.celebrated(scene.won_at + CELEBRATION_TICKS / TICKS + 0.1) is None
    assert won.celebrated(0) is None
    # Nothing starts it again, and taking the win back ends it.
    assert (
        scene.toward(replace(Scene.of(((121, 110),), winner=0), dim=True), 3).won_at == scene.won_at
    )
    assert scene.toward(of(110, 100), 3).won_at is None


def test_still_board_has_no_next_change() -> None:
    assert of(10, 4).next_change(0) is None
    assert of(10, 4).toward(of(10, 4), 3).next_change(3) is None
    arrived = of(10, 4).toward(of(15, 10), 3)
    assert arrived.next_change(99) is None


def test_moving_board_reports_its_next_change() -> None:
    assert Scene.of(((10, 4),), turn_track=0).next_change(0) == 2 / TICKS
    assert Scene.attract().next_change(0) == 2 / TICKS
    assert Scene.of(((121, 4),), winner=0).next_change(0) == 2 / TICKS
    assert of(110, 4).toward(Scene.of(((121, 110),), winner=0), 0).next_change(0) == 1 / TICKS
    assert Scene.of(((10, 4),), pending=(3,)).next_change(0) == BLINK_TICKS / TICKS
    fresh = of(10, 4).toward(Scene.of(((10, 4),), pending=(3,)), 0.1)
    assert fresh.next_change(0.55) == pytest.approx(0.6)


@pytest.mark.parametrize("pegs", [((122, 0),), ((5, -1),)])
def test_scene_refuses_pegs_off_the_board(pegs: tuple[tuple[int, int], ...]) -> None:
    with pytest.raises(ValueError, match="not within 0 to 121"):
        Scene.of(pegs)


def test_games_won_must_cover_every_track() -> None:
    with pytest.raises(ValueError, match="games won of 1 tracks for 2 tracks"):
        Scene.of(((0, 0), (0, 0)), wins=(1,))


def test_pending_must_cover_every_track() -> None:
    with pytest.raises(ValueError, match="1 pending scores for 2 tracks"):
        Scene.of(((0, 0), (0, 0)), pending=(1,))


@given(SCENES, MOVES)
def test_any_sequence_of_scenes_ends_at_the_last(
    first: Scene, moves: list[tuple[Scene, float]]
) -> None:
    now, scene, wanted = 50.0, first, first
    for wanted, wait in moves:
        scene = scene.toward(wanted, now)
        now += wait
    assert scene.still == wanted
    for track in range(2):
        assert tuple(peg.hole for peg in scene.shown(track, now + 1.7)) == wanted.pegs[track]


@given(SCENES, MOVES)
def test_pegs_never_jump(first: Scene, moves: list[tuple[Scene, float]]) -> None:
    now, scene = 50.0, first
    for wanted, wait in moves:
        before = [sorted(holes(scene, now, track)) for track in range(2)]
        scene = scene.toward(wanted, now)
        assert before == [sorted(holes(scene, now, track)) for track in range(2)]
        end = now + wait
        while (then := scene.next_change(now)) is not None and then <= end:
            assert then > now
            for track in range(2):
                for old, new in zip(
                    holes(scene, now, track), holes(scene, then, track), strict=True
                ):
                    assert abs(old - new) <= 1
            now = then
        now = end


@given(st.floats(0, 1e9))
def test_ticks_are_exact(now: float) -> None:
    assert tick(now) / TICKS <= now < (tick(now) + 1) / TICKS
    assert tick(tick(now) / TICKS) == tick(now)


def test_each_reported_change_is_visible() -> None:
    scene = of(10, 4).toward(of(15, 10), 0)
    times = [0.0]
    while (then := scene.next_change(times[-1])) is not None:
        times.append(then)
    assert len(times) == 12
    assert all(holes(scene, a) != holes(scene, b) for a, b in pairwise(times))
