#include "pixels.h"

#include <string.h>

#include "bytes.h"

enum { RUN_HEAD = 4 };

static enum status check(const struct picture *picture, const uint8_t *runs, size_t length) {
    while (length) {
        if (length < RUN_HEAD) {
            return WRONG_LENGTH;
        }
        uint32_t first = read_u16(runs), count = read_u16(runs + 2);
        if (length - RUN_HEAD < count * 3) {
            return WRONG_LENGTH;
        }
        if (first + count > picture->count) {
            return OUT_OF_RANGE;
        }
        runs += RUN_HEAD + count * 3;
        length -= RUN_HEAD + count * 3;
    }
    return DONE;
}

enum status pixels_write(struct picture *picture, bool clear, const uint8_t *runs, size_t length) {
    enum status status = check(picture, runs, length);
    if (status != DONE) {
        return status;
    }
    if (clear) {
        memset(picture->rgb, 0, sizeof picture->rgb);
    }
    const uint8_t *end = runs + length;
    while (runs != end) {
        size_t first = read_u16(runs), size = read_u16(runs + 2) * 3u;
        memcpy(picture->rgb + first * 3, runs + RUN_HEAD, size);
        runs += RUN_HEAD + size;
    }
    return DONE;
}

void pixels_order(const uint8_t *rgb, size_t pixels, uint8_t order, uint8_t *out) {
    static const uint8_t orders[ORDERS][3] = {
        {0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0},
    };
    for (size_t i = 0; i < pixels * 3; i += 3) {
        for (size_t channel = 0; channel < 3; channel++) {
            out[i + channel] = rgb[i + orders[order][channel]];
        }
    }
}
