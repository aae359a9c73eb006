/* Pictures: red, green and blue of pixel after pixel, and what a host may do to them. */
#ifndef PEGBOARD_PIXELS_H
#define PEGBOARD_PIXELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "limits.h"
#include "protocol.h"

enum { ORDERS = 6 }; /* RGB RBG GRB GBR BRG BGR */

struct picture {
    uint16_t count;     /* pixels */
    uint16_t budget_mA; /* what it may draw */
    uint8_t order;      /* how its LEDs want a colour */
    uint8_t rgb[FRAME_BYTES];
};

/* Writes runs (first u16, count u16, count x red, green, blue) into a picture, into a black one
   where `clear` is set. Where a run is cut short or out of range nothing happens at all. */
enum status pixels_write(struct picture *picture, bool clear, const uint8_t *runs, size_t length);

/* Puts `pixels` colours in the order that LEDs want them: `out` has room for 3 bytes of each. */
void pixels_order(const uint8_t *rgb, size_t pixels, uint8_t order, uint8_t *out);

#endif
