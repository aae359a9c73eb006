/* Traces one contact for comparison with pegboard/controls/debounce.py: reads lines
   `MILLISECONDS LEVEL`, one edge each, and prints `MILLISECONDS` of every press. A line `0 0`
   begins with a new contact. */
#include <stdio.h>
#include <string.h>

#include "contact.h"

static struct contact contact;
static uint32_t now;

static void say(void) {
    if (contact.down) {
        printf("%u\n", contact.since);
    }
}

static void wait_until(uint32_t until) {
    while (now != until) {
        if (contact_tick(&contact, ++now)) {
            say();
        }
    }
}

int main(void) {
    unsigned at, level;
    while (scanf("%u %u", &at, &level) == 2) {
        if (at == 0) {
            wait_until(now + 1000);
            puts("-");
            memset(&contact, 0, sizeof contact);
            now = 0;
            continue;
        }
        wait_until(at);
        if (contact_edge(&contact, level != 0, at)) {
            say();
        }
    }
    return 0;
}
