"""The computer itself: which one, its supply, its heat, its memory."""

from pegboard.i18n import _
from pegboard.ops.doctor.finding import Finding, absent, fault, ok, warning
from pegboard.ops.doctor.probe import SystemProbe

HOT_C, TOO_HOT_C = 70.0, 80.0
"""From 80 °C on a Pi slows down by itself."""
MEMORY_KIB = 60_000
"""The service takes about 55 MiB; the camera process as much again."""

_SUPPLY = _(
    "Use the power supply made for this Pi with a short, thick cable, and power the LEDs from "
    "their own supply, with its ground joined to the Pi's; a smaller [board] max_mA helps at once"
)
_UNDER, _CAPPED, _THROTTLED, _SOFT = 1 << 0, 1 << 1, 1 << 2, 1 << 3


def computer(machine: SystemProbe) -> Finding:
    """Returns which machine this is, and whether we know it."""
    name, model = _("computer"), machine.model
    if model is None:
        return ok(
            name,
            _(
                "Not a Raspberry Pi ({processor}): LEDs and buttons need USB.",
                processor=machine.processor,
            ),
        )
    if machine.kind is None:
        return warning(
            name,
            _(
                "{model} is newer than this pegboard: what it reports about the pins may be wrong",
                model=model,
            ),
            _("Use the USB board (strip serial:) or SPI (spi:), and update pegboard"),
        )
    return ok(name, _("{model}.", model=model))


def supply(machine: SystemProbe) -> Finding:
    """Undervoltage, now or since the start: the usual reason for what cannot be explained."""
    name = _("power supply")
    bits = throttled(machine)
    if bits is None:
        return absent(name, _("This machine does not report its power supply."))
    if bits & _UNDER:
        return fault(name, _("The supply voltage is too low right now"), _SUPPLY)
    if bits & _UNDER << 16:
        return warning(name, _("The supply voltage has been too low since the start"), _SUPPLY)
    return ok(name, _("The voltage has not been too low since the start."))


def speed(machine: SystemProbe) -> Finding:
    """Tells whether the firmware slows the processor down."""
    name = _("speed")
    bits = throttled(machine)
    if bits is None:
        return absent(name, _("This machine does not report throttling."))
    why = {
        _CAPPED: (_("its clock is capped"), _("its clock was capped")),
        _THROTTLED: (_("it is throttled"), _("it was throttled")),
        _SOFT: (
            _("it is at its soft temperature limit"),
            _("it was at its soft temperature limit"),
        ),
    }
    cure = _("Give it air or a heat sink, and a supply that keeps its voltage")
    now = tuple(says for bit, (says, _) in why.items() if bits & bit)
    if now:
        return warning(name, _("The processor is slowed down: {how}", how=now), cure)
    before = tuple(says for bit, (_, says) in why.items() if bits & bit << 16)
    if before:
        return warning(
            name, _("The processor has been slowed down since the start: {how}", how=before), cure
        )
    return ok(name, _("The processor has not been slowed down since the start."))


def throttled(machine: SystemProbe) -> int | None:
    """Returns the bits of `vcgencmd get_throttled`.

    Bit 0 alone where only the kernel can be asked.
    """
    said = machine.answer(["vcgencmd", "get_throttled"]) or ""
    try:
        return int(said.partition("=")[2], 16)
    except ValueError:
        pass
    for folder in machine.glob("sys/class/hwmon/hwmon*"):
        inside = folder.relative_to(machine.root)
        if machine.text(f"{inside}/name") == "rpi_volt":
            return _UNDER if machine.number(f"{inside}/in0_lcrit_alarm") else 0
    return None


def heat(machine: SystemProbe) -> Finding:
    """Returns how hot the processor is."""
    name = _("temperature")
    milli = machine.number("sys/class/thermal/thermal_zone0/temp")
    if milli is None:
        return absent(name, _("This machine does not report its temperature."))
    celsius = milli / 1000
    says = _("The processor is at {celsius:.0f} °C", celsius=celsius)
    if celsius >= TOO_HOT_C:
        return fault(
            name,
            _("{says}; it slows down from {limit:.0f} °C", says=says, limit=TOO_HOT_C),
            _("Give it air"),
        )
    if celsius >= HOT_C:
        return warning(
            name,
            _("{says}; it slows down from {limit:.0f} °C", says=says, limit=TOO_HOT_C),
            _("Give it air"),
        )
    return ok(name, _("{says}.", says=says))


def memory(machine: SystemProbe) -> Finding:
    """Tells whether there is memory left."""
    name = _("memory")
    lines = (machine.text("proc/meminfo") or "").splitlines()
    facts = {key: rest.split() for key, _, rest in (line.partition(":") for line in lines)}
    try:
        free, total = int(facts["MemAvailable"][0]), int(facts["MemTotal"][0])
    except (KeyError, IndexError, ValueError):
        return absent(name, _("This machine does not report its memory."))
    says = _("{free} of {total} MiB are free", free=free // 1024, total=total // 1024)
    if free < MEMORY_KIB:
        return warning(
            name,
            says,
            _("Close other programs (`ps aux --sort -rss | head`), or do without the kiosk"),
        )
    return ok(name, _("{says}.", says=says))
