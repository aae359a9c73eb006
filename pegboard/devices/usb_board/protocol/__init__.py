"""The protocol between pegboard and its firmware, sans I/O: no port, thread or clock.

    bytes --Decoder.feed--> Packet --parse--> Message --Link.receive--> events
    bytes <--encode-- Packet <--pack-- Message <-- Link.show, the handshake, the replies

The protocol is specified in `firmware/README.md`; the same packets, as hex, are tested on
both sides (`tests/data/wire/`). `Link` is the host's end: it takes received bytes and the
time, and returns bytes to send and events. `usb_board.client` owns the port.
"""
