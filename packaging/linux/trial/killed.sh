#!/usr/bin/env bash
# Ends kbdesk with kill -9 while it takes in sixty files, again and again, each time a bit later.
set -euo pipefail

files=$HOME/Sixty
copies=$KBDESK_DATA_DIR/originals
mkdir "$files"
for number in $(seq 60); do
    printf '# Machine %s\n\nThe oil of machine number %s is changed in week %s, and its code is KX-%s.\n' \
        "$number" "$number" "$number" "$((7000 + number))" >"$files/machine-$number.md"
done

for enough in 5 20 40; do
    if [ "$enough" = 5 ]; then kbdesk add "$files" >/dev/null 2>&1 & else kbdesk resume >/dev/null 2>&1 & fi
    program=$!
    until [ "$(find "$copies" -type f 2>/dev/null | wc -l)" -ge "$enough" ]; do
        kill -0 "$program" || { echo "kbdesk ended before it was killed" >&2; exit 1; }
        sleep 0.02
    done
    kill -9 "$program"
    wait "$program" || true
    printf 'killed at %s of 60\n' "$(find "$copies" -type f | wc -l)" >&2
done
kbdesk resume >&2
kbdesk check >&2
kbdesk documents --json
