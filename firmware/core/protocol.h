/* Constants of the protocol; see README.md. */
#ifndef PEGBOARD_PROTOCOL_H
#define PEGBOARD_PROTOCOL_H

enum from_host {
    HOST_ACK = 0x00,
    HOST_HELLO = 0x01,
    HOST_CONFIGURE = 0x02,
    HOST_PIXELS = 0x03,
    HOST_PING = 0x04,
    HOST_STATUS = 0x05,
    HOST_RESTART = 0x06,
};

enum from_board {
    BOARD_ACK = 0x80,
    BOARD_WELCOME = 0x81,
    BOARD_REPORT = 0x85,
    BOARD_INPUT = 0x90,
};

enum status {
    DONE = 0,
    NO_SUCH_TYPE = 1,
    NOT_CONFIGURED = 2,
    WRONG_LENGTH = 3, /* or unknown flags */
    OUT_OF_RANGE = 4,
};

enum pixel_flags { SHOW = 1, CLEAR = 2 };

enum capabilities {
    CAN_ENCODERS = 1,
    CAN_LIMIT = 2,
    CAN_RESTART_AS_DRIVE = 4,
    CAN_WATCHDOG = 8,
};

enum reset_reason { RESET_POWER = 0, RESET_RUN_PIN = 1, RESET_WATCHDOG = 2, RESET_REQUESTED = 3 };

enum input_kind { INPUT_BUTTON = 0, INPUT_ENCODER = 1 };

#endif
