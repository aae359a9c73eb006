"""Which button is on which pin of the Raspberry Pi's header.

Pins are named as Broadcom does (BCM): GPIO 17 is pin 11 of the header. The usual wiring leaves
alone what other parts need: I2C (2, 3), SPI0 (7-11), and PWM (12, 18) for LEDs. With four seats it
uses every other pin there is but the serial port's (14, 15).
"""

from collections.abc import Mapping

from pegboard.controls import Button, buttons
from pegboard.errors import ConfigError, NotationError

USUAL = {
    "0+1": 5,
    "0+5": 6,
    "0-1": 13,
    "1+1": 23,
    "1+5": 24,
    "1-1": 25,
    "2+1": 16,
    "2+5": 19,
    "2-1": 20,
    "3+1": 4,
    "3+5": 21,
    "3-1": 26,
    "ok": 17,
    "undo": 27,
    "count": 22,
}
"""BCM pin by button."""

ON_HEADER = range(2, 28)
"""The pins that can carry a button; 0 and 1 belong to the ID EEPROM of an add-on board."""


def wiring(seats: int, pins: Mapping[str, int]) -> dict[Button, int]:
    """The pin of every button of a board with that many seats.

    Args:
        seats: seats that have buttons, 1 to 4.
        pins: BCM pins by button name, where they differ from the usual. Buttons of seats that
            this board does not have are left out.

    Raises:
        ConfigError: no such button, no such pin, or one pin for two buttons.
    """
    chosen = {button: USUAL[str(button)] for button in buttons(seats)}
    for name, pin in pins.items():
        try:
            button = Button.parse(name)
        except NotationError as error:
            raise ConfigError(f"buttons.pins: {error}") from error
        if pin not in ON_HEADER:
            raise ConfigError(
                f"buttons.pins: {name} = {pin}: there is no such pin; a button goes on GPIO "
                f"{ON_HEADER[0]} to {ON_HEADER[-1]} (BCM numbers)"
            )
        if button in chosen:
            chosen[button] = pin
    owners: dict[int, Button] = {}
    for button, pin in chosen.items():
        if pin in owners:
            raise ConfigError(
                f"buttons.pins: GPIO {pin} is given to {owners[pin]} and to {button}: "
                "every button needs a pin of its own"
            )
        owners[pin] = button
    return chosen
