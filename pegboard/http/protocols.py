"""uvicorn protocols with request timeouts and connection limits, which uvicorn lacks.

uvicorn waits forever for the rest of a request. Here the header must arrive within ten seconds
and the body within ten more, plus one second for every 16 KiB received, so that a backup can be
uploaded. uvicorn itself closes idle keep-alive connections after `IDLE_S`.
"""

import asyncio
from functools import partial
from typing import Any, Literal

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from pegboard.http.admission import CONNECTION, Admission, Connection

REQUEST_S = 10.0
"""Timeout in seconds for the header of a request, and again for its body."""
BODY_BYTES_PER_S = 16 * 1024
"""Slowest rate, in bytes per second, at which a body may arrive."""
IDLE_S = 5
"""Seconds after a response until an idle connection is closed."""

DEVICE_PING_S = 3.0
DEVICE_PONG_S = 4.0
"""Interval of pings to a paired device, and timeout of the pong, in seconds: a lost phone is
noticed within ten seconds."""

LEAVE_S = 1.0
"""Seconds for which a client without a pong may still read why its WebSocket is closed."""

WAITING = 1024
"""Length of the accept queue; the kernel drops further connections, which retry after a second."""

FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 10\r\ncontent-length: 0\r\n"
    b"connection: close\r\n\r\n"
)
TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"

Part = Literal["header", "body"]


class HttpProtocol(H11Protocol):
    """HTTP/1.1 connection with admission control and timeouts for requests."""

    def __init__(self, admission: Admission, **kwargs: Any) -> None:
        """Stores the shared admission; passes the rest to uvicorn."""
        super().__init__(**kwargs)
        self._admission = admission
        self._place: Connection | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._part: Part | None = None
        """The part of a request that has not arrived yet."""
        self._since, self._received = 0.0, 0
        self._upgraded = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Admits or refuses the connection."""
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        self._place = self._admission.enter(host, transport.abort)
        if self._place is None:
            transport.write(FULL)
            transport.close()
            return
        self.app_state = {**self.app_state, CONNECTION: self._place}
        self._update()

    def connection_lost(self, exc: Exception | None) -> None:
        """Frees the connection's place in its group."""
        self._wait_for(None)
        if self._place is not None:
            self._place.leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parses received data and updates the timeout."""
        self._received += len(data)
        super().data_received(data)
        self._update()

    def on_response_complete(self) -> None:
        """Starts to wait for the next request."""
        super().on_response_complete()
        self._update()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hands the connection over to the WebSocket protocol."""
        self._upgraded = True
        self._wait_for(None)
        super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        """Marks the connection as idle while the client does not read."""
        super().pause_writing()
        self._update()

    def resume_writing(self) -> None:
        """Marks the connection as active again."""
        super().resume_writing()
        self._update()

    def _update(self) -> None:
        """Restarts the timeout for the part of the request due next; updates the busy flag."""
        if self._upgraded or self._place is None or self.transport.is_closing():
            return
        state, is_answered = (
            self.conn.their_state,
            self.cycle is None or self.cycle.response_complete,
        )
        part: Part | None = None
        if state is h11.SEND_BODY:
            part = "body"
        elif state is h11.IDLE and (self.cycle is None or self.conn.trailing_data[0]):
            part = "header"
        self._wait_for(part)
        self._place.busy = part is None and not is_answered and not self.flow.write_paused

    def _wait_for(self, part: Part | None) -> None:
        if part == self._part:
            return
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._part = part
        if part is not None:
            self._since, self._received = self.loop.time(), 0
            self._timer = self.loop.call_later(REQUEST_S, self._on_timeout)

    def _on_timeout(self) -> None:
        """Closes a connection whose request is late; extends the timeout while a body arrives."""
        self._timer = None
        if self.transport.is_closing():
            return
        if self._part == "body":
            due_s = REQUEST_S + self._received / BODY_BYTES_PER_S
            left_s = self._since + due_s - self.loop.time()
            # A paused transport means that we are late, not the client.
            if left_s > 0 or self.flow.read_paused:
                self._timer = self.loop.call_later(max(left_s, 1.0), self._on_timeout)
                return
        begun = self._part == "body" and (self.cycle is None or self.cycle.response_started)
        if begun or (not self.conn.trailing_data[0] and self._part == "header"):
            self.transport.abort()
            return
        self.transport.write(TOO_SLOW)
        self.transport.close()


class SocketProtocol(WebSocketsSansIOProtocol):
    """WebSocket that takes over the place of the HTTP connection from which it was upgraded."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Marks the connection as busy: an open WebSocket is never idle."""
        super().connection_made(transport)
        place = self.app_state.get(CONNECTION)
        self._place = place if isinstance(place, Connection) else None
        if self._place is not None:
            self._place.hear()

    def send_receive_event_to_app(self) -> None:
        """Records a message from the client; pongs do not count, as any browser sends them."""
        if self._place is not None:
            self._place.hear()
        super().send_receive_event_to_app()

    def start_keepalive(self) -> None:
        """Starts pinging, more often for players' devices than for watchers."""
        if self._place is not None and self._place.is_device:
            self.ping_interval, self.ping_timeout = DEVICE_PING_S, DEVICE_PONG_S
        super().start_keepalive()

    def keepalive_timeout(self) -> None:
        """Aborts the connection of a client that sent no pong, even if it reads nothing."""
        super().keepalive_timeout()
        self.loop.call_later(LEAVE_S, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """Frees the connection's place in its group."""
        if self._place is not None:
            self._place.leave()
        super().connection_lost(exc)


def protocols(admission: Admission | None = None) -> dict[str, Any]:
    """Returns uvicorn's settings for these protocols.

    Args:
        admission: limits the connections; a new one by default.
    """
    return {
        "http": partial(HttpProtocol, Admission() if admission is None else admission),
        "ws": SocketProtocol,
        "timeout_keep_alive": IDLE_S,
        "backlog": WAITING,
    }
