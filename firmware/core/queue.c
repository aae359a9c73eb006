#include "queue.h"

#include <stddef.h>

void queue_add(struct queue *queue, const struct input *input) {
    queue->inputs[(queue->first + queue->count) % QUEUE_ROOM] = *input;
    queue->count++;
}

const struct input *queue_due(const struct queue *queue, uint32_t now) {
    if (!queue->count || (queue->is_sent && now - queue->sent_at < RESEND_MS)) {
        return NULL;
    }
    return &queue->inputs[queue->first];
}

void queue_sent(struct queue *queue, uint32_t now) {
    queue->is_sent = true;
    queue->sent_at = now;
}

void queue_acknowledge(struct queue *queue, uint8_t seq) {
    if (!queue->count || !queue->is_sent || seq != queue->seq) {
        return; /* already acknowledged */
    }
    queue->first = (uint8_t)((queue->first + 1) % QUEUE_ROOM);
    queue->count--;
    queue->seq++;
    queue->is_sent = false;
}

void queue_clear(struct queue *queue) {
    /* Do not reuse the seq of a sent input: the host may have seen it. */
    queue->seq = (uint8_t)(queue->seq + queue->is_sent);
    queue->first = queue->count = 0;
    queue->is_sent = false;
}
