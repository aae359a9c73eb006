"""The host's end of the link against a model board, on an unreliable line."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from pegboard.devices.usb_board.protocol.link import RETRY_S, STATUS_S, TRIES, Link, LinkState
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
    PROTOCOL,
    Ack,
    AckStatus,
    Configure,
    Hello,
    InputAck,
    InputChange,
    Pixels,
    Status,
    pack,
    parse,
)
from pegboard.devices.usb_board.protocol.packets import Decoder, Packet, WireFault, encode
from pegboard.errors import WireError
from tests.support.model_board import ModelBoard

PIXELS = 12
STEP_S = 0.01


class World:
    """A link, a board, and the line between them; time advances in steps of 10 ms."""

    def __init__(self, board: ModelBoard | None = None, pixels: int = PIXELS) -> None:
        self.now = 1000.0
        self.board = board or ModelBoard()
        self.board.started_at = self.now - 3
        self.link = Link(Configure(pixels))
        self.events: list[LinkEvent] = []
        self.to_board: Callable[[bytes], bytes] = bytes
        self.from_board: Callable[[bytes], bytes] = bytes
        self.link.start(self.now)

    def step(self, seconds: float = STEP_S) -> None:
        for _ in range(max(1, round(seconds / STEP_S))):
            self.now += STEP_S
            self.events += self.link.tick(self.now)
            if data := self.link.data_to_send():
                self.board.feed(self.to_board(data), self.now)
            self.board.tick(self.now)
            if data := self.board.read_output():
                self.events += self.link.receive(self.from_board(data), self.now)

    def until_ready(self) -> None:
        self.step(0.2)
        assert self.link.state is LinkState.READY, self.link.state

    def of(self, kind: type[LinkEvent]) -> list[LinkEvent]:
        return [event for event in self.events if isinstance(event, kind)]

    def changes(self) -> list[tuple[int, int, int]]:
        return [
            (event.change.kind, event.change.index, event.change.value)
            for event in self.events
            if isinstance(event, InputReceived) and not event.initial
        ]


def frame(seed: int, pixels: int = PIXELS) -> bytes:
    return Random(seed).randbytes(3 * pixels)


def test_link_reaches_ready() -> None:
    world = World()
    world.until_ready()
    (ready,) = world.of(Ready)
    assert isinstance(ready, Ready) and ready.welcome.protocol == PROTOCOL
    assert world.board.configured == Configure(PIXELS)
    for seed in range(3):
        world.link.show(frame(seed), world.now)
        world.step()
        assert world.board.lit == frame(seed)
        assert world.of(Shown)[-1] == Shown(frame(seed))
        assert world.link.on_board == frame(seed)
    due = world.link.next_due()
    assert due is not None and world.now < due <= world.now + STATUS_S
    world.link.receive(b"\x03\x01\x02\0", world.now)
    assert world.link.bad_packets == 1


def test_link_sends_expected_messages() -> None:
    sent = bytearray()
    world = World()

    def receive(data: bytes) -> bytes:
        sent.extend(data)
        return data

    world.to_board = receive
    world.link.show(frame(1), world.now)
    world.step(0.2)
    changed = frame(1)[:6] + b"\x01\x02\x03" + frame(1)[9:]
    world.link.show(changed, world.now)
    world.link.show(changed, world.now)  # unchanged: nothing to send
    world.step(0.2)
    assert sent[0] == 0, "whatever was left half said is ended first"
    spoken = [parse(packet) for packet in Decoder().feed(bytes(sent))]
    assert [type(message) for message in spoken] == [Hello, Status, Configure, Pixels, Pixels]
    assert isinstance(spoken[-1], Pixels)
    assert spoken[-1].runs == ((2, b"\x01\x02\x03"),)


def test_link_sends_latest_picture() -> None:
    world = World()
    world.until_ready()
    world.from_board = lambda data: b""
    for seed in range(5):
        world.link.show(frame(seed), world.now)
        world.step()
    assert world.board.lit == frame(0)
    world.from_board = bytes
    world.step(1)
    assert world.board.lit == frame(4) and world.board.shown <= 4
    assert world.of(Shown)[-1] == Shown(frame(4))


def test_link_fails_without_answer() -> None:
    world = World()
    world.to_board = lambda data: b""
    world.step(RETRY_S * TRIES + 1)
    assert world.link.state is LinkState.FAILED
    (failed,) = world.of(Failed)
    assert isinstance(failed, Failed) and "no answer in 3." in str(failed.why)
    assert world.link.resends == TRIES - 1
    world.link.show(frame(1), world.now)
    world.step(1)
    assert world.link.data_to_send() == b"" and world.link.next_due() is None


@pytest.mark.parametrize("protocol", [0, 2, 9])
def test_link_fails_on_other_protocol(protocol: int) -> None:
    world = World(ModelBoard(protocol=protocol))
    world.step(0.2)
    (failed,) = world.of(Failed)
    assert isinstance(failed, Failed)
    assert f"firmware 0.1.0 speaks protocol {protocol}; this program speaks 1" in str(failed.why)
    assert world.board.configured is None


def test_link_fails_on_too_many_pixels() -> None:
    world = World(pixels=513)
    world.step(0.2)
    (failed,) = world.of(Failed)
    assert failed == Failed(WireError(WireFault.TOO_MANY_PIXELS, most=512, n=513))


@pytest.mark.parametrize("status", [AckStatus.NO_SUCH_TYPE, AckStatus.OUT_OF_RANGE])
def test_link_reports_refusal(status: AckStatus) -> None:
    world = World()
    world.step(0.02)
    assert world.link.state is LinkState.CONFIGURING
    world.board.output.clear()
    request = world.link._request
    assert request is not None
    events = world.link.receive(encode(pack(Ack(status), request.seq)), world.now)
    assert len(events) == 1 and f"(status {status})" in str(events[0])


def test_link_detects_reset_while_idle() -> None:
    world = World()
    world.link.show(frame(1), world.now)
    world.step(3)
    world.board.reset(world.now)
    assert world.board.lit is None
    world.step(STATUS_S + 0.2)
    assert world.board.lit == frame(1)
    assert len(world.of(Ready)) == 2 and not world.of(Failed)


def test_link_detects_reset_before_picture() -> None:
    world = World()
    world.link.show(frame(1), world.now)
    world.step(0.2)
    world.board.reset(world.now)
    world.link.show(frame(2), world.now)
    world.step(0.2)
    assert world.board.lit == frame(2), "status 2: from the handshake on, and the whole picture"


def test_link_requests_status_every_second() -> None:
    world = World()
    world.until_ready()
    before = len(world.of(StatusReceived))
    world.step(10)
    assert len(world.of(StatusReceived)) - before in range(9, 12)
    # Also while pictures keep coming.
    before = len(world.of(StatusReceived))
    for seed in range(400):
        world.link.show(frame(seed), world.now)
        world.step()
    assert len(world.of(StatusReceived)) > before


def test_reconfigure_keeps_session() -> None:
    world = World()
    world.link.show(frame(1), world.now)
    world.until_ready()
    world.link.reconfigure(Configure(PIXELS, encoders=3), world.now)
    world.step(0.1)
    assert world.board.configured == Configure(PIXELS, encoders=3)
    assert len(world.of(Ready)) == 1 and world.board.lit == frame(1)
    world.link.reconfigure(Configure(2, encoders=3), world.now)
    with pytest.raises(ValueError, match="36 bytes for 2 pixels"):
        world.link.show(frame(1), world.now)
    world.link.show(frame(1, 2), world.now)
    world.step(0.1)
    assert world.board.lit == frame(1, 2)


def test_idle_link_has_no_due_time() -> None:
    assert Link(Configure(1)).next_due() is None


def test_link_restarts_board() -> None:
    world = World()
    world.until_ready()
    world.link.restart(world.now, drive=True)
    world.step(0.1)
    assert world.of(Restarting) == [Restarting()]


def test_link_reports_input_once_with_its_time() -> None:
    world = World()
    world.until_ready()
    pressed = world.now
    world.board.press(4, True, pressed)
    world.to_board = lambda data: b""  # replies are lost: it is resent
    world.step(0.5)
    world.to_board = bytes
    world.step(0.3)
    (event,) = world.of(InputReceived)
    assert isinstance(event, InputReceived) and not event.initial
    assert abs(event.at - pressed) < 0.03
    assert not world.board.queue


def test_button_down_at_session_start_is_initial() -> None:
    board = ModelBoard()
    board.levels = 0b100
    world = World(board)
    world.step(0.5)
    (event,) = world.of(InputReceived)
    assert isinstance(event, InputReceived) and event.initial and event.change.index == 2
    world.board.press(2, False, world.now)
    world.step(0.1)
    assert world.changes() == [(0, 2, 0)]


def test_link_ignores_inputs_of_older_session() -> None:
    link = Link(Configure(1))
    link.start(0.0)
    link.data_to_send()
    old = encode(pack(InputChange(0, 1, 1, 2, 50), 7))
    assert link.receive(old + encode(pack(Ack(), 9)) + encode(Packet(0xEE, 1)), 0.1) == []
    assert link.unknown_packets == 1 and encode(pack(InputAck(), 7)) not in link.data_to_send()


def test_link_handles_clock_overflow() -> None:
    world = World()
    world.board.started_at = world.now - (2**32 - 500) / 1000
    world.board._ms = lambda now: int((now - world.board.started_at) * 1000) % 2**32  # type: ignore[method-assign]
    world.until_ready()
    world.link.show(frame(1), world.now)
    world.step(2)
    assert len(world.of(Ready)) == 1, "running over is no reset"
    world.board.press(1, True, world.now)
    pressed = world.now
    world.step(0.1)
    (event,) = world.of(InputReceived)
    assert isinstance(event, InputReceived) and abs(event.at - pressed) < 0.1 and not event.initial


class OnABadLine(RuleBasedStateMachine):
    """State machine: packets are lost, duplicated and damaged both ways; the board is reset."""

    def __init__(self) -> None:
        super().__init__()
        self.chance = Random(0)
        self.worst = 0.0
        self.world = World()
        self.world.to_board = self.world.from_board = self.spoil
        self.requested: bytes | None = None
        self.expected: list[tuple[int, int, int]] = []
        self.world.until_ready()

    def spoil(self, data: bytes) -> bytes:
        out = b""
        for packet in data.split(b"\0")[:-1]:
            whole = packet + b"\0"
            if self.chance.random() >= self.worst:
                out += whole
                continue
            match self.chance.randrange(5):
                case 0:
                    pass
                case 1:
                    out += whole * 2
                case 2:
                    out += whole[: self.chance.randrange(len(whole))]
                case 3:
                    at = self.chance.randrange(len(whole))
                    out += (
                        whole[:at]
                        + bytes([whole[at] ^ 1 << self.chance.randrange(8)])
                        + whole[at + 1 :]
                    )
                case _:
                    out += self.chance.randbytes(9) + whole
        return out

    @rule(worst=st.sampled_from([0.0, 0.1, 0.3]), seed=st.integers(0, 999))
    def weather(self, worst: float, seed: int) -> None:
        self.worst, self.chance = worst, Random(seed)

    @rule(seed=st.integers(0, 50))
    def show(self, seed: int) -> None:
        self.requested = frame(seed)
        self.world.link.show(self.requested, self.world.now)

    @rule(number=st.integers(0, 15), down=st.booleans())
    def press(self, number: int, down: bool) -> None:
        if bool(self.world.board.levels >> number & 1) != down:
            if self.world.board.configured is not None:
                self.expected.append((0, number, int(down)))
            self.world.board.press(number, down, self.world.now)

    @rule(pair=st.integers(0, 7), detents=st.sampled_from([-3, -1, 1, 2]))
    def turn(self, pair: int, detents: int) -> None:
        if self.world.board.configured is not None:
            self.expected.append((1, pair, detents))
        self.world.board.turn(pair, detents, self.world.now)

    @rule(seconds=st.sampled_from([0.01, 0.05, 0.3, 1.2]))
    def wait(self, seconds: float) -> None:
        self.world.step(seconds)

    @precondition(lambda self: self.world.link.state is LinkState.READY)
    @rule()
    def reset(self) -> None:
        self.calm_down()
        self.world.board.reset(self.world.now)
        self.world.step(STATUS_S + 0.5)

    @invariant()
    def inputs_are_unique_and_ordered(self) -> None:
        changes = self.world.changes()
        assert changes == self.expected[: len(changes)]

    def calm_down(self) -> None:
        """On a good line everything sent arrives."""
        self.worst = 0.0
        self.world.step(2 * RETRY_S + 0.2 * len(self.world.board.queue) + 1)
        assert not self.world.of(Failed)
        assert self.world.changes() == self.expected
        if self.requested is not None:
            assert self.world.board.lit == self.requested

    def teardown(self) -> None:
        if not self.world.of(Failed):  # eight damaged packets in a row may end a link
            self.calm_down()


TestOnABadLine = OnABadLine.TestCase
TestOnABadLine.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)


def test_link_survives_noise_in_every_state() -> None:
    for seed in range(300):
        chance = Random(seed)
        world = World()
        for _ in range(40):
            world.step()
            noise = chance.randbytes(chance.randrange(60)) + b"\0"
            types = (0x80, 0x81, 0x85, 0x90, 0x00, 0x55)
            message = Packet(
                chance.choice(types),
                chance.randrange(4),
                chance.randbytes(chance.choice((1, 9, 26, 34))),
            )
            world.events += world.link.receive(noise + encode(message), world.now)
            world.link.show(frame(seed), world.now)
        if world.link.state is LinkState.READY and not world.of(Failed):
            world.step(3)
            assert world.board.lit == frame(seed) or world.of(Failed)
