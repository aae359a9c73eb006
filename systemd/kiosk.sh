#!/bin/sh
# The window of the kiosk: Chromium with the board's page. The screen is turned off after a time set
# on the page. /etc/pegboard/kiosk.conf may set KIOSK_BLANK_S= (takes precedence; 0: never),
# KIOSK_URL=, and KIOSK_ROTATION= (90, 180 or 270) for an upright or upside-down screen.
set -eu
url=${KIOSK_URL:-http://127.0.0.1:8121/#kiosk}
chosen=${KIOSK_CHOSEN:-/run/pegboard/screen-off-s}
profile=${STATE_DIRECTORY:-${XDG_STATE_HOME:-$HOME/.local/state}/pegboard-kiosk}/chromium

# The compositor rotates the picture (cage 0.2, Debian 13); udev rotates touch, see README.md.
rotation=${KIOSK_ROTATION:-}
case $rotation in
    '' | 90 | 180 | 270) ;;
    0) rotation='' ;;
    *) echo "KIOSK_ROTATION: must be 0, 90, 180 or 270, got $rotation" >&2; rotation='' ;;
esac
names() { wlr-randr 2>/dev/null | sed -n 's/^\([^ ][^ ]*\) .*/\1/p'; }
turn() {
    names | while read -r name; do
        wlr-randr --output "$name" --transform "$rotation" || echo "KIOSK_ROTATION: $name cannot be turned" >&2
    done
}

# HDMI screens are turned off by the compositor (cage 0.2, Debian 13), the Pi's own touch display by
# its backlight. Any touch wakes them. The LEDs are not affected.
screens() { # on | off
    names | while read -r name; do
        wlr-randr --output "$name" "--$1"
    done
    power=0
    [ "$1" = on ] || power=4
    for light in /sys/class/backlight/*/bl_power; do
        [ ! -w "$light" ] || echo "$power" >"$light"
    done
}
if [ "${1:-}" = screens ]; then
    screens "$2"
    exit 0
fi
# The service writes the time chosen on its page; changes take effect within seconds.
blank_s() {
    blank=${KIOSK_BLANK_S:-}
    [ -n "$blank" ] || { [ ! -r "$chosen" ] || read -r blank <"$chosen" || :; }
    case $blank in '' | *[!0-9]*) blank=${holds:-600} ;; esac # the board is just starting again
}
watch_idle() { # THE PROCESS WHOSE SCREEN IT IS: until that ends
    holds='' idle=''
    while kill -0 "$1" 2>/dev/null; do
        blank_s
        if [ "$blank" != "$holds" ]; then
            holds=$blank
            if [ -n "$idle" ]; then
                kill "$idle" 2>/dev/null || :
                wait "$idle" 2>/dev/null || :
                screens on
            fi
            idle=''
            if [ "$holds" -gt 0 ]; then
                swayidle timeout "$holds" "$0 screens off" resume "$0 screens on" &
                idle=$!
            fi
        fi
        sleep "${KIOSK_LOOK_S:-5}"
    done
    [ -z "$idle" ] || kill "$idle" 2>/dev/null || :
}
if command -v swayidle >/dev/null; then
    (exec >/dev/null 2>&1; watch_idle $$) &
fi

[ -z "$rotation" ] || turn

# Mark the profile as cleanly closed, so that a power cut does not prompt to restore pages.
preferences=$profile/Default/Preferences
if [ -f "$preferences" ]; then
    sed -i 's/"exit_type":"[^"]*"/"exit_type":"Normal"/; s/"exited_cleanly":false/"exited_cleanly":true/' "$preferences"
fi

# The page may start later than the screen.
"${KIOSK_PYTHON:-/opt/pegboard/current/bin/python}" - "$url" <<'WAIT' || true
import sys, time, urllib.request
for _ in range(60):
    try:
        urllib.request.urlopen(sys.argv[1], timeout=1)
        break
    except OSError:
        time.sleep(1)
WAIT

# Chromium processes exit if a slow card or processor blocks them for 15 s; without the network
# process the window would stay empty for ever.
# shellcheck disable=SC2086
exec "${KIOSK_BROWSER:-chromium}" --kiosk --ozone-platform=wayland --user-data-dir="$profile" \
    --no-first-run --no-default-browser-check --noerrdialogs --disable-session-crashed-bubble \
    --hide-crash-restore-bubble --disable-infobars --force-dark-mode --disable-translate --disable-pinch \
    --overscroll-history-navigation=0 --password-store=basic --disk-cache-size=33554432 \
    --autoplay-policy=no-user-gesture-required --check-for-update-interval=31536000 \
    --ipc-connection-timeout=300 ${KIOSK_FLAGS:-} "$url"
