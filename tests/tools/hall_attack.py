"""Measures a hall beside hostile clients: the boards' acknowledgement, quiet and under attack.

    python -m tests.tools.hall_attack --players 300 --phones 300 --hostile 8 --seconds 20

Everything runs on loopback and ends by itself. In both halves boards play, and phones listen and
ask for cards. In the second half hostile connections ask for cards and tables as fast as they are
answered, guess PINs and codes, and reconnect.
"""

import argparse
import asyncio
import json
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from websockets.asyncio.client import connect

from pegboard.chain.feed import Feed
from pegboard.chain.keys import SigningKey
from pegboard.cli.bench.hall_clients import Onlooker, SimulatedPlayer, Timings, games
from pegboard.hall_link.board_side import BoardSide
from pegboard.hall_link.messages import encode
from pegboard.host.process_limits import raise_file_limit
from tests.support.running_hall import RunningHall

CARDS_PER_S = 30.0
"""Cards that the phones ask for in both halves, together."""
SPEED = 4.0
"""Speed of the boards' play; a game in four minutes."""


@dataclass(frozen=True, slots=True)
class Attack:
    """The size of a measurement.

    Attributes:
        players, phones, boards, hostile: numbers of each.
        seconds: duration of each half.
    """

    players: int = 300
    phones: int = 300
    boards: int = 10
    hostile: int = 8
    seconds: float = 20.0


class Client:
    """A keep-alive HTTP connection that sends one request after the other."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.answered = 0
        """Number of hostile actions that were answered."""
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, path: str, body: bytes = b"") -> bytes:
        """Returns the body of the response; reconnects if necessary."""
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        method = "POST" if body else "GET"
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n"
        head += f"Content-Type: application/json\r\nOrigin: http://127.0.0.1:{self._port}\r\n"
        writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        try:
            answer = await reader.readuntil(b"\r\n\r\n")
            fields = answer.lower().split(b"content-length: ")
            return await reader.readexactly(int(fields[1].split(b"\r\n")[0]))
        except (OSError, EOFError, IndexError):
            self.close()
            raise

    def close(self) -> None:
        """Closes the connection."""
        if self._streams is not None:
            self._streams[1].transport.abort()
        self._streams = None


async def ask_for_cards(client: Client, players: list[str], rng: Random) -> None:
    await client.ask(f"/api/card?player={rng.choice(players)}")


async def ask_for_tables(client: Client, players: list[str], rng: Random) -> None:
    await client.ask("/api/tables")


async def guess_pins(client: Client, players: list[str], rng: Random) -> None:
    pin = f"{rng.randrange(10**8):08d}"
    await client.ask("/api/director/enter", json.dumps({"pin": pin}).encode())


async def guess_codes(client: Client, players: list[str], rng: Random) -> None:
    key = SigningKey()
    side = BoardSide(Feed(key.id, 1), key, code=f"{rng.randrange(10**6):06d}", name="x")
    url = f"ws://127.0.0.1:{client._port}/api/board"
    async with connect(url, proxy=None, compression=None) as socket:
        hello = side.receive(await socket.recv(), time.time())
        assert hello is not None
        await socket.send(encode(hello).decode())
        await socket.recv()


HOSTILE = (ask_for_cards, ask_for_tables, ask_for_cards, guess_pins, ask_for_cards, guess_codes)
"""What the hostile connections do, in turn."""

Act = Callable[[Client, list[str], Random], Awaitable[None]]


async def repeat(act: Act, client: Client, players: list[str], rng: Random) -> None:
    """Repeats an action as fast as it is answered, until cancelled."""
    while True:
        try:
            await act(client, players, rng)
            client.answered += 1
        except Exception:  # refused and closed: it goes on at once
            await asyncio.sleep(0)


async def phones_ask(port: int, players: list[str], rng: Random) -> None:
    """Asks for cards at a steady rate, until cancelled."""
    client = Client(port)
    try:
        while True:
            with suppress(OSError, EOFError, IndexError):
                await ask_for_cards(client, players, rng)
            await asyncio.sleep(rng.random() * 2 / CARDS_PER_S)
    finally:
        client.close()


@asynccontextmanager
async def tasks(*running: Any) -> AsyncIterator[None]:
    """Runs coroutines during the block."""
    started = [asyncio.create_task(each) for each in running]
    try:
        yield
    finally:
        for task in started:
            task.cancel()
        await asyncio.gather(*started, return_exceptions=True)


async def measure(hall: RunningHall, attack: Attack) -> dict[str, Any]:
    """Measures a running hall with an event in it; see `Attack`."""
    raise_file_limit(attack.phones + 200)
    code = await asyncio.to_thread(hall.new_join_code)
    event = (await asyncio.to_thread(hall.get, "api/tables"))["parts"]["event"]
    players, rng, times = list(event["names"]), Random(1), Timings()
    lines = games(rng)
    boards = [SimulatedPlayer(lines, Random(n), times) for n in range(attack.boards)]
    for board in boards:
        await board.join(hall.address, code)
    phones = [Onlooker(None) for _ in range(attack.phones)]
    loop = asyncio.get_running_loop()
    for phone in phones:
        await loop.create_connection(lambda p=phone: p, "127.0.0.1", hall.port)  # type: ignore[misc]

    async def acknowledged_ms() -> float:
        times.acknowledged.clear()
        until = time.monotonic() + attack.seconds
        await asyncio.gather(*(board.play(SPEED, until) for board in boards))
        return 1000 * median(times.acknowledged)

    hostile = [Client(hall.port) for _ in range(attack.hostile)]
    acts = [HOSTILE[n % len(HOSTILE)] for n in range(attack.hostile)]
    try:
        async with tasks(
            *(board.receive() for board in boards),
            *(phones_ask(hall.port, players, Random(n)) for n in range(2)),
        ):
            quiet_ms = await acknowledged_ms()
            async with tasks(
                *(
                    repeat(act, client, players, Random(n))
                    for n, (act, client) in enumerate(zip(acts, hostile, strict=True))
                )
            ):
                attacked_ms = await acknowledged_ms()
    finally:
        for client in hostile:
            client.close()
        for phone in phones:
            phone.close()
        await asyncio.gather(*(board.close() for board in boards), return_exceptions=True)
    return {
        "players": attack.players,
        "phones": attack.phones,
        "hostile": attack.hostile,
        "ack_p50_quiet_ms": round(quiet_ms, 1),
        "ack_p50_attacked_ms": round(attacked_ms, 1),
        "hostile_per_s": round(sum(client.answered for client in hostile) / attack.seconds),
        "times": round(attacked_ms / quiet_ms, 1),
    }


def run_attack(folder: Path, attack: Attack) -> dict[str, Any]:
    """Measures a new hall in a folder."""
    hall = RunningHall(folder / "hall")
    try:
        assert hall.post_as_director("event", name="Open", games=9)["ok"]
        names = [f"Player {n}" for n in range(attack.players)]
        assert hall.post_as_director("players", names=names)["ok"]
        assert hall.post_as_director("draw")["ok"]
        return asyncio.run(measure(hall, attack))
    finally:
        hall.stop()


def main() -> None:
    """Parses the command line, measures, and prints the figures."""
    parser = argparse.ArgumentParser()
    for name, number in (("players", 300), ("phones", 300), ("boards", 10), ("hostile", 8)):
        parser.add_argument(f"--{name}", type=int, default=number)
    parser.add_argument("--seconds", type=float, default=20.0)
    with tempfile.TemporaryDirectory(prefix="pegboard-attack-") as folder:
        attack = Attack(**vars(parser.parse_args()))
        print(json.dumps(run_attack(Path(folder), attack), indent=1))


if __name__ == "__main__":
    main()
