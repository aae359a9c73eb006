#include "identity.h"

#include <string.h>

#include "hardware/structs/rosc.h"
#if PICO_RP2040
#include "hardware/structs/vreg_and_chip_reset.h"
#else
#include "hardware/structs/powman.h"
#endif
#include "hardware/watchdog.h"
#include "pico/bootrom.h"
#include "pico/unique_id.h"

/* Uninitialised on purpose: it survives a reset, so that one step makes the next number differ.
   After power-on it is arbitrary. */
static uint32_t __uninitialized_ram(boot);

/* Returns 32 bits of ring oscillator jitter: not secret, but rarely repeated. */
static uint32_t noise(void) {
    uint32_t bits = 0;
    for (int i = 0; i < 32; i++) {
        bits = bits << 1 | (rosc_hw->randombit & 1);
    }
    return bits;
}

static enum reset_reason reason(void) {
    if (watchdog_hw->reason) {
        /* Every software reset uses the watchdog; this tells real timeouts apart. */
        return watchdog_enable_caused_reboot() ? RESET_WATCHDOG : RESET_REQUESTED;
    }
#if PICO_RP2040
    bool power = vreg_and_chip_reset_hw->chip_reset & VREG_AND_CHIP_RESET_CHIP_RESET_HAD_POR_BITS;
#else
    bool power = powman_hw->chip_reset &
                 (POWMAN_CHIP_RESET_HAD_POR_BITS | POWMAN_CHIP_RESET_HAD_BOR_BITS);
#endif
    return power ? RESET_POWER : RESET_RUN_PIN;
}

void identity_read(struct facts *facts) {
    facts->version[0] = PEGBOARD_VERSION_MAJOR;
    facts->version[1] = PEGBOARD_VERSION_MINOR;
    facts->version[2] = PEGBOARD_VERSION_PATCH;
    facts->limit_mA = PEGBOARD_LIMIT_MA;
    facts->reset = reason();
    boot = boot * 1664525 + 1013904223 + (noise() & ~1u); /* alternates odd and even */
    facts->boot = boot;
    pico_unique_board_id_t id;
    pico_get_unique_board_id(&id);
    memcpy(facts->id, id.id, sizeof facts->id);
}

void identity_restart(enum restart how) {
    watchdog_disable(); /* it would reset the drive after a second */
    if (how == RESTART_AS_DRIVE) {
        reset_usb_boot(0, 0);
    }
    watchdog_reboot(0, 0, 1);
    for (;;) {
    }
}
