"""A real Mosquitto on loopback, with passwords or TLS, that tests can restart."""

import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.waiting import wait_until

PROGRAM = shutil.which("mosquitto") or "/usr/sbin/mosquitto"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Broker:
    """A broker without persistence: a restart loses retained messages."""

    def __init__(self, folder: Path, lines: str) -> None:
        self.port = free_port()
        self._config = folder / "mosquitto.conf"
        # As root it would become the user mosquitto, who may not read our folder.
        user = "user root\n" if folder.owner() == "root" else ""
        self._config.write_text(f"listener {self.port} 127.0.0.1\npersistence false\n{user}{lines}")
        self._log = folder / "mosquitto.log"
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [PROGRAM, "-c", str(self._config)], stdout=log, stderr=log
            )
        wait_until(self._answers, lambda: f"the broker ({self._log.read_text()})")

    def _answers(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
        except OSError:
            assert self._process is not None and self._process.poll() is None, self._log.read_text()
            return False
        return True

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait(20)
            self._process = None


@contextmanager
def broker(folder: Path, lines: str = "allow_anonymous true\n") -> Iterator[Broker]:
    """Runs a broker for the duration of the block."""
    folder.mkdir(exist_ok=True)
    running = Broker(folder, lines)
    try:
        yield running
    finally:
        running.kill()


def with_password(folder: Path, user: str, password: str) -> str:
    """Returns the configuration of a broker that admits one user."""
    folder.mkdir(exist_ok=True)
    file = folder / "passwords"
    tool = shutil.which("mosquitto_passwd") or "/usr/bin/mosquitto_passwd"
    subprocess.run([tool, "-c", "-b", str(file), user, password], check=True, capture_output=True)
    return f"allow_anonymous false\npassword_file {file}\n"


def with_tls(folder: Path) -> tuple[str, Path]:
    """Returns the configuration of a TLS broker for `localhost`, and its CA certificate."""
    folder.mkdir(exist_ok=True)

    def openssl(*arguments: str) -> None:
        subprocess.run(["openssl", *arguments], check=True, capture_output=True, cwd=folder)

    days = ("-days", "2")
    new = ("req", "-newkey", "rsa:2048", "-nodes")
    openssl(*new, "-x509", *days, "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=A test CA")
    openssl(*new, "-keyout", "key.pem", "-out", "asked.pem", "-subj", "/CN=localhost")
    (folder / "names").write_text("subjectAltName=DNS:localhost\n")
    openssl(
        *("x509", "-req", "-in", "asked.pem", "-CA", "ca.pem", "-CAkey", "ca.key"),
        *("-CAcreateserial", *days, "-extfile", "names", "-out", "cert.pem"),
    )
    assert ssl.create_default_context(cafile=str(folder / "ca.pem"))
    lines = f"certfile {folder / 'cert.pem'}\nkeyfile {folder / 'key.pem'}\n"
    return f"allow_anonymous true\n{lines}", folder / "ca.pem"
