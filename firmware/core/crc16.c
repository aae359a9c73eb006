#include "crc16.h"

uint16_t crc16(const uint8_t *data, size_t length) {
    /* A nibble table takes 32 bytes instead of 512, for two steps per byte. */
    static const uint16_t nibble[16] = {
        0x0000, 0x1021, 0x2042, 0x3063, 0x4084, 0x50A5, 0x60C6, 0x70E7,
        0x8108, 0x9129, 0xA14A, 0xB16B, 0xC18C, 0xD1AD, 0xE1CE, 0xF1EF,
    };
    uint32_t crc = 0xFFFF;
    for (size_t i = 0; i < length; i++) {
        crc = (crc << 4 & 0xFFFF) ^ nibble[crc >> 12 ^ data[i] >> 4];
        crc = (crc << 4 & 0xFFFF) ^ nibble[crc >> 12 ^ (data[i] & 0xF)];
    }
    return (uint16_t)crc;
}
