"""Routes a two-layer board by a search on a grid, with retries.

Each net is routed by A* on a grid of both layers, in eight directions, with vias between them. A
track may cross another net at a cost; the crossed net is ripped up and rerouted, and the place
becomes more expensive each time, so that nets spread out (negotiated congestion, Ebeling and
McMurchie's PathFinder, 1995). Deterministic: the same board gives the same tracks.
"""

import heapq
import math
from collections.abc import Iterable, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hardware.carrier.segments import Segment, clashes

PITCH_MM = 0.254
"""Distance of two grid points."""

CLEARANCE_MM = 0.22
"""Minimum distance between copper of two nets."""

EDGE_MM = 0.5
"""Minimum distance of copper from the edge of the board."""

VIA_MM, DRILL_MM = 0.7, 0.35

_VIA_COST = 15.0
_CROSSING_COST = 12.0
_LESSON = 1.5
_MAX_ROUNDS = 400

Cell = tuple[int, int, int]
"""Layer (0 front, 1 back), column, row."""

_Map = NDArray[np.float64]


class RoutingError(Exception):
    """No tracks were found; the message names the nets."""


class Pad(NamedTuple):
    """A pad through both layers: a bar from centre - half to centre + half, thickened by radius."""

    net: str | None
    """Net of the pad; None keeps all nets away."""
    x: float
    y: float
    half_x: float
    half_y: float
    radius: float


class Router:
    """Routes one board; lengths in millimetres from its upper left corner."""

    def __init__(self, size_mm: tuple[float, float], pads: Iterable[Pad]) -> None:
        self._pads = list(pads)
        self._width, self._height = size_mm
        self.columns = int(self._width / PITCH_MM) + 1
        self.rows = int(self._height / PITCH_MM) + 1
        self._shape = (2, self.columns, self.rows)
        self._x, self._y = np.meshgrid(
            np.arange(self.columns) * PITCH_MM, np.arange(self.rows) * PITCH_MM, indexing="ij"
        )
        self._dear: _Map = np.zeros(self._shape)
        self.routes: dict[str, list[Segment]] = {}

    def route(self, widths_mm: Mapping[str, float]) -> dict[str, list[Segment]]:
        """Returns tracks for the named nets, each with its width.

        Raises:
            RoutingError: a net is unreachable, or the rounds are exhausted.
        """
        queue = sorted(widths_mm, key=lambda net: (-widths_mm[net], self._spread(net), net))
        for _ in range(_MAX_ROUNDS):
            if not queue:
                return self.routes
            net = queue.pop(0)
            segments = self._route_net(net, widths_mm[net])
            for other in sorted(self._run_over(net, segments)):
                for segment in self.routes.pop(other):
                    self._learn(segment)
                queue.append(other)
            self.routes[net] = segments
        raise RoutingError(f"no peace after {_MAX_ROUNDS} rounds between {', '.join(queue)}")

    def free_spots(self, net: str, every: int) -> list[tuple[float, float]]:
        """Returns points where a via of a net is clear, on a coarse grid of `every` cells."""
        hard, soft = self._maps(net, VIA_MM)
        cost = np.maximum(hard, soft).max(axis=0)
        for pad in self._pads:
            if pad.net == net:
                self._stamp(cost[None], (0,), _bar(pad), 1.6)
        return [
            (i * PITCH_MM, j * PITCH_MM)
            for i in range(every, self.columns, every)
            for j in range(every, self.rows, every)
            if not cost[i, j]
        ]

    # --- one net

    def _route_net(self, net: str, width: float) -> list[Segment]:
        hard, soft = self._maps(net, width)
        via_hard, via_soft = self._maps(net, max(width, VIA_MM))
        cost = 1 + soft * _CROSSING_COST + self._dear * (soft > 0) + self._dear * 0.3
        no_via, dear_via = via_hard.max(axis=0), via_soft.max(axis=0)
        pins = [pad for pad in self._pads if pad.net == net]
        centres = {_cell(pin): (pin.x, pin.y) for pin in pins}
        for i, j in centres:
            hard[:, i, j] = 0
        first = pins[0]
        waiting = sorted(pins[1:], key=lambda pin: math.dist(pin[1:3], first[1:3]))
        reached: set[Cell] = {(layer, *_cell(first)) for layer in (0, 1)}
        segments: list[Segment] = []
        while waiting:
            goals = {_cell(pin) for pin in waiting}
            path = _search(reached, goals, hard, cost, no_via, dear_via, centres)
            if path is None:
                raise RoutingError(f"{net}: no way to {sorted(centres[goal] for goal in goals)}")
            end = path[-1][1:]
            reached |= {*path, (0, *end), (1, *end)}
            waiting = [pin for pin in waiting if _cell(pin) != end]
            segments += _straighten(path, centres, width)
        return segments

    def _maps(self, net: str, width: float) -> tuple[_Map, _Map]:
        """Returns the cells forbidden to a track of this width, and those where it crosses some."""
        hard, soft = np.zeros(self._shape), np.zeros(self._shape)
        edge = EDGE_MM + width / 2
        outside = (self._x < edge) | (self._x > self._width - edge)
        outside |= (self._y < edge) | (self._y > self._height - edge)
        hard[:, outside] = 1
        for pad in self._pads:
            if pad.net is None or pad.net != net:
                self._stamp(hard, (0, 1), _bar(pad), pad.radius + width / 2 + CLEARANCE_MM)
        for other, segments in self.routes.items():
            if other != net:
                for segment in segments:
                    reach = segment.width / 2 + width / 2 + CLEARANCE_MM
                    self._stamp(soft, segment.layers, segment.line, reach)
        return hard, soft

    def _stamp(
        self,
        onto: _Map,
        layers: Iterable[int],
        line: tuple[float, float, float, float],
        reach: float,
        add: float | None = None,
    ) -> None:
        """Marks every cell within `reach` of a line: sets it to 1, or adds `add`."""
        x1, y1, x2, y2 = line
        columns = slice(
            max(0, int((min(x1, x2) - reach) / PITCH_MM)),
            max(0, int((max(x1, x2) + reach) / PITCH_MM) + 2),
        )
        rows = slice(
            max(0, int((min(y1, y2) - reach) / PITCH_MM)),
            max(0, int((max(y1, y2) + reach) / PITCH_MM) + 2),
        )
        x, y = self._x[columns, rows], self._y[columns, rows]
        dx, dy = x2 - x1, y2 - y1
        square = dx * dx + dy * dy
        along = np.clip(((x - x1) * dx + (y - y1) * dy) / square, 0, 1) if square else 0.0
        near = np.hypot(x - x1 - along * dx, y - y1 - along * dy) < reach - 1e-6
        for layer in layers:
            part = onto[layer, columns, rows]
            part[near] = 1 if add is None else part[near] + add

    # --- several nets

    def _spread(self, net: str) -> float:
        pins = [pad for pad in self._pads if pad.net == net]
        return sum(math.dist(pin[1:3], pins[0][1:3]) for pin in pins)

    def _run_over(self, net: str, segments: list[Segment]) -> set[str]:
        return {
            other
            for other, theirs in self.routes.items()
            if other != net and clashes(segments, theirs, CLEARANCE_MM)
        }

    def _learn(self, segment: Segment) -> None:
        reach = segment.width / 2 + CLEARANCE_MM
        self._stamp(self._dear, segment.layers, segment.line, reach, _LESSON)


def _bar(pad: Pad) -> tuple[float, float, float, float]:
    return (pad.x - pad.half_x, pad.y - pad.half_y, pad.x + pad.half_x, pad.y + pad.half_y)


def _cell(pad: Pad) -> tuple[int, int]:
    return round(pad.x / PITCH_MM), round(pad.y / PITCH_MM)


def _search(
    starts: set[Cell],
    goals: set[tuple[int, int]],
    hard: _Map,
    cost: _Map,
    no_via: _Map,
    dear_via: _Map,
    pads: Mapping[tuple[int, int], object],
) -> list[Cell] | None:
    """Returns the cheapest path from any start to any goal, by A*; None if there is none."""
    _, columns, rows = hard.shape
    blocked = hard.astype(bool).tolist()
    price = cost.tolist()

    def ahead(i: int, j: int) -> float:
        return min(
            max(abs(i - a), abs(j - b)) + 0.414 * min(abs(i - a), abs(j - b)) for a, b in goals
        )

    best = dict.fromkeys(starts, 0.0)
    came: dict[Cell, Cell] = {}
    heap = [(ahead(i, j), (layer, i, j)) for layer, i, j in sorted(starts)]
    heapq.heapify(heap)
    done: set[Cell] = set()
    while heap:
        _, cell = heapq.heappop(heap)
        if cell in done:
            continue
        done.add(cell)
        layer, i, j = cell
        if (i, j) in goals:
            path = [cell]
            while path[-1] not in starts:
                path.append(came[path[-1]])
            return path[::-1]
        steps: list[tuple[Cell, float]] = []
        for di, dj in _AROUND:
            a, b = i + di, j + dj
            if 0 <= a < columns and 0 <= b < rows and not blocked[layer][a][b]:
                steps.append(((layer, a, b), (1.414 if di and dj else 1.0) * price[layer][a][b]))
        if (i, j) in pads:  # a pad passes through the board: changing layers there is free
            steps.append(((1 - layer, i, j), 0.0))
        elif not no_via[i, j]:
            steps.append(((1 - layer, i, j), _VIA_COST + _CROSSING_COST * float(dear_via[i, j])))
        for step, extra in steps:
            total = best[cell] + extra
            if total < best.get(step, math.inf):
                best[step], came[step] = total, cell
                heapq.heappush(heap, (total + ahead(step[1], step[2]), step))
    return None


_AROUND = tuple((di, dj) for di in (-1, 0, 1) for dj in (-1, 0, 1) if di or dj)


def _straighten(
    path: list[Cell], centres: Mapping[tuple[int, int], tuple[float, float]], width: float
) -> list[Segment]:
    """Converts a path of cells into the fewest straight tracks, ending in its pads' centres."""

    def at(cell: Cell) -> tuple[float, float]:
        return cell[1] * PITCH_MM, cell[2] * PITCH_MM

    found = []
    for cell in (path[0], path[-1]):
        centre = centres.get(cell[1:])
        if centre and math.dist(centre, at(cell)) > 1e-6:
            found.append(Segment(cell[0], *centre, *at(cell), width))
    k = 0
    while k < len(path) - 1:
        here, there = path[k], path[k + 1]
        if here[0] != there[0]:
            if here[1:] not in centres:
                found.append(Segment(None, *at(here), *at(here), VIA_MM))
            k += 1
            continue
        step = (there[1] - here[1], there[2] - here[2])
        last = k + 1
        while last < len(path) - 1:
            a, b = path[last], path[last + 1]
            if a[0] != b[0] or (b[1] - a[1], b[2] - a[2]) != step:
                break
            last += 1
        found.append(Segment(here[0], *at(here), *at(path[last]), width))
        k = last
    return found
