#!/bin/bash
# Run a command within a private D-Bus session that has a real Secret Service (gnome-keyring) of its own.
# Usage: keyring_session.sh open|locked COMMAND...
# "locked": the collection exists, but nobody can unlock it.
set -u
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
export XDG_DATA_HOME="$root/data" XDG_RUNTIME_DIR="$root/run" XDG_CONFIG_HOME="$root/config" GNOME_KEYRING_CONTROL=
unset DISPLAY WAYLAND_DISPLAY # nobody is there to answer a prompt
mkdir -p "$XDG_DATA_HOME/keyrings" "$XDG_RUNTIME_DIR" "$XDG_CONFIG_HOME"
chmod 700 "$XDG_RUNTIME_DIR"

dbus-run-session -- bash -c '
  has_service() {
    dbus-send --session --print-reply --dest=org.freedesktop.DBus / \
      org.freedesktop.DBus.NameHasOwner string:org.freedesktop.secrets 2>&1 | grep -q "boolean $1"
  }
  wait_for() { for _ in $(seq 200); do has_service "$1" && return; sleep 0.05; done; }
  state=$1; shift
  printf password | gnome-keyring-daemon --foreground --unlock --components=secrets >&2 & daemon=$!
  wait_for true
  if [ "$state" = locked ]; then
    kill "$daemon"; wait "$daemon"; wait_for false
    gnome-keyring-daemon --foreground --start --components=secrets >&2 & daemon=$!
    wait_for true
  fi
  "$@"; code=$?
  kill "$daemon"; wait "$daemon"
  exit "$code"' _ "$@"
