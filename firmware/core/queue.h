/* Inputs on their way to the host: one at a time, in order, again every RESEND_MS until it says
   that it has it. Times in milliseconds. */
#ifndef PEGBOARD_QUEUE_H
#define PEGBOARD_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

#include "inputs.h"

enum { QUEUE_ROOM = 32, RESEND_MS = 100 };

/* All zeros is an empty queue. */
struct queue {
    struct input inputs[QUEUE_ROOM];
    uint8_t first, count;
    uint8_t seq; /* of the first */
    bool is_sent; /* the first has been, at `sent_at` */
    uint32_t sent_at;
};

static inline bool queue_full(const struct queue *queue) { return queue->count == QUEUE_ROOM; }

/* Adds one, where the queue is not full. */
void queue_add(struct queue *queue, const struct input *input);

/* The one to be sent now, with `queue->seq`; NULL where there is none or it has to wait. */
const struct input *queue_due(const struct queue *queue, uint32_t now);

/* The one that was due has been sent. */
void queue_sent(struct queue *queue, uint32_t now);

/* The host has the one with this seq. */
void queue_acknowledge(struct queue *queue, uint8_t seq);

/* Forgets what is in it; the next one has a seq that is new. */
void queue_clear(struct queue *queue);

#endif
