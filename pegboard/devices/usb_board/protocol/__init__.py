"""The protocol between pegboard and its firmware, without a port, a thread or a clock.

    bytes --Decoder.feed--> Packet --parse--> Message --Link.receive--> events
    bytes <--encode-- Packet <--pack-- Message <-- Link.show, the handshake, the answers

The protocol is written down in `firmware/README.md`; the same packets, as hex, are tested on
both sides (`tests/data/wire/`). `Link` is the host's end: it takes the received bytes and the
time, and returns the bytes to send and the events. The port itself belongs to `usb_board.client`.
"""

from pegboard.devices.usb_board.protocol.link import RETRY_S, STATUS_S, TRIES, Link, LinkState
from pegboard.devices.usb_board.protocol.link_events import (
    Failed,
    Heard,
    LinkEvent,
    Ready,
    Reported,
    Restarting,
    Shown,
)
from pegboard.devices.usb_board.protocol.messages import (
    MAX_PIXELS,
    PROTOCOL,
    Ack,
    AckStatus,
    Capability,
    Configure,
    Hello,
    InputAck,
    InputChange,
    InputKind,
    Message,
    Order,
    Ping,
    Pixels,
    Report,
    ResetCause,
    Restart,
    Run,
    Status,
    Welcome,
    pack,
    parse,
)
from pegboard.devices.usb_board.protocol.packets import (
    MAX_PAYLOAD,
    Decoder,
    Packet,
    WireFault,
    encode,
)

__all__ = [
    "MAX_PAYLOAD",
    "MAX_PIXELS",
    "PROTOCOL",
    "RETRY_S",
    "STATUS_S",
    "TRIES",
    "Ack",
    "AckStatus",
    "Capability",
    "Configure",
    "Decoder",
    "Failed",
    "Heard",
    "Hello",
    "InputAck",
    "InputChange",
    "InputKind",
    "Link",
    "LinkEvent",
    "LinkState",
    "Message",
    "Order",
    "Packet",
    "Ping",
    "Pixels",
    "Ready",
    "Report",
    "Reported",
    "ResetCause",
    "Restart",
    "Restarting",
    "Run",
    "Shown",
    "Status",
    "Welcome",
    "WireFault",
    "encode",
    "pack",
    "parse",
]
