"""Rate limiting of repeated log lines."""

import io
import logging

import pytest

from pegboard.host.logfmt import LogfmtFormatter, log_event
from pegboard.host.repeated_lines import FREELY, KINDS, SPAN_S, RateLimitedHandler
from tests.support.paired_devices import ManualClock


class Written:
    """A log with a fake clock."""

    def __init__(self) -> None:
        self.out, self.clock = io.StringIO(), ManualClock()
        self.handler = RateLimitedHandler(self.out, self.clock)
        self.handler.setFormatter(LogfmtFormatter(priorities=False))
        self.log = logging.Logger("uvicorn.error")
        self.log.addHandler(self.handler)

    def lines(self) -> list[str]:
        """Returns the lines written since the last call."""
        lines = self.out.getvalue().splitlines()
        self.out.seek(0)
        self.out.truncate()
        return lines


def test_repeated_lines_are_limited_and_counted() -> None:
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


def test_summary_is_written_after_repetition_ends() -> None:
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


def test_handler_does_not_write_to_closed_stream(
    capsys: pytest.CaptureFixture[str],
) -> None:
    written = Written()
    for _ in range(FREELY + 3):
        written.log.error("no file can be opened")
    written.out.close()
    written.handler.close()
    assert capsys.readouterr().err == "", "nothing is reported of it either"


def test_different_lines_are_not_limited() -> None:
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


def test_number_of_counts_is_limited() -> None:
    written = Written()
    for _ in range(FREELY + 1):
        written.log.warning("the first")
    written.lines()
    for number in range(KINDS):
        written.log.warning(f"kind {number}")
    lines = written.lines()
    assert len(lines) == KINDS + 1 and sum("event=log.repeated" in line for line in lines) == 1
