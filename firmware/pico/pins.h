/* Pin assignment. */
#ifndef PEGBOARD_PINS_H
#define PEGBOARD_PINS_H

enum {
    PIN_LEDS = 2,        /* data of the LED strip, through a level shifter */
    PIN_FIRST_INPUT = 6, /* inputs 0 to 15: GP6 to GP21, each a contact to ground */
    PIN_LAMP = 25,       /* the green LED of the Pico */
};

#endif
