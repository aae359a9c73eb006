"""The protocol between pegboard and its firmware, without a port, a thread or a clock.

    bytes --Decoder.feed--> Packet --parse--> Message --Link.receive--> events
    bytes <--encode-- Packet <--pack-- Message <-- Link.show, the handshake, the answers

The protocol is written down in `firmware/README.md`; the same packets, as hex, are tested on
both sides (`tests/data/wire/`). `Link` is the host's end: it takes the received bytes and the
time, and returns the bytes to send and the events. The port itself belongs to `usb_board.client`.
"""
