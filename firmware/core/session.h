/* The board as its host sees it: requests in, answers and pictures out. No hardware and no clock:
   whoever runs it brings the bytes, the levels and the time (milliseconds since the reset) and
   takes away what is due. */
#ifndef PEGBOARD_SESSION_H
#define PEGBOARD_SESSION_H

#include <stdbool.h>
#include <stdint.h>

#include "inputs.h"
#include "outbox.h"
#include "packet.h"
#include "queue.h"
#include "show.h"

/* What the board knows about itself. */
struct facts {
    uint8_t version[3];
    uint16_t limit_mA; /* its own; no host can raise it */
    uint32_t boot;     /* differs from one reset to the next */
    enum reset_reason reset;
    uint8_t id[8];
};

enum restart { RESTART_NOT, RESTART_AGAIN, RESTART_AS_DRIVE };

struct session {
    struct facts facts;
    struct packet_reader reader;
    struct outbox outbox;
    struct inputs inputs;
    struct queue queue;
    struct show show;
    bool is_configured, was_configured; /* since HELLO; since the reset */
    bool is_silent;
    uint32_t heard_at; /* the latest good packet */
    bool owes_ack;     /* for the picture that waits, */
    uint8_t owed_seq;  /* with this seq */
    uint32_t replaced, bad_packets, refused;
    enum restart restart;
};

void session_begin(struct session *session, const struct facts *facts);

/* What one request and one picture that begins can add to the outbox. */
enum { SESSION_RESERVE = 1 + PACKET_ROOM(MAX_ANSWER) + 2 * PACKET_ROOM(1) };

/* Whether it takes a byte: else the outbox has to be emptied first, and the host waits. */
static inline bool session_ready(const struct session *session) {
    return outbox_room(&session->outbox) >= SESSION_RESERVE;
}

/* Takes one byte from the host, when it is ready. */
void session_feed(struct session *session, uint8_t byte, uint32_t now);

/* Takes the levels of the inputs (bit k: input k is closed) after a change. */
void session_inputs(struct session *session, uint16_t levels, uint32_t now);

/* To be called at least every few milliseconds: notices silence, says what happened at the inputs,
   and prepares the next picture. */
void session_tick(struct session *session, uint32_t now);

/* To be called whenever the LEDs are free. True: `wire` is to be sent to them now. */
bool session_wire(struct session *session, uint32_t now, struct wire *wire);

/* What is to happen once the outbox is empty. */
static inline enum restart session_restart(const struct session *session) {
    return session->outbox.count ? RESTART_NOT : session->restart;
}

/* Whether the board's own small LED is on. */
bool session_lamp(const struct session *session, uint32_t now);

#endif
