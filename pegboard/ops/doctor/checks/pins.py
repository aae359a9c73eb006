"""Buttons on a Pi's pins, the USB board, and the groups that may open them."""

from pegboard.devices.usb_board.protocol import PROTOCOL
from pegboard.errors import DeviceError, DeviceMissing
from pegboard.i18n import _
from pegboard.ops.doctor.checks.versions import numbers
from pegboard.ops.doctor.finding import Finding, absent, fault, ok, warning
from pegboard.ops.doctor.probe import SystemProbe
from pegboard.ops.doctor.sentences import sentences

GPIOZERO = "2.0.1.post3"
"""Before this release gpiozero could not open the pins of a Pi 5 with newer kernels."""


def _source(machine: SystemProbe) -> str:
    return machine.config.buttons.source


def _on_pins(machine: SystemProbe) -> bool:
    source = _source(machine)
    return source.startswith("gpio:") and not source.startswith("gpio:mock")


def gpio(machine: SystemProbe) -> Finding:
    """Tells whether the pins are there and may be opened."""
    name = _("GPIO")
    chips = machine.glob("dev/gpiochip*")
    if not chips and machine.model is None:
        return absent(name, _("This machine has no GPIO pins."))
    if not chips:
        return fault(
            name,
            _("/dev/gpiochip* does not exist"),
            _("Update the system: `sudo apt full-upgrade`"),
        )
    if not _on_pins(machine) and machine.model is None:
        return absent(name, _("The buttons are not on GPIO pins."))
    if not any(machine.may(chip) for chip in chips):
        return fault(
            name,
            _("no permission to open /dev/{chip}", chip=chips[0].name),
            _(
                "`sudo usermod -aG gpio {user}`, then log in again or restart the service",
                user=machine.user,
            ),
        )
    return ok(name, _("/dev/{chip} can be opened.", chip=chips[0].name))


def gpio_library(machine: SystemProbe) -> Finding:
    """Tells whether the library that drives the pins is there, new enough, and the one in use."""
    name = _("lgpio")
    if machine.model is None and not _on_pins(machine):
        return absent(name, _("The buttons are not on GPIO pins."))
    if not machine.installed("lgpio"):
        return fault(
            name,
            _("lgpio is not in this virtual environment: the pins cannot be used"),
            _(
                "`sudo apt install python3-lgpio`, and make the environment with "
                "`python3 -m venv --system-site-packages`"
            ),
        )
    factory = machine.environ.get("GPIOZERO_PIN_FACTORY", "")
    if factory not in ("", "lgpio"):
        return fault(
            name,
            _("GPIOZERO_PIN_FACTORY is {factory}: gpiozero would not use lgpio", factory=factory),
            _("`unset GPIOZERO_PIN_FACTORY`, or remove it from the service's environment"),
        )
    found = machine.version("gpiozero") or "none"
    if numbers(found) < numbers(GPIOZERO):
        return fault(
            name,
            _("gpiozero {found} cannot open the pins of a Pi 5 with newer kernels", found=found),
            _(
                "Install gpiozero {version} or newer: `pip install --upgrade gpiozero`",
                version=GPIOZERO,
            ),
        )
    return ok(name, _("lgpio is installed; gpiozero {found}.", found=found))


def groups(machine: SystemProbe) -> Finding:
    """Tells whether this user is in the groups that the devices in use belong to."""
    name = _("groups")
    if machine.user == "root":
        return ok(name, _("root can open every device."))
    wanted = {
        "spi": machine.config.board.strip.startswith("spi:") and bool(machine.glob("dev/spidev*")),
        "gpio": _on_pins(machine),
        "dialout": _serial(machine),
        "video": machine.config.camera.source.startswith(("v4l:", "picamera:")),
    }
    missing = [group for group, needed in wanted.items() if needed and group not in machine.groups]
    if not missing:
        return ok(name, _("{user} is in every group it needs.", user=machine.user))
    if set(missing) <= machine.listed(machine.user):
        return fault(
            name,
            _(
                "{user} was added to {groups} after logging in",
                user=machine.user,
                groups=", ".join(missing),
            ),
            _("Log out and back in, or `sudo systemctl restart pegboard`"),
        )
    return fault(
        name,
        _("{user} is not in {groups}", user=machine.user, groups=", ".join(missing)),
        _(
            "`sudo usermod -aG {groups} {user}`, then log in again or restart the service",
            groups=",".join(missing),
            user=machine.user,
        ),
    )


def _serial(machine: SystemProbe) -> bool:
    return "serial:" in (machine.config.board.strip, _source(machine))


def usb_board(machine: SystemProbe) -> Finding:
    """Returns the board with our firmware on USB: is it there, may it be opened, is it ours."""
    from pegboard.devices.usb_board import port as firmware_port  # pyserial is loaded only to look

    name = _("USB board")
    try:
        port = firmware_port.find(machine.path("dev/serial/by-id"))
    except DeviceMissing as error:
        if not _serial(machine):
            return absent(name, _("No pegboard is connected by USB."))
        wrong, cure = sentences(error)
        return fault(name, wrong, cure or _("Plug it in"))
    if not machine.may(port):
        return fault(
            name,
            _("no permission to open /{port}", port=port.relative_to(machine.root)),
            _(
                "`sudo usermod -aG dialout {user}`, then log in again or restart the service",
                user=machine.user,
            ),
        )
    return ok(name, _("It is at /{port}.", port=port.relative_to(machine.root)))


def firmware(machine: SystemProbe) -> Finding:
    """Returns which firmware the USB board has, and whether it speaks our language."""
    name = _("firmware")
    ports = machine.glob("dev/serial/by-id/*[Pp]egboard*")
    if not any(machine.may(port) for port in ports):
        return absent(name, _("There is no USB board to ask."))
    try:
        welcome, report = machine.usb_board()
    except DeviceError as error:
        from pegboard.devices.usb_board.port import UsbBoard  # as above

        if error.code == UsbBoard.IN_USE:
            return ok(name, _("A running pegboard is using the board; see its page."))
        wrong, cure = sentences(error)
        return fault(name, wrong, cure or _("`pegboard firmware restart`"))
    says = _(
        "Firmware {version}, protocol {protocol}",
        version=welcome.version,
        protocol=welcome.protocol,
    )
    if welcome.protocol != PROTOCOL:
        return fault(
            name,
            _("{says}; this pegboard speaks protocol {ours}", says=says, ours=PROTOCOL),
            _("`pegboard firmware restart --update`, and copy the new pegboard.uf2 onto the drive"),
        )
    if report.faults:
        return warning(
            name,
            _(
                "{says}; inputs that chatter and are ignored: {inputs}",
                says=says,
                inputs=tuple(n for n in range(16) if report.faults >> n & 1),
            ),
            _("Look for a loose wire"),
        )
    return ok(name, _("{says}.", says=says))
