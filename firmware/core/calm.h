/* Behaviour of the LEDs without a host. Times in milliseconds. */
#ifndef PEGBOARD_CALM_H
#define PEGBOARD_CALM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SILENCE_MS = 5000,     /* after this long without a good packet the picture is dimmed */
    BREATH_BRIGHTEST = 16, /* of 255 */
};

/* Returns the grey level of the first LED while waiting: 1 to BREATH_BRIGHTEST and back in
   4 seconds. */
uint8_t calm_breath(uint32_t now_ms);

/* Dims each value to a quarter, rounded up so that no faint peg goes out. */
void calm_dim(const uint8_t *rgb, size_t bytes, uint8_t *out);

/* Returns whether the status LED is on: a short flash every second while waiting for a host, fast
   flashing while the host is silent, steady while it talks. */
bool calm_lamp(uint32_t now_ms, bool configured, bool silent);

#endif
