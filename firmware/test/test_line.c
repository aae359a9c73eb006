/* Tests COBS, CRC and the packet reader. */
#include "check.h"
#include "cobs.h"
#include "crc16.h"
#include "packet.h"
#include "tally.h"

static struct packet_reader reader;
static struct packet packet;

/* Feeds bytes; returns the result of the last. */
static enum packet_found feed(const uint8_t *bytes, size_t length) {
    enum packet_found found = PACKET_NONE;
    for (size_t i = 0; i < length; i++) {
        found = packet_feed(&reader, bytes[i], &packet);
        CHECK(found == PACKET_NONE || i == length - 1);
    }
    return found;
}

static void the_crc_is_that_of_the_catalogue(void) {
    CHECK_EQUAL(0x29B1, crc16((const uint8_t *)"123456789", 9));
    CHECK_EQUAL(0xFFFF, crc16(NULL, 0));
}

/* Examples from the paper and from Wikipedia. */
static void stuffing_is_that_of_the_paper(void) {
    uint8_t data[300], out[COBS_ROOM(300)];
    static const uint8_t mixed[] = {0x11, 0x22, 0x00, 0x33}, mixed_out[] = {3, 0x11, 0x22, 2, 0x33};
    CHECK_EQUAL(5, cobs_encode(mixed, 4, out));
    CHECK_BYTES(mixed_out, out, 5);
    static const uint8_t zeros[] = {0, 0}, zeros_out[] = {1, 1, 1};
    CHECK_EQUAL(3, cobs_encode(zeros, 2, out));
    CHECK_BYTES(zeros_out, out, 3);
    CHECK_EQUAL(1, cobs_encode(zeros, 0, out));
    CHECK_EQUAL(1, out[0]);
    for (size_t i = 0; i < sizeof data; i++) {
        data[i] = (uint8_t)(i % 255 + 1);
    }
    CHECK_EQUAL(255, cobs_encode(data, 254, out)); /* a full block, without an empty one after it */
    CHECK_EQUAL(255, out[0]);
    CHECK_EQUAL(257, cobs_encode(data, 255, out));
    CHECK_EQUAL(255, out[0]);
    CHECK_EQUAL(2, out[255]);
    data[254] = 0;
    CHECK_EQUAL(257, cobs_encode(data, 255, out));
    CHECK_EQUAL(1, out[255]);
    CHECK_EQUAL(1, out[256]);
}

static void whatever_is_stuffed_comes_back(void) {
    uint8_t data[700], out[COBS_ROOM(700)];
    uint32_t chance = 1;
    for (size_t length = 0; length < sizeof data; length += 7) {
        for (size_t i = 0; i < length; i++) {
            chance = chance * 1664525 + 1013904223;
            data[i] = (uint8_t)(chance >> 30 ? chance >> 20 : 0);
        }
        size_t size = cobs_encode(data, length, out), back = 0;
        CHECK(size <= COBS_ROOM(length));
        struct cobs cobs = {0};
        for (size_t i = 0; i < size; i++) {
            CHECK(out[i] != 0);
            int decoded = cobs_feed(&cobs, out[i]);
            if (decoded >= 0) {
                CHECK_EQUAL(data[back], decoded);
                back++;
            }
        }
        CHECK(cobs_whole(&cobs));
        CHECK_EQUAL(length, back);
    }
}

static void a_packet_comes_back(void) {
    uint8_t line[PACKET_ROOM(3)];
    size_t length = packet_write(line, 4, 7, (const uint8_t[]){1, 0, 2}, 3);
    CHECK_EQUAL(PACKET_GOOD, feed(line, length));
    CHECK_EQUAL(4, packet.type);
    CHECK_EQUAL(7, packet.seq);
    CHECK_EQUAL(3, packet.length);
    CHECK_BYTES(((const uint8_t[]){1, 0, 2}), packet.payload, 3);
    length = packet_write(line, 4, 7, NULL, 0);
    CHECK_EQUAL(PACKET_GOOD, feed(line, length));
    CHECK_EQUAL(0, packet.length);
}

static void zeros_between_packets_are_nothing(void) {
    CHECK_EQUAL(PACKET_NONE, feed((const uint8_t[]){0, 0, 0}, 3));
}

static void what_is_wrong_is_bad_and_the_next_is_good(void) {
    static const uint8_t wrong[][6] = {
        {2, 4, 0},          /* too short */
        {1, 0},             /* empty but encoded */
        {9, 4, 7, 1, 1, 0}, /* an incomplete block */
        {5, 4, 7, 1, 1, 0}, /* wrong CRC */
    };
    uint8_t line[PACKET_ROOM(0)];
    size_t length = packet_write(line, 4, 7, NULL, 0);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        size_t size = (size_t)((const uint8_t *)memchr(wrong[i], 0, 6) - wrong[i]) + 1;
        CHECK_EQUAL(PACKET_BAD, feed(wrong[i], size));
        CHECK_EQUAL(PACKET_GOOD, feed(line, length));
    }
}

static void no_bit_can_fall_over_unnoticed(void) {
    uint8_t line[PACKET_ROOM(8)];
    size_t length = packet_write(line, 3, 9, (const uint8_t *)"\1\0\0\1\0\377\0\0", 8);
    for (size_t bit = 0; bit < (length - 1) * 8; bit++) {
        uint8_t spoilt[sizeof line];
        memcpy(spoilt, line, length);
        spoilt[bit / 8] = (uint8_t)(spoilt[bit / 8] ^ 1u << bit % 8);
        for (size_t i = 0; i < length; i++) {
            CHECK(packet_feed(&reader, spoilt[i], &packet) != PACKET_GOOD);
        }
    }
}

static void the_longest_is_taken_and_a_longer_one_is_not(void) {
    static uint8_t body[MAX_PACKET + 1], line[COBS_ROOM(sizeof body) + 1];
    for (size_t extra = 0; extra < 2; extra++) {
        size_t size = MAX_PACKET + extra;
        memset(body, 7, size);
        uint16_t crc = crc16(body, size - 2);
        body[size - 2] = (uint8_t)crc;
        body[size - 1] = (uint8_t)(crc >> 8);
        size_t length = cobs_encode(body, size, line);
        line[length++] = 0;
        CHECK_EQUAL(extra ? PACKET_BAD : PACKET_GOOD, feed(line, length));
    }
}

static void a_count_stops_at_its_highest(void) {
    uint32_t count = UINT32_MAX - 1;
    tally(&count);
    CHECK_EQUAL(UINT32_MAX, count);
    tally(&count);
    CHECK_EQUAL(UINT32_MAX, count);
}

int main(void) {
    RUN(the_crc_is_that_of_the_catalogue);
    RUN(stuffing_is_that_of_the_paper);
    RUN(whatever_is_stuffed_comes_back);
    RUN(a_packet_comes_back);
    RUN(zeros_between_packets_are_nothing);
    RUN(what_is_wrong_is_bad_and_the_next_is_good);
    RUN(no_bit_can_fall_over_unnoticed);
    RUN(the_longest_is_taken_and_a_longer_one_is_not);
    RUN(a_count_stops_at_its_highest);
    return check_summary();
}
