"""The page's port and name, and the clock that the network sets."""

from datetime import UTC, datetime

from pegboard.i18n import Message, _
from pegboard.ops.doctor.finding import Finding, absent, fault, ok, warning
from pegboard.ops.doctor.probe import SystemProbe

LOOPBACK = ("127.0.0.1", "localhost", "::1")
MADE = datetime(2026, 1, 1, tzinfo=UTC).timestamp()
"""No clock that is right stands before this."""
JUMP_S = 120.0


def page(machine: SystemProbe) -> Finding:
    """Tells whether the page answers, or could."""
    name, web = _("page"), machine.config.web
    where = f"http://{web.host}:{web.port}/"
    if machine.live is not None:
        return _reach(machine, _("The page answers"))
    said = machine.fetch(where + "healthz")
    if said is None:
        return _reach(
            machine, _("No pegboard is running; its page will be at {where}", where=where)
        )
    if said.strip() == "ok":
        return _reach(machine, _("A running pegboard answers at {where}", where=where))
    return warning(
        name,
        _("Another program is using port {port}: pegboard takes the next free one", port=web.port),
        _(
            "Stop that program (`sudo ss -ltnp sport = :{port}` names it), or set another port "
            "under [web]",
            port=web.port,
        ),
    )


def _reach(machine: SystemProbe, says: Message) -> Finding:
    if machine.config.web.host in LOOPBACK:
        return ok(
            _("page"),
            _('{says}, on this machine only ([web] host = "0.0.0.0" lets others in)', says=says),
        )
    return ok(_("page"), _("{says}.", says=says))


def host_name(machine: SystemProbe) -> Finding:
    """Tells whether phones find the board by its name."""
    name = _("name")
    if machine.config.web.host in LOOPBACK:
        return absent(name, _("The page is available on this machine only."))
    if not machine.path("run/avahi-daemon/pid").exists():
        return warning(
            name,
            _(
                "avahi is not running: phones cannot find {host}.local and need the address",
                host=machine.host,
            ),
            _("`sudo apt install avahi-daemon`"),
        )
    return ok(
        name,
        _(
            "Phones can find it at http://{host}.local:{port}/",
            host=machine.host,
            port=machine.config.web.port,
        ),
    )


def clock(machine: SystemProbe) -> Finding:
    """Tells whether the clock is right: a Pi has none that runs without power."""
    name, now = _("clock"), machine.wall()
    cure = _(
        "Connect the network, or run `sudo date -s '2026-12-31 18:00'`; a clock module keeps the "
        "time"
    )
    told = datetime.fromtimestamp(now, UTC).strftime("%Y-%m-%d %H:%M UTC")
    if now < MADE:
        return fault(name, _("The clock says {told}", told=told), cure)
    latest = machine.games.latest_at if machine.games else None
    if latest is not None and latest > now + JUMP_S:
        ahead = (latest - now) / 3600
        return fault(
            name,
            _(
                "The clock says {told}, {ahead:.1f} hours before the latest entry",
                told=told,
                ahead=ahead,
            ),
            cure,
        )
    if machine.began is not None:
        wall, monotonic = machine.began
        jump = (now - wall) - (machine.monotonic() - monotonic)
        if abs(jump) > JUMP_S:
            return warning(
                name,
                _(
                    "The clock has jumped by {minutes:+.0f} minutes since the service started",
                    minutes=jump / 60,
                ),
                _("Nothing, if the network set it once; the times of earlier games may be wrong"),
            )
    if machine.path("run/systemd/timesync/synchronized").exists():
        return ok(name, _("{told}, set by the network.", told=told))
    said = machine.answer(["timedatectl", "show", "-p", "NTPSynchronized", "--value"])
    if said == "no":
        return warning(
            name,
            _("{told}, not set by the network", told=told),
            _("`sudo timedatectl set-ntp true`"),
        )
    if said is None:
        return absent(name, _("{told}; this machine cannot tell if that is right.", told=told))
    return ok(name, _("{told}, set by the network.", told=told))
