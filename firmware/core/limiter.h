/* How much current a picture draws, and the least change that keeps it within a budget.
   The same sums as pegboard/board/color.py, to the bit: 16, 11 and 15 mA for full red, green and
   blue, 1 mA for a dark pixel. Pictures of up to MAX_PIXELS pixels, red, green and blue each. */
#ifndef PEGBOARD_LIMITER_H
#define PEGBOARD_LIMITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a picture draws, in milliamperes, rounded up. */
uint16_t limiter_draws(const uint8_t *rgb, size_t pixels);

/* Dims the whole picture, in place, if it draws more than `max_mA`; true where it did. What
   rounding takes from one pixel is carried on to the next, for each colour by itself. No value
   rises. If the dark pixels alone draw the budget, the picture is black. */
bool limiter_dim(uint8_t *rgb, size_t pixels, uint16_t max_mA);

#endif
