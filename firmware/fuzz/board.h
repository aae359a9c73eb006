/* A board, its model, and an arbitrary host. */
#ifndef PEGBOARD_FUZZ_BOARD_H
#define PEGBOARD_FUZZ_BOARD_H

#include <stddef.h>
#include <stdint.h>

#include "model.h"

struct board {
    struct session session;
    struct model model;
    struct packet_reader ear; /* the host's reader */
    uint32_t now;
    uint32_t answers;
};

void board_begin(struct board *board);

/* The host sends bytes, and reads output if the board would otherwise block. */
void board_say(struct board *board, const uint8_t *bytes, size_t length);

/* The host sends a packet with a payload of at most MAX_PAYLOAD bytes. */
void board_say_packet(struct board *board, uint8_t type, uint8_t seq, const uint8_t *payload,
                      size_t length);

/* Advances time, then runs one loop; `free`: the LEDs are free then. */
void board_wait(struct board *board, uint32_t ms, bool free);

/* Sets the levels of the inputs. */
void board_levels(struct board *board, uint16_t levels);

/* The host reads up to `length` bytes. */
void board_read(struct board *board, size_t length);

/* Asserts that board and model agree. */
void board_check(const struct board *board);

#endif
