#include "leds.h"

#include "hardware/clocks.h"
#include "hardware/dma.h"
#include "hardware/gpio.h"
#include "hardware/pio.h"
#include "hardware/sync.h"
#include "hardware/timer.h"

#include "pins.h"
#include "ws2812.pio.h"

enum {
    STEP_NS = 16,
    DIVIDER = STEP_NS * (SYS_CLK_HZ / 1000000) / 1000,
    /* LEDs latch after the line is low for 280 us (WS2812B; SK6812: 80 us). */
    RESET_US = 300,
    /* Time to send what remains when the queue is empty: one pixel and a margin. */
    LAST_PIXEL_US = 34,
};
_Static_assert(DIVIDER * 1000 == STEP_NS * (SYS_CLK_HZ / 1000000),
               "the pulses are reckoned for a clock that is a multiple of 62.5 MHz");
_Static_assert(PLL_SYS_VCO_FREQ_HZ / PLL_SYS_POSTDIV1 / PLL_SYS_POSTDIV2 == SYS_CLK_HZ,
               "the clock that is reckoned with is the one that the PLL makes");

static const PIO pio = pio0;
static const uint machine = 0;
static uint dma;
static uint32_t words[MAX_PIXELS]; /* 24 bits each, most significant bit first */

static enum { FREE, SENDING, TAKING_OVER } state = FREE;
static uint32_t out_at_us; /* when the queue was found empty */

void leds_begin(void) {
    /* Low before and after the state machine takes the pin, so that LEDs see no edge. */
    gpio_init(PIN_LEDS);
    gpio_put(PIN_LEDS, false);
    gpio_set_dir(PIN_LEDS, GPIO_OUT);

    uint program = pio_add_program(pio, &ws2812_program);
    pio_sm_claim(pio, machine);
    pio_sm_config config = ws2812_program_get_default_config(program);
    sm_config_set_sideset_pins(&config, PIN_LEDS);
    sm_config_set_out_shift(&config, false, true, 24);
    sm_config_set_fifo_join(&config, PIO_FIFO_JOIN_TX);
    sm_config_set_clkdiv_int_frac8(&config, DIVIDER, 0);
    pio_sm_init(pio, machine, program, &config);
    pio_sm_set_pins_with_mask(pio, machine, 0, 1u << PIN_LEDS);
    pio_sm_set_consecutive_pindirs(pio, machine, PIN_LEDS, 1, true);
    pio_gpio_init(pio, PIN_LEDS);
    pio_sm_set_enabled(pio, machine, true);

    dma = (uint)dma_claim_unused_channel(true);
    dma_channel_config transfer = dma_channel_get_default_config(dma);
    channel_config_set_dreq(&transfer, pio_get_dreq(pio, machine, true));
    dma_channel_configure(dma, &transfer, &pio->txf[machine], words, 0, false);

    /* A reset may have truncated a picture: pause so that the LEDs reset. */
    state = TAKING_OVER;
    out_at_us = time_us_32();
}

bool leds_free(void) {
    if (state == SENDING && !dma_channel_is_busy(dma) && pio_sm_is_tx_fifo_empty(pio, machine)) {
        state = TAKING_OVER;
        out_at_us = time_us_32();
    }
    if (state == TAKING_OVER && time_us_32() - out_at_us >= LAST_PIXEL_US + RESET_US) {
        state = FREE;
    }
    return state == FREE;
}

void leds_send(const struct wire *wire) {
    const uint8_t *byte = wire->bytes;
    for (uint i = 0; i < wire->pixels; i++, byte += 3) {
        words[i] = (uint32_t)byte[0] << 24 | (uint32_t)byte[1] << 16 | (uint32_t)byte[2] << 8;
    }
    state = SENDING;
    __dmb(); /* flush writes before the transfer starts */
    dma_channel_transfer_from_buffer_now(dma, words, wire->pixels);
}
