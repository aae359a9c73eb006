"""The page's port and name, and the clock that the network sets."""

from datetime import UTC, datetime

from pegboard.doctor.finding import Finding, absent, fault, ok, warning
from pegboard.doctor.machine import Machine

LOOPBACK = ("127.0.0.1", "localhost", "::1")
MADE = datetime(2026, 1, 1, tzinfo=UTC).timestamp()
"""No clock that is right stands before this."""
JUMP_S = 120.0


def page(machine: Machine) -> Finding:
    """Whether the page answers, or could."""
    name, web = "page", machine.config.web
    where = f"http://{web.host}:{web.port}/"
    if machine.live is not None:
        return _reach(machine, "The page answers")
    said = machine.fetch(where + "healthz")
    if said is None:
        return _reach(machine, f"No pegboard runs here now; its page will be at {where}")
    if said.strip() == "ok":
        return _reach(machine, f"A running pegboard answers at {where}")
    return warning(
        name,
        f"Another program has port {web.port}: pegboard takes the next free one",
        f"Stop that program (`sudo ss -ltnp sport = :{web.port}` names it), or write another port "
        "under [web]",
    )


def _reach(machine: Machine, says: str) -> Finding:
    if machine.config.web.host in LOOPBACK:
        return ok("page", f'{says}, for this machine alone ([web] host = "0.0.0.0" lets others in)')
    return ok("page", f"{says}.")


def host_name(machine: Machine) -> Finding:
    """Whether phones find the board by its name."""
    name = "name"
    if machine.config.web.host in LOOPBACK:
        return absent(name, "The page is for this machine alone.")
    if not machine.path("run/avahi-daemon/pid").exists():
        return warning(
            name,
            f"No avahi runs: phones do not find {machine.host}.local and need the address",
            "`sudo apt install avahi-daemon`",
        )
    return ok(name, f"Phones find it at http://{machine.host}.local:{machine.config.web.port}/")


def clock(machine: Machine) -> Finding:
    """Whether the clock is right: a Pi has none that runs without power."""
    name, now = "clock", machine.wall()
    cure = "Connect the network, or `sudo date -s '2026-12-31 18:00'`; a clock module keeps time"
    told = datetime.fromtimestamp(now, UTC).strftime("%Y-%m-%d %H:%M UTC")
    if now < MADE:
        return fault(name, f"The clock says {told}", cure)
    latest = machine.games.latest_at if machine.games else None
    if latest is not None and latest > now + JUMP_S:
        ahead = (latest - now) / 3600
        return fault(
            name, f"The clock says {told}, {ahead:.1f} hours before the latest entry", cure
        )
    if machine.began is not None:
        wall, monotonic = machine.began
        jump = (now - wall) - (machine.monotonic() - monotonic)
        if abs(jump) > JUMP_S:
            return warning(
                name,
                f"The clock jumped by {jump / 60:+.0f} minutes since the service began",
                "Nothing, if it was the network that set it once; times of games before may be off",
            )
    if machine.path("run/systemd/timesync/synchronized").exists():
        return ok(name, f"{told}, set by the network.")
    said = machine.answer(["timedatectl", "show", "-p", "NTPSynchronized", "--value"])
    if said == "no":
        return warning(name, f"{told}, not set by the network", "`sudo timedatectl set-ntp true`")
    if said is None:
        return absent(name, f"{told}; nobody here knows whether that is right.")
    return ok(name, f"{told}, set by the network.")
