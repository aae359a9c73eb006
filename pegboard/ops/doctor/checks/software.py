"""Python, the packages, the recogniser's weights, the camera, the service's own start."""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

import pegboard
from pegboard.devices.cameras.found import cameras
from pegboard.devices.health import Health
from pegboard.i18n import Text, say
from pegboard.narration.errors import localize_error
from pegboard.ops.doctor.checks.versions import least, newer, numbers
from pegboard.ops.doctor.finding import Finding, absent, fault, ok, warning
from pegboard.ops.doctor.probe import Machine
from pegboard.ops.doctor.sentences import sentences
from pegboard.storage import factory_reset

PYTHONS = ((3, 11), (3, 13))
WEIGHTS = Path(pegboard.__file__).parent / "vision"


def configuration(machine: Machine) -> Finding:
    """Tells whether the configuration file can be used."""
    name = say("configuration")
    if machine.config_fault is not None:
        file = machine.config_file or "FILE"
        wrong, _ = sentences(machine.config_fault)
        return fault(name, wrong, say("Correct it; `pegboard config check {file}`", file=file))
    if machine.config_file is None:
        return ok(name, say("None was given: everything is as usual."))
    return ok(name, say("{config_file} can be read.", config_file=machine.config_file))


def python(machine: Machine) -> Finding:
    """Tells whether Python is one we run on."""
    name = say("Python")
    found = ".".join(map(str, machine.python))
    if machine.bits != 64:
        return fault(
            name,
            say("Python {found} is a 32-bit program", found=found),
            say("Install the 64-bit Raspberry Pi OS: OpenCV and others are not made for 32 bits"),
        )
    oldest, newest = PYTHONS
    if not oldest <= machine.python[:2] <= newest:
        return fault(
            name,
            say(
                "Python {found} is not one that pegboard is tested with (3.11 to 3.13)", found=found
            ),
            say("Make the virtual environment with one of those"),
        )
    return ok(
        name, say("{found}, 64-bit, on {processor}.", found=found, processor=machine.processor)
    )


def packages(machine: Machine) -> Finding:
    """Tells whether every package is there and new enough."""
    name = say("packages")
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
            wrong.append(say("{package} is missing", package=package))
        elif numbers(found) < numbers(version):
            wrong.append(
                say(
                    "{package} is {found}, {version} is wanted",
                    package=package,
                    found=found,
                    version=version,
                )
            )
    if wrong:
        return fault(
            name,
            _joined(wrong),
            say("Run the installer again, or `pip install -r requirements.lock`"),
        )
    return ok(
        name,
        say("pegboard {version} has everything it needs.", version=machine.version("pegboard")),
    )


def _joined(wrong: Sequence[Text]) -> Text:
    *others, last = wrong
    return say("{these}; {last}", these=_joined(others), last=last) if others else last


def update(machine: Machine) -> Finding:
    """Tells whether a newer pegboard lies ready."""
    name, version = say("update"), machine.version("pegboard") or "0"
    releases = machine.path("etc/pegboard/releases")
    if not releases.exists():
        return absent(name, say("This board was not told where new versions come from."))
    found = newer(releases, version)
    if found:
        return ok(
            name,
            say(
                "{version} runs; {found} is there: `sudo pegboard update`.",
                version=version,
                found=found,
            ),
        )
    return ok(
        name,
        say(
            "{version} runs; no newer one is known (`pegboard update --check` asks).",
            version=version,
        ),
    )


def recogniser(machine: Machine) -> Finding:
    """Tells whether the weights are those that were tested."""
    name = say("recogniser")
    try:
        facts = json.loads((WEIGHTS / "weights.json").read_text(encoding="utf-8"))["weights"]
        wrong = [file for file, told in facts.items() if _hash(WEIGHTS / file) != told["sha256"]]
    except (OSError, ValueError, KeyError) as error:
        wrong = [str(error)]
    if wrong:
        return fault(
            name,
            say("The recogniser's files are damaged: {files}", files=", ".join(wrong)),
            say("Install pegboard again; if it comes back, the card is failing"),
        )
    return ok(name, say("Its {n} files are whole.", n=len(facts)))


def _hash(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def camera(machine: Machine) -> Finding:
    """Tells whether there is a camera, and whether it may be used."""
    name, source = say("camera"), machine.config.camera.source
    if source == "none":
        return absent(name, say("It is switched off ([camera] source)."))
    there = cameras(machine.root, machine.may, machine.installed)
    address = Health("camera", source).address_to_show
    if Health("camera", source).simulated:
        blocked = [each for each in there if each.problem]
        if blocked:
            return fault(
                name, say("{camera} cannot be used", camera=blocked[0].name), blocked[0].problem
            )
        return absent(name, say("There is none: COUNT reads sample pictures."))
    problem = next((each.problem for each in there if each.address == source), "")
    if problem:
        return fault(name, say("{address} cannot be used", address=address), problem)
    if source.startswith("v4l:/") and not machine.path(source[4:]).exists():
        return fault(
            name, say("{device} is not there", device=source[4:]), say("Plug the camera in")
        )
    return ok(
        name, say("{address}; `pegboard camera check` measures focus and light.", address=address)
    )


def picamera(machine: Machine) -> Finding:
    """Tells whether picamera2 is the system's: one from pip breaks when the system is updated."""
    name = say("picamera2")
    if not machine.config.camera.source.startswith("picamera:"):
        return absent(name, say("The camera is not on the ribbon cable."))
    if not machine.installed("picamera2"):
        return fault(
            name,
            say("picamera2 is not in this virtual environment"),
            say(
                "`sudo apt install python3-picamera2`, and make the environment "
                "with `python3 -m venv --system-site-packages`"
            ),
        )
    if not machine.installed("libcamera"):
        return fault(
            name,
            say("picamera2 is there but libcamera is not: it came from pip"),
            say(
                "`pip uninstall picamera2`, `sudo apt install python3-picamera2`, "
                "and an environment made with --system-site-packages"
            ),
        )
    return ok(name, say("It is the system's."))


def start(machine: Machine) -> Finding:
    """Tells whether the service runs in safe mode."""
    name = say("safe mode")
    if machine.safe is not None:
        return fault(
            name,
            say(
                "The board runs in safe mode, with simulated devices: {why}",
                why=localize_error(machine.safe),
            ),
            say(
                "Mend what else is named here, then start normally: by the button "
                "on the page, or `sudo systemctl restart pegboard`"
            ),
            "start normally",
        )
    return ok(name, say("The board starts normally."))


def reset_request(machine: Machine) -> Finding:
    """Tells whether a reset was asked for at the board and not done yet."""
    name = say("reset")
    if factory_reset.asked(machine.state):
        return warning(
            name,
            say("A reset of network and pairing was asked for at the board (UNDO and COUNT)"),
            say("Restart the board to have it done, or forget the wish"),
            "forget the reset",
        )
    return ok(name, say("None was asked for."))


def unit(machine: Machine) -> Finding:
    """Returns how systemd sees the service."""
    name = say("service")
    said = machine.answer(
        ["systemctl", "show", "pegboard", "-p", "LoadState,ActiveState,NRestarts,Result"]
    )
    facts = dict(line.split("=", 1) for line in (said or "").splitlines() if "=" in line)
    if facts.get("LoadState") != "loaded":
        return absent(name, say("pegboard is not installed as a service on this machine."))
    state, restarts = facts.get("ActiveState", ""), facts.get("NRestarts", "0")
    if state == "failed":
        return fault(
            name,
            say(
                "The service has failed ({why})", why=facts.get("Result") or say("no reason given")
            ),
            say("{log} says why; `sudo systemctl restart pegboard` tries again", log=machine.log),
        )
    if state != "active":
        return warning(
            name, say("The service is {state}", state=state), say("`sudo systemctl start pegboard`")
        )
    if restarts not in ("0", ""):
        return warning(
            name,
            say("The service had to be restarted {restarts} times", restarts=restarts),
            say("{log} says why", log=machine.log),
        )
    return ok(name, say("It runs."))


def devices(machine: Machine) -> list[Finding]:
    """Returns how the running service finds its devices, one finding each."""
    if machine.live is None:
        return [
            absent(say("devices"), say("No pegboard runs here; a running one tells how they are."))
        ]
    found = []
    for device in machine.live:
        name = say("{name} now", name=device.name)
        if device.fault is None:
            says = device.says or device.address_to_show or say("It works")
            if not isinstance(says, Text):
                says = says.rstrip(".")
            found.append(ok(name, say("{says}.", says=says)))
        else:
            wrong, cure = sentences(device.fault)
            found.append(fault(name, wrong, cure or say("It is tried again by itself")))
    return found
