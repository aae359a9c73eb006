/* Tests the session from the host's side: requests and replies. */
#include "bytes.h"
#include "calm.h"
#include "check.h"
#include "session.h"

static const struct facts facts = {
    .version = {1, 2, 3},
    .limit_mA = 4000,
    .boot = 0xDEADBEEF,
    .reset = RESET_WATCHDOG,
    .id = {1, 2, 3, 4, 5, 6, 7, 8},
};

static struct session session;
static uint32_t now;
static struct packet_reader ear;
static struct packet heard;
static struct wire wire;

static void feed(const uint8_t *bytes, size_t length) {
    for (size_t i = 0; i < length; i++) {
        CHECK(session_ready(&session));
        session_feed(&session, bytes[i], now);
    }
}

/* Sends a packet with a payload of `length` bytes. */
static void say(uint8_t type, uint8_t seq, const void *payload, size_t length) {
    uint8_t line[PACKET_ROOM(MAX_ANSWER)];
    feed(line, packet_write(line, type, seq, payload, length));
}

/* Fetches the next packet from the board; returns false if there is none. */
static bool hear(void) {
    size_t length;
    const uint8_t *bytes;
    while (bytes = outbox_first(&session.outbox, &length), length) {
        enum packet_found found = packet_feed(&ear, bytes[0], &heard);
        CHECK(found != PACKET_BAD);
        outbox_sent(&session.outbox, 1);
        if (found == PACKET_GOOD) {
            return true;
        }
    }
    return false;
}

static void hear_ack(uint8_t seq, enum status status) {
    CHECK(hear());
    CHECK_EQUAL(BOARD_ACK, heard.type);
    CHECK_EQUAL(seq, heard.seq);
    CHECK_EQUAL(1, heard.length);
    CHECK_EQUAL(status, heard.payload[0]);
}

static void hear_nothing(void) { CHECK(!hear()); }

static void begin(void) {
    now = 0;
    memset(&ear, 0, sizeof ear);
    session_begin(&session, &facts);
    CHECK(session_wire(&session, now, &wire));
}

static void hello(void) {
    say(HOST_HELLO, 1, "\1", 1);
    CHECK(hear());
    CHECK_EQUAL(BOARD_WELCOME, heard.type);
}

/* A session for four pixels in the order of the wire. */
static void configured(void) {
    begin();
    hello();
    say(HOST_CONFIGURE, 2, "\4\0\240\17\0\0", 6);
    hear_ack(2, DONE);
    CHECK(session_wire(&session, now, &wire)); /* stops breathing */
    CHECK(!session_wire(&session, now, &wire));
}

static uint32_t count_at(size_t place) { /* of a REPORT */
    return read_u16(heard.payload + place) | (uint32_t)read_u16(heard.payload + place + 2) << 16;
}

static void report(void) {
    say(HOST_STATUS, 99, NULL, 0);
    CHECK(hear());
    CHECK_EQUAL(BOARD_REPORT, heard.type);
    CHECK_EQUAL(34, heard.length);
}

static void hello_is_welcomed(void) {
    begin();
    say(HOST_HELLO, 42, "\7", 1);
    CHECK(hear());
    CHECK_EQUAL(42, heard.seq);
    static const uint8_t expected[] = {1, 1, 2, 3, 0, 2, 0x40, 6, 16, 15, 0, 0xA0, 0x0F, 0xEF,
                                       0xBE, 0xAD, 0xDE, 2, 1, 2, 3, 4, 5, 6, 7, 8};
    CHECK_EQUAL(sizeof expected, heard.length);
    CHECK_BYTES(expected, heard.payload, sizeof expected);
    hear_nothing();
}

static void what_cannot_be_is_refused(void) {
    configured();
    static const struct {
        uint8_t type;
        const char *payload;
        uint8_t length;
        enum status status;
    } wrong[] = {
        {HOST_HELLO, "", 0, WRONG_LENGTH},
        {HOST_CONFIGURE, "\4\0\0\0\0", 5, WRONG_LENGTH},
        {HOST_CONFIGURE, "\0\0\0\0\0\0", 6, OUT_OF_RANGE},
        {HOST_CONFIGURE, "\1\2\0\0\0\0", 6, OUT_OF_RANGE},
        {HOST_CONFIGURE, "\4\0\0\0\6\0", 6, OUT_OF_RANGE},
        {HOST_PIXELS, "", 0, WRONG_LENGTH},
        {HOST_PIXELS, "\4", 1, WRONG_LENGTH},
        {HOST_PIXELS, "\1\0\0\1\0\1\2", 7, WRONG_LENGTH},
        {HOST_PIXELS, "\1\4\0\1\0\1\2\3", 8, OUT_OF_RANGE},
        {HOST_PING, "x", 1, WRONG_LENGTH},
        {HOST_STATUS, "x", 1, WRONG_LENGTH},
        {HOST_RESTART, "\0PEG", 4, WRONG_LENGTH},
        {HOST_RESTART, "\2PEGB", 5, OUT_OF_RANGE},
        {HOST_RESTART, "\0PEGG", 5, OUT_OF_RANGE},
        {0x07, "", 0, NO_SUCH_TYPE},
        {0x7F, "", 0, NO_SUCH_TYPE},
    };
    size_t count = sizeof wrong / sizeof *wrong;
    for (uint8_t i = 0; i < count; i++) {
        say(wrong[i].type, i, wrong[i].payload, wrong[i].length);
        hear_ack(i, wrong[i].status);
    }
    CHECK(!session_wire(&session, now, &wire));
    CHECK_EQUAL(RESTART_NOT, session_restart(&session));
    report();
    CHECK_EQUAL(count, count_at(16));
    CHECK(session.is_configured);
    CHECK_EQUAL(4, session.show.requested.count);
}

static void without_a_configuration_there_are_no_pixels(void) {
    begin();
    say(HOST_PIXELS, 1, "\1", 1);
    hear_ack(1, NOT_CONFIGURED);
    configured();
    hello();
    say(HOST_PIXELS, 3, "\1", 1);
    hear_ack(3, NOT_CONFIGURED);
    say(HOST_PING, 4, NULL, 0);
    hear_ack(4, DONE);
}

static void a_picture_is_acknowledged_when_it_begins(void) {
    configured();
    say(HOST_PIXELS, 3, "\0\0\0\1\0\1\2\3", 8);
    hear_ack(3, DONE); /* drawn, not shown */
    CHECK(!session_wire(&session, now, &wire));
    say(HOST_PIXELS, 4, "\1\1\0\1\0\4\5\6", 8);
    hear_nothing();
    session_tick(&session, now);
    CHECK(session_wire(&session, now, &wire));
    hear_ack(4, DONE);
    CHECK_EQUAL(4, wire.pixels);
    CHECK_BYTES(((const uint8_t[12]){1, 2, 3, 4, 5, 6}), wire.bytes, 12);
    say(HOST_PIXELS, 5, "\3", 1);
    CHECK(session_wire(&session, now, &wire));
    hear_ack(5, DONE);
    CHECK_BYTES(((const uint8_t[12]){0}), wire.bytes, 12);
}

static void a_later_picture_replaces_one_that_waits(void) {
    configured();
    say(HOST_PIXELS, 3, "\1\0\0\1\0\1\2\3", 8);
    say(HOST_PIXELS, 4, "\1\0\0\1\0\7\7\7", 8);
    hear_ack(3, DONE);
    hear_nothing();
    say(HOST_PIXELS, 4, "\1\0\0\1\0\7\7\7", 8); /* repeated: the same picture */
    hear_nothing();
    CHECK(session_wire(&session, now, &wire));
    hear_ack(4, DONE);
    hear_nothing();
    CHECK_EQUAL(7, wire.bytes[0]);
    report();
    CHECK_EQUAL(1, count_at(4));
    CHECK_EQUAL(1, count_at(8));
}

static void hello_keeps_the_picture_and_drops_the_answer(void) {
    configured();
    say(HOST_PIXELS, 3, "\1\0\0\1\0\1\2\3", 8);
    hello();
    CHECK(session_wire(&session, now, &wire));
    CHECK_EQUAL(1, wire.bytes[0]);
    hear_nothing();
    say(HOST_CONFIGURE, 2, "\4\0\240\17\0\0", 6);
    hear_ack(2, DONE);
    say(HOST_PIXELS, 4, "\1\1\0\0\0", 5);
    CHECK(session_wire(&session, now, &wire));
    CHECK_EQUAL(1, wire.bytes[0]); /* an unmentioned pixel is unchanged */
}

static void a_picture_replaced_after_hello_is_nobodys(void) {
    configured();
    say(HOST_PIXELS, 3, "\1", 1);
    hello();
    say(HOST_CONFIGURE, 2, "\4\0\240\17\0\0", 6);
    hear_ack(2, DONE);
    say(HOST_PIXELS, 4, "\1", 1);
    hear_nothing();
    CHECK_EQUAL(1, session.replaced);
}

static void hello_ends_what_was_half_said(void) {
    configured();
    for (uint8_t seq = 0; seq < 10; seq++) {
        say(HOST_PING, seq, NULL, 0);
    }
    for (int i = 0; i < 3; i++) { /* of the first answer, into the ear: then the rest is gone */
        size_t length;
        packet_feed(&ear, *outbox_first(&session.outbox, &length), &heard);
        outbox_sent(&session.outbox, 1);
    }
    say(HOST_HELLO, 77, "\1", 1);
    size_t length;
    CHECK_EQUAL(0, *outbox_first(&session.outbox, &length));
    CHECK_EQUAL(PACKET_BAD, packet_feed(&ear, 0, &heard));
    outbox_sent(&session.outbox, 1);
    CHECK(hear());
    CHECK_EQUAL(77, heard.seq);
    hear_nothing();
}

static void the_budget_only_lowers_the_limit(void) {
    configured();
    CHECK_EQUAL(4000, session.show.requested.budget_mA);
    say(HOST_CONFIGURE, 2, "\4\0\377\377\0\0", 6);
    CHECK_EQUAL(4000, session.show.requested.budget_mA);
    say(HOST_CONFIGURE, 2, "\4\0\12\0\0\0", 6);
    CHECK_EQUAL(10, session.show.requested.budget_mA);
    hear_ack(2, DONE);
    hear_ack(2, DONE);
    say(HOST_PIXELS, 3, "\1\0\0\1\0\377\377\377", 8);
    CHECK(session_wire(&session, now, &wire));
    hear_ack(3, DONE);
    report();
    CHECK_EQUAL(1, count_at(24));
    CHECK_EQUAL(10, read_u16(heard.payload + 28));
}

static void silence_is_calm(void) {
    configured();
    say(HOST_PIXELS, 3, "\1\0\0\1\0\200\0\0", 8);
    CHECK(session_wire(&session, now, &wire));
    hear_ack(3, DONE);
    now = SILENCE_MS - 1;
    session_tick(&session, now);
    CHECK(!session_wire(&session, now, &wire));
    CHECK(session_lamp(&session, now));
    now++;
    session_tick(&session, now);
    CHECK(session_wire(&session, now, &wire));
    CHECK_EQUAL(32, wire.bytes[0]);
    feed((const uint8_t[]){1, 2, 3, 0}, 4); /* noise is not a packet */
    CHECK(!session_wire(&session, now, &wire));
    say(HOST_PING, 4, NULL, 0);
    hear_ack(4, DONE);
    CHECK(session_wire(&session, now, &wire));
    CHECK_EQUAL(128, wire.bytes[0]);
}

static void bad_packets_are_counted_and_not_answered(void) {
    configured();
    feed((const uint8_t[]){9, 9, 0, 3, 1, 1, 0, 0, 0}, 9);
    say(BOARD_ACK, 1, "\0", 1); /* our own packet, from an echoing terminal */
    hear_nothing();
    report();
    CHECK_EQUAL(3, count_at(12));
}

static void presses_are_said_until_they_are_had(void) {
    configured();
    session_inputs(&session, 1, 100);
    now = 100;
    session_tick(&session, now);
    CHECK(hear());
    CHECK_EQUAL(BOARD_INPUT, heard.type);
    CHECK_EQUAL(0, heard.seq);
    static const uint8_t pressed[] = {0, 0, 1, 1, 0, 100, 0, 0, 0};
    CHECK_EQUAL(sizeof pressed, heard.length);
    CHECK_BYTES(pressed, heard.payload, sizeof pressed);
    session_inputs(&session, 0, 199);
    session_tick(&session, 199);
    hear_nothing();
    session_tick(&session, 200);
    CHECK(hear());
    CHECK_EQUAL(0, heard.seq);
    say(HOST_ACK, 0, "\0", 1);
    session_tick(&session, 201);
    CHECK(hear());
    CHECK_EQUAL(1, heard.seq);
    CHECK_EQUAL(0, heard.payload[2]);
    say(HOST_ACK, 1, "\0", 1);
    session_tick(&session, 900);
    hear_nothing();
}

static void what_is_down_is_said_after_configure(void) {
    begin();
    session_inputs(&session, 0x10, 5);
    session_tick(&session, 6);
    hear_nothing();
    hello();
    session_tick(&session, 7);
    hear_nothing();
    say(HOST_CONFIGURE, 2, "\4\0\240\17\0\0", 6);
    session_tick(&session, 8);
    hear_ack(2, DONE);
    session_tick(&session, 9);
    CHECK(hear());
    CHECK_EQUAL(4, heard.payload[1]);
}

static void presses_wait_until_the_host_has_read_what_was_before(void) {
    configured();
    say(HOST_PING, 5, NULL, 0);
    session_inputs(&session, 1, 100);
    session_tick(&session, 100);
    hear_ack(5, DONE);
    hear_nothing();
    session_tick(&session, 101);
    CHECK(hear());
    CHECK_EQUAL(BOARD_INPUT, heard.type);
}

static void hello_forgets_what_was_pressed_before(void) {
    configured();
    for (uint32_t at = 1000; at < 1400; at += 100) {
        session_inputs(&session, at % 200 ? 0 : 1, at);
    }
    session_inputs(&session, 2, 1400);
    session_tick(&session, 1400);
    CHECK(hear()); /* the first of them, with seq 0 */
    hello();
    say(HOST_CONFIGURE, 2, "\4\0\240\17\0\0", 6);
    hear_ack(2, DONE);
    session_tick(&session, 1401);
    CHECK(hear());
    CHECK_EQUAL(1, heard.seq);
    CHECK_EQUAL(1, heard.payload[1]);
    CHECK_EQUAL(1, heard.payload[2]);
    say(HOST_ACK, 1, "\0", 1);
    session_tick(&session, 1402);
    hear_nothing();
}

static void more_than_the_queue_holds_is_lost_and_counted(void) {
    configured();
    for (uint32_t i = 0; i < 40; i++) {
        now += 100;
        session_inputs(&session, i % 2 ? 0 : 1, now);
    }
    report();
    CHECK_EQUAL(8, count_at(20));
    session_inputs(&session, 1, now + 100);
    for (unsigned seq = 0; seq < 33; seq++) { /* and finally the current state is reported */
        session_tick(&session, now + 100);
        CHECK(hear());
        CHECK_EQUAL(seq, heard.seq);
        CHECK_EQUAL(seq % 2 ? 0 : 1, heard.payload[2]);
        say(HOST_ACK, (uint8_t)seq, "\0", 1);
    }
    session_tick(&session, now + 100);
    hear_nothing();
}

static void a_host_that_does_not_read_has_to_wait(void) {
    configured();
    uint8_t line[PACKET_ROOM(0)];
    size_t length = packet_write(line, HOST_STATUS, 1, NULL, 0), fed = 0;
    while (session_ready(&session)) {
        session_feed(&session, line[fed++ % length], now);
        session_tick(&session, now);
        session_wire(&session, now, &wire);
        CHECK(session.outbox.count <= OUTBOX_ROOM);
    }
    size_t reports = 0;
    while (hear()) {
        reports++;
    }
    CHECK_EQUAL(fed / length, reports);
    CHECK(session_ready(&session));
}

static void it_goes_when_the_answer_is_out(void) {
    configured();
    say(HOST_RESTART, 8, "\0PEGB", 5);
    CHECK_EQUAL(RESTART_NOT, session_restart(&session));
    hear_ack(8, DONE);
    CHECK_EQUAL(RESTART_AGAIN, session_restart(&session));
    say(HOST_RESTART, 8, "\1PEGB", 5);
    hear_ack(8, DONE);
    CHECK_EQUAL(RESTART_AS_DRIVE, session_restart(&session));
}

int main(void) {
    RUN(hello_is_welcomed);
    RUN(what_cannot_be_is_refused);
    RUN(without_a_configuration_there_are_no_pixels);
    RUN(a_picture_is_acknowledged_when_it_begins);
    RUN(a_later_picture_replaces_one_that_waits);
    RUN(hello_keeps_the_picture_and_drops_the_answer);
    RUN(a_picture_replaced_after_hello_is_nobodys);
    RUN(hello_ends_what_was_half_said);
    RUN(the_budget_only_lowers_the_limit);
    RUN(silence_is_calm);
    RUN(bad_packets_are_counted_and_not_answered);
    RUN(presses_are_said_until_they_are_had);
    RUN(what_is_down_is_said_after_configure);
    RUN(presses_wait_until_the_host_has_read_what_was_before);
    RUN(hello_forgets_what_was_pressed_before);
    RUN(more_than_the_queue_holds_is_lost_and_counted);
    RUN(a_host_that_does_not_read_has_to_wait);
    RUN(it_goes_when_the_answer_is_out);
    return check_summary();
}
