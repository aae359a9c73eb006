"""Checks of buttons on GPIO pins, of the USB board, and of the groups with access to them."""

import re

from pegboard import __version__
from pegboard.devices.usb_board.protocol.messages import PROTOCOL
from pegboard.errors import DeviceError, DeviceMissing
from pegboard.i18n import _
from pegboard.notice import Notice
from pegboard.ops.doctor.checks.versions import numbers
from pegboard.ops.doctor.probe import SystemProbe
from pegboard.ops.doctor.topic import Topic

GPIOZERO = "2.0.1.post3"
"""First release of gpiozero that supports the pins of a Pi 5 with newer kernels."""

GPIOD = (2,)
"""Minimum version of gpiod; Debian 12 has an older, incompatible module of the same name."""


def _source(machine: SystemProbe) -> str:
    return machine.config.buttons.source


def _on_pins(machine: SystemProbe) -> bool:
    source = _source(machine)
    return source.startswith("gpio:") and not source.startswith("gpio:mock")


def gpio(machine: SystemProbe) -> Notice:
    """Checks that the GPIO chip exists and is accessible."""
    topic = Topic("gpio", _("GPIO"))
    chips = machine.glob("dev/gpiochip*")
    if not chips and machine.model is None:
        return topic.absent(_("This machine has no GPIO pins."))
    if not chips:
        return topic.fault(
            "no-chip",
            _("/dev/gpiochip* does not exist"),
            _("Update the system: `sudo apt full-upgrade`"),
        )
    if not _on_pins(machine) and machine.model is None:
        return topic.absent(_("The buttons are not on GPIO pins."))
    if not any(machine.may(chip) for chip in chips):
        return topic.fault(
            "forbidden",
            _("no permission to open /dev/{chip}", chip=chips[0].name),
            _(
                "`sudo usermod -aG gpio {user}`, then log in again or restart the service",
                user=machine.user,
            ),
        )
    return topic.ok(_("/dev/{chip} can be opened.", chip=chips[0].name))


def gpio_library(machine: SystemProbe) -> Notice:
    """Checks that a GPIO library is installed, new enough and in use."""
    topic = Topic("lgpio", _("lgpio"))
    if machine.model is None and not _on_pins(machine):
        return topic.absent(_("The buttons are not on GPIO pins."))
    factory = machine.environ.get("GPIOZERO_PIN_FACTORY", "")
    version = machine.version("gpiod") or ""
    if not factory and numbers(version) >= GPIOD:
        return Topic("gpiod", _("gpiod")).ok(_("gpiod {found} is installed.", found=version))
    if not machine.installed("lgpio"):
        return topic.fault(
            "missing",
            _("lgpio is not in this virtual environment: the pins cannot be used"),
            _(
                "`sudo apt install python3-lgpio`, and make the environment with "
                "`python3 -m venv --system-site-packages`"
            ),
        )
    if factory not in ("", "lgpio"):
        return topic.fault(
            "other-factory",
            _("GPIOZERO_PIN_FACTORY is {factory}: gpiozero would not use lgpio", factory=factory),
            _("`unset GPIOZERO_PIN_FACTORY`, or remove it from the service's environment"),
        )
    version = machine.version("gpiozero") or "none"
    if numbers(version) < numbers(GPIOZERO):
        return topic.fault(
            "too-old",
            _("gpiozero {found} cannot open the pins of a Pi 5 with newer kernels", found=version),
            _(
                "Install gpiozero {version} or newer: `pip install --upgrade gpiozero`",
                version=GPIOZERO,
            ),
        )
    return topic.ok(_("lgpio is installed; gpiozero {found}.", found=version))


def groups(machine: SystemProbe) -> Notice:
    """Checks that this user is in the groups of the devices in use."""
    topic = Topic("groups", _("groups"))
    if machine.user == "root":
        return topic.ok(_("root can open every device."))
    required = {
        "spi": machine.config.board.strip.startswith("spi:") and bool(machine.glob("dev/spidev*")),
        "gpio": _on_pins(machine),
        "dialout": _serial(machine),
        "video": machine.config.camera.source.startswith(("v4l:", "picamera:")),
    }
    missing = [
        group for group, needed in required.items() if needed and group not in machine.groups
    ]
    if not missing:
        return topic.ok(_("{user} is in every group it needs.", user=machine.user))
    if set(missing) <= machine.listed(machine.user):
        return topic.fault(
            "not-in-force",
            _(
                "{user} was added to {groups} after logging in",
                user=machine.user,
                groups=", ".join(missing),
            ),
            _("Log out and back in, or `sudo systemctl restart pegboard`"),
        )
    return topic.fault(
        "missing",
        _("{user} is not in {groups}", user=machine.user, groups=", ".join(missing)),
        _(
            "`sudo usermod -aG {groups} {user}`, then log in again or restart the service",
            groups=",".join(missing),
            user=machine.user,
        ),
    )


def camera_user(machine: SystemProbe) -> Notice:
    """Checks that the camera unit runs as a separate user with access only to cameras."""
    topic = Topic("camera-user", _("camera's user"))
    unit = machine.text("etc/systemd/system/pegboard-camera.service") or ""
    named = re.search(r"^User=(\S+)$", unit, re.MULTILINE)
    if named is None:
        return topic.absent(_("The camera has no unit of its own."))
    user, again = named[1], _("Run the installer again: `sudo systemd/install.sh`")
    groups = machine.listed(user)
    if user == "pegboard" or "pegboard" in groups:
        return topic.warning("shared", _("{user} can read the board's games", user=user), again)
    if "video" not in groups:
        fault = _("{user} is not in {groups}", user=user, groups="video")
        return topic.fault("missing", fault, again)
    return topic.ok(_("{user} can open cameras, and nothing of the games.", user=user))


def _serial(machine: SystemProbe) -> bool:
    return "serial:" in (machine.config.board.strip, _source(machine))


def usb_board(machine: SystemProbe) -> Notice:
    """Checks the USB board: present, accessible, and with our firmware."""
    from pegboard.devices.usb_board import port as firmware_port  # pyserial is imported only here

    topic = Topic("usb-board", _("USB board"))
    try:
        port = firmware_port.find_port(machine.path("dev/serial/by-id"))
    except DeviceMissing as error:
        if not _serial(machine):
            return topic.absent(_("No pegboard is connected by USB."))
        return topic.error(error, _("Plug it in"))
    if not machine.may(port):
        return topic.fault(
            "forbidden",
            _("no permission to open /{port}", port=port.relative_to(machine.root)),
            _(
                "`sudo usermod -aG dialout {user}`, then log in again or restart the service",
                user=machine.user,
            ),
        )
    return topic.ok(_("It is at /{port}.", port=port.relative_to(machine.root)))


def firmware(machine: SystemProbe) -> Notice:
    """Checks the firmware of the USB board and its protocol."""
    topic = Topic("firmware", _("firmware"))
    ports = machine.glob("dev/serial/by-id/*[Pp]egboard*")
    if not any(machine.may(port) for port in ports):
        return topic.absent(_("There is no USB board to ask."))
    try:
        welcome, report = machine.usb_board()
    except DeviceError as error:
        from pegboard.devices.usb_board.port import UsbBoard  # imported only here

        if error.code == UsbBoard.IN_USE:
            return topic.ok(_("A running pegboard is using the board; see its page."))
        return topic.error(error, _("`pegboard firmware restart`"))
    text = _(
        "Firmware {version}, protocol {protocol}",
        version=welcome.version,
        protocol=welcome.protocol,
    )
    if welcome.protocol != PROTOCOL:
        return topic.fault(
            "other-protocol",
            _("{says}; this pegboard speaks protocol {ours}", says=text, ours=PROTOCOL),
            _(
                "`pegboard firmware restart --update`, and copy pegboard-firmware-{version}.uf2 "
                "onto the drive",
                version=__version__,
            ),
        )
    if report.faults:
        return topic.warning(
            "chattering",
            _(
                "{says}; inputs that chatter and are ignored: {inputs}",
                says=text,
                inputs=tuple(n for n in range(16) if report.faults >> n & 1),
            ),
            _("Look for a loose wire"),
        )
    configured_mA = machine.config.board.max_mA
    if machine.config.board.strip.startswith("serial:") and configured_mA > welcome.limit_mA:
        return topic.warning(
            "lower-limit",
            _(
                "{says}; it lets the LEDs draw {limit} mA at most, and [board] max_mA is {wanted}",
                says=text,
                limit=welcome.limit_mA,
                wanted=configured_mA,
            ),
            _(
                "Lower max_mA; or, where supply and fuse are made for it, build the firmware with "
                "`make -C firmware image LIMIT_MA={wanted}`",
                wanted=configured_mA,
            ),
        )
    return topic.ok(_("{says}.", says=text))
