#include "contacts.h"

#include "hardware/gpio.h"
#include "hardware/sync.h"
#include "hardware/timer.h"

#include "limits.h"
#include "pins.h"

/* Changes on their way from the timer's interrupt to the main loop: only the first writes `last`
   and only the second `first`, and each only after it is done with the place. */
enum { ROOM = 256 }; /* 51 ms of an input that changes with every sample */
static struct {
    uint16_t levels;
    uint32_t at_us;
} changes[ROOM];
static volatile uint32_t first, last; /* counts; the place is the count modulo ROOM */

static uint alarm;
static uint32_t due_us;
static uint16_t levels;

static void __not_in_flash_func(sample)(void) {
    uint16_t now = (uint16_t)(~gpio_get_all() >> PIN_FIRST_INPUT); /* low is closed */
    if (now == levels || last - first == ROOM) {
        return; /* no room: seen by the next sample, if it lasts */
    }
    levels = now;
    changes[last % ROOM].levels = now;
    changes[last % ROOM].at_us = time_us_32();
    __dmb();
    last = last + 1;
}

/* Where the time of the next sample has passed while something else held interrupts up, the
   one after it is aimed at. */
static void __not_in_flash_func(on_timer)(uint number) {
    sample();
    uint64_t now = time_us_64();
    do {
        due_us += SAMPLE_US;
    } while ((int32_t)(due_us - (uint32_t)now) <= 2);
    hardware_alarm_set_target(number, from_us_since_boot(now + (due_us - (uint32_t)now)));
}

void contacts_begin(void) {
    for (uint k = 0; k < INPUTS; k++) {
        gpio_init(PIN_FIRST_INPUT + k);
        gpio_pull_up(PIN_FIRST_INPUT + k);
    }
    busy_wait_us_32(100); /* for the pull-ups to charge a long cable */
    alarm = (uint)hardware_alarm_claim_unused(true);
    hardware_alarm_set_callback(alarm, on_timer);
    due_us = time_us_32() + SAMPLE_US;
    hardware_alarm_set_target(alarm, from_us_since_boot(time_us_64() + SAMPLE_US));
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
