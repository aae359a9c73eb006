/* Reads and writes packets on a byte stream.
   type, seq, payload, CRC of these (little-endian); encoded by COBS; a terminating zero. */
#ifndef PEGBOARD_PACKET_H
#define PEGBOARD_PACKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cobs.h"
#include "limits.h"

struct packet {
    uint8_t type, seq;
    const uint8_t *payload;
    size_t length; /* of the payload */
};

enum packet_found {
    PACKET_NONE, /* incomplete */
    PACKET_GOOD,
    PACKET_BAD, /* ended with wrong encoding, length or CRC */
};

/* Initial state: all zeros. */
struct packet_reader {
    struct cobs cobs;
    bool begun, too_long;
    uint16_t length;
    uint8_t bytes[MAX_PACKET];
};

/* Processes one byte. On PACKET_GOOD, `packet` is filled in, valid until the next byte. */
enum packet_found packet_feed(struct packet_reader *reader, uint8_t byte, struct packet *packet);

/* Maximum encoded size of a packet with a payload of `length` bytes, including the zero. */
#define PACKET_ROOM(length) (COBS_ROOM((length) + PACKET_EXTRA) + 1)

enum { MAX_ANSWER = 40 }; /* bytes: longest payload sent by a board, with reserve */

/* Writes a packet with a payload of at most MAX_ANSWER bytes, including the zero, to `out`
   (PACKET_ROOM(length) bytes); returns the number of bytes written. */
size_t packet_write(uint8_t *out, uint8_t type, uint8_t seq, const uint8_t *payload, size_t length);

#endif
