"""Python, the packages, the recogniser's weights, the camera, the service's own start."""

import hashlib
import json
from pathlib import Path

import pegboard
from pegboard import reset
from pegboard.cameras.found import cameras
from pegboard.doctor.finding import Finding, absent, fault, ok, warning
from pegboard.doctor.machine import Machine
from pegboard.doctor.versions import least, newer, numbers
from pegboard.snapshot import Health

PYTHONS = ((3, 11), (3, 13))
WEIGHTS = Path(pegboard.__file__).parent / "vision"


def configuration(machine: Machine) -> Finding:
    """Whether the configuration file can be used."""
    name = "configuration"
    if machine.config_says:
        file = machine.config_file or "FILE"
        return fault(name, machine.config_says, f"Correct it; `pegboard config check {file}`")
    if machine.config_file is None:
        return ok(name, "None was given: everything is as usual.")
    return ok(name, f"{machine.config_file} can be read.")


def python(machine: Machine) -> Finding:
    """Whether Python is one we run on."""
    name = "Python"
    found = ".".join(map(str, machine.python))
    if machine.bits != 64:
        return fault(
            name,
            f"Python {found} is a 32-bit program",
            "Install the 64-bit Raspberry Pi OS: OpenCV and others are not made for 32 bits",
        )
    oldest, newest = PYTHONS
    if not oldest <= machine.python[:2] <= newest:
        return fault(
            name,
            f"Python {found} is not one that pegboard is tested with (3.11 to 3.13)",
            "Make the virtual environment with one of those",
        )
    return ok(name, f"{found}, 64-bit, on {machine.processor}.")


def packages(machine: Machine) -> Finding:
    """Whether every package is there and new enough."""
    name = "packages"
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
            wrong.append(f"{package} is missing")
        elif numbers(found) < numbers(version):
            wrong.append(f"{package} is {found}, {version} is wanted")
    if wrong:
        return fault(
            name,
            "; ".join(wrong),
            "Run the installer again, or `pip install -r requirements.lock`",
        )
    return ok(name, f"pegboard {machine.version('pegboard')} has everything it needs.")


def update(machine: Machine) -> Finding:
    """Whether a newer pegboard lies ready."""
    name, version = "update", machine.version("pegboard") or "0"
    releases = machine.path("etc/pegboard/releases")
    if not releases.exists():
        return absent(name, "This board was not told where new versions come from.")
    found = newer(releases, version)
    if found:
        return ok(name, f"{version} runs; {found} is there: `sudo pegboard update`.")
    return ok(name, f"{version} runs; no newer one is known (`pegboard update --check` asks).")


def recogniser(machine: Machine) -> Finding:
    """Whether the weights are those that were tested."""
    name = "recogniser"
    try:
        facts = json.loads((WEIGHTS / "weights.json").read_text(encoding="utf-8"))["weights"]
        wrong = [file for file, told in facts.items() if _hash(WEIGHTS / file) != told["sha256"]]
    except (OSError, ValueError, KeyError) as error:
        wrong = [str(error)]
    if wrong:
        return fault(
            name,
            f"The recogniser's files are damaged: {', '.join(wrong)}",
            "Install pegboard again; if it comes back, the card is failing",
        )
    return ok(name, f"Its {len(facts)} files are whole.")


def _hash(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def camera(machine: Machine) -> Finding:
    """Whether there is a camera, and whether it may be used."""
    name, source = "camera", machine.config.camera.source
    if source == "none":
        return absent(name, "It is switched off ([camera] source).")
    there = cameras(machine.root, machine.may, machine.installed)
    address = Health("camera", source, True, "").address_to_show
    if Health("camera", source, True, "").simulated:
        blocked = [each for each in there if each.problem]
        if blocked:
            return fault(name, f"{blocked[0].name} cannot be used", blocked[0].problem)
        return absent(name, "There is none: COUNT reads sample pictures.")
    problem = next((each.problem for each in there if each.address == source), "")
    if problem:
        return fault(name, f"{address} cannot be used", problem)
    if source.startswith("v4l:/") and not machine.path(source[4:]).exists():
        return fault(name, f"{source[4:]} is not there", "Plug the camera in")
    return ok(name, f"{address}; `pegboard camera check` measures focus and light.")


def picamera(machine: Machine) -> Finding:
    """Whether picamera2 is the system's: one from pip breaks when the system is updated."""
    name = "picamera2"
    if not machine.config.camera.source.startswith("picamera:"):
        return absent(name, "The camera is not on the ribbon cable.")
    if not machine.installed("picamera2"):
        return fault(
            name,
            "picamera2 is not in this virtual environment",
            "`sudo apt install python3-picamera2`, and make the environment with "
            "`python3 -m venv --system-site-packages`",
        )
    if not machine.installed("libcamera"):
        return fault(
            name,
            "picamera2 is there but libcamera is not: it came from pip",
            "`pip uninstall picamera2`, `sudo apt install python3-picamera2`, and an environment "
            "made with --system-site-packages",
        )
    return ok(name, "It is the system's.")


def start(machine: Machine) -> Finding:
    """Whether the service runs in safe mode."""
    name = "safe mode"
    if machine.safe:
        return fault(
            name,
            f"The board runs in safe mode, with simulated devices: {machine.safe}",
            "Mend what else is named here, then start normally: by the button on the page, or "
            "`sudo systemctl restart pegboard`",
            "start normally",
        )
    return ok(name, "The board starts normally.")


def reset_request(machine: Machine) -> Finding:
    """Whether a reset was asked for at the board and not done yet."""
    name = "reset"
    if reset.asked(machine.state):
        return warning(
            name,
            "A reset of network and pairing was asked for at the board (UNDO and COUNT)",
            "Restart the board to have it done, or forget the wish",
            "forget the reset",
        )
    return ok(name, "None was asked for.")


def unit(machine: Machine) -> Finding:
    """How systemd sees the service."""
    name = "service"
    said = machine.answer(
        ["systemctl", "show", "pegboard", "-p", "LoadState,ActiveState,NRestarts,Result"]
    )
    facts = dict(line.split("=", 1) for line in (said or "").splitlines() if "=" in line)
    if facts.get("LoadState") != "loaded":
        return absent(name, "pegboard is not installed as a service on this machine.")
    state, restarts = facts.get("ActiveState", ""), facts.get("NRestarts", "0")
    if state == "failed":
        return fault(
            name,
            f"The service has failed ({facts.get('Result', 'no reason given')})",
            f"{machine.log} says why; `sudo systemctl restart pegboard` tries again",
        )
    if state != "active":
        return warning(name, f"The service is {state}", "`sudo systemctl start pegboard`")
    if restarts not in ("0", ""):
        return warning(
            name, f"The service had to be restarted {restarts} times", f"{machine.log} says why"
        )
    return ok(name, "It runs.")


def devices(machine: Machine) -> list[Finding]:
    """How the running service finds its devices, one finding each."""
    if machine.live is None:
        return [absent("devices", "No pegboard runs here; a running one tells how they are.")]
    found = []
    for device in machine.live:
        name = f"{device.name} now"
        if device.ok:
            says = device.says or device.address_to_show or "It works"
            found.append(ok(name, says.rstrip(".") + "."))
        else:
            wrong, _, cure = device.says.partition(": ")
            cure = cure or "It is tried again by itself"
            found.append(fault(name, wrong[:1].upper() + wrong[1:], cure))
    return found
