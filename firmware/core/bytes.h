/* Reads and writes little-endian numbers. */
#ifndef PEGBOARD_BYTES_H
#define PEGBOARD_BYTES_H

#include <stdint.h>

static inline uint16_t read_u16(const uint8_t *at) { return (uint16_t)(at[0] | at[1] << 8); }

/* Each writes at `at` and returns the address after it. */
static inline uint8_t *write_u8(uint8_t *at, unsigned value) {
    *at = (uint8_t)value;
    return at + 1;
}

static inline uint8_t *write_u16(uint8_t *at, unsigned value) {
    return write_u8(write_u8(at, value & 0xFF), value >> 8 & 0xFF);
}

static inline uint8_t *write_u32(uint8_t *at, uint32_t value) {
    return write_u16(write_u16(at, value & 0xFFFF), value >> 16);
}

#endif
