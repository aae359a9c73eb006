#include "cobs.h"

size_t cobs_encode(const uint8_t *data, size_t length, uint8_t *out) {
    size_t code_at = 0, at = 1;
    for (size_t i = 0; i < length; i++) {
        if (at - code_at == 255) { /* full block, and more data follows */
            out[code_at] = 255;
            code_at = at++;
        }
        if (data[i]) {
            out[at++] = data[i];
        } else {
            out[code_at] = (uint8_t)(at - code_at);
            code_at = at++;
        }
    }
    out[code_at] = (uint8_t)(at - code_at);
    return at;
}

int cobs_feed(struct cobs *cobs, uint8_t byte) {
    if (cobs->left) {
        cobs->left--;
        return byte;
    }
    int decoded = cobs->owes_a_zero ? 0 : -1;
    cobs->left = (uint8_t)(byte - 1);
    cobs->owes_a_zero = byte != 255;
    return decoded;
}
