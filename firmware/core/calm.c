#include "calm.h"

uint8_t calm_breath(uint32_t now_ms) {
    uint32_t phase = now_ms % 4096;
    return (uint8_t)(1 + (phase < 2048 ? phase : 4095 - phase) / (2048 / BREATH_BRIGHTEST));
}

void calm_dim(const uint8_t *rgb, size_t bytes, uint8_t *out) {
    for (size_t i = 0; i < bytes; i++) {
        out[i] = (uint8_t)((rgb[i] + 3) / 4);
    }
}

bool calm_lamp(uint32_t now_ms, bool configured, bool silent) {
    if (!configured) {
        return now_ms % 1024 < 64;
    }
    return !silent || now_ms % 256 < 128;
}
