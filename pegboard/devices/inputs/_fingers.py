"""Simulated fingers: press the pins of a simulated board, each button at its own times.

A press takes as long as a finger's, about 40 ms down and 40 ms up, so that it passes the
same debounce. Presses of one button queue up; different buttons may overlap. They start
in the order of the calls: an OK never overtakes an earlier +1.
"""

from collections import deque
from collections.abc import Callable
from enum import StrEnum
from threading import Condition, Thread
from time import monotonic

from pegboard.controls import Button
from pegboard.errors import Common, DeviceLost

DOWN_S = 0.040
UP_S = 0.040

Step = tuple[bool, float]
"""A level (True is down) and its minimum duration in seconds."""

PRESS: tuple[Step, ...] = ((True, DOWN_S), (False, UP_S))
_CHATTER = ((True, 0.002), (False, 0.001), (True, 0.003), (False, 0.002))
BOUNCING_PRESS: tuple[Step, ...] = (
    *_CHATTER,
    (True, DOWN_S),
    *((not down, seconds) for down, seconds in _CHATTER),
    (False, UP_S),
)


class Fault(StrEnum):
    """Faults of a simulated button."""

    BOUNCING = "bouncing"
    """Each press and release bounces for 8 ms."""
    STUCK = "stuck"
    """The next press stays down."""
    MISSING = "missing"
    """The button is not connected: presses do nothing."""


class Fingers:
    """Presses buttons from a separate thread."""

    def __init__(self, drive: Callable[[Button, bool], None]) -> None:
        """Starts the thread; `drive` sets the level of a button's pin: True is down."""
        self._drive = drive
        self._steps: dict[Button, deque[tuple[Step, int]]] = {}  # each with its press
        self._begun = 0  # presses started so far
        self._count = 0
        self._free_at: dict[Button, float] = {}
        self._faults: dict[Button, Fault] = {}
        self._closed = False
        self._changed = Condition()
        self._thread = Thread(target=self._run, name="fingers", daemon=True)
        self._thread.start()

    def press(self, button: Button) -> None:
        """Presses the button as soon as its earlier presses are over; never blocks.

        Raises:
            DeviceLost: closed.
        """
        with self._changed:
            match self._faults.get(button):
                case None:
                    self._add(button, PRESS)
                case Fault.BOUNCING:
                    self._add(button, BOUNCING_PRESS)
                case Fault.STUCK:
                    self._add(button, PRESS[:1])
                case Fault.MISSING:
                    pass

    def misbehave(self, button: Button, fault: Fault | None) -> None:
        """Sets a button's fault, or with None clears it; a stuck button comes up again."""
        with self._changed:
            if self._faults.pop(button, None) is Fault.STUCK:
                self._add(button, PRESS[1:])
            if fault is not None:
                self._faults[button] = fault

    def close(self) -> None:
        """Lifts all fingers; a second call does nothing."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join()

    def _add(self, button: Button, steps: tuple[Step, ...]) -> None:
        if self._closed:
            raise DeviceLost(Common.CLOSED, device=f"button {button}: the simulated board")
        self._count += 1
        self._steps.setdefault(button, deque()).extend((step, self._count) for step in steps)
        self._changed.notify()

    def _run(self) -> None:
        while (step := self._next()) is not None:
            button, down, seconds = step
            self._drive(button, down)
            # From now, not from the due time: on a busy machine levels last longer, never shorter.
            self._free_at[button] = monotonic() + seconds

    def _next(self) -> tuple[Button, bool, float] | None:
        """Waits for the step that is due first; returns None once closed."""
        with self._changed:
            while not self._closed:
                waiting = [
                    (self._free_at.get(button, 0.0), button)
                    for button, steps in self._steps.items()
                    if steps and steps[0][1] <= self._begun + 1
                ]
                if not waiting:
                    self._changed.wait()
                    continue
                due, button = min(waiting, key=lambda item: item[0])
                pause = due - monotonic()
                if pause <= 0:
                    step, press = self._steps[button].popleft()
                    self._begun = max(self._begun, press)
                    return (button, *step)
                self._changed.wait(pause)
        return None
