"""Error codes for unusable pins, shared by both GPIO libraries."""

from pegboard.errors import Code


class Pins(Code):
    """Codes of `DeviceMissing` and `DeviceLost` for pins."""

    NO_SUCH_PINS = "no-such-pins", "no pins at {address}: must be gpio: or gpio:mock"
    NO_LGPIO = (
        "no-lgpio",
        "gpio: {why}",
        "install it with `sudo apt install python3-lgpio` and make the virtual environment "
        "with --system-site-packages, or `pip install gpiod`",
    )
    NO_CHIP = (
        "no-gpiochip",
        "gpio: {why}",
        "this machine has no /dev/gpiochip0; use gpio:mock to simulate the buttons",
    )
    GROUP = (
        "gpio-group",
        "gpio: {why}",
        "add your user to the group gpio (`sudo usermod -aG gpio $USER`) and log in again",
    )
    TAKEN = "pin-taken", "{name}: GPIO {pin}: {why}: is another program using it?"
    GONE = "pins-gone", "gpio: {why}"
    NO_BUTTON = "no-button", "this board has no button {button}"
    NO_DIAL = "no-dial", "this board has no dial for {seat}"
