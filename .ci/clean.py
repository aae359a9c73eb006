#!/usr/bin/env python3
"""Follows the README on an empty machine: `make test-clean`.

    .ci/clean.py [--suite bookworm|trixie]... [--make TARGET]... [--run-only] [--load] [--keep]

Builds a minimal Debian in a folder and follows the Dockerfile there as Docker would: its packages
(git, make and python3), the commit that is checked out here, `make setup`, `make run`. Before that
it runs `make test` in a fresh clone, with the package registries of this machine; with --make other
targets instead, with --load while every core is busy. Prints each stage's time, CPU seconds,
installed packages, megabytes fetched and megabytes on disk. Fails if a command fails, if a test is
skipped because a tool is missing, or if a Debian package was needed that .ci/packages does not
list. Needs root. Standard library only: it runs before anything is set up.
"""

import argparse
import json
import os
import re
import shutil
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "clean"
KEYS = "/usr/share/keyrings/debian-archive-keyring.gpg"
DOCKERFILE = ROOT / "Dockerfile"
SUITES = ("bookworm", "trixie")
CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"
CONFIGURED = ("/etc/pip.conf", "/root/.config/pip", "/root/.npmrc", CERTIFICATES, "/etc/hosts")
"""Files and folders with package sources and trusted certificates."""
FETCHED = ("var/cache/apt/archives", "var/lib/apt/lists", "root/.cache", "root/.npm/_cacache")
"""Download folders of the Debian, its packages first."""
CARRIED = ("PIP_", "NPM_", "npm_config_", "SSL_CERT", "NODE_EXTRA", "http_proxy", "https_proxy")
"""Prefixes of environment variables with the same meaning."""
PAGE_S, TESTS_S = 300, 3600
STEP = re.compile(r"^(FROM|RUN|COPY|WORKDIR|CMD) (.+)$", re.MULTILINE)
CLONE = "/root/pegboard"
"""Folder of the project in the Dockerfile."""


class CleanError(Exception):
    """A failed stage, named in the message."""


def say(text: str) -> None:
    """Prints one line on stderr, unbuffered."""
    print(text, file=sys.stderr, flush=True)


def mirror() -> str:
    """Returns the address of the Debian mirror that apt uses here."""
    ask = ["apt-get", "indextargets", "--format", "$(REPO_URI)", "Label: Debian"]
    known = subprocess.run(ask, capture_output=True, text=True).stdout.split()
    if not known:
        raise CleanError("apt must know a Debian mirror: run apt-get update first")
    return known[0]


def steps() -> list[tuple[str, str]]:
    """Returns the instructions of the Dockerfile with their arguments.

    Raises:
        CleanError: an instruction is not supported here.
    """
    text = DOCKERFILE.read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    found = [(match[1], match[2]) for match in STEP.finditer(text)]
    if len(found) != len(lines) or ("COPY", f". {CLONE}") not in found:
        raise CleanError(f"{DOCKERFILE.name} must have {STEP.pattern} only, and COPY . {CLONE}")
    return found


def make_root(suite: str, folder: Path) -> None:
    """Builds the empty Debian: the essential packages and apt."""
    trusted = f"[signed-by={KEYS}] {mirror()}"
    # The security suite is left out: this only has to be an empty system.
    command = ["mmdebstrap", "--quiet", "--variant=minbase", "--mode=root", suite, str(folder)]
    if subprocess.run([*command, f"deb {trusted} {suite} main"]).returncode:
        raise CleanError(f"no Debian {suite} could be made")
    # Downloads are kept, so that their size can be measured.
    keep = "APT::Keep-Downloaded-Packages"
    conf = folder / "etc/apt/apt.conf.d"
    (conf / "99keep").write_text(f'{keep} "true";\nBinary::apt-get::{keep} "true";\n')
    for file in Path("/etc/apt/apt.conf.d").iterdir():
        if re.search(r"Acquire::(Check|https?|Retries)|Proxy", file.read_text(), re.IGNORECASE):
            shutil.copy(file, conf)
    shutil.copy("/etc/resolv.conf", folder / "etc/resolv.conf")
    configure(folder)


def configure(root: Path) -> None:
    """Copies this machine's package sources and trusted certificates into the Debian."""
    for place in map(Path, CONFIGURED):
        target = root / str(place).lstrip("/")
        if place.is_dir():
            shutil.copytree(place, target, dirs_exist_ok=True)
        elif place.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(place, target)


def local_registries() -> list[Path]:
    """Returns the local folders in pip's configuration."""
    text = "".join(
        file.read_text()
        for place in map(Path, CONFIGURED[:2])
        for file in ([place] if place.is_file() else place.glob("*") if place.is_dir() else [])
    ) + " ".join(value for name, value in os.environ.items() if name.startswith("PIP_"))
    found = {Path(path) for path in re.findall(r"(?:file://|(?<=[ =]))(/[^\s]+)", text)}
    # The files of an index are next to it.
    return sorted({p.parent if p.name == "simple" else p for p in found if p.is_dir()})


@contextmanager
def mounted(root: Path) -> Iterator[None]:
    """Mounts the kernel's file systems and local registries into the Debian."""
    done: list[Path] = []

    def mount(*options: str, source: str, on: str) -> None:
        target = root / on.lstrip("/")
        target.mkdir(parents=True, exist_ok=True)
        subprocess.run(["mount", *options, source, str(target)], check=True)
        done.append(target)

    try:
        mount("-t", "proc", source="proc", on="/proc")
        mount("-t", "sysfs", "-o", "ro", source="sysfs", on="/sys")
        mount("-t", "tmpfs", "-o", "mode=755", source="tmpfs", on="/dev")
        for name, minor in (("null", 3), ("zero", 5), ("full", 7), ("random", 8), ("urandom", 9)):
            node = root / "dev" / name
            os.mknod(node, stat.S_IFCHR, os.makedev(1, minor))
            node.chmod(0o666)
        for name, to in (("fd", "self/fd"), ("stdin", "self/fd/0"), ("stdout", "self/fd/1")):
            (root / "dev" / name).symlink_to(f"/proc/{to}")
        mount("-t", "devpts", "-o", "newinstance,ptmxmode=666", source="devpts", on="/dev/pts")
        (root / "dev/ptmx").symlink_to("pts/ptmx")
        mount("-t", "tmpfs", source="tmpfs", on="/dev/shm")
        for folder in local_registries():
            mount("--bind", "-o", "ro", source=str(folder), on=str(folder))
        yield
    finally:
        for target in reversed(done):
            subprocess.run(["umount", "-l", str(target)], check=False)


def inside(root: Path, command: str) -> list[str]:
    """Returns a command line that runs in the Debian and ends its own children."""
    kept = {name: value for name, value in os.environ.items() if name.startswith(CARRIED)}
    kept |= {"HOME": "/root", "LANG": "C.UTF-8", "CI": "true", "TERM": "dumb"}
    kept |= {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"}
    words = [f"{name}={value}" for name, value in kept.items()]
    shell = ["env", "-i", *words, "sh", "-c", f"cd {CLONE} 2>/dev/null; {command}"]
    # A PID namespace with its own /proc.
    apart = ["unshare", "--pid", "--fork", "--kill-child", f"--mount-proc={root / 'proc'}"]
    return [*apart, "chroot", str(root), *shell]


def packages(root: Path) -> dict[str, str]:
    """Returns the installed Debian packages: name -> version."""
    lines = subprocess.run(
        ["chroot", str(root), "dpkg-query", "-W", "-f", "${Package} ${Version}\n"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    return dict(line.split(" ", 1) for line in lines)


def manual_packages(root: Path) -> set[str]:
    """Returns the Debian packages marked as manually installed."""
    command = ["chroot", str(root), "apt-mark", "showmanual"]
    return set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())


def listed() -> set[str]:
    """Returns the packages that .ci/packages lists."""
    rows = [line.split() for line in (ROOT / ".ci/packages").read_text().splitlines()]
    return {row[1] for row in rows if row and row[0] != "#"}


def remove(folder: Path) -> None:
    """Unmounts everything below a folder, then removes the folder.

    A killed run leaves its mounts, and this machine's disk may be among them.
    """
    mounts = [line.split()[1] for line in Path("/proc/mounts").read_text().splitlines()]
    for place in reversed(mounts):
        if Path(place).is_relative_to(folder):
            subprocess.run(["umount", "-l", place], check=True)
    subprocess.run(["rm", "-rf", "--one-file-system", str(folder)], check=True)


def megabytes(*places: Path) -> float:
    """Returns the size of files and folders, in MB."""
    files = [file for place in places for file in [place, *place.rglob("*")]]
    return sum(f.lstat().st_size for f in files if f.is_file() and not f.is_symlink()) / 1e6


def end(process: subprocess.Popen[bytes]) -> None:
    """Terminates a process of the Debian, if it still runs."""
    process.terminate()
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def run_the_board(root: Path, log: Path, command: str) -> float:
    """Runs the board until its page is served; returns the seconds it took.

    Raises:
        CleanError: the board exited, or served no page within PAGE_S.
    """
    begun = time.monotonic()
    with log.open("w") as file:
        board = subprocess.Popen(
            inside(root, f"exec {command}"), stdin=subprocess.DEVNULL, stdout=file, stderr=file
        )
        try:
            while time.monotonic() < begun + PAGE_S:
                if board.poll() is not None:
                    raise CleanError(f"{command} ended with {board.returncode}:\n{log.read_text()}")
                address = re.search(r"http://[0-9.]+:[0-9]+/", log.read_text())
                if address:
                    fetch = (
                        "python3 -c 'import urllib.request as r, sys;"
                        'sys.exit(not r.urlopen(sys.argv[1]).read().lstrip().startswith(b"<!"))\' '
                        + address[0]
                    )
                    if subprocess.run(inside(root, fetch)).returncode == 0:
                        return time.monotonic() - begun
                time.sleep(0.2)
            raise CleanError(f"{command} served no page within {PAGE_S} s:\n{log.read_text()}")
        finally:
            end(board)


def run_step(root: Path, command: str) -> None:
    """Runs the command of a RUN line.

    Raises:
        CleanError: the command failed; the message has its output.
    """
    done = subprocess.run(
        inside(root, command), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if done.returncode:
        raise CleanError(f"RUN {command} failed:\n{done.stdout}")


@contextmanager
def load(enabled: bool) -> Iterator[None]:
    """Keeps every core busy, if enabled."""
    loop = [sys.executable, "-c", "while True: pass"]
    busy = [subprocess.Popen(loop) for _ in range(os.cpu_count() or 1) if enabled]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


def cpu_s() -> float:
    """Returns the CPU seconds of all finished child processes."""
    used = os.times()
    return used.children_user + used.children_system


def run_the_tests(root: Path, log: Path, target: str) -> str:
    """Runs a target; returns a line with its times and pytest's summary.

    Raises:
        CleanError: the set-up or a test failed, or one was skipped.
    """
    begun, used = time.monotonic(), cpu_s()
    with log.open("w") as file:
        run = ["timeout", str(TESTS_S), *inside(root, f"exec make {target}")]
        tests = subprocess.Popen(run, stdin=subprocess.DEVNULL, stdout=file, stderr=file)
        set_up_s = 0.0
        try:
            while tests.poll() is None:
                time.sleep(0.2)
                if not set_up_s and "test session starts" in log.read_text(errors="replace"):
                    set_up_s = time.monotonic() - begun
        finally:
            end(tests)
    text = log.read_text(errors="replace")
    took_s = time.monotonic() - begun
    ends = re.findall(r"^=+ (.*(?:passed|failed|error).* in [0-9.]+s.*?) =+$", text, re.MULTILINE)
    last = "; ".join(ends) or "no test ran"
    if tests.returncode:
        raise CleanError(f"make {target} ended with {tests.returncode} ({last}): see {log}")
    skipped = re.findall(r"^SKIPPED .*", text, re.MULTILINE)
    excused = [line for line in skipped if "shared" in line]
    if len(skipped) > len(excused):
        raise CleanError("skipped:\n" + "\n".join(s for s in skipped if s not in excused))
    return (
        f"{took_s:.0f} s from nothing, {set_up_s:.0f} of them set-up; "
        f"{(cpu_s() - used) / 60:.1f} CPU minutes: {last}"
    )


def on_disk_mb(root: Path) -> float:
    """Returns the size of all files in the Debian, in MB."""
    apart = [f"--exclude=./{name}" for name in ("proc", "sys", "dev")]
    done = subprocess.run(
        ["du", "-sxm", *apart, "."], cwd=root, capture_output=True, text=True, check=True
    )
    return float(done.stdout.split()[0])


def clone_afresh(root: Path) -> None:
    """Replaces the clone in the Debian with a fresh one."""
    clone = root / CLONE.lstrip("/")
    remove(clone)
    subprocess.run(["git", "clone", "-q", str(ROOT), str(clone)], check=True)


def test_from_nothing(root: Path, suite: str, options: argparse.Namespace) -> None:
    """Runs the targets in a fresh clone; prints times, packages and sizes.

    Raises:
        CleanError: a target failed.
    """
    places = [root / place for place in FETCHED]
    debs_mb, fetched_mb, there_mb = megabytes(places[0]), megabytes(*places), on_disk_mb(root)
    for target in options.make or ["test"]:
        log = options.folder / f"{suite}-{target}.log"
        with load(options.load):
            say(f"{suite}: make {target}: {run_the_tests(root, log, target)}")
    clone = root / CLONE.lstrip("/")
    wheels = sorted(
        path.name for path in clone.glob(".venv/lib/python3*/site-packages/*.dist-info")
    )
    say(f"{suite}: {len(wheels)} Python packages: {' '.join(w[:-10] for w in wheels)}")
    say(
        f"{suite}: fetched {megabytes(places[0]) - debs_mb:.0f} MB of Debian packages, "
        f"{megabytes(*places) - fetched_mb:.0f} MB in all; {on_disk_mb(root) - there_mb:.0f} MB on "
        f"disk, {megabytes(clone / '.venv', clone / 'build'):.0f} of them in the clone"
    )


def follow_readme(suite: str, options: argparse.Namespace) -> None:
    """Follows the README and the Dockerfile in an empty Debian of one suite.

    Raises:
        CleanError: a stage failed.
    """
    root = options.folder / suite
    remove(root)
    root.parent.mkdir(parents=True, exist_ok=True)
    begun = time.monotonic()
    make_root(suite, root)
    took_s = time.monotonic() - begun
    say(f"{suite}: an empty Debian, {len(packages(root))} packages ({took_s:.0f} s)")
    instructions = steps()
    copied = [name for name, _ in instructions].index("COPY")
    try:
        with mounted(root):
            for name, rest in instructions[:copied]:
                if name == "RUN":
                    run_step(root, rest)
            configure(root)
            before, manual = packages(root), manual_packages(root)
            clone_afresh(root)
            if not options.run_only:
                test_from_nothing(root, suite, options)
                clone_afresh(root)
            for name, rest in instructions[copied:]:
                begun = time.monotonic()
                if name == "RUN":
                    run_step(root, rest)
                    say(f"{suite}: {rest}: {time.monotonic() - begun:.0f} s")
                elif name == "CMD":
                    command = " ".join(json.loads(rest))
                    page_s = run_the_board(root, root.with_suffix(".run.log"), command)
                    say(f"{suite}: {command}: the first page after {page_s:.0f} s")
        after = packages(root)
        new = sorted(set(after) - set(before))
        say(f"{suite}: {len(new)} Debian packages were installed: {' '.join(new)}")
        extra = manual_packages(root) - manual - listed()
        extra = {name for name in extra if not re.fullmatch(r"python3\.[0-9]+-venv", name)}
        if extra:
            raise CleanError(f"needed, but not listed in .ci/packages: {' '.join(sorted(extra))}")
    finally:
        if not options.keep:
            remove(root)


def main() -> int:
    """Follows the README on each suite; returns 1 if any of them failed."""
    parser = argparse.ArgumentParser(description="Follow the README on an empty machine.")
    parser.add_argument("--suite", action="append", choices=SUITES, help="default: both")
    parser.add_argument("--make", action="append", help="a target instead of `test`; repeatable")
    parser.add_argument("--run-only", action="store_true", help="no tests, only the Dockerfile")
    parser.add_argument("--load", action="store_true", help="beside a busy loop on every core")
    parser.add_argument("--folder", type=Path, default=BUILD, help="for the Debian and the logs")
    parser.add_argument("--keep", action="store_true", help="leave the Debian there")
    options = parser.parse_args()
    if os.getuid() != 0:
        say("make test-clean must run as root: it changes its root folder.")
        return 2
    # SIGTERM runs the clean-up, too: children end, mounts and folders go.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    wrong = 0
    for suite in options.suite or SUITES:
        try:
            follow_readme(suite, options)
        except CleanError as error:
            say(f"{suite}: FAILED: {error}")
            wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
