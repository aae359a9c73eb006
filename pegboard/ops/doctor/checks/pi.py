"""Checks of the computer itself: model, power supply, temperature, memory."""

from pegboard.host import memory as meminfo
from pegboard.i18n import _
from pegboard.notice import Notice
from pegboard.ops.doctor.probe import SystemProbe
from pegboard.ops.doctor.topic import Topic

HOT_C, TOO_HOT_C = 70.0, 80.0
"""Temperatures in °C that count as high and as too high; a Pi throttles itself from 80 °C."""
MEMORY_KIB = 60_000
"""Minimum of free memory: the service takes about 55 MiB, the camera process the same again."""

_SUPPLY = _(
    "Use the power supply made for this Pi with a short, "
    "thick cable, and power the LEDs from their own supply, "
    "with its ground joined to the Pi's; a smaller [board] "
    "max_mA helps at once"
)
_UNDER, _CAPPED, _THROTTLED, _SOFT = 1 << 0, 1 << 1, 1 << 2, 1 << 3


def computer(machine: SystemProbe) -> Notice:
    """Checks that this is a known model of Raspberry Pi, or another machine."""
    topic, model = Topic("computer", _("computer")), machine.model
    if model is None:
        return topic.ok(
            _(
                "Not a Raspberry Pi ({processor}): LEDs and buttons need USB.",
                processor=machine.processor,
            ),
        )
    if machine.kind is None:
        return topic.warning(
            "unknown-model",
            _(
                (
                    "{model} is newer than this pegboard: what it reports "
                    "about the pins may be wrong"
                ),
                model=model,
            ),
            _("Use the USB board (strip serial:) or SPI (spi:), and update pegboard"),
        )
    return topic.ok(_("{model}.", model=model))


def supply(machine: SystemProbe) -> Notice:
    """Checks for undervoltage now or since the start, a common cause of unexplained faults."""
    topic = Topic("power-supply", _("power supply"))
    bits = throttled(machine)
    if bits is None:
        return topic.absent(_("This machine does not report its power supply."))
    if bits & _UNDER:
        return topic.fault("low-now", _("The supply voltage is too low right now"), _SUPPLY)
    if bits & _UNDER << 16:
        return topic.warning(
            "low-before", _("The supply voltage has been too low since the start"), _SUPPLY
        )
    return topic.ok(_("The voltage has not been too low since the start."))


def speed(machine: SystemProbe) -> Notice:
    """Checks that the firmware does not throttle the processor."""
    topic = Topic("speed", _("speed"))
    bits = throttled(machine)
    if bits is None:
        return topic.absent(_("This machine does not report throttling."))
    why = {
        _CAPPED: (_("its clock is capped"), _("its clock was capped")),
        _THROTTLED: (_("it is throttled"), _("it was throttled")),
        _SOFT: (
            _("it is at its soft temperature limit"),
            _("it was at its soft temperature limit"),
        ),
    }
    cure = _("Give it air or a heat sink, and a supply that keeps its voltage")
    now = tuple(text for bit, (text, _) in why.items() if bits & bit)
    if now:
        return topic.warning("slow-now", _("The processor is slowed down: {how}", how=now), cure)
    before = tuple(says for bit, (_, says) in why.items() if bits & bit << 16)
    if before:
        return topic.warning(
            "slow-before",
            _("The processor has been slowed down since the start: {how}", how=before),
            cure,
        )
    return topic.ok(_("The processor has not been slowed down since the start."))


def throttled(machine: SystemProbe) -> int | None:
    """Returns the bits of `vcgencmd get_throttled`.

    Without vcgencmd only bit 0 is available, from the kernel.
    """
    answer = machine.answer(["vcgencmd", "get_throttled"]) or ""
    try:
        return int(answer.partition("=")[2], 16)
    except ValueError:
        pass
    for folder in machine.glob("sys/class/hwmon/hwmon*"):
        inside = folder.relative_to(machine.root)
        if machine.text(f"{inside}/name") == "rpi_volt":
            return _UNDER if machine.number(f"{inside}/in0_lcrit_alarm") else 0
    return None


def heat(machine: SystemProbe) -> Notice:
    """Checks the processor's temperature."""
    topic = Topic("temperature", _("temperature"))
    milli = machine.number("sys/class/thermal/thermal_zone0/temp")
    if milli is None:
        return topic.absent(_("This machine does not report its temperature."))
    celsius = milli / 1000
    text = _("The processor is at {celsius:.0f} °C", celsius=celsius)
    if celsius >= TOO_HOT_C:
        return topic.fault(
            "too-hot",
            _("{says}; it slows down from {limit:.0f} °C", says=text, limit=TOO_HOT_C),
            _("Give it air"),
        )
    if celsius >= HOT_C:
        return topic.warning(
            "hot",
            _("{says}; it slows down from {limit:.0f} °C", says=text, limit=TOO_HOT_C),
            _("Give it air"),
        )
    return topic.ok(_("{says}.", says=text))


def memory(machine: SystemProbe) -> Notice:
    """Checks that there is enough free memory."""
    topic = Topic("memory", _("memory"))
    report = machine.text(meminfo.FILE) or ""
    free, total = meminfo.kib(report, "MemAvailable"), meminfo.kib(report, "MemTotal")
    if free is None or total is None:
        return topic.absent(_("This machine does not report its memory."))
    text = _("{free} of {total} MiB are free", free=free // 1024, total=total // 1024)
    if free < MEMORY_KIB:
        return topic.warning(
            "low",
            text,
            _("Close other programs (`ps aux --sort -rss | head`), or do without the kiosk"),
        )
    return topic.ok(_("{says}.", says=text))
