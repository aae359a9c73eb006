/* Pictures (red, green and blue of each pixel), and their updates by the host. */
#ifndef PEGBOARD_PIXELS_H
#define PEGBOARD_PIXELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "limits.h"
#include "protocol.h"

enum { ORDERS = 6 }; /* RGB RBG GRB GBR BRG BGR */

struct picture {
    uint16_t count;     /* number of pixels */
    uint16_t budget_mA; /* current limit */
    uint8_t order;      /* colour order of the LEDs */
    uint8_t rgb[FRAME_BYTES];
};

/* Writes runs (first u16, count u16, count x red, green, blue) to a picture; `clear` blacks it out
   first. If a run is truncated or out of range, the picture is unchanged. */
enum status pixels_write(struct picture *picture, bool clear, const uint8_t *runs, size_t length);

/* Reorders the colours of `pixels` pixels for the LEDs into `out` (3 bytes each). */
void pixels_order(const uint8_t *rgb, size_t pixels, uint8_t order, uint8_t *out);

#endif
