"""Cache of the last state of every perspective, and its changes.

Each state is encoded at most once, for all viewers with the same perspective.

A state is a JSON object. A viewer who has the previous one gets only the fields that differ; one
who has missed some, or connects for the first time, gets the whole state.
"""

import json
from collections.abc import Callable, Hashable, Mapping
from functools import cached_property
from typing import Any


class StateFrame:
    """One state from one perspective."""

    def __init__(
        self,
        perspective: Hashable,
        n: int,
        state: Mapping[str, Any],
        before: "StateFrame | None" = None,
    ) -> None:
        """Computes the differences.

        Args:
            perspective: of its viewers.
            n: its number; it grows with every change of the board.
            state: without `n`.
            before: the previous state of the same perspective.
        """
        self.perspective, self.n, self.state = perspective, n, state
        self.after = None if before is None else before.n
        """The number of the state this is a change of."""
        self.changed: Mapping[str, Any] = {}
        if before is not None:
            old = before.state
            self.changed = {key: v for key, v in state.items() if old.get(key, self) != v}

    def text_after(self, other: "StateFrame | None") -> str:
        """Returns the message for a viewer with the other state: the change, if that is enough."""
        if other is None or (self.perspective, self.after) != (other.perspective, other.n):
            return self.full_message
        return self.change_message

    @cached_property
    def full_message(self) -> str:
        """The `state` message."""
        return json.dumps({"type": "state", "n": self.n, **self.state}, ensure_ascii=False)

    @cached_property
    def change_message(self) -> str:
        """The `change` message, for those who know state `after`."""
        change = {"type": "change", "n": self.n, "after": self.after, "set": self.changed}
        return json.dumps(change, ensure_ascii=False)


class StateCache:
    """The latest state of every perspective in use."""

    def __init__(self, state_for: Callable[[Any], Mapping[str, Any]]) -> None:
        """Starts empty.

        Args:
            state_for: returns the state from a perspective; always with the same keys.
        """
        self._state_for = state_for
        self._n = 0
        self._latest: dict[Hashable, StateFrame] = {}
        self._fresh: set[Hashable] = set()

    def advance(self) -> None:
        """Marks every cached state as outdated."""
        self._n += 1
        # A perspective that nobody had since the last change is forgotten.
        self._latest = {each: self._latest[each] for each in self._fresh}
        self._fresh = set()

    def get(self, perspective: Hashable) -> StateFrame:
        """Returns the present state for a perspective.

        It is the same object as before where nothing differs.
        """
        if perspective not in self._fresh:
            before = self._latest.get(perspective)
            frame = StateFrame(perspective, self._n, self._state_for(perspective), before)
            if before is None or frame.changed:
                self._latest[perspective] = frame
            self._fresh.add(perspective)
        return self._latest[perspective]
