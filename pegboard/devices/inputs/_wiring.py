"""Maps buttons to pins and inputs.

Pins have Broadcom (BCM) numbers: GPIO 17 is pin 11 of the header. The default wiring leaves
free what other parts need: I2C (2, 3), SPI0 (7-11), and PWM (12, 18) for LEDs. With four seats it
uses every other pin except the serial port (14, 15).

A seat may have a dial, a rotary encoder: `0a` and `0b` are its contacts, `0push` its push button.
It is wired only as configured, without default; a board for two has GPIO 16, 20, 21 and 19, 26, 4
free for two of them.
"""

import re
from collections.abc import Mapping

from pegboard.controls import Button, ButtonKind, buttons
from pegboard.errors import Code, ConfigError, NotationError

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
"""Default BCM pin by button."""

DIALS = {"0a": 10, "0b": 11, "0push": 14, "1a": 12, "1b": 13, "1push": 15}
"""Input of the USB board by contact of two dials, as wired in the guide on a board for two."""

Contacts = dict[int, tuple[int, int]]
"""BCM pins of a dial's A and B, by seat."""

_CONTACT = re.compile("([0-3])([ab])")


class Wiring(Code):
    """Codes of `ConfigError` for impossible wiring."""

    NO_SUCH_PIN = (
        "no-such-pin",
        "{key}: {name} = {pin}: must be GPIO {first} to {last} (BCM numbers)",
    )
    NO_SUCH_INPUT = (
        "no-such-input",
        "{key}: {name} = {number}: must be an input from 0 to {most}",
    )
    NO_SUCH_KEY = (
        "no-such-key",
        "{key}: {name} = {code}: must be a key code from 1 to {most}",
    )
    NO_SUCH_BUTTON = "key-for-no-button", "{key}: {why}"
    KEY_TWICE = (
        "key-twice",
        "{key}: the key {code} is used by both {first} and {second}: every button needs its own "
        "key",
    )
    NO_SUCH_NAME = "no-such-name", "{key}: {why}; 0a and 0b are the contacts of a dial"
    PIN_TWICE = (
        "pin-twice",
        "{key}: GPIO {pin} is used by both {first} and {second}: every button needs its own pin",
    )
    INPUT_TWICE = (
        "input-twice",
        "{key}: input {number} is used by both {first} and {second}: every button needs its own "
        "input",
    )
    HALF_A_DIAL = "half-a-dial", "{key}: {missing} is missing: a dial has two contacts"
    NO_PAIR = (
        "no-pair",
        "{key}: {dial}a = {a} and {dial}b = {b} are not a pair: a dial needs an even input and "
        "the odd one after it, such as {even} and {odd}",
    )


ON_HEADER = range(2, 28)
"""The pins that can carry a button; 0 and 1 belong to the ID EEPROM of an add-on board."""


def wiring(seats: int, pins: Mapping[str, int]) -> dict[Button, int]:
    """Returns the pin of every button of a board.

    Args:
        seats: number of seats that have buttons, 1 to 4.
        pins: BCM pins by button name, where they differ from the default. Buttons of seats that
            this board does not have are left out.

    Raises:
        ConfigError: no such button, no such pin, or one pin for two buttons.
    """
    chosen = {button: USUAL[str(button)] for button in buttons(seats)}
    contacts: dict[str, int] = {}
    for name, pin in pins.items():
        if pin not in ON_HEADER:
            raise ConfigError(
                Wiring.NO_SUCH_PIN,
                key="buttons.pins",
                name=name,
                pin=pin,
                first=ON_HEADER[0],
                last=ON_HEADER[-1],
            )
        if match := _CONTACT.fullmatch(name.strip().lower()):
            if int(match[1]) < seats:
                contacts[match[0]] = pin
            continue
        try:
            button = Button.parse(name)
        except NotationError as error:
            raise ConfigError(Wiring.NO_SUCH_NAME, key="buttons.pins", why=error) from error
        if button in chosen or (button.kind is ButtonKind.PUSH and (button.seat or 0) < seats):
            chosen[button] = pin
    owners: dict[int, str] = {}
    for name, pin in (*((str(button), pin) for button, pin in chosen.items()), *contacts.items()):
        if pin in owners:
            raise ConfigError(
                Wiring.PIN_TWICE, key="buttons.pins", pin=pin, first=owners[pin], second=name
            )
        owners[pin] = name
    return chosen


def dial_wiring(seats: int, pins: Mapping[str, int]) -> Contacts:
    """Returns the contacts of every configured dial.

    Raises:
        ConfigError: a dial has only one contact.
    """
    dials: dict[str, int] = {}
    for name, pin in pins.items():
        if (match := _CONTACT.fullmatch(name.strip().lower())) and int(match[1]) < seats:
            dials[match[0]] = pin
    contacts: Contacts = {}
    for seat in range(seats):
        a, b = dials.get(f"{seat}a"), dials.get(f"{seat}b")
        if (a is None) != (b is None):
            missing = f"{seat}a" if a is None else f"{seat}b"
            raise ConfigError(Wiring.HALF_A_DIAL, key="buttons.pins", missing=missing)
        if a is not None and b is not None:
            contacts[seat] = a, b
    return contacts
