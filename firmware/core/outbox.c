#include "outbox.h"

void outbox_add(struct outbox *outbox, const uint8_t *bytes, size_t length) {
    for (size_t i = 0; i < length; i++) {
        outbox->bytes[(outbox->first + outbox->count + i) % OUTBOX_ROOM] = bytes[i];
    }
    outbox->count = (uint16_t)(outbox->count + length);
}

const uint8_t *outbox_first(const struct outbox *outbox, size_t *length) {
    size_t to_the_end = (size_t)OUTBOX_ROOM - outbox->first;
    *length = outbox->count < to_the_end ? outbox->count : to_the_end;
    return outbox->bytes + outbox->first;
}

void outbox_sent(struct outbox *outbox, size_t length) {
    outbox->first = (uint16_t)((outbox->first + length) % OUTBOX_ROOM);
    outbox->count = (uint16_t)(outbox->count - length);
}
