"""The question, asked at the board, whether phones on the network may open the page.

request from a page --> question at the board --> OK: yes; UNDO or no answer: no
"""

import asyncio
from collections.abc import Callable
from typing import Literal

Switch = Literal["open", "close"]
"""Requested change: `open` the page for phones on the network, or `close` it."""

ANSWER_S = 30.0
"""Seconds without an answer that count as no."""


class SwitchQuestion:
    """Question whether phones may open the page; one at a time. Use from one event loop only."""

    def __init__(self, on_change: Callable[[], None], answer_s: float = ANSWER_S) -> None:
        """Starts without a question.

        Args:
            on_change: called when a question appears or disappears.
            answer_s: seconds without an answer that count as no.
        """
        self._on_change, self._answer_s = on_change, answer_s
        self._open: tuple[Switch, asyncio.Future[bool]] | None = None

    @property
    def switch(self) -> Switch | None:
        """Change that the open question is about, or None."""
        return None if self._open is None else self._open[0]

    async def ask(self, switch: Switch) -> bool:
        """Asks at the board; returns True if somebody there answers with yes.

        A question that is still open gets the answer no.
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
        """Answers the question; returns False if there is none."""
        if self._open is None:
            return False
        _switch, answer = self._open
        self._open = None
        if not answer.done():
            answer.set_result(is_yes)
        self._on_change()
        return True
