/* The LED strip: a picture goes out by PIO and DMA while the processor does something else. */
#ifndef PEGBOARD_LEDS_H
#define PEGBOARD_LEDS_H

#include <stdbool.h>

#include "show.h"

void leds_begin(void);

/* True once the last picture is out and the LEDs have taken it over. To be asked all the time. */
bool leds_free(void);

/* Sends a picture; only when the LEDs are free. The bytes may change as soon as it returns. */
void leds_send(const struct wire *wire);

#endif
