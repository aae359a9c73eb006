#!/bin/sh
# The one window of the kiosk: Chromium on the board's page; the screen goes dark after a while.
# /etc/pegboard/kiosk.conf may say KIOSK_URL= and KIOSK_BLANK_S= (0: never dark).
set -eu
url=${KIOSK_URL:-http://127.0.0.1:8121/}
blank=${KIOSK_BLANK_S:-600}
profile=${STATE_DIRECTORY:-${XDG_STATE_HOME:-$HOME/.local/state}/pegboard-kiosk}/chromium

# Screens on HDMI are told by the compositor, where it can (cage 0.2, Debian 13); the Pi's own
# touch display by its backlight. Any touch wakes them. The LEDs do not care.
screens() { # on | off
    wlr-randr 2>/dev/null | sed -n 's/^\([^ ][^ ]*\) .*/\1/p' | while read -r name; do
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
if [ "$blank" -gt 0 ] && command -v swayidle >/dev/null; then
    swayidle timeout "$blank" "$0 screens off" resume "$0 screens on" &
fi

# A plug that was pulled is no crash to ask about: the profile says, each time, that it ended well.
preferences=$profile/Default/Preferences
if [ -f "$preferences" ]; then
    sed -i 's/"exit_type":"[^"]*"/"exit_type":"Normal"/; s/"exited_cleanly":false/"exited_cleanly":true/' "$preferences"
fi

# The page may take a moment longer than the screen.
"${KIOSK_PYTHON:-/opt/pegboard/current/bin/python}" - "$url" <<'WAIT' || true
import sys, time, urllib.request
for _ in range(60):
    try:
        urllib.request.urlopen(sys.argv[1], timeout=1)
        break
    except OSError:
        time.sleep(1)
WAIT

# shellcheck disable=SC2086
exec "${KIOSK_BROWSER:-chromium}" --kiosk --ozone-platform=wayland --user-data-dir="$profile" \
    --no-first-run --no-default-browser-check --noerrdialogs --disable-session-crashed-bubble \
    --hide-crash-restore-bubble --disable-infobars --disable-translate --disable-pinch \
    --overscroll-history-navigation=0 --password-store=basic --disk-cache-size=33554432 \
    --autoplay-policy=no-user-gesture-required --check-for-update-interval=31536000 ${KIOSK_FLAGS:-} "$url"
