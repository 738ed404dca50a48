#!/bin/sh
# Installs junanaho as a service: sh systemd/install.sh [--root DIR] [--hall] [--from WHEEL]
#
#   --root DIR    install below DIR (an image, a test) and start nothing
#   --hall        the hall display on this machine's screen as well
#   --from WHEEL  what to install; by default the checkout that this script lies in
#
# Run it again to upgrade: /etc/junanaho/table.yaml and everything in /var/lib/junanaho stay as they are.
set -eu

here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
root="" hall="" from=$(dirname -- "$here") python=${PYTHON:-python3}
while [ $# -gt 0 ]; do
  case $1 in
    --root) root=${2:?"--root needs a folder"}; shift 2 ;;
    --from) from=${2:?"--from needs a wheel"}; shift 2 ;;
    --hall) hall=yes; shift ;;
    *) echo "install.sh: $1: expected --root DIR, --hall or --from WHEEL" >&2; exit 2 ;;
  esac
done
if [ -z "$root" ] && [ "$(id -u)" -ne 0 ]; then
  echo "install.sh: installing for the whole machine needs root: run it with sudo" >&2
  exit 2
fi
if ! "$python" -c 'import sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
  echo "install.sh: $python is older than 3.11 or lacks venv: apt install python3 python3-venv" >&2
  exit 2
fi

place() { # MODE FILE DESTINATION
  install -D -m "$1" "$here/$2" "$root$3"
}

echo "python   $root/opt/junanaho"
"$python" -m venv "$root/opt/junanaho"
"$root/opt/junanaho/bin/python" -m pip install --quiet --upgrade ${JUNANAHO_PIP:-} "$from"

echo "units    $root/etc/systemd/system"
place 644 junanaho.service /etc/systemd/system/junanaho.service
place 644 junanaho.sysusers /etc/sysusers.d/junanaho.conf
place 644 junanaho.tmpfiles /etc/tmpfiles.d/junanaho.conf
place 644 70-junanaho-table.rules /etc/udev/rules.d/70-junanaho-table.rules
if [ -n "$hall" ]; then place 644 junanaho-hall.service /etc/systemd/system/junanaho-hall.service; fi

if [ ! -e "$root/etc/junanaho/table.yaml" ]; then
  echo "config   $root/etc/junanaho/table.yaml"
  install -D -m 640 "$here/../config/example.yaml" "$root/etc/junanaho/table.yaml"
  # the journal belongs into the service's own folder, not beside its configuration
  sed -i 's|^store: .*|store: /var/lib/junanaho/journal.sqlite|' "$root/etc/junanaho/table.yaml"
fi
"$root/opt/junanaho/bin/junanaho" config check "$root/etc/junanaho/table.yaml"

[ -z "$root" ] || exit 0
systemd-sysusers junanaho.conf
systemd-tmpfiles --create junanaho.conf
udevadm control --reload && udevadm trigger --subsystem-match=tty
systemctl daemon-reload
systemctl enable --now junanaho.service
if [ -n "$hall" ]; then systemctl enable --now junanaho-hall.service; fi
echo "running: systemctl status junanaho; the pages' addresses: journalctl -u junanaho; tokens: junanaho tokens list --config /etc/junanaho/table.yaml"
