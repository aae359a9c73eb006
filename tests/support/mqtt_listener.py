"""An independent MQTT client that records every message."""

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any

import aiomqtt

from tests.support.waiting import await_until

WAIT_S = 30


class Listener:
    """Records all messages, and the last one per topic."""

    def __init__(self, client: aiomqtt.Client) -> None:
        self.client = client
        self.last_by_topic: dict[str, Any] = {}
        self.messages: list[tuple[str, Any]] = []
        self.retained: set[str] = set()

    async def listen(self) -> None:
        async for message in self.client.messages:
            raw = message.payload
            assert isinstance(raw, bytes)
            content: Any = raw.decode()
            with suppress(ValueError):
                content = json.loads(content)
            topic = str(message.topic)
            self.last_by_topic[topic] = content
            self.messages.append((topic, content))
            if message.retain:
                self.retained.add(topic)

    async def wait_for(self, test: Callable[[], object], what: str = "") -> None:
        await await_until(test, lambda: f"{what} (only {self.last_by_topic} was heard)")

    def last_message(self, end: str) -> Any:
        """Returns the last message of the topic with this suffix, or None."""
        return next(
            (said for topic, said in self.last_by_topic.items() if topic.endswith(end)), None
        )


@asynccontextmanager
async def mqtt_listener(port: int, **options: Any) -> AsyncIterator[Listener]:
    async with aiomqtt.Client("localhost", port, **options) as client:
        listener = Listener(client)
        await client.subscribe("#", qos=1)
        task = asyncio.create_task(listener.listen())
        try:
            yield listener
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


@contextmanager
def threaded_listener(port: int) -> Iterator[Listener]:
    """Runs a listener on a separate thread."""
    found: list[Listener] = []
    ready, loop, done = threading.Event(), asyncio.new_event_loop(), asyncio.Event()

    async def listen() -> None:
        async with mqtt_listener(port) as listener:
            found.append(listener)
            ready.set()
            await done.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(listen(),))
    thread.start()
    try:
        assert ready.wait(WAIT_S)
        yield found[0]
    finally:
        loop.call_soon_threadsafe(done.set)
        thread.join(WAIT_S)
        loop.close()
