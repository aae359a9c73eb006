"""Rendered frames, compared with golden files as reviewable text.

After a change that is meant, `PEGBOARD_WRITE_FRAMES=1 pytest tests/board/test_render.py` writes the
frames anew, and the diff shows what it did to the board.
"""

import os
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegboard.board import effects
from pegboard.board.color import OKABE_ITO, for_leds, milliamps
from pegboard.board.layout import Layout
from pegboard.board.layout_files import load_layout
from pegboard.board.render import PATTERNS, board_marks, render, track_look
from pegboard.board.scene import TICKS, Scene
from tests.support.paths import TEST_DATA
from tests.support.scene_strategies import MOVES, SCENES

LAYOUT = load_layout("two-track")
FRAMES = TEST_DATA / "frames"
KEY = """\
. dark   F front peg (f in a breath)   D on the dealer's mark (e in a breath)   r rear peg
- trail  * lifted peg   ~ its tail   P pending   d dealer   : skunk line   | last hole
1-9 A-O the levels of a show, faint to white; G is the full colour, as F
"""

Instants = list[tuple[float, Scene]]


def letters(track: int, show: bool) -> dict[bytes, str]:
    """Returns the letters for a track's colours; effect levels only where there is an effect."""
    look, marks = track_look(OKABE_ITO.tracks[track]), board_marks(OKABE_ITO.board)
    signs = dict.fromkeys(look.front, "f") | dict.fromkeys(look.dealt, "e")
    signs |= dict.fromkeys(look.tail, "~") | {bytes(3): "."}
    if show:
        signs |= dict(zip(look.ramp, ".123456789ABCDEFGHIJKLMNO", strict=True))
    signs |= {look.front[-1]: "F", look.dealt[-1]: "D", look.rear: "r", look.trail: "-"}
    signs |= {look.lifted: "*", look.pending: "P"}
    return signs | {marks.skunk: ":", marks.goal: "|", marks.dealer: "d"}


def picture(scene: Scene, now: float) -> str:
    """Returns a line per track: start, four streets, and the last hole."""
    frame = render(scene, LAYOUT, OKABE_ITO, now)
    lines = []
    for track, pixels in enumerate(LAYOUT.pixels):
        signs = letters(track, scene.idle or scene.winner == track)
        line = "".join(signs[frame[3 * p : 3 * p + 3]] for p in pixels if p is not None)
        streets = [line[:1], *(line[1 + 30 * k : 31 + 30 * k] for k in range(4)), line[121:]]
        lines.append(f"{track} " + " ".join(streets))
    return "\n".join(lines)


def every(scene: Scene, start: float, end: float, step: float) -> Instants:
    count = round((end - start) / step)
    return [(start + k * step, scene) for k in range(count + 1)]


def pegs(
    a: tuple[int, int],
    b: tuple[int, int] = (52, 40),
    skunk_lines: tuple[int, ...] = (91, 61),
    **more: object,
) -> Scene:
    return replace(Scene.of((a, b), **more), skunk_lines=skunk_lines)  # type: ignore[arg-type]


def start() -> Instants:
    scene = pegs((0, 0), (0, 0), dealer_track=0, turn_track=1)
    return [*every(scene, 0, 1, 0.5), (1, pegs((3, 0), (0, 0), dealer_track=1))]


def leapfrog() -> Instants:
    scene = pegs((45, 33)).toward(pegs((57, 45), turn_track=1), 0)
    return every(scene, 0, 1.4, 0.1)


def undo() -> Instants:
    scene = pegs((45, 33)).toward(pegs((57, 45)), 0)
    back = scene.toward(pegs((45, 33)), 0.6)
    return [(0, scene), (0.6, scene), *every(back, 0.6, 1.6, 0.2)]


def both_tracks_and_the_next_score() -> Instants:
    first = pegs((45, 33)).toward(pegs((49, 45), (54, 52)), 0)
    second = first.toward(pegs((51, 49), (54, 52)), 0.4)
    return [*every(first, 0, 0.4, 0.1), *every(second, 0.4, 1.3, 0.15)]


def pending() -> Instants:
    ahead = pegs((45, 33)).toward(pegs((45, 33), pending=(6, -2)), 0.25)
    return every(ahead, 0.25, 1.5, 0.125)


def lines() -> Instants:
    near = pegs((58, 52), (90, 88), dealer_track=1)
    return [(0, near), (0, pegs((61, 58), (91, 90))), (0, pegs((120, 91), (121, 119)))]


def short_game() -> Instants:
    return [(0, pegs((28, 20), (33, 28), target=61, skunk_lines=(31,), dealer_track=0))]


def win() -> Instants:
    before = pegs((112, 100), (86, 80), dealer_track=0)
    scene = before.toward(pegs((121, 112), (86, 80), dealer_track=0, winner=0), 0)
    return [*every(scene, 0, 8, 0.5), (20, scene)]


def idle() -> Instants:
    return every(Scene.attract(), 0, 12, 1.5)


GOLDEN: list[Callable[[], Instants]] = [
    start, leapfrog, undo, both_tracks_and_the_next_score, pending, lines, short_game, win, idle,
]  # fmt: skip


@pytest.mark.parametrize("instants", GOLDEN, ids=lambda f: f.__name__)
def test_frames_match_the_golden_files(instants: Callable[[], Instants]) -> None:
    path = FRAMES / f"{instants.__name__}.txt"
    text = KEY
    for now, scene in instants():
        text += f"\nat {now:.3f} s\n{picture(scene, now)}\n"
    if os.environ.get("PEGBOARD_WRITE_FRAMES"):
        path.write_text(text)
    assert path.read_text() == text


def color(scene: Scene, track: int, hole: int, now: float = 0.0, layout: Layout = LAYOUT) -> bytes:
    pixel = layout.pixel(track, hole)
    assert pixel is not None
    return render(scene, layout, OKABE_ITO, now)[3 * pixel : 3 * pixel + 3]


@given(SCENES, MOVES, st.floats(0, 9))
def test_frames_fit_and_both_pegs_are_lit(
    first: Scene, moves: list[tuple[Scene, float]], wait: float
) -> None:
    now, scene = 0.0, first
    for wanted, pause in moves:
        scene = scene.toward(wanted, now)
        now += pause
    now += wait
    frame = render(scene, LAYOUT, OKABE_ITO, now)
    assert isinstance(frame, bytes)
    assert len(frame) == 3 * LAYOUT.length
    for track in range(2):
        for peg in scene.shown(track, now):
            assert max(color(scene, track, peg.hole, now)) >= 140


@given(SCENES, MOVES)
def test_final_frame_shows_the_last_scene(first: Scene, moves: list[tuple[Scene, float]]) -> None:
    now, scene, wanted = 0.0, first, first
    for wanted, pause in moves:
        scene = scene.toward(wanted, now)
        now += pause
    for later in (now + 8, now + 8.3, now + 9.1):
        assert render(scene, LAYOUT, OKABE_ITO, later) == render(wanted, LAYOUT, OKABE_ITO, later)


@given(SCENES, SCENES, st.floats(0, 1.5), st.floats(0, 1))
def test_frame_is_constant_until_next_change(
    first: Scene, second: Scene, at: float, part: float
) -> None:
    scene = first.toward(second, 0.3)
    now = 0.3 + at
    then = scene.next_change(now)
    between = now + 10 * part if then is None else now + (then - now) * part * 0.999
    shown = render(scene, LAYOUT, OKABE_ITO, now)
    assert render(scene, LAYOUT, OKABE_ITO, between) == shown


@pytest.mark.parametrize("track", range(4))
def test_tracks_are_distinguishable_without_colour(track: int) -> None:
    layout = Layout.parse(
        "tracks = 4\nholes = 121\nwidth_mm = 200\nheight_mm = 100\n"
        + "".join(
            f"[[row]]\ntrack = {t}\nfirst_hole = 1\nlast_hole = 121\nfirst_pixel = {121 * t}\n"
            f"from_mm = [1, {t}]\nto_mm = [121, {t}]\n"
            for t in range(4)
        ),
        "straight",
    )
    scene = Scene.of(((30, 10),) * 4, dealer_track=track)
    lit = tuple(any(color(scene, track, hole, 0, layout)) for hole in range(12, 24))
    pattern = PATTERNS[track]
    assert lit == tuple(bool(pattern[hole % len(pattern)]) for hole in range(12, 24))
    assert sum(PATTERNS[track]) >= 1
    assert len(set(PATTERNS)) == 4
    # This board has no start: the dealer's mark is in hole 1, and a peg at the start is not seen.
    marks = board_marks(OKABE_ITO.board)
    assert color(scene, track, 1, 0, layout) == marks.dealer
    bare = replace(Scene.of(((0, 0),) * 4), skunk_lines=())
    assert render(bare, layout, OKABE_ITO, 0).count(0) > 1400


SCOREBOARD = load_layout("two-track-scoreboard")


def lamps(scene: Scene) -> dict[str, str]:
    """Returns the lamps as letters: B bright, b dim, else the track of the colour."""
    frame, marks = render(scene, SCOREBOARD, OKABE_ITO, 0), board_marks(OKABE_ITO.board)
    signs = {bytes(3): ".", marks.bright: "B", marks.count: "b"}
    signs |= {track_look(OKABE_ITO.tracks[t]).front[-1]: str(t) for t in (0, 1)}
    return {
        str(extra): "".join(signs[frame[3 * pixel : 3 * pixel + 3]] for pixel in extra.pixels)
        for extra in SCOREBOARD.extras
    }


@pytest.mark.parametrize(
    ("count", "bar"), [(0, ""), (1, "B"), (14, "b" * 13 + "B"), (15, "B" * 15), (31, "B" * 31)]
)
def test_lamps_show_the_count(count: int, bar: str) -> None:
    assert lamps(pegs((45, 33), count=count))["count"] == bar.ljust(31, ".")


def test_lamps_show_crib_owner_and_games_won() -> None:
    shown = lamps(pegs((45, 33), dealer_track=1, wins=(2, 5)))
    assert [shown[f"crib of track {track}"] for track in (0, 1)] == [".", "B"]
    assert [shown[f"wins of track {track}"] for track in (0, 1)] == ["00.", "111"]
    assert set("".join(lamps(pegs((45, 33))).values())) == {"."}
    assert set("".join(lamps(Scene.attract()).values())) == {"."}


def test_short_bar_shows_a_fraction_of_the_count() -> None:
    text = (
        "tracks = 1\nholes = 1\nwidth_mm = 99\nheight_mm = 9\n"
        "[[row]]\ntrack = 0\nfirst_hole = 1\nlast_hole = 1\nfirst_pixel = 0\nfrom_mm = [1, 1]\n"
        '[[extra]]\nshows = "count"\nlast_lamp = 4\nfirst_pixel = 1\n'
        "from_mm = [1, 5]\nto_mm = [40, 5]\n"
    )
    layout = Layout.parse(text, "bar")

    def lit(count: int) -> int:
        frame = render(Scene.of(((0, 0),), target=1, count=count), layout, OKABE_ITO, 0)
        return sum(any(frame[3 * pixel : 3 * pixel + 3]) for pixel in range(1, 5))

    assert [lit(count) for count in (0, 1, 7, 8, 15, 16, 23, 24, 31)] == [0, 1, 1, 2, 2, 3, 3, 4, 4]


def test_front_peg_breathes_on_its_turn_and_stays_brighter() -> None:
    scene = pegs((45, 33), turn_track=0)
    levels = [max(color(scene, 0, 45, k / TICKS)) for k in range(64)]
    assert max(levels) == 255
    assert min(levels) > 1.3 * max(color(scene, 0, 33)) >= 180
    assert {max(color(scene, 1, 52, k / TICKS)) for k in range(64)} == {255}


def test_dim_keeps_the_picture_at_an_eighth_of_the_light() -> None:
    bright = render(pegs((45, 33)), LAYOUT, OKABE_ITO, 0)
    dim = render(replace(pegs((45, 33)), dim=True), LAYOUT, OKABE_ITO, 0)
    assert isinstance(dim, bytes)
    assert [bool(v) for v in dim] == [bool(v) for v in bright]
    light = (milliamps(for_leds(frame)) - LAYOUT.length for frame in (dim, bright))
    assert next(light) < 0.15 * next(light)


def test_render_matches_the_build_guide() -> None:
    *_, (_, won) = win()
    guide = {0.6: (0.3, 1.2), 1.0: (0.4, 1.9)}
    for brightness, (game, celebration) in guide.items():

        def amperes(scene: Scene, now: float, brightness: float = brightness) -> float:
            picture = render(scene, LAYOUT, OKABE_ITO, now)
            return milliamps(for_leds(picture, brightness)) / 1000

        assert round(amperes(pegs((45, 33), turn_track=0), 0), 1) <= game
        brightest = max(amperes(won, k / TICKS) for k in range(8 * TICKS))
        assert celebration - 0.2 < brightest <= celebration


def test_effects_stay_within_levels_and_board() -> None:
    assert len(track_look(OKABE_ITO.tracks[0]).ramp) == effects.TOP + 1
    for t in [*range(-40, 192), None]:
        for hole, level in effects.win(121, t, t or 0):
            assert 1 <= hole <= 121
            assert 0 < level <= effects.TOP
    for t in range(0, 1000, 3):
        assert all(1 <= hole <= 121 for hole, _ in effects.idle(1, 121, t))


def test_mismatched_scene_is_refused() -> None:
    with pytest.raises(ValueError, match="3 tracks to 121 do not fit on two-track"):
        render(Scene.of(((0, 0),) * 3), LAYOUT, OKABE_ITO, 0)
    with pytest.raises(ValueError, match="2 tracks to 181 do not fit"):
        render(Scene.of(((0, 0),) * 2, target=181), LAYOUT, OKABE_ITO, 0)
