/* A million frames, each intact or corrupted in some way, from a persistent host: none may
   stop the board, and none that is not whole may be seen on the LEDs. `million [FRAMES [SEED]]`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board.h"
#include "bytes.h"
#include "crc16.h"

static uint64_t chance;

/* A number below `most`: splitmix64 (Steele, Lea and Flood, 2014). */
static uint32_t below(uint32_t most) {
    uint64_t z = chance += 0x9E3779B97F4A7C15;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    return (uint32_t)((z ^ z >> 31) % most);
}

/* A picture: mostly of a few runs, now and then all white, or with a run one pixel past the end;
   gives the length of the payload. */
static size_t picture(uint8_t *out, uint32_t count) {
    uint8_t *at = write_u8(out, 1 + 2 * (below(4) == 0));
    if (below(50) == 0) {
        at = write_u16(write_u16(at, below(50) == 0), count);
        memset(at, 255, count * 3);
        return (size_t)(at - out) + count * 3;
    }
    for (uint32_t runs = below(4); runs; runs--) {
        uint32_t size = 1 + below(below(50) ? 4 : count < 100 ? count : 100);
        size = size < count ? size : count;
        at = write_u16(write_u16(at, below(count - size + 1)), size);
        for (uint32_t i = 0; i < size * 3; i++) {
            at = write_u8(at, below(3) ? below(256) : 0);
        }
    }
    return (size_t)(at - out);
}

/* Encodes a packet into `line`, including the zero; returns its length. */
static size_t stuff(uint8_t *line, uint8_t type, const uint8_t *payload, size_t length) {
    static uint8_t body[MAX_PACKET];
    body[0] = type;
    body[1] = (uint8_t)below(256);
    memcpy(body + 2, payload, length);
    write_u16(body + 2 + length, crc16(body, length + 2));
    size_t size = cobs_encode(body, length + PACKET_EXTRA, line);
    line[size] = 0;
    return size + 1;
}

/* Corrupts a line as a cable or a crash might; returns its new length. */
static size_t spoil(uint8_t *line, size_t length) {
    uint32_t times = 1 + below(3);
    switch (below(6)) {
    case 0: /* flipped bits */
        while (times--) {
            uint8_t *at = line + below((uint32_t)length);
            *at = (uint8_t)(*at ^ 1u << below(8));
        }
        return length;
    case 1: /* truncated: runs into the next */
        return below((uint32_t)length);
    case 2: /* start is missing */
        times = below((uint32_t)length);
        memmove(line, line + times, length - times);
        return length - times;
    case 3: /* bytes are lost in the middle */
        times = below((uint32_t)length - 1);
        memmove(line + times, line + times + 1, length - times - 1);
        return length - 1;
    case 4: /* a changed byte */
        line[below((uint32_t)length)] = (uint8_t)below(256);
        return length;
    default: /* noise */
        for (size_t i = 0; i < length; i++) {
            line[i] = (uint8_t)below(256);
        }
        return length;
    }
}

static void finish(struct board *board, uint64_t *good, uint64_t *bad, uint64_t *shown) {
    board_wait(board, 1, true);
    board_check(board);
    *good += board->model.good;
    *bad += board->model.bad;
    *shown += board->model.shown;
}

int main(int count, char **arguments) {
    static struct board board;
    static uint8_t payload[MAX_PAYLOAD], line[PACKET_ROOM(MAX_PAYLOAD)];
    uint32_t frames = count > 1 ? (uint32_t)strtoul(arguments[1], NULL, 10) : 1000000;
    chance = count > 2 ? strtoull(arguments[2], NULL, 10) : 1;
    uint32_t spoilt = 0, pixels = 1;
    uint64_t good = 0, bad = 0, shown = 0;
    board_begin(&board);
    for (uint32_t frame = 0; frame < frames; frame++) {
        size_t length;
        if (frame % 50000 == 49999) { /* a reset */
            finish(&board, &good, &bad, &shown);
            board_begin(&board);
        }
        if (frame % 1000 == 0) { /* a new session with another size */
            pixels = 1 + below(below(4) ? 16 : MAX_PIXELS);
            board_say(&board, (const uint8_t[]){0}, 1);
            board_say_packet(&board, HOST_HELLO, 1, (const uint8_t[]){PROTOCOL}, 1);
            write_u16(write_u16(payload, pixels), 1 + below(4500));
            payload[4] = (uint8_t)below(6);
            payload[5] = (uint8_t)below(256);
            board_say_packet(&board, HOST_CONFIGURE, 2, payload, 6);
        }
        if (below(16)) {
            length = stuff(line, HOST_PIXELS, payload, picture(payload, pixels));
        } else {
            static const uint8_t types[] = {HOST_ACK, HOST_PING, HOST_STATUS, BOARD_ACK, 0x55};
            uint8_t type = types[below(5)];
            length = stuff(line, type, payload, type == HOST_ACK);
        }
        if (below(2)) {
            length = spoil(line, length);
            spoilt++;
        }
        board_say(&board, line, length);
        if (below(64) == 0) {
            board_levels(&board, (uint16_t)below(65536));
        }
        board_wait(&board, below(2000) ? below(3) : 6000, below(3));
        if (below(4) == 0) {
            board_read(&board, OUTBOX_ROOM);
        }
    }
    finish(&board, &good, &bad, &shown);
    printf("%u frames, %u spoilt; %ju good packets, %ju bad, %ju pictures shown, 0 wrong\n", frames,
           spoilt, (uintmax_t)good, (uintmax_t)bad, (uintmax_t)shown);
    return shown < frames / 10; /* else the run proved nothing */
}
