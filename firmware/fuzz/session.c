/* libFuzzer: arbitrary host, inputs and timing. Every picture on the wire was requested by a valid
   packet, within its budget; the replies fit; the counts are right.

   The input is a row of acts: what to do, how much of it, and the bytes for it. */
#include "board.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct board board;
    board_begin(&board);
    const uint8_t *end = data + size;
    while (end - data >= 2) {
        unsigned act = data[0], much = data[1];
        data += 2;
        size_t left = (size_t)(end - data), some = much < left ? much : left;
        switch (act % 8) {
        case 0: /* arbitrary bytes */
            board_say(&board, data, some);
            data += some;
            break;
        case 1: /* a valid packet with arbitrary payload */
        case 2:
            board_say_packet(&board, (uint8_t)(act / 8 % 8), (uint8_t)(act / 64), data, some);
            data += some;
            break;
        case 3: /* a valid configuration */
            if (left >= 4) {
                const uint8_t payload[] = {(uint8_t)(1 + data[0] % 64), (uint8_t)(data[0] / 128),
                                        data[1], data[2], (uint8_t)(much % 6), data[3]};
                board_say_packet(&board, HOST_CONFIGURE, (uint8_t)act, payload, sizeof payload);
                data += 4;
            }
            break;
        case 4: /* a valid picture: many pixels of one colour */
            if (left >= 5) {
                static uint8_t payload[5 + FRAME_BYTES];
                size_t count = data[1] % 65u;
                payload[0] = data[0] & 3;
                payload[1] = data[0] / 4;
                payload[3] = (uint8_t)count;
                for (size_t i = 0; i < count * 3; i++) {
                    payload[5 + i] = data[2 + i % 3];
                }
                board_say_packet(&board, HOST_PIXELS, (uint8_t)much, payload, 5 + count * 3);
                data += 5;
            }
            break;
        case 5:
            board_wait(&board, much * (act & 8 ? 40u : 1u), !(act & 16));
            break;
        case 6:
            board_read(&board, much);
            break;
        default:
            board_levels(&board, (uint16_t)(much << 8 | act));
            break;
        }
        board_wait(&board, act & 32, act & 64);
    }
    board_wait(&board, 1, true);
    board_read(&board, OUTBOX_ROOM);
    board_check(&board);
    return 0;
}
