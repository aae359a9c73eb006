/* The sixteen inputs, sampled by a timer fast enough to catch every quarter step of an encoder,
   however busy the main loop is. */
#ifndef PEGBOARD_CONTACTS_H
#define PEGBOARD_CONTACTS_H

#include <stdbool.h>
#include <stdint.h>

enum { SAMPLE_US = 200 }; /* 5 kHz */

void contacts_begin(void);

/* Fetches one change, in order, with its time (time_us_32); returns false if there is none. */
bool contacts_next(uint16_t *levels, uint32_t *at_us);

#endif
