"""Cache of the latest state from each perspective, and of its changes.

Each state is encoded at most once, for all viewers with the same perspective.

A state is a JSON object. A viewer with the previous state gets only the fields that changed; a new
viewer, or one that missed a state, gets the whole state.
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
        """Computes the changes.

        Args:
            perspective: the perspective of its viewers.
            n: number of the state, which grows with every publication.
            state: the state, without `n`.
            before: the previous state from the same perspective.
        """
        self.perspective, self.n, self.state = perspective, n, state
        self.after = None if before is None else before.n
        """Number of the previous state."""
        self.changed: Mapping[str, Any] = {}
        if before is not None:
            old = before.state
            self.changed = {key: v for key, v in state.items() if old.get(key, self) != v}

    def text_after(self, other: "StateFrame | None") -> str:
        """Returns the message for a viewer with another state: the changes, or the whole state."""
        if other is None or (self.perspective, self.after) != (other.perspective, other.n):
            return self.full_message
        return self.change_message

    @cached_property
    def full_message(self) -> str:
        """The `state` message, with the whole state."""
        return json.dumps({"type": "state", "n": self.n, **self.state}, ensure_ascii=False)

    @cached_property
    def change_message(self) -> str:
        """The `change` message, for viewers that have state number `after`."""
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
        # Drop perspectives that nobody has used since the last change.
        self._latest = {each: self._latest[each] for each in self._fresh}
        self._fresh = set()

    def get(self, perspective: Hashable) -> StateFrame:
        """Returns the current state for a perspective.

        The same object is returned while nothing changes.
        """
        if perspective not in self._fresh:
            before = self._latest.get(perspective)
            frame = StateFrame(perspective, self._n, self._state_for(perspective), before)
            if before is None or frame.changed:
                self._latest[perspective] = frame
            self._fresh.add(perspective)
        return self._latest[perspective]
