"""Checks of the LEDs: the requirements of each driver in `strips`."""

from pegboard.board.layout import Layout
from pegboard.board.layout_files import load_layout
from pegboard.devices.autodetect import USUAL_LENGTH
from pegboard.devices.strips import spi, ws281x
from pegboard.devices.strips._faults import PROVEN_ON_PI_5, StripFault
from pegboard.errors import Code, ConfigError, PegboardError
from pegboard.i18n import Message, _
from pegboard.notice import Level, Notice, verbatim
from pegboard.ops.doctor.probe import SystemProbe
from pegboard.ops.doctor.topic import Topic
from pegboard.ops.strip_length import saved_length

_OPEN_SPI = (
    StripFault.SPI_EEPROM,
    StripFault.SPI_OFF,
    StripFault.SPI_NO_PI,
    StripFault.SPI_OTHER_PORT,
    StripFault.NO_SPIDEV,
    StripFault.SPI_GROUP,
)


def _scheme(machine: SystemProbe) -> str:
    """Returns the scheme of the LEDs; `mock` for simulated ones."""
    scheme, _, rest = machine.config.board.strip.partition(":")
    if scheme in ("memory", "terminal") or rest.partition(",")[0] == "mock":
        return "mock"
    return scheme


def _port(machine: SystemProbe) -> str:
    """Returns the SPI port of the LEDs; the default one if they are simulated."""
    port = machine.config.board.strip.removeprefix("spi:").partition(",")[0]
    return port if _scheme(machine) == "spi" and port else spi.USUAL_PORT


def _layout(machine: SystemProbe) -> Layout | None:
    try:
        return load_layout(machine.config.board.layout)
    except ConfigError:
        return None


def leds(machine: SystemProbe) -> Notice:
    """Checks that the LEDs have a driver."""
    topic, scheme = Topic("leds", _("LEDs")), _scheme(machine)
    if scheme != "mock":
        return topic.ok(_("They are driven by {strip}", strip=machine.config.board.strip))
    why = next((choice.why for choice in machine.why if choice.device == "LEDs"), None)
    if machine.model is None:
        return topic.absent(verbatim(why) if why else _("They are simulated, as configured."))
    if why:
        return topic.fault(
            "simulated-on-pi", _("This is a Raspberry Pi, but the LEDs are only simulated"), why
        )
    return topic.warning(
        "simulated-by-choice",
        _("They are simulated, as configured ({strip})", strip=machine.config.board.strip),
        _('Set strip = "auto" under [board] to use real ones'),
    )


def _about_spi(
    machine: SystemProbe, topic: Topic, codes: tuple[Code, ...], good: Message
) -> Notice:
    scheme = _scheme(machine)
    if scheme != "spi" and not (scheme == "mock" and machine.model):
        return topic.absent(_("The LEDs are not on SPI."))
    layout = _layout(machine)
    rest = machine.config.board.strip.partition(":")[2] if scheme == "spi" else ""
    try:
        length = USUAL_LENGTH if layout is None else layout.length
        wrong: PegboardError | None = spi.trouble(machine.site(), length, codes, rest)
    except PegboardError as error:
        wrong = error
    if wrong is None:
        return topic.ok(good)
    return topic.error(wrong, level=Level.FAULT if scheme == "spi" else Level.WARNING)


def spi_port(machine: SystemProbe) -> Notice:
    """Checks that SPI is enabled and accessible."""
    return _about_spi(
        machine,
        Topic("spi", _("SPI")),
        _OPEN_SPI,
        _("{port} exists and can be opened.", port=_port(machine)),
    )


def spi_buffer(machine: SystemProbe) -> Notice:
    """Checks that a whole frame fits in one transfer."""
    return _about_spi(
        machine,
        Topic("spi-buffer", _("SPI buffer")),
        (StripFault.SPI_BUFFER,),
        _("A frame fits in one transfer."),
    )


def spi_frame(machine: SystemProbe) -> Notice:
    """Checks that frames are not longer than those proven to work on a Raspberry Pi 5."""
    topic = Topic("spi-frame", _("SPI frame"))
    if _scheme(machine) != "spi":
        return topic.absent(_("The LEDs are not on SPI."))
    found, rest = _layout(machine), machine.config.board.strip.partition(":")[2]
    try:
        size = spi.frame_bytes(rest, found.length if found else USUAL_LENGTH, machine.root)
    except PegboardError as error:
        return topic.error(error)
    if machine.site().kind != "5" or size <= PROVEN_ON_PI_5:
        return topic.ok(_("A frame is {size} bytes.", size=size))
    return topic.warning(
        "long-on-pi-5",
        _(
            "A frame is {size} bytes; on a Raspberry Pi 5 no more than {most} is proven to work, "
            "and longer ones are reported to time out",
            size=size,
            most=PROVEN_ON_PI_5,
        ),
        _("Drive boards of three and four tracks from a Pico (serial:)"),
    )


def core_clock(machine: SystemProbe) -> Notice:
    """Checks that the core clock, which drives SPI, is fixed; otherwise LEDs flicker white."""
    return _about_spi(
        machine,
        Topic("core-clock", _("core clock")),
        (StripFault.CORE_CLOCK,),
        _("It does not change under load."),
    )


def spi_bus(machine: SystemProbe) -> Notice:
    """Checks that no screen uses the SPI port of the LEDs."""
    topic = Topic("spi-bus", _("SPI bus"))
    if _scheme(machine) not in ("spi", "mock") or machine.model is None:
        return topic.absent(_("The LEDs are not on SPI."))
    others = []
    for device in machine.glob("sys/bus/spi/devices/spi0.*"):
        driver = device / "driver"
        if driver.exists() and driver.resolve().name != "spidev":
            others.append(driver.resolve().name)
    if others:
        return topic.fault(
            "shared",
            _(
                "{drivers} has the SPI port: a screen or its touch panel",
                drivers=", ".join(sorted(set(others))),
            ),
            _(
                (
                    "Remove its dtoverlay line from {config_txt} and restart, "
                    "or drive the LEDs from the USB board (serial:)"
                ),
                config_txt=machine.config_txt,
            ),
        )
    return topic.ok(_("No screen uses it."))


def pwm(machine: SystemProbe) -> Notice:
    """Checks for obstacles to PWM: a Pi 5, analogue audio, missing root rights."""
    topic = Topic("pwm", _("PWM and sound"))
    if _scheme(machine) != "ws281x":
        return topic.absent(_("The LEDs do not use PWM, so sound can."))
    problem = ws281x.trouble(machine.site())
    if problem is None:
        return topic.ok(_("Analogue sound is off, so PWM is available."))
    return topic.error(problem)


def layout(machine: SystemProbe) -> Notice:
    """Checks that the layout can be read."""
    topic = Topic("layout", _("layout"))
    try:
        found = load_layout(machine.config.board.layout)
    except ConfigError as error:
        return topic.error(
            error,
            _("Set another one under [board]; `pegboard layout list` names them"),
        )
    return topic.ok(
        _(
            "{name}: {length} LEDs, {tracks} tracks.",
            name=found.name,
            length=found.length,
            tracks=found.tracks,
        ),
    )


def length(machine: SystemProbe) -> Notice:
    """Compares the length of the strip, as found by the latest light test, with the layout."""
    topic, found = Topic("strip-length", _("strip length")), _layout(machine)
    if found is None or _scheme(machine) == "mock":
        return topic.absent(_("The LEDs are simulated, or their layout cannot be read."))
    leds = saved_length(machine.state)
    if leds is None:
        return topic.absent(_("Unknown: `sudo pegboard light test` asks where the strip ends."))
    if leds == found.length:
        return topic.ok(_("The strip ends with the last of {length} LEDs.", length=leds))
    cure = _(
        "Choose this board's layout or repair its strip: `sudo pegboard light test` helps with both"
    )
    facts = {"leds": leds, "name": found.name, "length": found.length}
    if leds > found.length:
        text = _("The strip has {leds} LEDs or more, the layout {name} only {length}", **facts)
        return topic.warning("longer", text, cure)
    text = _("Only {leds} LEDs of the strip light up, the layout {name} has {length}", **facts)
    return topic.fault("shorter", text, cure)
