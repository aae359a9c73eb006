#include "contacts.h"

#include "hardware/gpio.h"
#include "hardware/sync.h"
#include "hardware/timer.h"

#include "limits.h"
#include "pins.h"

/* Lock-free queue from the timer interrupt to the main loop: only the former writes `last`, only
   the latter `first`, each after it is done with the entry. */
enum { ROOM = 256 }; /* 51 ms of an input that changes with every sample */
static struct {
    uint16_t levels;
    uint32_t at_us;
} changes[ROOM];
static volatile uint32_t first, last; /* counters; the index is the counter modulo ROOM */

static uint32_t due_us; /* time of the latest sample, modulo 2^32 */
static uint16_t levels;

static void __not_in_flash_func(sample)(void) {
    uint16_t now = (uint16_t)(~gpio_get_all() >> PIN_FIRST_INPUT); /* low means closed */
    if (now == levels || last - first == ROOM) {
        return; /* full: the next sample sees it if it lasts */
    }
    levels = now;
    changes[last % ROOM].levels = now;
    changes[last % ROOM].at_us = time_us_32();
    __dmb();
    last = last + 1;
}

/* Sets the alarm to the next sample, or to the one after if that time has passed because interrupts
   or this code were delayed. */
static void __not_in_flash_func(aim)(uint number) {
    uint64_t now, due;
    do {
        now = time_us_64();
        due_us += SAMPLE_US;
        due = now + (uint64_t)(int64_t)(int32_t)(due_us - (uint32_t)now);
    } while (due <= now || hardware_alarm_set_target(number, from_us_since_boot(due)));
}

static void __not_in_flash_func(on_timer)(uint number) {
    sample();
    aim(number);
}

void contacts_begin(void) {
    for (uint k = 0; k < INPUTS; k++) {
        gpio_init(PIN_FIRST_INPUT + k);
        gpio_pull_up(PIN_FIRST_INPUT + k);
    }
    busy_wait_us_32(100); /* lets the pull-ups charge a long cable */
    uint alarm = (uint)hardware_alarm_claim_unused(true);
    hardware_alarm_set_callback(alarm, on_timer);
    due_us = time_us_32();
    aim(alarm);
}

bool contacts_next(uint16_t *seen, uint32_t *at_us) {
    if (first == last) {
        return false;
    }
    __dmb();
    *seen = changes[first % ROOM].levels;
    *at_us = changes[first % ROOM].at_us;
    __dmb();
    first = first + 1;
    return true;
}
