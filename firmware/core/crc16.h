/* CRC-16/CCITT-FALSE (also IBM-3740): polynomial 0x1021, initial value 0xFFFF, not reflected. */
#ifndef PEGBOARD_CRC16_H
#define PEGBOARD_CRC16_H

#include <stddef.h>
#include <stdint.h>

uint16_t crc16(const uint8_t *data, size_t length);

#endif
