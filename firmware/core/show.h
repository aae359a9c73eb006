/* From the picture that a host draws to the one on the LEDs: the latest wins, within the budget.

       asked ──show──▶ waiting ──the LEDs are free──▶ lit ──▶ wire
                                                             calm: a quarter of lit

   `asked` may be changed while a picture waits. A picture that is asked for while another waits
   takes its place. */
#ifndef PEGBOARD_SHOW_H
#define PEGBOARD_SHOW_H

#include <stdbool.h>
#include <stdint.h>

#include "pixels.h"

/* What is to be sent to the LEDs: `pixels` times 3 bytes in the order of the wire. */
struct wire {
    const uint8_t *bytes;
    uint16_t pixels;
};

struct show {
    struct picture asked, waiting, lit;
    bool is_waiting, has_lit;
    bool is_ready;      /* `waiting` is within its budget, */
    bool was_too_much;  /* and was not before */
    bool is_wiped;      /* every LED has been sent black since the reset */
    bool is_dimmed;     /* for calm */
    uint8_t breath;     /* what the first LED has; 0 where it does not breathe */
    uint16_t reach;     /* the most pixels lit since the reset: those behind `count` are kept black */
    uint16_t drawn_mA;  /* of what is on the LEDs, rounded up */
    uint32_t shown, limited; /* pictures of hosts: begun, and of these dimmed to the budget */
    uint8_t bytes[FRAME_BYTES];
};

enum show_mood { SHOW_WAITING_FOR_A_HOST, SHOW_TALKING, SHOW_SILENT };

/* Sets how the next pictures are shown. Pixels that are no longer there are forgotten. */
void show_configure(struct show *show, uint16_t count, uint16_t budget_mA, uint8_t order);

/* Lets `asked` be shown next; true where it took the place of one that waited. */
bool show_ask(struct show *show);

/* Brings the picture that waits within its budget, while the LEDs are busy with the one before. */
void show_prepare(struct show *show);

/* To be called when the LEDs are free. True: `wire` is to be sent now, and stays as it is until
   the next call; `began` says whether it is the picture that waited. */
bool show_next(struct show *show, enum show_mood mood, uint32_t now_ms, struct wire *wire,
               bool *began);

#endif
