"""Checks of the page's port, the host name and the clock."""

from datetime import UTC, datetime

from pegboard.config import WebConfig
from pegboard.http.host_names import AVAHI, AVAHI_QUERY, announced_name, plain_name
from pegboard.i18n import Message, _
from pegboard.notice import Notice
from pegboard.ops.doctor.probe import SystemProbe
from pegboard.ops.doctor.topic import Topic

LOOPBACK = ("127.0.0.1", "localhost", "::1")
MADE = datetime(2026, 1, 1, tzinfo=UTC).timestamp()
"""Earliest time that a correct clock can show, in seconds since 1970."""
JUMP_S = 120.0
PAGE = Topic("page", _("page"))


def page(machine: SystemProbe) -> Notice:
    """Checks that the page is served, or that its port is free."""
    topic, web = PAGE, machine.config.web
    where = f"http://{web.host}:{web.port}/"
    if machine.live is not None:
        return _reach(machine, _("The page answers"))
    body = machine.fetch(where + "healthz")
    if body is None:
        return _reach(
            machine, _("No pegboard is running; its page will be at {where}", where=where)
        )
    if body.strip() == "ok":
        return _reach(machine, _("A running pegboard answers at {where}", where=where))
    return topic.warning(
        "port-taken",
        _(
            ("Another program is using port {port}: pegboard takes the next free one"),
            port=web.port,
        ),
        _(
            (
                "Stop that program (`sudo ss -ltnp sport = :{port}` names "
                "it), or set another port under [web]"
            ),
            port=web.port,
        ),
    )


def _reach(machine: SystemProbe, text: Message) -> Notice:
    if _is_alone(machine.config.web):
        return PAGE.ok(
            _("{says}, on this machine only (“Menu, Settings” lets phones in)", says=text),
        )
    return PAGE.ok(_("{says}.", says=text))


def _is_alone(web: WebConfig) -> bool:
    """Returns whether the page is limited to this machine."""
    return web.host in LOOPBACK and not web.phones


def host_name(machine: SystemProbe) -> Notice:
    """Checks that phones can resolve the board's name."""
    topic = Topic("host-name", _("name"))
    if _is_alone(machine.config.web):
        return topic.absent(_("The page is available on this machine only."))
    usual = f"{machine.host.partition('.')[0]}.local"
    if not machine.path(AVAHI).exists():
        return topic.warning(
            "no-avahi",
            _(
                ("avahi is not running: phones cannot find {host}.local and need the address"),
                host=machine.host,
            ),
            _("`sudo apt install avahi-daemon`"),
        )
    announced = announced_name(machine.answer(AVAHI_QUERY)) or usual
    if announced != plain_name(usual):
        return topic.warning(
            "name-taken",
            _(
                "Another device is called {usual}: phones find this one at http://{name}:{port}/",
                usual=usual,
                name=announced,
                port=machine.config.web.port,
            ),
            _("Name this one differently: `sudo hostnamectl set-hostname NAME`, then restart it"),
        )
    return topic.ok(
        _(
            "Phones can find it at http://{host}.local:{port}/",
            host=machine.host,
            port=machine.config.web.port,
        ),
    )


def clock(machine: SystemProbe) -> Notice:
    """Checks that the clock is set, because a Pi has no battery-backed clock."""
    topic, now = Topic("clock", _("clock")), machine.wall()
    cure = _(
        "Connect the network, or run `sudo date -s '2026-12-31 "
        "18:00'`; a clock module keeps the time"
    )
    time = datetime.fromtimestamp(now, UTC).strftime("%Y-%m-%d %H:%M UTC")
    if now < MADE:
        return topic.fault("unset", _("The clock says {time}", time=time), cure)
    latest = machine.games.latest_at if machine.games else None
    if latest is not None and latest > now + JUMP_S:
        ahead = (latest - now) / 3600
        return topic.fault(
            "behind",
            _(
                "The clock says {time}, {ahead:.1f} hours before the latest entry",
                time=time,
                ahead=ahead,
            ),
            cure,
        )
    if machine.began is not None:
        wall, monotonic = machine.began
        jump = (now - wall) - (machine.monotonic() - monotonic)
        if abs(jump) > JUMP_S:
            return topic.warning(
                "jumped",
                _(
                    ("The clock has jumped by {minutes:+.0f} minutes since the service started"),
                    minutes=jump / 60,
                ),
                _(
                    "Nothing to do if the network has just set it; the times of earlier games may "
                    "be wrong"
                ),
            )
    if machine.path("run/systemd/timesync/synchronized").exists():
        return topic.ok(_("{time}, set by the network.", time=time))
    answer = machine.answer(["timedatectl", "show", "-p", "NTPSynchronized", "--value"])
    if answer == "no":
        return topic.warning(
            "not-synchronised",
            _("{time}, not set by the network", time=time),
            _("`sudo timedatectl set-ntp true`"),
        )
    if answer is None:
        return topic.absent(_("{time}; this machine cannot tell if that is right.", time=time))
    return topic.ok(_("{time}, set by the network.", time=time))
