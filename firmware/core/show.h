/* Takes pictures from the host to the LEDs: the latest wins, within the budget.

       requested ──show──▶ waiting ──the LEDs are free──▶ lit ──▶ wire
                                                                 calm: a quarter of lit

   `requested` may change while a picture waits. A new request replaces the waiting picture. */
#ifndef PEGBOARD_SHOW_H
#define PEGBOARD_SHOW_H

#include <stdbool.h>
#include <stdint.h>

#include "pixels.h"

/* Data for the LEDs: `pixels` times 3 bytes in wire order. */
struct wire {
    const uint8_t *bytes;
    uint16_t pixels;
};

struct show {
    struct picture requested, waiting, lit;
    bool is_waiting, has_lit;
    bool is_ready;      /* `waiting` is within its budget, */
    bool was_too_much;  /* and was not before */
    bool is_wiped;      /* all LEDs were set to black since the reset */
    bool is_dimmed;     /* by calm_dim */
    uint8_t breath;     /* level of the first LED; 0 if not breathing */
    uint16_t reach;     /* most pixels lit since the reset; those beyond `count` stay black */
    uint16_t drawn_mA;  /* current of the lit picture, rounded up */
    uint32_t shown, limited; /* pictures started, and of these limited */
    uint8_t bytes[FRAME_BYTES];
};

enum show_mood { SHOW_WAITING_FOR_A_HOST, SHOW_TALKING, SHOW_SILENT };

/* Configures the following pictures. Pixels beyond `count` are cleared. */
void show_configure(struct show *show, uint16_t count, uint16_t budget_mA, uint8_t order);

/* Queues `requested`; returns true if it replaced a waiting picture. */
bool show_ask(struct show *show);

/* Limits the waiting picture to its budget, while the LEDs are busy with the previous one. */
void show_prepare(struct show *show);

/* Call when the LEDs are free. If true, send `wire` now; it is valid until the next call, and
   `began` is set if it is the waiting picture. */
bool show_next(struct show *show, enum show_mood mood, uint32_t now_ms, struct wire *wire,
               bool *began);

#endif
