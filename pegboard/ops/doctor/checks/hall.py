"""Checks of a hall: its key, its store, its backup, the broker it reports to, and its start."""

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
    """What was found in a hall's folder, and what the hall says that runs there.

    Attributes:
        folder: of the hall.
        key: the file of its key.
        hall: its public key; None if the file holds none.
        key_fault: why it holds none; None if it is not there.
        boards, entries, events: how many are in the store.
        store: True if it has one.
        store_fault: why it cannot be used, or what in it is not as it was written.
        backed_up: when the last backup was made, seconds since 1970; None for never.
        changed: when the store changed last, as far as a file tells.
        broker: that it reports to; empty for none.
        connected: if the broker is there; None if nobody knows.
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
    own: Sequence[Callable[[SystemProbe, HallFacts], Notice]] = (key, store, backup, broker)
    first = (configuration, software.unit, enabled, network.page)
    last = (
        *(network.clock, storage.disk_space, storage.disk, storage.wear, storage.sqlite),
        *(software.python, software.packages),
    )
    return [
        *examine(machine, first),
        *(check(machine, facts) for check in own),
        *examine(machine, last),
    ]


def configuration(machine: SystemProbe) -> Notice:
    """Checks that the configuration file can be used."""
    topic = Topic("configuration", _("configuration"))
    if machine.config_fault is not None:
        return topic.error(machine.config_fault, _("Fix it, then run this again"))
    return software.configuration(machine)


def enabled(machine: SystemProbe) -> Notice:
    """Checks that the hall starts with the machine, where it is installed."""
    topic = Topic("hall-start", _("start of the hall"))
    said = machine.answer(["systemctl", "show", machine.unit, "-p", "UnitFileState", "--value"])
    if said is None or said.strip() not in ("enabled", "disabled", "linked"):
        return topic.absent(_("pegboard is not installed as a service on this machine."))
    if said.strip() != "enabled":
        return topic.warning(
            "disabled",
            _("The hall does not start with the machine"),
            _("`sudo systemctl enable {unit}`", unit=machine.unit),
        )
    return topic.ok(_("It starts with the machine."))


def key(machine: SystemProbe, facts: HallFacts) -> Notice:
    """Checks the hall's key, by which boards know it: it is there, and nobody else's."""
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
    """Checks that the store is as it was written: every chain, every signature."""
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
    """Checks the age of the last backup: boards have their games, but nobody the decisions."""
    topic = Topic("hall-backup", _("backup"))
    cure = _("`pegboard hall backup FILE --folder {folder}`", folder=str(facts.folder))
    if facts.backed_up is None:
        if not facts.events:
            return topic.absent(_("There is nothing to back up yet."))
        return topic.warning("none", _("There is no backup of this hall"), cure)
    days = max(machine.wall() - facts.backed_up, 0.0) / 86_400
    if days > BACKUP_DAYS and facts.changed > facts.backed_up:
        told = _("The last backup is {days:.1f} days old, and things have changed", days=days)
        return topic.warning("old", told, cure)
    return topic.ok(_("The last backup is {days:.1f} days old.", days=days))


def broker(machine: SystemProbe, facts: HallFacts) -> Notice:
    """Checks the connection to the MQTT broker, if the hall that runs tells of it."""
    topic = Topic("hall-broker", _("MQTT broker"))
    log = f"`journalctl -u {machine.unit} -g home.lost`"
    if not facts.broker:
        return topic.absent(_("No broker is configured."))
    if facts.connected is None:
        told = _("{broker}; run the hall with `metrics` to see more", broker=facts.broker)
        return topic.absent(_("{says}.", says=told))
    if not facts.connected:
        return topic.fault(
            "away",
            _("{broker} is not connected", broker=facts.broker),
            _("see {log} for the reason", log=log),
        )
    return topic.ok(_("{broker} is connected.", broker=facts.broker))
