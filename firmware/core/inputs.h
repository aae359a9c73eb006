/* Sixteen inputs: buttons, free of bounce, and pairs of them that are encoders. What changed is
   fetched one by one; a change that nobody fetched before it was undone is lost and counted, but
   which buttons are down is always told in the end. Times in milliseconds. */
#ifndef PEGBOARD_INPUTS_H
#define PEGBOARD_INPUTS_H

#include <stdbool.h>
#include <stdint.h>

#include "contact.h"
#include "encoder.h"
#include "limits.h"
#include "protocol.h"

struct input {
    enum input_kind kind;
    uint8_t index;   /* the input, or the pair of an encoder */
    int8_t value;    /* 1 pressed, 0 released; detents, clockwise above 0 */
    uint16_t levels; /* bit k: input k was down */
    uint32_t at;
};

/* All zeros: no input down, nothing told. */
struct inputs {
    struct contact contacts[INPUTS];
    struct encoder encoders[ENCODERS];
    int16_t turned[ENCODERS]; /* detents not told */
    uint32_t turned_at[ENCODERS];
    uint16_t raw;       /* as last sampled, */
    uint32_t sampled_at; /* here */
    uint16_t told;      /* the buttons that are down as far as the host knows */
    uint16_t in_encoders;
    uint32_t lost;
    bool tells;
};

/* Begins to tell: bit k of `encoders` makes inputs 2k and 2k + 1 an encoder. */
void inputs_begin(struct inputs *inputs, uint8_t encoders);

/* Tells nothing more, and forgets what it told. */
void inputs_stop(struct inputs *inputs);

/* Takes the levels of all inputs (bit k: input k is closed) at a time: after every change, and at
   least every few milliseconds. A time before that of the last call counts as that one. */
void inputs_sample(struct inputs *inputs, uint16_t raw, uint32_t now);

/* Fetches one change; false where there is none. */
bool inputs_next(struct inputs *inputs, struct input *change);

/* Bit k: input k is down, free of bounce where it is a button. */
uint16_t inputs_levels(const struct inputs *inputs);

/* Bit k: button k chatters and is ignored. */
uint16_t inputs_faults(const struct inputs *inputs);

#endif
