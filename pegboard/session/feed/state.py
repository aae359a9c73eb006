"""Cache of the last state sent to viewers with the same perspective, and its changes.

Each state is encoded once for all of them.

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
        sight: Hashable,
        n: int,
        message: Mapping[str, Any],
        before: "StateFrame | None" = None,
    ) -> None:
        """Computes the differences.

        Args:
            sight: whose it is.
            n: its number; it grows with every change of the board.
            message: the state, without `n`.
            before: what the same viewers were told before.
        """
        self.sight, self.n, self.message = sight, n, message
        self.after = None if before is None else before.n
        """The number of the state this is a change of."""
        self.changed: Mapping[str, Any] = {}
        if before is not None:
            old = before.message
            self.changed = {key: v for key, v in message.items() if old.get(key, self) != v}

    def follows(self, other: "StateFrame | None") -> bool:
        """Returns whether a viewer with the other state needs only the change."""
        return other is not None and (self.sight, self.after) == (other.sight, other.n)

    @cached_property
    def whole(self) -> str:
        """The `state` message."""
        return json.dumps({"type": "state", "n": self.n, **self.message}, ensure_ascii=False)

    @cached_property
    def change(self) -> str:
        """The `change` message, for those who know state `after`."""
        said = {"type": "change", "n": self.n, "after": self.after, "set": self.changed}
        return json.dumps(said, ensure_ascii=False)


class StateCache:
    """The latest state of every perspective in use."""

    def __init__(self, tell: Callable[[Any], Mapping[str, Any]]) -> None:
        """Starts empty.

        Args:
            tell: the state as it looks to a sight; always with the same keys.
        """
        self._tell = tell
        self._n = 0
        self._latest: dict[Hashable, StateFrame] = {}
        self._fresh: set[Hashable] = set()

    def advance(self) -> None:
        """Marks every cached state as outdated."""
        self._n += 1
        # A sight that nobody had since the last change is forgotten.
        self._latest = {sight: self._latest[sight] for sight in self._fresh}
        self._fresh = set()

    def of(self, sight: Hashable) -> StateFrame:
        """Returns the present state for a perspective.

        It is the same object as before where nothing differs.
        """
        if sight not in self._fresh:
            before = self._latest.get(sight)
            told = StateFrame(sight, self._n, self._tell(sight), before)
            if before is None or told.changed:
                self._latest[sight] = told
            self._fresh.add(sight)
        return self._latest[sight]
