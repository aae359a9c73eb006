"""The camera as a separate systemd unit, which starts a camera process for each connection.

    python -m pegboard.camera.unit [SOCKET]

The first line is the camera's address; then the connection is the standard input and output of
a `pegboard.camera.process`. When the client disconnects, the process is killed, even if it hangs in
a driver; when the process ends, the connection closes. There is one camera, and the latest client
gets it, so a restarted board need not wait for its old connection to end.

Without a path it uses the socket that systemd passes (`sd_listen_fds(3)`), and exits after some
time without a connection; the next connection starts it again.
"""

import os
import select
import socket
import subprocess
import sys
from pathlib import Path

from pegboard.devices.cameras import ADDRESS
from pegboard.devices.notices import without_password

FIRST_FD = 3
"""First file descriptor that systemd passes."""
IDLE_S = 300.0
"""Seconds without a connection after which the unit exits to free its memory."""
ADDRESS_BYTES = 4096
ADDRESS_S = 5.0
"""Seconds within which a client must send the address."""
CAMERA_PROCESS = (sys.executable, "-m", "pegboard.camera.process")


class Session:
    """One connection, with its camera process."""

    def __init__(self, connection: socket.socket, command: tuple[str, ...]) -> None:
        """Starts the process.

        Raises:
            ValueError: the first line is not an address.
            OSError: the connection or the process failed.
        """
        self.connection = connection
        connection.settimeout(ADDRESS_S)
        address = _read_line(connection)
        connection.settimeout(None)
        end = connection.fileno()
        self.process = subprocess.Popen(
            [*command, without_password(address)],
            stdin=end,
            stdout=end,
            env=os.environ | {ADDRESS: address},
        )
        self.ends = os.pidfd_open(self.process.pid)

    def close(self) -> None:
        """Kills the process and closes the connection."""
        self.process.kill()
        self.process.wait()
        os.close(self.ends)
        self.connection.close()


def _read_line(connection: socket.socket) -> str:
    """Returns the first line and reads nothing beyond it: the rest is for the process."""
    line = bytearray()
    while not line.endswith(b"\n"):
        byte = connection.recv(1)
        if not byte or len(line) == ADDRESS_BYTES:
            raise ValueError("no camera address was said")
        line += byte
    address = line.decode().strip()
    if not address or address.startswith("-") or "\0" in address:
        raise ValueError(f"{address!r} is no camera address")
    return address


def serve_camera(
    listener: socket.socket,
    *,
    idle_s: float | None,
    command: tuple[str, ...] = CAMERA_PROCESS,
) -> None:
    """Serves the camera until it has been idle for `idle_s` seconds; for ever if that is None."""
    session: Session | None = None
    try:
        while True:
            poll = select.poll()
            poll.register(listener, select.POLLIN)
            if session is not None:
                poll.register(session.ends, select.POLLIN)
                poll.register(session.connection, select.POLLRDHUP)
            busy = session is not None or idle_s is None
            ready = {fd for fd, _ in poll.poll(None if busy else (idle_s or 0) * 1000)}
            if not ready:
                return
            if session is not None:  # process ended, client left, or another client came
                session.close()
                session = None
            if listener.fileno() in ready:
                try:
                    connection, _ = listener.accept()
                except OSError:
                    return  # the socket was shut down
                try:
                    session = Session(connection, command)
                except (OSError, ValueError) as error:
                    print(f"camera: {error}", file=sys.stderr, flush=True)
                    connection.close()
    finally:
        if session is not None:
            session.close()


def main(args: list[str]) -> int:
    """Serves on the socket that the arguments name, or that systemd passes."""
    if args:
        path = Path(args[0])
        path.unlink(missing_ok=True)
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(args[0])
            path.chmod(0o600)
            listener.listen(1)
            serve_camera(listener, idle_s=None)
    elif os.environ.get("LISTEN_PID") == str(os.getpid()) and os.environ.get("LISTEN_FDS") == "1":
        for name in ("LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"):
            os.environ.pop(name, None)
        with socket.socket(fileno=FIRST_FD) as listener:
            serve_camera(listener, idle_s=IDLE_S)
    else:
        print("camera: name a socket, or let systemd start this by its own", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(0)
