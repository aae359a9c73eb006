#include "board.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bytes.h"
#include "crc16.h"

static void wrong(const char *what) {
    fprintf(stderr, "wrong: %s\n", what);
    abort();
}

void board_begin(struct board *board) {
    static const struct facts facts = {.limit_mA = 4000};
    memset(board, 0, sizeof *board);
    session_begin(&board->session, &facts);
    board->model.limit_mA = facts.limit_mA;
}

void board_read(struct board *board, size_t length) {
    while (length) {
        size_t there;
        const uint8_t *bytes = outbox_first(&board->session.outbox, &there);
        if (!there) {
            return;
        }
        size_t some = there < length ? there : length;
        for (size_t i = 0; i < some; i++) {
            struct packet packet;
            if (packet_feed(&board->ear, bytes[i], &packet) == PACKET_GOOD) {
                board->answers++;
                if (packet.type < BOARD_ACK) {
                    wrong("the type of an answer");
                }
            }
        }
        outbox_sent(&board->session.outbox, some);
        length -= some;
    }
}

void board_say(struct board *board, const uint8_t *bytes, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (!session_ready(&board->session)) {
            board_read(board, OUTBOX_ROOM);
        }
        session_feed(&board->session, bytes[i], board->now);
        model_byte(&board->model, bytes[i], board->now);
        if (board->session.outbox.count > OUTBOX_ROOM) {
            wrong("the outbox runs over");
        }
    }
}

void board_say_packet(struct board *board, uint8_t type, uint8_t seq, const uint8_t *payload,
                      size_t length) {
    static uint8_t body[MAX_PACKET], line[PACKET_ROOM(MAX_PAYLOAD)];
    body[0] = type;
    body[1] = seq;
    memcpy(body + 2, payload, length);
    write_u16(body + 2 + length, crc16(body, length + 2));
    size_t size = cobs_encode(body, length + PACKET_EXTRA, line);
    line[size++] = 0;
    board_say(board, line, size);
}

void board_wait(struct board *board, uint32_t ms, bool free) {
    board->now += ms;
    session_tick(&board->session, board->now);
    if (free) {
        struct wire wire;
        if (session_wire(&board->session, board->now, &wire)) {
            model_check_wire(&board->model, &wire, board->now);
        } else {
            model_check_rest(&board->model, board->now);
        }
    }
    if (board->session.outbox.count > OUTBOX_ROOM) {
        wrong("the outbox runs over");
    }
}

void board_levels(struct board *board, uint16_t levels) {
    session_inputs(&board->session, levels, board->now);
}

void board_check(const struct board *board) {
    if (board->session.bad_packets != board->model.bad) {
        wrong("the count of bad packets");
    }
    if (board->session.show.shown != board->model.shown) {
        wrong("the count of pictures");
    }
    if (board->session.is_configured != board->model.configured) {
        wrong("whether it is configured");
    }
}
