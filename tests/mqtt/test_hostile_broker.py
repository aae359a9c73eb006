"""A broker, or a client of it, that sends far more than requested."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import aiomqtt

from pegboard.mqtt import connection
from tests.mqtt.test_mqtt import at, board, story
from tests.support.mosquitto import broker
from tests.support.mqtt_listener import mqtt_listener
from tests.support.running_board import SIMULATED, running_board
from tests.support.waiting import await_until, wait_until

HUGE = 200 * 1024 * 1024
MOST_MB = 80
CONNECT, PUBLISH, SUBSCRIBE = 1, 3, 8


class Flooder:
    """Fake broker that accepts any client and answers its first subscription with 200 MB."""

    def __init__(self) -> None:
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.listener.getsockname()[1]
        self.connections = 0
        self.sent = 0
        """Maximum number of bytes of the message read by a connection."""
        self._open: list[socket.socket] = []

    def serve(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                self._open.append(client)
                threading.Thread(target=self._talk, args=(client,), daemon=True).start()

    def close(self) -> None:
        for each in (self.listener, *self._open):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def _talk(self, client: socket.socket) -> None:
        with suppress(OSError, EOFError), client.makefile("rb") as said:
            while True:
                kind, body = _packet(said.read)
                if kind == CONNECT:
                    client.sendall(b"\x20\x02\x00\x00")
                    self.connections += 1
                elif kind == SUBSCRIBE:
                    client.sendall(b"\x90\x03" + body[:2] + b"\x00")
                    self._flood(client)

    def _flood(self, client: socket.socket) -> None:
        topic = b"pegboard/x/undo/set"
        client.sendall(b"\x30" + _length(HUGE) + len(topic).to_bytes(2) + topic)
        piece, sent = bytes(1 << 20), 0
        while sent < HUGE:
            client.sendall(piece)
            sent += len(piece)
            self.sent = max(self.sent, sent)


def _length(size: int) -> bytes:
    out = bytearray()
    while size:
        size, low = divmod(size, 128)
        out.append(low | (0x80 if size else 0))
    return bytes(out)


def _packet(read: object) -> tuple[int, bytes]:
    assert callable(read)

    def take(size: int) -> bytes:
        data = bytes(read(size))
        if len(data) < size:
            raise EOFError
        return data

    kind, size, shift = take(1)[0] >> 4, 0, 0
    while True:
        byte = take(1)[0]
        size |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return kind, take(size)


@contextmanager
def flooder() -> Iterator[Flooder]:
    there = Flooder()
    serving = threading.Thread(target=there.serve)
    serving.start()
    try:
        yield there
    finally:
        there.close()
        serving.join()


def most_memory_mb(process: int) -> float:
    """Returns the peak memory of a process, in MB."""
    (line,) = (
        line
        for line in Path(f"/proc/{process}/status").read_text().splitlines()
        if line.startswith("VmHWM")
    )
    return int(line.split()[1]) / 1024


def test_client_drops_200_mb_packet_unread(tmp_path: Path) -> None:
    with flooder() as there:
        text = f'{SIMULATED}[mqtt]\nbroker = "mqtt://127.0.0.1:{there.port}"\n'
        (tmp_path / "c.toml").write_text(text)
        with running_board(tmp_path / "state", "--config", f"{tmp_path}/c.toml") as service:
            wait_until(lambda: there.connections >= 3, "another connection", every_s=0.05)
            assert service.get("api/state")["type"] == "state"
            used = most_memory_mb(service.process.pid)
        print(f"{used:.1f} MB at most, {there.sent / 1e6:.1f} MB were taken by the network")
        assert used <= MOST_MB
        assert there.sent < HUGE / 4
    assert "event=home.packet_too_long" in (tmp_path / "stderr.txt").read_text()


def test_oversized_message_only_breaks_connection(tmp_path: Path) -> None:
    async def tell() -> None:
        with broker(tmp_path / "broker") as there:
            async with (
                board(tmp_path, at(there.port)) as (parts, _),
                aiomqtt.Client("localhost", there.port) as eve,
            ):
                async with mqtt_listener(there.port) as heard:
                    await heard.wait_for(
                        lambda: heard.last_message("/online") == "online", "online"
                    )
                    base = next(
                        topic for topic in heard.last_by_topic if topic.endswith("/online")
                    )[:-7]
                game = parts.table.game
                await eve.publish(f"{base}/new_game/set", bytes(2 * connection.PACKET_BYTES))
                async with mqtt_listener(there.port) as heard:
                    await heard.wait_for(
                        lambda: heard.last_message("/online") == "offline", "the end"
                    )
                    await heard.wait_for(
                        lambda: heard.last_message("/online") == "online", "online again"
                    )
                assert parts.table.game == game
                await eve.publish(f"{base}/new_game/set", b'{"id": "1"}', qos=1)
                await await_until(lambda: parts.table.game != game, "another game")

    story(tell)
