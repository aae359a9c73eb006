"""Maximum matching in a general graph, with Edmonds' blossom algorithm.

A tree of alternating paths is grown from each unmatched vertex; an odd cycle (blossom) is
contracted into its base. A matched vertex stays matched.
"""

from collections import deque
from collections.abc import Sequence

NOBODY = -1


def largest_matching(neighbours: Sequence[Sequence[int]], first: int = NOBODY) -> list[int]:
    """Returns the partner of each vertex; `NOBODY` for unmatched ones.

    Args:
        neighbours: possible partners of each vertex, in order of preference.
        first: vertex to match before all others, if it has a neighbour.
    """
    mate = [NOBODY] * len(neighbours)
    order = [first, *range(len(neighbours))] if first != NOBODY else range(len(neighbours))
    for vertex in order:
        if mate[vertex] == NOBODY:
            free = (other for other in neighbours[vertex] if mate[other] == NOBODY)
            other = next(free, NOBODY)
            if other != NOBODY:
                mate[vertex], mate[other] = other, vertex
    for vertex in order:
        if mate[vertex] == NOBODY:
            _Tree(neighbours, mate).grow(vertex)
    return mate


class _Tree:
    """Tree of alternating paths from one unmatched vertex."""

    def __init__(self, neighbours: Sequence[Sequence[int]], mate: list[int]) -> None:
        size = len(mate)
        self.neighbours, self.mate = neighbours, mate
        self.parent = [NOBODY] * size
        self.base = list(range(size))
        self.even = [False] * size

    def grow(self, root: int) -> None:
        """Searches for an augmenting path from the root, and flips it if there is one."""
        self.even[root] = True
        queue = deque([root])
        while queue:
            vertex = queue.popleft()
            for other in self.neighbours[vertex]:
                if self.base[vertex] == self.base[other] or self.mate[vertex] == other:
                    continue
                mate = self.mate[other]
                if other == root or (mate != NOBODY and self.parent[mate] != NOBODY):
                    self._shrink(vertex, other, queue)
                elif self.parent[other] == NOBODY:
                    self.parent[other] = vertex
                    if mate == NOBODY:
                        self._flip(other)
                        return
                    self.even[mate] = True
                    queue.append(mate)

    def _flip(self, vertex: int) -> None:
        while vertex != NOBODY:
            parent = self.parent[vertex]
            after = self.mate[parent]
            self.mate[vertex], self.mate[parent] = parent, vertex
            vertex = after

    def _shrink(self, one: int, other: int, queue: deque[int]) -> None:
        base = self._common_base(one, other)
        inside = [False] * len(self.mate)
        self._mark(one, base, other, inside)
        self._mark(other, base, one, inside)
        for vertex, its_base in enumerate(self.base):
            if inside[its_base]:
                self.base[vertex] = base
                if not self.even[vertex]:
                    self.even[vertex] = True
                    queue.append(vertex)

    def _common_base(self, one: int, other: int) -> int:
        seen = set()
        while True:
            one = self.base[one]
            seen.add(one)
            if self.mate[one] == NOBODY:
                break
            one = self.parent[self.mate[one]]
        while self.base[other] not in seen:
            other = self.parent[self.mate[self.base[other]]]
        return self.base[other]

    def _mark(self, vertex: int, base: int, child: int, inside: list[bool]) -> None:
        while self.base[vertex] != base:
            inside[self.base[vertex]] = inside[self.base[self.mate[vertex]]] = True
            self.parent[vertex] = child
            child = self.mate[vertex]
            vertex = self.parent[child]
