/* Computes the current of a picture, and dims it to a budget with minimal change.
   Bit-identical to pegboard/board/color.py: 16, 11 and 15 mA for full red, green and
   blue, 1 mA for a dark pixel. Pictures of up to MAX_PIXELS pixels, red, green and blue each. */
#ifndef PEGBOARD_LIMITER_H
#define PEGBOARD_LIMITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Returns the current of a picture in milliamperes, rounded up. */
uint16_t limiter_draws(const uint8_t *rgb, size_t pixels);

/* Dims the whole picture in place if it draws more than `max_mA`; returns whether it did. Rounding
   errors are carried to the next pixel, per colour. No value rises. If the dark pixels alone use up
   the budget, the picture becomes black. */
bool limiter_dim(uint8_t *rgb, size_t pixels, uint16_t max_mA);

#endif
