/* Runs the test vectors shared by both ends: packets.txt, streams.txt and limit.txt
   of the folder that is named. tests/tools/wire_vectors.py says what their columns are. */
#include <ctype.h>

#include "bytes.h"
#include "check.h"
#include "cobs.h"
#include "crc16.h"
#include "limiter.h"
#include "packet.h"

enum { LINE_ROOM = 64 * 1024, COLUMNS = 4 };

static char text[LINE_ROOM];
static uint8_t bytes[COLUMNS][LINE_ROOM / 2];

/* Parses hexadecimal digits to bytes; sets `end` to the first other character. */
static size_t hex(const char *from, uint8_t *out, const char **end) {
    size_t length = 0;
    while (isxdigit((unsigned char)from[0])) {
        CHECK(isxdigit((unsigned char)from[1]));
        char pair[3] = {from[0], from[1], 0};
        out[length++] = (uint8_t)strtoul(pair, NULL, 16);
        from += 2;
    }
    *end = from;
    return length;
}

/* Splits a line at its bars; returns the number of columns. */
static int split(char *line, char *columns[COLUMNS]) {
    int count = 0;
    line[strcspn(line, "\n")] = 0;
    for (char *at = line; at && count < COLUMNS; count++) {
        char *bar = strchr(at, '|');
        if (bar) {
            *bar++ = 0;
        }
        columns[count] = at + strspn(at, " ");
        at = bar;
    }
    return count;
}

/* Calls `check` with the columns of every line of a file; returns the number of lines. */
static int each(const char *folder, const char *file, int columns,
                void (*check)(char *columns[COLUMNS])) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, file);
    check_name = file;
    FILE *lines = fopen(path, "r");
    if (!lines) {
        CHECK_FAIL("cannot read %s", path);
    }
    int count = 0;
    while (fgets(text, sizeof text, lines)) {
        char *found[COLUMNS];
        if (text[0] == '#' || text[0] == '\n') {
            continue;
        }
        CHECK_EQUAL(columns, split(text, found));
        check_name = found[0];
        check(found);
        count++;
    }
    fclose(lines);
    printf("  %s: %d\n", file, count);
    return count;
}

/* Feeds a whole line; returns the number of bad packets. The bodies of the good ones must equal
   `expected` (hexadecimal, separated by blanks). */
static int read_line(const uint8_t *line, size_t length, const char *expected) {
    static struct packet_reader reader;
    memset(&reader, 0, sizeof reader);
    int bad = 0;
    for (size_t i = 0; i < length; i++) {
        struct packet packet;
        enum packet_found found = packet_feed(&reader, line[i], &packet);
        bad += found == PACKET_BAD;
        if (found == PACKET_GOOD) {
            size_t size = hex(expected, bytes[3], &expected);
            expected += strspn(expected, " ");
            CHECK_EQUAL(size, packet.length + 2);
            CHECK_EQUAL(bytes[3][0], packet.type);
            CHECK_EQUAL(bytes[3][1], packet.seq);
            CHECK_BYTES(bytes[3] + 2, packet.payload, packet.length);
        }
    }
    CHECK_EQUAL(0, strlen(expected + strspn(expected, " ")));
    return bad;
}

static void check_packet(char *columns[COLUMNS]) {
    const char *end;
    size_t body = hex(columns[1], bytes[0], &end), line = hex(columns[2], bytes[1], &end);
    CHECK_EQUAL(0, read_line(bytes[1], line, columns[1]));
    if (body - 2 <= MAX_ANSWER) {
        CHECK_EQUAL(line,
                    packet_write(bytes[2], bytes[0][0], bytes[0][1], bytes[0] + 2, body - 2));
    } else {
        write_u16(bytes[0] + body, crc16(bytes[0], body));
        size_t stuffed = cobs_encode(bytes[0], body + 2, bytes[2]);
        bytes[2][stuffed] = 0;
        CHECK_EQUAL(line, stuffed + 1);
    }
    CHECK_BYTES(bytes[1], bytes[2], line);
}

static void check_stream(char *columns[COLUMNS]) {
    const char *end;
    size_t line = hex(columns[1], bytes[0], &end);
    CHECK_EQUAL(strtol(columns[3], NULL, 10), read_line(bytes[0], line, columns[2]));
}

static void check_limit(char *columns[COLUMNS]) {
    const char *end;
    uint16_t budget = (uint16_t)strtoul(columns[1], NULL, 10);
    size_t size = hex(columns[2], bytes[0], &end);
    CHECK_EQUAL(size, hex(columns[3], bytes[1], &end));
    bool differs = memcmp(bytes[0], bytes[1], size) != 0;
    CHECK_EQUAL(differs, limiter_dim(bytes[0], size / 3, budget));
    CHECK_BYTES(bytes[1], bytes[0], size);
    uint16_t draws = limiter_draws(bytes[0], size / 3);
    CHECK(draws <= budget || draws == size / 3);
}

int main(int count, char **arguments) {
    if (count != 2) {
        fputs("usage: vectors FOLDER\n", stderr);
        return 2;
    }
    int checked = each(arguments[1], "packets.txt", 3, check_packet) +
                  each(arguments[1], "streams.txt", 4, check_stream) +
                  each(arguments[1], "limit.txt", 4, check_limit);
    CHECK(checked > 0);
    return check_summary();
}
