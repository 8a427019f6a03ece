# shellcheck shell=bash
# Sourced by the trials that need a screen: a real X server, a window manager, and how to wait for a window.

export DISPLAY=:7

start_screen() {
    Xvfb $DISPLAY -screen 0 1280x800x24 -nolisten tcp -noreset 2>/dev/null &
    until [ -S /tmp/.X11-unix/X7 ]; do sleep 0.05; done
    openbox >/dev/null 2>&1 &
}

# wait_for_window PROCESS NAME: prints the window of this name; fails when the process ends before it is there.
wait_for_window() {
    local window=
    until [ -n "$window" ]; do
        kill -0 "$1" || return 1
        window=$(xdotool search --onlyvisible --name "^$2\$" 2>/dev/null | head -n 1) || true
        sleep 0.02
    done
    printf '%s' "$window"
}
