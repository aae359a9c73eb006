/* Decodes a rotary encoder: contacts A and B a quarter cycle apart, four quarters per detent,
   both contacts open at a detent (EC11 and similar). Bounce steps back and forth and cancels
   out; a missed quarter is tolerated. */
#ifndef PEGBOARD_ENCODER_H
#define PEGBOARD_ENCODER_H

#include <stdint.h>

/* Initial state, all zeros: an encoder at rest. */
struct encoder {
    uint8_t contacts; /* bit 0: A is closed, bit 1: B is closed */
    int8_t quarters;  /* since the last detent, positive clockwise */
};

/* Processes the current contacts; returns 1 if a detent was reached clockwise (A closes before B),
   -1 if anticlockwise, else 0. */
int encoder_feed(struct encoder *encoder, unsigned contacts);

#endif
