/* Consistent overhead byte stuffing (Cheshire and Baker, 1999): encodes bytes without zeros, so
   that a zero can end a packet. A block is a code n and n - 1 bytes; between blocks there is an implied
   zero, except after a block of 254 bytes (code 255) and after the last. */
#ifndef PEGBOARD_COBS_H
#define PEGBOARD_COBS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Maximum encoded size of `length` bytes, without the terminating zero. */
#define COBS_ROOM(length) ((length) + (length) / 254 + 1)

/* Encodes `length` bytes into `out` (COBS_ROOM(length) bytes); returns the number written. */
size_t cobs_encode(const uint8_t *data, size_t length, uint8_t *out);

/* Incremental decoder. Initial state: all zeros. */
struct cobs {
    uint8_t left;     /* bytes left in this block */
    bool owes_a_zero; /* a following block is preceded by a zero */
};

/* Decodes one non-zero byte; returns a decoded byte, or -1 if there is none yet. */
int cobs_feed(struct cobs *cobs, uint8_t byte);

/* Returns whether the data may end here: no block is incomplete. */
static inline bool cobs_whole(const struct cobs *cobs) { return cobs->left == 0; }

#endif
