"""Runs wheel and fast tests on every supported Python.

    python -m tests.tools.pythons

    python -m tests.tools.pythons [--short] [VERSION…] [-- PYTEST ARGUMENTS…]

Pythons are looked for on PATH, in pyenv's folder, and in build/, where `.ci/setup pythons` puts
3.13; a supported one that is not here is named. Debian 12's picamera2 needs numpy 1, so there is a
fourth row: 3.11 with the lock of that age. `--short` runs the two rows that have differed (3.13 and
numpy 1) with the tests that found it: sums on arrays, pictures, encryption, databases, the service.
Environments are kept in build/pythons, and made anew when their lock changes.
"""

import hashlib
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.support import wheels
from tests.support.paths import ROOT

SUPPORTED = ("3.11", "3.12", "3.13")
FOLDER = ROOT / "build" / "pythons"
FAST = ["-q", "--group=core", "-m", "not slow", "-p", "no:cacheprovider"]
OLD = "3.11-numpy1"
SHORT_ROWS = ("3.13", OLD)
SHORT_TESTS = (
    "cli/test_count.py cli/test_score.py i18n mqtt players/test_players.py service/test_service.py "
    "storage/test_backup.py storage/test_journal.py test_config.py vision/test_vision.py "
    "web/test_websocket.py"
).split()
SAMPLE = "pegboard/devices/cameras/samples/hand-1.jpg"


def interpreter(version: str) -> str | None:
    """Returns an interpreter of this version."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    found = sorted(pyenv.glob(f"versions/{version}.*/bin/python{version}"))
    fetched = ROOT / "build" / f"python{version}" / f"python{version}"
    for candidate in (*map(str, found), f"python{version}", str(fetched.resolve())):
        try:
            version_output = subprocess.run([candidate, "-V"], capture_output=True, text=True)
        except OSError:
            continue
        if version_output.returncode == 0 and f" {version}." in version_output.stdout:
            return candidate
    return None


def environment(name: str, python: str, wheel: Path) -> Path:
    """Creates an environment with test requirements, wheel and locked packages."""
    locks = [ROOT / "requirements.lock", ROOT / ".ci" / "locks" / "test.lock"]
    if name == OLD:
        locks.append(ROOT / "systemd" / "numpy1.lock")
    sums = "".join(hashlib.sha256(lock.read_bytes()).hexdigest() for lock in locks)
    folder = FOLDER / name
    own, mark = folder / "bin" / "python", folder / ".ready"
    if not mark.exists() or mark.read_text() != sums:
        print(f"{name}: installing", file=sys.stderr, flush=True)
        # Without pip, which Debian keeps apart from its Pythons: ours installs into it.
        subprocess.run([python, "-m", "venv", "--clear", "--without-pip", str(folder)], check=True)
        for lock in locks:
            install(own, "--no-deps", "--require-hashes", "-r", str(lock))
        mark.write_text(sums)
    install(own, "--no-deps", "--no-index", "--force-reinstall", str(wheel))
    return own


def install(python: Path, *arguments: str) -> None:
    """Installs packages for another Python with this one's pip."""
    pip = [sys.executable, "-m", "pip", "--python", str(python), "--disable-pip-version-check"]
    subprocess.run([*pip, "--quiet", "install", *arguments], check=True)


def failure_on(name: str, python: Path, arguments: list[str]) -> str:
    """Tests one environment; returns an error message or an empty string."""
    program = str(python.with_name("pegboard"))
    for words in (["demo", "--headless", "--speed", "0"], ["count", str(ROOT / SAMPLE)]):
        done = subprocess.run([program, *words], cwd="/", capture_output=True, text=True)
        if done.returncode:
            return f"pegboard {words[0]}: {done.stderr.strip()}"
    tests = subprocess.run([str(python), "-m", "pytest", *arguments], cwd=ROOT)
    return "" if tests.returncode == 0 else f"tests: exit code {tests.returncode}"


def main(words: list[str]) -> int:
    """Tests each Python; returns 1 on failure, 2 if one is missing."""
    split = words.index("--") if "--" in words else len(words)
    named = [word for word in words[:split] if word != "--short"]
    short = "--short" in words[:split]
    chosen = named or list(SHORT_ROWS if short else (*SUPPORTED, OLD))
    files = [str(ROOT / "tests" / name) for name in SHORT_TESTS]
    arguments = words[split + 1 :] or [*FAST, *(["-n", "2", *files] if short else ())]
    FOLDER.mkdir(parents=True, exist_ok=True)
    wheel = wheels.build(FOLDER)

    def row(name: str) -> str:
        python = interpreter(name.partition("-")[0])
        begun = time.monotonic()
        if python is None:
            return "not here"
        wrong = failure_on(name, environment(name, python, wheel), arguments)
        return wrong or f"well, {time.monotonic() - begun:.0f} s"

    # Each installs for half of its time, which keeps one core busy.
    with ThreadPoolExecutor(len(chosen) if short else 1) as rows:
        results = dict(zip(chosen, rows.map(row, chosen), strict=True))
    for name, says in results.items():
        print(f"{name:12} {says}")
    if any(not says.startswith(("well", "not here")) for says in results.values()):
        return 1
    return 2 if "not here" in results.values() else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
