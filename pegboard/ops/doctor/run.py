"""All checks, in the order of the report."""

from collections.abc import Callable, Sequence

from pegboard.i18n import _, name_of
from pegboard.notice import Notice
from pegboard.ops.doctor.checks import leds, network, pi, pins, software, sound, storage
from pegboard.ops.doctor.probe import SystemProbe
from pegboard.ops.doctor.topic import Topic

Check = Callable[[SystemProbe], Notice | list[Notice]]

CHECKS: tuple[Check, ...] = (
    software.start,
    software.configuration,
    software.unit,
    software.devices,
    pi.computer,
    pi.supply,
    pi.speed,
    pi.heat,
    pi.memory,
    leds.layout,
    leds.leds,
    leds.length,
    leds.spi_port,
    leds.spi_buffer,
    leds.spi_frame,
    leds.core_clock,
    leds.spi_bus,
    leds.pwm,
    pins.gpio,
    pins.gpio_library,
    pins.groups,
    pins.camera_user,
    pins.usb_board,
    pins.firmware,
    software.camera,
    software.picamera,
    software.recogniser,
    sound.sound,
    network.page,
    network.host_name,
    network.clock,
    storage.disk_space,
    storage.disk,
    storage.wear,
    storage.sqlite,
    storage.journal,
    storage.games,
    storage.backup,
    software.reset_request,
    software.python,
    software.packages,
    software.update,
)


def examine(machine: SystemProbe, checks: Sequence[Check] = CHECKS) -> list[Notice]:
    """Runs all checks and returns their findings in order.

    A check that raises an exception is reported as a finding.
    """
    findings: list[Notice] = []
    for check in checks:
        try:
            result = check(machine)
        except Exception as error:
            name = check.__name__
            topic = Topic(name.replace("_", "-"), name_of(name.replace("_", " ")))
            text = _(
                "This could not be checked ({kind}: {error})",
                kind=type(error).__name__,
                error=error,
            )
            result = topic.warning(
                "unchecked", text, _("Please report it: this is a bug in pegboard")
            )
        findings += result if isinstance(result, list) else [result]
    return findings
