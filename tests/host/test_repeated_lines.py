"""The log: what repeats is written a few times, and then counted."""

import io
import logging

import pytest

from pegboard.host.logfmt import LogfmtFormatter, log_event
from pegboard.host.repeated_lines import FREELY, KINDS, SPAN_S, RateLimitedHandler
from tests.support.paired_devices import ManualClock


class Written:
    """A log with a clock of its own."""

    def __init__(self) -> None:
        self.out, self.clock = io.StringIO(), ManualClock()
        self.handler = RateLimitedHandler(self.out, self.clock)
        self.handler.setFormatter(LogfmtFormatter(priorities=False))
        self.log = logging.Logger("uvicorn.error")
        self.log.addHandler(self.handler)

    def lines(self) -> list[str]:
        """What was written since it was asked last."""
        lines = self.out.getvalue().splitlines()
        self.out.seek(0)
        self.out.truncate()
        return lines


def test_a_flood_is_a_few_lines_and_a_count() -> None:
    written = Written()
    for number in range(10_000):
        written.log.warning("Invalid request %d", number)
    assert [line[-2] for line in written.lines()] == [str(n) for n in range(FREELY)]
    written.clock.now += SPAN_S
    written.log.warning("Invalid request %d", 10_000)
    assert written.lines() == [
        f"WARNING event=log.repeated of=uvicorn.error times={10_000 - FREELY} "
        'says="Invalid request %d"',
        'WARNING event=uvicorn.error says="Invalid request 10000"',
    ]


def test_it_is_counted_also_when_the_flood_is_over() -> None:
    written = Written()
    for _ in range(FREELY + 3):
        written.log.error("no file can be opened")
    written.lines()
    written.clock.now += SPAN_S
    written.log.info("something else")
    counted, other = written.lines()
    assert "times=3" in counted and "something else" in other
    for _ in range(FREELY + 2):
        written.log.error("no file can be opened")
    written.lines()
    written.handler.close()
    assert ["times=2" in line for line in written.lines()] == [True]


def test_a_stream_that_was_closed_is_written_to_no_more(
    capsys: pytest.CaptureFixture[str],
) -> None:
    written = Written()
    for _ in range(FREELY + 3):
        written.log.error("no file can be opened")
    written.out.close()
    written.handler.close()
    assert capsys.readouterr().err == "", "nothing is reported of it either"


def test_what_differs_is_not_a_repetition() -> None:
    written = Written()
    for number in range(30):
        log_event(written.log, "device.lost", logging.WARNING, device=f"device-{number}")
        log_event(written.log, "game.begun", mode="demo")
    lines = written.lines()
    assert sum("device.lost" in line for line in lines) == 30
    assert sum("game.begun" in line for line in lines) == 30, "what is well may repeat"
    for error in (ValueError, KeyError) * (FREELY + 1):
        try:
            raise error
        except error:
            written.log.exception("a command failed")
    assert len(written.lines()) == 2 * FREELY


def test_it_keeps_only_so_many_counts() -> None:
    written = Written()
    for _ in range(FREELY + 1):
        written.log.warning("the first")
    written.lines()
    for number in range(KINDS):
        written.log.warning(f"kind {number}")
    lines = written.lines()
    assert len(lines) == KINDS + 1 and sum("event=log.repeated" in line for line in lines) == 1
