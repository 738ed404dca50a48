#!/bin/sh
# Names what this machine lacks, with the remedy, and installs it where that is allowed (Debian, as root).
# Usage: needs.sh run | test | icons
set -eu

packages=""
need() { packages="$packages $1"; }

has_library() { ldconfig -p 2>/dev/null | grep -q "$1" || /sbin/ldconfig -p 2>/dev/null | grep -q "$1"; }

python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null ||
    { echo "junanaho needs Python 3.11 or newer as python3" >&2; exit 1; }
python3 -c 'import venv, ensurepip' 2>/dev/null || need python3-venv
has_library libGL.so.1 || need libgl1
has_library libglib-2.0.so.0 || need libglib2.0-0
if [ "$1" = test ]; then
    command -v chromium-headless-shell >/dev/null 2>&1 || command -v chromium >/dev/null 2>&1 || need chromium-headless-shell
    fc-list 2>/dev/null | grep -q "Noto Sans CJK" || need fonts-noto-cjk
fi
if [ "$1" = icons ]; then
    command -v npm >/dev/null 2>&1 || need npm
fi

[ -n "$packages" ] || exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "installing$packages" >&2
    apt-get update -qq >&2
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages >&2
else
    echo "missing:$packages. Remedy: sudo apt-get install$packages" >&2
    exit 1
fi
