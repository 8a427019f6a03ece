#!/usr/bin/env bash
# Opens the window on a real X server (no other program draws on it), and tells what a desktop sees of it.
set -euo pipefail

export DISPLAY=:7
Xvfb $DISPLAY -screen 0 1280x800x24 -nolisten tcp -noreset 2>/dev/null &
until [ -S /tmp/.X11-unix/X7 ]; do sleep 0.05; done
openbox 2>/dev/null &

start=$(date +%s%N)
kbdesk &
program=$!
window=$(xdotool search --sync --onlyvisible --name '^kbdesk$' | head -n 1)
printf 'milliseconds=%s\n' $((($(date +%s%N) - start) / 1000000))
xdotool windowsize --sync "$window" 1280 780 || true
sleep 5 # until what it shows has been read and drawn
xprop -id "$window" WM_CLASS _GTK_APPLICATION_ID
printf 'icon=%s\n' "$(xprop -id "$window" -notype 32c _NET_WM_ICON | head -c 60)"
import -window root "$HOME/window.png"
kill -TERM "$program"
wait "$program"
printf 'ended=%s\n' $?
