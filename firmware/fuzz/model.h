/* Reference model of the board, as simple as possible: whole lines instead of bytes, 64-bit sums
   instead of carries, no optimisation. */
#ifndef PEGBOARD_MODEL_H
#define PEGBOARD_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "session.h"

enum { MODEL_LINE = 4096 }; /* longer than any packet */

struct model_picture {
    uint32_t count, budget_mA, order;
    uint8_t rgb[FRAME_BYTES];
};

struct model {
    uint8_t line[MODEL_LINE];
    size_t length;
    uint32_t limit_mA;
    bool wiped, configured, was_configured, waits, has_lit, dimmed;
    struct model_picture requested, waiting, lit;
    uint32_t reach;
    uint32_t heard_at;
    uint32_t good, bad, shown; /* packets; started pictures */
};

/* Decodes a line without its zero into `body` (type, seq, payload; MODEL_LINE bytes); returns the
   length, or -1 if it is not a valid packet. */
int model_packet(const uint8_t *line, size_t length, uint8_t *body);

void model_byte(struct model *model, uint8_t byte, uint32_t now);

/* Checks what the core sends to the LEDs; aborts with a message if no valid packet requested it. */
void model_check_wire(struct model *model, const struct wire *wire, uint32_t now);

/* Checks that the core may be idle while the LEDs are free; aborts if it should send. */
void model_check_rest(const struct model *model, uint32_t now);

#endif
