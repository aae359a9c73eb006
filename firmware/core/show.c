#include "show.h"

#include <string.h>

#include "calm.h"
#include "limiter.h"
#include "tally.h"

void show_configure(struct show *show, uint16_t count, uint16_t budget_mA, uint8_t order) {
    struct picture *requested = &show->requested;
    requested->count = count;
    requested->budget_mA = budget_mA;
    requested->order = order;
    memset(requested->rgb + count * 3u, 0, sizeof requested->rgb - count * 3u);
}

bool show_ask(struct show *show) {
    bool replaced = show->is_waiting;
    show->waiting = show->requested;
    show->is_waiting = true;
    show->is_ready = false;
    return replaced;
}

/* Returns the number of LEDs affected by the waiting picture. LEDs left on by an earlier, longer
   one are turned off, and count in the budget. */
static uint16_t reach_of_waiting(const struct show *show) {
    return show->reach > show->waiting.count ? show->reach : show->waiting.count;
}

void show_prepare(struct show *show) {
    if (show->is_waiting && !show->is_ready) {
        show->was_too_much = limiter_dim(show->waiting.rgb, reach_of_waiting(show),
                                         show->waiting.budget_mA);
        show->is_ready = true;
    }
}

/* Makes the waiting picture the lit one. */
static void light(struct show *show) {
    show_prepare(show);
    show->reach = reach_of_waiting(show);
    show->lit = show->waiting;
    show->is_waiting = false;
    show->has_lit = true;
    tally(&show->shown);
    if (show->was_too_much) {
        tally(&show->limited);
    }
}

static void send(struct show *show, const uint8_t *rgb, uint16_t pixels, struct wire *wire) {
    pixels_order(rgb, pixels, show->lit.order, show->bytes);
    show->drawn_mA = limiter_draws(rgb, pixels);
    *wire = (struct wire){show->bytes, pixels};
}

/* Updates only the first LED; after a reset all LEDs once, as their state is unknown. */
static bool breathe(struct show *show, uint8_t level, struct wire *wire) {
    if (show->is_wiped && show->breath == level) {
        return false;
    }
    memset(show->bytes, 0, sizeof show->bytes);
    memset(show->bytes, level, 3);
    *wire = (struct wire){show->bytes, show->is_wiped ? 1 : MAX_PIXELS};
    show->drawn_mA = limiter_draws(show->bytes, 1);
    show->breath = level;
    show->is_wiped = true;
    return true;
}

bool show_next(struct show *show, enum show_mood mood, uint32_t now_ms, struct wire *wire,
               bool *began) {
    *began = false;
    if (!show->is_wiped || mood == SHOW_WAITING_FOR_A_HOST) {
        return breathe(show, mood == SHOW_WAITING_FOR_A_HOST ? calm_breath(now_ms) : 0, wire);
    }
    if (show->is_waiting) {
        light(show);
        show->is_dimmed = false;
        send(show, show->lit.rgb, show->reach, wire);
        *began = true;
        return true;
    }
    bool silent = mood == SHOW_SILENT;
    if (!show->has_lit) {
        return breathe(show, 0, wire);
    }
    if (show->is_dimmed == silent) {
        return false;
    }
    show->is_dimmed = silent;
    if (silent) {
        static uint8_t quarter[FRAME_BYTES];
        calm_dim(show->lit.rgb, sizeof quarter, quarter);
        send(show, quarter, show->reach, wire);
    } else {
        send(show, show->lit.rgb, show->reach, wire);
    }
    return true;
}
