"""The perfboard plan against the carrier board's nets and real part sizes."""

import itertools
import math
import os
import re
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from hardware.carrier import design
from hardware.carrier.fabricate import FOOTPRINTS
from hardware.carrier.segments import distance_mm
from hardware.perfboard.picture import draw, make
from hardware.perfboard.plan import CARRIER, NEAR, PITCH_MM, PLANS, Hole, Joint, Plan

every_plan = pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.name)


def joined(plan: Plan, joints: tuple[Joint, ...]) -> set[frozenset[tuple[str, int]]]:
    """Returns groups of two or more pins connected by wires."""
    groups = {pin: frozenset([pin]) for pin in plan.holes}
    for joint in joints:
        both = groups[joint.start] | groups[joint.end]
        groups |= dict.fromkeys(both, both)
    return {group for group in groups.values() if len(group) > 1}


def expected_groups(plan: Plan) -> set[frozenset[tuple[str, int]]]:
    return {frozenset(pins) for pins in design.nets(plan.parts).values() if len(pins) > 1}


@every_plan
def test_perfboard_wires_match_nets(plan: Plan) -> None:
    assert joined(plan, plan.joints) == expected_groups(plan)


def test_perfboard_check_detects_missing_wire() -> None:
    for k in range(len(CARRIER.joints)):
        fewer = CARRIER.joints[:k] + CARRIER.joints[k + 1 :]
        assert joined(CARRIER, fewer) != expected_groups(CARRIER)


def test_perfboard_has_all_carrier_parts() -> None:
    assert {part.ref for part in CARRIER.parts} == {p.ref for p in design.PARTS if p.is_fitted}


@every_plan
def test_shifter_input_is_pulled_low(plan: Plan) -> None:
    """Also checks that its supply passes the resettable fuse."""
    by_ref = {part.ref: part for part in plan.parts}
    assert by_ref["R3"].value == "100k"
    assert set(by_ref["R3"].nets.values()) == {by_ref["U2"].nets[2], "GND"}
    assert by_ref["F1"].value == "PTC 0.5A"
    assert set(by_ref["F1"].nets.values()) == {by_ref["J1"].nets[2], by_ref["U2"].nets[14]}
    assert [part.ref for part in plan.parts if part.value == "330"] == ["R1"]


@every_plan
def test_perfboard_pins_have_unique_holes(plan: Plan) -> None:
    assert set(plan.holes) == {(part.ref, pin) for part in plan.parts for pin in part.pins}
    assert not [hole for hole, times in Counter(plan.holes.values()).items() if times > 1]
    for hole in plan.holes.values():
        assert 0 <= hole.column < plan.columns and 0 <= hole.row < plan.rows


@every_plan
def test_perfboard_wires_avoid_foreign_pins(plan: Plan) -> None:
    net_of = {(p.ref, pin): net for p in plan.parts for pin, net in p.nets.items()}
    for joint in plan.joints:
        ends = (plan.holes[joint.start], joint.bend, plan.holes[joint.end])
        way = [hole for hole in ends if hole]
        for pin, hole in plan.holes.items():
            if net_of.get(pin) != joint.net:
                for a, b in itertools.pairwise(way):
                    assert distance_mm((*a, *b), (*hole, *hole)) >= NEAR, (joint, pin)


@every_plan
def test_perfboard_parts_do_not_overlap(plan: Plan) -> None:
    boxes = {}
    for part in plan.parts:
        holes = [plan.holes[part.ref, pin] for pin in part.pins]
        columns, rows = [h.column for h in holes], [h.row for h in holes]
        boxes[part.ref] = (min(columns), min(rows), max(columns), max(rows))
    for first, (l1, t1, r1, b1) in boxes.items():
        for second, (l2, t2, r2, b2) in boxes.items():
            if first < second:
                assert r1 < l2 or r2 < l1 or b1 < t2 or b2 < t1, (first, second)


@pytest.mark.skipif(
    not FOOTPRINTS.is_dir() and "CI" not in os.environ, reason="KiCad's footprints are not here"
)
def test_perfboard_parts_fit_hole_pitch() -> None:
    """Distances between the pins of a part are those of its footprint, to 0.3 mm."""
    for part in CARRIER.parts:
        library, name = part.footprint.split(":")
        text = (FOOTPRINTS / f"{library}.pretty" / f"{name}.kicad_mod").read_text()
        pads: dict[int, tuple[float, float]] = {}
        for number, x, y in re.findall(r'\(pad "(\d+)" \w+ \w+\s*\(at ([-\d.]+) ([-\d.]+)', text):
            pads.setdefault(int(number), (float(x), float(y)))
        first = part.pins[0]
        for pin in part.pins[1:]:
            a, b = CARRIER.holes[part.ref, first], CARRIER.holes[part.ref, pin]
            holes = PITCH_MM * ((a.column - b.column) ** 2 + (a.row - b.row) ** 2) ** 0.5
            (x1, y1), (x2, y2) = pads[first], pads[pin]
            pins = ((x1 - x2) ** 2 + (y1 - y2) ** 2) ** 0.5
            assert abs(holes - pins) < 0.3, (part.ref, pin, holes, pins)


@every_plan
def test_perfboard_labels_are_next_to_pins(plan: Plan) -> None:
    """Compares each word with its pin, and each measuring point with its net."""
    net_of = {(p.ref, pin): net for p in plan.parts for pin, net in p.nets.items()}
    svg = draw(plan).svg()
    for text, pin, right, down in plan.words:
        at = plan.holes[pin]
        middle = (at.column + right, at.row + down)
        assert (
            min(plan.holes, key=lambda candidate: math.dist(plan.holes[candidate], middle)) == pin
        )
        assert f">{text}</text>" in svg
        if text in design.TEST_POINTS:
            assert net_of[pin] == design.TEST_POINTS[text]
    measured = [word.text for word in plan.words if word.text.startswith("TP ")]
    assert measured == list(design.TEST_POINTS)
    assert svg.count('r="14"') == len(measured)


@every_plan
def test_perfboard_labels_match_carrier(plan: Plan) -> None:
    """Compares connectors, diodes and the electrolytic; chips show pin numbers and a notch."""
    words = {word.pin: word.text for word in plan.words if word.text not in design.TEST_POINTS}
    refs = {part.ref for part in plan.parts}
    expected = {
        pin: text for pin, text in design.WORDS.items() if pin[0] in refs - {"U2", "J5", "J6"}
    }
    from_pi = {("J9", 1): "G", ("J9", 2): "D"} if "J9" in refs else {}
    assert words == expected | from_pi


def test_perfboard_table_lists_every_wire(tmp_path: Path) -> None:
    make(tmp_path)
    lines = (tmp_path / "perfboard-wires.csv").read_text().splitlines()
    assert lines[0] == "net,from,hole,to,hole,bend at"
    assert len(lines) - 1 == len(CARRIER.joints)
    by_net = defaultdict(list)
    for line in lines[1:]:
        by_net[line.split(",")[0]].append(line)
    assert by_net["VSYS"] == ["VSYS,U1 pin 39,N4,D1 pin 1,P4,"]


def test_perfboard_hole_names() -> None:
    assert [str(Hole(*at)) for at in ((0, 0), (25, 1), (26, 9))] == ["A1", "Z2", "AA10"]


def test_perfboard_bottom_view_is_mirrored() -> None:
    above, below = draw(CARRIER).svg(), draw(CARRIER, below=True).svg()
    assert above != below
    assert above.count("<polyline") == below.count("<polyline") == len(CARRIER.joints)
