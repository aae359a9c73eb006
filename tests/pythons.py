"""The wheel, and the fast tests, on every Python that is supported: `python -m tests.pythons`.

    python -m tests.pythons [VERSION…] [-- PYTEST ARGUMENTS…]

Pythons are looked for on PATH and in pyenv's folder; a supported one that is not here is named.
Debian 12's picamera2 wants numpy 1, so there is a fourth row: 3.11 with the lock of that age.
Environments are kept in build/pythons, and made anew when their lock changes.
"""

import hashlib
import os
import subprocess
import sys
import time
from pathlib import Path

from tests import wheels
from tests.wheels import ROOT

SUPPORTED = ("3.11", "3.12", "3.13")
FOLDER = ROOT / "build" / "pythons"
FAST = ["-q", "-m", "not slow and not browser", "-p", "no:cacheprovider"]
OLD = "3.11-numpy1"
SAMPLE = "pegboard/cameras/samples/hand-1.jpg"
PIP = ["-m", "pip", "--disable-pip-version-check", "--quiet", "install"]


def interpreter(version: str) -> str | None:
    """A Python of this version."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    found = sorted(pyenv.glob(f"versions/{version}.*/bin/python{version}"))
    for candidate in (*map(str, found), f"python{version}"):
        try:
            said = subprocess.run([candidate, "-V"], capture_output=True, text=True)
        except OSError:
            continue
        if said.returncode == 0 and f" {version}." in said.stdout:
            return candidate
    return None


def environment(name: str, python: str, wheel: Path) -> Path:
    """An environment with what the tests want, the wheel and what is locked for it; its Python."""
    locks = [ROOT / "requirements-dev.lock"]
    if name == OLD:
        locks.append(ROOT / "systemd" / "numpy1.lock")
    sums = "".join(hashlib.sha256(lock.read_bytes()).hexdigest() for lock in locks)
    folder = FOLDER / name
    own, mark = folder / "bin" / "python", folder / ".ready"
    if not mark.exists() or mark.read_text() != sums:
        print(f"{name}: installing", file=sys.stderr, flush=True)
        subprocess.run([python, "-m", "venv", "--clear", str(folder)], check=True)
        for lock in locks:
            subprocess.run(
                [str(own), *PIP, "--no-deps", "--require-hashes", "-r", str(lock)], check=True
            )
        mark.write_text(sums)
    again = ["--no-deps", "--no-index", "--force-reinstall"]
    subprocess.run([str(own), *PIP, *again, str(wheel)], check=True)
    return own


def proved(name: str, python: Path, arguments: list[str]) -> str:
    """What is wrong on it; nothing where all is well."""
    program = str(python.with_name("pegboard"))
    for words in (["demo", "--headless", "--speed", "0"], ["count", str(ROOT / SAMPLE)]):
        done = subprocess.run([program, *words], cwd="/", capture_output=True, text=True)
        if done.returncode:
            return f"pegboard {words[0]}: {done.stderr.strip()}"
    tests = subprocess.run([str(python), "-m", "pytest", *arguments], cwd=ROOT)
    return "" if tests.returncode == 0 else f"tests: exit code {tests.returncode}"


def main(words: list[str]) -> int:
    """Each of them; 0 where all are well, 1 where one is not, 2 where one is not here."""
    split = words.index("--") if "--" in words else len(words)
    wanted = words[:split] or [*SUPPORTED, OLD]
    arguments = words[split + 1 :] or FAST
    FOLDER.mkdir(parents=True, exist_ok=True)
    wheel = wheels.build(FOLDER)
    results: dict[str, str] = {}
    for name in wanted:
        python = interpreter(name.partition("-")[0])
        begun = time.monotonic()
        if python is None:
            results[name] = "not here"
            continue
        wrong = proved(name, environment(name, python, wheel), arguments)
        results[name] = wrong or f"well, {time.monotonic() - begun:.0f} s"
    for name, says in results.items():
        print(f"{name:12} {says}")
    if any(not says.startswith(("well", "not here")) for says in results.values()):
        return 1
    return 2 if "not here" in results.values() else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
