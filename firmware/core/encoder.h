/* A rotary encoder: two contacts A and B a quarter turn apart, four quarters from detent to
   detent, both contacts open at a detent (EC11 and its like). Bounce goes back the way it came and
   so takes itself away; a quarter that was missed is forgiven. */
#ifndef PEGBOARD_ENCODER_H
#define PEGBOARD_ENCODER_H

#include <stdint.h>

/* All zeros is an encoder at rest. */
struct encoder {
    uint8_t contacts; /* bit 0: A is closed, bit 1: B is */
    int8_t quarters;  /* since the last detent, clockwise above 0 */
};

/* Takes the contacts as they are now; gives 1 where a detent was reached clockwise (A closes before
   B), -1 the other way, 0 else. */
int encoder_feed(struct encoder *encoder, unsigned contacts);

#endif
