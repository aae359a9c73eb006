"""A real PostgreSQL in a temporary folder, reached by socket and password.

It refuses to run as root, so there it runs as `nobody`, who owns the folder. Tests that start it
belong to the group `hall`.
"""

import os
import secrets
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tests.support.waiting import wait_until

if TYPE_CHECKING:
    from psycopg import Connection

    from pegboard.hall.store.postgres import PostgresStore

INSTALLED = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda p: int(p.parent.name))
WAIT_S = 30.0


class Postgres:
    """A server that can be killed and restarted with its committed data."""

    def __init__(self, folder: Path, *options: str) -> None:
        assert INSTALLED, "PostgreSQL is missing: .ci/setup test hall"
        self._programs, self.folder, self._options = INSTALLED[-1], folder, options
        self.password = secrets.token_hex(8)
        self.password_file = folder / "password"
        self.password_file.write_text(f"{self.password}\n")
        self._user = "nobody" if os.geteuid() == 0 else None
        if self._user:
            for path in (folder, self.password_file):
                shutil.chown(path, self._user)
        self._program(
            *("initdb", "-D", "data", "-U", "hall", "-A", "scram-sha-256", "-E", "UTF8"),
            *("--locale=C.UTF-8", "--no-sync", f"--pwfile={self.password_file}"),
        )
        self._process: subprocess.Popen[bytes] | None = None
        self._databases = 0
        self.start()

    def _program(self, name: str, *arguments: str) -> None:
        command = [str(self._programs / name), *arguments]
        group = "nogroup" if self._user else None
        ran = subprocess.run(
            command, cwd=self.folder, capture_output=True, text=True, user=self._user,
            group=group, extra_groups=[] if self._user else None,
        )  # fmt: skip
        assert ran.returncode == 0, ran.stderr + ran.stdout

    def start(self) -> None:
        """Starts the server and waits until it accepts connections."""
        command = [
            *(str(self._programs / "postgres"), "-D", "data", "-k", str(self.folder)),
            *("-c", "listen_addresses=", *self._options),
        ]
        group = "nogroup" if self._user else None
        log = self.folder / "log"
        with log.open("ab") as to:
            self._process = subprocess.Popen(
                command, cwd=self.folder, stdout=to, stderr=to, user=self._user, group=group,
                extra_groups=[] if self._user else None,
            )  # fmt: skip
        wait_until(self._answers, lambda: f"the server ({log.read_text()})", every_s=0.02)

    def _answers(self) -> bool:
        from psycopg import OperationalError

        try:
            self.connect("postgres").close()
        except OperationalError:
            running = self._process is not None and self._process.poll() is None
            assert running, (self.folder / "log").read_text()
            return False
        return True

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stops the server: SIGINT disconnects clients, SIGQUIT simulates a crash."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(WAIT_S)
            self._process = None

    def url(self, database: str) -> str:
        """Returns the database URL for the hall; the password is in a file."""
        return f"postgresql://hall@/{database}?host={self.folder}"

    def connect(self, database: str) -> "Connection[tuple[object, ...]]":
        from psycopg import connect

        return connect(self.url(database), password=self.password, autocommit=True)

    def new_database(self, encoding: str = "UTF8") -> str:
        """Creates an empty database; returns its URL."""
        self._databases += 1
        name = f"hall{self._databases}"
        locale = "" if encoding == "UTF8" else " locale 'C'"
        with self.connect("postgres") as db:
            db.execute(
                f"create database {name} encoding '{encoding}'{locale} template template0".encode()
            )
        return self.url(name)


def open_store(url: str, password: str | None) -> "PostgresStore":
    """Opens a store, importing the driver lazily: only the group `hall` has it."""
    from pegboard.hall.store.postgres import PostgresStore

    return PostgresStore(url, password)


@contextmanager
def postgres(*options: str) -> Iterator[Postgres]:
    """Runs a server for the duration of the block."""
    # Not pytest's folder: the name of a socket has room for 107 characters.
    with tempfile.TemporaryDirectory(prefix="pegboard-pg-", ignore_cleanup_errors=True) as name:
        running = Postgres(Path(name), *options)
        try:
            yield running
        finally:
            running.stop()
