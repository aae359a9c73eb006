/* Ring buffer of bytes to the host. */
#ifndef PEGBOARD_OUTBOX_H
#define PEGBOARD_OUTBOX_H

#include <stddef.h>
#include <stdint.h>

enum { OUTBOX_ROOM = 512 };

/* Initial state, all zeros: empty. */
struct outbox {
    uint16_t first, count;
    uint8_t bytes[OUTBOX_ROOM];
};

static inline size_t outbox_room(const struct outbox *outbox) {
    return (size_t)OUTBOX_ROOM - outbox->count;
}

/* Adds `length` bytes, which must fit. */
void outbox_add(struct outbox *outbox, const uint8_t *bytes, size_t length);

/* Returns the first contiguous bytes, and their number. */
const uint8_t *outbox_first(const struct outbox *outbox, size_t *length);

/* Removes the first `length` bytes after they were sent. */
void outbox_sent(struct outbox *outbox, size_t length);

#endif
