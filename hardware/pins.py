"""Pin assignments, used by the drawings, the carrier board and the perfboard plan.

Verified against other sources: the Pico against KiCad's symbol; the Pi's header against gpiozero
(by a test); the 74AHCT125 against TI's data sheet SCLS508, NXP's of the 74HCT125 (rev. 5, table 2)
and KiCad's symbol; the WS2812B's 0.7 VDD against Worldsemi's data sheet.
"""

LED_PIN = 2
"""GP number of the Pico that carries the LED data: `firmware/pico/pins.h`."""

INPUT_PINS = tuple(range(6, 22))
"""GP number of each of the Pico's 16 inputs: to ground when pressed, pulled up inside."""

SPI_DATA_BCM = 10
"""BCM number of the Pi pin with the data of `spi:` (SPI0 MOSI)."""

PWM_DATA_BCM = 18
"""BCM number of the Pi pin with the data of `ws281x:` (PWM0)."""

PICO: dict[int, str] = {
    **{1: "GP0", 2: "GP1", 4: "GP2", 5: "GP3", 6: "GP4", 7: "GP5"},
    **{9: "GP6", 10: "GP7", 11: "GP8", 12: "GP9", 14: "GP10", 15: "GP11"},
    **{16: "GP12", 17: "GP13", 19: "GP14", 20: "GP15"},
    **{21: "GP16", 22: "GP17", 24: "GP18", 25: "GP19", 26: "GP20", 27: "GP21", 29: "GP22"},
    **{31: "GP26", 32: "GP27", 34: "GP28"},
    **{30: "RUN", 33: "AGND", 35: "ADC_VREF", 36: "3V3", 37: "3V3_EN", 39: "VSYS", 40: "VBUS"},
    **dict.fromkeys((3, 8, 13, 18, 23, 28, 38), "GND"),
}
"""Name of every pin of a Pico: 1 to 20 down the left, 21 to 40 up the right (USB up)."""

PI_HEADER: dict[int, str] = {
    **dict.fromkeys((1, 17), "3V3"),
    **dict.fromkeys((2, 4), "5V"),
    **dict.fromkeys((6, 9, 14, 20, 25, 30, 34, 39), "GND"),
    **{3: "GPIO2", 5: "GPIO3", 7: "GPIO4", 8: "GPIO14", 10: "GPIO15", 11: "GPIO17", 12: "GPIO18"},
    **{13: "GPIO27", 15: "GPIO22", 16: "GPIO23", 18: "GPIO24", 19: "GPIO10", 21: "GPIO9"},
    **{22: "GPIO25", 23: "GPIO11", 24: "GPIO8", 26: "GPIO7", 27: "GPIO0", 28: "GPIO1"},
    **{29: "GPIO5", 31: "GPIO6", 32: "GPIO12", 33: "GPIO13", 35: "GPIO19", 36: "GPIO16"},
    **{37: "GPIO26", 38: "GPIO20", 40: "GPIO21"},
}
"""Name of every pin of a Raspberry Pi's header, GPIO by BCM number; odd pins are the inner row."""

AHCT125: dict[int, str] = {
    **{1: "1OE", 2: "1A", 3: "1Y", 4: "2OE", 5: "2A", 6: "2Y", 7: "GND"},
    **{8: "3Y", 9: "3A", 10: "3OE", 11: "4Y", 12: "4A", 13: "4OE", 14: "VCC"},
}
"""Name of every pin of a 74AHCT125: four buffers, each passing A to Y while its OE is low."""


def pico_pin(gp: int) -> int:
    """Returns the pin of the Pico that carries GP `gp`.

    Raises:
        KeyError: the Pico has no such GP on a pin.
    """
    return {name: pin for pin, name in PICO.items()}[f"GP{gp}"]


def pi_pin(bcm: int) -> int:
    """Returns the pin of the Pi's header that carries GPIO `bcm`.

    Raises:
        KeyError: the header has no such GPIO.
    """
    return {name: pin for pin, name in PI_HEADER.items()}[f"GPIO{bcm}"]
