"""Retry backoff, and tasks cancelled when the first one ends."""

import asyncio

import pytest

from pegboard.host.retrying import Backoff, doubled, until_first


def test_pauses_grow_and_the_last_repeats_until_a_reset() -> None:
    backoff = Backoff((0.5, 1.0, 2.0))
    assert [backoff.next_s() for _ in range(5)] == [0.5, 1.0, 2.0, 2.0, 2.0]
    backoff.reset()
    assert backoff.next_s() == 0.5


def test_doubled_pauses_end_with_the_longest() -> None:
    assert doubled(1.0, 60.0) == (1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 60.0)
    assert doubled(2.0, 2.0) == (2.0,)


def test_until_first_cancels_the_others_and_raises_its_error() -> None:
    ended: list[str] = []

    async def forever() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("forever")

    async def fails() -> None:
        raise ValueError("first")

    with pytest.raises(ValueError, match="first"):
        asyncio.run(until_first(forever(), fails()))
    assert ended == ["forever"]


def test_task_that_loses_a_cancellation_is_cancelled_again() -> None:
    async def stubborn() -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            await asyncio.Event().wait()

    async def ends() -> None:
        await asyncio.sleep(0)

    asyncio.run(asyncio.wait_for(until_first(stubborn(), ends()), 10))
