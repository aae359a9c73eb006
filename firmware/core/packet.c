#include "packet.h"

#include <string.h>

#include "bytes.h"
#include "crc16.h"

static enum packet_found end(const struct packet_reader *reader, struct packet *packet) {
    if (reader->too_long || !cobs_whole(&reader->cobs) || reader->length < PACKET_EXTRA) {
        return PACKET_BAD;
    }
    size_t covered = reader->length - 2u;
    if (crc16(reader->bytes, covered) != read_u16(reader->bytes + covered)) {
        return PACKET_BAD;
    }
    packet->type = reader->bytes[0];
    packet->seq = reader->bytes[1];
    packet->payload = reader->bytes + 2;
    packet->length = covered - 2;
    return PACKET_GOOD;
}

enum packet_found packet_feed(struct packet_reader *reader, uint8_t byte, struct packet *packet) {
    if (byte == 0) {
        enum packet_found found = reader->begun ? end(reader, packet) : PACKET_NONE;
        reader->cobs = (struct cobs){0};
        reader->begun = reader->too_long = false;
        reader->length = 0;
        return found;
    }
    reader->begun = true;
    int decoded = cobs_feed(&reader->cobs, byte);
    if (decoded < 0) {
        return PACKET_NONE;
    }
    if (reader->length == MAX_PACKET) {
        reader->too_long = true;
    } else {
        reader->bytes[reader->length++] = (uint8_t)decoded;
    }
    return PACKET_NONE;
}

size_t packet_write(uint8_t *out, uint8_t type, uint8_t seq, const uint8_t *payload,
                    size_t length) {
    uint8_t body[MAX_ANSWER + PACKET_EXTRA] = {type, seq};
    if (length) {
        memcpy(body + 2, payload, length);
    }
    write_u16(body + 2 + length, crc16(body, length + 2));
    size_t size = cobs_encode(body, length + PACKET_EXTRA, out);
    out[size] = 0;
    return size + 1;
}
