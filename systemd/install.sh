#!/bin/sh
# Makes this machine a cribbage board: read it first, run it as root, run it again whenever you like.
#
#   sudo ./install.sh                        the newest wheel beside this script or in dist/
#   sudo ./install.sh --wheel FILE           that wheel
#   sudo ./install.sh --from PLACE           the newest wheel of a folder or an address, and from now
#                                            on `pegboard update` looks there
#   sudo ./install.sh --version X            that version of it, and no other
#        ... --allow-older                   that version though a newer one is installed
#        ... --packages DIR                  Python packages from a folder, nothing from the network
#        ... --kiosk                         a screen of its own: cage and Chromium
#        ... --web-only                      no board here: the page, everything else simulated
#        ... --spi                           turn SPI on and its buffer up, for LEDs on GPIO 10
#        ... --hall [--no-board]             a hall for many boards too; or nothing but a hall
#        ... --dry-run                       say what would be done, do nothing
#   sudo ./install.sh --uninstall [--purge]  take it away again; --purge: the games too
#
# What goes where: programs in /opt/pegboard/versions/X, `current` is the one that runs; the
# configuration in /etc/pegboard; games in /var/lib/pegboard, a hall in /var/lib/pegboard-hall. Nothing
# is changed that is right already.
# shellcheck disable=SC1007,SC2086,SC2046
set -eu

opt=/opt/pegboard etc=/etc/pegboard state=/var/lib/pegboard
hall_state=/var/lib/pegboard-hall
units=/etc/systemd/system
python=${PYTHON:-/usr/bin/python3}
here=$(cd "$(dirname "$0")" && pwd)
wheel= version= from= packages= stage=
older= kiosk= web_only= spi= hall= no_board= dry= uninstall= purge= refresh=
changes=0

usage() { sed -n '3,20s/^# \{0,1\}//p' "$0"; }
say() { printf '%s\n' "$*"; }
fail() { printf 'install: %s\n' "$*" >&2; exit 2; }

while [ $# -gt 0 ]; do
    case $1 in
        --wheel | --version | --from | --packages | --stage)
            [ $# -ge 2 ] || fail "$1 wants a value"
            case $1 in
                --wheel) wheel=$2 ;; --version) version=$2 ;; --from) from=$2 ;;
                --packages) packages=$2 ;; --stage) stage=$2 ;;
            esac
            shift ;;
        --kiosk) kiosk=1 ;; --web-only) web_only=1 ;; --spi) spi=1 ;; --dry-run) dry=1 ;;
        --allow-older) older=--allow-older ;;
        --hall) hall=1 ;; --no-board) no_board=1 ;;
        --uninstall) uninstall=1 ;; --purge) purge=1 ;;
        --refresh) refresh=1 ;; # by `pegboard update`: rules, groups and units of a new version
        -h | --help) usage; exit 0 ;;
        *) fail "$1: there is no such option; --help names them" ;;
    esac
    shift
done

# --- steps: each prints its action, and runs it if needed and not --dry-run

run() { # WHAT-IT-IS COMMAND...: one change
    say "  $1"
    changes=$((changes + 1))
    shift
    [ -n "$dry" ] || "$@"
}

copy() { # FROM TO: a file that is ours
    cmp -s "$1" "$2" || run "write $2" install -D -m 644 "$1" "$2"
}

link() { # TARGET NAME
    [ "$(readlink "$2" 2>/dev/null)" = "$1" ] || run "link $2 to $1" link_now "$1" "$2"
}

link_now() { # another one in its place, without a moment between
    mkdir -p "$(dirname "$2")"
    ln -s "$1" "$2.new"
    mv -T "$2.new" "$2"
}

remove() { # PATH...
    for path in "$@"; do
        if [ -e "$path" ] || [ -L "$path" ]; then run "remove $path" rm -rf "$path"; fi
    done
}

systemd_runs() { [ -d /run/systemd/system ]; }
system() { if systemd_runs; then systemctl "$@"; fi; }
is_pi() { grep -q 'Raspberry Pi' /proc/device-tree/model 2>/dev/null; }
knows() { "$python" -c "$1" >/dev/null 2>&1; }

# --- Debian packages

debian_packages() {
    wanted="python3 python3-venv avahi-daemon"
    if is_pi && [ -z "$no_board" ]; then
        # drivers come from the system, because they match its kernel
        for package in python3-libgpiod python3-lgpio python3-spidev python3-picamera2; do
            apt-cache show "$package" >/dev/null 2>&1 && wanted="$wanted $package"
        done
    fi
    [ -z "$kiosk" ] || wanted="$wanted cage seatd xwayland chromium swayidle wlr-randr fonts-dejavu-core"
    missing=
    for package in $wanted; do
        [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing="$missing $package"
    done
    [ -z "$missing" ] || run "install Debian's packages:$missing" apt_install "$missing"
}

apt_install() {
    export DEBIAN_FRONTEND=noninteractive
    apt-get -qq install -y --no-install-recommends $1 >/dev/null 2>&1 || {
        apt-get -qq update
        apt-get -qq install -y --no-install-recommends $1 >/dev/null
    }
    mkdir -p "$opt"
    printf '%s\n' $1 >> "$opt/packages" # what --uninstall lets apt take away again
}

# --- users, who have no write access to the program

users() {
    user pegboard "$state" "gpio spi i2c video audio dialout render input"
    user pegboard-camera /nonexistent "video render"
    [ -z "$kiosk" ] || user pegboard-kiosk /var/lib/pegboard-kiosk "video render input audio tty"
    # the service could not open files owned by root
    [ -d "$state" ] && [ -n "$(find -P "$state" ! -user pegboard -print -quit)" ] &&
        run "give $state to pegboard" chown -R pegboard:pegboard "$state"
    [ -d "$state" ] || run "make $state" install -d -m 750 -o pegboard -g pegboard "$state"
}

user() { # NAME HOME GROUPS
    getent passwd "$1" >/dev/null ||
        run "add the user $1" useradd --system --user-group --home-dir "$2" --no-create-home --shell /usr/sbin/nologin "$1"
    for group in $3; do
        getent group "$group" >/dev/null || continue
        id -nG "$1" 2>/dev/null | tr ' ' '\n' | grep -qx "$group" || run "add $1 to the group $group" usermod -aG "$group" "$1"
    done
}

# --- the program: a virtual environment per version, complete before it is used

find_wheel() {
    if [ -n "$from" ]; then
        fetched=$(mktemp -d)
        trap 'rm -rf "$fetched"' EXIT
        "$python" -m venv "$fetched/venv"
        "$fetched/venv/bin/pip" --disable-pip-version-check -q download --no-deps --no-index --only-binary :all: \
            --find-links "$from" -d "$fetched" "pegboard${version:+==$version}" || fail "$from: there is no pegboard $version"
        for wheel in "$fetched"/pegboard-*.whl; do signature "$(basename "$wheel").minisig"; done
        wheel=
        set -- "$fetched"
    elif [ -z "$wheel" ]; then
        set -- "$here" "$here/../dist"
    fi
    if [ -z "$wheel" ]; then
        wheel=$(find "$@" -maxdepth 1 -name "pegboard-${version:-*}-*.whl" -printf '%T@ %p\n' 2>/dev/null | sort -n | tail -n 1 | cut -d' ' -f 2-)
        [ -n "$wheel" ] || fail "there is no wheel of pegboard${version:+ $version}: run \`make wheel\` first, or say --wheel FILE or --from PLACE"
    fi
    [ -r "$wheel" ] || fail "$wheel: no such file"
    name=$(basename "$wheel")
    case $name in pegboard-*-py3-none-any.whl) ;; *) fail "$wheel: that is no wheel of pegboard" ;; esac
    found=${name#pegboard-} found=${found%%-*}
    [ -z "$version" ] || [ "$version" = "$found" ] || fail "$wheel is version $found, not $version"
    version=$found
}

signature() { # NAME: next to the wheel, if its source has one
    case $from in
        *://*) "$python" -c 'import sys, urllib.parse as p, urllib.request as r
place, name = sys.argv[1:]
place = place if place.endswith(("/", ".html")) else place + "/"
sys.stdout.buffer.write(r.urlopen(p.urljoin(place, name), timeout=30).read(4096))' "$from" "$1" > "$fetched/$1" 2>/dev/null || rm -f "$fetched/$1" ;;
        *) [ ! -f "$from/$1" ] || cp "$from/$1" "$fetched/$1" ;;
    esac
}

# Python packages: the locked ones, but numpy and OpenCV from the system if new enough. picamera2 of
# Debian 12 needs numpy 1, so numpy1.lock is used there.
plan_packages() {
    sites= drop= lock=runtime.lock
    if is_pi || knows 'import lgpio' || knows 'import gpiod, spidev' || knows 'import picamera2'; then
        sites=--system-site-packages
        if knows 'import cv2, numpy; assert [tuple(map(int, m.__version__.split(".")[:2])) >= v for m, v in ((cv2, (4, 10)), (numpy, (1, 26)))] == [True] * 2'; then
            drop="numpy opencv-python-headless"
        elif knows 'import numpy; assert numpy.__version__ < "2"'; then
            lock=numpy1.lock
        fi
    fi
}

stage_version() { # DIR: the environment of the wheel in DIR/versions, its folder in $staged
    plan_packages
    sum=$(sha256sum "$wheel" | cut -c 1-64)
    wanted="$sum $lock ${sites:-own} ${drop:-all}"
    staged=$1/versions/$version
    # the same version from another wheel (a developer's) is installed separately
    if [ -e "$staged/.complete" ] && [ "$(cut -d' ' -f 1 "$staged/.complete")" != "$sum" ]; then
        staged=$staged+$(printf %.8s "$sum")
    fi
    [ "$(cat "$staged/.complete" 2>/dev/null)" = "$wanted" ] || run "install pegboard $version in $staged" make_version
    [ -z "$hall" ] && [ ! -L "$units/pegboard-hall.service" ] || "$staged/bin/python" -c 'import psycopg' 2>/dev/null ||
        run "install what a hall in PostgreSQL needs" add_postgres
}

pip_install() { # OPTION...: into the staged environment, just these
    "$staged/bin/python" -m pip --disable-pip-version-check --quiet install --no-deps --no-input --no-cache-dir "$@"
}

locked_install() { # OPTION...: packages with their hashes, from --packages if that is given
    pip_install ${packages:+--no-index --find-links $packages} --require-hashes "$@"
}

add_postgres() { # without it a hall in SQLite, which is what it is at first, works all the same
    locked_install --only-binary :all: -r "$staged/units/postgres.lock" ||
        say "  psycopg could not be installed: a hall can be kept in SQLite only"
}

sources=cobs # what is published without a wheel

locked() { # LOCK WITHOUT [ONLY]: the lines of a lock for all packages but some, or for some only
    awk -v without="$2" -v only="${3:-}" 'BEGIN { n = split(without, a); for (i in a) gone[a[i]]; m = split(only, b); for (i in b) kept[b[i]] }
        /^[a-z]/ { split($1, name, "="); skip = name[1] in gone || (m && !(name[1] in kept)) } !skip' "$1"
}

make_version() {
    rm -rf "$staged"
    mkdir -p "$(dirname "$staged")"
    "$python" -m venv $sites "$staged"
    # the wheel first, without dependencies, because it contains the lock with hashes
    pip_install "$wheel" --no-index
    units_here=$(echo "$staged"/lib/python3*/site-packages/pegboard/appliance)
    locked "$units_here/$lock" "$drop $sources" > "$staged/packages.txt"
    locked "$units_here/$lock" "$drop" | locked - "" "$sources" > "$staged/sources.txt"
    locked_install --only-binary :all: -r "$staged/packages.txt"
    # built with the setuptools just installed, so that nothing is fetched without a hash
    locked_install --no-build-isolation -r "$staged/sources.txt"
    "$staged/bin/python" -c 'import cv2, numpy, starlette, uvicorn, pegboard.cli.app'
    ln -s "${units_here#"$staged/"}" "$staged/units"
    printf '%s\n' "$wanted" > "$staged/.complete"
}

check_signed() { # what was fetched, by a key of the version that runs, before root runs anything of it
    [ -n "$from" ] && [ -x "$opt/current/bin/python" ] || return 0
    [ "$(cut -d' ' -f 1 "$opt/current/.complete" 2>/dev/null)" != "$(sha256sum "$wheel" | cut -c 1-64)" ] || return 0
    "$opt/current/bin/python" -c 'import sys
from pathlib import Path
try:
    from pegboard.cli.update import _verified
    from pegboard.errors import PegboardError
    from pegboard.ops.update.versions import Versions
except ImportError:
    sys.exit()  # a version from before releases were signed
try:
    _verified(Versions(Path(sys.argv[1])), Path(sys.argv[2]))
except (PegboardError, OSError) as error:
    sys.exit(f"install: {error}")' "$opt" "$wheel" || exit 2
}

use_version() {
    current=$(readlink "$opt/current" 2>/dev/null || true)
    target=versions/$(basename "$staged")
    [ "$current" != "$target" ] || return 0
    if [ -n "$no_board" ]; then
        use_for_hall
    elif [ -z "$current" ] || ! [ -x "$opt/current/bin/pegboard" ]; then
        link "$target" "$opt/current"
    else
        # refused during a game, with a backup, reverted if it does not start: see `pegboard update`
        # a local wheel is trusted; a downloaded one must be signed
        [ -n "$from" ] || unsigned=--unsigned
        run "update from $(basename "$current")" "$opt/current/bin/pegboard" update --wheel "$wheel" ${unsigned:-} $older ${packages:+--packages "$packages"}
    fi
}

is_older() { # than the version that runs, by what that knows of versions
    "$opt/current/bin/python" -c 'import sys
from pegboard.ops.update.versions import is_older
sys.exit(not is_older(*sys.argv[1:]))' "$version" "${current#versions/}" 2>/dev/null
}

use_for_hall() { # with a backup, and back again if it does not start
    if [ -n "$current" ] && [ -z "$older" ] && is_older; then
        fail "$version is older than ${current#versions/}, which is running; --allow-older installs it"
    fi
    saved=$hall_state-backups/before-$version.backup
    if [ -n "$current" ] && [ -e "$hall_state/hall.key" ]; then
        run "back the hall up to $saved" hall_backup
    fi
    link "$target" "$opt/current"
    [ -n "$current" ] || return 0
    run "restart the hall" restart_hall || {
        link "$current" "$opt/current"
        restart_hall || true
        fail "pegboard $version does not start the hall, and ${current#versions/} is back; see journalctl -u pegboard-hall"
    }
}

hall_backup() {
    install -d -m 700 "$hall_state-backups"
    "$opt/current/bin/pegboard" hall backup "$saved" --config "$etc/hall.toml"
}

restart_hall() { system daemon-reload && system try-restart pegboard-hall.service; }

# --- configuration of the machine

settings() {
    [ -n "$no_board" ] || board_settings "$1"
    [ -z "$hall" ] || hall_settings "$1"
    [ -z "$from" ] || [ "$(cat "$etc/releases" 2>/dev/null)" = "$from" ] || run "remember that versions come from $from" releases
}

hall_settings() {
    [ -e "$etc/hall.toml" ] || if [ -f "$hall_state/hall.kept.toml" ] && [ ! -L "$hall_state/hall.kept.toml" ]; then
        run "take the hall's configuration of the last time" take_kept "$hall_state/hall.kept.toml" "$etc/hall.toml"
    else
        run "write $etc/hall.toml" install -D -m 644 "$1/hall.toml" "$etc/hall.toml"
    fi
}

board_settings() {
    # the service owns this folder, so do not follow links in it
    [ -e "$etc/config.toml" ] || if [ -f "$state/config.kept.toml" ] && [ ! -L "$state/config.kept.toml" ]; then
        run "take the configuration of the last time" take_kept "$state/config.kept.toml" "$etc/config.toml"
    else
        run "write $etc/config.toml" usual_config "$1/config.toml"
    fi
    # the URL of a network camera may contain a password
    if grep -qs '//[^/]*@' "$etc/config.toml" && [ "$(stat -c %a:%G "$etc/config.toml")" != 640:pegboard ]; then
        run "let only pegboard read the password in $etc/config.toml" keep_secret "$etc/config.toml"
    fi
}

usual_config() { # FROM: a board with a screen has a switch there for phones; any other is reached only by them
    install -D -m 644 "$1" "$etc/config.toml"
    [ -z "$kiosk" ] || sed -i -e '/^host = /d' -e 's/^# Phones .*/# Phones are let in by a switch on the page: Menu, Settings./' "$etc/config.toml"
}
keep_secret() { chgrp pegboard "$1" && chmod 640 "$1"; }
take_kept() { install -D -m 644 "$1" "$2" && rm "$1"; } # FROM TO
releases() { mkdir -p "$etc"; printf '%s\n' "$from" > "$etc/releases"; }

machine() { # UNITS: the folder of the version that is installed
    before=$changes
    if [ -z "$no_board" ]; then
        copy "$1/70-pegboard.rules" /etc/udev/rules.d/70-pegboard.rules
        copy "$1/avahi.xml" /etc/avahi/services/pegboard.service
    fi
    link "$opt/current/bin/pegboard" /usr/local/bin/pegboard
    for unit in $(our_units); do link "$opt/current/units/$unit" "$units/$unit"; done
    if [ -n "$web_only" ]; then copy "$1/web-only/pegboard.conf" "$units/pegboard.service.d/web-only.conf"; fi
    [ "$changes" = "$before" ] || [ -n "$dry" ] || ! systemd_runs || {
        udevadm control --reload && udevadm trigger --subsystem-match=spidev --subsystem-match=gpio --subsystem-match=tty
        systemctl daemon-reload
    }
    wanted="pegboard.service pegboard-camera.socket pegboard-update.path pegboard-power.path ${kiosk:+pegboard-kiosk.service}"
    [ -z "$no_board" ] || wanted=
    for unit in $wanted ${hall:+pegboard-hall.service}; do
        [ "$(systemctl is-enabled "$unit" 2>/dev/null)" = enabled ] || run "enable $unit" systemctl --quiet enable "$units/$unit"
        # during an update the board is started by `pegboard update`
        [ -n "$refresh" ] || ! systemd_runs || systemctl -q is-active "$unit" || run "start $unit" systemctl start "$unit"
    done
}

our_units() {
    [ -z "$hall" ] && [ ! -L "$units/pegboard-hall.service" ] || echo pegboard-hall.service
    [ -z "$no_board" ] || return 0
    echo pegboard.service pegboard-camera.service pegboard-camera.socket pegboard-update.service pegboard-update.path \
        pegboard-power.service pegboard-power.path
    [ -z "$kiosk" ] && [ ! -L "$units/pegboard-kiosk.service" ] || echo pegboard-kiosk.service
}

# LEDs on SPI: enable the port, a buffer for a whole frame, and a fixed core clock
spi_settings() {
    is_pi || return 0
    boot=/boot/firmware
    [ -e $boot/config.txt ] || boot=/boot
    spi_on= buffer= clock=$(core_clock_line)
    grep -qE '^dtparam=(.*,)?spi=on' $boot/config.txt 2>/dev/null || spi_on=1
    grep -qE 'spidev\.bufsiz=[0-9]{5}' $boot/cmdline.txt 2>/dev/null || buffer=1
    [ -n "$spi_on$buffer$clock" ] || return 0
    if [ -z "$spi" ]; then
        [ -n "$spi_on$buffer" ] || return 0 # LEDs on the USB board mind no clock
        in_config=$spi_on$clock
        say "For LEDs on GPIO 10, SPI has to be on: run this again with --spi (it changes ${in_config:+$boot/config.txt }${buffer:+$boot/cmdline.txt})."
        return 0
    fi
    [ -z "$spi_on" ] || run "turn SPI on in $boot/config.txt (the old one: config.txt.before-pegboard)" add_spi
    [ -z "$clock" ] || run "add $clock to $boot/config.txt: the SPI clock must not change with the load" add_clock
    [ -z "$buffer" ] || run "add spidev.bufsiz=32768 to $boot/cmdline.txt (the old one: cmdline.txt.before-pegboard)" add_buffer
    say "It takes effect at the next start: sudo reboot"
}

# prints the line that fixes the core clock; nothing if fixed, or before installation
core_clock_line() {
    "$opt/current/bin/python" - 2>/dev/null <<'END' || true
from pathlib import Path
from pegboard.devices.raspberry_pi import core_clock
clock = core_clock(Path("/"))
print("" if clock is None or clock.steady else clock.line)
END
}
add_clock() { keep_old config.txt; printf '\n[all]\n%s\n' "$clock" >> $boot/config.txt; }
add_spi() { keep_old config.txt; printf '\n[all]\ndtparam=spi=on\n' >> $boot/config.txt; }
add_buffer() { keep_old cmdline.txt; sed -i '1s/ *spidev\.bufsiz=[0-9]*//; 1s/ *$/ spidev.bufsiz=32768/' $boot/cmdline.txt; }
keep_old() { [ -e "$boot/$1.before-pegboard" ] || cp "$boot/$1" "$boot/$1.before-pegboard"; }

# --- uninstallation

take_away() {
    for unit in pegboard-hall.service pegboard-kiosk.service pegboard-update.path pegboard-power.path pegboard.service pegboard-camera.socket \
        pegboard-camera.service pegboard-update.service pegboard-power.service; do
        [ -L "$units/$unit" ] || continue
        system stop "$unit" || true
        run "disable $unit" disable_unit "$unit"
    done
    remove "$units/pegboard.service.d/web-only.conf" /etc/udev/rules.d/70-pegboard.rules /etc/avahi/services/pegboard.service \
        /usr/local/bin/pegboard /run/pegboard /run/pegboard-camera
    [ -n "$dry" ] || rmdir "$units/pegboard.service.d" 2>/dev/null || true
    if [ -s "$opt/packages" ]; then
        run "mark Debian's packages as no longer asked for; \`apt-get autoremove\` takes them away" mark_packages
    fi
    if [ -n "$purge" ]; then
        remove "$etc" "$state" "$hall_state" /var/lib/private/pegboard-hall "$hall_state-backups"
    else
        if [ -e "$etc/config.toml" ] && ! cmp -s "$etc/config.toml" "$opt/current/units/config.toml"; then
            run "keep your configuration as $state/config.kept.toml" keep "$etc/config.toml" "$state/config.kept.toml"
        fi
        if [ -e "$etc/hall.toml" ] && ! cmp -s "$etc/hall.toml" "$opt/current/units/hall.toml"; then
            run "keep the hall's configuration as $hall_state/hall.kept.toml" keep "$etc/hall.toml" "$hall_state/hall.kept.toml"
        fi
        remove "$etc"
        if [ -d "$state" ]; then
            [ "$(stat -c %U "$state")" = root ] || run "give $state to root, with your games in it" chown -R root:root "$state"
        fi
    fi
    remove "$opt" /var/lib/pegboard-update /var/lib/pegboard-kiosk
    for name in pegboard pegboard-camera pegboard-kiosk; do
        if getent passwd $name >/dev/null; then run "remove the user $name" userdel $name; fi
        if getent group $name >/dev/null && [ -z "$dry" ]; then groupdel $name; fi
    done
    system daemon-reload
}

keep() { # FROM TO: the service may have put a link there, to have root write elsewhere
    rm -rf "$2"
    install -D -T -m 600 "$1" "$2"
}
disable_unit() { systemctl --quiet disable "$1" 2>/dev/null || true; rm -f "$units/$1" "$units"/*.wants/"$1"; }
mark_packages() { apt-mark auto $(sort -u "$opt/packages") >/dev/null; }

# --- main

checks() {
    [ -z "$no_board" ] || [ -n "$hall" ] || fail "--no-board is for a machine that is only a hall: say --hall too"
    [ -z "$no_board" ] || [ -z "$kiosk$web_only$spi" ] || fail "--no-board: there is no board for --kiosk, --web-only or --spi"
    [ -z "$no_board" ] || [ ! -L "$units/pegboard.service" ] || fail "there is a board on this machine: leave --no-board out"
    [ "$(id -u)" = 0 ] || [ -n "$dry" ] || fail "this needs root: sudo $0"
    command -v apt-get >/dev/null || fail "this is for Debian and its relatives; elsewhere: pip install the wheel, then pegboard run"
    [ "$(getconf LONG_BIT)" = 64 ] || fail "this system has 32 bits; please use the 64-bit Raspberry Pi OS"
    if command -v "$python" >/dev/null; then
        knows 'import sys; assert (3, 11) <= sys.version_info[:2] <= (3, 13)' || fail "Python 3.11, 3.12 or 3.13 is wanted: Debian 12 or 13"
    fi
}

finish() {
    if [ "$changes" = 0 ]; then say "Nothing had to be changed."
    elif [ -n "$dry" ]; then say "$changes changes would be made; nothing was touched."; return 0
    fi
    systemd_runs || say "systemd does not run here: what is installed starts with the machine."
    say ""
    [ -n "$no_board" ] || finish_board
    [ -z "$hall" ] || finish_hall
}

finish_hall() {
    say ""
    "$opt/current/bin/pegboard" hall doctor --config "$etc/hall.toml" || say "What doctor names above wants your attention."
    say ""
    say "The hall is at http://$(uname -n).local:$(sed -n 's/^port *= *\([0-9]*\).*/\1/p' "$etc/hall.toml" | head -n 1)/, the director's PIN in $hall_state/director.pin"
}

finish_board() {
    "$opt/current/bin/pegboard" doctor --config "$etc/config.toml" || say "What doctor names above wants your attention; the board runs without it."
    address=http://$(uname -n).local:$(sed -n 's/^port *= *\([0-9]*\).*/\1/p' "$etc/config.toml" | head -n 1)/
    say ""
    say "The board is at $address"
    "$opt/current/bin/python" -c 'import segno, sys; segno.make(sys.argv[1], error="m").terminal(compact=True)' "$address" 2>/dev/null || true
}

if [ -n "$stage" ]; then # by `pegboard update`: only the environment, in another folder
    find_wheel
    stage_version "$stage"
    say "$staged"
    exit 0
fi
checks
if [ -n "$uninstall" ]; then
    take_away
    [ "$changes" != 0 ] || say "There was nothing to take away."
    exit 0
fi
if [ -n "$refresh" ]; then
    users
    machine "$here"
    exit 0
fi
find_wheel
say "pegboard $version from $wheel"
check_signed
debian_packages
[ -n "$no_board" ] || users
stage_version "$opt"
use_version
source=$opt/current/units
[ -d "$source" ] || source=$here # in a --dry-run there is none yet
settings "$source"
machine "$source"
[ -n "$no_board" ] || spi_settings
finish
