/* The protocol session: requests in, replies and pictures out. No hardware and no clock: the caller
   supplies bytes, levels and time (milliseconds since the reset), and fetches output. */
#ifndef PEGBOARD_SESSION_H
#define PEGBOARD_SESSION_H

#include <stdbool.h>
#include <stdint.h>

#include "inputs.h"
#include "outbox.h"
#include "packet.h"
#include "queue.h"
#include "show.h"

/* Properties of the board. */
struct facts {
    uint8_t version[3];
    uint16_t limit_mA; /* built in; a host cannot raise it */
    uint32_t boot;     /* differs after each reset */
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
    uint32_t heard_at; /* time of the latest good packet */
    bool owes_ack;     /* for the waiting picture, */
    uint8_t owed_seq;  /* with this seq */
    uint32_t replaced, bad_packets, refused;
    enum restart restart;
};

void session_begin(struct session *session, const struct facts *facts);

/* Maximum output of one request and one started picture. */
enum { SESSION_RESERVE = 1 + PACKET_ROOM(MAX_ANSWER) + 2 * PACKET_ROOM(1) };

/* Returns whether it accepts a byte; otherwise the outbox must be drained first. */
static inline bool session_ready(const struct session *session) {
    return outbox_room(&session->outbox) >= SESSION_RESERVE;
}

/* Processes one byte from the host; only if session_ready. */
void session_feed(struct session *session, uint8_t byte, uint32_t now);

/* Processes changed levels of the inputs (bit k: input k is closed). */
void session_inputs(struct session *session, uint16_t levels, uint32_t now);

/* Call at least every few milliseconds: detects silence, reports inputs, and prepares the next
   picture. */
void session_tick(struct session *session, uint32_t now);

/* Call whenever the LEDs are free. If true, send `wire` to them now. */
bool session_wire(struct session *session, uint32_t now, struct wire *wire);

/* Returns the requested restart once the outbox is empty. */
static inline enum restart session_restart(const struct session *session) {
    return session->outbox.count ? RESTART_NOT : session->restart;
}

/* Returns whether the status LED is on. */
bool session_lamp(const struct session *session, uint32_t now);

#endif
