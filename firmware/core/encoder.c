#include "encoder.h"

int encoder_feed(struct encoder *encoder, unsigned contacts) {
    /* [before][now], each with bit 0 A and bit 1 B. Where both changed at once nobody knows which
       way it went: 0. */
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
