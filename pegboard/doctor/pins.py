"""Buttons on a Pi's pins, the board on USB, and the groups that may open them."""

from pegboard.doctor.finding import Finding, absent, fault, ok, warning
from pegboard.doctor.leds import split
from pegboard.doctor.machine import Machine
from pegboard.doctor.versions import numbers
from pegboard.errors import DeviceError, DeviceMissing
from pegboard.wire import PROTOCOL

GPIOZERO = "2.0.1.post3"
"""Before this release gpiozero could not open the pins of a Pi 5 with newer kernels."""


def _source(machine: Machine) -> str:
    return machine.config.buttons.source


def _on_pins(machine: Machine) -> bool:
    source = _source(machine)
    return source.startswith("gpio:") and not source.startswith("gpio:mock")


def gpio(machine: Machine) -> Finding:
    """Whether the pins are there and may be opened."""
    name = "GPIO"
    chips = machine.glob("dev/gpiochip*")
    if not chips and machine.model is None:
        return absent(name, "This machine has no pins.")
    if not chips:
        return fault(
            name, "There is no /dev/gpiochip*", "Update the system: `sudo apt full-upgrade`"
        )
    if not _on_pins(machine) and machine.model is None:
        return absent(name, "The buttons are not on pins.")
    if not any(machine.may(chip) for chip in chips):
        return fault(
            name,
            f"/dev/{chips[0].name} may not be opened",
            f"`sudo usermod -aG gpio {machine.user}`, then log in again or restart the service",
        )
    return ok(name, f"/dev/{chips[0].name} may be opened.")


def gpio_library(machine: Machine) -> Finding:
    """Whether the library that drives the pins is there, new enough, and the one in use."""
    name = "lgpio"
    if machine.model is None and not _on_pins(machine):
        return absent(name, "The buttons are not on pins.")
    if not machine.installed("lgpio"):
        return fault(
            name,
            "lgpio is not in this virtual environment: the pins cannot be used",
            "`sudo apt install python3-lgpio`, and make the environment with "
            "`python3 -m venv --system-site-packages`",
        )
    factory = machine.environ.get("GPIOZERO_PIN_FACTORY", "")
    if factory not in ("", "lgpio"):
        return fault(
            name,
            f"GPIOZERO_PIN_FACTORY is {factory}: gpiozero would not use lgpio",
            "`unset GPIOZERO_PIN_FACTORY`, or take it out of the service's environment",
        )
    found = machine.version("gpiozero") or "none"
    if numbers(found) < numbers(GPIOZERO):
        return fault(
            name,
            f"gpiozero {found} cannot open the pins of a Pi 5 with newer kernels",
            f"Install gpiozero {GPIOZERO} or newer: `pip install --upgrade gpiozero`",
        )
    return ok(name, f"lgpio is there; gpiozero {found}.")


def groups(machine: Machine) -> Finding:
    """Whether this user is in the groups that the devices in use belong to."""
    name = "groups"
    if machine.user == "root":
        return ok(name, "root may open every device.")
    wanted = {
        "spi": machine.config.board.strip.startswith("spi:") and bool(machine.glob("dev/spidev*")),
        "gpio": _on_pins(machine),
        "dialout": _serial(machine),
        "video": machine.config.camera.source.startswith(("v4l:", "picamera:")),
    }
    missing = [group for group, needed in wanted.items() if needed and group not in machine.groups]
    if not missing:
        return ok(name, f"{machine.user} is in every group it needs.")
    if set(missing) <= machine.listed(machine.user):
        return fault(
            name,
            f"{machine.user} was put into {', '.join(missing)} after it had logged in",
            "Log out and in again, or `sudo systemctl restart pegboard`",
        )
    return fault(
        name,
        f"{machine.user} is not in {', '.join(missing)}",
        f"`sudo usermod -aG {','.join(missing)} {machine.user}`, then log in again or restart the "
        "service",
    )


def _serial(machine: Machine) -> bool:
    return "serial:" in (machine.config.board.strip, _source(machine))


def usb_board(machine: Machine) -> Finding:
    """The board with our firmware on USB: is it there, may it be opened, is it ours."""
    from pegboard import firmware_port  # pyserial is loaded only to look

    name = "board on USB"
    try:
        port = firmware_port.find(machine.path("dev/serial/by-id"))
    except DeviceMissing as error:
        if not _serial(machine):
            return absent(name, "No board with our firmware is plugged in.")
        wrong, cure = split(str(error).removeprefix("serial: "))
        return fault(name, wrong, cure or "Plug it in")
    if not machine.may(port):
        return fault(
            name,
            f"/{port.relative_to(machine.root)} may not be opened",
            f"`sudo usermod -aG dialout {machine.user}`, then log in again or restart the service",
        )
    return ok(name, f"It is at /{port.relative_to(machine.root)}.")


def firmware(machine: Machine) -> Finding:
    """Which firmware the board on USB has, and whether it speaks our language."""
    name = "firmware"
    ports = machine.glob("dev/serial/by-id/*[Pp]egboard*")
    if not any(machine.may(port) for port in ports):
        return absent(name, "There is no board on USB to ask.")
    try:
        welcome, report = machine.usb_board()
    except DeviceError as error:
        if "used by another program" in str(error):
            return ok(name, "A running pegboard has the board; the page tells more.")
        wrong, cure = split(str(error).removeprefix("serial: "))
        return fault(name, wrong, cure or "`pegboard firmware restart`")
    says = f"Firmware {welcome.version}, protocol {welcome.protocol}"
    if welcome.protocol != PROTOCOL:
        return fault(
            name,
            f"{says}; this pegboard speaks protocol {PROTOCOL}",
            "`pegboard firmware restart --update`, and copy the new pegboard.uf2 onto the drive",
        )
    if report.faults:
        return warning(
            name,
            f"{says}; inputs that chatter and are ignored: "
            + ", ".join(str(n) for n in range(16) if report.faults >> n & 1),
            "Look for a loose wire",
        )
    return ok(name, f"{says}.")
