/* The LED strip: pictures are sent by PIO and DMA in the background. */
#ifndef PEGBOARD_LEDS_H
#define PEGBOARD_LEDS_H

#include <stdbool.h>

#include "show.h"

void leds_begin(void);

/* Returns true once the last picture is sent and latched. Poll continuously. */
bool leds_free(void);

/* Sends a picture; only if the LEDs are free. Copies the bytes. */
void leds_send(const struct wire *wire);

#endif
