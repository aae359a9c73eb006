"""The parts lists: quantities follow from the layout, and every part of the drawings is on them."""

import csv
import re
from pathlib import Path

import pytest

from hardware.budget.report import layouts
from hardware.carrier import design
from hardware.parts.list import FILE, HEAD, costs, make, parts, priced, strips, total_eur
from hardware.wiring.builds import HOSTS
from pegboard.errors import ConfigError

BY_NAME = {layout.name: layout for layout in layouts()}


def number(layout: str, build: str, word: str) -> float:
    (line,) = [line for line in parts(BY_NAME[layout], build) if word in line.what]
    return line.number


@pytest.mark.parametrize(
    ("layout", "pieces"),
    [
        ("two-track", 2),  # 4 rows from each metre: 31 + 31 + 31 + 31 and 30 x 4 of 144
        ("three-track", 3),
        ("four-track", 4),
        ("two-track-60", 1),
        ("three-track-60", 2),
        ("four-track-60", 2),
    ],
)
def test_the_strip_suffices_and_no_piece_less_would(layout: str, pieces: int) -> None:
    board = BY_NAME[layout]
    assert strips(board) == pieces == number(layout, "pi-spi", "LED strip")
    reel = {144: 144, 60: 300}[board.leds_per_m or 0]
    assert (pieces - 1) * reel < board.length <= pieces * reel


def test_buttons_go_with_the_seats() -> None:
    assert [number(name, "pi-spi", "push button") for name in ("two-track", "four-track")] == [
        9,
        15,
    ]
    assert number("two-track", "pi-pico", "KY-040") == 2
    assert number("three-track", "pi-pico", "KY-040") == 1
    assert not [line for line in parts(BY_NAME["four-track"], "pi-pico") if "KY-040" in line.what]


def test_the_supply_is_that_of_the_power_budget() -> None:
    words = " ".join(line.what for line in parts(BY_NAME["four-track-60"], "pc-pico"))
    assert "5 V supply, 3 A or more" in words and "fuse 3 A" in words
    assert "5 feeds of half a metre" in words


def test_terminals_and_the_pi_5_follow_from_the_layout() -> None:
    """Common lever connectors have 5 poles; long frames on a Pi 5's SPI are unproven."""

    def words(layout: str, build: str) -> str:
        return " ".join(line.what + line.instead for line in parts(BY_NAME[layout], build))

    assert "ground, 4 wires each: a lever connector with 5 poles" in words("two-track", "pi-spi")
    assert "7 wires each: two lever connectors with 5 poles" in words("four-track-60", "pi-spi")
    assert "by a Pico only" in words("three-track", "pi-spi")
    assert "by a Pico only" not in words("two-track", "pi-spi") + words("three-track", "pi-pico")


@pytest.mark.parametrize("build", HOSTS)
def test_no_level_shifter_is_offered_that_feeds_a_dead_supply(build: str) -> None:
    """Offers AHCT and VHCT, whose inputs have no diode to the supply, and no HCT."""
    (line,) = [line for line in parts(BY_NAME["two-track"], build) if "DIP-14" in line.what]
    offered, _, refused = line.instead.partition("; not ")
    assert re.findall(r"74\w+", line.what + offered) == ["74AHCT125", "74VHCT125", "74AHCT1G125"]
    assert "74HCT125" in refused


@pytest.mark.parametrize("build", HOSTS)
def test_a_build_has_what_it_needs_and_no_more(build: str) -> None:
    words = " ".join(line.what for line in parts(BY_NAME["two-track"], build))
    assert ("Raspberry Pi Pico" in words) == (build != "pi-spi")
    assert ("microSD" in words) == (build != "pc-pico")
    for needed in ("74AHCT125", "330 ohm", "100 k", "PTC", "1000 uF", "fuse", "push button"):
        assert needed in words


def test_every_value_of_the_carrier_board_is_on_the_list() -> None:
    words = " ".join(line.what for line in parts(BY_NAME["two-track"], "pc-pico"))
    for part in design.PARTS:
        if part.ref[0] in "RCDU":
            value = part.value.split()[0].replace("100uF", "100 uF").replace("100nF", "100 nF")
            value = value.replace("330", "330 ohm").replace("1k", "1 k").replace("100k", "100 k")
            assert value in words, part.ref


def test_costs_add_up_without_what_may_be_left_out() -> None:
    lines = parts(BY_NAME["two-track"], "pi-pico")
    low, high = total_eur(lines)
    optional = [line for line in lines if line.optional]
    assert len(optional) == 1
    assert sum(line.eur[0] for line in lines) == pytest.approx(low + optional[0].eur[0])
    assert 0 < low < high
    assert len(costs()) == len(BY_NAME)
    assert priced()[:2] == "20"


def test_lists_are_written_for_every_layout_and_build(tmp_path: Path) -> None:
    written = {path.name for path in make(tmp_path)}
    assert len(written) == len(BY_NAME) * (1 + len(HOSTS))
    with (tmp_path / "parts-two-track-pi-spi.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    assert tuple(rows[0]) == HEAD
    assert all(len(row) == len(HEAD) for row in rows)
    assert "{" not in (tmp_path / "parts-two-track.md").read_text(encoding="utf-8")


def test_a_wrong_word_in_the_file_is_named() -> None:
    text = FILE.read_text(encoding="utf-8")
    with pytest.raises(ConfigError, match=r"parts\.toml: push button.*no 'knobs'; figures are"):
        parts(BY_NAME["two-track"], "pi-spi", text.replace('"buttons"', '"knobs"', 1))
    with pytest.raises(ConfigError, match=r"push button.*unknown key colour"):
        faulty = text.replace('what = "push button', 'colour = 1\nwhat = "push button')
        parts(BY_NAME["two-track"], "pi-spi", faulty)
