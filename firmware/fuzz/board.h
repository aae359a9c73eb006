/* A board and its model side by side, and a host that may do anything. */
#ifndef PEGBOARD_FUZZ_BOARD_H
#define PEGBOARD_FUZZ_BOARD_H

#include <stddef.h>
#include <stdint.h>

#include "model.h"

struct board {
    struct session session;
    struct model model;
    struct packet_reader ear; /* of the host: hears only good packets */
    uint32_t now;
    uint32_t answers;
};

void board_begin(struct board *board);

/* The host says bytes; it reads what the board says where the board would not listen else. */
void board_say(struct board *board, const uint8_t *bytes, size_t length);

/* The host says a packet; the payload is at most MAX_PAYLOAD bytes. */
void board_say_packet(struct board *board, uint8_t type, uint8_t seq, const uint8_t *payload,
                      size_t length);

/* Time goes by, a loop at the end of it; `free` says whether the LEDs are free then. */
void board_wait(struct board *board, uint32_t ms, bool free);

/* The inputs are at these levels. */
void board_levels(struct board *board, uint16_t levels);

/* The host reads up to `length` bytes. */
void board_read(struct board *board, size_t length);

/* The board and the model agree on what was said. */
void board_check(const struct board *board);

#endif
