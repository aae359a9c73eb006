"""Python, the packages, the recogniser's weights, the camera, the service's own start."""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

import pegboard
from pegboard.devices.cameras.found import cameras
from pegboard.devices.health import Health
from pegboard.i18n import Message, _
from pegboard.narration.errors import localize_error
from pegboard.ops.doctor.checks.versions import least, newer, numbers
from pegboard.ops.doctor.finding import Finding, absent, fault, ok, warning
from pegboard.ops.doctor.probe import SystemProbe
from pegboard.ops.doctor.sentences import sentences
from pegboard.storage import factory_reset

PYTHONS = ((3, 11), (3, 13))
WEIGHTS = Path(pegboard.__file__).parent / "vision"


def configuration(machine: SystemProbe) -> Finding:
    """Tells whether the configuration file can be used."""
    name = _("configuration")
    if machine.config_fault is not None:
        file = machine.config_file or "FILE"
        wrong, _cure = sentences(machine.config_fault)
        return fault(
            name, wrong, _("Correct it, then run `pegboard config check {file}`", file=file)
        )
    if machine.config_file is None:
        return ok(name, _("None was given: the defaults apply."))
    return ok(name, _("{config_file} can be read.", config_file=machine.config_file))


def python(machine: SystemProbe) -> Finding:
    """Tells whether Python is one we run on."""
    name = _("Python")
    found = ".".join(map(str, machine.python))
    if machine.bits != 64:
        return fault(
            name,
            _("Python {found} is a 32-bit program", found=found),
            _(
                "Install the 64-bit Raspberry Pi OS: OpenCV and others are not available for 32 "
                "bits"
            ),
        )
    oldest, newest = PYTHONS
    if not oldest <= machine.python[:2] <= newest:
        return fault(
            name,
            _("pegboard is tested with Python 3.11 to 3.13, not {found}", found=found),
            _("Make the virtual environment with one of those"),
        )
    return ok(name, _("{found}, 64-bit, on {processor}.", found=found, processor=machine.processor))


def packages(machine: SystemProbe) -> Finding:
    """Tells whether every package is there and new enough."""
    name = _("packages")
    wrong = []
    for requirement in machine.requires("pegboard"):
        wanted = least(requirement)
        if wanted is None:
            continue
        package, version = wanted
        found = machine.version(package)
        if found is None and package.startswith("opencv-python"):
            found = "99" if machine.installed("cv2") else None  # the system's own OpenCV
        if found is None:
            wrong.append(_("{package} is missing", package=package))
        elif numbers(found) < numbers(version):
            wrong.append(
                _(
                    "{package} must be {version}, got {found}",
                    package=package,
                    found=found,
                    version=version,
                )
            )
    if wrong:
        return fault(
            name,
            _joined(wrong),
            _("Run the installer again, or `pip install -r requirements.lock`"),
        )
    return ok(
        name,
        _("pegboard {version} has everything it needs.", version=machine.version("pegboard")),
    )


def _joined(wrong: Sequence[Message]) -> Message:
    *others, last = wrong
    return _("{these}; {last}", these=_joined(others), last=last) if others else last


def update(machine: SystemProbe) -> Finding:
    """Tells whether a newer pegboard lies ready."""
    name, version = _("update"), machine.version("pegboard") or "0"
    releases = machine.path("etc/pegboard/releases")
    if not releases.exists():
        return absent(name, _("No source of updates is configured."))
    found = newer(releases, version)
    if found:
        return ok(
            name,
            _(
                "{version} is running; {found} is available: `sudo pegboard update`.",
                version=version,
                found=found,
            ),
        )
    return ok(
        name,
        _(
            "{version} is running; no newer one is known (`pegboard update --check` asks).",
            version=version,
        ),
    )


def recogniser(machine: SystemProbe) -> Finding:
    """Tells whether the weights are those that were tested."""
    name = _("recogniser")
    try:
        facts = json.loads((WEIGHTS / "weights.json").read_text(encoding="utf-8"))["weights"]
        wrong = [file for file, told in facts.items() if _hash(WEIGHTS / file) != told["sha256"]]
    except (OSError, ValueError, KeyError) as error:
        wrong = [str(error)]
    if wrong:
        return fault(
            name,
            _("The recogniser's files are damaged: {files}", files=", ".join(wrong)),
            _("Reinstall pegboard; if this comes back, the card is failing"),
        )
    return ok(name, _("Its {n} files are intact.", n=len(facts)))


def _hash(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def camera(machine: SystemProbe) -> Finding:
    """Tells whether there is a camera, and whether it may be used."""
    name, source = _("camera"), machine.config.camera.source
    if source == "none":
        return absent(name, _("It is turned off ([camera] source)."))
    there = cameras(machine.root, machine.may, machine.installed)
    address = Health("camera", source).address_to_show
    if Health("camera", source).simulated:
        blocked = [each for each in there if each.problem]
        if blocked:
            return fault(
                name, _("{camera} cannot be used", camera=blocked[0].name), blocked[0].problem
            )
        return absent(name, _("There is no camera: COUNT reads sample pictures."))
    problem = next((each.problem for each in there if each.address == source), "")
    if problem:
        return fault(name, _("{address} cannot be used", address=address), problem)
    if source.startswith("v4l:/") and not machine.path(source[4:]).exists():
        return fault(name, _("{device} does not exist", device=source[4:]), _("Plug the camera in"))
    return ok(
        name, _("{address}; `pegboard camera check` measures focus and light.", address=address)
    )


def picamera(machine: SystemProbe) -> Finding:
    """Tells whether picamera2 is the system's: one from pip breaks when the system is updated."""
    name = _("picamera2")
    if not machine.config.camera.source.startswith("picamera:"):
        return absent(name, _("The camera is not on the ribbon cable."))
    if not machine.installed("picamera2"):
        return fault(
            name,
            _("picamera2 is not in this virtual environment"),
            _(
                "`sudo apt install python3-picamera2`, and make the environment "
                "with `python3 -m venv --system-site-packages`"
            ),
        )
    if not machine.installed("libcamera"):
        return fault(
            name,
            _("picamera2 is installed but libcamera is not: it came from pip"),
            _(
                "`pip uninstall picamera2`, `sudo apt install python3-picamera2`, and make the "
                "environment with --system-site-packages"
            ),
        )
    return ok(name, _("It is the system's own."))


def start(machine: SystemProbe) -> Finding:
    """Tells whether the service runs in safe mode."""
    name = _("safe mode")
    if machine.safe is not None:
        return fault(
            name,
            _(
                "The board is in safe mode, with simulated devices: {why}",
                why=localize_error(machine.safe),
            ),
            _(
                "Fix whatever else is named here, then start normally: with the button on the "
                "page, or `sudo systemctl restart pegboard`"
            ),
            "start normally",
        )
    return ok(name, _("The board starts normally."))


def reset_request(machine: SystemProbe) -> Finding:
    """Tells whether a reset was asked for at the board and not done yet."""
    name = _("reset")
    if factory_reset.asked(machine.state):
        return warning(
            name,
            _("A reset of network and pairing was requested at the board (UNDO and COUNT)"),
            _("Restart the board to carry it out, or cancel it"),
            "forget the reset",
        )
    return ok(name, _("None was requested."))


def unit(machine: SystemProbe) -> Finding:
    """Returns how systemd sees the service."""
    name = _("service")
    said = machine.answer(
        ["systemctl", "show", "pegboard", "-p", "LoadState,ActiveState,NRestarts,Result"]
    )
    facts = dict(line.split("=", 1) for line in (said or "").splitlines() if "=" in line)
    if facts.get("LoadState") != "loaded":
        return absent(name, _("pegboard is not installed as a service on this machine."))
    state, restarts = facts.get("ActiveState", ""), facts.get("NRestarts", "0")
    if state == "failed":
        return fault(
            name,
            _("The service has failed ({why})", why=facts.get("Result") or _("no reason given")),
            _(
                "see {log} for the reason; `sudo systemctl restart pegboard` tries again",
                log=machine.log,
            ),
        )
    if state != "active":
        return warning(
            name, _("The service is {state}", state=state), _("`sudo systemctl start pegboard`")
        )
    if restarts not in ("0", ""):
        return warning(
            name,
            _("The service had to be restarted {restarts} times", restarts=restarts),
            _("see {log} for the reason", log=machine.log),
        )
    return ok(name, _("It is running."))


def devices(machine: SystemProbe) -> list[Finding]:
    """Returns how the running service finds its devices, one finding each."""
    if machine.live is None:
        return [absent(_("devices"), _("No pegboard is running; a running one reports on them."))]
    found = []
    for device in machine.live:
        name = _("{name} now", name=device.name)
        if device.fault is None:
            says = device.says or device.address_to_show or _("It works")
            if not isinstance(says, Message):
                says = says.rstrip(".")
            found.append(ok(name, _("{says}.", says=says)))
        else:
            wrong, cure = sentences(device.fault)
            found.append(fault(name, wrong, cure or _("It is retried automatically")))
    return found
