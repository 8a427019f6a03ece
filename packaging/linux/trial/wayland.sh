#!/usr/bin/env bash
# Opens the window in a session of Wayland, and tells what a desktop sees of it.
set -euo pipefail

export XDG_RUNTIME_DIR=$HOME/run XDG_SESSION_TYPE=wayland WAYLAND_DISPLAY=trial
mkdir -m 700 "$XDG_RUNTIME_DIR"
weston --backend=headless-backend.so --socket=$WAYLAND_DISPLAY >"$HOME/weston.log" 2>&1 &
until [ -S "$XDG_RUNTIME_DIR/$WAYLAND_DISPLAY" ]; do kill -0 $!; sleep 0.05; done

WAYLAND_DEBUG=client kbdesk 2>"$HOME/wayland.log" &
program=$!
until grep -q 'set_title("kbdesk")' "$HOME/wayland.log"; do kill -0 $program; sleep 0.1; done # it is furnished
kill -TERM $program
wait $program
printf 'ended=%s\n' $?
grep -o 'set_app_id(.*)' "$HOME/wayland.log"
