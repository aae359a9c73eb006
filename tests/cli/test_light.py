"""`pegboard light test`, with a simulated person whose wiring differs from the layout."""

import os
import pty
import subprocess
import sys
from collections.abc import Callable
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegboard.board.color import milliamps
from pegboard.board.layout import Layout
from pegboard.board.layout_files import layout_names, layout_text, load_layout
from pegboard.board.panel.rewire import Found, rewire
from pegboard.cli.app import run_line
from pegboard.cli.light import test as light
from pegboard.config import load_config
from pegboard.devices.strip_check import GivenUp, LightCheck
from pegboard.devices.strips import open_strip, spi
from pegboard.devices.strips._chain import Chain
from pegboard.devices.strips._ws2812 import CHIPS, Reordered
from pegboard.errors import ConfigError
from pegboard.ops.settings.chosen import SettingsFile
from tests.support.led_observers import BoardObserver, StripObserver, wire


def checked(layout: Layout, person: BoardObserver, max_mA: int = 2000) -> LightCheck:
    person.strip = open_strip("memory:", layout.length)
    return LightCheck(person.strip, layout, person, lambda _: None, max_mA)


def true_pixels(layout: Layout, person: BoardObserver) -> dict[tuple[int, int], int]:
    """Returns the true pixel of every hole, as seen by the person."""
    holes = {point: (track, hole) for track, hole, _, point in layout.places()}
    return {
        holes[piece.points[lamp]]: pixel
        for pixel, (piece, lamp) in person.spots.items()
        if piece.points[lamp] in holes
    }


def mapped(layout: Layout) -> dict[tuple[int, int], int]:
    return {(track, hole): pixel for track, hole, pixel, _ in layout.places()}


@given(data=st.data(), name=st.sampled_from(layout_names()), slips=st.booleans())
def test_any_wiring_is_detected_and_written(data: st.DataObject, name: str, slips: bool) -> None:
    layout = load_layout(name)
    count = len(layout.pieces)
    order = data.draw(st.permutations(range(count)))
    turns = data.draw(st.lists(st.booleans(), min_size=count, max_size=count))
    turns = [
        turn and len(layout.pieces[n].points) > 1 for n, turn in zip(order, turns, strict=True)
    ]
    person = BoardObserver(layout, wire(layout, list(order), turns), slips_first=slips)
    found = checked(layout, person).pieces()
    text, path = layout_text(name)
    corrected = Layout.parse(rewire(text, str(path), found), "corrected.toml")
    assert mapped(corrected) == true_pixels(layout, person)
    assert corrected.points == layout.points
    lamps = {extra.shows: len(extra.pixels) for extra in layout.extras}
    assert lamps == {extra.shows: len(extra.pixels) for extra in corrected.extras}


@pytest.mark.parametrize("true", ["".join(order) for order in permutations("RGB")])
@pytest.mark.parametrize("configured", ["GRB", "RGB", "BRG"])
@pytest.mark.parametrize("slips", [False, True])
def test_any_colour_order_is_detected(true: str, configured: str, slips: bool) -> None:
    layout = load_layout("two-track")
    person = BoardObserver(layout, [], slips_first=slips)
    person.strip = open_strip(f"spi:mock,wants={true}", layout.length, configured)
    check = LightCheck(person.strip, layout, person, lambda _: None, 500)
    assert check.order(configured) == true
    person.strip.close()


def test_contradictory_answers_are_asked_again() -> None:
    layout = load_layout("two-track")
    output: list[str] = []
    answers = iter("rrb" + "grb")
    strip = open_strip("memory:", layout.length)
    check = LightCheck(strip, layout, lambda *_: next(answers), output.append, 500)
    assert check.order("GRB") == "RGB"
    assert output == ["Two of these were the same colour, which is impossible; try again."]


def test_dark_strip_is_reported_with_advice() -> None:
    layout = load_layout("two-track")
    strip = open_strip("memory:", layout.length)
    check = LightCheck(strip, layout, lambda *_: "n", lambda _: None, 500)
    with pytest.raises(GivenUp, match="the data wire"):
        check.order("GRB")
    check = LightCheck(strip, layout, lambda *_: "0", lambda _: None, 500)
    with pytest.raises(GivenUp, match="8 rows were never seen"):
        check.pieces()


def test_enter_confirms_the_layout() -> None:
    layout = load_layout("two-track")
    strip = open_strip("memory:", layout.length)
    found = LightCheck(strip, layout, lambda *_: "", lambda _: None, 500).pieces()
    assert all(each.first_pixel == each.piece.first_pixel and not each.turned for each in found)
    text, path = layout_text("two-track")
    assert rewire(text, str(path), found) == text


def test_led_without_hole_is_left_out() -> None:
    layout = load_layout("two-track")
    wiring = [(piece, False) for piece in layout.pieces]
    person = BoardObserver(layout, wiring, spare=2)
    found = checked(layout, person).pieces()
    assert [each.first_pixel for each in found] == [p.first_pixel + 2 for p in layout.pieces]


class RgbwChain(Chain):
    """A strip of RGBW LEDs with four bytes each."""

    def __init__(self, length: int) -> None:
        super().__init__(length, chip=CHIPS["sk6812"])
        self.white = [0] * length

    def _show(self, bits: str) -> None:
        for n in range(min(len(bits) // 32, self.length)):
            sent = [int(bits[32 * n + at : 32 * n + at + 8], 2) for at in (0, 8, 16, 24)]
            self._lit[3 * n : 3 * n + 3] = bytes((sent[1], sent[0], sent[2]))
            self.white[n] = sent[3]


def before_rgbw(layout: Layout, looks_at: str) -> LightCheck:
    """Returns a check of RGBW LEDs, with a person who looks at the first or at all lamps."""
    strip = spi.open("mock,chip=sk6812", layout.length, paced=False)
    assert isinstance(strip, spi.SimulatedSpiStrip)
    chain = strip.port.chain = RgbwChain(layout.length)
    questions: list[str] = []

    def person(kind: str, text: str) -> str:
        questions.append(kind)
        assert len(questions) < 20, "it asks for ever"
        colours = [strip.lit[3 * n : 3 * n + 3] for n in range(layout.length)]
        lit = [n for n in range(layout.length) if any(colours[n]) or chain.white[n]]
        if kind == "colour":
            if looks_at == "all" and len({colours[n] for n in lit}) > 1:
                return "m"
            return "rgb"[colours[lit[0]].index(max(colours[lit[0]]))]
        if kind == "alike":
            assert len(lit) == 6 and len({colours[n] for n in lit}) > 1
            return "n"
        if kind == "end":
            return ""
        brightest = max(lit, key=lambda n: max(*colours[n], chain.white[n]))
        rows = check.rows()
        held = (
            number
            for number, row in enumerate(rows, 1)
            if row.first_pixel <= brightest < row.first_pixel + len(row.points)
        )
        return str(next(held, 0))

    check = LightCheck(strip, layout, person, lambda _: None, 5000)
    return check


@pytest.mark.parametrize("name", [name for name in layout_names() if "track" in name])
@pytest.mark.parametrize("looks_at", ["first", "all"])
def test_rgbw_leds_are_detected(name: str, looks_at: str) -> None:
    check = before_rgbw(load_layout(name), looks_at)
    with pytest.raises(GivenUp, match=r"looks like RGBW LEDs, which the board does not drive"):
        check.order("GRB")
        check.pieces()


def test_longer_row_is_not_mistaken_for_rgbw() -> None:
    layout = load_layout("two-track")
    strip = open_strip("memory:", layout.length)
    output: list[str] = []
    typed = iter(["1", "l", "1", "1", "maybe", "y", "1", "2", "n"])
    check = LightCheck(strip, layout, lambda *_: next(typed), output.append, 500)
    with pytest.raises(GivenUp, match="count them"):
        check.pieces()
    assert "Please answer y or n." in output and next(typed, None) is None


@pytest.mark.parametrize("wants", ["GRB", "BRG"])
@pytest.mark.parametrize("fault", ["none", "dead", "breaks"])
def test_bare_strip_is_counted(
    wants: str, fault: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(light, "WALK_S", 0.0)
    looker = StripObserver(frozenset({100} if fault == "dead" else ()), breaks=fault == "breaks")
    drawn: list[float] = []

    def opened(_: str, length: int, configured: str, limit_mA: int) -> Any:
        assert length == 144
        looker.strip = spi.open(f"mock,wants={wants}", length, paced=False)
        show = looker.strip.show

        def measured(frame: bytes) -> None:
            drawn.append(milliamps(frame))
            show(frame)

        looker.strip.show = measured
        return looker.strip

    monkeypatch.setattr(light, "open_strip", opened)
    monkeypatch.setattr(light, "read_answer", looker)
    right = fault == "none" and wants == "GRB"
    assert light.test_command(strip="spi:", leds=144) == (0 if right else 1)
    out = capsys.readouterr().out
    if fault == "none":
        assert "LED 1 (pixel 0)" in out and "LED 144 (pixel 143)" in out
        assert ("Every LED works" in out) is right and (f'order = "{wants}"' in out) is not right
    else:
        assert "do not cut this strip" in out and "[board]" not in out
    assert max(drawn) <= light.MAX_MA


@pytest.mark.parametrize("rows", [1, 3, 8])
@pytest.mark.parametrize("wrong", [False, True])
def test_first_rows_are_tested(
    rows: int,
    wrong: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(light, "WALK_S", 0.0)
    monkeypatch.chdir(tmp_path)
    layout = load_layout("two-track")
    part = layout.first_rows(rows)
    wiring = [(piece, False) for piece in part.pieces]
    if wrong:
        wiring[-1] = wiring[-1][0], True
        if rows > 2:
            wiring[0], wiring[1] = wiring[1], wiring[0]
    person = BoardObserver(part, wiring)

    def opened(_: str, length: int, order: str, limit_mA: int) -> Any:
        assert length == sum(len(piece.points) for piece in part.pieces)
        person.strip = open_strip("memory:", length, order)
        return person.strip

    monkeypatch.setattr(light, "open_strip", opened)
    monkeypatch.setattr(light, "read_answer", person)
    assert light.test_command(strip="spi:", layout="two-track", rows=rows) == wrong
    out = capsys.readouterr().out
    assert not list(tmp_path.iterdir())
    if wrong:
        last = layout.pieces[rows - 1].holds
        assert f"{last}: the data enters at the other end." in out
        first, second = (piece.holds for piece in layout.pieces[:2])
        assert (f"{first}: the data reaches {second} in its place." in out) is (rows > 2)
    else:
        assert "as the layout says: go on." in out


def test_layout_chosen_on_the_page_is_tested(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "config.toml"
    file.write_text(f'state = "{tmp_path}"\n')
    SettingsFile(tmp_path).write({"board.layout": "three-track"})
    line = ["light", "test", "--strip", "memory:", "--auto", "0", "--config", str(file)]
    assert run_line(line) == 0
    assert "track 2, hole 121" in capsys.readouterr().out
    file.write_text(f'state = "{tmp_path}"\n[board]\nlayout = "two-track"\n')
    assert run_line(line) == 0
    assert "track 2" not in capsys.readouterr().out, "the file decides where it names one"


class Saver:
    """A person whose strip has another colour order, and who decides whether to save."""

    def __init__(self, wants: str, reply: str) -> None:
        self.wants, self.reply = wants, reply
        self.person = BoardObserver(load_layout("three-track"), [])
        self.questions: list[str] = []

    def open(self, _: str, length: int, order: str, limit_mA: int) -> Any:
        self.person.strip = spi.open(f"mock,wants={self.wants}", length, paced=False)
        return self.person.strip if order == "GRB" else Reordered(self.person.strip, order)

    def __call__(self, kind: str, text: str) -> str:
        self.questions.append(kind)
        if kind == "save":
            if self.reply == "EOF":
                raise EOFError
            return self.reply
        return "" if kind in ("row", "end") else self.person(kind, text)


LINES = '[board]\nlayout = "three-track"\norder = "RGB"\n'


@pytest.mark.parametrize("reply", ["", "y", "n", "EOF"])
@pytest.mark.parametrize("installed", [True, False])
def test_differences_are_saved_or_printed(
    installed: bool,
    reply: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    saver = Saver("RGB", reply)
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    monkeypatch.setattr(light, "WALK_S", 0.0)
    monkeypatch.setattr(light, "open_strip", saver.open)
    monkeypatch.setattr(light, "read_answer", saver)
    if installed:
        (tmp_path / "journal.db").touch()
    line = ["light", "test", "--strip", "memory:", "--layout", "three-track"]
    is_saved = installed and reply in ("", "y")
    assert run_line(line) == (0 if is_saved else 1)
    out = capsys.readouterr().out
    assert (saver.questions[-1] == "save") is installed
    assert (LINES in out) is not is_saved
    chosen = {"board.layout": "three-track", "board.order": "RGB"}
    assert SettingsFile(tmp_path).read() == (chosen if is_saved else {})
    if is_saved:
        assert run_line(line[:4]) == 0, "without a word about the layout"
        assert "Everything is as configured." in capsys.readouterr().out


def test_selected_layout_is_a_difference(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    saver = Saver("GRB", "")
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    monkeypatch.setattr(light, "WALK_S", 0.0)
    monkeypatch.setattr(light, "open_strip", saver.open)
    monkeypatch.setattr(light, "read_answer", saver)
    assert run_line(["light", "test", "--strip", "memory:", "--layout", "three-track"]) == 1
    out = capsys.readouterr().out
    assert 'layout = "three-track"' in out and "Everything is as configured." not in out


def test_fixed_settings_are_not_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    saver = Saver("RGB", "")
    monkeypatch.setattr(light, "WALK_S", 0.0)
    monkeypatch.setattr(light, "open_strip", saver.open)
    monkeypatch.setattr(light, "read_answer", saver)
    (tmp_path / "journal.db").touch()
    file = tmp_path / "board.toml"
    file.write_text(f'state = "{tmp_path}"\n[board]\norder = "GRB"\n')
    line = ["light", "test", "--strip", "memory:", "--layout", "three-track"]
    assert run_line([*line, "--config", str(file)]) == 1
    output = capsys.readouterr()
    assert "board.order is fixed in the configuration file board.toml" in output.err
    assert LINES in output.out and SettingsFile(tmp_path).read() == {}


@pytest.mark.parametrize("name", layout_names())
def test_first_rows_are_a_prefix_of_the_board(name: str) -> None:
    layout = load_layout(name)
    for rows in range(1, len(layout.pieces) + 1):
        part = layout.first_rows(rows)
        pixels = {pixel for pixel, _ in part.lamps()}
        assert pixels == {pixel for pixel, _ in layout.lamps() if pixel < part.length}
        assert set(part.lamps()) <= set(layout.lamps())
    assert set(part.lamps()) == set(layout.lamps())


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--leds", "144", "--rows", "2"], "--leds tests a bare strip"),
        (["--leds", "144", "--layout", "two-track"], "--leds tests a bare strip"),
        (["--rows", "9", "--layout", "two-track"], "--rows 9: the layout two-track has 1 to 8"),
        (["--rows", "0"], "greater than or equal to 1"),
    ],
)
def test_incompatible_options_are_refused(
    options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_line(["light", "test", "--strip", "memory:", *options]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("max_mA", [250, 300, 2000])
def test_every_frame_respects_current_limit(max_mA: int) -> None:
    layout = load_layout("two-track")
    person = BoardObserver(layout, [(piece, False) for piece in layout.pieces])
    check = checked(layout, person, max_mA)
    check.order("GRB")
    check.pieces()
    names = [f"{name} (pixel {pixel})" for name, pixel in check.walk(layout)]
    check.dark()
    assert max(map(milliamps, person.strip.frames)) <= max_mA
    assert len(names) == len(set(names)) == 244
    assert names[0] == "track 0, hole 0 (pixel 0)" and names[-1] == "track 1, hole 121 (pixel 182)"


def test_rewire_keeps_comments() -> None:
    text = (
        "tracks = 1  # mine\nholes = 4\nwidth_mm = 50\nheight_mm = 20\n\n"
        "[[row]]  # upper\ntrack = 0\nfirst_hole = 1\nlast_hole = 2  # two\nfirst_pixel = 0 # in\n"
        "from_mm = [1, 1]\nto_mm = [9, 1]\n\n"
        "[[row]]\ntrack = 0\nfirst_hole = 3\nlast_hole = 4\nfirst_pixel = 2\n"
        "from_mm = [9, 9]\nto_mm = [1, 9]\n"
    )
    upper, lower = Layout.parse(text, "x.toml").pieces
    changed = rewire(text, "x.toml", [Found(lower, 0, False), Found(upper, 2, True)])
    assert changed == (
        "tracks = 1  # mine\nholes = 4\nwidth_mm = 50\nheight_mm = 20\n\n"
        "[[row]]  # upper\ntrack = 0\nfirst_hole = 2\nlast_hole = 1  # two\nfirst_pixel = 2 # in\n"
        "from_mm = [9, 1]\nto_mm = [1, 1]\n\n"
        "[[row]]\ntrack = 0\nfirst_hole = 3\nlast_hole = 4\nfirst_pixel = 0\n"
        "from_mm = [9, 9]\nto_mm = [1, 9]\n"
    )
    with pytest.raises(ConfigError, match="pixel 2 is already"):
        rewire(text, "x.toml", [Found(lower, 2, False), Found(upper, 2, False)])


def test_rewire_accepts_rows_in_any_order() -> None:
    row = "track = 0\nfirst_hole = {}\nlast_hole = {}\nfirst_pixel = {}#pixel {}\n"
    text = (
        "tracks = 1\nholes = 4\nwidth_mm = 50\nheight_mm = 20\n# upper\n"
        "[[ row ]]\n" + row.format(1, 2, 0, "a") + "from_mm = [ 1,1 ] # in\nto_mm = [9, 1]\n"
        '[[extra]] # the crib\nshows = "crib"\ntrack = 0\nfirst_pixel = 2\nfrom_mm = [16, 14]\n'
        "[[row]]\n" + row.format(3, 4, 3, "b") + "from_mm = [9, 9]\nto_mm = [1, 9]\n"
    )
    before = Layout.parse(text, "x.toml")
    upper, crib, lower = before.pieces
    found = [Found(lower, 0, True), Found(crib, 2, False), Found(upper, 3, True)]
    changed = rewire(text, "x.toml", found)
    after = Layout.parse(changed, "x.toml")
    assert {piece.points: piece.first_pixel for piece in after.pieces} == {
        lower.points[::-1]: 0,
        crib.points: 2,
        upper.points[::-1]: 3,
    }
    assert after.points == before.points, "the board is the same"
    for remark in ("# upper", "# in", "# the crib", "#pixel a", "#pixel b", "[ 1,1 ]"):
        assert remark in changed


def turned_over(monkeypatch: pytest.MonkeyPatch, order: str) -> Callable[[str, str], str]:
    """Simulates a person with a randomly wired board of two tracks and a given colour order."""
    monkeypatch.setattr(light, "WALK_S", 0.0)
    layout, rng = load_layout("two-track"), Random(4)
    wiring = wire(layout, rng.sample(range(8), 8), [rng.random() < 0.5 for _ in range(8)])
    person = BoardObserver(layout, wiring)

    def opened(_: str, length: int, configured: str = "GRB", limit_mA: int | None = None) -> Any:
        from pegboard.devices.strips import spi
        from pegboard.devices.strips._ws2812 import Reordered

        strip = spi.open(f"mock,wants={order}", length, paced=False)
        person.strip = Reordered(strip, configured)
        return person.strip

    monkeypatch.setattr(light, "open_strip", opened)
    monkeypatch.setattr(light, "read_answer", person)
    return person


def test_randomly_wired_board_is_corrected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    turned_over(monkeypatch, "BRG")
    assert light.test_command(strip="spi:") == 1
    out = capsys.readouterr().out
    board = out[out.index("[board]") :]
    assert f'layout = "{tmp_path / "two-track-rewired.toml"}"' in board and 'order = "BRG"' in board
    (tmp_path / "config.toml").write_text(board)
    config = load_config(tmp_path / "config.toml")
    assert config.board.order == "BRG"

    # With the corrected layout a second test finds no difference.
    options: dict[str, Any] = {"strip": "spi:", "config": tmp_path / "config.toml"}
    assert light.test_command(**options) == 0
    assert "Everything is as configured." in capsys.readouterr().out
    text = (tmp_path / "two-track-rewired.toml").read_text()
    assert text.startswith("# two-track.toml as `pegboard light test` found it wired")


def test_declined_correction_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    person = turned_over(monkeypatch, "GRB")
    answers = {"write": "n", "walk": "n"}
    monkeypatch.setattr(light, "read_answer", lambda k, t: answers.get(k) or person(k, t))
    assert light.test_command(strip="spi:") == 1
    out = capsys.readouterr().out
    assert "nothing was written" in out and "check its solder joints" in out
    assert list(tmp_path.iterdir()) == []


def test_existing_layout_is_not_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "two-track-rewired.toml").write_text("mine")
    (tmp_path / "there.toml").write_text("mine too")
    person = turned_over(monkeypatch, "GRB")
    answers = iter(["board.txt", "there.toml", "nowhere/x.toml", ""])
    monkeypatch.setattr(
        light, "read_answer", lambda k, text: next(answers) if k == "write" else person(k, text)
    )
    assert light.test_command(strip="spi:") == 1
    out = capsys.readouterr().out
    assert "board.txt: the name of a layout file must end in .toml" in out
    assert "there.toml already exists" in out
    assert "nowhere/x.toml: No such file or directory" in out
    assert (tmp_path / "two-track-rewired.toml").read_text() == "mine"
    assert (tmp_path / "there.toml").read_text() == "mine too"
    assert sorted(path.name for path in tmp_path.glob("*-2.toml")) == ["two-track-rewired-2.toml"]


def test_automatic_walk_asks_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_line(["light", "test", "--strip", "memory:", "--auto", "0"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 244 and lines[45] == "track 0, hole 45 (pixel 106)"


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--strip", "moon:"], "unknown strip 'moon:'"),
        (["--strip", "spi:mock,missing=1"], "simulating a missing"),
        (["--strip", "memory:", "--layout", "nope"], "unknown layout 'nope'"),
        (["--strip", "memory:", "--config", "nope.toml"], "nope.toml: No such file"),
        (["--strip", "memory:fail-after=3", "--auto", "0"], "unplugged"),
    ],
)
def test_untestable_strip_is_reported_in_one_line(
    options: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_line(["light", "test", *options]) == 2
    err = capsys.readouterr().err
    assert says in err and err.count("\n") == 1


@pytest.mark.parametrize("strip", ["memory:", "terminal:"])
def test_light_test_runs_on_a_terminal(strip: str, tmp_path: Path) -> None:
    """Runs the command on a pseudo-terminal, answered by a person with a correct board."""
    ours, theirs = pty.openpty()
    code = (
        "import sys; from pegboard.cli import app; from pegboard.cli.light import test; "
        "test.WALK_S = 0; app.main(sys.argv[1:])"
    )
    command = [sys.executable, "-c", code, "light", "test", "--strip", strip]
    process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, cwd=tmp_path)
    os.close(theirs)
    os.write(ours, b"r\ng\nb\n" + 16 * b"\n" + b"y\n")
    output = b""
    while True:
        try:
            part = os.read(ours, 4096)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        output += part
    os.close(ours)
    assert process.wait(30) == 0
    assert b"What colour are the first lamps?" in output
    last = output.rpartition(b"\x1b[?1049l")[2]  # on the primary screen, where it stays
    assert b"Everything is as configured." in last
    assert list(tmp_path.iterdir()) == []


def test_end_of_input_writes_nothing(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pegboard", "light", "test", "--strip", "memory:"]
    ended = subprocess.run(command, input="r\n", capture_output=True, text=True, cwd=tmp_path)
    assert ended.returncode == 1
    assert ended.stderr == "pegboard: stopped; nothing was written\n"
    assert list(tmp_path.iterdir()) == []


def test_piece_of_wrong_length_is_reported_but_not_written() -> None:
    layout = load_layout("two-track")
    strip = open_strip("memory:", layout.length)
    output: list[str] = []
    typed = iter(["1", "l", "1", "2", "n"])  # row 1 again: it is one LED longer
    check = LightCheck(strip, layout, lambda *_: next(typed), output.append, 500)
    with pytest.raises(GivenUp, match=r"does not enter track 1, 30 to 0 at an end.*count them"):
        check.pieces()
    assert "it has more LEDs than the 31 of the layout: count them." in output[-1]
