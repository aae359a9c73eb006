"""The host's end of the link, as a state machine without I/O.

    GREETING --Welcome--> QUERYING --Report--> CONFIGURING --Ack--> READY
       ^                                                              |
       |------------------ Ack "not configured": it was reset --------|
    any state -- no reply, another protocol, a refusal --> FAILED

One request is in flight at a time; it is resent, with the same seq, until its reply comes
or its tries are exhausted. Every request is idempotent, so a lost reply does no harm.
While a picture is in flight only the newest of those that follow is kept, and it is sent
when the board starts to transmit the previous one to the LEDs: the wire sets the pace.

An input is acknowledged at once and reported once: the board resends it until acknowledged, one at
a time, so that a duplicate carries the seq of its predecessor.

Pass the bytes read to `receive` and the time to `tick`, write what
`data_to_send` returns, and call `tick` again no later than `next_due`.
"""

from dataclasses import dataclass
from enum import Enum, auto

from pegboard.devices.usb_board.protocol.link_events import (
    Failed,
    InputReceived,
    LinkEvent,
    Ready,
    Restarting,
    Shown,
    StatusReceived,
)
from pegboard.devices.usb_board.protocol.messages import (
    MAX_PIXELS,
    PROTOCOL,
    Ack,
    AckStatus,
    Configure,
    FromHost,
    Hello,
    InputAck,
    InputChange,
    Message,
    Pixels,
    Report,
    Restart,
    Status,
    Welcome,
    pack,
    parse,
)
from pegboard.devices.usb_board.protocol.packets import Decoder, WireFault, encode
from pegboard.devices.usb_board.protocol.pictures import changes
from pegboard.errors import WireError

RETRY_S = 0.4
"""Seconds after which an unanswered request is resent."""
TRIES = 8
"""Attempts after which the board counts as missing."""
STATUS_S = 1.0
"""Interval of status requests; they also keep the board from dimming."""
_WRAP = 1 << 32


class LinkState(Enum):
    """The state of the link."""

    GREETING = auto()
    QUERYING = auto()
    CONFIGURING = auto()
    READY = auto()
    FAILED = auto()


@dataclass(slots=True)
class _Request:
    """A request waiting for its answer."""

    message: FromHost
    seq: int
    first_sent_at: float
    sent_at: float
    tries: int = 1
    frame: bytes | None = None


class Link:
    """A series of sessions with one board, until the link fails."""

    def __init__(self, configure: Configure) -> None:
        """Starts idle; `start` begins the first session.

        Args:
            configure: describes the attached hardware.
        """
        self.state = LinkState.GREETING
        self.welcome: Welcome | None = None
        self.report: Report | None = None
        self.resends = 0
        """Number of resent requests."""
        self.unknown_packets = 0
        """Number of packets that could not be parsed: noise, or newer firmware."""
        self._configure = configure
        self._configured: Configure | None = None
        self._decoder = Decoder()
        self._out = bytearray()
        self._seq = 0
        self._request: _Request | None = None
        self._on_board: bytes | None = None
        self._requested: bytes | None = None
        self._shown = 0  # pictures in this session
        self._restart: Restart | None = None
        self._last_input_seq: int | None = None  # seq of the latest input
        self._listening_from = 0  # board clock at the start of this session, ms
        self._lag: float | None = None  # host clock minus board clock, s
        self._status_due = 0.0

    @property
    def on_board(self) -> bytes | None:
        """Picture on the board; None if unknown."""
        return self._on_board

    @property
    def bad_packets(self) -> int:
        """Number of damaged packets from the board."""
        return self._decoder.bad

    def start(self, now: float) -> None:
        """Sends HELLO, after a zero byte that ends any incomplete packet."""
        self._out += b"\0"
        self._greet(now)

    def reconfigure(self, configure: Configure, now: float) -> None:
        """Updates the description of the attached hardware."""
        if configure.pixels != self._configure.pixels:
            self._requested = None
        self._configure = configure
        self._send_next(now)

    def show(self, frame: bytes, now: float) -> None:
        """Requests a picture on the LEDs; three bytes per pixel.

        Raises:
            ValueError: its length differs from the chain's.
        """
        if len(frame) != 3 * self._configure.pixels:
            raise ValueError(f"{len(frame)} bytes for {self._configure.pixels} pixels")
        self._requested = frame
        self._send_next(now)

    def restart(self, now: float, *, drive: bool) -> None:
        """Requests a restart of the board, after the packets in flight."""
        self._restart = Restart(drive)
        self._send_next(now)

    def data_to_send(self) -> bytes:
        """Returns the bytes to write now, and clears them."""
        data = bytes(self._out)
        self._out.clear()
        return data

    def next_due(self) -> float | None:
        """Returns the time of the next `tick`; None until something is received."""
        if self._request is not None:
            return self._request.sent_at + RETRY_S
        return self._status_due if self.state is LinkState.READY else None

    def tick(self, now: float) -> list[LinkEvent]:
        """Performs the work due at `now`."""
        request = self._request
        if request is None:
            self._send_next(now)
        elif now >= request.sent_at + RETRY_S:
            if request.tries >= TRIES:
                waited = now - request.first_sent_at
                return self._fail(WireError(WireFault.NO_ANSWER, seconds=waited))
            request.tries += 1
            request.sent_at = now
            self.resends += 1
            self._out += encode(pack(request.message, request.seq))
        return []

    def receive(self, data: bytes, now: float) -> list[LinkEvent]:
        """Processes received bytes; returns the resulting events in order."""
        events: list[LinkEvent] = []
        for packet in self._decoder.feed(data):
            if self.state is LinkState.FAILED:
                break
            try:
                message = parse(packet)
            except WireError:
                self.unknown_packets += 1
                continue
            events += self._handle(message, packet.seq, now)
        return events

    def _handle(self, message: Message, seq: int, now: float) -> list[LinkEvent]:
        if isinstance(message, InputChange):
            return self._handle_input(message, seq, now)
        request = self._request
        if request is None or request.seq != seq:
            return []  # a duplicate reply
        match message, request.message:
            case Welcome(), Hello():
                return self._handle_welcome(message, now)
            case Report(), Status():
                return self._handle_report(message, request, now)
            case Ack(), Hello() | Status():
                request_text, status = str(request.message), int(message.status)
                return self._fail(
                    WireError(WireFault.UNKNOWN_REQUEST, message=request_text, status=status)
                )
            case Ack(AckStatus.NOT_CONFIGURED), _:
                self._greet(now)
                return []
            case Ack(AckStatus.DONE), _:
                return self._handle_done(request, now)
            case Ack(), _:
                request_text, status = _describe(request.message), int(message.status)
                return self._fail(WireError(WireFault.REFUSES, message=request_text, status=status))
        return []

    def _handle_welcome(self, welcome: Welcome, now: float) -> list[LinkEvent]:
        self.welcome = welcome
        pixels = self._configure.pixels
        if welcome.protocol != PROTOCOL:
            return self._fail(
                WireError(
                    WireFault.OTHER_PROTOCOL,
                    version=welcome.version,
                    protocol=welcome.protocol,
                    ours=PROTOCOL,
                )
            )
        if pixels > min(welcome.max_pixels, MAX_PIXELS):
            return self._fail(
                WireError(WireFault.TOO_MANY_PIXELS, most=welcome.max_pixels, n=pixels)
            )
        # The first input of a session cannot be a duplicate.
        self._last_input_seq = None
        self.state = LinkState.QUERYING
        self._send(Status(), now)
        return []

    def _handle_report(self, report: Report, request: _Request, now: float) -> list[LinkEvent]:
        before, self.report = self.report, report
        self._status_due = now + STATUS_S
        if self.state is LinkState.READY and before is not None:
            younger = (report.uptime_ms - before.uptime_ms) % _WRAP >= _WRAP // 2
            if younger or (self._shown and not report.shown + report.replaced):
                self._greet(now)  # it was reset and lost its state
                return []
        self._set_clock(report, request, now)
        if self.state is LinkState.QUERYING:
            self._listening_from = report.uptime_ms
            self.state = LinkState.CONFIGURING
            self._send(self._configure, now)
        else:
            self._request = None
            self._send_next(now)
        return [StatusReceived(report)]

    def _handle_done(self, request: _Request, now: float) -> list[LinkEvent]:
        events: list[LinkEvent] = []
        self._request = None
        match request.message:
            case Configure() as configured if self.welcome is not None:
                if self.state is LinkState.CONFIGURING:
                    self.state = LinkState.READY
                    events.append(Ready(self.welcome))
                self._configured = configured
                self._on_board = None
            case Pixels() if request.frame is not None:
                self._on_board = request.frame
                self._shown += 1
                events.append(Shown(request.frame))
            case _:  # Restart; other messages have different replies
                self._restart = None
                return [Restarting()]
        self._send_next(now)
        return events

    def _handle_input(self, change: InputChange, seq: int, now: float) -> list[LinkEvent]:
        if self.welcome is None or self._lag is None:
            return []  # from an earlier session; Hello clears it
        self._out += encode(pack(InputAck(), seq))
        if seq == self._last_input_seq:
            return []
        self._last_input_seq = seq
        age = (change.at_ms - self._listening_from) % _WRAP
        initial = age >= _WRAP // 2  # before this session began
        return [InputReceived(change, min(now, change.at_ms / 1000 + self._lag), initial)]

    def _set_clock(self, report: Report, request: _Request, now: float) -> None:
        """Bounds the clock offset: the board read its clock between request and answer."""
        board = report.uptime_ms / 1000
        low, high = request.first_sent_at - board, now - board
        self._lag = high if self._lag is None else min(max(self._lag, low), high)

    def _greet(self, now: float) -> None:
        self.state = LinkState.GREETING
        self._lag = None
        self._configured = None
        self._on_board = None
        self._shown = 0
        self._send(Hello(), now)

    def _send_next(self, now: float) -> None:
        """Sends the next request if the board is free."""
        if self.state is not LinkState.READY or self._request is not None:
            return
        requested = self._requested
        if self._configured != self._configure:
            self._send(self._configure, now)
        elif now >= self._status_due + STATUS_S:
            self._send(Status(), now)  # overdue, even if pictures keep coming
        elif requested is not None and requested != self._on_board:
            picture = Pixels(changes(self._on_board, requested))
            self._send(picture, now, requested)
        elif self._restart is not None:
            self._send(self._restart, now)
        elif now >= self._status_due:
            self._send(Status(), now)

    def _send(self, message: FromHost, now: float, frame: bytes | None = None) -> None:
        self._seq = (self._seq + 1) % 256
        self._request = _Request(message, self._seq, now, now, frame=frame)
        self._out += encode(pack(message, self._seq))

    def _fail(self, why: WireError) -> list[LinkEvent]:
        self.state = LinkState.FAILED
        self._request = None
        return [Failed(why)]


def _describe(message: Message) -> str:
    return "a picture" if isinstance(message, Pixels) else str(message)
