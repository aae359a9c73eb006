#include "encoder.h"

int encoder_feed(struct encoder *encoder, unsigned contacts) {
    /* [before][now], with A in bit 0 and B in bit 1. If both changed at once, the direction is
       unknown: 0. */
    static const int8_t quarter[4][4] = {
        {0, 1, -1, 0},
        {-1, 0, 0, 1},
        {1, 0, 0, -1},
        {0, -1, 1, 0},
    };
    encoder->quarters = (int8_t)(encoder->quarters + quarter[encoder->contacts][contacts]);
    encoder->contacts = (uint8_t)contacts;
    if (contacts) {
        return 0;
    }
    int turned = encoder->quarters >= 2 ? 1 : encoder->quarters <= -2 ? -1 : 0;
    encoder->quarters = 0;
    return turned;
}
