/* Packets on a line of bytes: found, checked and taken apart; put together.
   type, seq, payload, CRC of all that (little-endian); stuffed by COBS; a zero at the end. */
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
    PACKET_NONE, /* not at its end */
    PACKET_GOOD,
    PACKET_BAD, /* ended, and was badly stuffed, too short or too long, or had another CRC */
};

/* All zeros is its beginning. */
struct packet_reader {
    struct cobs cobs;
    bool begun, too_long;
    uint16_t length;
    uint8_t bytes[MAX_PACKET];
};

/* Takes one byte of the line. Where it gives PACKET_GOOD, `packet` is filled in and stays true
   until the next byte. */
enum packet_found packet_feed(struct packet_reader *reader, uint8_t byte, struct packet *packet);

/* The most bytes on the line, with the zero, of a packet with a payload of `length` bytes. */
#define PACKET_ROOM(length) (COBS_ROOM((length) + PACKET_EXTRA) + 1)

enum { MAX_ANSWER = 40 }; /* bytes: the longest payload that a board sends, and some */

/* Writes a packet with a payload of at most MAX_ANSWER bytes, zero and all, into `out`
   (PACKET_ROOM(length) bytes); gives how many bytes it wrote. */
size_t packet_write(uint8_t *out, uint8_t type, uint8_t seq, const uint8_t *payload, size_t length);

#endif
