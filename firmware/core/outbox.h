/* Bytes that wait for the line to the host. */
#ifndef PEGBOARD_OUTBOX_H
#define PEGBOARD_OUTBOX_H

#include <stddef.h>
#include <stdint.h>

enum { OUTBOX_ROOM = 512 };

/* All zeros is an empty one. */
struct outbox {
    uint16_t first, count;
    uint8_t bytes[OUTBOX_ROOM];
};

static inline size_t outbox_room(const struct outbox *outbox) {
    return (size_t)OUTBOX_ROOM - outbox->count;
}

/* Adds `length` bytes, no more than there is room for. */
void outbox_add(struct outbox *outbox, const uint8_t *bytes, size_t length);

/* The bytes that can be sent in one piece, and how many they are. */
const uint8_t *outbox_first(const struct outbox *outbox, size_t *length);

/* The first `length` bytes have been sent. */
void outbox_sent(struct outbox *outbox, size_t length);

#endif
