/* libFuzzer: arbitrary bytes on a line. The core finds the same packets as a simple reader, and
   what is stuffed comes back. */
#include <stdlib.h>
#include <string.h>

#include "cobs.h"
#include "model.h"
#include "packet.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void stuffing_can_be_undone(const uint8_t *data, size_t size) {
    uint8_t *out = malloc(COBS_ROOM(size));
    size_t length = cobs_encode(data, size, out), back = 0;
    struct cobs cobs = {0};
    for (size_t i = 0; i < length; i++) {
        int decoded = out[i] ? cobs_feed(&cobs, out[i]) : -2;
        if (decoded >= 0 && (back >= size || data[back++] != decoded)) {
            abort();
        }
        if (decoded == -2) {
            abort();
        }
    }
    if (back != size || !cobs_whole(&cobs)) {
        abort();
    }
    free(out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct packet_reader reader;
    static uint8_t body[2 * MODEL_LINE];
    memset(&reader, 0, sizeof reader);
    const uint8_t *line = data;
    for (const uint8_t *at = data; at != data + size; at++) {
        struct packet packet;
        enum packet_found found = packet_feed(&reader, *at, &packet);
        if (*at) {
            if (found != PACKET_NONE) {
                abort();
            }
            continue;
        }
        size_t length = (size_t)(at - line);
        int expected = length >= MODEL_LINE ? -1 : model_packet(line, length, body);
        if (found != (!length ? PACKET_NONE : expected < 0 ? PACKET_BAD : PACKET_GOOD)) {
            abort();
        }
        if (found == PACKET_GOOD &&
            (packet.length + 2 != (size_t)expected || packet.type != body[0] ||
             packet.seq != body[1] || memcmp(packet.payload, body + 2, packet.length) != 0)) {
            abort();
        }
        line = at + 1;
    }
    stuffing_can_be_undone(data, size);
    return 0;
}
