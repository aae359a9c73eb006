/* Tests pictures: writing, limiting, showing, and dimming. */
#include "calm.h"
#include "check.h"
#include "limiter.h"
#include "pixels.h"
#include "show.h"

static struct show show;
static struct wire wire;
static bool began;

static bool next(enum show_mood mood, uint32_t now) {
    return show_next(&show, mood, now, &wire, &began);
}

/* Configures a board for `pixels`, after its first pictures. */
static void configured(uint16_t pixels, uint16_t budget_mA, uint8_t order) {
    memset(&show, 0, sizeof show);
    show_configure(&show, pixels, budget_mA, order);
    CHECK(next(SHOW_TALKING, 0));
    CHECK(!next(SHOW_TALKING, 0));
}

static void ask(uint8_t first_red) {
    show.requested.rgb[0] = first_red;
    show_ask(&show);
}

static void runs_are_written(void) {
    static struct picture picture = {.count = 4};
    static const uint8_t runs[] = {0, 0, 1, 0, 1, 2, 3, 2, 0, 2, 0, 4, 5, 6, 7, 8, 9};
    CHECK_EQUAL(DONE, pixels_write(&picture, false, runs, sizeof runs));
    CHECK_BYTES(((const uint8_t[]){1, 2, 3, 0, 0, 0, 4, 5, 6, 7, 8, 9}), picture.rgb, 12);
    CHECK_EQUAL(DONE, pixels_write(&picture, true, runs, 7));
    CHECK_BYTES(((const uint8_t[]){1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0}), picture.rgb, 12);
    CHECK_EQUAL(DONE, pixels_write(&picture, true, runs, 0));
    CHECK_BYTES(((const uint8_t[12]){0}), picture.rgb, 12);
}

static void a_wrong_run_writes_nothing(void) {
    static struct picture picture = {.count = 4, .rgb = {9}};
    static const uint8_t past[] = {0, 0, 1, 0, 1, 2, 3, 3, 0, 2, 0, 4, 5, 6, 7, 8, 9};
    CHECK_EQUAL(OUT_OF_RANGE, pixels_write(&picture, true, past, sizeof past));
    CHECK_EQUAL(WRONG_LENGTH, pixels_write(&picture, true, past, sizeof past - 1));
    CHECK_EQUAL(WRONG_LENGTH, pixels_write(&picture, true, past, 3));
    static const uint8_t far[] = {0xFF, 0xFF, 0, 0};
    CHECK_EQUAL(OUT_OF_RANGE, pixels_write(&picture, true, far, sizeof far));
    CHECK_BYTES(((const uint8_t[]){9, 0, 0}), picture.rgb, 3);
}

static void colours_go_in_the_order_of_the_leds(void) {
    static const uint8_t rgb[] = {'R', 'G', 'B', 'r', 'g', 'b'};
    static const char *const orders[ORDERS] = {"RGBrgb", "RBGrbg", "GRBgrb",
                                               "GBRgbr", "BRGbrg", "BGRbgr"};
    for (uint8_t order = 0; order < ORDERS; order++) {
        uint8_t out[6];
        pixels_order(rgb, 2, order, out);
        CHECK_BYTES(orders[order], out, 6);
    }
}

static void a_budget_is_kept_to_within_two_hundredths(void) {
    static uint8_t white[FRAME_BYTES];
    for (unsigned budget = 600; budget <= 20000; budget += 97) {
        memset(white, 255, sizeof white);
        CHECK(limiter_dim(white, MAX_PIXELS, (uint16_t)budget));
        uint16_t draws = limiter_draws(white, MAX_PIXELS);
        CHECK(draws <= budget && draws * 100 >= budget * 98);
    }
    memset(white, 255, sizeof white);
    CHECK_EQUAL(MAX_PIXELS * 43, limiter_draws(white, MAX_PIXELS));
    CHECK(!limiter_dim(white, MAX_PIXELS, MAX_PIXELS * 43));
    CHECK(limiter_dim(white, MAX_PIXELS, MAX_PIXELS));
    CHECK_BYTES(((const uint8_t[FRAME_BYTES]){0}), white, FRAME_BYTES);
}

static void after_a_reset_all_leds_are_put_out_once(void) {
    memset(&show, 0, sizeof show);
    CHECK(next(SHOW_WAITING_FOR_A_HOST, 0) && !began);
    CHECK_EQUAL(MAX_PIXELS, wire.pixels);
    CHECK_BYTES(((const uint8_t[]){1, 1, 1, 0, 0, 0}), wire.bytes, 6);
    CHECK_BYTES(((const uint8_t[FRAME_BYTES]){0}), wire.bytes + 3, FRAME_BYTES - 3);
    CHECK(!next(SHOW_WAITING_FOR_A_HOST, 1));
}

static void the_first_led_breathes_until_a_host_comes(void) {
    memset(&show, 0, sizeof show);
    next(SHOW_WAITING_FOR_A_HOST, 0);
    uint8_t before = 1, brightest = 0;
    for (uint32_t now = 1; now < 9000; now++) {
        if (next(SHOW_WAITING_FOR_A_HOST, now)) {
            CHECK_EQUAL(1, wire.pixels);
            CHECK_EQUAL(wire.bytes[0], wire.bytes[2]);
            CHECK_EQUAL(1, abs(wire.bytes[0] - before));
            before = wire.bytes[0];
            brightest = before > brightest ? before : brightest;
        }
    }
    CHECK_EQUAL(BREATH_BRIGHTEST, brightest);
    CHECK(next(SHOW_TALKING, 9000));
    CHECK_EQUAL(1, wire.pixels);
    CHECK_EQUAL(0, wire.bytes[0]);
    CHECK(!next(SHOW_SILENT, 99000));
}

static void a_picture_is_sent_once(void) {
    configured(3, 4000, 2);
    ask(5);
    CHECK(next(SHOW_TALKING, 1) && began);
    CHECK_EQUAL(3, wire.pixels);
    CHECK_BYTES(((const uint8_t[]){0, 5, 0}), wire.bytes, 3);
    CHECK_EQUAL(1, show.shown);
    CHECK_EQUAL(4, show.drawn_mA);
    CHECK(!next(SHOW_TALKING, 2));
}

static void the_latest_wins(void) {
    configured(1, 4000, 0);
    CHECK(!show_ask(&show));
    show.requested.rgb[0] = 8;
    CHECK(show_ask(&show));
    show.requested.rgb[0] = 9; /* drawn later, without a request to show */
    CHECK(next(SHOW_TALKING, 1) && began);
    CHECK_EQUAL(8, wire.bytes[0]);
    CHECK_EQUAL(1, show.shown);
}

static void a_picture_is_brought_within_its_budget(void) {
    configured(1, 22, 0);
    memset(show.requested.rgb, 255, 3);
    show_ask(&show);
    show_prepare(&show);
    show_prepare(&show);
    CHECK(next(SHOW_TALKING, 1));
    CHECK_EQUAL(0x7F, wire.bytes[0]);
    CHECK_EQUAL(1, show.limited);
    CHECK_EQUAL(22, show.drawn_mA);
    CHECK_EQUAL(255, show.requested.rgb[0]);
    memset(show.requested.rgb, 0, 3);
    show_ask(&show);
    CHECK(next(SHOW_TALKING, 1));
    CHECK_EQUAL(1, show.limited);
}

/* Otherwise a host could light two halves of a strip in turn, each with the whole budget. */
static void leds_behind_a_shorter_picture_are_put_out(void) {
    configured(4, 4000, 0);
    memset(show.requested.rgb, 255, 12);
    show_ask(&show);
    CHECK(next(SHOW_TALKING, 1));
    show_configure(&show, 2, 46, 0);
    show_ask(&show);
    CHECK(next(SHOW_TALKING, 2));
    CHECK_EQUAL(4, wire.pixels);
    CHECK_EQUAL(127, wire.bytes[0]); /* 46 mA less 4 for all four, for two at 42 */
    CHECK_BYTES(((const uint8_t[6]){0}), wire.bytes + 6, 6);
    CHECK_EQUAL(46, show.drawn_mA);
    show_configure(&show, 4, 4000, 0);
    CHECK_BYTES(((const uint8_t[6]){0}), show.requested.rgb + 6, 6); /* cleared */
}

static void silence_dims_and_a_word_brings_the_light_back(void) {
    configured(1, 4000, 0);
    memcpy(show.requested.rgb, (const uint8_t[]){255, 1, 0}, 3);
    show_ask(&show);
    next(SHOW_TALKING, 1);
    CHECK(next(SHOW_SILENT, 2) && !began);
    CHECK_BYTES(((const uint8_t[]){64, 1, 0}), wire.bytes, 3);
    CHECK_EQUAL(6, show.drawn_mA);
    CHECK(!next(SHOW_SILENT, 3));
    CHECK(next(SHOW_TALKING, 4) && !began);
    CHECK_BYTES(((const uint8_t[]){255, 1, 0}), wire.bytes, 3);
    CHECK_EQUAL(1, show.shown);
    next(SHOW_SILENT, 5);
    ask(9);
    CHECK(next(SHOW_TALKING, 6) && began);
    CHECK_EQUAL(9, wire.bytes[0]);
    CHECK(!next(SHOW_TALKING, 7));
}

static void the_lamp_tells_what_goes_on(void) {
    CHECK(calm_lamp(1024, false, false) && !calm_lamp(1100, false, false));
    CHECK(calm_lamp(0, true, false) && calm_lamp(200, true, false));
    CHECK(calm_lamp(0, true, true) && !calm_lamp(200, true, true));
}

int main(void) {
    RUN(runs_are_written);
    RUN(a_wrong_run_writes_nothing);
    RUN(colours_go_in_the_order_of_the_leds);
    RUN(a_budget_is_kept_to_within_two_hundredths);
    RUN(after_a_reset_all_leds_are_put_out_once);
    RUN(the_first_led_breathes_until_a_host_comes);
    RUN(a_picture_is_sent_once);
    RUN(the_latest_wins);
    RUN(a_picture_is_brought_within_its_budget);
    RUN(leds_behind_a_shorter_picture_are_put_out);
    RUN(silence_dims_and_a_word_brings_the_light_back);
    RUN(the_lamp_tells_what_goes_on);
    return check_summary();
}
