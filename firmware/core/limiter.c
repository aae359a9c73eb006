#include "limiter.h"

enum { FULL = 255, DARK_MA = 1 };
static const uint8_t channel_mA[3] = {16, 11, 15};

/* Returns the current of a picture's light in 1/255 mA: at most 512 * 42 * 255, 23 bits. */
static uint32_t load_of(const uint8_t *rgb, size_t pixels) {
    uint32_t load = 0;
    for (size_t i = 0; i < pixels * 3; i += 3) {
        load += (uint32_t)(channel_mA[0] * rgb[i] + channel_mA[1] * rgb[i + 1] +
                           channel_mA[2] * rgb[i + 2]);
    }
    return load;
}

uint16_t limiter_draws(const uint8_t *rgb, size_t pixels) {
    return (uint16_t)(pixels * DARK_MA + (load_of(rgb, pixels) + FULL - 1) / FULL);
}

bool limiter_dim(uint8_t *rgb, size_t pixels, uint16_t max_mA) {
    uint32_t load = load_of(rgb, pixels), dark = (uint32_t)pixels * DARK_MA;
    uint32_t budget = max_mA > dark ? (max_mA - dark) * FULL : 0;
    if (load <= budget) {
        return false;
    }
    /* Of each channel, the sum of the first pixels times budget / load, rounded down, is what the
       first pixels of the dimmed picture hold. Quotient by quotient that is a remainder carried
       along; it fits 32 bits, because budget < load < 2^23 and a value < 2^8, which the hardware
       divider of the RP2040 likes. */
    for (size_t channel = 0; channel < 3; channel++) {
        uint32_t carried = 0;
        for (size_t i = channel; i < pixels * 3; i += 3) {
            carried += rgb[i] * budget;
            rgb[i] = (uint8_t)(carried / load);
            carried %= load;
        }
    }
    return true;
}
