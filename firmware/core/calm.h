/* What the LEDs do when no host says what: little, and slowly. Times in milliseconds. */
#ifndef PEGBOARD_CALM_H
#define PEGBOARD_CALM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SILENCE_MS = 5000,     /* after this long without a good packet the picture is dimmed */
    BREATH_BRIGHTEST = 16, /* of 255 */
};

/* How bright a grey the first LED has while the board waits: 1 to BREATH_BRIGHTEST and back in
   4 seconds. */
uint8_t calm_breath(uint32_t now_ms);

/* A quarter of the light of each value, rounded up so that no faint peg goes out. */
void calm_dim(const uint8_t *rgb, size_t bytes, uint8_t *out);

/* Whether the small LED on the board itself is on: a short flash every second while the board
   waits for a host, hurried while a host is silent, steady while one talks. */
bool calm_lamp(uint32_t now_ms, bool configured, bool silent);

#endif
