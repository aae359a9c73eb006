"""Checks of a hall: key, store, backup, MQTT broker and start with the machine."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pegboard.errors import PegboardError
from pegboard.i18n import _
from pegboard.notice import Notice
from pegboard.ops.doctor.checks import network, software, storage
from pegboard.ops.doctor.probe import SystemProbe
from pegboard.ops.doctor.run import examine
from pegboard.ops.doctor.topic import Topic

BACKUP_DAYS = 8
OTHERS = 0o077
"""Permissions of everybody but the owner."""


@dataclass(frozen=True, slots=True)
class HallFacts:
    """Facts about a hall, from its folder and its running service.

    Attributes:
        folder: folder of the hall.
        key: path of its key file.
        hall: its public key; None if the file has none.
        key_fault: why the key cannot be read; None if the file does not exist.
        boards, entries, events: numbers of these in the store.
        store: True if the store exists.
        store_fault: why it cannot be used, or which entry is damaged.
        backed_up: time of the last backup, seconds since 1970; None for never.
        changed: modification time of the store, if it is a file.
        broker: MQTT broker it reports to; empty for none.
        connected: whether the broker is connected; None if unknown.
    """

    folder: Path
    key: Path
    hall: str | None = None
    key_fault: PegboardError | None = None
    boards: int = 0
    entries: int = 0
    events: int = 0
    store: bool = False
    store_fault: PegboardError | None = None
    backed_up: float | None = None
    changed: float = 0.0
    broker: str = ""
    connected: bool | None = None


def examine_hall(machine: SystemProbe, facts: HallFacts) -> list[Notice]:
    """Returns the findings of every check of a hall, in order."""
    hall_checks: Sequence[Callable[[SystemProbe, HallFacts], Notice]] = (key, store, backup, broker)
    first = (configuration, software.unit, enabled, network.page)
    last = (
        *(network.clock, storage.disk_space, storage.disk, storage.wear, storage.sqlite),
        *(software.python, software.packages),
    )
    return [
        *examine(machine, first),
        *(check(machine, facts) for check in hall_checks),
        *examine(machine, last),
    ]


def configuration(machine: SystemProbe) -> Notice:
    """Checks that the configuration file can be used."""
    topic = Topic("configuration", _("configuration"))
    if machine.config_fault is not None:
        return topic.error(machine.config_fault, _("Fix it, then run this again"))
    return software.configuration(machine)


def enabled(machine: SystemProbe) -> Notice:
    """Checks that an installed hall starts when the machine boots."""
    topic = Topic("hall-start", _("start of the hall"))
    state = machine.answer(["systemctl", "show", machine.unit, "-p", "UnitFileState", "--value"])
    if state is None or state.strip() not in ("enabled", "disabled", "linked"):
        return topic.absent(_("pegboard is not installed as a service on this machine."))
    if state.strip() != "enabled":
        return topic.warning(
            "disabled",
            _("The hall does not start with the machine"),
            _("`sudo systemctl enable {unit}`", unit=machine.unit),
        )
    return topic.ok(_("It starts with the machine."))


def key(machine: SystemProbe, facts: HallFacts) -> Notice:
    """Checks that the hall's key exists and is readable by nobody else."""
    topic = Topic("hall-key", _("key of the hall"))
    if facts.key_fault is not None:
        return topic.fault(
            "unusable",
            _("{file} is not a key: {why}", file=str(facts.key), why=str(facts.key_fault)),
            _("Restore a backup into a new folder: `pegboard hall restore FILE --folder FOLDER`"),
        )
    if facts.hall is None:
        return topic.absent(_("There is none yet in {folder}.", folder=str(facts.folder)))
    if facts.key.stat().st_mode & OTHERS:
        return topic.fault(
            "open",
            _(
                "{file} can be read by others: whoever has it can pose as this hall",
                file=str(facts.key),
            ),
            _("`chmod 600 {file}`", file=str(facts.key)),
        )
    return topic.ok(_("{digits}; only its owner can read it.", digits=facts.hall[:12]))


def store(machine: SystemProbe, facts: HallFacts) -> Notice:
    """Checks every hash chain and signature in the store."""
    topic = Topic("hall-store", _("store"))
    if facts.store_fault is not None:
        return topic.fault(
            "damaged",
            _("The store cannot be trusted: {why}", why=str(facts.store_fault)),
            _("Restore a backup into a new folder: `pegboard hall restore FILE --folder FOLDER`"),
        )
    if not facts.store:
        return topic.absent(_("There is none yet in {folder}.", folder=str(facts.folder)))
    return topic.ok(
        _(
            "{boards} boards, {entries} entries, {events} events: every chain and signature holds.",
            boards=facts.boards,
            entries=facts.entries,
            events=facts.events,
        )
    )


def backup(machine: SystemProbe, facts: HallFacts) -> Notice:
    """Checks the age of the last backup, the only other copy of the director's decisions."""
    topic = Topic("hall-backup", _("backup"))
    cure = _("`pegboard hall backup FILE --folder {folder}`", folder=str(facts.folder))
    if facts.backed_up is None:
        if not facts.events:
            return topic.absent(_("There is nothing to back up yet."))
        return topic.warning("none", _("There is no backup of this hall"), cure)
    days = max(machine.wall() - facts.backed_up, 0.0) / 86_400
    if days > BACKUP_DAYS and facts.changed > facts.backed_up:
        text = _("The last backup is {days:.1f} days old, and things have changed", days=days)
        return topic.warning("old", text, cure)
    return topic.ok(_("The last backup is {days:.1f} days old.", days=days))


def broker(machine: SystemProbe, facts: HallFacts) -> Notice:
    """Checks the connection to the MQTT broker, if the running hall reports it."""
    topic = Topic("hall-broker", _("MQTT broker"))
    log = f"`journalctl -u {machine.unit} -g home.lost`"
    if not facts.broker:
        return topic.absent(_("No broker is configured."))
    if facts.connected is None:
        text = _("{broker}; run the hall with `metrics` to see more", broker=facts.broker)
        return topic.absent(_("{says}.", says=text))
    if not facts.connected:
        return topic.fault(
            "away",
            _("{broker} is not connected", broker=facts.broker),
            _("see {log} for the reason", log=log),
        )
    return topic.ok(_("{broker} is connected.", broker=facts.broker))
