#include "inputs.h"

#include <string.h>

#include "tally.h"

enum { MOST_DETENTS = 127 }; /* per message */

static bool bit(unsigned bits, unsigned k) { return bits >> k & 1; }

static void set_bit(uint16_t *bits, unsigned k, bool on) {
    *bits = (uint16_t)(on ? *bits | 1u << k : *bits & ~(1u << k));
}

void inputs_begin(struct inputs *inputs, uint8_t encoders) {
    inputs->is_reporting = true;
    for (unsigned k = 0; k < INPUTS; k++) {
        bool in_encoder = bit(encoders, k / 2);
        if (in_encoder == bit(inputs->in_encoders, k)) {
            continue; /* unchanged: keep its state */
        }
        set_bit(&inputs->in_encoders, k, in_encoder);
        set_bit(&inputs->reported, k, false);
        bool level = bit(inputs->raw, k);
        inputs->contacts[k] = (struct contact){.level = level, .down = level};
        inputs->encoders[k / 2] = (struct encoder){.contacts = inputs->raw >> (k & ~1u) & 3};
        inputs->turned[k / 2] = 0;
    }
}

void inputs_stop(struct inputs *inputs) {
    inputs->is_reporting = false;
    inputs->reported = 0;
    memset(inputs->turned, 0, sizeof inputs->turned);
}

/* Handles a change of a button's `down`. A change before the previous one was reported cancels it:
   neither is reported. */
static void changed(struct inputs *inputs, unsigned k) {
    if (inputs->is_reporting && inputs->contacts[k].down == bit(inputs->reported, k)) {
        tally(&inputs->lost);
        tally(&inputs->lost);
    }
}

static void turn(struct inputs *inputs, unsigned pair, uint32_t now) {
    int detents = encoder_feed(&inputs->encoders[pair], inputs->raw >> 2 * pair & 3);
    if (detents && inputs->is_reporting) {
        int sum = inputs->turned[pair] + detents;
        if (-INT16_MAX <= sum && sum <= INT16_MAX) {
            inputs->turned[pair] = (int16_t)sum;
        }
        inputs->turned_at[pair] = now;
    }
}

void inputs_sample(struct inputs *inputs, uint16_t raw, uint32_t now) {
    if ((int32_t)(now - inputs->sampled_at) < 0) {
        now = inputs->sampled_at;
    }
    inputs->sampled_at = now;
    unsigned edges = inputs->raw ^ raw;
    inputs->raw = raw;
    for (unsigned k = 0; k < INPUTS; k++) {
        if (bit(inputs->in_encoders, k)) {
            if (k % 2 == 0 && (edges >> k & 3)) {
                turn(inputs, k / 2, now);
            }
            continue;
        }
        if (contact_tick(&inputs->contacts[k], now)) {
            changed(inputs, k);
        }
        if (bit(edges, k) && contact_edge(&inputs->contacts[k], bit(raw, k), now)) {
            changed(inputs, k);
        }
    }
}

uint16_t inputs_levels(const struct inputs *inputs) {
    uint16_t levels = inputs->raw & inputs->in_encoders;
    for (unsigned k = 0; k < INPUTS; k++) {
        if (!bit(inputs->in_encoders, k) && inputs->contacts[k].down) {
            set_bit(&levels, k, true);
        }
    }
    return levels;
}

uint16_t inputs_faults(const struct inputs *inputs) {
    uint16_t faults = 0;
    for (unsigned k = 0; k < INPUTS; k++) {
        set_bit(&faults, k, !bit(inputs->in_encoders, k) && inputs->contacts[k].chatters);
    }
    return faults;
}

static bool next_turn(struct inputs *inputs, struct input *change) {
    for (unsigned pair = 0; pair < ENCODERS; pair++) {
        int turned = inputs->turned[pair];
        if (turned) {
            int reported = turned > MOST_DETENTS    ? MOST_DETENTS
                       : turned < -MOST_DETENTS ? -MOST_DETENTS
                                                : turned;
            inputs->turned[pair] = (int16_t)(turned - reported);
            *change = (struct input){INPUT_ENCODER, (uint8_t)pair, (int8_t)reported,
                                     inputs_levels(inputs), inputs->turned_at[pair]};
            return true;
        }
    }
    return false;
}

bool inputs_next(struct inputs *inputs, struct input *change) {
    if (!inputs->is_reporting) {
        return false;
    }
    uint16_t levels = inputs_levels(inputs);
    unsigned unreported = (levels ^ inputs->reported) & ~(unsigned)inputs->in_encoders;
    if (!unreported) {
        return next_turn(inputs, change);
    }
    unsigned k = 0;
    while (!bit(unreported, k)) {
        k++;
    }
    bool down = bit(levels, k);
    set_bit(&inputs->reported, k, down);
    *change = (struct input){INPUT_BUTTON, (uint8_t)k, down, levels, inputs->contacts[k].since};
    return true;
}
