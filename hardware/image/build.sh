#!/bin/sh
# Builds an SD card image for a Raspberry Pi, build/image/pegboard-VERSION.img.xz, from Debian packages.
#
#   hardware/image/build.sh             as root; dist/ must have the wheel (`make image` does this)
#   ARCH=amd64 hardware/image/build.sh  for a PC's processor, to test the recipe
#   ADDRESS=URL ...                     the manifest has this download folder
#
# The build is reproducible; README.md says how far.
set -eu
cd "$(dirname "$0")/../.."
recipe=hardware/image out=build/image
arch=${ARCH:-arm64} suite=trixie python=3.13
system_MB=${SYSTEM_MB:-2048} boot_MB=512
work=$out/work-$arch tools=$out/tools-$arch
disk_id=70656762 system_uuid=70656762-0000-4000-8000-000000000002
keys=/usr/share/keyrings/debian-archive-keyring.gpg
# shellcheck source=.ci/talk disable=SC1091
. .ci/talk
[ "$(id -u)" = 0 ] || { say "This needs root: sudo make image"; exit 2; }
wheel=$(find dist -name 'pegboard-*.whl' -printf '%T@ %p\n' | sort -n | tail -n 1 | cut -d' ' -f 2)
[ -n "$wheel" ] || { say "There is no wheel: run make wheel first."; exit 2; }
version=${wheel#dist/pegboard-} version=${version%%-*}

# --- Debian mirrors: those that apt uses here
repository() { # LABEL
    # shellcheck disable=SC2016
    apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' "Label: $1" | sed 's,/*$,,; q'
}
mirror=$(repository Debian) security=$(repository Debian-Security)
[ -n "$mirror" ] || { say "apt knows no mirror of Debian here."; exit 2; }
sources() {
    echo "deb [signed-by=$keys] $mirror $suite main non-free-firmware"
    echo "deb [signed-by=$keys] $mirror $suite-updates main non-free-firmware"
    [ -z "$security" ] || echo "deb [signed-by=$keys] $security $suite-security main non-free-firmware"
}

# --- date of all files: that of the newest package list
dated() { # URI SUITE: seconds
    /usr/lib/apt/apt-helper -qq download-file "$1/dists/$2/InRelease" "$work.InRelease" 2>/dev/null >&2
    date -d "$(sed -n 's/^Date: //p' "$work.InRelease" | head -n 1)" +%s
}
mkdir -p "$out"
if [ -z "${SOURCE_DATE_EPOCH:-}" ]; then
    SOURCE_DATE_EPOCH=$({ dated "$mirror" $suite; dated "$mirror" $suite-updates; [ -z "$security" ] || dated "$security" $suite-security; } | sort -n | tail -n 1)
fi
export SOURCE_DATE_EPOCH LC_ALL=C.UTF-8 TZ=UTC

rm -rf --one-file-system "$work" "$tools"
mkdir -p "$work/dist"
cp "$wheel" "$work/dist"
cp -r systemd "$work/systemd"

# --- Python packages of the lock, for the Pi's architecture
case $arch in arm64) machine=aarch64 ;; amd64) machine=x86_64 ;; *) say "$arch: no such image"; exit 2 ;; esac
run=${PYTHON:-.venv/bin/python}
packages() {
    pip="$run -m pip --disable-pip-version-check -q download --no-deps --require-hashes --dest $work/packages"
    $run "$recipe/locked.py" systemd/runtime.lock $python $machine |
        awk '/^[a-z]/ { source = /^cobs==/ } { print > (source ? from "/source.txt" : from "/wheels.txt") }' from="$work"
    tags=
    for tag in 2_28 2_31 2_34; do tags="$tags --platform=manylinux_${tag}_$machine"; done
    # shellcheck disable=SC2086
    $pip --only-binary :all: $tags --platform="manylinux2014_$machine" --python-version $python -r "$work/wheels.txt"
    # shellcheck disable=SC2086
    $pip --no-binary cobs -r "$work/source.txt"
}
working "Python packages" "$work" packages

# --- foreign architecture: register an interpreter with the kernel
told=/proc/sys/fs/binfmt_misc/pegboard-image
if [ "$arch" = arm64 ] && [ "$(uname -m)" != aarch64 ]; then
    [ -e /proc/sys/fs/binfmt_misc/register ] || mount -t binfmt_misc none /proc/sys/fs/binfmt_misc
    elf='\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00'
    mask='\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff'
    registered=yes
    [ -e $told ] || printf '%s' ":pegboard-image:M::$elf:$mask:/usr/bin/qemu-aarch64-static:F" > /proc/sys/fs/binfmt_misc/register
fi
unregister() { [ -z "${registered:-}" ] || [ ! -e $told ] || echo -1 > $told; }
trap unregister EXIT

# --- file system tools of the image's Debian, for reproducibility
tools() {
    sources | mmdebstrap --quiet --variant=extract --mode=root --include=e2fsprogs,libarchive13t64,mtools,dosfstools,fdisk,xz-utils $suite "$tools" -
    mkdir -p "$tools/work"
    for folder in bin sbin lib lib64; do [ -e "$tools/$folder" ] || ln -s "usr/$folder" "$tools/$folder"; done
}
working "Tools" "$tools" tools

# --- Debian with the board
debian() {
    wanted=$(awk '!/^#/ && NF { print $1 }' "$recipe/packages" | sed "s/^linux-image-arm64$/linux-image-$arch/" | paste -sd,)
    [ "$arch" = arm64 ] || wanted=$(echo "$wanted" | sed 's/raspi-firmware,//')
    # The initramfs takes minutes, so build it once, at the end.
    sources | TMPDIR="$work" mmdebstrap --verbose --variant=apt --mode=root --architectures="$arch" \
        --include="$wanted" --dpkgopt=force-confold --dpkgopt="path-exclude=/usr/share/doc/*" \
        --setup-hook="$recipe/lay.sh \"\$1\"" \
        --essential-hook="chroot \"\$1\" dpkg-divert --quiet --local --rename --add /usr/sbin/update-initramfs" \
        --essential-hook="ln -s /bin/true \"\$1/usr/sbin/update-initramfs\"" \
        --customize-hook="$recipe/system.sh \"\$1\" $work" \
        --customize-hook="chroot \"\$1\" dpkg-query -W > $work/packages.txt" \
        $suite "$work/system.tar" -
}
working "Debian and the board, for $arch" "$work" debian

# --- two file systems, one table
used() { LC_ALL=C.UTF-8 PATH=/usr/sbin:/usr/bin chroot "$tools" "$@"; }
boot_partition() {
    truncate -s ${boot_MB}M "$work/boot.fat"
    used mkfs.vfat -F 32 -n bootfs -i $disk_id --invariant /work/boot.fat
    find "$work/boot" -exec touch -d "@$SOURCE_DATE_EPOCH" {} +
    for file in "$work"/boot/*; do # sorted by the shell
        used mcopy -smp -i /work/boot.fat "/work/boot/${file##*/}" ::
    done
}
system_partition() {
    truncate -s "${system_MB}M" "$work/system.ext4"
    $run "$recipe/plain_tar.py" "$work/system.tar" "$work/plain.tar"
    used mke2fs -q -t ext4 -L pegboard-system -U $system_uuid -E hash_seed=$system_uuid -d /work/plain.tar /work/system.ext4
}
disk() {
    mount --bind "$work" "$tools/work"
    trap 'umount "$tools/work"' EXIT
    boot_partition
    system_partition
    truncate -s $((4 + boot_MB + system_MB))M "$work/disk.img"
    used sfdisk -q /work/disk.img <<TABLE
label: dos
label-id: 0x$disk_id
start=4MiB, size=${boot_MB}MiB, type=c, bootable
start=$((4 + boot_MB))MiB, size=${system_MB}MiB, type=83
TABLE
    dd if="$work/boot.fat" of="$work/disk.img" bs=4M seek=1 conv=notrunc,sparse status=none
    dd if="$work/system.ext4" of="$work/disk.img" bs=4M seek=$((1 + boot_MB / 4)) conv=notrunc,sparse status=none
    rm "$work/boot.fat" "$work/system.ext4"
    [ "$arch" != arm64 ] || used xz -kfT2 -6 --block-size=24MiB /work/disk.img
}
(working "The card" "$work" disk)

# --- output
name=pegboard-$version-$arch
mv "$work/disk.img" "$out/$name.img"
[ "$arch" != arm64 ] || mv "$work/disk.img.xz" "$out/$name.img.xz"
mv "$work/packages.txt" "$out/$name.packages"
sha256sum < "$wheel" > "$out/$name.wheel" # a release accepts the image only with the same wheel
[ "$arch" != arm64 ] || "$run" "$recipe/manifest.py" "$out/$name.img" "$out/$name.img.xz" "$version" ${ADDRESS:+--address "$ADDRESS"} > "$out/$name.rpi-imager-manifest"
rm -rf --one-file-system "$work" "$tools" "$work.InRelease"
[ "$arch" != arm64 ] || say "The image for the card: $out/$name.img.xz ($(megabytes "$(stat -c %s "$out/$name.img.xz")"))"
