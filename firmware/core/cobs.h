/* Consistent overhead byte stuffing (Cheshire and Baker, 1999): any bytes said without a zero,
   so that a zero can end them. A block is a code n and n - 1 bytes; a zero stands between blocks,
   except after a block of 254 bytes (code 255) and after the last. */
#ifndef PEGBOARD_COBS_H
#define PEGBOARD_COBS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The most bytes that `length` bytes can become, without the zero at the end. */
#define COBS_ROOM(length) ((length) + (length) / 254 + 1)

/* Stuffs `length` bytes into `out` (COBS_ROOM(length) bytes); gives how many it wrote. */
size_t cobs_encode(const uint8_t *data, size_t length, uint8_t *out);

/* What undoes it, byte by byte. All zeros is its beginning. */
struct cobs {
    uint8_t left;     /* bytes to come in this block */
    bool owes_a_zero; /* another block would have a zero before it */
};

/* Takes one byte, not zero; gives the byte that it means, or -1 where it means none. */
int cobs_feed(struct cobs *cobs, uint8_t byte);

/* True where the bytes may end here: no block is half said. */
static inline bool cobs_whole(const struct cobs *cobs) { return cobs->left == 0; }

#endif
