"""The question to the people at the board: are phones on this network let in, or kept out?

a page asks --> the question is shown at the board --> OK: yes; UNDO or no answer: no
"""

import asyncio
from collections.abc import Callable
from typing import Literal

Switch = Literal["open", "close"]
"""What is asked: to let the phones on this network open the page, or to keep them out."""

ANSWER_S = 30.0
"""Seconds until silence counts as no."""


class SwitchQuestion:
    """One question at a time. Use from one event loop only."""

    def __init__(self, on_change: Callable[[], None], answer_s: float = ANSWER_S) -> None:
        """Asks nothing yet.

        Args:
            on_change: called when a question begins or ends.
            answer_s: seconds until silence counts as no.
        """
        self._on_change, self._answer_s = on_change, answer_s
        self._open: tuple[Switch, asyncio.Future[bool]] | None = None

    @property
    def switch(self) -> Switch | None:
        """The question that waits for its answer; None if there is none."""
        return None if self._open is None else self._open[0]

    async def ask(self, switch: Switch) -> bool:
        """Asks at the board and returns whether somebody there says yes.

        A question that still waits is answered with no: the later one counts.
        """
        self.answer(is_yes=False)
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._open = switch, answer
        self._on_change()
        try:
            async with asyncio.timeout(self._answer_s):
                return await answer
        except TimeoutError:
            return False
        finally:
            if self._open is not None and self._open[1] is answer:
                self._open = None
                self._on_change()

    def answer(self, *, is_yes: bool) -> bool:
        """Answers the question; returns False if none waits."""
        if self._open is None:
            return False
        _switch, answer = self._open
        self._open = None
        if not answer.done():
            answer.set_result(is_yes)
        self._on_change()
        return True
