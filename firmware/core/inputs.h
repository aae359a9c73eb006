/* Sixteen inputs: debounced buttons, and pairs that form encoders. Changes are fetched one by one;
   a change undone before it was fetched is lost and counted, but the final state of the buttons is
   always reported. Times in milliseconds. */
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
    uint8_t index;   /* number of the input, or of the encoder's pair */
    int8_t value;    /* 1 pressed, 0 released; or detents, positive clockwise */
    uint16_t levels; /* bit k: input k was down */
    uint32_t at;
};

/* Initial state, all zeros: no input down, nothing reported. */
struct inputs {
    struct contact contacts[INPUTS];
    struct encoder encoders[ENCODERS];
    int16_t turned[ENCODERS]; /* unreported detents */
    uint32_t turned_at[ENCODERS];
    uint16_t raw;       /* last sample, */
    uint32_t sampled_at; /* and its time */
    uint16_t reported;      /* buttons reported as down */
    uint16_t in_encoders;
    uint32_t lost;
    bool is_reporting;
};

/* Starts reporting: bit k of `encoders` makes inputs 2k and 2k + 1 an encoder. */
void inputs_begin(struct inputs *inputs, uint8_t encoders);

/* Stops reporting, and clears the reported state. */
void inputs_stop(struct inputs *inputs);

/* Processes the levels of all inputs (bit k: input k is closed): call after every change, and at
   least every few milliseconds. An earlier time than the last call's counts as the latter. */
void inputs_sample(struct inputs *inputs, uint16_t raw, uint32_t now);

/* Fetches one change; returns false if there is none. */
bool inputs_next(struct inputs *inputs, struct input *change);

/* Bit k: input k is down (debounced for buttons). */
uint16_t inputs_levels(const struct inputs *inputs);

/* Bit k: button k chatters and is ignored. */
uint16_t inputs_faults(const struct inputs *inputs);

#endif
