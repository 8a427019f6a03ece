#!/usr/bin/env bash
# Types a key into the settings of the window, and finds it in a real Secret Service and nowhere else.
# Runs in keyring_session.sh, which starts the service.
set -euo pipefail

export DISPLAY=:7
key=sk-only-for-this-trial-4711
Xvfb $DISPLAY -screen 0 1280x800x24 -nolisten tcp -noreset 2>/dev/null &
until [ -S /tmp/.X11-unix/X7 ]; do sleep 0.05; done
openbox 2>/dev/null &

kbdesk &
program=$!
window=$(xdotool search --sync --onlyvisible --name '^kbdesk$' | head -n 1)
sleep 5
xdotool windowactivate --sync "$window" key ctrl+comma
settings=$(xdotool search --sync --onlyvisible --name '^Settings$' | head -n 1)
xdotool windowactivate --sync "$settings"
sleep 1
xdotool key alt+o
sleep 1
xdotool key alt+k
xdotool type --delay 60 "$key"
import -window root "$HOME/settings.png"
xdotool key alt+s
for _ in $(seq 100); do
    kept=$(secret-tool lookup service kbdesk username openai || true)
    if [ -n "$kept" ]; then break; fi
    sleep 0.1
done
kill -TERM "$program"
wait "$program"
[ "$kept" = "$key" ] || { echo "the Secret Service holds '$kept'" >&2; exit 1; }
if grep -rlF "$key" "$KBDESK_DATA_DIR"; then echo "the key stands in a file" >&2; exit 1; fi
