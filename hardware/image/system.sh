#!/bin/sh
# Installs the board in a Debian root folder: system.sh ROOT WORK
#
# WORK has the wheel in dist/, Python packages in packages/, the installer in systemd/. Afterwards
# the boot partition's files are in WORK/boot instead of ROOT.
set -eu
root=${1:?} work=${2:?}
here=$(cd "$(dirname "$0")" && pwd)
inside() { # clean environment; bytecode is compiled once, below
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
        PIP_NO_COMPILE=1 SOURCE_DATE_EPOCH="$SOURCE_DATE_EPOCH" chroot "$root" "$@"
}

# --- the board, without network
for group in gpio spi i2c; do
    inside getent group $group >/dev/null || inside groupadd --system $group
done
mkdir "$root/tmp/board"
cp -r "$work/packages" "$work/systemd" "$work/dist" "$root/tmp/board"
inside sh -c '/tmp/board/systemd/install.sh --wheel /tmp/board/dist/*.whl --packages /tmp/board/packages'
rm -rf "$root/tmp/board"
# The service cannot write to its folder, and file dates change later.
# shellcheck disable=SC2016
inside sh -c 'for program in /opt/pegboard/versions/*; do
    "$program/bin/python" -m compileall -qf --invalidation-mode unchecked-hash "$program/lib"
done' || true

# --- the system: services, no login, nothing specific to this build
inside systemctl -q enable systemd-networkd systemd-resolved systemd-timesyncd
inside systemctl -q disable ssh.service ssh.socket 2>/dev/null || true
inside systemctl -q mask apt-daily.timer apt-daily-upgrade.timer e2scrub_all.timer e2scrub_reap.service
inside passwd -qdl root
rm -f "$root"/etc/ssh/ssh_host_* "$root"/etc/resolv.conf "$root"/boot/*.old
ln -s ../run/systemd/resolve/stub-resolv.conf "$root/etc/resolv.conf"
# Not in /tmp: mmdebstrap keeps its apt settings there until the end.
find "$root/var/log" "$root/var/cache" -type f -delete
rm -f "$root"/etc/dpkg/dpkg.cfg.d/99mmdebstrap "$root"/etc/apt/apt.conf.d/99mmdebstrap
rm -rf "$root"/var/lib/apt/lists/* "$root"/root/.cache
"$here/lay.sh" "$root" # mmdebstrap overwrote some
: > "$root/etc/machine-id"

# --- the boot partition: Debian's hook fills it once there is an initramfs
rm "$root/usr/sbin/update-initramfs"
inside dpkg-divert --quiet --local --rename --remove /usr/sbin/update-initramfs
inside update-initramfs -c -k all
mkdir -p "$work/boot"
find "$root/boot/firmware" -mindepth 1 -maxdepth 1 -exec mv -t "$work/boot" {} +
cp "$here"/boot/* "$work/boot"
if [ ! -e "$work/boot/config.txt" ]; then # not a Pi: for QEMU, which boots it like a Pi's
    cp "$root"/boot/vmlinuz-* "$root"/boot/initrd.img-* "$work/boot"
    echo 'root=LABEL=pegboard-system rw net.ifnames=0 rootwait quiet' > "$work/boot/cmdline.txt"
fi
