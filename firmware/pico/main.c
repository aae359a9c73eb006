/* The main loop: supplies the core with bytes, levels and time, and sends its output. */
#include "hardware/gpio.h"
#include "hardware/sync.h"
#include "hardware/watchdog.h"
#include "pico/time.h"

#include "contacts.h"
#include "identity.h"
#include "leds.h"
#include "pins.h"
#include "session.h"
#include "usb.h"

enum {
    WATCHDOG_MS = 1000,
    BYTES_A_ROUND = 256, /* so that a flooding host does not delay buttons and LEDs */
    GOING_MS = 100,      /* for the last reply to reach the host */
};

static struct session session;

static uint32_t now_ms(void) { return to_ms_since_boot(get_absolute_time()); }

static void listen(void) {
    uint32_t now = now_ms();
    uint8_t byte;
    for (int i = 0; i < BYTES_A_ROUND && session_ready(&session) && usb_read(&byte); i++) {
        session_feed(&session, byte, now);
    }
}

static void feel(void) {
    uint16_t levels;
    uint32_t at_us;
    while (contacts_next(&levels, &at_us)) {
        session_inputs(&session, levels, now_ms() - (time_us_32() - at_us) / 1000);
    }
}

static void speak(void) {
    size_t length;
    const uint8_t *bytes = outbox_first(&session.outbox, &length);
    if (length) {
        outbox_sent(&session.outbox, usb_write(bytes, length));
    }
}

static void shine(void) {
    struct wire wire;
    if (leds_free() && session_wire(&session, now_ms(), &wire)) {
        leds_send(&wire);
    }
    gpio_put(PIN_LAMP, session_lamp(&session, now_ms()));
}

/* Restarts as requested once the reply has been sent. */
static void leave(void) {
    static bool is_going;
    static uint32_t going_at;
    if (session_restart(&session) == RESTART_NOT) {
        return;
    }
    if (!is_going) {
        is_going = true;
        going_at = now_ms();
    } else if (now_ms() - going_at >= GOING_MS) {
        identity_restart(session_restart(&session));
    }
}

int main(void) {
    struct facts facts;
    identity_read(&facts);
    leds_begin();
    contacts_begin();
    gpio_init(PIN_LAMP);
    gpio_set_dir(PIN_LAMP, GPIO_OUT);
    session_begin(&session, &facts);
    usb_begin(facts.id);
    watchdog_enable(WATCHDOG_MS, true);
    for (;;) {
        watchdog_update();
        usb_run();
        listen();
        feel();
        session_tick(&session, now_ms());
        shine();
        speak();
        leave();
        if (!usb_waiting()) {
            __wfi(); /* the contacts' timer wakes it often enough */
        }
    }
}
