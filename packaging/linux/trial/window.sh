#!/usr/bin/env bash
# Opens the window on a real screen, and tells what a desktop sees of it.
set -euo pipefail
# shellcheck source=packaging/linux/trial/screen.sh
. /trial/screen.sh
start_screen

start=$(date +%s%N)
kbdesk &
program=$!
window=$(wait_for_window $program kbdesk)
printf 'milliseconds=%s\n' $((($(date +%s%N) - start) / 1000000))
sleep 10 # until what it shows has been read and drawn
xprop -id "$window" WM_CLASS _GTK_APPLICATION_ID
printf 'icon=%s\n' "$(xprop -id "$window" -notype 32c _NET_WM_ICON | tr -d '\n' | cut -c 1-60)"
import -window root "$HOME/window.png"
kill -TERM $program
wait $program
printf 'ended=%s\n' $?
