/* What a board must do, said a second time and as plainly as possible, to hold the core against:
   whole lines instead of bytes, 64-bit sums instead of carried ones, no thought for speed. */
#ifndef PEGBOARD_MODEL_H
#define PEGBOARD_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "session.h"

enum { MODEL_LINE = 4096 }; /* a longer line is too long for a packet, whatever is in it */

struct model_picture {
    uint32_t count, budget_mA, order;
    uint8_t rgb[FRAME_BYTES];
};

struct model {
    uint8_t line[MODEL_LINE];
    size_t length;
    uint32_t limit_mA;
    bool wiped, configured, was_configured, waits, has_lit, dimmed;
    struct model_picture asked, waiting, lit;
    uint32_t reach;
    uint32_t heard_at;
    uint32_t good, bad, shown; /* packets; pictures that began */
};

/* Finds a packet in a line without its zero: unstuffs it into `body` (type, seq, payload; room for
   MODEL_LINE bytes) and gives the length of that, or -1 where it is no good. */
int model_packet(const uint8_t *line, size_t length, uint8_t *body);

void model_byte(struct model *model, uint8_t byte, uint32_t now);

/* What the core sends to the LEDs; ends the program with a word where it is not what a good packet
   asked for. */
void model_check_wire(struct model *model, const struct wire *wire, uint32_t now);

/* The core sends nothing though the LEDs are free: ends the program where it should. */
void model_check_rest(const struct model *model, uint32_t now);

#endif
