"""The firmware's C core on this machine: unit tests, shared vectors, fuzzing, Python twin.

`firmware/Makefile` builds the programs with address and undefined-behaviour sanitizers, whose
reports appear in the failing test.
"""

import os
import re
import struct
import subprocess
from pathlib import Path
from random import Random

import pytest

import pegboard
from pegboard.controls.buttons import Button, ButtonKind, Edge
from pegboard.controls.debounce import MAX_EDGES, Debounce
from tests.support.paths import ROOT, TEST_DATA

FIRMWARE = ROOT / "firmware"
HOST = ROOT / "build" / "firmware" / "host"
IMAGE = ROOT / "build" / "firmware" / "pegboard.uf2"


def make(*arguments: str) -> str:
    """Runs a target of the firmware's Makefile; returns its output."""
    done = subprocess.run(
        ["make", "--silent", "--no-print-directory", "-C", FIRMWARE, *arguments],
        capture_output=True,
        text=True,
        env={key: value for key, value in os.environ.items() if not key.startswith("MAKE")},
    )
    assert done.returncode == 0, f"make {' '.join(arguments)}:\n{done.stdout}{done.stderr}"
    return done.stdout


def program(name: str) -> Path:
    """Builds a test program of the core; returns its path."""
    make(str(HOST / name))
    return HOST / name


def run(path: Path, *arguments: str, stdin: str | None = None) -> str:
    """Runs a program, which must succeed; returns its output."""
    done = subprocess.run([path, *arguments], input=stdin, capture_output=True, text=True)
    assert done.returncode == 0, f"{path.name}:\n{done.stdout[-2000:]}{done.stderr[-6000:]}"
    return done.stdout


@pytest.mark.parametrize("name", ["test_line", "test_light", "test_inputs", "test_session"])
def test_core_c_tests_pass(name: str) -> None:
    assert re.search(r"\d+ checks", run(program(name)))


def test_shared_vectors_pass_in_c() -> None:
    output = run(program("vectors"), str(TEST_DATA / "wire"))
    for file in ("packets.txt", "streams.txt", "limit.txt"):
        lines = (TEST_DATA / "wire" / file).read_text().splitlines()
        count = sum(bool(line) and not line.startswith("#") for line in lines)
        assert f"{file}: {count}\n" in output


def test_vector_reader_detects_wrong_vector(tmp_path: Path) -> None:
    """Changes one digit in one line of each vector file; the reader must fail."""
    for wrong in ("packets.txt", "streams.txt", "limit.txt"):
        for file in ("packets.txt", "streams.txt", "limit.txt"):
            text = (TEST_DATA / "wire" / file).read_text().rstrip()
            if file == wrong:
                text = text[:-1] + ("1" if text[-1] != "1" else "2")
            (tmp_path / file).write_text(text + "\n")
        done = subprocess.run([program("vectors"), tmp_path], capture_output=True, text=True)
        assert done.returncode == 1, wrong
        assert "expected" in done.stderr or "not true" in done.stderr


def test_core_coverage() -> None:
    """Requires 95 % line coverage of every file."""
    output = make("coverage")
    assert re.search(r"core: [\d.]+ % of \d{3,} lines", output), output


def test_contact_debounce_matches_python() -> None:
    """Compares the presses of `contact.c` and `controls/debounce.py` for the same edges."""
    random = Random(20261121)
    button = Button(ButtonKind.OK)
    edges: list[tuple[int, bool]] = []
    expected: list[list[int]] = []
    for _ in range(500):
        debounce, now, level = Debounce(hold_s=25), 0, False
        presses = []
        for _ in range(random.randrange(60)):
            now += random.choice((1, 2, 5, 24, 25, 26, 60, 300))
            level = not level
            edges.append((now, level))
            presses += [p.at for p in debounce.due(now)]
            if press := debounce.feed(Edge(button, level, now)):
                presses.append(press.at)
        edges.append((0, False))
        presses += [p.at for p in debounce.due(now + 1000)]
        expected.append([round(at) for at in presses])
    output = run(program("trace"), stdin="".join(f"{at} {level:d}\n" for at, level in edges))
    assert [list(map(int, part.split())) for part in output.split("-\n")[:-1]] == expected


def test_chatter_detection_matches_python() -> None:
    text = (FIRMWARE / "core" / "contact.h").read_text()
    assert f"MAX_EDGES = {MAX_EDGES}," in text
    assert f"over {MAX_EDGES} changes a second" in (FIRMWARE / "README.md").read_text()


@pytest.mark.parametrize("frames", [100_000, 1_000_000])
def test_core_survives_corrupted_frames(frames: int) -> None:
    """Compares every picture with the model (`fuzz/model.c`)."""
    output = run(program("million"), str(frames), "1")
    match = re.match(rf"{frames} frames, (\d+) spoilt; .* 0 wrong$", output)
    assert match and 0.4 * frames < int(match[1]) < 0.6 * frames, output


@pytest.mark.parametrize("seconds", [3, 30])
def test_libfuzzer_finds_no_fault(seconds: int) -> None:
    """Runs two targets in parallel from the stored corpus."""
    output = make("fuzz", f"FUZZ_S={seconds}")
    assert re.fullmatch(r"(\w+: \d+ inputs, no crash, nothing wrong\n){2}", output), output


def test_image_build_is_reproducible() -> None:
    """`make image` builds twice, the second time from a copy of the sources, and compares."""
    output = make("image")
    assert re.search(r"pico: flash \d+ bytes of 2 MiB, RAM \d+ bytes of 264 KiB", output)
    assert re.search(r"pico2: flash \d+ bytes of 4 MiB, RAM \d+ bytes of 520 KiB", output)
    for board in ("pico", "pico2"):
        # Compare the flash contents: in the UF2 a text may span two blocks.
        flash = IMAGE.with_name(f"pegboard-{board}.bin").read_bytes()
        assert pegboard.__version__.encode() in flash
        for folder in (FIRMWARE, ROOT / "build"):
            assert str(folder).encode() not in flash, f"{folder} is named in the image"


RP2040, ABSOLUTE, RP2350_ARM = 0xE48BFF56, 0xE48BFF57, 0xE48BFF59
"""Families of UF2 blocks; an absolute one works around erratum E10 of the RP2350."""


def test_uf2_contains_image_for_each_chip() -> None:
    """Checks each family's blocks, all of which its boot ROM needs to start."""
    make("image")
    families: dict[int, list[tuple[int, int, bytes]]] = {}
    data = IMAGE.read_bytes()
    assert len(data) % 512 == 0
    for at in range(0, len(data), 512):
        start, magic, flags, target, size, number, count, family = struct.unpack_from(
            "<8I", data, at
        )
        assert (start, magic) == (0x0A324655, 0x9E5D5157) and flags & 0x2000 and size == 256
        assert struct.unpack_from("<I", data, at + 508) == (0x0AB16F30,)
        families.setdefault(family, []).append((number, count, data[at + 32 : at + 288]))
        assert 0x10000000 <= target < 0x11000000
    assert list(families) == [ABSOLUTE, RP2350_ARM, RP2040]
    for family, board in ((RP2350_ARM, "pico2"), (RP2040, "pico")):
        blocks = families[family]
        assert [number for number, _, _ in blocks] == list(range(len(blocks)))
        assert {count for _, count, _ in blocks} == {len(blocks)}
        image = IMAGE.with_name(f"pegboard-{board}.bin").read_bytes()
        assert b"".join(content for _, _, content in blocks)[: len(image)] == image


def test_chip_clocks_match_pulse_timing() -> None:
    """`leds.c` asserts the 16 ns step for the clock of each image."""
    make("image")
    for board in ("pico", "pico2"):
        commands = (IMAGE.parent / f"one-{board}" / "build.ninja").read_text()
        assert "-DSYS_CLK_HZ=125000000" in commands
