#!/usr/bin/env bash
# Types a key into the settings of the window, and finds it in a real Secret Service and nowhere else.
# Runs in keyring_session.sh, which starts the service.
set -euo pipefail
# shellcheck source=packaging/linux/trial/screen.sh
. /trial/screen.sh
start_screen

key=sk-only-for-this-trial-4711
kbdesk &
program=$!
window=$(wait_for_window $program kbdesk)
sleep 5 # until the window manager lets it have the keyboard
xdotool windowactivate --sync "$window" key ctrl+comma
settings=$(wait_for_window $program Settings)
sleep 2
xdotool windowactivate --sync "$settings" key alt+o
sleep 1
xdotool key alt+k
xdotool type --delay 60 "$key"
import -window root "$HOME/settings.png"
xdotool key alt+s
kept=
for _ in $(seq 100); do
    kept=$(secret-tool lookup service kbdesk username openai || true)
    if [ -n "$kept" ]; then break; fi
    sleep 0.1
done
kill -TERM $program
wait $program
[ "$kept" = "$key" ] || { echo "the Secret Service holds '$kept'" >&2; exit 1; }
if grep -rlF "$key" "$KBDESK_DATA_DIR" >&2; then exit 1; fi # it must stand in no file
