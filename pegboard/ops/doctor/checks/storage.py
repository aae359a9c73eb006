"""Checks of the disk and its wear, the journal and its copies."""

from pathlib import Path

from pegboard.i18n import Message, _
from pegboard.notice import Fix, Notice
from pegboard.ops.doctor.checks.versions import numbers
from pegboard.ops.doctor.probe import SystemProbe
from pegboard.ops.doctor.topic import Topic
from pegboard.storage.paths import nearest
from pegboard.storage.snapshots import copies
from pegboard.storage.state_names import JOURNAL

MIB = 1 << 20
FULL_BYTES, LOW_BYTES = 20 * MIB, 200 * MIB
WAL_RESET = "3.51.3"
"""First release of SQLite without the bug that can corrupt a database with two connections."""
STRICT = "3.37.0"
"""Minimum release of SQLite for STRICT tables."""
BACKUP_DAYS = 8
VOLATILE = ("tmpfs", "ramfs", "overlay")


def disk_space(machine: SystemProbe) -> Notice:
    """Checks that there is disk space for future games, of about 20 kB each."""
    topic = Topic("disk-space", _("disk space"))
    try:
        free, total = machine.space(nearest(machine.state))
    except OSError as error:
        return topic.fault(
            "unreadable",
            _("{state}: {why}", state=machine.state, why=error.strerror),
            _("Check [state] and its owner"),
        )
    text = _("{free} of {total} MiB are free for the journal", free=free // MIB, total=total // MIB)
    cure = _("`sudo apt clean`, `sudo journalctl --vacuum-size=50M`; or delete saved pictures")
    if free < FULL_BYTES:
        return topic.fault("full", text, cure)
    if free < LOW_BYTES:
        return topic.warning("low", text, cure)
    return topic.ok(_("{says}.", says=text))


def _mounted(machine: SystemProbe) -> tuple[str, str, str, tuple[str, ...]] | None:
    """Returns device, mount point, type and options of the state folder's file system."""
    place, best = nearest(machine.state), None
    for line in (machine.text("proc/mounts") or "").splitlines():
        parts = line.split()
        if len(parts) < 4:
            continue
        where = Path(parts[1].replace("\\040", " "))
        if place.is_relative_to(where) and (best is None or len(parts[1]) >= len(best[1])):
            best = (parts[0], parts[1], parts[2], tuple(parts[3].split(",")))
    return best


def disk(machine: SystemProbe) -> Notice:
    """Checks that the disk of the journal is writable, persistent and without errors."""
    topic = Topic("disk", _("disk"))
    mounted = _mounted(machine)
    if mounted is not None:
        device, where, kind, options = mounted
        if "ro" in options:
            return topic.fault(
                "read-only",
                _("{where} is read-only: no game can be saved", where=where),
                _(
                    "`sudo mount -o remount,rw {where}`; if it turns read-only again "
                    "the card is failing (`dmesg | grep -i error`): make a backup and "
                    "replace it",
                    where=where,
                ),
            )
        if kind in VOLATILE:
            return topic.warning(
                "volatile",
                _(
                    (
                        "The journal is in memory ({kind} at {where}): games are "
                        "lost when the power goes off"
                    ),
                    kind=kind,
                    where=where,
                ),
                _(
                    "Put [state] on its own disk, or turn off the overlay "
                    "file system (`sudo raspi-config nonint "
                    "disable_overlayfs`)"
                ),
            )
        errors = machine.number(f"sys/fs/ext4/{Path(device).name}/errors_count")
        if errors:
            return topic.fault(
                "errors",
                _("{device} has had {errors} errors", device=device, errors=errors),
                _(
                    "Make a backup now, then `sudo touch /forcefsck` and "
                    "restart; if the errors come back, replace the card"
                ),
            )
    if machine.state.exists() and not machine.may(machine.state):
        return topic.fault(
            "forbidden",
            _(
                "{user} has no permission to write to {state}",
                state=machine.state,
                user=machine.user,
            ),
            _("`sudo chown -R {user} {state}`", user=machine.user, state=machine.state),
        )
    try:
        foreign = machine.foreign_files(machine.state) if machine.state.exists() else []
    except OSError:
        foreign = []  # files may vanish while the service runs
    if foreign:
        return topic.fault(
            "foreign",
            _(
                "{file} in {state} belongs to another user: the board cannot write it",
                file=str(foreign[0].relative_to(machine.state)),
                state=machine.state,
            ),
            _(
                "`sudo chown -R --reference={state} {state}`, then restart the board",
                state=machine.state,
            ),
        )
    return topic.ok(_("{state} is writable and has had no errors.", state=machine.state))


def wear(machine: SystemProbe) -> Notice:
    """Checks the wear of the card, which eMMC and few SD cards report."""
    topic = Topic("card-wear", _("card wear"))
    for folder in machine.glob("sys/block/mmcblk[0-9]"):
        device = folder.relative_to(machine.root)
        parts = (machine.text(f"{device}/device/life_time") or "").split()
        used = max((int(part, 16) for part in parts if part.startswith("0x")), default=0)
        end = machine.number(f"{device}/device/pre_eol_info") or 0
        if end >= 3 or used >= 10:
            return topic.fault(
                "worn-out",
                _("{card} is worn out", card=folder.name),
                _("Make a backup now and replace the card"),
            )
        if end == 2 or used >= 8:
            return topic.warning(
                "worn",
                _(
                    "{card} has used about {percent} % of its life",
                    card=folder.name,
                    percent=used * 10,
                ),
                _("Make a backup and plan to replace the card"),
            )
        if used:
            return topic.ok(
                _(
                    "{card} has used about {percent} % of its life.",
                    card=folder.name,
                    percent=used * 10,
                ),
            )
    return topic.absent(_("No card here reports its wear."))


def sqlite(machine: SystemProbe) -> Notice:
    """Checks that the version of SQLite is suitable for the journal."""
    topic = Topic("sqlite", _("SQLite"))
    if numbers(machine.sqlite) < numbers(STRICT):
        return topic.fault(
            "too-old",
            _("SQLite {version} is older than {oldest}", version=machine.sqlite, oldest=STRICT),
            _("Update the system's SQLite"),
        )
    if numbers(machine.sqlite) < numbers(WAL_RESET):
        return topic.ok(
            _(
                (
                    "{version}: its WAL-reset bug needs two connections, and "
                    "pegboard opens one. Do not open the journal with other "
                    "programs while the board is running."
                ),
                version=machine.sqlite,
            ),
        )
    return topic.ok(_("{version}.", version=machine.sqlite))


def journal(machine: SystemProbe) -> Notice:
    """Checks the integrity of the journal."""
    topic = Topic("journal", _("journal"))
    file = machine.state / JOURNAL
    if machine.games is None:
        if not file.exists():
            return topic.absent(_("There is none yet in {state}.", state=machine.state))
        return topic.absent(_("It could not be read just now."))
    if machine.games.check == "ok":
        return topic.ok(
            _("{games}; SQLite's check found no errors.", games=_games(machine.games.count))
        )
    if machine.games.in_use:
        return topic.ok(_("A running pegboard is using it, and checked it at start-up."))
    return topic.fault(
        "damaged",
        _("The journal is damaged: {why}", why=machine.games.check),
        _("Restart the board, which repairs it; or restore a backup: `pegboard restore FILE`"),
    )


def games(machine: SystemProbe) -> Notice:
    """Checks that every game in the journal can be replayed by this version."""
    topic = Topic("games", _("games"))
    if machine.games is None or machine.games.check != "ok" or not machine.games.count:
        return topic.absent(_("There are none to check."))
    wrong = machine.games.unplayable
    if wrong:
        return topic.warning(
            "unplayable",
            _("{games} cannot be replayed: {game}", games=_games(len(wrong)), game=wrong[0]),
            _("Please report it with the record; the other games are not affected"),
        )
    return topic.ok(_("The latest games replay to the scores on record."))


def _games(count: int) -> Message:
    return _("{n} games", n=count)


def backup(machine: SystemProbe) -> Notice:
    """Checks the age of the newest nightly copy of the journal."""
    topic = Topic("backup", _("backup"))
    existing = copies(machine.state)
    if not existing:
        if machine.games is None or machine.games.count < 2:
            return topic.absent(_("There is nothing to back up yet."))
        return topic.warning(
            "none",
            _("Your games are not backed up yet"),
            _("`pegboard backup FILE`"),
            Fix.COPY_GAMES,
        )
    days = (machine.wall() - existing[-1].path.stat().st_mtime) / 86_400
    text = _(
        "The newest of {n} copies of the journal is {days:.1f} days old",
        n=len(existing),
        days=max(days, 0),
    )
    if days > BACKUP_DAYS:
        cure = _("`pegboard backup FILE`; a running board makes a copy every night")
        return topic.warning("old", text, cure, Fix.COPY_GAMES)
    return topic.ok(_("{says}. A copy elsewhere is safer: `pegboard backup FILE`.", says=text))
