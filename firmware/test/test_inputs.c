/* Tests contacts, encoders, inputs, and the queue to the host. */
#include "check.h"
#include "contact.h"
#include "encoder.h"
#include "inputs.h"
#include "queue.h"

static struct contact contact;
static struct inputs inputs;
static struct queue queue;
static struct input change;

/* Feeds an edge like the board: first tick, then edge. */
static bool edge(bool level, uint32_t now) {
    bool looked = contact_tick(&contact, now);
    return contact_edge(&contact, level, now) || looked;
}

static void open_contact(void) { memset(&contact, 0, sizeof contact); }

static void an_edge_counts_at_once_and_bounce_does_not(void) {
    open_contact();
    CHECK(edge(true, 1000) && contact.down);
    CHECK(!edge(false, 1003) && !edge(true, 1004) && !edge(false, 1010) && !edge(true, 1012));
    CHECK(!contact_tick(&contact, 1025));
    CHECK(contact.down);
    CHECK(edge(false, 1200) && !contact.down);
    CHECK_EQUAL(1200, contact.since);
}

static void a_release_within_the_hold_is_found_after_it(void) {
    open_contact();
    CHECK(edge(true, 1000));
    CHECK(!edge(false, 1010));
    CHECK(!contact_tick(&contact, 1024));
    CHECK(contact_tick(&contact, 1027) && !contact.down);
    CHECK_EQUAL(1025, contact.since);
    CHECK(!edge(true, 1040)); /* its own hold */
    CHECK(contact_tick(&contact, 1050) && contact.down);
}

static void a_loose_wire_is_ignored_until_it_is_quiet(void) {
    open_contact();
    int changes = 0;
    bool level = false;
    for (uint32_t now = 1000; now < 1000 + (MAX_EDGES + 1) * 12; now += 12) {
        changes += edge(level = !level, now);
    }
    CHECK(contact.chatters && changes > 10);
    bool stays = contact.down;
    for (uint32_t now = 2000; now < 6000; now += 100) {
        CHECK(!edge(level = !level, now) && contact.chatters);
    }
    CHECK(!edge(!stays, 6000));
    CHECK(!contact_tick(&contact, 6999));
    CHECK(contact_tick(&contact, 7000) && !contact.chatters && contact.down != stays);
    CHECK(edge(stays, 7100) && !contact.chatters);
}

static void eighty_edges_a_second_are_a_finger(void) {
    open_contact();
    bool level = false;
    for (uint32_t i = 0; i < 400; i++) {
        edge(level = !level, 1000 + i * 25 / 2 + i / 80); /* 81 of them in 1001 ms */
    }
    CHECK(!contact.chatters);
}

static void one_more_within_a_second_is_a_loose_wire(void) {
    open_contact();
    bool level = false;
    for (uint32_t i = 0; i < MAX_EDGES; i++) {
        edge(level = !level, 1000 + i * 25 / 2);
    }
    CHECK(!contact.chatters);
    edge(!level, 2000);
    CHECK(contact.chatters);
}

static void times_may_run_over(void) {
    open_contact();
    CHECK(edge(true, UINT32_MAX - 5));
    CHECK(!edge(false, 3));
    CHECK(!contact_tick(&contact, 18));
    CHECK(contact_tick(&contact, 19));
}

static int turn(struct encoder *encoder, const char *contacts) {
    int turned = 0;
    for (; *contacts; contacts++) {
        turned += encoder_feed(encoder, (unsigned)(*contacts - '0'));
    }
    return turned;
}

static void a_turn_is_counted_at_its_detent(void) {
    struct encoder encoder = {0};
    CHECK_EQUAL(0, turn(&encoder, "132")); /* A, both, B: clockwise */
    CHECK_EQUAL(1, turn(&encoder, "0"));
    CHECK_EQUAL(-1, turn(&encoder, "2310"));
    CHECK_EQUAL(3, turn(&encoder, "132013201320"));
}

static void bounce_and_a_turn_taken_back_are_nothing(void) {
    struct encoder encoder = {0};
    CHECK_EQUAL(1, turn(&encoder, "1010131313232320"));
    CHECK_EQUAL(0, turn(&encoder, "131310"));
    CHECK_EQUAL(0, turn(&encoder, "1010"));
    CHECK_EQUAL(0, turn(&encoder, "30")); /* both at once: ambiguous */
}

static void a_missed_quarter_is_forgiven(void) {
    struct encoder encoder = {0};
    CHECK_EQUAL(1, turn(&encoder, "120")); /* 3 was missed */
    CHECK_EQUAL(1, turn(&encoder, "320")); /* 1 was missed */
    CHECK_EQUAL(-1, turn(&encoder, "310"));
}

static void sample(unsigned raw, uint32_t now) { inputs_sample(&inputs, (uint16_t)raw, now); }

static void expect_input(enum input_kind kind, unsigned index, int value, unsigned levels, uint32_t at) {
    CHECK(inputs_next(&inputs, &change));
    CHECK_EQUAL(kind, change.kind);
    CHECK_EQUAL(index, change.index);
    CHECK_EQUAL(value, change.value);
    CHECK_EQUAL(levels, change.levels);
    CHECK_EQUAL(at, change.at);
}

static void nothing_told(void) { CHECK(!inputs_next(&inputs, &change)); }

static void fresh_inputs(unsigned raw, uint8_t encoders) {
    memset(&inputs, 0, sizeof inputs);
    sample(raw, 0);
    inputs_begin(&inputs, encoders);
}

static void presses_and_releases_are_told(void) {
    fresh_inputs(0, 0);
    sample(0x8001, 1000);
    expect_input(INPUT_BUTTON, 0, 1, 0x8001, 1000);
    expect_input(INPUT_BUTTON, 15, 1, 0x8001, 1000);
    nothing_told();
    sample(0x8000, 1100);
    expect_input(INPUT_BUTTON, 0, 0, 0x8000, 1100);
    CHECK_EQUAL(0x8000, inputs_levels(&inputs));
    CHECK_EQUAL(0, inputs.lost);
}

static void what_is_down_at_the_start_is_told(void) {
    memset(&inputs, 0, sizeof inputs);
    sample(4, 50);
    nothing_told();
    inputs_begin(&inputs, 0);
    expect_input(INPUT_BUTTON, 2, 1, 4, 50);
    inputs_begin(&inputs, 0); /* repeated: not reported again */
    nothing_told();
    inputs_stop(&inputs);
    nothing_told();
    inputs_begin(&inputs, 0);
    expect_input(INPUT_BUTTON, 2, 1, 4, 50);
}

static void a_pair_is_a_dial(void) {
    fresh_inputs(0, 2); /* inputs 2 and 3 */
    static const unsigned clockwise[] = {4, 12, 8, 0};
    for (uint32_t i = 0; i < 4; i++) {
        sample(clockwise[i], 1000 + i);
    }
    expect_input(INPUT_ENCODER, 1, 1, 0, 1003);
    nothing_told();
    for (uint32_t i = 0; i < 300 * 4; i++) {
        sample(clockwise[3 - (i + 1) % 4], 2000 + i);
    }
    expect_input(INPUT_ENCODER, 1, -127, 0, 3199);
    expect_input(INPUT_ENCODER, 1, -127, 0, 3199);
    expect_input(INPUT_ENCODER, 1, -46, 0, 3199);
    nothing_told();
    CHECK_EQUAL(0, inputs_faults(&inputs)); /* a dial may change that often */
}

static void a_dial_that_is_a_button_again_begins_anew(void) {
    fresh_inputs(0, 1);
    sample(1, 1000);
    nothing_told();
    inputs_begin(&inputs, 0);
    expect_input(INPUT_BUTTON, 0, 1, 1, 0);
    inputs_begin(&inputs, 1);
    sample(3, 1001);
    sample(2, 1002);
    sample(0, 1003);
    expect_input(INPUT_ENCODER, 0, 1, 0, 1003);
}

static void what_was_a_button_or_a_dial_is_forgotten(void) {
    fresh_inputs(0, 0);
    sample(1, 1000);
    expect_input(INPUT_BUTTON, 0, 1, 1, 1000);
    inputs_begin(&inputs, 1);
    inputs_begin(&inputs, 0);
    expect_input(INPUT_BUTTON, 0, 1, 1, 0); /* it was up when the host made it a dial */
    fresh_inputs(0, 1);
    for (unsigned i = 0; i < 4; i++) {
        sample((const unsigned[]){1, 3, 2, 0}[i], 1000 + i);
    }
    inputs_begin(&inputs, 0);
    inputs_begin(&inputs, 1);
    nothing_told();
    for (unsigned i = 0; i < 4; i++) {
        sample((const unsigned[]){1, 3, 2, 0}[i], 2000 + i);
    }
    inputs_stop(&inputs);
    inputs_begin(&inputs, 1);
    nothing_told();
}

static void a_change_that_was_undone_untold_is_lost(void) {
    fresh_inputs(0, 0);
    sample(1, 1000);
    sample(0, 1100);
    nothing_told();
    CHECK_EQUAL(2, inputs.lost);
    inputs_stop(&inputs);
    sample(1, 1200);
    sample(0, 1300);
    CHECK_EQUAL(2, inputs.lost); /* never fetched */
}

static void chatter_is_named(void) {
    fresh_inputs(0, 0);
    for (uint32_t i = 0; i < 2 * MAX_EDGES; i++) {
        sample(i % 2 ? 0 : 0x20, 1000 + i);
    }
    CHECK_EQUAL(0x20, inputs_faults(&inputs));
}

static void time_does_not_go_back(void) {
    fresh_inputs(0, 0);
    sample(1, 1000);
    sample(0, 999); /* within the hold */
    expect_input(INPUT_BUTTON, 0, 1, 1, 1000);
    nothing_told();
    sample(0, 1025);
    expect_input(INPUT_BUTTON, 0, 0, 0, 1025);
}

static void put(uint8_t index) {
    queue_add(&queue, &(struct input){.kind = INPUT_BUTTON, .index = index});
}

static void one_at_a_time_again_until_it_is_had(void) {
    memset(&queue, 0, sizeof queue);
    CHECK(!queue_due(&queue, 0));
    put(1);
    put(2);
    queue_acknowledge(&queue, 0); /* not sent yet */
    CHECK_EQUAL(1, queue_due(&queue, 1000)->index);
    queue_sent(&queue, 1000);
    CHECK(!queue_due(&queue, 1099));
    CHECK_EQUAL(1, queue_due(&queue, 1100)->index);
    queue_sent(&queue, 1100);
    queue_acknowledge(&queue, 7);
    CHECK(!queue_due(&queue, 1101));
    queue_acknowledge(&queue, 0);
    CHECK_EQUAL(2, queue_due(&queue, 1101)->index);
    CHECK_EQUAL(1, queue.seq);
    queue_sent(&queue, 1101);
    queue_acknowledge(&queue, 0); /* a late duplicate of the first */
    CHECK_EQUAL(1, queue.count);
}

static void it_keeps_the_next_31(void) {
    memset(&queue, 0, sizeof queue);
    for (unsigned round = 0; round < 20; round++) { /* indices and seqs wrap around */
        for (uint8_t i = 0; i < 32; i++) {
            CHECK(!queue_full(&queue));
            put(i);
        }
        CHECK(queue_full(&queue));
        for (uint8_t i = 0; i < 32; i++) {
            CHECK_EQUAL(i, queue_due(&queue, 0)->index);
            queue_sent(&queue, 0);
            CHECK_EQUAL((round * 32 + i) & 0xFF, queue.seq);
            queue_acknowledge(&queue, queue.seq);
        }
    }
}

static void a_new_session_has_new_seqs(void) {
    memset(&queue, 0, sizeof queue);
    put(1);
    queue_clear(&queue);
    CHECK_EQUAL(0, queue.seq);
    put(2);
    queue_due(&queue, 0);
    queue_sent(&queue, 0);
    queue_clear(&queue);
    CHECK_EQUAL(1, queue.seq);
    CHECK(!queue_due(&queue, 1000));
}

int main(void) {
    RUN(an_edge_counts_at_once_and_bounce_does_not);
    RUN(a_release_within_the_hold_is_found_after_it);
    RUN(a_loose_wire_is_ignored_until_it_is_quiet);
    RUN(eighty_edges_a_second_are_a_finger);
    RUN(one_more_within_a_second_is_a_loose_wire);
    RUN(times_may_run_over);
    RUN(a_turn_is_counted_at_its_detent);
    RUN(bounce_and_a_turn_taken_back_are_nothing);
    RUN(a_missed_quarter_is_forgiven);
    RUN(presses_and_releases_are_told);
    RUN(what_is_down_at_the_start_is_told);
    RUN(a_pair_is_a_dial);
    RUN(a_dial_that_is_a_button_again_begins_anew);
    RUN(what_was_a_button_or_a_dial_is_forgotten);
    RUN(a_change_that_was_undone_untold_is_lost);
    RUN(chatter_is_named);
    RUN(time_does_not_go_back);
    RUN(one_at_a_time_again_until_it_is_had);
    RUN(it_keeps_the_next_31);
    RUN(a_new_session_has_new_seqs);
    return check_summary();
}
