"""Printed parts made of upright boxes, as STL.

A part is a list of boxes, each added or cut away in turn. Space is divided at every face of every
box, so that neighbours share whole edges and the surface is closed. Contact along an edge only is
refused, because slicers interpret it differently.
"""

import struct
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

Corner = tuple[float, float, float]
Triangle = tuple[Corner, Corner, Corner]

HEADER = b"pegboard, millimetres".ljust(80)


@dataclass(frozen=True, slots=True)
class Cuboid:
    """An upright box from one corner to the opposite one, in millimetres."""

    low: Corner
    high: Corner
    is_cut: bool = False
    """True if it is cut away from the boxes before it."""


def triangles(cuboids: Sequence[Cuboid]) -> list[Triangle]:
    """Returns the surface of a part, anticlockwise seen from outside.

    Raises:
        ValueError: two boxes touch only along an edge.
    """
    axes = [
        sorted({round(end[axis], 3) for cuboid in cuboids for end in (cuboid.low, cuboid.high)})
        for axis in range(3)
    ]
    places = [{at: k for k, at in enumerate(axis)} for axis in axes]
    solid: set[tuple[int, ...]] = set()
    for cuboid in cuboids:
        spans = [
            range(place[round(a, 3)], place[round(b, 3)])
            for place, a, b in zip(places, cuboid.low, cuboid.high, strict=True)
        ]
        cells = set(product(*spans))
        solid = solid - cells if cuboid.is_cut else solid | cells
    surface = [face for cell in sorted(solid) for face in _faces(cell, solid, axes)]
    if not is_watertight(surface):
        raise ValueError("parts of it touch along an edge only")
    return surface


def _faces(
    cell: tuple[int, ...], solid: set[tuple[int, ...]], axes: Sequence[Sequence[float]]
) -> list[Triangle]:
    """Returns the triangles of a cell's faces that have nothing beyond them."""
    triangles = []
    for axis, step in product(range(3), (-1, 1)):
        beyond = tuple(place + step * (k == axis) for k, place in enumerate(cell))
        if beyond in solid:
            continue
        u, v = (axis + 1) % 3, (axis + 2) % 3
        ring = []
        for du, dv in ((0, 0), (1, 0), (1, 1), (0, 1)):
            corner = [0.0, 0.0, 0.0]
            corner[axis] = axes[axis][cell[axis] + (step > 0)]
            corner[u], corner[v] = axes[u][cell[u] + du], axes[v][cell[v] + dv]
            ring.append((corner[0], corner[1], corner[2]))
        a, b, c, d = ring if step > 0 else ring[::-1]
        triangles += [(a, b, c), (a, c, d)]
    return triangles


def edges(surface: Sequence[Triangle]) -> list[tuple[Corner, Corner]]:
    """Returns every edge of every triangle, in its direction."""
    return [edge for a, b, c in surface for edge in ((a, b), (b, c), (c, a))]


def stl(surface: Sequence[Triangle]) -> bytes:
    """Returns a surface as binary STL."""
    parts = [HEADER, struct.pack("<I", len(surface))]
    for a, b, c in surface:
        (ux, uy, uz), (vx, vy, vz) = _minus(b, a), _minus(c, a)
        normal = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
        size = sum(part * part for part in normal) ** 0.5
        unit = (round(part / size, 6) + 0.0 for part in normal)
        parts.append(struct.pack("<12fH", *unit, *a, *b, *c, 0))
    return b"".join(parts)


def _minus(a: Corner, b: Corner) -> Corner:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def is_watertight(surface: Sequence[Triangle]) -> bool:
    """Returns whether every edge is shared by one other triangle, in the opposite direction."""
    counts = Counter(edges(surface))
    return all(n == 1 and counts[b, a] == 1 for (a, b), n in counts.items())


def size_mm(cuboids: Sequence[Cuboid]) -> Corner:
    """Returns the extent of a part along each axis."""
    added = [cuboid for cuboid in cuboids if not cuboid.is_cut]
    x, y, z = (
        max(cuboid.high[axis] for cuboid in added) - min(cuboid.low[axis] for cuboid in added)
        for axis in range(3)
    )
    return round(x, 3), round(y, 3), round(z, 3)
