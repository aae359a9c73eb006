/* The USB port: a serial port (CDC ACM) by TinyUSB. */
#ifndef PEGBOARD_USB_H
#define PEGBOARD_USB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* `id` is the serial number that the host sees, in hexadecimal. */
void usb_begin(const uint8_t id[8]);

/* Call continuously. */
void usb_run(void);

/* Returns whether there are bytes from the host. */
bool usb_waiting(void);

/* Fetches one byte from the host; returns false if there is none. */
bool usb_read(uint8_t *byte);

/* Sends as much as fits; returns the number of bytes. Non-blocking. */
size_t usb_write(const uint8_t *bytes, size_t length);

#endif
