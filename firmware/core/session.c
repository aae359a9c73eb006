#include "session.h"

#include <string.h>

#include "bytes.h"
#include "calm.h"
#include "protocol.h"
#include "tally.h"

enum {
    CONFIGURE_BYTES = 6,
    RESTART_BYTES = 5,
};

static void send(struct session *session, uint8_t type, uint8_t seq, const uint8_t *payload,
                 size_t length) {
    uint8_t line[PACKET_ROOM(MAX_ANSWER)];
    outbox_add(&session->outbox, line, packet_write(line, type, seq, payload, length));
}

static void acknowledge(struct session *session, uint8_t seq, enum status status) {
    uint8_t payload = (uint8_t)status;
    if (status != DONE) {
        tally(&session->refused);
    }
    send(session, BOARD_ACK, seq, &payload, 1);
}

static void welcome(struct session *session, uint8_t seq) {
    const struct facts *facts = &session->facts;
    uint8_t payload[MAX_ANSWER], *at = payload;
    at = write_u8(at, PROTOCOL);
    for (int i = 0; i < 3; i++) {
        at = write_u8(at, facts->version[i]);
    }
    at = write_u16(at, MAX_PIXELS);
    at = write_u16(at, MAX_PAYLOAD);
    at = write_u8(at, INPUTS);
    at = write_u16(at, CAN_ENCODERS | CAN_LIMIT | CAN_RESTART_AS_DRIVE | CAN_WATCHDOG);
    at = write_u16(at, facts->limit_mA);
    at = write_u32(at, facts->boot);
    at = write_u8(at, facts->reset);
    memcpy(at, facts->id, sizeof facts->id);
    at += sizeof facts->id;
    send(session, BOARD_WELCOME, seq, payload, (size_t)(at - payload));
}

static void report(struct session *session, uint8_t seq, uint32_t now) {
    uint8_t payload[MAX_ANSWER], *at = payload;
    at = write_u32(at, now);
    at = write_u32(at, session->show.shown);
    at = write_u32(at, session->replaced);
    at = write_u32(at, session->bad_packets);
    at = write_u32(at, session->refused);
    at = write_u32(at, session->inputs.lost);
    at = write_u32(at, session->show.limited);
    at = write_u16(at, session->show.drawn_mA);
    at = write_u16(at, inputs_levels(&session->inputs));
    at = write_u16(at, inputs_faults(&session->inputs));
    send(session, BOARD_REPORT, seq, payload, (size_t)(at - payload));
}

/* Starts a session: drops all output of the previous one. Data already in USB may end inside a
   packet, which the zero terminates. */
static void hello(struct session *session, uint8_t seq) {
    session->is_configured = false;
    session->owes_ack = false;
    queue_clear(&session->queue);
    inputs_stop(&session->inputs);
    session->outbox.first = session->outbox.count = 0;
    outbox_add(&session->outbox, (const uint8_t[]){0}, 1);
    welcome(session, seq);
}

static enum status configure(struct session *session, const struct packet *packet) {
    if (packet->length != CONFIGURE_BYTES) {
        return WRONG_LENGTH;
    }
    const uint8_t *payload = packet->payload;
    uint16_t pixels = read_u16(payload), budget = read_u16(payload + 2), limit = session->facts.limit_mA;
    uint8_t order = payload[4];
    if (pixels < 1 || pixels > MAX_PIXELS || order >= ORDERS) {
        return OUT_OF_RANGE;
    }
    show_configure(&session->show, pixels, budget < limit ? budget : limit, order);
    inputs_begin(&session->inputs, payload[5]);
    session->is_configured = session->was_configured = true;
    return DONE;
}

/* Sends its own reply: a picture to show is acknowledged when its transmission starts. */
static void pixels(struct session *session, const struct packet *packet) {
    enum status status = DONE;
    uint8_t flags = packet->length ? packet->payload[0] : 0;
    if (!session->is_configured) {
        status = NOT_CONFIGURED;
    } else if (!packet->length || flags & ~(SHOW | CLEAR)) {
        status = WRONG_LENGTH;
    } else {
        status = pixels_write(&session->show.requested, flags & CLEAR, packet->payload + 1,
                              packet->length - 1);
    }
    if (status != DONE || !(flags & SHOW)) {
        acknowledge(session, packet->seq, status);
        return;
    }
    bool sent_again = session->owes_ack && session->owed_seq == packet->seq;
    if (show_ask(&session->show) && !sent_again) {
        tally(&session->replaced);
        if (session->owes_ack) {
            acknowledge(session, session->owed_seq, DONE);
        }
    }
    session->owes_ack = true;
    session->owed_seq = packet->seq;
}

static enum status restart(struct session *session, const struct packet *packet) {
    if (packet->length != RESTART_BYTES) {
        return WRONG_LENGTH;
    }
    uint8_t mode = packet->payload[0];
    if (mode > 1 || memcmp(packet->payload + 1, "PEGB", 4) != 0) {
        return OUT_OF_RANGE;
    }
    session->restart = mode ? RESTART_AS_DRIVE : RESTART_AGAIN;
    return DONE;
}

static void answer(struct session *session, const struct packet *packet, uint32_t now) {
    enum status status = NO_SUCH_TYPE;
    switch (packet->type) {
    case HOST_ACK:
        queue_acknowledge(&session->queue, packet->seq);
        return;
    case HOST_HELLO:
        if (packet->length == 1) {
            hello(session, packet->seq);
            return;
        }
        status = WRONG_LENGTH;
        break;
    case HOST_CONFIGURE:
        status = configure(session, packet);
        break;
    case HOST_PIXELS:
        pixels(session, packet);
        return;
    case HOST_PING:
        status = packet->length ? WRONG_LENGTH : DONE;
        break;
    case HOST_STATUS:
        if (!packet->length) {
            report(session, packet->seq, now);
            return;
        }
        status = WRONG_LENGTH;
        break;
    case HOST_RESTART:
        status = restart(session, packet);
        break;
    default:
        break;
    }
    acknowledge(session, packet->seq, status);
}

void session_begin(struct session *session, const struct facts *facts) {
    memset(session, 0, sizeof *session); /* in place: too large for the stack */
    session->facts = *facts;
}

void session_feed(struct session *session, uint8_t byte, uint32_t now) {
    struct packet packet;
    enum packet_found found = packet_feed(&session->reader, byte, &packet);
    if (found == PACKET_NONE) {
        return;
    }
    /* An echoing terminal returns our own packets: never answer them. */
    if (found == PACKET_BAD || packet.type >= BOARD_ACK) {
        tally(&session->bad_packets);
        return;
    }
    session->heard_at = now;
    session->is_silent = false;
    answer(session, &packet, now);
}

static void tell(struct session *session) {
    struct input change;
    while (!queue_full(&session->queue) && inputs_next(&session->inputs, &change)) {
        queue_add(&session->queue, &change);
    }
}

void session_inputs(struct session *session, uint16_t levels, uint32_t now) {
    inputs_sample(&session->inputs, levels, now);
    tell(session);
}

/* Inputs are sent only if the outbox is empty, so that a slow host gets few stale ones. */
static void send_input(struct session *session, uint32_t now) {
    const struct input *input = queue_due(&session->queue, now);
    if (!input || session->outbox.count) {
        return;
    }
    uint8_t payload[MAX_ANSWER], *at = payload;
    at = write_u8(at, input->kind);
    at = write_u8(at, input->index);
    at = write_u8(at, (uint8_t)input->value);
    at = write_u16(at, input->levels);
    at = write_u32(at, input->at);
    send(session, BOARD_INPUT, session->queue.seq, payload, (size_t)(at - payload));
    queue_sent(&session->queue, now);
}

void session_tick(struct session *session, uint32_t now) {
    if (now - session->heard_at >= SILENCE_MS) {
        session->is_silent = true;
    }
    session_inputs(session, session->inputs.raw, now);
    show_prepare(&session->show);
    send_input(session, now);
}

bool session_wire(struct session *session, uint32_t now, struct wire *wire) {
    enum show_mood mood = !session->was_configured ? SHOW_WAITING_FOR_A_HOST
                          : session->is_silent     ? SHOW_SILENT
                                                   : SHOW_TALKING;
    bool began;
    bool due = show_next(&session->show, mood, now, wire, &began);
    if (began && session->owes_ack) {
        session->owes_ack = false;
        acknowledge(session, session->owed_seq, DONE);
    }
    return due;
}

bool session_lamp(const struct session *session, uint32_t now) {
    return calm_lamp(now, session->is_configured, session->is_silent);
}
