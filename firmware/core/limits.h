/* Capacity limits of the board. */
#ifndef PEGBOARD_LIMITS_H
#define PEGBOARD_LIMITS_H

enum {
    PROTOCOL = 1,
    MAX_PIXELS = 512,             /* four tracks of 121 holes, plus starts and counts */
    FRAME_BYTES = MAX_PIXELS * 3, /* a picture: red, green and blue of every pixel */
    MAX_PAYLOAD = 1600,           /* bytes: a whole picture in one run, with reserve */
    PACKET_EXTRA = 4,             /* bytes: type and seq before a payload, CRC after it */
    MAX_PACKET = MAX_PAYLOAD + PACKET_EXTRA,
    INPUTS = 16,
    ENCODERS = INPUTS / 2,
};

#endif
