/* Queue of inputs to the host: sent one at a time, in order, every RESEND_MS until acknowledged.
   Times in milliseconds. */
#ifndef PEGBOARD_QUEUE_H
#define PEGBOARD_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

#include "inputs.h"

enum { QUEUE_ROOM = 32, RESEND_MS = 100 };

/* Initial state, all zeros: empty. */
struct queue {
    struct input inputs[QUEUE_ROOM];
    uint8_t first, count;
    uint8_t seq; /* of the first input */
    bool is_sent; /* the first was sent at `sent_at` */
    uint32_t sent_at;
};

static inline bool queue_full(const struct queue *queue) { return queue->count == QUEUE_ROOM; }

/* Adds an input; the queue must not be full. */
void queue_add(struct queue *queue, const struct input *input);

/* Returns the input to send now, with `queue->seq`; NULL if none is due. */
const struct input *queue_due(const struct queue *queue, uint32_t now);

/* Marks the due input as sent. */
void queue_sent(struct queue *queue, uint32_t now);

/* Handles the host's acknowledgement of a seq. */
void queue_acknowledge(struct queue *queue, uint8_t seq);

/* Empties the queue; the next input gets a new seq. */
void queue_clear(struct queue *queue);

#endif
